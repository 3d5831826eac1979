/// Runs a chart as the algorithm of SCXML's Appendix D does
/// (https://www.w3.org/TR/scxml/#AlgorithmforSCXMLInterpretation), on the tree of states and on the rows as they are
/// written. It shares no code with the compiler.
///
/// Where the language differs from SCXML, the interpreter follows the language: a composite state's transition to its
/// own descendant is local; `*` rows come after the other rows of the states that they stand for; a payload that is not
/// given carries over; a choice is passed through in one microstep; events can be deferred.
struct Interpreter {
  enum Outcome: String {
    case ignored, stayed, transitioned, deferred
    /// No row has taken the event, and the policy for it is to throw.
    case unhandled
  }

  typealias Payload = [String: Int]

  let chart: Chart
  /// The names of the timers in the generated code, by the state.
  let timerNames: [Int: String]
  /// The active states, in the order of the source.
  var configuration: [Int] = []
  /// The payload of each active state.
  var payload: [Int: Payload] = [:]
  var properties: Payload = [:]
  var outputs: [String] = []
  /// The number of times that rows, and rows of choices, have been taken since the start, by their texts.
  var taken: [String: Int] = [:]
  /// Whether `taken` is counted.
  var countsRows = false
  /// All outputs since the interpreter was created.
  var trace: [String] = []
  /// The states that the current run has exited and entered, in this order.
  var left: [Int] = []
  var entered: [Int] = []
  /// Whether the current run does not end.
  var isRunaway = false
  /// Whether an effect has trapped. Afterwards, the other properties mean nothing.
  var isTrapped = false
  /// Whether the trap occurred after the event's own microstep, such as in a raised event.
  var isTrappedAfterEvent = false
  /// The first error of the current run, which the sender of the event catches; nil if there is none.
  var failure: String?
  /// The result of the event's method, as text.
  var answer = ""
  /// The value of the error that a `try` in a row's condition has thrown, so that the row was not taken; nil if none
  /// has.
  var thrown: Int?

  enum InternalEvent: Equatable {
    case raised(Int, Payload)
    case done(Int)
  }

  var internalQueue: [InternalEvent] = []
  var deferredEvents: [(event: Int, arguments: Payload)] = []
  /// The histories, by composite state: the states in it that were active when it was exited last, with all their
  /// payloads.
  var historyValue: [Int: (states: [Int], payload: [Int: Payload], machines: [Int: Interpreter])] = [:]
  /// The submachines, by the owner's state.
  var machines: [Int: Interpreter] = [:]

  /// The values of the names that a row or an action can use. If several parts have a name, the first one decides.
  struct Environment {
    var event: Payload = [:]
    /// The states whose labels can be used, the innermost first.
    var states: [Int] = []
  }

  struct EnabledRow {
    var row: Int
    /// The active state, or its ancestor, for which the row is taken.
    var source: Int
    var event: Payload
  }

  enum Selection {
    case none, deferred
    /// Rows without conflicts, in the order of the leaf states that have selected them.
    case rows([EnabledRow])
  }

  /// The states that the current microstep has exited; their payloads can still be read.
  var exited: [Int] = []
  /// The outcome of the current microstep. It is no longer `ignored` once something is done.
  var outcomeOfStep = Outcome.ignored

  init(_ chart: Chart) {
    self.chart = chart
    timerNames = chart.timerNames
    for property in chart.properties { properties[property.name] = property.value }
  }

  /// Starts the machine by entering its initial states, and returns the outputs.
  mutating func start() -> [String] {
    beginRun()
    let entered = initialStates(of: nil)
    prepare(entered, arguments: [:], Environment(), from: nil)
    // Where events are methods, nothing is done on making a machine.
    enter(entered, acts: !chart.hasMethods)
    if chart.hasMethods { internalQueue = [] } else { _ = runToCompletion(.transitioned) }
    return outputs
  }

  /// Whether the machine is in a final state. Always false for a machine with methods, because its methods return
  /// results in final states, too.
  var isFinal: Bool { !chart.hasMethods && isInFinalState(nil) }

  /// Returns whether a composite state, or the machine for nil, has ended: it is in a final state, in each of its
  /// regions (Appendix D, isInFinalState).
  func isInFinalState(_ state: Int?) -> Bool {
    if chart.isParallel(state) { return chart.children(of: state).allSatisfy { isInFinalState($0) } }
    return configuration.contains { chart.states[$0].parent == state && chart.states[$0].isFinal }
  }

  mutating func beginRun() {
    (outputs, left, entered) = ([], [], [])
    isRunaway = false
    failure = nil
    thrown = nil
  }

  // MARK: Events

