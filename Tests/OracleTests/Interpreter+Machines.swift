/// Runs submachines as the page `Language.md` describes them under "Machines within states".
extension Interpreter {
  /// Lets a submachine handle an event that is for it. Returns nil if the event is not for a submachine, if the
  /// submachine's state is not active, or if the submachine has no row for the event.
  mutating func handOn(_ event: Int, _ arguments: Payload) -> Outcome? {
    guard let (state, inner) = chart.events[event].inner, configuration.contains(state) else { return nil }
    let outcome = within(state) { $0.attempt(inner, arguments) }
    return outcome == .deferred ? .stayed : outcome
  }

  func acceptsWithin(_ event: Int, _ arguments: Payload) -> Bool {
    guard let (state, inner) = chart.events[event].inner, configuration.contains(state), let machine = machines[state]
    else { return false }
    let events = machine.chart.events.count
    return inner < events
      ? machine.accepts(inner, arguments) : machine.acceptsElapse(machine.chart.timed[inner - events])
  }

  /// Returns the payload of an event as rows see it: empty for an event that is for a submachine.
  func visible(_ arguments: Payload, _ event: Int) -> Payload { chart.events[event].inner == nil ? arguments : [:] }

  mutating func startMachine(of state: Int) { _ = within(state) { $0.begin() } }
  mutating func stopMachine(of state: Int) { _ = within(state) { $0.leave() } }

  /// Calls `action` with the submachine of a state, adds the submachine's outputs to those of this machine, and returns
  /// the result of `action`. Nil for a state without a submachine.
  private mutating func within(_ state: Int, _ action: (inout Interpreter) -> Outcome?) -> Outcome? {
    guard var machine = machines[state] else { return nil }
    let outcome = action(&machine)
    machines[state] = machine
    outputs += machine.outputs.map { "\(chart.states[state].name)(\($0))" }
    isTrapped = isTrapped || machine.isTrapped
    isRunaway = isRunaway || machine.isRunaway
    if outcome == .transitioned, machine.isFinal, !internalQueue.contains(.done(state)) {
      internalQueue.append(.done(state))
    }
    return outcome
  }

  /// Handles an event in a submachine. Returns nil if no row takes the event: policies of submachines are ignored.
  private mutating func attempt(_ event: Int, _ arguments: Payload) -> Outcome? {
    beginRun()
    // A timer that elapses late is nobody else's.
    guard event < chart.events.count else { return elapse(chart.timed[event - chart.events.count]) }
    guard !isFinal else { return nil }
    let outcome = take(select(.event(event), arguments))
    if outcome == .deferred { deferredEvents.append((event, arguments)) }
    let result = runToCompletion(outcome)
    return outcome == .unhandled ? nil : result
  }

  /// Starts a submachine in its initial states, or in the states that a history has restored.
  private mutating func begin() -> Outcome {
    guard !configuration.isEmpty else {
      _ = start()
      return .transitioned
    }
    beginRun()
    let states = configuration
    configuration = []
    enter(states)
    _ = runToCompletion(.transitioned)
    return .transitioned
  }

  private mutating func leave() -> Outcome? {
    beginRun()
    exited = []
    exit(nil)
    // What is raised meanwhile comes to a machine that is not there any more.
    internalQueue = []
    return nil
  }
}
