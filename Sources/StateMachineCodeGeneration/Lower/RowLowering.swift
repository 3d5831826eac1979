import StateMachineModel

/// Lowers rows where they are tried, in whatever function of the reducer they stand, and how a case ends in which none
/// of them applies.
struct RowLowering {
  let model: SwiftModel
  let states: StateLowering
  let transitions: TransitionLowering
  private let patterns: PatternLowering
  private let guards: GuardLowering
  let answers: AnswerLowering
  var machine: StateMachine { model.machine }
  var names: GeneratedNames { model.names }

  init(_ model: SwiftModel) {
    self.model = model
    states = StateLowering(model: model)
    transitions = TransitionLowering(model)
    patterns = PatternLowering(model, states)
    guards = GuardLowering(model)
    answers = AnswerLowering(model)
  }

  /// What the code at hand is for. A class, as each row is handed it.
  final class Context {
    let planner: BindingPlanner
    let task: Task
    /// The states that the case at hand is for.
    var states: [StateID] = []
    /// What the case binds.
    var bindings = Bindings()
    /// What the parameters of the method are called.
    var parameterNames: [LocalName?] = []

    enum Task {
      /// A function for a purpose, which returns.
      case function(ReducerPurpose)
      /// A block of `accepts`, which is left by its label; `accepted` is the variable for the answer.
      case answer(accepted: String, ConflictFlags, label: String)
      /// A block of a step that selects transitions, which is left by its label.
      case selection(RegionStep, label: String)

      /// The same for a block with another label.
      func labelled(_ label: String) -> Task {
        switch self {
        case .function: self
        case .answer(let accepted, let flags, _): .answer(accepted: accepted, flags, label: label)
        case .selection(let step, _): .selection(step, label: label)
        }
      }
    }

    init(planner: BindingPlanner, task: Task) {
      self.planner = planner
      self.task = task
    }

    var isOnlyLooking: Bool { planner.onlyConditions }

    /// Is true where rows are tried for `accepts`, and none is taken.
    var isAsking: Bool {
      switch task {
      case .function(.accept), .answer: true
      case .function, .selection: false
      }
    }

    /// The same for a block with a label.
    func labelled(_ label: String) -> Context { Context(planner: planner, task: task.labelled(label)) }
  }

  // MARK: What is tried

  /// Lowers transitions that are tried in order, and what happens where none of them applies.
  ///
  /// - Parameters:
  ///   - otherwise: nil where one of the transitions always applies.
  ///   - impossible: the end where patterns match everything, which Swift cannot know; nil for the usual one.
  func lower(
    _ bound: BoundTransitions, _ source: Bindings, otherwise: Verdict?, impossible: Verdict? = nil,
    _ context: Context, _ out: inout SwiftWriter
  ) {
    let planner = context.planner
    var otherwise = otherwise
    let covering = covering(bound.transitions)
    // By index: a part of the list would be a copy for each row.
    for index in bound.transitions.startIndex..<bound.transitions.endIndex - covering {
      let id = bound.transitions[index]
      write(planner.attempt(id, bound.eventNames, source), context, &out)
      if !machine.transitions[id].isConditional { otherwise = nil }
    }
    if covering > 0 {
      let attempts = bound.transitions.suffix(covering).map { planner.attempt($0, bound.eventNames, source) }
      if lowerCovering(attempts, context, &out) {
        otherwise = nil
      } else {
        otherwise = otherwise ?? impossible ?? (context.isOnlyLooking ? .refused : .unhandled)
      }
    }
    if let otherwise, otherwise != .next { write(otherwise, context, &out) }
  }

  /// Lowers transitions whose patterns together match everything: as one `switch`, where that can be written.
  ///
  /// - Returns: whether Swift knows that one of them applies.
  private func lowerCovering(_ attempts: [Attempt], _ context: Context, _ out: inout SwiftWriter) -> Bool {
    guard let columns = context.planner.patternColumns(attempts) else {
      for attempt in attempts { write(attempt, context, &out) }
      return false
    }
    var tried: [Int] = []
    patterns.write(columns, attempts, context.planner, &out) { attempt, out in
      let outer = out.beginRow(machine.rows[machine.transitions[attempt.transition].row].range)
      writeDocumentation(of: attempt, context, &out)
      let body = out.recorded.statements.count
      writeAction(of: attempt, context, &out)
      if out.isNotingRows, !context.isAsking {
        out.noteArm(&tried, isLast: attempt.transition == attempts.last?.transition, from: body)
      }
      out.endRow(outer)
    }
    return true
  }

