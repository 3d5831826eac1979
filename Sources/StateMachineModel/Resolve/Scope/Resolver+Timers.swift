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
}
