import StateMachineModel

/// Lowers the functions of the reducer that tell states apart: in each case a `switch` over the event, in each arm the
/// transitions in the order in which they are tried. Nested and not over a tuple, which Swift cannot check for
/// exhaustiveness in time; without `default`, so that Swift checks it at all.
final class FlatReducer {
  let purpose: ReducerPurpose
  let rows: RowLowering
  /// What the case at hand is for.
  let context: RowLowering.Context
  var model: SwiftModel { rows.model }
  var states: StateLowering { rows.states }
  var planner: BindingPlanner { context.planner }
  var machine: StateMachine { rows.model.machine }
  var behaviour: Behaviour { rows.model.behaviour }
  /// What the parameters of the method are called, where there is one.
  var parameterNames: [LocalName?] { context.parameterNames }
  /// The composites that cases at hand have left the event to.
  var released: Set<StateID> = []
  /// The composites whose functions cases of a method call, as states within them have transitions, too. The others
  /// have a case of their own.
  private(set) var called: Set<StateID> = []
  /// By composite: whether its turn for a method's event, or that of one around it, changes a payload in place.
  var changesInPlace: [StateID: Bool] = [:]
  /// By event: its end where no state has anything for it.
  let endsByPolicy: [EventLists.End]
  /// What the composite around the states at hand has transitions for: worked out once for all of its children.
  var enclosing: (composite: StateID?, events: EnclosingEvents) = (nil, EnclosingEvents())

  /// The triggers that composites around a state have something for.
  struct EnclosingEvents {
    /// Empty where there is nothing.
    var events: [Bool] = []
    var timers = false

    func has(_ event: EventID) -> Bool { !events.isEmpty && events[event.index] }
  }

  init(_ rows: RowLowering, _ purpose: ReducerPurpose) {
    self.rows = rows
    self.purpose = purpose
    endsByPolicy = Self.endsByPolicy(purpose, rows.model)
    var planner = BindingPlanner(rows.model, purpose == .accept ? .conditions : .everything)
    guard case .method(let event) = purpose else {
      context = RowLowering.Context(planner: planner, task: .function(purpose))
      return
    }
    let behaviour = rows.model.behaviour
    let reactors = behaviour.tree.reactors(to: event)
    let transitions = reactors.flatMap { state in
      behaviour.group(of: state, on: .event(event)).map { Array(behaviour.tried($0)) } ?? []
    }
    let names = planner.eventNames(.event(event), transitions, prefersFields: true)
    planner.takesOut = rows.model.takesStateOut(on: .event(event))
    context = RowLowering.Context(planner: planner, task: .function(purpose))
    context.parameterNames = names
    for state in reactors {
      var next = machine.states[state].parent
      while let outer = next, called.insert(outer).inserted { next = machine.states[outer].parent }
    }
  }

  // MARK: Functions

  /// Writes the body of the function, and the functions that it calls: those of composites, and of steps.
  ///
  /// - Parameter isHandle: whether it is `handle` itself, as nothing follows from a step.
  static func write(_ purpose: ReducerPurpose, of model: SwiftModel, isHandle: Bool = false, _ out: inout SwiftWriter) {
    let flat = FlatReducer(RowLowering(model), purpose)
    out.openFunction(
      answers: purpose.answers(model.machine), mayBindTooMuch: model.machine.hasRegions,
      isStreamed: !model.machine.isParallel)
    if isHandle { PreparationLowering(model).writeCall(model.names.event, &out) }
    let steps = flat.lower(&out)
    out.closeFunction()
    if isHandle { RunLowering(model).writeCollecting(&out) }
    if purpose == .take { ChoiceLowering(flat.rows).write(&out) }
    if model.hasEvents || purpose == .takeAlways { flat.lowerComposites(&out) }
    for step in steps { StepLowering(flat.rows, step).write(&out) }
  }

  /// Lowers what the function does: in a machine with regions of its own there is no state to tell apart.
  ///
  /// - Returns: the functions for triggers on which several regions may take transitions together.
  func lower(_ out: inout SwiftWriter) -> [RegionStep] {
    var regions = RegionReducer(model, purpose)
    guard model.hasEvents || purpose.trigger != nil else {
      out.line("// There are no events.")
      return []
    }
    guard !machine.isParallel else {
      if model.run.canEnd, purpose.trigger == nil {
        out.line(string: "if self.isFinal { return \(purpose == .accept ? "false" : ".ignored") }")
      }
      regions.lower(nil, self, &out)
      return regions.steps
    }
    openSwitch(&out)
    lowerCases(&regions, &out)
    out.closeSwitch()
    // Inner ones first, as their patterns are part of the others'.
    lowerReleased(released.sorted(by: >), &out)
    return regions.steps
  }

