import StateMachineModel
import StateMachineSyntax

/// Translates how the regions of a composite state react to a trigger. If at most one transition can be taken, the code
/// tries the regions one after the other. If several can be taken together, it calls the function of a microstep. That
/// function selects all of them before it runs any of them.
extension Lowerer {
  /// Returns the states within the regions of a composite state that have a transition for a trigger or defer it. For
  /// an event of a submachine, the state with this submachine is included, too.
  ///
  /// - Parameter parallel: the composite state; nil for the machine's own regions.
  func reactors(within parallel: StateID?, _ trigger: Trigger) -> [StateID] {
    let within = machine.descendants(of: parallel)
    if let event = trigger.event { return behaviour.reactors(to: event).filter(within.contains) }
    return within.filter { has($0, trigger) }
  }

  /// Returns the transitions that a state itself has for a trigger, in the order in which the code tries them. A
  /// transition is left out if it can never be taken, because earlier ones match all its values.
  func tried(_ state: StateID, _ trigger: Trigger) -> ArraySlice<TransitionID> {
    behaviour.group(of: state, on: trigger).map { behaviour.tried($0) } ?? []
  }

  /// Returns the states that are tried for a trigger after the regions of a composite state. They are the composite
  /// state and its ancestors, inner states first. A state is left out if it neither has a transition for the trigger
  /// nor defers it. No state is tried after one that always takes a transition or defers the event, so the list ends
  /// with it. Empty for timers and completion events.
  ///
  /// - Parameter parallel: the composite state; nil for the machine, for which the list is empty.
  private func enclosing(_ parallel: StateID?, _ trigger: Trigger) -> [StateID] {
    guard trigger == .always || trigger.event != nil else { return [] }
    var states: [StateID] = []
    var next = parallel
    while let state = next {
      if has(state, trigger) { states.append(state) }
      let isCertain = behaviour.group(of: state, on: trigger).map(behaviour.isCertain) ?? false
      if isCertain || behaviour.keeps(state, trigger) { break }
      next = machine.states[state].parent
    }
    return states
  }

  /// Returns whether the code for a trigger needs a microstep, because several transitions can be taken together. The
  /// code needs none if all of them only ignore the event, as `a : e` does. Their row marks are then added to
  /// `uncounted`. In code for tests that explore, such transitions need a microstep, too.
  ///
  /// - Parameters:
  ///   - parallel: the composite state with the regions; nil for the machine.
  ///   - within: the states within the regions that have transitions for the trigger or defer it.
  func isStep(_ parallel: StateID?, _ trigger: Trigger, _ within: [StateID]) -> Bool {
    let outer = enclosing(parallel, trigger)
    let acts = (within + outer).contains { state in
      behaviour.keeps(state, trigger) || !tried(state, trigger).allSatisfy(behaviour.ignores)
    }
    guard comeTogether(within, parallel, trigger, outer) else { return false }
    // Each of the rows has to be told to the test.
    if model.tellsRows { return true }
    if !acts {
      // Rows without effects are taken together, too, but the code after the first is never reached.
      uncounted += (within + outer).flatMap { tried($0, trigger) }.flatMap { mark(.taken, machine.transitions[$0].row) }
    }
    return acts
  }

  /// Returns whether one microstep may take transitions of two of the given states. It may do so for states in
  /// different regions. A state within a region usually excludes a state around this region. Both can take a transition
  /// only if one of these transitions is internal, as `a : e` is. The result is also true if one of both states defers
  /// the event.
  ///
  /// - Parameters:
  ///   - states: the states within the regions that have transitions for the trigger or defer it.
  ///   - outer: the states around the regions that have transitions for the trigger or defer it.
  private func comeTogether(_ states: [StateID], _ parallel: StateID?, _ trigger: Trigger, _ outer: [StateID]) -> Bool {
    let groups = machine.regionGroups(of: states, in: parallel)
    // States of several regions can all take a transition. Without any state, none does.
    guard groups.count == 1 else { return groups.count > 1 }
    // After an inner transition that traps, no other is taken.
    func stays(_ state: StateID, countsTraps: Bool) -> Bool {
      behaviour.keeps(state, trigger)
        || tried(state, trigger).map { machine.transitions[$0] }.contains { transition in
          transition.isInternal && (countsTraps || !machine.rows[transition.row].traps)
        }
    }
    if !outer.isEmpty,
      states.contains(where: { stays($0, countsTraps: false) })
        || outer.contains(where: { stays($0, countsTraps: true) })
    {
      return true
    }
    return behaviour.tree.leaves(of: groups[0].region).contains { leaf in
      let nested = states.filter { $0 != leaf && machine.isInside($0, leaf) }
      return machine.isParallel(leaf) && !nested.isEmpty
        && comeTogether(nested, leaf, trigger, states.filter { machine.isInside(leaf, $0) } + outer)
    }
  }

  /// Returns a `switch` over the state of a region, with an arm for each leaf state:
  /// `switch regions.audio { case .loud: … }`.
  ///
  /// - Parameters:
  ///   - scope: the scope with the variable for the struct of the regions.
  ///   - body: returns the statements of a leaf state's arm.
  func match(region: StateID, _ scope: RowScope, _ body: (StateID, RowScope) -> [Statement]) -> Statement {
    let arms = arms(of: region) { leaf in
      let own = self.scope(of: leaf, within: scope)
      return Arm(patterns: [pattern(of: leaf, own)], body: body(leaf, own))
    }
    return .match(Match(subject: subject(ofRegion: region, scope), arms: arms))
  }

