import StateMachineSyntax

/// Creates the timers of states, for rows with timers as triggers.
extension Resolver {
  /// Returns the timer of a state for the trigger of a row, such as `after 5s`. The first row with this trigger creates
  /// the timer; other rows of the state with the same trigger share the timer.
  mutating func timer(_ text: TimerText, of state: StateID) -> TimerID {
    var expression: SwiftText?
    if case .expression(let code, _) = text.delay {
      expression = code
      // All of the row's sources must know the names in the delay. Of several triggers, each may use other names.
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
    // The parser has refused everything that is no duration.
    case .literal(let range): .literal((try? DurationLiteral.swift(source.text(range))) ?? ".zero")
    }
  }
}
