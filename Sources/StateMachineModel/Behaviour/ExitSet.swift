/// The states that an external transition exits if they are active (SCXML, Appendix D, computeExitSet).
package struct ExitSet: Sendable {
  /// The disjoint ranges of the set, as they are found: the source and its ancestors, with the sibling regions of each
  /// region, and then the descendants of the source.
  fileprivate(set) package var ranges: [Range<StateID>] = []
  /// Returns the states of a list that are in the set.
  ///
  /// - Parameter states: the states, in source order.
  package func members(of states: [StateID]) -> [StateID] {
    ranges.flatMap { range in
      states[states.firstIndex(notBelow: range.lowerBound)...].prefix { $0 < range.upperBound }
    }
  }
}

extension Behaviour {
  /// Returns the states that a transition exits on one of its paths through choices; none for an internal transition.
  ///
  /// - Parameter arrival: one of the transition's arrivals; the transition itself if it leads through no choice.
  func exitSet(of transition: Transition, endingWith arrival: Transition) -> ExitSet {
    arrival.isInternal ? ExitSet() : exitSet(from: transition.source, to: arrival.domain)
  }

  /// Returns the states that a transition exits on all its paths through choices; none for an internal transition. If
  /// the sets of two transitions of regions have a state in common, the transitions exclude each other.
  package func exitSet(of transition: Transition) -> ExitSet {
    transition.isInternal ? ExitSet() : exitSet(from: transition.source, to: transition.domain)
  }

  private func exitSet(from source: StateID, to domain: StateID?) -> ExitSet {
    var exits = ExitSet()
    for outer in machine.path(of: source) where !machine.stays(outer, domain: domain) {
      exits.ranges.append(outer..<outer.advanced(by: 1))
      // The siblings of a region that is exited are exited, too.
      guard machine.states[outer].isRegion else { continue }
      for region in machine.children(of: machine.states[outer].parent) where region != outer {
        exits.ranges.append(region..<machine.states[region].end)
      }
    }
    exits.ranges.append(machine.descendants(of: source))
    return exits
  }

  /// Returns the regions around its source that a transition exits on all its paths through choices, inner ones first.
  /// With each of them, its siblings are exited.
  func regionsLeft(by transition: Transition) -> [StateID] {
    guard !transition.isInternal else { return [] }
    var regions: [StateID] = []
    var next = machine.region(of: transition.source)
    while let region = next, !machine.stays(region, domain: transition.domain) {
      regions.append(region)
      next = machine.region(of: region)
    }
    return regions
  }
}
