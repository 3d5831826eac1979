import StateMachineModel

/// Writes entry and exit effects: one function for each state that has them, which every transition calls that enters
/// or leaves the state; and `start`, which enters the current state.
struct ActionLowering {
  let model: SwiftModel
  let states: StateLowering
  let transitions: TransitionLowering
  let effects: EffectLowering
  var machine: StateMachine { model.machine }
  var behaviour: Behaviour { model.behaviour }
  var names: GeneratedNames { model.names }

  init(_ model: SwiftModel) {
    self.model = model
    states = StateLowering(model: model)
    transitions = TransitionLowering(model)
    effects = EffectLowering(model: model)
  }

  func write(_ out: inout SwiftWriter) {
    if model.run.hasStart && !machine.hasMethods || machine.isSubmachine { writeStart(&out) }
    if model.run.resumes { writeResume(&out) }
    if machine.isSubmachine { writeStop(&out) }
    let plan = model.actions
    if plan.leavesMachine { writeInsideFunction(nil, .exit, &out) }
    let history = HistoryLowering(model)
    for state in machine.states.indices {
      if let entry = machine.states[state].entry, hasFunction(state) {
        write(entry, "enter", state, "Runs the entry effects of", &out)
      }
      if let activity = machine.states[state].activity, plan.inlined(activity) == nil {
        write(activity, "begin", state, "Starts the tasks and timers of", &out)
      }
      if machine.isParallel(state), hasSomething(within: state, .resume) { writeInsideFunction(state, .resume, &out) }
      if let exit = machine.states[state].exit, plan.inlined(exit) == nil {
        write(exit, "exit", state, "Runs the exit effects of", &out)
      }
      if plan.exitFunctions.contains(state) { writeInsideFunction(state, .exit, &out) }
      if plan.entryFunctions.contains(state) { writeInsideFunction(state, .enter, &out) }
      if !remembersInPlace(state) { history.writeFunction(of: state, &out) }
    }
    if plan.mayChange {
      // A generic parameter of the machine may be called so.
      let type = machine.names.fresh("Value")
      out.lines(
        """

        /// Passes `value` as `inout`: an effect calls a method of it that may be mutating.
        @inline(__always)
        private static func mayChange<\(type)>(_ value: inout \(type)) {}
        """)
    }
  }

  /// Tells whether entry effects are a function of their state's own.
  func hasFunction(_ state: StateID) -> Bool {
    if let region = machine.states[state].parent, model.actions.joinedRegions.contains(region) { return false }
    return model.actions.inlined(machine.states[state].entry) == nil
  }

  /// Tells whether what a composite was is remembered without a function.
  private func remembersInPlace(_ state: StateID) -> Bool {
    model.actions.wholeHistories.contains(state) || isRememberedWithRegions(state)
  }

  /// Tells whether a region is left only together with the regions beside it, which are bound then.
  func isRememberedWithRegions(_ region: StateID) -> Bool {
    guard machine.states[region].isRegion, !machine.states[region].histories.isEmpty else { return false }
    return !machine.descendants(of: region).contains {
      machine.states[$0].submachine != nil || machine.states[$0].isForgotten
    }
  }

  // MARK: Start and stop

