/// Assignments to fields that need no variable: they become arguments of the case that is built anew.
///
/// They are the last effects of a row without an arrow, but for its answer. Nothing behind them reads what they
/// assign, and nothing before them changes it.
struct FoldedAssignments: Sendable {
  private var places: [TransitionID: [Int: Int]] = [:]

  /// - Parameter isLocated: whether the code has source locations: then one value alone stands where it is written.
  init(_ machine: StateMachine, isLocated: Bool) {
    for id in machine.transitions.indices where machine.transitions[id].isInternal {
      let found = Self.find(machine.transitions[id], machine, atMost: isLocated ? 1 : .max)
      if !found.isEmpty { places[id] = found }
    }
  }

  /// By field, where its assignment stands among the row's effects.
  subscript(id: TransitionID) -> [Int: Int] { places[id] ?? [:] }

  private static func find(_ transition: Transition, _ machine: StateMachine, atMost limit: Int) -> [Int: Int] {
    let row = machine.rows[transition.row]
    var end = row.effects.count
    /// What is read behind the effects at hand.
    var readers: [SourceRange] = []
    if case .answer? = row.effects.last {
      guard let codes = codes(of: transition.answer, machine) else { return [:] }
      readers = codes
      end -= 1
    }
    var folded: [Int: Int] = [:]
    /// Whether a value may be worked out in another order: that of the fields.
    var isMovable = true
    for place in (0..<end).reversed() where folded.count < limit {
      guard case .assignField(let name, let symbol, let value) = row.effects[place], !row.blockNames.contains(name.id),
        let local = transition.locals.first(where: { $0.name.id == name.id && $0.owner == .source }),
        case let field = Int(local.field), folded[field] == nil
      else { break }
      let isPlain = machine.source.bytes[symbol.lowerBound] == Ascii.equals
      let callsNothing = AnswerPlan.canFollow(value, machine)
      guard isPlain || machine.ownsNothing(machine.states[transition.source].pathFields[field].type),
        folded.isEmpty || isMovable && callsNothing,
        !readers.contains(where: { SwiftAnalysis.names(machine.names.text(name.id), in: $0, machine.source.bytes) }),
        !isCarried(name.id, by: transition.answer),
        !isChanged(name.id, by: row.effects[..<place], machine)
      else { break }
      isMovable = callsNothing
      folded[field] = place
      readers.append(value.range)
    }
    return folded
  }

  /// The Swift of an answer that may stand behind the new state; nil where some of it must stand before.
  private static func codes(of answer: TransitionAnswer?, _ machine: StateMachine) -> [SourceRange]? {
    let codes: [SwiftCode] =
      switch answer {
      case nil: []
      case .value(let code): [code]
      case .action(_, _, let arguments, _):
        arguments.compactMap { if case .code(let code) = $0 { code } else { nil } }
      }
    return codes.allSatisfy { AnswerPlan.canFollow($0, machine) } ? codes.map(\.range) : nil
  }

  private static func isCarried(_ name: NameID, by answer: TransitionAnswer?) -> Bool {
    guard case .action(_, _, let arguments, _)? = answer else { return false }
    return arguments.contains { if case .local(let carried) = $0 { carried.id == name } else { false } }
  }

  /// Whether effects change a field before it is assigned.
  private static func isChanged(_ name: NameID, by effects: ArraySlice<Effect>, _ machine: StateMachine) -> Bool {
    effects.contains { effect in
      switch effect {
      case .assignField(let other, _, _) where other.id == name: true
      case .scope: true
      case .block(let code): SwiftAnalysis.changes(machine.names.text(name), in: code.range, machine.source.bytes)
      default:
        effect.codes.contains { code in
          let range = SourceRange(code.range.lowerBound - 1, code.range.upperBound + 1)
          return SwiftAnalysis.changes(machine.names.text(name), in: range, machine.source.bytes)
        }
      }
    }
  }
}

extension StateMachine {
  /// Whether a type is one of the standard library's that own no memory: a copy of such a value costs nothing.
  func ownsNothing(_ type: SourceRange) -> Bool {
    switch source.text(aliased(type)) {
    case "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
      "Float", "Float16", "Double", "Duration", "Bool":
      true
    default: false
    }
  }
}

extension SwiftAnalysis {
  /// Whether Swift is one operand: a name, a number, a member or a call, with no operator outside of brackets.
  static func isOperand(_ range: SourceRange, _ bytes: [UInt8]) -> Bool {
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    var depth = 0
    var before = SwiftToken?.none
    while true {
      let token = swift.next()
      switch token.kind {
      case .end: return depth == 0
      case .identifier, .number:
        // Two words in a row: `try x`, `x as Y`.
        if depth == 0, before.map({ !$0.isPunctuation(Ascii.dot) }) ?? false { return false }
      case .punctuation:
        switch token.byte {
        case Ascii.leftParen, Ascii.leftBracket: depth += 1
        case Ascii.rightParen, Ascii.rightBracket: depth -= 1
        case Ascii.dot: break
        default: if depth == 0 { return false }
        }
      case .infixOrPrefix, .postfix, .literal: if depth == 0 { return false }
      }
      before = token
    }
  }

  /// Whether Swift names something that is no member and no label.
  static func names(_ name: String, in range: SourceRange, _ bytes: [UInt8]) -> Bool {
    !places(of: name, in: range, bytes).isEmpty
  }

  /// Whether a block changes what a name stands for, as far as tokens show. The range includes the braces.
  static func changes(_ name: String, in range: SourceRange, _ bytes: [UInt8]) -> Bool {
    let inside = SourceRange(range.lowerBound + 1, range.upperBound - 1)
    return uses(of: places(of: name, in: inside, bytes), in: range, bytes).contains { $0.change != .none }
  }

  private static func places(of name: String, in range: SourceRange, _ bytes: [UInt8]) -> [Int] {
    var places: [Int] = []
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    /// For each open bracket, whether it is a parenthesis.
    var parentheses: [Bool] = []
    var before = SwiftToken?.none
    var token = swift.next()
    while token.kind != .end {
      let next = swift.next()
      switch token.byte {
      case Ascii.leftParen where token.kind == .punctuation: parentheses.append(true)
      case Ascii.leftBracket where token.kind == .punctuation, Ascii.leftBrace where token.kind == .punctuation:
        parentheses.append(false)
      case Ascii.rightParen where token.kind == .punctuation, Ascii.rightBracket where token.kind == .punctuation,
        Ascii.rightBrace where token.kind == .punctuation:
        _ = parentheses.popLast()
      default:
        guard token.kind == .identifier else { break }
        let isQuoted = token.byte == Ascii.backtick
        let text = bytes[(token.start + (isQuoted ? 1 : 0))..<(token.end - (isQuoted ? 1 : 0))]
        let isMember = before?.isPunctuation(Ascii.dot) ?? false
        let begins = before.map { $0.isPunctuation(Ascii.leftParen) || $0.isPunctuation(Ascii.comma) } ?? false
        let isLabel = begins && next.isPunctuation(Ascii.colon) && parentheses.last == true
        if !isMember, !isLabel, text.elementsEqual(name.utf8) { places.append(token.start) }
      }
      before = token
      token = next
    }
    return places
  }
}
