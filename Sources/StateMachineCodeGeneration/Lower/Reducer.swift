import StateMachineModel
import StateMachineSyntax

/// Translates functions whose body is a `switch` over the states, with a `switch` over the events in each arm.
extension Lowerer {
  // MARK: Events

  /// Returns the body of the function that takes one transition. This function is `handle` or, if `handle` has more to
  /// do, `take`.
  func reducer() -> [Statement] {
    guard machine.isParallel else { return match(.take) { self.dispatch($0, $1) } }
    let ended =
      model.run.canEnd
      ? [Statement.check([.isTrue(.literal("self.isFinal"))], [.leave(.literal(".ignored"), .ignored)])] : []
    return ended + dispatch(nil, RowScope(state: StateID(0)))
  }

  /// Returns a `switch` over the machine's state. It has an arm for each state: `case .open(let persons): …`.
  ///
  /// - Parameters:
  ///   - states: the states that get an arm; nil for all leaf states.
  ///   - body: returns the statements of a state's arm.
  func match(
    _ task: Task, _ states: [StateID]? = nil, _ body: (StateID, RowScope) -> [Statement]
  ) -> [Statement] {
    let arms = (states ?? behaviour.tree.leaves(of: nil)).map { state in
      let scope = scope(of: state)
      return Arm(patterns: [pattern(of: state, scope)], body: body(state, scope))
    }
    var (before, subject) = ([Statement](), subject(task))
    if takesOut(task), layout.storage == .optional {
      let current = variable("current", owns: true)
      before = [.bind(current, .unwrapped(call("\(layout.storedState).take", [])))]
      before[0].comments = [.generated("Each path through a method puts a state back, so that one is there.")]
      subject = .consumed(.variable(current))
    }
    return before + [.match(Match(subject: subject, arms: arms, keepsApart: model.takesStateOut, keepsArms: true))]
  }

  /// Returns the expression after the word `switch`: the machine's state, such as `self.state`. For a noncopyable
  /// state, a method may have to take the state out of the machine. The expression is then
  /// `Swift.exchange(&self.state, with: .closed)` or `consume self.state`, for example.
  private func subject(_ task: Task) -> Expression {
    if isConsumed { return .consumed(.literal(layout.storedState)) }
    if takesOut(task), let empty = layout.emptyState {
      let arguments = [
        Argument(nil, .literal("&\(layout.storedState)")),
        Argument("with", .literal("." + member(machine.states[empty].name))),
      ]
      return .call(Call(callee: .other("Swift.exchange"), arguments: arguments))
    }
    let isOptional = model.takesStateOut && layout.storage == .optional
    return .literal(layout.state + (isOptional ? "!" : ""))
  }

  /// Returns the code for an event in the arm of a leaf state. It is a `switch` with an arm for each event and each
  /// timer. Events for which the state has no row share an arm. In a final state of the machine, it is only a `return`.
  /// If only an ancestor handles events, it is only a call of the ancestor's function.
  ///
  /// - Parameter state: the active leaf state; nil for a machine that itself has regions.
  private func dispatch(_ state: StateID?, _ scope: RowScope) -> [Statement] {
    if let state, behaviour.endsMachine(state) { return [.leave(.literal(".ignored"), .ignored)] }
    if let state, !machine.isParallel(state), !behaviour.tree.handlesEvents(state),
      let outer = behaviour.tree.enclosing(state, where: behaviour.tree.handlesEvents)
    {
      return [handOver(to: outer, .take, scope)]
    }
    var arms: [Arm] = []
    var places: [StateID?: Int] = [:]
    for id in machine.events.indices {
      // Events without any row in the state share an arm.
      if let state, knowsNothing(state, id) {
        let outer = next(around: state, .event(id), .take)
        let pattern = pattern(of: id, []).withAny(machine.events[id].fields.count)
        if let place = places[outer] {
          arms[place].patterns.append(pattern)
        } else {
          places[outer] = arms.count
          arms.append(Arm(patterns: [pattern], body: end(.event(id), state, scope, .take)))
        }
        continue
      }
      var scope = scope
      scope.event = variables(of: id)
      arms.append(Arm(patterns: [pattern(of: id, scope.event)], body: react(state, .event(id), scope, .take)))
    }
    arms += machine.timers.indices.map { timer in
      Arm(patterns: [pattern(ofElapsed: timer)], body: react(state, .elapsed(timer), scope, .take))
    }
    return [.match(Match(subject: .variable(event), arms: arms, keepsArms: true))]
  }

