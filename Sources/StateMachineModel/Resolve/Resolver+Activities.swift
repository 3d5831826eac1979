import StateMachineSyntax

/// A state's `do` that begins an output, and its place in the file.
struct ActivityUse {
  var output: OutputID
  var state: StateID
  var range: SourceRange
}

/// Resolves the activities of states (the outputs of `do`), and timers. Both become effects of the state's `entry` and
/// `exit`. So every transition that enters or exits the state begins or ends them at the right moment.
extension Resolver {
  /// Resolves a `do` statement, such as `do / play(song: song)`, and stores its effects in `activities`.
  /// `finishActivities` later adds them to the state. Reports effects that are not asynchronous outputs.
  mutating func resolve(activity action: ActionSyntax, of state: StateID) {
    // A machine with methods has no activities, which has been reported.
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

  /// A key: an output, and either a state whose activity is the output, or an ancestor of such a state. With these
  /// keys, `checkActivities` finds two states that have the same output as activity and can be active together.
  private struct ActivityPlace: Hashable {
    var output: OutputID
    var state: StateID
  }

  /// Reports an output that two states begin as their activity, if both states can be active together. Otherwise it
  /// would be unclear which of the two states ends the output. Also reports an output that one state begins twice.
  private mutating func checkActivities() {
    /// For each state and output, the last of the state's `do` statements with this output. For `do / play` in `open`,
    /// the key is `play` and `open`. The value is an index in `activities.uses`.
    var done: [ActivityPlace: Int] = [:]
    /// For each composite state and output, the last `do` statement with this output in a state within the composite
    /// state. For `do / play` in `open`, the keys are `play` and each ancestor of `open`. The value is an index in
    /// `activities.uses`.
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

  /// Reports two outputs for which one name would be generated: `load` and `Load` would both have the case
  /// `cancelLoad`.
  private mutating func checkNamesOfTasks() {
    var made: [String: Identifier] = [:]
    for output in machine.outputs where output.owner == nil {
      let name = text(output.name.id)
      let activity = output.tasks.activity(name)
      let effect = output.tasks.effect(name)
      for generated in [activity?.begin, activity?.cancel, effect?.begin, effect?.cancel].compactMap({ $0 }) {
        guard let first = made.updateValue(output.name, forKey: generated), first.id != output.name.id else { continue }
        // `checkGeneratedCases` reports an output that has the name of a generated case.
        if generated == name || generated == text(first.id) { continue }
        // This finding replaces the one about names that differ only in case.
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

  /// Adds the activities and timers of each state to its `entry` and `exit`. They begin after the effects of `entry`,
  /// and end before the effects of `exit`. This function runs after all rows are resolved, because any row may have a
  /// timer.
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

  /// Returns the labels that the delays of a state's timers use, such as `delay` in `after delay`.
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

  /// Reports events and outputs that have the name of a case which is generated for timers or activities, such as
  /// `elapsed` or `cancelLoad`.
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
