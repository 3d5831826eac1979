import StateMachineSyntax

/// Resolves transitions that enter regions.
extension Resolver {
  /// Returns the regions that a transition enters, except those around its leaf state. Each region comes with the leaf
  /// state that is entered in it, and with the arguments for that leaf state. Nil if an argument is missing, which has
  /// been reported.
  ///
  /// - Parameters:
  ///   - leaf: the leaf state that the transition enters.
  ///   - body: a state or region; only regions of states within it are returned. Nil for all regions that the
  ///     transition enters.
  ///   - restored: the states that a history enters again with the payloads that they had.
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

  /// Reports a row that leads from one region into another region of the same composite state. Both regions are active
  /// already, and the transition would leave the first one without an active state.
  mutating func checkRegions(from source: StateID) {
    guard let target = row.target ?? row.choice.flatMap({ machine.choices[$0].parent }) else { return }
    for target in [target] + row.otherTargets where !checkRegions(from: source, to: target) { return }
  }

  /// Returns whether a transition may lead from `source` to `target`. It may not lead from one region into another
  /// region of the same composite state, which is reported.
  private mutating func checkRegions(from source: StateID, to target: StateID) -> Bool {
    var next = machine.states[source].isRegion ? source : machine.region(of: source)
    while let region = next {
      let parallel = machine.states[region].parent
      // The target is in the same composite state, but outside of the source's region.
      if !machine.isInside(target, region), target != parallel, machine.isInside(target, parallel) {
        reportOnce(.betweenRegions(row.targetRange, region: stateName(region)))
        return false
      }
      next = machine.region(of: region)
    }
    return true
  }
}
