import StateMachineModel

/// Writes planned functions of the reducer: what they tell apart, what is tried in each case, and how it ends.
struct ReducerPrinter {
  let model: SwiftModel
  let states: StatePrinter
  let transitions: TransitionPrinter
  private let patterns: PatternPrinter
  private let guards: GuardPrinter
  let answers: AnswerPrinter
  var machine: StateMachine { model.machine }
  var names: GeneratedNames { model.names }

  init(_ model: SwiftModel) {
    self.model = model
    states = StatePrinter(model: model)
    transitions = TransitionPrinter(model)
    patterns = PatternPrinter(model, states)
    guards = GuardPrinter(model)
    answers = AnswerPrinter(model)
  }

  /// What the code at hand is for.
  struct Context {
    var planner: BindingPlanner
    var task: Task
    /// The states that the case at hand is for.
    var states: [StateID] = []
    /// What the case binds.
    var bindings = Bindings()
    /// What the parameters of the method are called.
    var parameterNames: [LocalName?] = []

    enum Task {
      /// A function for a purpose, which returns.
      case function(ReducerFunction.Purpose)
      /// A block of `accepts`, which is left by its label.
      case answer(accepted: String, label: String)
      /// A block of a step that selects transitions, which is left by its label.
      ///
      /// - Parameters:
      ///   - outcome: the step's variable for its outcome.
      ///   - rest: the one for what becomes of the event where nothing is selected.
      case selection(outcome: String, rest: String, label: String)
    }

    var isOnlyLooking: Bool { planner.onlyConditions }
  }

  // MARK: Functions

  /// Writes what a function for a purpose does; each case is planned when it is its turn.
  func write(_ flat: inout FlatReducer, _ regions: inout RegionReducer, _ out: inout SwiftWriter) {
    let context = Context(
      planner: flat.planner, task: .function(flat.purpose), parameterNames: flat.parameterNames)
    switch flat.function(&regions) {
    case .noEvents: out.line("// There are no events.")
    case .regions(let body):
      if model.run.canEnd, flat.purpose.trigger == nil {
        out.line(string: "if self.isFinal { return \(flat.purpose == .accept ? "false" : ".ignored") }")
      }
      write(body, context, &out)
    case .states:
      writeSwitch(flat, &out)
      let released = flat.forEachCase(&regions) { write($0, context, &out) }
      out.closeSwitch()
      writeReleased(released, context, &out)
    }
  }

  private func writeSwitch(_ flat: FlatReducer, _ out: inout SwiftWriter) {
    // Swift has no label of several patterns for what cannot be copied.
    guard flat.planner.takesOut else {
      let isUnwrapped = model.takesStateOut && model.layout.storage == .optional
      out.write(string: "switch \(model.layout.state)\(isUnwrapped ? "!" : "")")
      out.openSwitch(keepsArms: model.takesStateOut)
      return
    }
    if let empty = model.layout.emptyState {
      out.write(string: "switch Swift.exchange(&\(model.layout.storedState), with: .")
      out.write(member: machine.states[empty].name)
      out.write(")")
      out.openSwitch(keepsArms: true)
    } else {
      let taken = names.fresh("current")
      out.line("// Each way through a method puts a state back, so that one is there.")
      out.line(string: "let \(taken) = \(model.layout.storedState).take()!")
      out.write(string: "switch consume \(taken)")
      out.openSwitch(keepsArms: true)
    }
  }

  /// The composites to which cases above have left the event.
  private func writeReleased(_ released: [StateID], _ context: Context, _ out: inout SwiftWriter) {
    guard !released.isEmpty else { return }
    out.line("// The bindings above end here, so that the payload of a composite can change without a copy.")
    out.openSwitch(over: model.layout.state)
    for handler in released {
      states.writeCaseList(states: [handler], &out)
      out.openCase()
      write(.delegated(to: handler), context, &out)
      out.closeCase()
    }
    let others = machine.topStates.filter { !released.contains($0) }
    if !others.isEmpty {
      states.writeCaseList(states: others, &out)
      out.openCase()
      writeNoStep(context, &out)
      out.closeCase()
    }
    out.closeSwitch()
  }

  /// Writes what stands where the code cannot come.
  func writeNoStep(_ context: Context, _ out: inout SwiftWriter) {
    if case .function(.method) = context.task {
      out.leave("preconditionFailure()")
    } else {
      out.leave("return \(noStep)")
    }
  }

