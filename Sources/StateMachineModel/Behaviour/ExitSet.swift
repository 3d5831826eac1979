/// The states that an external transition may leave: whichever of them is active when it is taken is left (SCXML,
/// Appendix D, computeExitSet).
package struct ExitSet: Sendable {
  /// In the order in which they are found: the source and what is around it, with the regions beside it, then what is
  /// within the source. No state is in two of them.
  fileprivate(set) package var ranges: [Range<StateID>] = []
  /// Those of some states that are in the set.
  ///
  /// - Parameter states: in the order of the source.
  package func members(of states: [StateID]) -> [StateID] {
    ranges.flatMap { range in
      states[states.firstIndex(notBelow: range.lowerBound)...].prefix { $0 < range.upperBound }
    }
  }
}

extension Behaviour {
  /// The states that a transition leaves on one of its ways through choices; none for an internal transition.
  ///
  /// - Parameter arrival: one of the transition's arrivals; the transition itself where it leads through no choice.
  func exitSet(of transition: Transition, endingWith arrival: Transition) -> ExitSet {
    arrival.isInternal ? ExitSet() : exitSet(from: transition.source, to: arrival.domain)
  }

  /// The states that a transition may leave, up to where its ways through choices part; none for an internal one. Of
  /// two transitions of regions whose sets have a state in common, one excludes the other.
  package func exitSet(of transition: Transition) -> ExitSet {
    transition.isInternal ? ExitSet() : exitSet(from: transition.source, to: transition.domain)
  }

  private func exitSet(from source: StateID, to domain: StateID?) -> ExitSet {
    var exits = ExitSet()
    for outer in machine.path(of: source) where !machine.stays(outer, domain: domain) {
      exits.ranges.append(outer..<outer.advanced(by: 1))
      // The regions beside one that is left are left with it.
      guard machine.states[outer].isRegion else { continue }
      for region in machine.children(of: machine.states[outer].parent) where region != outer {
        exits.ranges.append(region..<machine.states[region].end)
      }
    }
    exits.ranges.append(machine.descendants(of: source))
    return exits
  }

  /// The regions around its source that a transition leaves whichever way it takes through choices, inner ones first:
  /// with each, all regions of the same composite are left.
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
