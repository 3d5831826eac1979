import StateMachineSyntax

/// Transitions that enter regions.
extension Resolver {
  /// Returns the regions that a transition enters besides those on the path to its leaf, with their arguments.
  ///
  /// - Parameters:
  ///   - body: the body whose regions are entered; nil for all that the transition enters.
  ///   - restored: the states that were active before, and whose payload is restored.
  mutating func regionEntries(
    _ leaf: StateID, within body: StateID? = nil, restored: [StateID] = []
  ) -> [Transition.RegionEntry]? {
    var entries: [Transition.RegionEntry] = []
    let entered = machine.regionsEntered(with: leaf, domain: row.domain, within: body, otherTargets: row.otherTargets)
    for (region, inner) in entered {
      guard let arguments = supply(inner, restored: restored) else { return nil }
      entries.append(.init(region: region, leaf: inner, arguments: arguments))
    }
    return entries
  }

  /// Reports a transition from one region into a sibling region: both are active already.
  mutating func checkRegions(from source: StateID) {
    guard let target = row.target ?? row.choice.flatMap({ machine.choices[$0].parent }) else { return }
    for target in [target] + row.otherTargets where !checkRegions(from: source, to: target) { return }
  }

  /// Returns whether a transition may lead from one state to another; reports an error and returns false if not.
  private mutating func checkRegions(from source: StateID, to target: StateID) -> Bool {
    var next = machine.states[source].isRegion ? source : machine.region(of: source)
    while let region = next {
      let parallel = machine.states[region].parent
      if !machine.isInside(target, region), target != parallel, machine.isInside(target, parallel) {
        reportOnce(.betweenRegions(row.targetRange, region: stateName(region)))
        return false
      }
      next = machine.region(of: region)
    }
    return true
  }
}
