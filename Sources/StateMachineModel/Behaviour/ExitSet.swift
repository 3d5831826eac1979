/// The states that are exited when an external transition is taken, as far as they are active (SCXML, Appendix D,
/// computeExitSet).
package struct ExitSet: Sendable {
  /// The states of the set, as ranges that do not overlap, in no particular order. They are the source, its ancestors
  /// below the domain, and its descendants. If the source or one of these ancestors is a region, its sibling regions
  /// are in the set, too. So are the states within them.
  fileprivate(set) package var ranges: [Range<StateID>] = []
  /// Returns the states of a list that are in the set.
  ///
  /// - Parameter states: the list, in the order of the file.
  package func members(of states: [StateID]) -> [StateID] {
    // The list is sorted, so its states in one range are successive.
    ranges.flatMap { range in
      states[states.firstIndex(notBelow: range.lowerBound)...].prefix { $0 < range.upperBound }
    }
  }
}

extension Behaviour {
  /// Returns the states that a transition exits if the row of `arrival` is the last on its path through choices. Empty
  /// if this row is internal.
  ///
  /// - Parameter arrival: a branch of a choice, or the transition itself if it leads to no choice.
  func exitSet(of transition: Transition, endingWith arrival: Transition) -> ExitSet {
    arrival.isInternal ? ExitSet() : exitSet(from: transition.source, to: arrival.domain)
  }

  /// Returns the states that a transition exits at least. Its choices may take different branches, and a branch that
  /// leads further out exits more. Branches without `->`, which exit nothing, are not considered. Empty for an internal
  /// transition. Two transitions of different regions exclude each other if a state is in the sets of both.
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

  /// Returns the regions around the source that a transition exits at least, whichever branches with `->` its choices
  /// take. The innermost region comes first. When a region is exited, its sibling regions are exited, too; they are not
  /// in the list.
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
