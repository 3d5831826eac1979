/// An effect after `/`, as it is written in the file: `beep`, `count += 1`, `raise stop` and so on.
package enum EffectSyntax: Sendable {
  case output(NameSyntax, ArgumentListSyntax?)
  case assignment(NameSyntax, operator: SourceRange, value: SwiftText)
  case raise(NameSyntax, ArgumentListSyntax?, keyword: SourceRange)
  case trap(SourceRange, message: SwiftText?)
  case `throw`(SourceRange, error: SwiftText)
  /// `return value`, which gives the result of an event's method.
  case result(SourceRange, value: SwiftText)
  /// A block, `{ count += 1 }`. The associated text is the text between the braces, including comments.
  case block(SwiftText, range: SourceRange)
}

extension EffectSyntax {
  package var range: SourceRange {
    switch self {
    case .output(let name, let arguments): arguments.map { name.range.union($0.range) } ?? name.range
    case .assignment(let name, _, let value): name.range.union(value.range)
    case .raise(let name, let arguments, let keyword): keyword.union(arguments?.range ?? name.range)
    case .trap(let keyword, _): keyword
    case .throw(let keyword, let error): keyword.union(error.range)
    case .result(let keyword, let value): keyword.union(value.range)
    case .block(_, let range): range
    }
  }

  /// Calls `body` with each piece of Swift in the effect, in order: arguments, an assigned value, a message, an error,
  /// a result or a block. No array of the pieces is made, because files have many effects, and most effects have one
  /// piece or none.
  package func forEachText(_ body: (SwiftText) -> Void) {
    switch self {
    case .output(_, let arguments), .raise(_, let arguments, _):
      for argument in arguments?.items ?? [] { body(argument.value) }
    case .trap(_, let message): if let message { body(message) }
    case .assignment(_, _, let text), .throw(_, let text), .result(_, let text), .block(let text, _): body(text)
    }
  }

  /// The name that an assignment such as `count += 1` assigns to; nil if the effect is no assignment.
  package var assigned: NameSyntax? { if case .assignment(let name, _, _) = self { name } else { nil } }

  /// The name in an effect such as `beep(2)`: of an output, a named effect, or a case of an `action` enum. Nil if the
  /// effect has no such name.
  package var called: NameSyntax? { if case .output(let name, _) = self { name } else { nil } }
}
