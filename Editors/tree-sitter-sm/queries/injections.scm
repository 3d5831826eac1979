; Guards, effects, values, types and the declarations of `swift { … }`.

((swift) @injection.content
  (#set! injection.language "swift"))

((swift_type) @injection.content
  (#set! injection.language "swift"))

((swift_parameters) @injection.content
  (#set! injection.language "swift"))

((swift_arguments) @injection.content
  (#set! injection.language "swift"))

((head) @injection.content
  (#set! injection.language "swift"))