  /// `switch self.state`; Swift has no label of several patterns for what cannot be copied.
  private func openSwitch(_ out: inout SwiftWriter) {
    guard planner.takesOut else {
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
      let taken = model.names.fresh("current")
      out.line("// Each way through a method puts a state back, so that one is there.")
      out.line(string: "let \(taken) = \(model.layout.storedState).take()!")
      out.write(string: "switch consume \(taken)")
      out.openSwitch(keepsArms: true)
    }
  }

  /// Lowers the cases, one after the other: of 10,000 states, the case at hand is all that is kept.
  private func lowerCases(_ regions: inout RegionReducer, _ out: inout SwiftWriter) {
    var ignoring: [StateID] = []
    var unhandling: [StateID] = []
    var delegating: [StateID: [StateID]] = [:]
    var composites: Set<StateID> = []
    for leaf in behaviour.tree.leaves(of: nil) {
      var state = leaf
      if let handler = handler(of: leaf), hasCase(handler) {
        guard composites.insert(handler).inserted else { continue }
        state = handler
      }
      if machine.hasRegions, machine.isParallel(state), regions.hasTransitions(within: state) {
        regions.lower(state, self, &out)
      } else if handles(state) {
        if isIgnoredByMethod(state) {
          ignoring.append(state)
        } else {
          lowerCase(of: state, &out)
        }
      } else if let handler = handler(of: state) {
        delegating[handler, default: []].append(state)
      } else if purpose == .take, !behaviour.endsMachine(state), model.separatesTimers {
        lowerCase(of: state, &out)
      } else if purpose.trigger == nil,
        behaviour.endsMachine(state) || model.ignoresUnhandled && !model.takesSteps || purpose == .accept
      {
        ignoring.append(state)
      } else {
        unhandling.append(state)
      }
    }
    if planner.takesOut {
      for state in ignoring { lowerTakenOut(state, .ignored, &out) }
      for state in unhandling { lowerTakenOut(state, .unhandled, &out) }
      released = []
      return
    }
    for (handler, states) in delegating.sorted(by: { $0.key < $1.key }) {
      lowerCases(of: states, .delegated(to: handler), &out)
    }
    if case .method(let event) = purpose, machine.policy(of: event) == .ignore {
      ignoring = (ignoring + unhandling).sorted()
      unhandling = []
    }
    if case .method(let event) = purpose, machine.namesState(inPolicyOf: event) {
      for state in unhandling { lowerCase(of: [state], Bindings(), .unhandled, &out) }
      unhandling = []
    }
    lowerCases(of: unhandling, purpose == .accept ? .refused : .unhandled, &out)
    lowerCases(of: ignoring, purpose == .accept ? .refused : .ignored, &out)
  }

  private func lowerCases(of states: [StateID], _ verdict: Verdict, _ out: inout SwiftWriter) {
    for label in model.labels(of: states) { lowerCase(of: label, Bindings(), verdict, &out) }
  }

  /// Lowers a case in which nothing is tried.
  func lowerCase(
    of states: [StateID], _ bindings: Bindings, _ verdict: Verdict, _ out: inout SwiftWriter
  ) {
    openCase(of: states, bindings, &out)
    rows.write(verdict, context, &out)
    out.closeCase()
  }

  /// Lowers the case of a state that has something for the purpose.
  ///
  ///     case .open(let persons):
  ///       switch event {
  ///       case .closeButton: …
  ///       case .tick, .openButton: return .ignored
  ///       }
  private func lowerCase(of state: StateID, _ out: inout SwiftWriter) {
    let rows = rows(of: state)
    let releases = purpose != .accept && self.releases(state, rows.source)
    openCase(of: [state], rows.source, &out)
    lowerBody(of: state, rows, releases: releases, breaks: true, &out)
    out.closeCase()
  }

  /// Begins the case of one or more states.
  func openCase(of states: [StateID], _ bindings: Bindings, _ out: inout SwiftWriter) {
    context.states = states
    context.bindings = bindings
    if states.count == 1 {
      out.write("case ")
      self.states.writePattern(of: states[0], bindings, &out)
    } else {
      self.states.writeCaseList(states: states, &out)
    }
    out.openCase()
  }

  /// Begins the function of a composite.
  func begin(_ composite: StateID) {
    context.states = [composite]
    context.bindings = Bindings()
    released = []
  }

  /// Is true where cases since the function was begun have left the event to a composite.
  var hasReleased: Bool { !released.isEmpty }

