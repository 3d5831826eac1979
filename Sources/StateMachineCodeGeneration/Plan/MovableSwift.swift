import StateMachineModel
import StateMachineSyntax

/// Finds out whether Swift of the `.sm` file gives the same result if the generated code evaluates it later: after the
/// new state has been stored, instead of before.
enum MovableSwift {
  /// Returns whether an expression of the `.sm` file has the same value after the new state has been stored. It may
  /// name local values and constants. It may create values, as `.close` and `Close(speed: 2)` do. It must call no
  /// function, because the function could read the new state.
  static func canFollow(_ code: SwiftCode, _ machine: StateMachine) -> Bool {
    guard code.queries.isEmpty, code.expansions.allSatisfy({ canFollow($0, machine) }) else { return false }
    let bytes = machine.source.bytes
    var swift = SwiftLexer(bytes: bytes, from: code.range.lowerBound, to: code.range.upperBound)
    var before: SwiftToken?
    /// Whether parentheses after the names so far would create a value, as after `.close` and `Close`. After other
    /// names, they would call a function.
    var makesValue = false
    /// The number of names after a dot in the current chain of names: 0 in `Close`, 1 in `.close` and in `Close.now`.
    /// From the second such name on, parentheses may call a method of a value, as in `.close.by(1)`.
    var members = 0
    while true {
      let isInterpolated = swift.isInInterpolation
      let token = swift.next()
      if isInterpolated {
        // The names of the state and of the event become literals.
        guard
          code.names.contains(where: { $0.range.contains(SourceRange(token.start, token.end)) })
            || code.expansions.contains(where: { $0.range.contains(SourceRange(token.start, token.end)) })
            || token.kind == .literal
        else { return false }
        before = token
        continue
      }
      switch token.kind {
      case .end: return true
      case .identifier:
        let isMember = before?.isPunctuation(Ascii.dot) == true
        if !isMember, isForbidden(token, machine) { return false }
        members = isMember ? members + 1 : 0
        if !isMember { makesValue = !Ascii.isLowercase(bytes[token.start]) }
        // A method of a value may have any effect.
        if members > 1 { makesValue = false }
      case .punctuation:
        switch token.byte {
        case Ascii.leftBrace: return false
        case Ascii.leftParen:
          let isCall = before.map { $0.end == token.start && $0.kind == .identifier } ?? false
          if isCall, !makesValue { return false }
        case Ascii.leftBracket:
          // A subscript, as in `names[0]`, may call code of the file.
          if before?.end == token.start, before?.kind == .identifier { return false }
        case Ascii.dot:
          // Without an operand before it, a dot begins a case of an enum; after an operand, a member.
          if before.map({ $0.end < token.start || !isOperand($0) }) ?? true {
            makesValue = true
            members = 0
          } else if before?.kind != .identifier {
            makesValue = false
          }
        default: break
        }
      case .infixOrPrefix, .postfix:
        // `&value` and `=` change a value, and `value!` may stop the program.
        if token.byte == Ascii.ampersand, token.end == token.start + 1 { return false }
        if token.byte == Ascii.equals, token.end == token.start + 1 { return false }
        if token.byte == Ascii.exclamation, before?.end == token.start { return false }
      case .literal, .number: break
      }
      before = token
    }
  }

  /// Returns whether the code that replaces a name can be evaluated after the new state has been stored. The name is a
  /// parameter of a named effect, or a named guard. For a named guard, the result is always false.
  private static func canFollow(_ place: SwiftCode.Expansion, _ machine: StateMachine) -> Bool {
    switch place.form {
    case .condition: false
    case .content: true
    case .operand, .converted: canFollow(place.code, machine)
    }
  }

  /// Returns whether a token can end an operand, as `a` does in `a.b`. A dot directly after an operand begins a member;
  /// any other dot begins a case, as in `.b`.
  private static func isOperand(_ token: SwiftToken) -> Bool {
    switch token.kind {
    case .identifier, .literal, .number, .postfix: true
    case .punctuation: token.byte == Ascii.rightParen || token.byte == Ascii.rightBracket
    default: false
    }
  }

  /// Returns whether Swift that contains a token must not be moved. A store of the new state or an `entry` effect may
  /// change the meaning of some names: `self`, `state` and `var` properties. Swift with `try`, `await`, `consume`, `if`
  /// or `switch` is never moved, either.
  private static func isForbidden(_ token: SwiftToken, _ machine: StateMachine) -> Bool {
    let text = machine.source.text(SourceRange(token.start, token.end))
    switch text {
    case "self", "state", "try", "await", "consume", "if", "switch": return true
    default: return machine.names.find(token.start, token.end).map(machine.variableNames.contains) ?? false
    }
  }

  /// Returns whether a row's result, such as `.succeed(count)`, is the same if it is evaluated later: after the new
  /// state has been stored. True for nil, which stands for a row without a result.
  static func canFollow(_ result: TransitionResult?, _ machine: StateMachine) -> Bool {
    switch result {
    case nil: true
    case .value(let code): canFollow(code, machine)
    case .action(_, _, let arguments, _):
      arguments.allSatisfy { if case .code(let code) = $0 { canFollow(code, machine) } else { true } }
    }
  }
}
