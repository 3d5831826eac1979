import StateMachineModel
import StateMachineSyntax

/// Writes what a transition does once its conditions hold: what is left, the effects, the new state, what is entered.
struct TransitionLowering {
  let model: SwiftModel
  let states: StateLowering
  let effects: EffectLowering
  private let arrivals: ArrivalLowering
  private let guards: GuardLowering
  private let answers: AnswerLowering
  private let changes: ChangeLowering
  private var machine: StateMachine { model.machine }
  private var names: GeneratedNames { model.names }

  init(_ model: SwiftModel) {
    self.model = model
    states = StateLowering(model: model)
    effects = EffectLowering(model: model)
    arrivals = ArrivalLowering(model, states)
    guards = GuardLowering(model)
    answers = AnswerLowering(model)
    changes = ChangeLowering(model, states, effects)
  }

  /// Where a transition's code stands.
  enum Place {
    /// In a function that does all of it, and returns its outcome.
    case function
    /// In the phase of the effects of a step of several regions: exits and entries are phases of their own, and the
    /// state around the regions is written at the end.
    case step(StepPlace)
    /// In the method of an event, which returns its answer.
    case method

    /// Is true where what is left and entered is done in the same place.
    var isWhole: Bool { if case .step = self { false } else { true } }
    var isMethod: Bool { if case .method = self { true } else { false } }
  }

  struct StepPlace {
    /// The state with regions that the step is in; nil for the machine's own.
    var parallel: StateID?
    /// The innermost segment that is not written here, as it is bound for the whole step; -1 for none.
    var boundSegment: Int
    /// The label of the `switch` that is left at the end.
    var label: String
    /// What else follows an arrival, by its number: the variables that note where the transition has led.
    var arrivals: [[Note]] = []
    /// The variables that say that a composite has been left, in which nothing may be written then.
    var unless: [String] = []
    /// Is true where the state may be given up while its payload is being changed.
    var empties: Bool
    /// Stores the state around the regions with what has changed so far, for what is left behind effects; nil where
    /// nothing changes it.
    var store: ((inout SwiftWriter) -> Void)?
    /// Is true where the state around the regions is built anew at the end, though these have been left and entered.
    var renews: Bool

    /// A variable and its value, by number.
    enum Note {
      case set(String, to: Int)
      case raise(String, to: Int)
    }
  }

  /// How many arrivals of a transition have been written.
  struct Arrivals {
    var count = 0
  }

  // MARK: Transitions

  /// - Parameter choose: writes the rows of a choice with parameters that stand where the transition ends; nil where none do.
  func perform(
    _ attempt: Attempt, _ planner: BindingPlanner, _ place: Place, _ out: inout SwiftWriter,
    choose: ((inout SwiftWriter) -> Void)? = nil
  ) {
    let id = attempt.transition
    if out.mayBindTooMuch {
      for local in machine.transitions[id].locals where local.owner == .source && local.isChanged {
        out.noteChange(of: model.spelling(local.name))
      }
    }
    guard !machine.transitions[id].isInternal else {
      writeInternal(attempt, planner, place, &out)
      return
    }
    let transition = machine.transitions[id]
    let passage = model.behaviour.passage(of: transition)
    var way = Way(attempt: attempt, place: place, choose: choose)
    var arrivals = Arrivals()
    // Most transitions change no payload.
    guard planner.mayChangePayload(transition, id) else {
      let opened = place.isWhole ? writeExits(passage, &way.attempt, planner, &out) : nil
      write(passage, of: transition, way, &arrivals, &out)
      endStopped(opened, &out)
      return
    }
    let restores = machine.isOfChoice(id) && !passage.exits.isEmpty && restores(transition, place)
    if restores { beginRestoring(of: transition, &out) }
    var opened: Int?
    if place.isWhole {
      if machine.isOfChoice(id), !passage.exits.isEmpty {
        changes.writeEnd(payloadChange(by: attempt), place, attempt, &out)
      }
      opened = writeExits(passage, &way.attempt, planner, &out)
    }
    let change = payloadChange(by: way.attempt)
    if planner.givesUpPayload(id) {
      changes.writeBeginning(change, of: transition, place, &out)
    } else {
      for local in change.locals where local.mayBeUnchanged && planner.isNeeded(local, in: id) {
        effects.writeMayChange(local, &out)
      }
    }
    if case .stores = planner.change(by: id) { way.change = change }
    write(passage, of: transition, way, &arrivals, &out)
    endStopped(opened, &out)
    if restores { endRestoring(&out) }
  }

