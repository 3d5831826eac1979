" State machines of sm-gen. All words of the language are contextual, so that none is a `syn keyword`: what stands
" around a word decides whether it is a name.
if exists('b:current_syntax')
  finish
endif
let s:cpo = &cpo
set cpo&vim

syn case match
syn iskeyword @,48-57,_,192-255,$

let s:name = '\%(\k\+\|`[^`]\+`\)'
let s:start = '\%(\%(^\|[{;]\)\s*\)\@<='
" A word of the language before a name, as no row has two names side by side.
let s:before = '\>\%(\s\+' . s:name . '\)\@='
" What a name was in older versions, any number of times.
let s:formers = '\%(\s\+was\s\+' . s:name . '\)*'

function! s:Match(group, pattern, ...) abort
  execute 'syn match' a:group '/' . escape(a:pattern, '/') . '/' join(a:000)
endfunction

" MARK: Rows

call s:Match('smName', s:name)
call s:Match('smOperator', '->\|\*\|/')
call s:Match('smExcept', '\%(\*\s*\)\@<=except\>')
call s:Match('smTrigger', ':\s*\zs\%(always\|done\)\>')
call s:Match('smTrigger', ':\s*\zs\%(after\|every\)\>')
call s:Match('smTrigger', '[:,]\s*\zs\%(after\|every\)\ze\s\+\d', 'nextgroup=smDuration skipwhite')
call s:Match('smDuration', '\<\d[[:alnum:]_.]*', 'contained')
syn region smGuard matchgroup=smDelimiter start=/\[/ end=/\]/ contains=smElse,@smSwift
syn region smArguments matchgroup=smDelimiter start=/(/ end=/)/ contains=smLabel,@smSwift
call s:Match('smPseudostate', s:start . 'history\ze\s*->')
" A transition of a state called `initial` has an event.
call s:Match('smPseudostate', s:start . 'initial\ze\s*->\%([^:(/]\|([^()]*\%(([^()]*)[^()]*\)*)\)*\%($\|/\)')
call s:Match('smPseudostate', '\.\s*\zs\%(history\|deepHistory\)\>\ze\s*\%([:,/]\|$\)')

" MARK: Effects

syn region smBlock matchgroup=smDelimiter start=/\%([/*]\@1<!\/\s*\|[,=]\s*\|^\s*\)\@<={/ end=/}/ contains=@smSwift
call s:Match('smEffect', '\%([/,=]\s*\|^\s*\)\@<=raise' . s:before)
call s:Match('smEffect', '\%([/,=]\s*\)\@<=trap\>\ze\s*\%([("#;},]\|$\|//\)')
call s:Match('smEffect', '\%([/,=]\s*\)\@<=\%(throw\|return\)\>\ze\s\+[^,;} \t]', 'nextgroup=smExpression')
call s:Match('smOperator', '\%(&\=\%(<<\|>>\|[-+*]\)\|[-+*/%&|^]\)\==[=>]\@!', 'nextgroup=smExpression')
" A piece of Swift that ends with an effect or a line.
syn region smExpression start=/./ end=/$/ end=/\ze[,;}]/ contained oneline contains=@smSwift
syn region smString start=/#*"/ end=/$/ end=/\ze[,;}]/ oneline contains=@smSwift

" MARK: Declarations

call s:Match('smAttribute', '@' . s:name . '\%(\s*\.\s*' . s:name . '\)*')
let s:modifier = '\<\%(public\|package\|internal\|fileprivate\|private\|nonisolated\)\>'
call s:Match('smAccess', s:modifier . '\%((\s*set\s*)\)\='
      \ . '\%(\%(\s\+' . s:modifier . '\)\=\s\+\%(let\|var\|event\|action\|wrapper\|machine\|import\)\>\)\@=')
call s:Match('smAccess', '\<\%(initial\|final\)\ze\s\+\%(final\s\+\)\=state\s')

call s:Match('smKeyword', s:start . '\%(entry\|exit\)\ze\s*[[/]')
call s:Match('smKeyword', s:start . 'do\ze\s*/[/*]\@!')
call s:Match('smKeyword', '\<defer' . s:before)
call s:Match('smKeyword', s:start . 'interface' . s:before, 'nextgroup=smInterfaceName,smInterfaceKind skipwhite')
call s:Match('smInterfaceName', s:name, 'contained nextgroup=smInterfaceComma skipwhite')
call s:Match('smInterfaceKind', '\%(methods\|reducer\)\>', 'contained nextgroup=smInterfaceComma skipwhite')
syn match smInterfaceComma /,/ contained nextgroup=smInterfaceName,smInterfaceKind skipwhite skipempty
call s:Match('smKeyword', '\<wrapper\ze\s\+\%(@\|class\>\|actor\>\|struct\>\|none\>\)',
      \ 'nextgroup=smWrapperAttribute,smKind skipwhite')
