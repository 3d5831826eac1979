/// Functions about the nesting of states. In the table, a composite state is directly followed by all states within it.
extension Table<State> {
  /// The states at the top level.
  var topLevel: [StateID] { indices.filter { self[$0].parent == nil } }

  /// Returns the leaf state that a transition to `state` enters. This is the state itself or, for a composite state,
  /// the leaf state to which its initial states lead. If they lead to a state with regions, that state is returned.
  package func leaf(of state: StateID) -> StateID {
    var leaf = state
    while let initial = self[leaf].initialChild { leaf = initial }
    return leaf
  }

  /// Returns whether a state is the state `outer` or lies within it. If `outer` is nil, it means the machine, and every
  /// state lies within it.
  package func isInside(_ state: StateID, _ outer: StateID?) -> Bool {
    guard let outer else { return true }
    return state >= outer && state < self[outer].end
  }

  /// Returns whether a state is a composite state with regions.
  func isParallel(_ state: StateID) -> Bool { self[state].children.first.map { self[$0].isRegion } == true }
}

extension StateMachine {
  /// Whether the machine has regions at the top level.
  package var isParallel: Bool { states.first?.isRegion == true }

  /// Returns whether a state is a composite state with regions.
  package func isParallel(_ state: StateID) -> Bool { states.isParallel(state) }

  /// Returns whether the body of a state, of a region or of the machine consists of regions.
  ///
  /// - Parameter body: the composite state or region with the body; nil for the machine's body.
  package func isParallel(body: StateID?) -> Bool { body.map { states.isParallel($0) } ?? isParallel }

  /// Returns the innermost region that contains a state and is not the state itself. Nil if no region contains the
  /// state.
  package func region(of state: StateID) -> StateID? {
    var outer = states[state].parent
    while let region = outer, !states[region].isRegion { outer = states[region].parent }
    return outer
  }

  /// Returns the region directly within `parallel` in which a state lies. If the state lies in nested regions, this is
  /// the outer one of them.
  ///
  /// - Parameter parallel: the composite state whose region is returned; nil for a region of the machine.
  package func region(of state: StateID, in parallel: StateID?) -> StateID {
    var region = state
    while let parent = states[region].parent, parent != parallel { region = parent }
    return region
  }

  /// Divides states by the regions in which they lie. If `a` and `b` lie in the region `sound` and `c` lies in `light`,
  /// returns `(sound, [a, b])` and `(light, [c])`. Regions without one of the states are left out.
  ///
  /// - Parameters:
  ///   - states: the states, in source order.
  ///   - parallel: the composite state with the regions; nil for the regions of the machine.
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

  /// Returns whether a state is an initial state of the composite state, region or machine that directly contains it.
  package func isInitial(_ state: StateID) -> Bool {
    states[state].parent.map { states[$0].initialChild == state } ?? initialStates.contains(state)
  }

  /// Returns the state or pseudostate in which a body begins. Nil if the body consists of regions.
  ///
  /// - Parameter body: a composite state or a region; nil for the machine's body.
  func initialChild(of body: StateID?) -> StateID? { body.map { states[$0].initialChild } ?? initialState }

  /// Returns the pseudostate in which a body begins (`initial -> muted / beep`); nil if the body begins in a state.
  ///
  /// - Parameter body: a composite state or a region; nil for the machine's body.
  func initialPseudostate(of body: StateID?) -> StateID? {
    initialChild(of: body).flatMap { states[$0].pseudostate == .initial ? $0 : nil }
  }

  /// Returns whether a state can be active when an event arrives. Only leaf states can. A pseudostate cannot, because
  /// the machine exits it at once.
  package func canEndRun(in state: StateID) -> Bool {
    !states[state].isComposite && !states[state].isPseudostate
  }

  /// Returns whether two states can be active at the same time: one is within the other, or they lie in different
  /// regions of one composite state or machine.
  func canBeActive(_ first: StateID, with second: StateID) -> Bool {
    if isInside(first, second) || isInside(second, first) { return true }
    let (path, other) = (path(of: first), path(of: second))
    // The number of common states. If the next state on one path is a region, so is the next one on the other path.
    let common = zip(path, other).prefix { $0 == $1 }.count
    return common < path.count && states[path[common]].isRegion
  }