  /// Leaves what is left before the effects. A submachine that is looked at behind that is bound then: leaving it has
  /// changed it.
  ///
  /// - Returns: how many switches have been opened for that, within a `do`; nil where there is none.
  private func writeExits(
    _ passage: Passage, _ attempt: inout Attempt, _ planner: BindingPlanner, _ out: inout SwiftWriter
  ) -> Int? {
    for move in passage.exits { write(move, &out) }
    guard let field = planner.stoppedField(by: attempt.transition) else { return nil }
    var bindings = Bindings(names: Array(repeating: nil, count: field + 1))
    bindings.names[field] = .fresh(names.child)
    attempt = attempt.binding(field, as: .fresh(names.child))
    out.write("do")
    out.openBrace(.scope)
    return states.beginMatch(
      machine.transitions[attempt.transition].source, bindings,
      .init(otherwise: "return \(model.notTaken)", storing: planner.storingSegment(of: attempt.transition)), &out)
  }

  private func endStopped(_ opened: Int?, _ out: inout SwiftWriter) {
    guard let opened else { return }
    states.endMatch(opened, &out)
    out.closeBrace()
  }

  /// What the code of a transition on its way through choices is made of.
  private struct Way {
    var attempt: Attempt
    var place: Place
    /// What effects on the way change, where the source is built anew.
    var change: PayloadChange?
    /// Writes the rows of a choice with parameters.
    var choose: ((inout SwiftWriter) -> Void)?
    /// Is true where effects stand before what comes next.
    var hasEffects = false
  }

  private func write(
    _ passage: Passage, of transition: Transition, _ way: Way, _ arrivals: inout Arrivals, _ out: inout SwiftWriter
  ) {
    var way = way
    let (attempt, place) = (way.attempt, way.place)
    for effect in machine.rows[passage.row].effects {
      write(effect, of: transition, attempt, &out)
      way.hasEffects = true
    }
    if place.isMethod { writeEarly(transition, passage.row, attempt, &out) }
    if case .step(let step) = place, passage.end.arrives, let parallel = step.parallel,
      machine.movesWithin(parallel, transition) || step.renews && transition.domain == parallel
    {
      changes.writeBack(around: step, attempt, &out)
    }
    switch passage.end {
    case .trap: break
    case .stay: writeStay(of: transition, way, &arrivals, &out)
    case .choice(let branches): write(branches, way, &arrivals, &out)
    case .call(let choice, let arguments): writeCall(of: choice, arguments, transition, way, &out)
    case .arrival(let arrival): write(arrival, of: transition, attempt, place, &arrivals, &out)
    case .history(let history, let otherwise):
      write(history, otherwise, of: transition, attempt, place, &arrivals, &out)
    }
  }

  /// The rows of a choice. They see what the effects on the way in have done.
  private func write(
    _ branches: [Passage.Branch], _ way: Way, _ arrivals: inout Arrivals, _ out: inout SwiftWriter
  ) {
    for branch in branches {
      let row = machine.rows[branch.passage.row]
      out.comments(of: row)
      let isConditional = branch.transition.isConditional
      let transition = machine.transitions[way.attempt.transition]
      let condition = isConditional ? row.condition : nil
      let question = out.recorded.statements.count
      let opened = condition.map { guards.open($0, of: transition, .branchCondition, &out) } ?? 0
      if condition != nil { out.noteQuestion(of: row.range, from: question) }
      let body = out.recorded.statements.count
      let restores = way.change != nil && !branch.passage.exits.isEmpty && restores(branch.transition, way.place)
      if restores { beginRestoring(of: transition, &out) }
      if let change = way.change, !branch.passage.exits.isEmpty {
        // What is left now sees what the effects have done.
        changes.writeEnd(change, way.place, way.attempt, &out)
      }
      // No transition that leaves the state around the regions is taken with one that leads to a choice.
      if case .step(let step) = way.place, !branch.passage.exits.isEmpty { step.store?(&out) }
      for move in branch.passage.exits { write(move, &out) }
      write(branch.passage, of: branch.transition, way, &arrivals, &out)
      if restores { endRestoring(&out) }
      out.note(.taken, of: row.range, from: body)
      if condition != nil { out.note(.held, of: row.range, from: body) }
      guard isConditional else { return }
      out.closeBraces(opened)
    }
  }

