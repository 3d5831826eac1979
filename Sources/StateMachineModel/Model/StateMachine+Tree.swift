/// The nesting of states. Composite states stand before their children, so that the descendants of a state are the
/// numbers after it.
extension Table<State> {
  /// The states at the top level.
  var topLevel: [StateID] { indices.filter { self[$0].parent == nil } }

  /// Returns the leaf state that is entered with a state: the state itself, or its initial child's leaf.
  package func leaf(of state: StateID) -> StateID {
    var leaf = state
    while let initial = self[leaf].initialChild { leaf = initial }
    return leaf
  }

  /// Returns whether a state is another one or lies within it; all states lie within the machine (nil).
  package func isInside(_ state: StateID, _ outer: StateID?) -> Bool {
    guard let outer else { return true }
    return state >= outer && state < self[outer].end
  }

  /// Returns whether a state has regions.
  func isParallel(_ state: StateID) -> Bool { self[state].children.first.map { self[$0].isRegion } == true }
}

extension StateMachine {
  /// Whether the machine's own body has regions.
  package var isParallel: Bool { states.first?.isRegion == true }

  /// Returns whether a state has regions.
  package func isParallel(_ state: StateID) -> Bool { states.isParallel(state) }

  /// Returns whether the body of a state, or of the machine (nil), has regions.
  package func isParallel(body: StateID?) -> Bool { body.map { states.isParallel($0) } ?? isParallel }

  /// Returns the innermost region around a state, not the state itself; nil for the machine's own body.
  package func region(of state: StateID) -> StateID? {
    var outer = states[state].parent
    while let region = outer, !states[region].isRegion { outer = states[region].parent }
    return outer
  }

  /// Returns the region of a composite state, or of the machine (nil), that contains a state.
  package func region(of state: StateID, in parallel: StateID?) -> StateID {
    var region = state
    while let parent = states[region].parent, parent != parallel { region = parent }
    return region
  }

  /// Returns some states, grouped by the regions of a composite state, or of the machine (nil), that contain them.
  ///
  /// - Parameter states: the states, in source order.
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

  /// Returns whether the body that contains a state may begin in it.
  package func isInitial(_ state: StateID) -> Bool {
    states[state].parent.map { states[$0].initialChild == state } ?? initialStates.contains(state)
  }

  /// Returns the state or pseudostate in which a body begins: a composite state's, a region's or the machine's (nil).
  func initialChild(of body: StateID?) -> StateID? { body.map { states[$0].initialChild } ?? initialState }

  /// Returns the initial pseudostate of a composite state, a region or the machine (nil); nil if its body begins in a
  /// state.
  func initialPseudostate(of body: StateID?) -> StateID? {
    initialChild(of: body).flatMap { states[$0].pseudostate == .initial ? $0 : nil }
  }

  /// Returns whether a state can be active between events: it is a leaf state and no pseudostate.
  package func canRest(in state: StateID) -> Bool {
    !states[state].isComposite && !states[state].isPseudostate
  }

  /// Returns whether two states can be active together: one is within the other, or they lie in two regions of a body.
  func canBeActive(_ first: StateID, with second: StateID) -> Bool {
    if isInside(first, second) || isInside(second, first) { return true }
    let (path, other) = (path(of: first), path(of: second))
    let common = zip(path, other).prefix { $0 == $1 }.count
    return common < path.count && states[path[common]].isRegion
  }

  /// Returns the states directly within a composite state or the machine (nil).
  package func children(of body: StateID?) -> [StateID] { body.map { states[$0].children } ?? topStates }

  /// Returns all states within a body, in source order.
  package func descendants(of body: StateID?) -> Range<StateID> {
    guard let body else { return states.indices }
    let first = body.advanced(by: 1)
    return first..<max(first, states[body].end)
  }

  /// Returns the ancestors of a state, outer first, and the state itself.
  package func path(of state: StateID) -> [StateID] { states[state].path }

  /// Returns the leaf state that is entered with a state: the state itself, or its initial child's leaf.
  package func leaf(of state: StateID) -> StateID { states.leaf(of: state) }

  /// Returns whether a state is another one or lies within it; all states lie within the machine (nil).
  package func isInside(_ state: StateID, _ outer: StateID?) -> Bool { states.isInside(state, outer) }

  /// Returns whether an external transition with this domain does not exit a state: the domain, or an ancestor of it.
  package func stays(_ state: StateID, domain: StateID?) -> Bool { domain.map { states.isInside($0, state) } ?? false }

  /// Returns the regions that are entered besides those on the path to a leaf, in source order: each with the leaf of a
  /// target in it, or of its initial state.
  ///
  /// - Parameters:
  ///   - domain: the domain of the transition; regions beside a region that stays active stay active, too.
  ///   - body: the body whose regions are returned; nil for all that the transition enters.
  package func regionsEntered(
    with leaf: StateID, domain: StateID?, within body: StateID? = nil, otherTargets: [StateID] = []
  ) -> [(region: StateID, leaf: StateID)] {
    guard hasRegions else { return [] }
    var entered: [(region: StateID, leaf: StateID)] = []
    var pending: [(parallel: StateID?, onPath: StateID?)] = []
    /// Adds the regions beside a path to `pending`: those below a state on the path, or all if `outermost` is nil.
    func addParallels(on path: [StateID], below outermost: StateID?) {
      if outermost == nil, isParallel, let region = path.first, !stays(region, domain: domain) {
        pending.append((nil, region))
      }
      for (place, outer) in path.enumerated() where isParallel(outer) {
        if let outermost, outer <= outermost { continue }
        // A region that is not exited keeps its siblings active.
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
  /// Returns whether a state can be completed: a state in it, or in each region, is final, or its submachine can end.
  func canBeDone(_ state: StateID) -> Bool {
    if let submachine = states[state].submachine { return submachine.interface.canEnd }
    return isParallel(state)
      ? states[state].children.allSatisfy(canBeDone) : states[state].children.contains { states[$0].isFinal }
  }
}

extension [StateID] {
  /// Returns a state and the states within it, as far as they are in this list; the list is in source order.
  package func within(_ state: StateID, _ machine: StateMachine) -> ArraySlice<StateID> {
    inside(state..<machine.states[state].end)
  }

  /// Returns the states of this list, which is in source order, that lie in a range.
  func inside(_ range: Range<StateID>) -> ArraySlice<StateID> {
    self[firstIndex(notBelow: range.lowerBound)..<firstIndex(notBelow: range.upperBound)]
  }

  /// Returns the index of the first state that is not before another one; the list is in source order.
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