  /// Returns code that tries the regions one after the other. It is for triggers that take at most one transition. If
  /// no region takes a transition or defers the event, control falls through to the statements that the caller appends.
  ///
  /// - Parameter within: the states within the regions that have transitions for the trigger or defer it.
  func levels(
    _ parallel: StateID?, _ trigger: Trigger, _ within: [StateID], _ scope: RowScope, _ task: Task
  ) -> [Statement] {
    machine.regionGroups(of: within, in: parallel).map { region, states in
      match(region: region, scope) { leaf, inner in
        let nested = states.filter { $0 != leaf && self.machine.isInside($0, leaf) }
        // States in the regions of the leaf state are tried before the leaf state itself.
        var list = nested.isEmpty ? [] : self.levels(leaf, trigger, nested, inner, task)
        for level in self.levels(from: leaf, to: region, trigger) {
          if level.state != leaf, self.needsWhole(level.state, trigger) {
            let own = self.scope(of: level.state, within: scope)
            let rows = self.rows(of: level.state, on: trigger, own, task)
            let arm = Arm(patterns: [self.pattern(of: level.state, own)], body: rows)
            let subject = self.subject(ofRegion: region, scope)
            list.append(.match(Match(subject: subject, arms: [arm], assumed: .asFunction)))
          } else {
            list += self.rows(of: level.state, on: trigger, self.scope(inner, around: level.state), task)
          }
          if level.keeps { list.append(.leave(.literal(".deferred"), .deferred)) }
        }
        return list
      }
    }
  }

  /// Returns whether a row of a composite state changes the payload of this composite state. The code then stores the
  /// composite state as a whole, together with the active state within it.
  private func needsWhole(_ composite: StateID, _ trigger: Trigger) -> Bool {
    tried(composite, trigger).contains { id in
      machine.transitions[id].locals.contains { $0.owner == .source && $0.isChanged }
    }
  }

  /// Returns the states that are tried for a trigger while a leaf state is active. They are the leaf state and its
  /// ancestors within a region, inner states first. A state is left out if it neither has a transition for the trigger
  /// nor defers it. No state is tried after one that always takes a transition or defers the event, so the list ends
  /// with it. `keeps` is true for a state that defers the event.
  func levels(from leaf: StateID, to region: StateID, _ trigger: Trigger) -> [(state: StateID, keeps: Bool)] {
    var levels: [(state: StateID, keeps: Bool)] = []
    var next: StateID? = leaf
    while let state = next, state != region {
      let group = behaviour.group(of: state, on: trigger)
      let isCertain = group.map(behaviour.isCertain) ?? false
      let keeps = !isCertain && behaviour.keeps(state, trigger)
      if group != nil || keeps { levels.append((state, keeps)) }
      if isCertain || keeps { break }
      next = machine.states[state].parent
    }
    return levels
  }

  // MARK: Microsteps

  /// Returns a call of the function of a microstep, such as `takePushInPlayer`. Adds this function to `functions`. The
  /// call's result is nil if no transition is taken. In `take` and `takeAlways`, the code returns this result. In
  /// `handle`, it returns an outcome that is not nil; otherwise, the code for an event without a transition follows.
  ///
  /// - Parameters:
  ///   - parallel: the composite state with the regions; nil for the machine.
  ///   - within: the states within the regions that have transitions for the trigger or defer it.
  func step(
    _ parallel: StateID?, _ trigger: Trigger, _ within: [StateID], _ scope: RowScope, _ task: Task
  ) -> [Statement] {
    let step = RegionStep(self, parallel, trigger, within, enclosing(parallel, trigger))
    functions.append(function(of: step))
    let hasPayload = trigger.event.map { !machine.events[$0].fields.isEmpty } ?? false
    let call = call(function(step.name), hasPayload ? [Argument(nil, .variable(event))] : [])
    if model.takesSteps || trigger == .always { return [.leave(call, .handed)] }
    let outcome = variable("outcome")
    let taken = Statement.check(
      [.matches(.some(.bind(outcome)), call)], [.leave(.variable(outcome), .handed)])
    return [taken, trigger.timer == nil ? unhandledEvent : .leave(.literal(".ignored"), .ignored)]
  }

  /// Returns the function of a microstep, such as `takePushInPlayer`.
  private func function(of step: RegionStep) -> Function {
    let trigger = step.trigger
    var body: [Statement]
    if let parallel = step.parallel {
      body = path(to: parallel) { self.body(of: step, $0) }
    } else {
      body = self.body(of: step, RowScope(state: StateID(0)))
    }
    let state = step.parallel.map { "`\(model.name(of: $0))`" } ?? "the machine"
    let words = trigger.event.map { "on `\(text(machine.events[$0].name))`" } ?? "without an event"
    questions[function(step.name)] = "Whether the regions of \(state) have a transition \(words)."
    var signature = Signature(
      documentation: .lines(
        "Takes the transitions that the regions of \(state) have \(words). All are selected before any runs."),
      introducer: "private mutating func")
    signature.parameters = passedOnParameters
    if let id = trigger.event, !machine.events[id].fields.isEmpty {
      var match = Match(subject: .variable(event), arms: [Arm(patterns: [pattern(of: id, step.event)], body: body)])
      match.assumed = .asFunction
      body = [.match(match)]
      signature.parameters = [Parameter(variable: event, type: [.text("Event")], mayGo: true)] + passedOnParameters
    }
    signature.result = [.text("Outcome?")]
    var function = Function(
      id: function(step.name), signature: signature, body: body, otherwise: [.leave(.literal("nil"), .unhandled)],
      variables: variables)
    function.enumerations = step.enumerations
    function.holder = holder(of: function)
    return function
  }

  /// Returns the name of an enum outside of a function, for types that the function uses. Only a generic machine needs
  /// the enum, because Swift allows no types within a generic function. Nil for other machines.
  func holder(of function: Function) -> String? {
    machine.genericParameters.isEmpty ? nil : names.fresh(function.name.capitalizedFirst)
  }
}