  /// How many of some transitions, the last ones, have patterns that together match everything.
  private func covering(_ transitions: ArraySlice<TransitionID>) -> Int {
    guard let last = transitions.last, machine.transitions[last].isConditional,
      transitions.contains(where: { machine.transitions[$0].hasPatterns })
    else { return 0 }
    let (source, trigger) = (machine.transitions[last].source, machine.transitions[last].trigger)
    return model.behaviour.group(of: source, on: trigger)?.covering ?? 0
  }

  private func write(_ attempt: Attempt, _ context: Context, _ out: inout SwiftWriter) {
    let id = attempt.transition
    let outer = out.beginRow(machine.rows[machine.transitions[id].row].range)
    writeDocumentation(of: attempt, context, &out)
    let hasAliases = !attempt.aliases.isEmpty || !attempt.tuples.isEmpty
    let bindsBehindGuard = hasAliases && bindsBehindGuard(attempt)
    if hasAliases, !bindsBehindGuard {
      out.openScope()
      patterns.writeAliases(of: attempt, context.planner, &out)
    }
    let isCaught = beginCatching(attempt, context, &out)
    if machine.transitions[id].isConditional {
      let question = out.recorded.statements.count
      let opened = patterns.openCondition(of: attempt, context.planner, &out)
      if out.isNotingRows, !context.isAsking { out.noteQuestion(from: question) }
      let body = out.recorded.statements.count
      if bindsBehindGuard { patterns.writeAliases(of: attempt, context.planner, &out) }
      writeAction(of: attempt, context, &out)
      if out.isNotingRows, !context.isAsking { out.note(.held, from: body) }
      out.closeBraces(opened)
    } else {
      writeAction(of: attempt, context, &out)
    }
    if isCaught { endCatching(attempt, &out) }
    if hasAliases, !bindsBehindGuard { out.closeBrace() }
    out.endRow(outer)
  }

  /// Tells whether a row's own names for fields are bound behind its guard, which uses none of them: where the guard does
  /// not hold, nothing that cannot be copied is consumed.
  private func bindsBehindGuard(_ attempt: Attempt) -> Bool {
    let transition = machine.transitions[attempt.transition]
    guard transition.isConditional, !transition.hasPatterns else { return false }
    return attempt.aliases.allSatisfy { !$0.local.usage.contains(.condition) }
  }

  private func writeDocumentation(of attempt: Attempt, _ context: Context, _ out: inout SwiftWriter) {
    let row = machine.transitions[attempt.transition].row
    // Most rows have no comments: such a row is not copied.
    guard !context.isOnlyLooking, machine.rows[row].documentation != nil || !machine.rows[row].comments.isEmpty else {
      return
    }
    out.comments(of: machine.rows[row])
  }

  /// Lowers what is done with a transition whose conditions hold.
  private func writeAction(of attempt: Attempt, _ context: Context, _ out: inout SwiftWriter) {
    let body = out.recorded.statements.count
    switch context.task {
    case .function(.accept), .answer:
      write(model.behaviour.acceptance(of: attempt.transition), of: attempt.transition, context, &out)
    case .function:
      if case .function(.method(let event)) = context.task { setNames(event, context, &out) }
      let place: TransitionLowering.Place = context.isMethod ? .method : .function
      let rows = model.inlinedChoices.rows(behind: attempt.transition)
      transitions.perform(
        attempt, context.planner, place, &out,
        choose: rows.map { rows in { write(rows, behind: attempt, context, &$0) } })
      out.note(.taken, from: body)
    case .selection(let step, let label): select(attempt.transition, step, label, &out)
    }
  }

  /// Lowers the answer of `accepts` where a transition is found.
  private func write(
    _ acceptance: Acceptance, of id: TransitionID, _ context: Context, _ out: inout SwiftWriter
  ) {
    if case .branches(let branches) = acceptance {
      for branch in branches {
        if branch.isConditional, let condition = machine.rows[branch.row].condition {
          let opened = guards.open(condition, of: machine.transitions[id], .branchCondition, &out)
          write(branch.acceptance, of: id, context, &out)
          out.closeBraces(opened)
        } else {
          write(branch.acceptance, of: id, context, &out)
          return
        }
      }
      return
    }
    guard case .answer(let accepted, let flags, let label) = context.task else {
      out.leave(value: acceptance == .accepted ? "true" : "false")
      return
    }
    let conflicts: [Code.Term] = flags.conflicts(id).map { .isNotSet($0) }
    let notes = flags.notes(id)
    if acceptance == .impossible {
      let opened = out.openCheck(conflicts)
      out.leave("return false")
      out.closeBraces(opened)
    } else {
      // A transition that another excludes is not taken, and does not exclude others. Where the other does something,
      // the event is accepted in any case.
      if acceptance == .accepted, !flags.mayExcludeInSilence { out.set(accepted) }
      let isAnswered = acceptance == .accepted && flags.mayExcludeInSilence
      if isAnswered || !notes.isEmpty {
        let opened = out.openCheck(conflicts)
        if isAnswered { out.set(accepted) }
        for note in notes { out.set(note) }
        out.closeBraces(opened)
      }
    }
    out.jump(out: label)
  }

