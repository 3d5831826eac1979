" State machines of sm-gen: the indentation that `sm-gen format` gives.
"
" Three kinds of lines stay where they are: those within a piece of Swift or a block comment, which `sm-gen format`
" copies byte for byte, and rows without a source, whose column depends on the rows beside them.
if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal indentexpr=GetSmIndent(v:lnum) indentkeys=0},0),0],0[,!^F,o,O
let b:undo_indent = 'setlocal indentexpr< indentkeys<'

if exists('*GetSmIndent')
  finish
endif

" A head whose `{` begins a body of statements, and no Swift.
let s:head = '^\s*\%(@\S\+\s\+\)*\%(\%(public\|package\|internal\|fileprivate\|private\|nonisolated\|initial\|final\)'
      \ . '\s\+\)*\%(machine\|state\|region\|action\)\s\+[`[:keyword:]]'
" The next token that matters, by what it stands in.
let s:tokens = {
      \ 'code': '//\|/\*\|#*"""\|#*"\|`[^`]*`\|[][(){};]',
      \ 'comment': '/\*\|\*/',
      \ }
" What a statement cannot end with: it goes on in the next line.
let s:open = '\%(->\|[:,/=]\)$'
" The same for a piece of Swift, and what its next line may begin with.
let s:openSwift = '\%(&&\|||\|??\|[-+<]\)$'
let s:moreSwift = '^\s*\%(&&\|||\|?\|\.\)'

" What stands before the first line.
function! s:Start() abort
  return {'frames': [], 'statement': '', 'hasEffectLine': 0}
endfunction

" Reads a line: `frames` gets the brackets, strings and comments that are open after it, `statement` the text of the
" statement that is not ended, without strings and comments, and `hasEffectLine` whether a line of it begins with `/`.
function! s:Read(state, line, indent) abort
  let state = a:state
  let frames = state.frames
  let position = 0
  if s:IsStatementPlace(frames)
    if s:GoesOn(state.statement, a:line)
      let state.hasEffectLine = state.hasEffectLine || a:line =~# '^\s*/[^/*]'
    elseif a:line !~# '^\s*\%(//\|$\)'
      let state.statement = ''
      let state.hasEffectLine = a:line =~# '^\s*/[^/*]'
    endif
  endif
  while position < len(a:line)
    let top = empty(frames) ? {'kind': 'body'} : frames[-1]
    let tokens = top.kind ==# 'string' ? top.tokens : s:tokens[top.kind ==# 'comment' ? 'comment' : 'code']
    let [token, start, end] = matchstrpos(a:line, tokens, position)
    if top.kind ==# 'body' && start != position
      let state.statement .= strpart(a:line, position, start < 0 ? len(a:line) : start - position)
    endif
    if start < 0
      break
    endif
    let position = end
    if top.kind ==# 'string'
      if token ==# top.close
        call remove(frames, -1)
      elseif token =~# '($'
        call add(frames, {'kind': 'swift', 'close': ')', 'indent': a:indent})
      endif
    elseif token ==# '//'
      break
    elseif token ==# '/*'
      call add(frames, {'kind': 'comment', 'close': '*/'})
    elseif token =~# '"$'
      let state.statement .= top.kind ==# 'body' ? token : ''
      call add(frames, s:String(token))
    elseif token =~# '^`'
      let state.statement .= top.kind ==# 'body' ? token : ''
    elseif token ==# '{' && top.kind ==# 'body' && state.statement =~# s:head
      call add(frames, {'kind': 'body', 'close': '}'})
      let state.statement = ''
      let state.hasEffectLine = 0
    elseif token =~# '[[({]'
      call add(frames, {'kind': 'swift', 'close': {'[': ']', '(': ')', '{': '}'}[token], 'indent': a:indent})
      let state.statement .= top.kind ==# 'body' ? token : ''
    elseif token ==# ';'
      if top.kind ==# 'body'
        let state.statement = ''
        let state.hasEffectLine = 0
      endif
    elseif !empty(frames) && token ==# top.close
      call remove(frames, -1)
      if top.kind ==# 'body'
        let state.statement = ''
        let state.hasEffectLine = 0
      elseif top.kind ==# 'swift' && s:IsStatementPlace(frames)
        let state.statement .= token
      endif
    endif
  endwhile
  " Such a string ends with its line.
  while !empty(frames) && frames[-1].kind ==# 'string' && frames[-1].close !~# '"""'
    call remove(frames, -1)
  endwhile
  let state.statement = substitute(state.statement, '\s*$', '', '')
endfunction

" A string, by its quotation mark: `"`, `#"`, `"""` and so on.
function! s:String(quote) abort
  let hashes = matchstr(a:quote, '^#*')
  let close = strpart(a:quote, len(hashes)) . hashes
  return {'kind': 'string', 'close': close, 'tokens': '\\' . hashes . '(\|\\' . hashes . '[^(]\|' . close}
endfunction

function! s:IsStatementPlace(frames) abort
  return empty(a:frames) || a:frames[-1].kind ==# 'body'
endfunction

" Whether a line continues the statement before it.
function! s:GoesOn(statement, line) abort
  return a:statement !=# '' && (a:statement =~# s:open || a:line =~# '^\s*\%([[,]\|/[^/*]\|/$\)'
        \ || s:GoesOnInSwift(a:statement, a:line))