  /// Tells whether a row may throw in a method: where a changed payload has been stored for what is left, the state is then
  /// what it was. A row that throws as its last effect does so behind the new state.
  private func restores(_ transition: Transition, _ place: Place) -> Bool {
    guard place.isMethod, !model.takesStateOut, machine.mayThrowBehindGuard(transition) else { return false }
    var throwsLast = false
    transition.forEachRow { if machine.rows[$0].throws { throwsLast = true } }
    return !throwsLast
  }

  private func beginRestoring(of transition: Transition, _ out: inout SwiftWriter) {
    out.line(string: "let \(names.fresh("before")) = \(model.layout.storedState)")
    openDo(of: transition, &out)
  }

  private func endRestoring(_ out: inout SwiftWriter) {
    out.continueBrace("catch")
    out.line(string: "\(model.layout.storedState) = \(names.fresh("before"))")
    out.leave("throw error")
    out.closeBrace()
  }

  /// Begins a `do`, with the type of the errors that the method of a transition's event throws.
  func openDo(of transition: Transition, _ out: inout SwiftWriter) {
    out.write("do")
    if let type = machine.event(of: transition.trigger)?.method.throwing?.type {
      out.write(" throws(")
      out.write(type)
      out.write(")")
    }
    out.openBrace(.scope)
  }

  /// Writes what a parameter of a choice is given.
  func writeArgument(_ argument: TargetArgument, for field: Field, _ attempt: Attempt, _ out: inout SwiftWriter) {
    switch argument {
    case .code(let code): out.code(code, guards: machine.namedGuards)
    case .local(let name): states.write(arrivals.carried(name, attempt), &out)
    default: if let value = field.defaultValue { out.code(SwiftCode(range: value), guards: machine.namedGuards) }
    }
  }

  /// A choice with parameters decides: what its rows need is handed to its function for the source.
  private func writeCall(
    of choice: ChoiceID, _ arguments: [TargetArgument], _ transition: Transition, _ way: Way,
    _ out: inout SwiftWriter
  ) {
    let source = transition.source
    if model.inlinedChoices.rows(behind: way.attempt.transition) != nil {
      way.choose?(&out)
      return
    }
    out.beginLocation(machine.rows[transition.row].range)
    let isThrowing = way.place.isMethod && machine.event(of: transition.trigger)?.method.throwing != nil
    out.write(string: "return \(isThrowing ? "try " : "")self.\(names.function(of: choice, machine, from: source))(")
    for (index, field) in machine.choices[choice].fields.enumerated() {
      if index > 0 { out.write(", ") }
      writeArgument(arguments[index], for: field, way.attempt, &out)
    }
    for field in machine.states[source].pathFields.indices where model.handedFields.isHanded(field, of: source) {
      let isReference = model.handedFields.isChanged(field, of: source) && !model.takesStateOut
      out.write(isReference ? ", &" : ", ")
      if isReference { out.noteChange(of: states.text(arrivals.staying(field, way.attempt))) }
      states.write(arrivals.staying(field, way.attempt), &out)
    }
    if model.handedFields.handsChild(of: source) {
      out.write(", ")
      states.write(way.attempt.source.child ?? .fresh("_"), &out)
    }
    out.write(string: model.arguments(first: false))
    out.write(")")
    out.endLeaving()
    out.endLocation()
  }

  /// The source stays active, as a row of a choice says.
  private func writeStay(
    of transition: Transition, _ way: Way, _ arrivals: inout Arrivals, _ out: inout SwiftWriter
  ) {
    if let change = way.change { changes.writeEnd(change, way.place, way.attempt, &out) }
    switch way.place {
    case .function: out.leave(value: model.taken(way.hasEffects ? ".stayed" : ".ignored"))
    case .method: writeReturn(transition, way.attempt, isEarly: true, &out)
    case .step: writeEnd([], of: transition, way.attempt, way.place, &arrivals, &out)
    }
  }

