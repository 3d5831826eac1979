import StateMachineSyntax

/// A place where a state's `do` begins an output.
struct ActivityUse {
  var output: OutputID
  var state: StateID
  var range: SourceRange
}

/// What goes on while a state is active: what its `do` begins, and its timers. Both are effects of its entry and its
/// exit, so that everything that enters or leaves states has them in the right place.
extension Resolver {
  /// `do / output(arguments)`
  mutating func resolve(activity action: ActionSyntax, of state: StateID) {
    // A machine with methods has none, which has been reported.
    if machine.hasMethods {
      markLoosely(nil, action.effects)
      return
    }
    for effect in action.effects {
      guard case .output(let name, _) = effect, namedEffect(effect) == nil else {
        reject(.noActivity(effect.range))
        continue
      }
      if let output = names[name.id].output, machine.outputs[output].kind == .plain, !isExcused(name.id) {
        used.outputs[output] = true
        let declared = machine.outputs[output].owner == nil ? machine.outputs[output].name.range : nil
        reject(.plainActivity(name.range, text(name.id)).note("'\(text(name.id))' is declared here", declared))
      }
    }
    guard !row.isBroken else {
      markLoosely(nil, action.effects)
      return
    }
    var resolved = resolveAction(action.effects)
    resolved.effects = resolved.effects.compactMap { effect in
      guard case .output(let output, let arguments, let range) = effect, machine.outputs[output].isAsynchronous else {
        return nil
      }
      machine.outputs[output].tasks.isActivity = true
      activities.uses.append(ActivityUse(output: output, state: state, range: range))
      return .begin(output, arguments: arguments, range: range)
    }
    activities.written[state, default: []] += action.effects
    activities.ofState[state].append(resolved)
  }

  /// What tells whether two states that can be active together do the same: a state and one around it, or two in
  /// regions side by side.
  private struct ActivityPlace: Hashable {
    var output: OutputID
    var state: StateID
  }

  /// One output cannot be what two states do at the same time: whose end would be which?
  private mutating func checkActivities() {
    /// By state that does it, and by state or region that it is done in: where.
    var done: [ActivityPlace: Int] = [:]
    var doneWithin: [ActivityPlace: Int] = [:]
    for (index, use) in activities.uses.enumerated() {
      let place = { (state: StateID) in ActivityPlace(output: use.output, state: state) }
      var other = done[place(use.state)] ?? doneWithin[place(use.state)]
      for outer in machine.path(of: use.state).dropLast() where other == nil {
        other = done[place(outer)]
      }
      for region in machine.path(of: use.state) where machine.states[region].isRegion && other == nil {
        let siblings = machine.children(of: machine.states[region].parent)
        other = siblings.lazy.filter { $0 != region }.compactMap { doneWithin[place($0)] }.first
      }
      if let other { reportActivityTwice(use, activities.uses[other]) }
      done[place(use.state)] = index
      for outer in machine.path(of: use.state).dropLast() { doneWithin[place(outer)] = index }
    }
  }

  /// Two outputs cannot make one case: `cancelLoad` is made of `load` and of `Load`.
  private mutating func checkNamesOfTasks() {
    var made: [String: Identifier] = [:]
    for output in machine.outputs where output.owner == nil {
      let name = text(output.name.id)
      let activity = output.tasks.activity(name)
      let effect = output.tasks.effect(name)
      for generated in [activity?.begin, activity?.cancel, effect?.begin, effect?.cancel].compactMap({ $0 }) {
        guard let first = made.updateValue(output.name, forKey: generated), first.id != output.name.id else { continue }
        // An output that is called as something generated is told of as any other name is.
        if generated == name || generated == text(first.id) { continue }
        // Then they need not differ in more than case besides.
        diagnostics = diagnostics.filtered { $0.code != .differsInCase || $0.range != output.name.range }
        diagnostics.append(.generatedTwice(generated, output.name.range, name, text(first.id), first.range))
        break
      }
    }
  }

  private mutating func reportActivityTwice(_ use: ActivityUse, _ other: ActivityUse) {
    let name = text(machine.outputs[use.output].name.id)
    let first = stateName(other.state)
    diagnostics.append(
      Diagnostic.activityTwice(use.range, name, first: first, isSame: other.state == use.state)
        .note("the other is here", other.range))
  }

  /// Puts what states begin behind their entry effects, and what they end before their exit effects. In the last, after
  /// all rows, as any of them may name a timer.
  mutating func finishActivities() {
    checkActivities()
    checkNamesOfTasks()
    row.clear()
    for state in machine.states.indices {
      row.carrier = .activity(state)
      var ends: [Effect] = []
      closeLinesBeforeChange(of: state)
      closeLines(of: state, before: activities.written[state] ?? [])
      if let activity = activities.ofState[state] {
        machine.states[state].entry.append(activity)
        machine.states[state].activity.append(activity)
        for case .begin(let output, _, _) in activity.effects { ends.append(.end(output)) }
      }
      if !machine.states[state].timers.isEmpty {
        let begin = Action(effects: machine.states[state].timers.map { .schedule($0) }, locals: localsOfTimers(state))
        machine.states[state].entry.append(begin)
        machine.states[state].activity.append(begin)
        ends += machine.states[state].timers.map { .unschedule($0) }
      }
      guard !ends.isEmpty else { continue }
      var end = Action(effects: ends, locals: [])
      if let written = machine.states[state].exit { end.append(written) }
      machine.states[state].exit = end
    }
    checkGeneratedCases()
  }

  /// The labels that the delays of a state's timers use.
  private mutating func localsOfTimers(_ state: StateID) -> [Local] {
    enterCarrier()
    row.reported = timers.reported
    for timer in machine.states[state].timers {
      if let expression = timers.delays[timer] {
        closeLines(of: state, before: expression)
        use(expression, .body)
      }
    }
    return scope.locals
  }

  /// Events and outputs that are called like those that are generated.
  private mutating func checkGeneratedCases() {
    func check(_ name: String, _ what: String, _ declared: Identifier, _ reason: String) {
      guard text(declared.id) == name else { return }
      diagnostics.append(.generatedCase(declared.range, what, name, reason))
    }
    var cases: [String: String] = [:]
    if !machine.timers.isEmpty {
      for event in machine.events { check("elapsed", "event", event.name, "what timers send") }
      for name in ["schedule", "cancel", "repeat"] { cases[name] = "what begins or ends timers" }
    }
    for output in machine.outputs where output.isAsynchronous && output.owner == nil {
      let name = text(output.name.id)
      if let activity = output.tasks.activity(name) {
        cases[activity.cancel] = "what ends the '\(name)' of a state"
        if activity.begin != name { cases[activity.begin] = "what begins the '\(name)' of a state" }
      }
    }
    for output in machine.outputs {
      let name = text(output.name.id)
      if let reason = cases[name] { check(name, "output", output.name, reason) }
    }
  }
}
