import StateMachineModel
import StateMachineSyntax

/// Swift that may be evaluated later than where it stands: behind a new state, where nobody can tell the difference and it
/// reads best.
enum MovableSwift {
  /// Whether a text means the same behind the new state as before: it names locals and constants, makes values, and calls
  /// nothing that could change what it reads.
  static func canFollow(_ code: SwiftCode, _ machine: StateMachine) -> Bool {
    guard code.queries.isEmpty, code.expansions.allSatisfy({ canFollow($0, machine) }) else { return false }
    let bytes = machine.source.bytes
    var swift = SwiftLexer(bytes: bytes, from: code.range.lowerBound, to: code.range.upperBound)
    var before: SwiftToken?
    /// Whether the names read last make a value: `.close`, `Close`.
    var makesValue = false
    /// How many members have been read behind what makes it.
    var members = 0
    while true {
      let isInterpolated = swift.isInInterpolation
      let token = swift.next()
      if isInterpolated {
        // Names of the state and the event are literals in the end.
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
        // A method of a value may do anything.
        if members > 1 { makesValue = false }
      case .punctuation:
        switch token.byte {
        case Ascii.leftBrace: return false
        case Ascii.leftParen:
          let isCall = before.map { $0.end == token.start && $0.kind == .identifier } ?? false
          if isCall, !makesValue { return false }
        case Ascii.leftBracket:
          if before?.end == token.start, before?.kind == .identifier { return false }
        case Ascii.dot:
          // Behind nothing, what follows is the case of an enum; behind a value, it is a member of that.
          if before.map({ $0.end < token.start || !isOperand($0) }) ?? true {
            makesValue = true
            members = 0
          } else if before?.kind != .identifier {
            makesValue = false
          }
        default: break
        }
      case .infixOrPrefix, .postfix:
        if token.byte == Ascii.ampersand, token.end == token.start + 1 { return false }
        if token.byte == Ascii.equals, token.end == token.start + 1 { return false }
        if token.byte == Ascii.exclamation, before?.end == token.start { return false }
      case .literal, .number: break
      }
      before = token
    }
  }

  private static func canFollow(_ place: SwiftCode.Expansion, _ machine: StateMachine) -> Bool {
    switch place.form {
    case .condition: false
    case .content: true
    case .operand, .converted: canFollow(place.code, machine)
    }
  }

  private static func isOperand(_ token: SwiftToken) -> Bool {
    switch token.kind {
    case .identifier, .literal, .number, .postfix: true
    case .punctuation: token.byte == Ascii.rightParen || token.byte == Ascii.rightBracket
    default: false
    }
  }

  /// Names of what the new state, or what is done on entry, may change.
  private static func isForbidden(_ token: SwiftToken, _ machine: StateMachine) -> Bool {
    let text = machine.source.text(SourceRange(token.start, token.end))
    switch text {
    case "self", "state", "try", "await", "consume", "if", "switch": return true
    default: return machine.names.find(token.start, token.end).map(machine.variableNames.contains) ?? false
    }
  }

  /// Whether all texts of an answer mean the same behind the new state as before.
  static func canFollow(_ answer: TransitionAnswer?, _ machine: StateMachine) -> Bool {
    switch answer {
    case nil: true
    case .value(let code): canFollow(code, machine)
    case .action(_, _, let arguments, _):
      arguments.allSatisfy { if case .code(let code) = $0 { canFollow(code, machine) } else { true } }
    }
  }
}