  /// Handles an event, with all that follows from it, and returns the outcome. The outputs are in `outputs`.
  mutating func handle(_ event: Int, _ arguments: Payload) -> Outcome {
    beginRun()
    answer = chart.defaultAnswer(to: event)
    let outcome = step(event, arguments)
    if outcome == .deferred { deferredEvents.append((event, arguments)) }
    if outcome == .unhandled, chart.unhandled(event) == .trap {
      isTrapped = true
    } else if outcome == .unhandled {
      fail(event)
    }
    return runToCompletion(outcome)
  }

  /// Returns whether the machine accepts an event: a transition would be taken that does something, and none that
  /// traps. Raised events and others after the event do not count.
  func accepts(_ event: Int, _ arguments: Payload) -> Bool {
    if acceptsWithin(event, arguments) { return true }
    guard !isFinal, case .rows(let enabled) = select(.event(event), visible(arguments, event)) else { return false }
    return enabled.contains { acts($0) && !ignores($0) } && !enabled.contains { traps($0) }
  }

  /// Lets the timer of a state elapse, and returns the outcome. Only rows of that state can take the timer.
  mutating func elapse(_ state: Int) -> Outcome {
    beginRun()
    guard let row = enabledRow(whenElapsed: state) else { return .ignored }
    return runToCompletion(take(.rows([row])))
  }

  func acceptsElapse(_ state: Int) -> Bool {
    enabledRow(whenElapsed: state).map { acts($0) && !ignores($0) && !traps($0) } ?? false
  }

  private func enabledRow(whenElapsed state: Int) -> EnabledRow? {
    guard !isFinal, configuration.contains(state) else { return nil }
    return enabledRow(of: state, [:], { $0 == .timer(state) }).map { EnabledRow(row: $0, source: state, event: [:]) }
  }

  private mutating func step(_ event: Int, _ arguments: Payload) -> Outcome {
    guard !isFinal else { return .ignored }
    if let outcome = handOn(event, arguments) { return outcome }
    let outcome = take(select(.event(event), visible(arguments, event)))
    guard outcome == .unhandled, chart.unhandled(event) == .ignore || chart.unhandled(event) == .error else {
      return outcome
    }
    return .ignored
  }

  mutating func fail(_ error: String) { if failure == nil { failure = error } }

  /// Ends the run with the error for an event that no row takes.
  private mutating func fail(_ event: Int) { fail(chart.unhandled(event) == .throwOwn ? "threw -7" : "unhandled") }

  mutating func take(_ selection: Selection) -> Outcome {
    switch selection {
    case .none: return .unhandled
    case .deferred: return .deferred
    case .rows(let all):
      let enabled = all.filter { acts($0) }
      if countsRows { for row in all where !acts(row) { taken[chart.printed(chart.rows[row.row]), default: 0] += 1 } }
      guard !enabled.isEmpty else { return .ignored }
      take(enabled)
      return outcomeOfStep
    }
  }

  /// Ends a run: takes `always` rows, then raised and completion events, until there are none (Appendix D,
  /// mainEventLoop), then deferred events. A raised event without a row is no error; a deferred one is reported at the
  /// end of the run.
  ///
  /// - Parameter first: the outcome of the event's own microstep.
  mutating func runToCompletion(_ first: Outcome) -> Outcome {
    let wasTrapped = isTrapped
    defer { if isTrapped, !wasTrapped { isTrappedAfterEvent = true } }
    // A method returns, or throws, at the end of the run.
    guard first == .stayed || first == .transitioned || chart.hasMethods else { return first }
    thrown = nil
    var outcome = first
    var steps = 0
    while !isFinal, !isTrapped, !isRunaway {
      steps += 1
      if steps > 900 {
        isRunaway = true
        return outcome
      }
      var next = Outcome.ignored
      if case .rows(let enabled) = select(.always, [:]) {
        next = take(.rows(enabled))
      } else if !internalQueue.isEmpty {
        switch internalQueue.removeFirst() {
        case .raised(let event, let arguments):
          next = step(event, arguments)
          if next == .deferred { deferredEvents.append((event, arguments)) }
        case .done(let state):
          if let enabled = enabledRow(whenDone: state) { next = take(.rows([enabled])) }
        }
      } else if let index = deferredEvents.firstIndex(where: { !isDeferred($0.event, $0.arguments) }) {
        let event = deferredEvents.remove(at: index)
        next = step(event.event, event.arguments)
        if next == .unhandled { fail(event.event) }
      } else {
        break
      }
      if next == .transitioned { outcome = next }
    }
    return outcome
  }

  private func isDeferred(_ event: Int, _ arguments: Payload) -> Bool {
    if case .deferred = select(.event(event), arguments) { true } else { false }
  }
}