  /// The body of a function of the reducer, and the functions that it calls: those of composites, and of steps.
  ///
  /// - Parameter isHandle: whether it is `handle` itself, as nothing follows from a step.
  func writeBody(_ purpose: ReducerFunction.Purpose, isHandle: Bool = false, _ out: inout SwiftWriter) {
    var flat = FlatReducer(model, purpose)
    var regions = RegionReducer(model, purpose)
    out.openFunction(
      answers: purpose.answers(machine), mayBindTooMuch: machine.hasRegions, isStreamed: !machine.isParallel)
    if isHandle { PreparationPrinter(model).writeCall(model.names.event, &out) }
    write(&flat, &regions, &out)
    out.closeFunction()
    if isHandle { RunPrinter(model).writeCollecting(&out) }
    if purpose == .take { ChoicePrinter(self).write(&out) }
    guard model.hasEvents || purpose == .takeAlways else { return }
    let composites = CompositePrinter(self)
    for state in machine.states.indices
    where machine.states[state].isComposite && !machine.isParallel(state)
      && machine.region(of: state) == nil && !machine.states[state].isRegion && flat.handles(state)
    {
      composites.write(flat.function(of: state), flat, &out)
    }
    for step in regions.steps { StepPrinter(self, step).write(&out) }
  }

  /// What stands where no transition can be: the code cannot come here.
  var noStep: String { model.takesSteps || machine.hasMethods ? model.notTaken : ".ignored" }

  private func write(_ one: StateCase, _ context: Context, _ out: inout SwiftWriter) {
    if one.states.count == 1 {
      out.write("case ")
      states.writePattern(of: one.states[0], one.bindings, &out)
    } else {
      states.writeCaseList(states: one.states, &out)
    }
    out.openCase()
    var context = context
    context.states = one.states
    context.bindings = one.bindings
    write(one.body, context, &out)
    out.closeCase()
  }

  func write(_ body: StateCase.Body, _ context: Context, _ out: inout SwiftWriter) {
    switch body {
    case .verdict(let verdict): write(verdict, context, &out)
    case .arm(let arm): write(arm, context, &out)
    case .events(let arms):
      out.openSwitch(over: names.event)
      for index in arms.indices { write(arms[index], context, &out) }
      out.closeSwitch()
    }
  }

  private func write(_ arm: EventArm, _ context: Context, _ out: inout SwiftWriter) {
    switch arm.pattern {
    case .event(let event, let bound):
      out.write("case .")
      out.write(member: machine.events[event].name)
      states.writeBindings(bound, of: machine.events[event].fields, &out)
    case .timer(let timer):
      out.write(string: "case .elapsed(.\(names.timer(timer)))")
    case .others(let events, let timers):
      states.writeCaseList(events.lazy.map { machine.events[$0].name }, last: timers ? "elapsed" : nil, &out)
    }
    out.openCase()
    write(arm.body, context, &out)
    out.closeCase()
  }

  func write(_ body: ArmBody, _ context: Context, _ out: inout SwiftWriter) {
    if let (state, event) = body.submachine { writeHandingOn(states.text(event), to: state, context, &out) }
    for level in body.levels {
      if case .step(let step) = level {
        writeCall(of: step, otherwise: body.attempts.otherwise, context, &out)
        return
      }
      LevelPrinter(self).write(level, context, &out)
    }
    if let flag = body.asks { writeGuard(flag, context, &out) }
    write(body.attempts, context, &out)
  }

  /// What stands behind is looked at where a variable says so.
  func writeGuard(_ flag: String, _ context: Context, _ out: inout SwiftWriter) {
    let label = context.label ?? ""
    out.writeGuard(any: [.isSet(flag)], label: label) { $0.write(string: "break \(label)") }
  }

  // MARK: What is tried

  func write(_ attempts: Attempts, _ context: Context, _ out: inout SwiftWriter) {
    let covering = attempts.patternSwitch?.count ?? 0
    for attempt in attempts.transitions.dropLast(covering) { write(attempt, context, &out) }
    if let patternSwitch = attempts.patternSwitch {
      patterns.write(patternSwitch, attempts.transitions.suffix(covering), context.planner, &out) { attempt, out in
        let outer = out.beginRow(machine.rows[machine.transitions[attempt.transition].row].range)
        writeDocumentation(of: attempt, context, &out)
        writeAction(of: attempt, context, &out)
        out.endRow(outer)
      }
    }
    if let otherwise = attempts.otherwise, otherwise != .next { write(otherwise, context, &out) }
  }