  // MARK: Arrivals

  func write(
    _ arrival: Passage.Arrival, of transition: Transition, _ attempt: Attempt, _ place: Place,
    _ arrivals: inout Arrivals, _ out: inout SwiftWriter
  ) {
    self.arrivals.write(arrival, of: transition, attempt, place, &out)
    writeEnd(arrival.entries, of: transition, attempt, place, &arrivals, &out)
  }

  /// What stands behind a new state.
  func writeEnd(
    _ entries: [Move], of transition: Transition, _ attempt: Attempt, _ place: Place, _ arrivals: inout Arrivals,
    _ out: inout SwiftWriter
  ) {
    switch place {
    case .method:
      for move in entries { write(move, &out) }
      writeReturn(transition, attempt, isEarly: true, &out)
    case .function:
      for move in entries { write(move, &out) }
      out.leave(value: model.taken(".transitioned"))
    case .step(let step):
      for note in arrivals.count < step.arrivals.count ? step.arrivals[arrivals.count] : [] {
        switch note {
        case .set(let variable, let value): out.set(variable, to: value)
        case .raise(let variable, let value): out.raise(variable, to: value)
        }
      }
      arrivals.count += 1
      out.jump(out: step.label)
    }
  }

  // MARK: Moves

  func write(_ move: Move, _ out: inout SwiftWriter) {
    switch move {
    case .exitWithin(let body): call(names.function("exitInside", within: body), &out)
    case .enterWithin(let body): call(names.function("enterInside", within: body), &out)
    case .stop(let state): call(names.function("stop", state), &out)
    case .start(let state): call(names.function("start", state), &out)
    case .remember(let state) where model.actions.wholeHistories.contains(state):
      out.line(string: "self.\(names.history(of: state)) = self.state")
    case .remember(let state): out.line(string: "self.\(names.function("remember", state))()")
    case .forget(let state): out.line(string: "self.\(names.history(of: state)) = nil")
    case .exit(let state):
      if let effect = model.actions.inlined(machine.states[state].exit) {
        effects.write(effect, &out)
      } else {
        call(names.function("exit", state), &out)
      }
    case .enter(let state):
      if let region = machine.states[state].parent, model.actions.joinedRegions.contains(region) {
        call(names.function("enterInside", region), &out)
      } else if let effect = model.actions.inlined(machine.states[state].entry) {
        effects.write(effect, &out)
      } else {
        call(names.function("enter", state), &out)
      }
    case .finish(let composite): writeFinish(composite, &out)
    case .beginWithin(let body): call(names.function("beginInside", within: body), &out)
    case .begin(let state):
      if let effect = model.actions.inlined(machine.states[state].activity) {
        effects.write(effect, &out)
      } else {
        call(names.function("begin", state), &out)
      }
    case .resume(let state): call(names.function("resume", state), &out)
    }
  }

  private func call(_ function: String, _ out: inout SwiftWriter) {
    out.line(string: "self.\(function)(\(model.arguments(first: true)))")
  }

  /// Notes that a composite is done; one with regions is, once the last of them is.
  private func writeFinish(_ composite: StateID, _ out: inout SwiftWriter) {
    let name = machine.states[composite].name
    guard machine.isParallel(composite) else {
      out.write(string: "\(names.run).finish(.")
      out.write(member: name)
      out.line(")")
      return
    }
    out.write(string: "if self.\(names.function("isDone", composite)) { \(names.run).finishLast(.")
    out.write(member: name)
    out.line(") }")
  }

  // MARK: Internal transitions

  private func writeInternal(
    _ attempt: Attempt, _ planner: BindingPlanner, _ place: Place, _ out: inout SwiftWriter
  ) {
    let id = attempt.transition
    let row = machine.rows[machine.transitions[id].row]
    if case .method = place {
      writeInternal(attempt, planner, &out)
      return
    }
    if row.effects.isEmpty, !machine.isOfChoice(id) {
      out.beginLocation(row.range)
      if case .step(let step) = place {
        out.jump(out: step.label)
      } else {
        out.leave(value: model.taken(".ignored"))
      }
      out.endLocation()
      return
    }
    let transition = machine.transitions[id]
    switch planner.change(by: id) {
    case .none:
      if row.traps {
        for local in transition.locals where local.mayBeUnchanged && !attempt.lost.contains(local.name.id) {
          effects.writeMayChange(local, &out)
        }
      }
      for effect in row.effects { write(effect, of: transition, attempt, &out) }
    case .stores(let folded):
      changes.write(payloadChange(by: attempt, folding: folded), of: transition, place, attempt, &out)
    }
    if row.traps { return }
    if place.isWhole { out.leave(value: model.taken(".stayed")) }
  }

