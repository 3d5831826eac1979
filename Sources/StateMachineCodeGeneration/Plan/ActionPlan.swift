import StateMachineModel

/// Which functions run entry and exit effects in a machine with regions, and what is written in place instead. In a machine
/// without regions, each state that has effects has its functions.
struct ActionPlan: Sendable {
  private let machine: StateMachine
  /// Whether the only state of a composite that has effects is looked for by an `if`. A `switch` over all states tells
  /// the reader of a machine without regions which of them have none.
  var testsSingleStates: Bool { machine.hasRegions }
  /// The composites and regions of which what is active is left, or entered, as a whole by a function.
  private(set) var exitFunctions: Set<StateID> = []
  private(set) var entryFunctions: Set<StateID> = []
  /// Whether a transition leaves all regions of the machine's own body, by a function.
  private(set) var leavesMachine = false
  /// The regions of which one function runs the entry effects of all states.
  private(set) var joinedRegions: Set<StateID> = []
  /// The composites of which the machine's whole state is remembered.
  private(set) var wholeHistories: Set<StateID> = []
  /// Whether an effect calls a method that may be mutating.
  private(set) var mayChange = false

  init(_ machine: StateMachine, _ behaviour: Behaviour) {
    self.machine = machine
    mayChange =
      machine.states.contains { Self.mayChange($0.entry?.locals) || Self.mayChange($0.exit?.locals) }
      || machine.transitions.contains { Self.mayChange($0.locals) }
    guard machine.states.contains(where: \.isComposite) else { return }
    if machine.hasRegions {
      findFunctions(behaviour)
      findHistories()
      return
    }
    for state in machine.states.indices where machine.states[state].isComposite {
      if behaviour.tree.hasExits(within: state) { exitFunctions.insert(state) }
      if !machine.states[state].histories.isEmpty, behaviour.tree.hasEntries(within: state) {
        entryFunctions.insert(state)
      }
    }
  }

  private static func mayChange(_ locals: [Local]?) -> Bool {
    locals?.contains(where: \.mayBeUnchanged) == true
  }

  // MARK: Single actions

  /// The effect that stands for an `entry` or `exit` where it is performed: the only one, which reads no payload.
  func inlined(_ action: Action?) -> Effect? {
    guard machine.hasRegions, let action, action.locals.isEmpty else { return nil }
    return single(action.effects)
  }

  /// The only one of some effects, which is one call or one assignment.
  private func single(_ effects: [Effect]) -> Effect? {
    guard effects.count == 1 else { return nil }
    if case .scope(let scope) = effects[0] { return scope.condition == nil ? single(scope.effects) : nil }
    return [.output, .raise, .assignment].contains(effects[0].kind) ? effects[0] : nil
  }

  // MARK: Regions

  /// What transitions leave and enter as a whole, and what that leaves and enters in turn.
  private mutating func findFunctions(_ behaviour: Behaviour) {
    var exits: [StateID] = []
    var entries: [StateID] = []
    for id in machine.transitions.indices where !machine.transitions[id].isInternal {
      behaviour.passage(of: id).forEachMove { move in
        switch move {
        case .exitWithin(let body?): exits.append(body)
        case .enterWithin(let body?): entries.append(body)
        case .exitWithin(nil): leavesMachine = true
        case .enterWithin(nil): break
        case .stop, .start, .remember, .forget, .exit, .enter, .finish, .beginWithin, .begin, .resume: break
        }
      }
    }
    let isLeft = machine.isSubmachine || leavesMachine
    let isEntered = machine.isSubmachine || behaviour.run.hasStart
    exitFunctions = functions((isLeft ? [nil] : []) + exits, behaviour) { behaviour.tree.hasExits(within: $0) }
    entryFunctions = functions((isEntered ? [nil] : []) + entries, behaviour) { behaviour.tree.hasEntries(within: $0) }
    joinedRegions = entryFunctions.filter { machine.states[$0].isRegion && canJoin($0, behaviour) }
  }