  /// Returns whether an event means nothing to a state: neither the state, nor its submachine, nor a state in its
  /// regions has a transition for the event or defers it.
  func knowsNothing(_ state: StateID, _ event: EventID) -> Bool {
    !has(state, .event(event)) && machine.states[state].submachine?.event != event
      && (!machine.isParallel(state) || reactors(within: state, .event(event)).isEmpty)
  }

  /// Returns the ancestor of a state whose function the code calls if no row of the state applies to a trigger. Nil for
  /// completion events, and if no ancestor has a transition for the trigger or defers it. All timers count as one
  /// trigger here.
  ///
  /// In `take`, it is the innermost ancestor that handles any event, even if it does not handle this one. Its function
  /// calls the functions of outer ancestors. Each of these functions is then called in few places, so that Swift
  /// inlines it.
  private func next(around state: StateID, _ trigger: Trigger, _ task: Task) -> StateID? {
    func knows(_ composite: StateID) -> Bool {
      trigger.timer == nil
        ? has(composite, trigger) : machine.timers.indices.contains { has(composite, .elapsed($0)) }
    }
    guard trigger != .done, let outer = behaviour.tree.enclosing(state, where: knows) else { return nil }
    guard case .take = task else { return outer }
    return behaviour.tree.enclosing(state, where: behaviour.tree.handlesEvents) ?? outer
  }

  /// Returns whether a state itself has a transition for a trigger, or defers it.
  func has(_ state: StateID, _ trigger: Trigger) -> Bool { behaviour.has(state, somethingFor: trigger) }

  /// Returns the code for a trigger that comes while a state is active. An event goes to submachines within the state's
  /// regions first. Then the code tries transitions within the regions, then those of the state itself, and then those
  /// of its ancestors.
  ///
  /// - Parameter state: the active leaf state; nil for a machine that itself has regions.
  func react(_ state: StateID?, _ trigger: Trigger, _ scope: RowScope, _ task: Task) -> [Statement] {
    var list: [Statement] = []
    if machine.isParallel(body: state) {
      let all = reactors(within: state, trigger)
      for state in all { list += handingOn(state, trigger, scope) }
      let within = all.filter { has($0, trigger) }
      if !within.isEmpty {
        if isStep(state, trigger, within) { return list + step(state, trigger, within, scope, task) }
        list += levels(state, trigger, within, scope, task)
      }
    }
    guard let state else { return list + end(trigger, nil, scope, task) }
    return list + own(state, trigger, scope, task)
  }

  /// Returns the code by which a state itself reacts to a trigger, without its regions. The state's submachine gets an
  /// event first. Then the state's own rows are tried. Last comes the code for the case that no row is taken (`end`).
  private func own(_ state: StateID, _ trigger: Trigger, _ scope: RowScope, _ task: Task) -> [Statement] {
    handingOn(state, trigger, scope) + rows(of: state, on: trigger, scope, task) + end(trigger, state, scope, task)
  }

  /// Returns the code that runs if no row of a state applies to a trigger. It defers the event, calls the function of
  /// an ancestor, ignores a timer, or treats an event as unhandled.
  ///
  /// - Parameter state: nil for a machine that itself has regions.
  private func end(_ trigger: Trigger, _ state: StateID?, _ scope: RowScope, _ task: Task) -> [Statement] {
    if let state {
      if behaviour.keeps(state, trigger) { return [.leave(.literal(".deferred"), .deferred)] }
      if let outer = next(around: state, trigger, task) { return [handOver(to: outer, task, scope)] }
    }
    if trigger.timer != nil { return [.leave(.literal(".ignored"), .ignored)] }
    return unhandled(scope, task)
  }

