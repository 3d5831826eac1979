import StateMachineModel

/// Writes `takeDone`: the `done` transitions of a state that has come to its end (UML 2.5.1, §14.2.3.8.3).
struct DoneLowering {
  private let model: SwiftModel
  private let states: StateLowering
  private let rows: RowLowering
  private let planner: BindingPlanner
  private var machine: StateMachine { model.machine }
  private var names: GeneratedNames { model.names }

  init(_ model: SwiftModel) {
    self.model = model
    rows = RowLowering(model)
    states = rows.states
    planner = BindingPlanner(model, .everything)
  }

  /// Takes the `done` transitions of a state, if it still is at its end.
  func write(_ out: inout SwiftWriter) {
    guard model.run.hasDone else { return }
    out.lines(
      """

      /// Takes the transition for the completion event of a state, if one applies.
      """)
    // Not `state`, which is the machine's.
    let parameter = names.fresh("completed")
    let parameters = "_ \(parameter): \(names.completion)\(model.parameters(first: false))"
    out.write(string: "private mutating func takeDone(\(parameters)) -> \(model.stepResult)")
    out.openFunction(answers: true, mayBindTooMuch: machine.hasRegions)
    out.openSwitch(over: parameter)
    for state in model.run.completable {
      out.write("case .")
      out.write(member: machine.states[state].name)
      out.openCase()
      writeTransitions(of: state, &out)
      out.closeCase()
    }
    out.closeSwitch()
    out.closeFunction()
    for state in model.run.completable where machine.isParallel(state) { writeIsDone(state, &out) }
  }

  /// Tells whether each region of a composite is in a final state.
  private func writeIsDone(_ state: StateID, _ out: inout SwiftWriter) {
    out.lines(
      """

      /// Whether each region of `\(model.name(of: state))` is in a final state.
      """)
    out.write(string: "private var \(names.function("isDone", state)): Bool")
    out.openFunction(answers: true)
    let bindings = Bindings(child: .fresh("regions"))
    let opened = states.beginMatch(state, bindings, StateLowering.Match(otherwise: "return false"), &out)
    for region in machine.states[state].children {
      states.writeFinalTest(
        of: region, "regions.\(model.spelling(machine.states[region].name))", &out)
    }
    out.leave("return true")
    states.endMatch(opened, &out)
    out.closeFunction()
  }

  private func writeTransitions(of state: StateID, _ out: inout SwiftWriter) {
    guard let group = model.behaviour.group(of: state, on: .done) else { return }
    let transitions = model.behaviour.tried(group)
    let bound = BoundTransitions(transitions: transitions, eventNames: planner.eventNames(.done, transitions))
    var source = planner.sourceBindings(of: state, [bound])
    var opened = 0
    if machine.isParallel(state) {
      out.line(string: "guard self.\(names.function("isDone", state)) else { return \(model.notTaken) }")
      opened = begin(state, source, transitions, &out)
    } else if machine.states[state].submachine != nil {
      opened = beginOwner(state, &source, bound, &out)
    } else {
      opened = beginComposite(state, &source, bound, &out)
    }
    let context = RowLowering.Context(planner: planner, task: .function(.takeAlways))
    rows.lower(bound, source, otherwise: .unhandled, context, &out)
    states.endMatch(opened, &out)
  }

  private func begin(
    _ state: StateID, _ bindings: Bindings, _ transitions: ArraySlice<TransitionID>, _ out: inout SwiftWriter
  ) -> Int {
    let storing = transitions.compactMap { planner.storingSegment(of: $0) }.max()
    let match = StateLowering.Match(otherwise: "return \(model.notTaken)", storing: storing)
    return states.beginMatch(state, bindings, match, &out)
  }

  /// A composite is done where the state that is active within it is final.
  private func beginComposite(
    _ state: StateID, _ source: inout Bindings, _ bound: BoundTransitions, _ out: inout SwiftWriter
  ) -> Int {
    let child = bound.eventNames.first.flatMap { $0 } ?? source.child ?? .fresh(names.child)
    var bindings = source
    bindings.child = child
    let opened = begin(state, bindings, bound.transitions, &out)
    if source.child != nil { source.child = child }
    let children = machine.states[state].children
    out.write("switch ")
    states.write(child, &out)
    out.openSwitch()
    for isFinal in [false, true] {
      let group = children.filter { machine.states[$0].isFinal == isFinal }
      guard !group.isEmpty else { continue }
      states.writeCaseList(states: group, within: state, &out)
      out.openCase()
      if !isFinal { out.leave("return \(model.notTaken)") }
      out.closeCase()
    }
    out.closeSwitch()
    return opened
  }

  /// The owner of a submachine is done where that has ended.
  private func beginOwner(
    _ state: StateID, _ source: inout Bindings, _ bound: BoundTransitions, _ out: inout SwiftWriter
  ) -> Int {
    let bindings = source.namingSubmachine(of: machine.states[state], names.fresh("machine"))
    let opened = begin(state, bindings, bound.transitions, &out)
    guard let submachine = bindings.names.last.flatMap({ $0 }) else { return opened }
    out.write("guard ")
    states.write(submachine, &out)
    out.line(".isFinal else { return nil }")
    if let name = bound.eventNames.first.flatMap({ $0 }) {
      out.write("let ")
      states.write(name, &out)
      out.write(" = ")
      states.write(submachine, &out)
      out.line(".state")
    }
    return opened
  }
}

extension Bindings {
  /// With a name for the submachine of a state, which is the last of its fields.
  fileprivate func namingSubmachine(of state: State, _ name: String) -> Bindings {
    var result = self
    if result.names.isEmpty { result.names = Array(repeating: nil, count: state.pathFields.count) }
    result.names[result.names.count - 1] = result.names[result.names.count - 1] ?? .fresh(name)
    return result
  }
}
