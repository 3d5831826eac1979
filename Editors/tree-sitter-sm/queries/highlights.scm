; Names, by what they are where they stand. What a word of a row means - a state, a group, an output, an effect with a
; name - the language server knows; its semantic tokens come on top of these.

(documentation) @comment.documentation
(line_comment) @comment
(block_comment) @comment

[
  "import" "machine" "in" "where"
  "initial" "final" "state" "choice" "region" "group" "event" "output"
  "let" "var" "guard" "effect" "typealias"
  "entry" "exit" "do" "unhandled" "defer" "wrapper" "history" "swift" "interface" "action" "case"
  "never" "invariant" "within" "can" "be" "reach" "try" "init" "was"
  "except" "async" "stream" "after" "every" "also"
  "raise" "trap" "throw" "return" "throws"
  "else" "none" "class" "actor" "struct" "ignore" "assert" "error"
  "private" "nonisolated"
] @keyword

(always) @keyword
(done "done" @keyword)
(history) @keyword
(access) @keyword
((interface (identifier) @keyword)
  (#any-of? @keyword "methods" "reducer"))

(directive ["#if" "#elseif" "#else" "#endif"] @keyword.directive)

(machine name: (identifier) @type)
(type_path (identifier) @type)
(wrapper name: (identifier) @type)
(action name: (identifier) @type)
(state name: (identifier) @constant)
(choice name: (identifier) @constant)
(group name: (identifier) @constant)
(region name: (identifier) @module)
(answer name: (identifier) @constant)
(event name: (identifier) @function)
(output name: (identifier) @function)
(named_guard name: (identifier) @function)
(named_effect name: (identifier) @function)
(property name: (identifier) @property)
((interface (identifier) @property)
  (#not-match? @property "^(methods|reducer)$"))
(typealias name: (identifier) @type)

; What older versions call it, as it is called now.
(machine former: (identifier) @type)
(state former: (identifier) @constant)
(region former: (identifier) @module)
(event former: (identifier) @function)
(output former: (identifier) @function)
(property former: (identifier) @property)
(former_state name: (identifier) @constant)

(path (identifier) @constant)
(target (identifier) @constant)
(transition . (identifier) @constant)
(event_name) @function
(call name: (identifier) @function)
(assignment . (identifier) @property)
(part (identifier) @property)
(part (index) @number)
(part ["?" "!"] @operator)
(assignment ["?" "!"] @operator)
(attribute "@" @attribute (identifier) @attribute)
(duration) @number

["->" "*" "=" "+=" "-=" "*=" "/=" "%=" "&=" "|=" "^=" "<<=" ">>=" "&+=" "&-=" "&*=" "&<<=" "&>>="] @operator
[":" "," "/" "." ";"] @punctuation.delimiter
["(" ")" "[" "]" "{" "}" "<" ">"] @punctuation.bracket