  /// Regions that only the composite's own function asks are asked in place.
  private func functions(
    _ called: [StateID?], _ behaviour: Behaviour, where acts: (StateID?) -> Bool
  ) -> Set<StateID> {
    var functions: Set<StateID> = []
    var pending = called
    while let body = pending.popLast() {
      if let body { guard functions.insert(body).inserted else { continue } }
      let inner =
        machine.isParallel(body: body)
        ? machine.children(of: body).flatMap { region in
          [region] + behaviour.tree.leaves(of: region).filter { machine.isParallel($0) }
        } : behaviour.tree.leaves(of: body).filter { machine.isParallel($0) }
      for state in inner where acts(state) && (!machine.states[state].isRegion || !canStandInPlace(state)) {
        pending.append(state)
      }
    }
    return functions
  }

  /// Whether what is done with a region's states can be written where the regions are bound: there are few that do
  /// something.
  private func canStandInPlace(_ region: StateID) -> Bool {
    let acting = machine.descendants(of: region).filter { state in
      let declaration = machine.states[state]
      return declaration.entry != nil || declaration.exit != nil || declaration.submachine != nil
    }
    return acting.count <= 1 && machine.states[region].children.allSatisfy { !machine.states[$0].isComposite }
  }

  /// Whether one function can run the entry effects of all states of a region: none changes a payload, and nothing else is
  /// done.
  private func canJoin(_ region: StateID, _ behaviour: Behaviour) -> Bool {
    let children = machine.states[region].children
    let acting = children.filter { machine.states[$0].entry != nil }
    return acting.count > 1
      && children.allSatisfy { child in
        let declaration = machine.states[child]
        guard !declaration.isComposite, declaration.entry?.locals.contains(where: \.isChanged) != true else {
          return false
        }
        return behaviour.entry(of: child).allSatisfy { $0 == .enter(child) }
      }
  }

  // MARK: Histories

  /// How a transition to a history is written.
  enum Restoration {
    /// `self.region = history ?? .default`, entered as a whole
    case inOneValue
    /// One of two states is written, what came back or the default; then that is entered as a whole.
    case inOneEntry(Passage.Arrival)
    /// What came back is entered and the step ends, or the default is written and entered.
    case inTwoArms(Passage.Arrival)
    /// Each state that may come back is told apart.
    case inCases
    /// Nothing can come back.
    case never
  }

  func restoration(_ history: Passage.HistoryReturn) -> Restoration {
    guard history.anew.isEmpty else { return .inCases }
    let isPlain = history.renewals.isEmpty
    if wholeHistories.contains(history.composite) || isPlain && machine.states[history.composite].isRegion {
      return .inOneValue
    }
    guard let whole = history.whole else { return .never }
    return machine.hasRegions ? .inOneEntry(whole) : .inTwoArms(whole)
  }

  /// What comes back whole is kept whole: a composite of the machine's body with regions, to whose fields no transition
  /// gives anything else.
  private mutating func findHistories() {
    for state in machine.states.indices
    where machine.states[state].parent == nil && machine.states[state].histories == [.deep]
      && machine.isParallel(state) && !machine.states[state].fields.isEmpty
    {
      wholeHistories.insert(state)
    }
    guard !wholeHistories.isEmpty else { return }
    for transition in machine.transitions {
      transition.forEachArrival { arrival in
        guard arrival.history != nil, let target = arrival.target else { return }
        let isWhole = arrival.returns.allSatisfy { entry in
          entry.anew == nil && entry.arguments.allSatisfy { if case .restored = $0 { true } else { false } }
        }
        if !isWhole || arrival.domain != nil { wholeHistories.remove(target) }
      }
    }
  }
}

extension Passage {
  /// All that is left and entered at the ends of a passage and on the way.
  fileprivate func forEachMove(_ body: (Move) -> Void) {
    exits.forEach(body)
    switch end {
    case .trap, .stay, .call: break
    case .arrival(let arrival): arrival.entries.forEach(body)
    case .choice(let branches): for branch in branches { branch.passage.forEachMove(body) }
    case .history(let history, let otherwise):
      history.entries.forEach(body)
      history.whole?.entries.forEach(body)
      otherwise.entries.forEach(body)
      for (_, arrival) in history.anew { arrival.entries.forEach(body) }
    }
  }
}