call s:Match('smWrapperAttribute', '@\k\+', 'contained nextgroup=smArguments,smWrapperAttribute,smKind skipwhite')
call s:Match('smKind', '\%(class\|actor\|struct\|none\)\>', 'contained nextgroup=smType skipwhite')
call s:Match('smKeyword', '\<unhandled\ze\s\+\%(ignore\|assert\|trap\|throw\|error\)\>', 'nextgroup=smPolicy skipwhite')
call s:Match('smPolicy', '\k\+', 'contained nextgroup=smExpression')
call s:Match('smKeyword', s:start . '\%(never\|invariant\|within\)\ze\%(\s*[[*]\|\s\+' . s:name . '\)')
call s:Match('smKeyword', s:start . 'can\s\+be\ze\%(\s*\*\|\s\+' . s:name . '\)')
call s:Match('smKeyword', '\<can\s\+reach' . s:before)
call s:Match('smKeyword', s:start . 'try' . s:before)
call s:Match('smKeyword', '\%(\%(^\|[{;]\)\s*try\s\+\)\@<=init\ze\s*(')
call s:Match('smKeyword', '\<region' . s:before, 'nextgroup=smRegionName skipwhite')
call s:Match('smRegionName', s:name, 'contained nextgroup=smRegionFormer skipwhite')
call s:Match('smRegionFormer', 'was' . s:before, 'contained nextgroup=smRegionName skipwhite')
call s:Match('smKeyword', '\<group\ze\s\+' . s:name . '\s*=', 'nextgroup=smType skipwhite')
call s:Match('smDeclaration', s:start . 'was' . s:before, 'nextgroup=smType skipwhite')
call s:Match('smType', s:name, 'contained')

" Names after a keyword, with a comma between them, also over several lines.
for s:word in ['state', 'choice']
  call s:Match('smDeclaration', '\<' . s:word . s:before, 'nextgroup=smStateNames skipwhite')
endfor
call s:Match('smStateNames', s:name,
      \ 'contained nextgroup=smStateParameters,smStateFormer,smStateComma,smConformance skipwhite')
syn region smStateParameters matchgroup=smDelimiter start=/(/ end=/)/ contained contains=smLabel,@smSwift
      \ nextgroup=smStateFormer,smStateComma,smConformance skipwhite
call s:Match('smStateFormer', 'was' . s:before, 'contained nextgroup=smStateNames skipwhite')
syn match smStateComma /,/ contained nextgroup=smStateNames skipwhite skipempty
call s:Match('smConformance', ':\s*' . s:name . '\%(\s*\.\s*' . s:name . '\)*',
      \ 'contained nextgroup=smStateComma skipwhite')

call s:Match('smDeclaration', '\<event' . s:before, 'nextgroup=smEventNames skipwhite')
call s:Match('smEventNames', s:name,
      \ 'contained nextgroup=smEventParameters,smEventFormer,smEventComma,smThrows,smAnswer skipwhite')
syn region smEventParameters matchgroup=smDelimiter start=/(/ end=/)/ contained contains=smLabel,@smSwift
      \ nextgroup=smEventFormer,smEventComma,smThrows,smAnswer skipwhite
call s:Match('smEventFormer', 'was' . s:before, 'contained nextgroup=smEventNames skipwhite')
syn match smEventComma /,/ contained nextgroup=smEventNames skipwhite skipempty
syn match smThrows /throws\>/ contained nextgroup=smEventParameters,smEventComma,smAnswer skipwhite
syn region smAnswer matchgroup=smOperator start=/->/ end=/$/ end=/\ze[,;{}]/ end=/\ze\s\/\%(\s\|$\)/
      \ end=/\ze\s\%(unhandled\|where\)\s/ contained oneline contains=@smSwift nextgroup=smEventComma

call s:Match('smDeclaration', '\<output' . s:before, 'nextgroup=smOutputNames skipwhite')
call s:Match('smOutputNames', s:name,
      \ 'contained nextgroup=smOutputParameters,smOutputFormer,smOutputComma,smOutputKind,smOutputArrow skipwhite')
