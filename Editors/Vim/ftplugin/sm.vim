" State machines of sm-gen: options of the buffer.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal autoindent expandtab shiftwidth=2 softtabstop=2 textwidth=120
setlocal commentstring=//\ %s comments=s1:/*,mb:*,ex:*/,:///,://
setlocal formatoptions-=t formatoptions+=croql
compiler sm

let b:undo_ftplugin = 'setlocal autoindent< expandtab< shiftwidth< softtabstop< textwidth< commentstring< comments<'
      \ . ' formatoptions< makeprg< errorformat< | unlet! b:current_compiler'