  // MARK: Methods

  /// Writes an internal transition in the method of its event.
  private func writeInternal(_ attempt: Attempt, _ planner: BindingPlanner, _ out: inout SwiftWriter) {
    let transition = machine.transitions[attempt.transition]
    let row = machine.rows[transition.row]
    var isEarly = false
    switch planner.change(by: attempt.transition) {
    case .none:
      for effect in row.effects { write(effect, of: transition, attempt, &out) }
    case .stores(let folded):
      changes.write(payloadChange(by: attempt, folding: folded), of: transition, .method, attempt, &out) {
        writeEarly(transition, transition.row, attempt, &$0)
      }
      isEarly = true
    }
    writeReturn(transition, attempt, isEarly: isEarly, &out)
  }

  /// Writes what the row returns or throws, where its text stands, if that must not come later.
  private func writeEarly(_ transition: Transition, _ row: RowID, _ attempt: Attempt, _ out: inout SwiftWriter) {
    if let error = machine.rows[row].error {
      answers.writeEarly(error, &out)
    } else {
      answers.writeEarly(transition, attempt, &out)
    }
  }

  /// Writes the end of a transition in a method: what it returns, or throws.
  private func writeReturn(_ transition: Transition, _ attempt: Attempt, isEarly: Bool, _ out: inout SwiftWriter) {
    let row = machine.rows[transition.row]
    if row.traps { return }
    if let error = row.error {
      answers.writeThrow(error, isEarly: isEarly, &out)
    } else {
      answers.writeReturn(transition, attempt, isEarly: isEarly, &out)
    }
  }

  /// An effect; of an assignment that a trap behind it lets nobody read, its value alone is worked out.
  private func write(
    _ effect: Effect, of transition: Transition, _ attempt: Attempt, _ out: inout SwiftWriter
  ) {
    let lost = transition.locals.lazy.filter { $0.owner == .source && attempt.lost.contains($0.name.id) }
    effects.write(effect, of: transition, losing: lost, in: transition.source, &out)
  }

  /// What the effects of a transition's own row change of its source's payload.
  ///
  /// - Parameter folded: by field, where the assignments stand that become arguments of the case.
  private func payloadChange(by attempt: Attempt, folding folded: [Int: Int] = [:]) -> PayloadChange {
    let transition = machine.transitions[attempt.transition]
    let effects = machine.rows[transition.row].effects
    var change = PayloadChange(
      state: transition.source, locals: transition.locals.filter { $0.owner == .source },
      effects: effects, names: changedNames(attempt), child: attempt.source.child,
      segment: model.layout.rebuiltSegment(by: attempt.transition))
    guard let last = folded.values.max() else { return change }
    change.effects = effects.indices.filter { !folded.values.contains($0) }.map { effects[$0] }
    for (field, place) in folded {
      guard case .assignField(let name, let symbol, let value) = effects[place] else { continue }
      let isPlain = machine.source.bytes[symbol.lowerBound] == Ascii.equals
      change.folded[field] = isPlain ? .code(value) : .operation(.declared(name), symbol, value)
      if place == last { change.place = value.range }
    }
    return change
  }

  /// What the fields of the state are called when it is built anew: what the row changes by the row's name, the rest as
  /// in the case.
  private func changedNames(_ attempt: Attempt) -> [LocalName?] {
    let transition = machine.transitions[attempt.transition]
    return machine.states[transition.source].pathFields.indices.map { field in
      let changed = transition.locals.first { $0.owner == .source && Int($0.field) == field && $0.isChanged }
      return changed.map { .declared($0.name) } ?? attempt.name(.source, Int32(field))
    }
  }
}