syn region smOutputParameters matchgroup=smDelimiter start=/(/ end=/)/ contained contains=smLabel,@smSwift
      \ nextgroup=smOutputFormer,smOutputComma,smOutputKind,smOutputArrow skipwhite
call s:Match('smOutputFormer', 'was' . s:before, 'contained nextgroup=smOutputNames skipwhite')
syn match smOutputKind /\%(async\|stream\)\>/ contained nextgroup=smOutputComma,smOutputArrow skipwhite
syn match smOutputComma /,/ contained nextgroup=smOutputNames skipwhite skipempty
syn match smOutputArrow /->/ contained nextgroup=smSentName,smSentAlso skipwhite skipempty
call s:Match('smSentName', s:name, 'contained nextgroup=smSentComma skipwhite')
call s:Match('smSentAlso', 'also' . s:before, 'contained nextgroup=smSentName skipwhite')
syn match smSentComma /,/ contained nextgroup=smSentName,smSentAlso skipwhite skipempty

call s:Match('smDeclaration', '\<action' . s:before, 'nextgroup=smActionHead skipwhite')
syn region smActionHead start=/\S/ end=/\ze{/ contained contains=smType,@smComments nextgroup=smActionBody
syn region smActionBody matchgroup=smDelimiter start=/{/ end=/}/ contained
      \ contains=smCase,smActionCase,smArguments,@smComments
call s:Match('smActionCase', s:name, 'contained')
call s:Match('smCase', '\%(^\s*\)\@<=case' . s:before, 'contained')

call s:Match('smDeclaration', '\<\%(let\|var\)\ze\s\+' . s:name . s:formers . '\s*:', 'nextgroup=smProperty skipwhite')
call s:Match('smProperty', s:name, 'contained nextgroup=smLine,smPropertyFormer skipwhite')
call s:Match('smPropertyFormer', 'was' . s:before, 'contained nextgroup=smProperty skipwhite')
call s:Match('smDeclaration', '\<guard\ze\s\+' . s:name . '\s*=', 'nextgroup=smProperty skipwhite')
call s:Match('smDeclaration', '\<effect\ze\s\+' . s:name . '\s*[=(]', 'nextgroup=smEffectName skipwhite')
call s:Match('smEffectName', s:name . '\%(\s*=\)\=', 'contained nextgroup=smEffectParameters skipwhite')
syn region smEffectParameters matchgroup=smDelimiter start=/(/ end=/)\s*=\=/ contained contains=smLabel,@smSwift
call s:Match('smDeclaration', '\<typealias' . s:before, 'nextgroup=smProperty skipwhite')
" Swift to the end of the line.
syn region smLine start=/\s*[:=]/ end=/$/ end=/\ze[;}]/ contained contains=@smSwift

call s:Match('smDirective', '^\s*\zs#\%(if\|elseif\|else\|endif\)\>', 'nextgroup=smCondition')
syn region smCondition start=/./ end=/$/ contained oneline contains=@smSwift
call s:Match('smDeclaration', '\<import\ze\s\+\S', 'nextgroup=smImport')
syn region smImport start=/\s/ end=/$/ end=/\ze;/ contained oneline contains=@smComments
call s:Match('smDeclaration', '\<machine' . s:before, 'nextgroup=smMachineHead skipwhite')
syn region smMachineHead start=/\S/ end=/\ze[{}]/ contained contains=smHeadWord,smHeadFormer,@smComments
call s:Match('smHeadFormer', '\%(\<machine\s\+\)\@<!\<was' . s:before, 'contained nextgroup=smType skipwhite')
syn match smHeadWord /\<\%(in\|where\)\>/ contained
call s:Match('smDeclaration', s:start . 'swift\ze\s*{', 'nextgroup=smSwiftBody skipwhite')
syn region smSwiftBody matchgroup=smDelimiter start=/{/ end=/}/ contained contains=@smSwift

" MARK: Swift and comments

" A few words and the strings. The syntax file for Swift that comes with Vim is for whole files: in it, a piece of
" Swift may go on after its end.
call s:Match('smSwiftKeyword', '\.\@1<!\<\%(as\|await\|break\|case\|catch\|continue\|default\|defer\|do\|else\|false'
      \ . '\|for\|func\|guard\|if\|in\|inout\|is\|let\|nil\|private\|repeat\|return\|self\|static\|struct\|switch'
      \ . '\|throw\|throws\|true\|try\|var\|where\|while\|enum\|class\|init\|extension\|import\)\>', 'contained')