  private func write(_ attempt: Attempt, _ context: Context, _ out: inout SwiftWriter) {
    let id = attempt.transition
    let outer = out.beginRow(machine.rows[machine.transitions[id].row].range)
    writeDocumentation(of: attempt, context, &out)
    let hasAliases = !attempt.aliases.isEmpty || !attempt.tuples.isEmpty
    if hasAliases {
      out.openScope()
      patterns.writeAliases(of: attempt, context.planner, &out)
    }
    let isCaught = beginCatching(attempt, context, &out)
    if machine.transitions[id].isConditional {
      let opened = patterns.openCondition(of: attempt, context.planner, &out)
      writeAction(of: attempt, context, &out)
      out.closeBraces(opened)
    } else {
      writeAction(of: attempt, context, &out)
    }
    if isCaught { endCatching(attempt, &out) }
    if hasAliases { out.closeBrace() }
    out.endRow(outer)
  }

  private func writeDocumentation(of attempt: Attempt, _ context: Context, _ out: inout SwiftWriter) {
    let row = machine.transitions[attempt.transition].row
    // Most rows have no comments: such a row is not copied.
    guard !context.isOnlyLooking, machine.rows[row].documentation != nil || !machine.rows[row].comments.isEmpty else {
      return
    }
    out.comments(of: machine.rows[row])
  }

  private func writeAction(of attempt: Attempt, _ context: Context, _ out: inout SwiftWriter) {
    switch attempt.action {
    case .perform:
      if case .function(.method(let event)) = context.task { setNames(event, context, &out) }
      let place: TransitionPrinter.Place = context.isMethod ? .method : .function
      let rows = model.inlinedChoices.rows(behind: attempt.transition)
      transitions.perform(
        attempt, context.planner, place, &out,
        choose: rows.map { rows in { write(rows, behind: attempt, context, &$0) } })
    case .answer(let acceptance, let exclusion):
      write(acceptance, of: attempt.transition, exclusion, context, &out)
    case .select(let selected): write(selected, of: attempt.transition, context, &out)
    }
  }

  private func write(
    _ acceptance: Acceptance, of id: TransitionID, _ exclusion: Attempt.Exclusion, _ context: Context,
    _ out: inout SwiftWriter
  ) {
    if case .branches(let branches) = acceptance {
      for branch in branches {
        if branch.isConditional, let condition = machine.rows[branch.row].condition {
          let opened = guards.open(condition, of: machine.transitions[id], .branchCondition, &out)
          write(branch.acceptance, of: id, exclusion, context, &out)
          out.closeBraces(opened)
        } else {
          write(branch.acceptance, of: id, exclusion, context, &out)
          return
        }
      }
      return
    }
    guard case .answer(let accepted, let label) = context.task else {
      out.leave(value: acceptance == .accepted ? "true" : "false")
      return
    }
    switch acceptance {
    case .accepted:
      out.set(accepted)
      writeNotes(exclusion, &out)
    case .impossible:
      let opened = out.openCheck(exclusion.conflicts.map { .isNotSet($0) })
      out.leave("return false")
      out.closeBraces(opened)
    case .ignored: writeNotes(exclusion, &out)
    case .branches: break
    }
    out.jump(out: label)
  }

  /// A transition that another excludes does not exclude others.
  private func writeNotes(_ exclusion: Attempt.Exclusion, _ out: inout SwiftWriter) {
    guard !exclusion.notes.isEmpty else { return }
    let opened = out.openCheck(exclusion.conflicts.map { .isNotSet($0) })
    for note in exclusion.notes { out.set(note) }
    out.closeBraces(opened)
  }

  private func write(
    _ selected: RegionStep.Selected, of id: TransitionID, _ context: Context, _ out: inout SwiftWriter
  ) {
    guard case .selection(let outcome, let rest, let label) = context.task else { return }
    if selected.kind == .ignores {
      out.beginLocation(machine.rows[machine.transitions[id].row].range)
      out.raise(rest, to: RegionStep.RestValue.ignored.rawValue)
    } else {
      let opened = out.openCheck(selected.conflicts.map { .isNotSet($0) })
      out.set(selected.slot, to: selected.value)
      for note in selected.notes { out.set(note) }
      if selected.kind == .leaves { out.raise(outcome, to: RegionStep.OutcomeValue.transitioned.rawValue) }
      if selected.kind == .stays { out.raise(outcome, to: RegionStep.OutcomeValue.stayed.rawValue) }
      out.closeBraces(opened)
    }
    out.jump(out: label)
    out.endLocation()
  }

  // MARK: How a case ends

  func write(_ verdict: Verdict, _ context: Context, _ out: inout SwiftWriter) {
    if verdict == .deferred, case .selection(_, let rest, _) = context.task {
      out.raise(rest, to: RegionStep.RestValue.deferred.rawValue)
    }
    if case .function(.method(let event)) = context.task {
      write(verdict, ofMethod: event, context, &out)
      return
    }
    writeEnd(verdict, context, &out)
  }