  /// Lowers a second `switch`, for composites to which cases of the first have left the event.
  ///
  ///     switch self.state {
  ///     case .playing: return self.handlePlaying(event)
  ///     case .stopped: return .ignored
  ///     }
  private func lowerReleased(_ released: [StateID], _ out: inout SwiftWriter) {
    guard !released.isEmpty else { return }
    out.line("// The bindings above end here, so that the payload of a composite can change without a copy.")
    out.openSwitch(over: model.layout.state)
    for handler in released {
      states.writeCaseList(states: [handler], &out)
      out.openCase()
      rows.write(.delegated(to: handler), context, &out)
      out.closeCase()
    }
    let others = machine.topStates.filter { !released.contains($0) }
    if !others.isEmpty {
      states.writeCaseList(states: others, &out)
      out.openCase()
      rows.writeNoStep(context, &out)
      out.closeCase()
    }
    out.closeSwitch()
  }

  // MARK: One state

  /// Lowers what is done in a case.
  ///
  /// - Parameters:
  ///   - releases: whether composites around the state have their turn behind the `switch`.
  ///   - breaks: whether there is a `switch` to break out of.
  func lowerBody(
    of state: StateID, _ own: StateRows, releases: Bool, breaks: Bool, _ out: inout SwiftWriter
  ) {
    guard let lists = own.lists else {
      guard let only = own.groups.first else { return rows.write(unhandled, context, &out) }
      let otherwise = behaviour.isCertain(only) ? nil : delegated(state, releases: releases, breaks: breaks)
      rows.lower(own.bound[0], own.source, otherwise: otherwise, context, &out)
      return
    }
    if let only = lists.onlyOne {
      return rows.write(verdict(only, state, releases: releases), context, &out)
    }
    out.openSwitch(over: model.names.event)
    if let event = machine.states[state].submachine?.event,
      !own.groups.contains(where: { $0.trigger == .event(event) })
    {
      let name = LocalName.fresh(model.names.inner)
      openArm(on: event, [name], &out)
      rows.writeHandingOn(states.text(name), to: state, context, &out)
      rows.write(following(event, state, releases: releases), context, &out)
      out.closeCase()
    }
    for index in own.groups.indices {
      lowerArm(own.groups[index], own.bound[index], state, own.source, releases: releases, &out)
    }
    lowerSharedArms(lists, state, releases: releases, &out)
    out.closeSwitch()
  }

  /// Lowers the transitions on one trigger.
  ///
  ///     case .enter(let count):
  ///       if persons < 10 {
  ///         …
  ///         return .stayed
  ///       }
  ///       return .ignored
  private func lowerArm(
    _ group: Behaviour.TriggerGroup, _ bound: BoundTransitions, _ state: StateID, _ source: Bindings, releases: Bool,
    _ out: inout SwiftWriter
  ) {
    var otherwise: Verdict?
    if case .event(let event) = group.trigger {
      otherwise = behaviour.isCertain(group) ? nil : following(event, state, releases: releases)
      if machine.states[state].submachine?.event == event {
        let name = bound.eventNames.first.flatMap { $0 } ?? .fresh(model.names.inner)
        openArm(on: event, [name], &out)
        rows.writeHandingOn(states.text(name), to: state, context, &out)
      } else {
        openArm(on: event, bound.eventNames, &out)
      }
    } else if let timer = group.trigger.timer {
      // A timer is the state's own: nobody else is asked.
      otherwise = purpose == .accept ? .refused : .ignored
      openArm(on: timer, &out)
    }
    rows.lower(bound, source, otherwise: otherwise, context, &out)
    out.closeCase()
  }

  /// Begins the arm of an event.
  func openArm(on event: EventID, _ names: [LocalName?], _ out: inout SwiftWriter) {
    out.write("case .")
    out.write(member: machine.events[event].name)
    states.writeBindings(names, of: machine.events[event].fields, &out)
    out.openCase()
  }

  /// Begins the arm of a timer.
  func openArm(on timer: TimerID, _ out: inout SwiftWriter) {
    out.write(string: "case .elapsed(.\(model.names.timer(timer)))")
    out.openCase()
  }

  /// Lowers the arms of the events that need no code of their own.
  func lowerSharedArms(
    _ lists: EventLists, _ state: StateID?, releases: Bool, _ out: inout SwiftWriter
  ) {
    let machine = machine
    for (end, events, timers) in lists.all {
      states.writeCaseList(events.lazy.map { machine.events[$0].name }, last: timers ? "elapsed" : nil, &out)
      out.openCase()
      rows.write(verdict(end, state, releases: releases), context, &out)
      out.closeCase()
    }
  }
}