  private func writeStart(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Runs the entry effects of the current state. For a new machine: one that was stored has run them.
      """)
    out.write(string: "\(model.access)mutating func start(")
    if model.hasOutputs { out.write(string: model.emitParameter) }
    out.write(string: ")\(model.startThrows ? model.errors.clause : "")")
    out.openFunction(answers: false)
    if model.needsRun { out.line(string: "var \(names.run) = \(names.runType)()") }
    if machine.states.contains(where: { $0.entry != nil || $0.submachine != nil }) || model.run.hasDone {
      writeInside(nil, .enter, &out)
    }
    if model.run.runsToCompletion {
      out.line(string: "_ = self.settle(.transitioned\(model.arguments(first: false)))")
    }
    if model.startThrows { out.line(string: "if let failure = \(names.run).failure { throw failure }") }
    out.closeFunction()
  }

  private func writeResume(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Starts the tasks and timers of the current state again, for a machine that was stored. Entry effects are not
      /// run again.
      """)
    out.write(string: "\(model.access)mutating func resume(")
    if model.hasOutputs { out.write(string: model.emitParameter) }
    out.write(")")
    out.openFunction(answers: false)
    if behaviour.tree.hasActivities(within: nil) {
      if model.needsRun, usesRun(.resume) { out.line(string: "var \(names.run) = \(names.runType)()") }
      writeInside(nil, .resume, &out)
    }
    out.closeFunction()
  }

  /// For the machine whose submachine this is: leaves all that is active.
  private func writeStop(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Runs the exit effects of the current state, as the machine that owns this submachine leaves it.
      """)
    out.write(string: "\(model.access)mutating func stop(")
    if model.hasOutputs { out.write(string: model.emitParameter) }
    out.write(")")
    out.openFunction(answers: false)
    if model.actions.leavesMachine {
      if model.needsRun { out.line(string: "var \(names.run) = \(names.runType)()") }
      transitions.write(.exitWithin(nil), &out)
    } else if behaviour.tree.hasExits(within: nil) {
      if model.needsRun, usesRun(.exit) { out.line(string: "var \(names.run) = \(names.runType)()") }
      writeInside(nil, .exit, &out)
    }
    out.closeFunction()
  }

  // MARK: One state

  private func write(
    _ action: Action, _ verb: String, _ state: StateID, _ summary: String, _ out: inout SwiftWriter
  ) {
    let declaration = machine.states[state]
    // Behind a trap, nothing is built anew.
    let changes = !action.traps && action.locals.contains { $0.isChanged }
    let lost = action.traps ? action.locals.filter { !$0.isReadBeforeTrap } : []
    out.blankLine()
    out.line(string: "/// \(summary) `\(model.name(of: state))`.")
    let parameters = model.parameters(first: true)
    out.write(string: "\(model.helperAccess)mutating func \(names.function(verb, state))(\(parameters))")
    out.openFunction(answers: false)
    var bindings = Bindings(
      names: Array(repeating: nil, count: declaration.pathFields.count),
      isVariable: Array(repeating: false, count: declaration.pathFields.count))
    for local in action.locals where !lost.contains(where: { $0.name.id == local.name.id }) {
      bindings.names[Int(local.field)] = .declared(local.name)
      bindings.isVariable[Int(local.field)] = local.isChanged
    }
    if changes { nameAllFields(of: declaration, &bindings) }
    let isBound = bindings.names.contains { $0 != nil }
    if changes, declaration.isComposite { bindings.child = .fresh(names.child) }
    let storing = changes ? model.layout.segments(of: state).count - 1 : nil
    let opened = isBound ? states.beginMatch(state, bindings, StateLowering.Match(storing: storing), &out) : 0
    if changes {
      let change = PayloadChange(
        state: state, locals: action.locals, effects: action.effects, names: bindings.names, child: bindings.child,
        segment: nil)
      ChangeLowering(model, states, effects).write(change, of: nil, .function, nil, &out)
    } else {
      if action.traps {
        for local in action.locals where local.mayBeUnchanged && local.isReadBeforeTrap {
          effects.writeMayChange(local, &out)
        }
      }
      for effect in action.effects { effects.write(effect, losing: lost, in: state, &out) }
    }
    states.endMatch(opened, &out)
    out.closeFunction()
  }

  /// The whole case is built anew: what the action does not name gets a name, too.
  private func nameAllFields(of state: State, _ bindings: inout Bindings) {
    for field in bindings.names.indices where bindings.names[field] == nil {
      let name = state.pathFields[field].name.map { LocalName.declared($0) }
      let isTaken = name == nil || bindings.names.contains { $0 == name }
      bindings.names[field] = isTaken ? .fresh(names.fresh("stateValue\(field + 1)")) : name
    }
  }
}