  /// Returns the states or regions directly within a composite state or a region. If `body` is nil, returns the states
  /// or regions at the top level of the machine.
  package func children(of body: StateID?) -> [StateID] { body.map { states[$0].children } ?? topStates }

  /// Returns all states within a composite state or a region, in source order. If `body` is nil, returns all states of
  /// the machine.
  package func descendants(of body: StateID?) -> Range<StateID> {
    guard let body else { return states.indices }
    let first = body.advanced(by: 1)
    return first..<max(first, states[body].end)
  }

  /// Returns the ancestors of a state and the regions around it, outermost first, and then the state itself.
  package func path(of state: StateID) -> [StateID] { states[state].path }

  /// Returns the leaf state that a transition to `state` enters. This is the state itself or, for a composite state,
  /// the leaf state to which its initial states lead. If they lead to a state with regions, that state is returned.
  package func leaf(of state: StateID) -> StateID { states.leaf(of: state) }

  /// Returns whether a state is the state `outer` or lies within it. If `outer` is nil, it means the machine, and every
  /// state lies within it.
  package func isInside(_ state: StateID, _ outer: StateID?) -> Bool { states.isInside(state, outer) }

  /// Returns whether a state stays active while an external transition with this domain is taken. It does if the state
  /// is the domain or contains the domain. No state stays active if the domain is the machine (nil).
  package func stays(_ state: StateID, domain: StateID?) -> Bool { domain.map { states.isInside($0, state) } ?? false }

  /// Returns the regions that a transition enters, in source order. The regions around `leaf` are left out. Each region
  /// comes with the leaf state that is entered in it. This is the leaf state of a target in the region or, if no target
  /// is in the region, of the region's initial state.
  ///
  /// - Parameters:
  ///   - leaf: the leaf state that the transition enters first.
  ///   - domain: the domain of the transition. If a region contains the domain and so stays active, its sibling regions
  ///     stay active, too.
  ///   - body: a state; only regions of states within it are returned. Nil for all regions that the transition enters.
  ///   - otherTargets: the targets of the transition after the first, each in a region of its own.
  package func regionsEntered(
    with leaf: StateID, domain: StateID?, within body: StateID? = nil, otherTargets: [StateID] = []
  ) -> [(region: StateID, leaf: StateID)] {
    guard hasRegions else { return [] }
    var entered: [(region: StateID, leaf: StateID)] = []
    var pending: [(parallel: StateID?, onPath: StateID?)] = []
    /// Adds to `pending` each composite state of `path` whose regions the transition enters, with its region on the
    /// path. Also adds nil, which means the machine, if the transition enters the regions of the machine.
    ///
    /// - Parameter outermost: a state on the path; only composite states within it are added. Nil for all composite
    ///   states of the path, and for the machine.
    func addParallels(on path: [StateID], below outermost: StateID?) {
      if outermost == nil, isParallel, let region = path.first, !stays(region, domain: domain) {
        pending.append((nil, region))
      }
      for (place, outer) in path.enumerated() where isParallel(outer) {
        // On one path, smaller numbers are those of states further out.
        if let outermost, outer <= outermost { continue }
        // If the region on the path stays active, so do its siblings, and none of them is entered.
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
  /// Returns whether the completion event `done` of a state can occur. It can if the state contains a final state, if
  /// each of its regions can end, or if its submachine can end.
  func canBeDone(_ state: StateID) -> Bool {
    if let submachine = states[state].submachine { return submachine.interface.canEnd }
    return isParallel(state)
      ? states[state].children.allSatisfy(canBeDone) : states[state].children.contains { states[$0].isFinal }
  }
}

extension [StateID] {
  /// Returns the states of this list that are `state` or lie within it. The list must be in source order.
  package func within(_ state: StateID, _ machine: StateMachine) -> ArraySlice<StateID> {
    inside(state..<machine.states[state].end)
  }

  /// Returns the states of this list that lie in a range. The list must be in source order.
  func inside(_ range: Range<StateID>) -> ArraySlice<StateID> {
    self[firstIndex(notBelow: range.lowerBound)..<firstIndex(notBelow: range.upperBound)]
  }

  /// Returns the index of the first state in this list that is `state` or comes after it; if there is none, the length
  /// of the list. The list must be in source order.
  func firstIndex(notBelow state: StateID) -> Int {
    // A binary search.
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < state { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