  /// Writes a verdict as a statement that leaves what is around it.
  func writeEnd(_ verdict: Verdict, _ context: Context, _ out: inout SwiftWriter) {
    switch verdict {
    case .next, .released: out.jump()
    default:
      if let label = context.label {
        out.jump(out: label)
      } else {
        out.leave(text(verdict, context))
      }
    }
  }

  func text(_ verdict: Verdict, _ context: Context) -> String {
    // A block is left by its label, unless this is the answer whatever other blocks say.
    guard case .function(let purpose) = context.task else { return "return false" }
    switch verdict {
    case .accepted: return "return true"
    case .refused: return "return false"
    case .ignored: return "return \(model.taken(".ignored"))"
    case .deferred: return "return .deferred"
    case .next, .released: return "break"
    case .unhandled:
      if purpose == .accept { return "return false" }
      return purpose == .takeAlways || model.takesSteps ? "return \(model.notTaken)" : policy
    case .delegated(let composite): return "return " + call(composite, purpose)
    }
  }

  /// What becomes of an event that nothing is done for.
  var policy: String {
    if model.ignoresUnhandled { return "return .ignored" }
    let call = UnhandledPrinter(model).call(names.event)
    return model.onePolicy == .trap ? call : "return \(call)"
  }

  /// The call of a composite's function.
  private func call(_ composite: StateID, _ purpose: ReducerFunction.Purpose) -> String {
    let function = names.function(purpose.verb(model), composite)
    switch purpose {
    case .accept: return "self.\(function)(\(names.event))"
    case .takeAlways, .method: return "self.\(function)(\(model.arguments(first: true)))"
    case .take:
      let attempt = model.throws && !model.takesSteps ? "try " : ""
      return "\(attempt)self.\(function)(\(names.event)\(model.arguments(first: false)))"
    }
  }

  // MARK: Submachines and steps

  /// An event for the submachine of a state: the submachine comes first.
  private func writeHandingOn(
    _ event: String, to state: StateID, _ context: Context, _ out: inout SwiftWriter
  ) {
    guard case .function(.accept) = context.task else {
      let call = "self.\(names.function("attempt", state))(\(event)\(model.arguments(first: false)))"
      out.line(string: "if let outcome = \(call) { return outcome }")
      return
    }
    guard machine.region(of: state) == nil else {
      out.line(string: "if self.\(names.function("accepts", state))(\(event)) { return true }")
      return
    }
    let count = machine.states[state].pathFields.count
    let bindings = Bindings(names: (0..<count).map { $0 == count - 1 ? .fresh(names.child) : nil })
    out.write("if case ")
    states.writePattern(of: state, bindings, &out)
    out.line(string: " = self.state, \(names.child).accepts(\(event)) { return true }")
  }

  private func writeCall(
    of step: RegionStep, otherwise: Verdict?, _ context: Context, _ out: inout SwiftWriter
  ) {
    let event = step.eventNames.contains { $0 != nil } ? names.event : ""
    let arguments = model.arguments(first: event.isEmpty)
    let call = "self.\(step.name)(\(event)\(arguments))"
    let otherwise = otherwise.map { text($0, context) } ?? "return nil"
    switch otherwise {
    case "return nil": out.leave("return \(call)")
    case "return .ignored": out.leave("return \(call) ?? .ignored")
    default:
      out.line(string: "if let outcome = \(call) { return outcome }")
      out.leave(otherwise)
    }
  }
}

extension ReducerPrinter.Context {
  /// The label of the block that is left once its transition is found; nil in a function that returns.
  var label: String? {
    switch task {
    case .answer(_, let label), .selection(_, _, let label): label
    case .function: nil
    }
  }
}

extension ReducerFunction.Purpose {
  /// Whether the function has a result.
  func answers(_ machine: StateMachine) -> Bool {
    if case .method(let event) = self { machine.events[event].method.answer != nil } else { true }
  }

  /// The first word of the name of a composite's function.
  func verb(_ model: SwiftModel) -> String {
    switch self {
    case .take: model.takesSteps ? "take" : "handle"
    case .accept: "accepts"
    case .takeAlways: "takeAlways"
    case .method(let event):
      model.text(model.machine.events[event].name)
        + (model.machine.isOverloaded(event)
          ? model.machine.events[event].fields.map { $0.label.map { model.text($0).capitalizedFirst } ?? "_" }.joined()
          : "")
    }
  }
}
