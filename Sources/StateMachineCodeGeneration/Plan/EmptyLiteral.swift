import StateMachineModel
import StateMachineSyntax

/// Finds literals, such as `[]`, for empty values. Generated code changes a payload in variables. Meanwhile, it stores
/// such literals in the machine's state in place of the payload's values. The variables then share no memory with the
/// state, so that a change copies nothing.
extension StateMachine {
  /// Returns the literal for an empty value of a type: `[]` for `[Element]`, `[:]` for `[Key: Value]`, `nil` for
  /// `Wrapped?`. A type alias of such a type has the same literal. Nil for all other types.
  func emptyLiteral(_ written: SourceRange) -> StaticString? {
    let type = aliased(written)
    let bytes = source.bytes
    guard !type.isEmpty else { return nil }
    let last = bytes[type.upperBound - 1]
    // `() -> Int?` ends in `?`, but is no optional.
    if last == Ascii.question { return source.text(type).isFunctionType ? nil : "nil" }
    guard bytes[type.lowerBound] == Ascii.leftBracket, last == Ascii.rightBracket else { return nil }
    var literal: StaticString = "[]"
    var depth = 0
    for index in type.lowerBound..<type.upperBound {
      switch bytes[index] {
      case Ascii.leftBracket, Ascii.leftParen, Ascii.leftAngle: depth += 1
      case Ascii.rightBracket, Ascii.rightParen: depth -= 1
      case Ascii.rightAngle where bytes[index - 1] != Ascii.minus: depth -= 1
      case Ascii.colon where depth == 1: literal = "[:]"
      default: break
      }
      // `[A] & [B]` has no literal.
      if depth == 0, index < type.upperBound - 1 { return nil }
    }
    return literal
  }
}
