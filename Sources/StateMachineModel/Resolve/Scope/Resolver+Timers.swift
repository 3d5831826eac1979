import StateMachineSyntax

/// The timers of the states that rows with a timer begin in.
extension Resolver {
  /// The timer of a state for what a row says: rows of one state with the same text share one.
  mutating func timer(_ text: TimerText, of state: StateID) -> TimerID {
    var expression: SwiftText?
    if case .expression(let code, _) = text.delay {
      expression = code
      // What it names must be known in all of the row's sources. Of several triggers, each names what it will.
      if row.triggers.count == 1 { use(code, []) }
      reportNumber(asDuration: code, behind: text.repeats ? "every" : "after")
      if !row.reported.isEmpty { timers.reported += row.reported }
    }
    let key = TimerKey(state: state, text: text.key)
    if let timer = timers.ids[key] { return timer }
    let timer = machine.timers.append(
      Timer(state: state, repeats: text.repeats, delay: delay(text.delay), range: text.range))
    timers.ids[key] = timer
    timers.delays.append(expression)
    machine.states[state].timers.append(timer)
    return timer
  }

  private func delay(_ syntax: DurationSyntax) -> Timer.Delay {
    switch syntax {
    case .expression(let text, _): .code(code(text))
    // The parser has refused what is no duration.
    case .literal(let range): .literal((try? DurationLiteral.swift(source.text(range))) ?? ".zero")
    }
  }

  /// `after (tries)` and `after (2 * tries)`, where that is a number.
  mutating func reportNumber(asDuration code: SwiftText, behind word: String) {
    let range = code.range
    let tokens = SwiftLexer.tokens(of: source.bytes, in: range)
    let isArithmetic = tokens.allSatisfy { token in
      switch token.kind {
      case .number, .identifier: true
      default: token.end == token.start + 1 && "+-*/%()".utf8.contains(source.bytes[token.start])
      }
    }
    guard isArithmetic, tokens.count(where: { $0.kind == .identifier }) == code.uses.indices.count,
      code.uses.indices.allSatisfy({ isNumber(tree.nameUses[$0]) })
    else { return }
    reportOnce(.numberAsDuration(range, source.text(range), behind: word))
    row.isBroken = true
  }

  /// Whether a name is a label or a property of a type that has no parts, and is no duration.
  private func isNumber(_ use: NameUse) -> Bool {
    let found = scope.find(use.name)
    let entry = (found.event ?? found.source).map { scope.entries[$0] }
    let property = names[use.name].property.map { machine.storedProperties[$0.index].type }
    guard entry?.isDeep != true, let type = entry?.type ?? property else { return false }
    return machine.ownsNothing(type) && !["Duration", "Bool"].contains(source.text(type))
  }
}