  /// Returns the code that runs if no row of the active state or of an ancestor applies to the trigger. In `handle` and
  /// in a method, it follows the machine's policy for unhandled events. `take` and `takeAlways` only return nil or
  /// `false`, and their caller goes on.
  func unhandled(_ scope: RowScope, _ task: Task) -> [Statement] {
    switch task {
    case .take, .step: return [model.takesSteps ? .leave(.literal("nil"), .unhandled) : unhandledEvent]
    case .always: return [.leave(.literal(model.notTaken), .unhandled)]
    case .method(let event):
      let stops = machine.policy(of: event).stops && !model.tellsRows
      return (stops ? [] : putBack(scope, task)) + policy(of: event, scope)
    }
  }

  /// The statement that ends `handle` for an event without a transition. It is `return .ignored`, or a call of the
  /// function `unhandled`, which does what the policies say.
  var unhandledEvent: Statement {
    if model.ignoresUnhandled { return .leave(.literal(".ignored"), .unhandled) }
    let call = Expression.literal(model.unhandled.call(names.event))
    return .leave(call, .unhandled, kind: model.onePolicyTraps ? .trap : .return)
  }

  // MARK: Composite states

  /// Returns the statement `return handleMoving(event)`, a call of a composite state's function. It runs if no row of
  /// the active state within the composite state applies to the trigger.
  private func handOver(to composite: StateID, _ task: Task, _ scope: RowScope) -> Statement {
    var (arguments, mayThrow): ([Argument], Bool) = ([], false)
    switch task {
    case .always: break
    case .take, .step:
      arguments = [Argument(nil, .variable(event))]
      mayThrow = model.throws && !model.takesSteps
    case .method(let event):
      mayThrow = model.tellsRows || machine.events[event].method.throwing != nil
      arguments = zip(machine.events[event].fields, scope.event).map { field, variable in
        let isInout = variables[variable].isInout
        return Argument(
          field.label.map { text($0) }, isInout ? .reference(.variable(variable)) : .variable(variable))
      }
    }
    var leave = Leave(value: call(function(task, composite), arguments, mayThrow: mayThrow), meaning: .handed)
    leave.about = pattern(of: composite)
    return Statement(.leave(leave))
  }

  /// Returns the identity of a composite state's function, such as `handleMoving`. The beginning of its name depends on
  /// the kind of function: `handle`, `take`, `takeAlways`, or the name of a method.
  private func function(_ task: Task, _ composite: StateID) -> FunctionID {
    let verb: String
    switch task {
    case .take, .step: verb = model.takesSteps ? "take" : "handle"
    case .always: verb = "takeAlways"
    case .method(let event):
      // Labels distinguish methods with the same name.
      let labels = machine.events[event].fields.map { $0.label.map { text($0).capitalizedFirst } ?? "_" }
      verb = text(machine.events[event].name) + (machine.isOverloaded(event) ? labels.joined() : "")
    }
    return function(names.function(verb, composite))
  }

  /// Adds a function, such as `handleMoving`, for each composite state that has rows for such a function: `always` rows
  /// for `takeAlwaysMoving`, for example. A state in a region or with regions gets none. The states within the
  /// composite state call this function for a trigger for which they have no transition themselves.
  func composites(_ task: Task) {
    for composite in machine.states.indices
    where machine.states[composite].isComposite && !machine.states[composite].isRegion
      && machine.region(of: composite) == nil && !machine.isParallel(composite)
    {
      var scope = scope(of: composite)
      let body: [Statement]
      switch task {
      case .always:
        guard behaviour.tree.handlesAlways(composite) else { continue }
        body = own(composite, .always, scope, task)
      case .method(let event):
        guard has(composite, .event(event)) else { continue }
        scope.event = parameters(of: event)
        body = own(composite, .event(event), scope, task)
      case .take, .step:
        guard behaviour.tree.handlesEvents(composite) else { continue }
        body = dispatchOwn(composite, scope)
      }
      let arm = Arm(patterns: [pattern(of: composite, scope)], body: body)
      var match = Match(subject: subject(task), arms: [arm], keepsApart: model.takesStateOut)
      match.assumed = .asFunction
      functions.append(function(of: composite, [.match(match)], scope.event, task))
    }
  }