  /// Notes in the variables of a step that a transition is selected.
  private func select(_ id: TransitionID, _ step: RegionStep, _ label: String, _ out: inout SwiftWriter) {
    guard let selected = step.selected[id] else { return }
    if selected.kind == .ignores {
      out.beginLocation(machine.rows[machine.transitions[id].row].range)
      out.raise(step.rest, to: RegionStep.RestValue.ignored.rawValue)
      // What other regions do counts: how often nothing is done is not known.
      out.note(.taken, from: out.recorded.statements.count, in: id)
    } else {
      let question = out.recorded.statements.count
      let opened = out.openCheck(step.conflicts.conflicts(id).map { .isNotSet($0) })
      out.set(selected.slot, to: selected.value)
      for note in step.conflicts.notes(id) { out.set(note) }
      if selected.kind == .leaves { out.raise(step.outcome, to: RegionStep.OutcomeValue.transitioned.rawValue) }
      if selected.kind == .stays { out.raise(step.outcome, to: RegionStep.OutcomeValue.stayed.rawValue) }
      out.note(.taken, from: question + opened, in: id)
      out.closeBraces(opened)
    }
    out.jump(out: label)
    out.endLocation()
  }

  // MARK: How a case ends

  func write(_ verdict: Verdict, _ context: Context, _ out: inout SwiftWriter) {
    if verdict == .deferred, case .selection(let step, _) = context.task {
      out.raise(step.rest, to: RegionStep.RestValue.deferred.rawValue)
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
      } else if let value = value(verdict, context) {
        out.leave(value: value)
      } else {
        out.leave(text(verdict, context))
      }
    }
  }

  /// What is returned for a verdict in a function, where that is the same in all machines: of most ends, no text is made.
  private func value(_ verdict: Verdict, _ context: Context) -> StaticString? {
    guard case .function(let purpose) = context.task else { return nil }
    switch verdict {
    case .accepted: return "true"
    case .refused: return "false"
    case .ignored: return model.taken(".ignored")
    case .deferred: return ".deferred"
    case .unhandled:
      if purpose == .accept { return "false" }
      return purpose != .takeAlways && !model.takesSteps && model.ignoresUnhandled ? ".ignored" : nil
    case .next, .released, .impossible, .delegated: return nil
    }
  }

  /// Writes what stands where the code cannot come.
  func writeNoStep(_ context: Context, _ out: inout SwiftWriter) {
    if case .function(.method) = context.task {
      out.leave("preconditionFailure()")
    } else {
      out.leave("return \(noStep)")
    }
  }

  /// What stands where no transition can be: the code cannot come here.
  var noStep: String { model.takesSteps || machine.hasMethods ? model.notTaken : ".ignored" }

  /// What stands behind is looked at where a variable says so.
  func writeGuard(_ flag: String, _ context: Context, _ out: inout SwiftWriter) {
    let label = context.label ?? ""
    out.writeGuard(any: [.isSet(flag)], label: label) { $0.write(string: "break \(label)") }
  }

  func text(_ verdict: Verdict, _ context: Context) -> String {
    // A block is left by its label, unless this is the answer whatever other blocks say.
    guard case .function(let purpose) = context.task else { return "return false" }
    if let value = value(verdict, context) { return "return \(value)" }
    switch verdict {
    case .unhandled: return purpose == .takeAlways || model.takesSteps ? "return \(model.notTaken)" : policy
    case .delegated(let composite): return "return " + call(composite, purpose)
    case .impossible: return "preconditionFailure()"
    case .next, .released, .accepted, .refused, .ignored, .deferred: return "break"
    }
  }

  /// What becomes of an event that nothing is done for.
  var policy: String {
    if model.ignoresUnhandled { return "return .ignored" }
    let call = UnhandledLowering(model).call(names.event)
    return model.onePolicy == .trap ? call : "return \(call)"
  }

  /// The call of a composite's function.
  private func call(_ composite: StateID, _ purpose: ReducerPurpose) -> String {
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
  func writeHandingOn(
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

  func writeCall(
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

extension RowLowering.Context {
  /// The label of the block that is left once its transition is found; nil in a function that returns.
  var label: String? {
    switch task {
    case .answer(_, _, let label), .selection(_, let label): label
    case .function: nil
    }
  }
}