endfunction

function! s:GoesOnInSwift(statement, line) abort
  return a:statement =~# s:openSwift && a:statement !~# s:open || a:line =~# s:moreSwift
endfunction

" What stands before a line. The state of the line before it is kept, so that lines in turn are read once.
function! s:StateBefore(lnum) abort
  let lines = getline(1, a:lnum - 1)
  let kept = get(b:, 'sm_indent', {'lines': [], 'state': {}})
  let known = len(kept.lines)
  if known > 0 && known <= len(lines) && kept.lines ==# lines[: known - 1]
    let [lnum, state] = [known + 1, kept.state]
  else
    let [lnum, state] = [1, s:Start()]
  endif
  while lnum < a:lnum
    call s:Read(state, lines[lnum - 1], indent(lnum))
    let lnum += 1
  endwhile
  let b:sm_indent = {'lines': lines, 'state': state}
  return state
endfunction

function! GetSmIndent(lnum) abort
  let state = s:StateBefore(a:lnum)
  if !s:IsStatementPlace(state.frames)
    return mode() ==# 'i' && state.frames[-1].kind ==# 'swift' ? s:IndentOfTyped(a:lnum, state.frames[-1]) : -1
  endif
  let depth = len(state.frames) * shiftwidth()
  let line = getline(a:lnum)
  if line =~# '^\s*//'
    " A comment stands where the code after it does.
    let next = nextnonblank(a:lnum + 1)
    while next > 0 && getline(next) =~# '^\s*//'
      let next = nextnonblank(next + 1)
    endwhile
    let line = next > 0 ? getline(next) : ''
    return line =~# '^\s*\%(}\|:\|->\)' ? depth : s:Indent(state, line, depth)
  endif
  if line =~# '^\s*\%(:\|->\)' && !s:GoesOn(state.statement, line) && indent(a:lnum) > depth
    return -1
  endif
  return s:GoesOnInSwift(state.statement, line) ? -1 : s:Indent(state, line, depth)
endfunction

" The indentation of a line of Swift that is being typed.
function! s:IndentOfTyped(lnum, bracket) abort
  if getline(a:lnum) =~# '^\s*' . escape(a:bracket.close, ']')
    return a:bracket.indent
  endif
  let before = prevnonblank(a:lnum - 1)
  return indent(before) + (getline(before) =~# '[[({]$' ? shiftwidth() : 0)
endfunction

function! s:Indent(state, line, depth) abort
  if a:line =~# '^\s*}'
    return max([a:depth - shiftwidth(), 0])
  endif
  if !s:GoesOn(a:state.statement, a:line)
    return a:depth
  endif
  return a:depth + (a:state.hasEffectLine && a:line !~# '^\s*/' ? 3 : 2) * shiftwidth()
endfunction
