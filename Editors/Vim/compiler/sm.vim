" `:make` checks the file with `sm-gen check`, and the quickfix list has what it reports.
if exists('current_compiler')
  finish
endif
let current_compiler = 'sm'

if exists(':CompilerSet') != 2
  command -nargs=* CompilerSet setlocal <args>
endif

CompilerSet makeprg=sm-gen\ check\ --no-color-diagnostics\ $*\ %:S
" Columns count bytes. A message without a place is one about the whole file. Other lines quote the source.
CompilerSet errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tote:\ %m,%trror:\ %m,%-G%.%#
