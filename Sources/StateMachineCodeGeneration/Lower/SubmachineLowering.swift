import StateMachineModel

/// Writes what the owner of submachines does with them: an event for a submachine goes to it first; what it does not
/// handle, the state's own transitions may. Its outputs are handed out in the state's.
struct SubmachineLowering {
  private let model: SwiftModel
  private let states: StateLowering
  private var machine: StateMachine { model.machine }
  private var names: GeneratedNames { model.names }

  init(_ model: SwiftModel) {
    self.model = model
    states = StateLowering(model: model)
  }

  /// The functions that start and stop submachines, and that hand events on to them.
  func write(_ out: inout SwiftWriter) {
    for state in machine.states.indices {
      guard let submachine = machine.states[state].submachine else { continue }
      writeCall(to: submachine, of: state, "start", "Starts the submachine of", isStart: true, &out)
      writeCall(to: submachine, of: state, "resume", "Resumes the submachine of", isStart: false, &out)
      writeCall(to: submachine, of: state, "stop", "Stops the submachine of", isStart: false, &out)
      if submachine.event != nil {
        writeAttempt(submachine, state, &out)
        if machine.region(of: state) != nil { writeAccepts(submachine, state, &out) }
      }
    }
  }

  /// `{ emit(.loaded($0)) }`, where the submachine has outputs.
  private func handingOut(_ submachine: Submachine, _ state: StateID) -> String {
    submachine.output == nil ? "" : " { \(names.emit)(.\(model.name(of: state).spelledAsMember)($0)) }"
  }

  private func writeCall(
    to submachine: Submachine, of state: StateID, _ verb: String, _ summary: String, isStart: Bool,
    _ out: inout SwiftWriter
  ) {
    out.lines(
      """

      /// \(summary) `\(model.name(of: state))`.
      """)
    out.write(string: "private mutating func \(names.function(verb, state))(\(model.parameters(first: true)))")
    out.openFunction(answers: false)
    let closure = handingOut(submachine, state)
    let opened = begin(state, otherwise: "return", &out)
    out.line(string: "\(names.child).\(verb)\(closure.isEmpty ? "()" : closure)")
    end(state, opened, tellsDone: isStart, &out)
    out.closeFunction()
  }

  /// Binds a state's payload, and empties the state, so that its submachine has one owner.
  ///
  /// - Returns: how many switches have been opened.
  private func begin(_ state: StateID, otherwise: String, _ out: inout SwiftWriter) -> Int {
    var bindings = Bindings(names: fieldNames(state))
    bindings.isVariable = bindings.names.indices.map { $0 == bindings.names.count - 1 }
    let segment = model.layout.segments(of: state).count - 1
    let match = StateLowering.Match(otherwise: otherwise, storing: segment)
    let opened = states.beginMatch(state, bindings, match, &out)
    states.writeEmptied(state, segment: segment, &out)
    return opened
  }

  private func fieldNames(_ state: StateID) -> [LocalName?] {
    let count = machine.states[state].pathFields.count
    return (0..<count).map { .fresh($0 == count - 1 ? names.child : names.fresh("value\($0 + 1)")) }
  }

  private func end(
    _ state: StateID, _ opened: Int, tellsDone: Bool, tellsOutcome: Bool = false, _ out: inout SwiftWriter
  ) {
    let fields = fieldNames(state)
    states.writeRebuilt(state, child: nil, &out) { fields[$0].map { .name($0) } ?? .defaultValue }
    out.endLine()
    if tellsDone, model.run.isCompletable(state) {
      let condition = tellsOutcome ? "outcome == .transitioned, " : ""
      out.write(string: "if \(condition)\(names.child).isFinal { \(names.run).finish(.")
      out.write(member: machine.states[state].name)
      out.line(") }")
    }
    states.endMatch(opened, &out)
  }

  private func writeAttempt(_ submachine: Submachine, _ state: StateID, _ out: inout SwiftWriter) {
    out.lines(
      """

      /// Passes an event to the submachine of `\(model.name(of: state))`. Returns nil where it has no transition for it.
      """)
    out.write(string: "private mutating func \(names.function("attempt", state))(_ \(names.event): ")
    out.write(submachine.type)
    out.write(string: ".Event\(model.parameters(first: false))) -> Outcome?")
    out.openFunction(answers: true)
    let opened = begin(state, otherwise: "return nil", &out)
    out.line(
      string: "let outcome = \(names.child).attempt(event: \(names.event))\(handingOut(submachine, state))")
    end(state, 0, tellsDone: true, tellsOutcome: true, &out)
    out.openSwitch(over: "outcome")
    out.line("case nil: return nil")
    out.line("case .ignored: return .ignored")
    // What it keeps for later has changed it.
    out.line(
      submachine.interface.defers ? "case .stayed, .deferred: return .stayed" : "case .stayed: return .stayed")
    out.line("case .transitioned: return .transitioned")
    out.closeSwitch()
    states.endMatch(opened, &out)
    out.closeFunction()
  }

  /// Whether the submachine of a state within a region accepts an event.
  private func writeAccepts(_ submachine: Submachine, _ state: StateID, _ out: inout SwiftWriter) {
    out.lines(
      """

      /// Whether the submachine of `\(model.name(of: state))` has a transition for an event.
      """)
    out.write(string: "private func \(names.function("accepts", state))(_ \(names.event): ")
    out.write(submachine.type)
    out.write(".Event) -> Bool")
    out.openFunction(answers: true)
    let count = machine.states[state].pathFields.count
    let bindings = Bindings(names: (0..<count).map { $0 == count - 1 ? .fresh(names.child) : nil })
    let opened = states.beginMatch(state, bindings, StateLowering.Match(otherwise: "return false"), &out)
    out.leave("return \(names.child).accepts(\(names.event))")
    states.endMatch(opened, &out)
    out.closeFunction()
  }
}