  /// Returns the `switch` over the event in a composite state's function. Its arms have the rows of the composite state
  /// itself, not those of states within it.
  private func dispatchOwn(_ state: StateID, _ scope: RowScope) -> [Statement] {
    let arms = machine.events.indices.map { id in
      var scope = scope
      scope.event = variables(of: id)
      return Arm(patterns: [pattern(of: id, scope.event)], body: own(state, .event(id), scope, .take))
    }
    let timers = machine.timers.indices.map { timer in
      Arm(patterns: [pattern(ofElapsed: timer)], body: own(state, .elapsed(timer), scope, .take))
    }
    return [.match(Match(subject: .variable(event), arms: arms + timers, keepsArms: true))]
  }

  /// Returns the function of a composite state, with its name, parameters, documentation and result.
  ///
  /// - Parameter body: the body of the function, which the caller has translated.
  private func function(
    of composite: StateID, _ body: [Statement], _ parameters: [Variable], _ task: Task
  ) -> Function {
    let id = function(task, composite)
    let state = model.name(of: composite)
    switch task {
    case .method(let event):
      var signature = signature(of: event, parameters)
      let summary = "Does what `\(state)` does on `\(text(machine.events[event].name))`, where its active substate has "
      signature.documentation = .lines(summary + "no row for it.")
      signature.introducer = "\(model.privateAccess)mutating func"
      signature.parameters? += passedOnParameters
      if model.tellsRows { signature.clause = clause(of: machine.events[event].method) }
      throwing.insert(id)
      return Function(id: id, signature: signature, body: body, otherwise: [trap(nil)], variables: variables)
    case .always:
      var signature = Signature(
        documentation: .lines(
          "Takes the transition of `\(state)` that no event triggers, where its active substate has none."),
        introducer: "private mutating func")
      signature.parameters = passedOnParameters
      signature.result = [.text(model.stepResult)]
      return Function(
        id: id, signature: signature, body: body, otherwise: [.leave(.literal(model.notTaken), .unhandled)],
        variables: variables)
    case .take, .step:
      var signature = Signature(
        documentation: .lines(
          "Takes the transition of `\(state)` for an event for which its active substate has none."),
        introducer: "private mutating func")
      signature.parameters = [eventParameter] + passedOnParameters
      signature.clause = model.throws && !model.takesSteps ? [.text(model.errors.clause)] : []
      signature.result = [.text(model.takesSteps ? "Outcome?" : "Outcome")]
      questions[id] = "Whether `\(state)` has a transition for an event for which its active substate has none."
      return Function(
        id: id, signature: signature, body: body,
        otherwise: [.leave(.literal(model.takesSteps ? "nil" : ".ignored"), .unhandled)], variables: variables)
    }
  }

  var eventParameter: Parameter { Parameter(variable: event, type: [.text("Event")]) }

  // MARK: Transitions without an event

  /// Adds the function `takeAlways`, which takes the `always` transitions of one microstep. Also adds the functions of
  /// composite states that it calls, such as `takeAlwaysMoving`.
  func always() {
    let body =
      machine.isParallel
      ? react(nil, .always, RowScope(state: StateID(0)), .always)
      : match(.always) { self.react($0, .always, $1, .always) }
    var signature = Signature(
      documentation: .lines("Takes the transition of the current state that no event triggers, if one applies."),
      introducer: "private mutating func")
    signature.parameters = passedOnParameters
    signature.result = [.text(model.stepResult)]
    functions.append(
      Function(
        id: function("takeAlways"), signature: signature, body: body,
        otherwise: [.leave(.literal(model.notTaken), .unhandled)], isEntryPoint: true, variables: variables))
    composites(.always)
  }

  // MARK: Completion

