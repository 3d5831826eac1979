/// How states stand within each other. Composites stand before their children, so that what is within a state is the
/// run of numbers behind it.
extension Table<State> {
  /// The states at the top level.
  var topLevel: [StateID] { indices.filter { self[$0].parent == nil } }

  /// Where entering a state ends: itself, or its initial child's leaf.
  package func leaf(of state: StateID) -> StateID {
    var leaf = state
    while let initial = self[leaf].initialChild { leaf = initial }
    return leaf
  }

  /// Tells whether one state is another or stands within it; nil stands for the machine.
  package func isInside(_ state: StateID, _ outer: StateID?) -> Bool {
    guard let outer else { return true }
    return state >= outer && state < self[outer].end
  }

  /// Tells whether a state has regions within it.
  func isParallel(_ state: StateID) -> Bool { self[state].children.first.map { self[$0].isRegion } == true }
}

extension StateMachine {
  /// Is true where the machine's own body has regions.
  package var isParallel: Bool { states.first?.isRegion == true }

  /// Tells whether a state has regions within it.
  package func isParallel(_ state: StateID) -> Bool { states.isParallel(state) }

  /// Tells whether the body of a state or, for nil, of the machine has regions.
  package func isParallel(body: StateID?) -> Bool { body.map { states.isParallel($0) } ?? isParallel }

  /// The innermost region that a state stands in, itself not counted; nil for the machine's own body.
  package func region(of state: StateID) -> StateID? {
    var outer = states[state].parent
    while let region = outer, !states[region].isRegion { outer = states[region].parent }
    return outer
  }

  /// The region of a composite or, for nil, of the machine that a state stands in.
  package func region(of state: StateID, in parallel: StateID?) -> StateID {
    var region = state
    while let parent = states[region].parent, parent != parallel { region = parent }
    return region
  }

  /// Some states within the regions of a composite or, for nil, of the machine, by their regions.
  ///
  /// - Parameter states: in the order of the source.
  package func regionGroups(of states: [StateID], in parallel: StateID?) -> [(region: StateID, states: [StateID])] {
    var groups: [(region: StateID, states: [StateID])] = []
    for state in states {
      if let last = groups.last?.region, isInside(state, last) {
        groups[groups.count - 1].states.append(state)
      } else {
        groups.append((region(of: state, in: parallel), [state]))
      }
    }
    return groups
  }

  /// The states at the top level.
  package var topStates: [StateID] { states.topLevel }

  /// The state or pseudostate in which a body begins: a composite's, a region's or, for nil, the machine's.
  /// Tells whether its body may begin in a state.
  package func isInitial(_ state: StateID) -> Bool {
    states[state].parent.map { states[$0].initialChild == state } ?? initialStates.contains(state)
  }

  func initialChild(of body: StateID?) -> StateID? { body.map { states[$0].initialChild } ?? initialState }

  /// The initial pseudostate of a body: a composite's, a region's or, for nil, the machine's. Nil where a state is the
  /// initial one.
  func initialPseudostate(of body: StateID?) -> StateID? {
    initialChild(of: body).flatMap { states[$0].pseudostate == .initial ? $0 : nil }
  }

  /// Tells whether an event can find a state active: it has no states within it, and is no pseudostate.
  package func canRest(in state: StateID) -> Bool {
    !states[state].isComposite && !states[state].isPseudostate
  }

  /// Tells whether two states can be active together: one is within the other, or they stand in two regions of a body.
  func canBeActive(_ first: StateID, with second: StateID) -> Bool {
    if isInside(first, second) || isInside(second, first) { return true }
    let (path, other) = (path(of: first), path(of: second))
    let common = zip(path, other).prefix { $0 == $1 }.count
    return common < path.count && states[path[common]].isRegion
  }

  /// The states that stand in a body: a composite's or, for nil, the machine's.
  package func children(of body: StateID?) -> [StateID] { body.map { states[$0].children } ?? topStates }

  /// All states within a body, in the order of the source.
  package func descendants(of body: StateID?) -> Range<StateID> {
    guard let body else { return states.indices }
    let first = body.advanced(by: 1)
    return first..<max(first, states[body].end)
  }

  /// The state with the composites that it stands in, outer first.
  package func path(of state: StateID) -> [StateID] { states[state].path }

  /// Where entering a state ends: itself, or its initial child's leaf.
  package func leaf(of state: StateID) -> StateID { states.leaf(of: state) }

  /// Tells whether one state is another or stands within it; nil stands for the machine.
  package func isInside(_ state: StateID, _ outer: StateID?) -> Bool { states.isInside(state, outer) }

  /// Tells whether an external transition with this domain does not leave a state: the domain, or one around it.
  package func stays(_ state: StateID, domain: StateID?) -> Bool { domain.map { states.isInside($0, state) } ?? false }

  /// The regions that are entered besides those on the way to a leaf, in the order of the source: each at the leaf of a
  /// target in it, or at its initial state.
  ///
  /// - Parameters:
  ///   - domain: what the transition does not leave: a region that stays active keeps those beside it.
  ///   - body: what is entered; nil for whatever the transition enters.
  package func regionsEntered(
    with leaf: StateID, domain: StateID?, within body: StateID? = nil, otherTargets: [StateID] = []
  ) -> [(region: StateID, leaf: StateID)] {
    guard hasRegions else { return [] }
    var entered: [(region: StateID, leaf: StateID)] = []
    var pending: [(parallel: StateID?, onPath: StateID?)] = []
    /// Notes the regions beside a path, below a state that is on it; for nil, below the machine.
    func addParallels(on path: [StateID], below outermost: StateID?) {
      if outermost == nil, isParallel, let region = path.first, !stays(region, domain: domain) {
        pending.append((nil, region))
      }
      for (place, outer) in path.enumerated() where isParallel(outer) {
        if let outermost, outer <= outermost { continue }
        // A region that is not left keeps those beside it.
        let next = place + 1 < path.count ? path[place + 1] : nil
        if let next, stays(next, domain: domain) { continue }
        pending.append((outer, next))
      }
    }
    addParallels(on: path(of: leaf), below: body)
    while let (parallel, onPath) = pending.popLast() {
      for region in children(of: parallel) where region != onPath && states[region].initialChild != nil {
        let inner = self.leaf(of: otherTargets.first { isInside($0, region) } ?? region)
        entered.append((region, inner))
        addParallels(on: path(of: inner), below: region)
      }
    }
    return entered.sorted { $0.region < $1.region }
  }
  /// Tells whether a state can be done: a state in it, or in each of its regions, is final, or its submachine can end.
  func canBeDone(_ state: StateID) -> Bool {
    if let submachine = states[state].submachine { return submachine.interface.canEnd }
    return isParallel(state)
      ? states[state].children.allSatisfy(canBeDone) : states[state].children.contains { states[$0].isFinal }
  }
}

extension [StateID] {
  /// Those of some states, in the order of the source, that are a state or stand within it.
  package func within(_ state: StateID, _ machine: StateMachine) -> ArraySlice<StateID> {
    inside(state..<machine.states[state].end)
  }

  /// Those of some states, in the order of the source, that stand in a range.
  func inside(_ range: Range<StateID>) -> ArraySlice<StateID> {
    self[firstIndex(notBelow: range.lowerBound)..<firstIndex(notBelow: range.upperBound)]
  }

  /// The place of the first state that is not before another, in a list in the order of the source.
  func firstIndex(notBelow state: StateID) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < state { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
