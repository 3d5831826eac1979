import StateMachineModel
import StateMachineSyntax

/// What stands for nothing where a state gives up its payload.
extension StateMachine {
  /// `[]`, `[:]` or `nil` for a type that is written as `[Element]`, `[Key: Value]` or `Wrapped?`, or is a type alias for
  /// one.
  func emptyLiteral(_ written: SourceRange) -> StaticString? {
    let type = aliased(written)
    let bytes = source.bytes
    guard !type.isEmpty else { return nil }
    let last = bytes[type.upperBound - 1]
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
      // `[A] & [B]` and the like are no literal's type.
      if depth == 0, index < type.upperBound - 1 { return nil }
    }
    return literal
  }
}