syn match smSwiftType /\<\u\k*/ contained
syn match smSwiftNumber /\<\d[[:alnum:]_.]*/ contained
call s:Match('smElse', '\[\@1<=else\ze\]', 'contained')
call s:Match('smLabel', '\%([(,]\s*\|^\s*\)\@<=' . s:name . '\%(\s\+' . s:name . '\)\=\ze' . s:formers
      \ . '\s*::\@!', 'contained nextgroup=smLabelFormer skipwhite')
call s:Match('smLabelFormer', 'was' . s:before, 'contained nextgroup=smFormerLabel skipwhite')
call s:Match('smFormerLabel', s:name, 'contained nextgroup=smLabelFormer skipwhite')
call s:Match('smQuotedName', '`[^`]\+`', 'contained')
" What closes a bracket of Swift does not close the bracket around it.
syn region smParentheses start=/(/ end=/)/ contained transparent contains=smLabel,@smSwift
syn region smBrackets start=/\[/ end=/\]/ contained transparent contains=@smSwift
syn region smBraces start=/{/ end=/}/ contained transparent contains=@smSwift
syn region smSwiftString start=/"/ skip=/\\[^(]/ end=/"/ contained oneline contains=smInterpolation
syn region smSwiftString start=/#"/ end=/"#/ contained oneline
syn region smSwiftString start=/"""/ skip=/\\[^(]/ end=/"""/ contained contains=smInterpolation
syn region smInterpolation matchgroup=smDelimiter start=/\\(/ end=/)/ contained contains=smLabel,@smSwift
syn cluster smSwift contains=smSwiftKeyword,smSwiftType,smSwiftNumber,smSwiftString,smParentheses,smBrackets,smBraces,
      \ smQuotedName,@smComments

syn match smComment /\/\/.*$/ contains=@Spell,smTodo
syn match smDocumentation /\/\/\/\/\@!.*$/ contains=@Spell,smTodo
syn region smBlockComment start=/\/\*/ end=/\*\// contains=smBlockComment,@Spell,smTodo
syn keyword smTodo TODO FIXME contained
syn cluster smComments contains=smComment,smDocumentation,smBlockComment

" A piece of Swift over many lines is found from the beginning of the file.
syn sync fromstart

hi def link smDeclaration Keyword
hi def link smKeyword Keyword
hi def link smTrigger Keyword
hi def link smElse Keyword
hi def link smPseudostate Keyword
hi def link smEffect Keyword
hi def link smExcept Keyword
hi def link smKind Keyword
hi def link smPolicy Keyword
hi def link smThrows Keyword
hi def link smOutputKind Keyword
hi def link smSentAlso Keyword
hi def link smRegionFormer Keyword
hi def link smStateFormer Keyword
hi def link smEventFormer Keyword
hi def link smOutputFormer Keyword
hi def link smPropertyFormer Keyword
hi def link smHeadFormer Keyword
hi def link smLabelFormer Keyword
hi def link smInterfaceKind Keyword
hi def link smDirective Keyword
hi def link smHeadWord Keyword
hi def link smCase Keyword
hi def link smAccess StorageClass
hi def link smAttribute PreProc
hi def link smWrapperAttribute PreProc
hi def link smImport Include
hi def link smMachineHead Type
hi def link smActionHead Type
hi def link smType Type
hi def link smStateNames Type
hi def link smRegionName Type
hi def link smConformance Type
hi def link smEventNames Function
hi def link smOutputNames Function
hi def link smSentName Function
hi def link smEffectName Function
hi def link smProperty Identifier
hi def link smInterfaceName Identifier
hi def link smLabel Identifier
hi def link smFormerLabel Identifier
hi def link smActionCase Constant
hi def link smDuration Number
hi def link smOperator Operator
hi def link smOutputArrow Operator
hi def link smDelimiter Delimiter
hi def link smSwiftString String
hi def link smSwiftKeyword Statement
hi def link smSwiftType Type
hi def link smSwiftNumber Number
hi def link smComment Comment
hi def link smBlockComment Comment
hi def link smDocumentation SpecialComment
hi def link smTodo Todo

let b:current_syntax = 'sm'
let &cpo = s:cpo
unlet s:cpo s:name s:start s:before s:formers s:word
delfunction s:Match