  /// Adds the function `takeDone`. Its argument is a composite state or a state with a submachine, and it takes a
  /// transition for the completion event of this state.
  func done() {
    let notTaken = [Statement.leave(.literal(model.notTaken), .unhandled)]
    // The name must not be `state`, which is the machine's.
    let completed = variables.make(names.fresh("completed"), isFixed: true)
    let arms = model.run.completable.map { state in
      Arm(patterns: [.one(member(machine.states[state].name), [], siblings: 0)], body: done(state, otherwise: notTaken))
    }
    var signature = Signature(
      documentation: .lines("Takes the transition for the completion event of a state, if one applies."),
      introducer: "private mutating func")
    signature.parameters = [Parameter(variable: completed, type: [.text(names.completion)])] + passedOnParameters
    signature.result = [.text(model.stepResult)]
    let body = [Statement.match(Match(subject: .variable(completed), arms: arms, keepsArms: true))]
    functions.append(
      Function(
        id: function("takeDone"), signature: signature, body: body, otherwise: notTaken, isEntryPoint: true,
        variables: variables))
    for state in model.run.completable where machine.isParallel(state) { isDoneFunction(state) }
  }

  /// Returns the code for the completion event of a state. It first tests that the state is still active and has still
  /// reached its end, and then tries the state's rows for this event.
  ///
  /// - Parameter otherwise: the code that runs if a test fails or no row applies.
  private func done(_ state: StateID, otherwise: [Statement]) -> [Statement] {
    guard let group = behaviour.group(of: state, on: .done) else { return otherwise }
    return path(to: state, otherwise: otherwise) { scope in
      var scope = scope
      var tests: [Statement] = []
      if machine.isParallel(state) {
        tests = [.require([.isTrue(isDone(state))], otherwise: otherwise)]
      } else if let child = scope.child {
        // A composite state is completed if the active state within it is final.
        scope.event = [child]
        tests = [isFinal(.variable(child), machine.states[state].children, within: state, otherwise: otherwise)]
      } else if let submachine = scope.source.last {
        let final = variables.make(names.fresh("finalState"))
        scope.event = [final]
        tests = [
          .require([.isTrue(.member(.variable(submachine), "isFinal"))], otherwise: otherwise),
          .bind(final, .member(.variable(submachine), "state")),
        ]
      }
      return tests + rows(behaviour.tried(group), covering: group.covering, scope, .always) + otherwise
    }
  }

  /// Returns a `switch` that tests whether the active state of a region or a composite state is final. For a state that
  /// is not final, it runs `otherwise`; for a final state, it runs nothing.
  ///
  /// - Parameters:
  ///   - subject: the expression for the active state.
  ///   - states: all states that may be active.
  ///   - body: the composite state; nil for a region.
  private func isFinal(
    _ subject: Expression, _ states: [StateID], within body: StateID?, otherwise: [Statement]
  ) -> Statement {
    let arms = states.map { state in
      Arm(patterns: [pattern(of: state, within: body)], body: machine.states[state].isFinal ? [] : otherwise)
    }
    return .match(Match(subject: subject, arms: arms))
  }

  /// Adds the property that is true if each region of a composite state is in a final state, such as `isDonePlayer`.
  private func isDoneFunction(_ state: StateID) {
    let no = [Statement.leave(.literal("false"))]
    let body = path(to: state, otherwise: no) { scope in
      machine.states[state].children.map { region in
        isFinal(subject(ofRegion: region, scope), machine.states[region].children, within: nil, otherwise: no)
      } + [.leave(.literal("true"))]
    }
    let signature = Signature(
      documentation: .lines("Whether each region of `\(model.name(of: state))` is in a final state."),
      introducer: "private var", parameters: nil, result: [.text("Bool")])
    functions.append(
      Function(
        id: function(names.function("isDone", state)), signature: signature, body: body, isPure: true,
        variables: variables))
  }
}

extension CasePattern {
  /// Returns the pattern of a case with `_` for each of its values: `.open(_, _)` for a `count` of 2.
  fileprivate func withAny(_ count: Int) -> CasePattern {
    if case .one(let name, _, let siblings) = self {
      return .one(name, Array(repeating: .any, count: count), siblings: siblings)
    }
    return self
  }
}
