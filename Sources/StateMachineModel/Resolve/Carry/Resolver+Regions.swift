import StateMachineSyntax

/// What transitions do to regions.
extension Resolver {
  /// The regions that a transition enters besides those on the way to its leaf: each at its initial state.
  ///
  /// - Parameters:
  ///   - body: what is entered; nil for whatever the transition enters.
  ///   - restored: states that were active before, and whose payload comes back.
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

  /// A transition cannot lead from one region into another beside it: both are active already.
  mutating func checkRegions(from source: StateID) {
    guard let target = row.target ?? row.choice.flatMap({ machine.choices[$0].parent }) else { return }
    for target in [target] + row.otherTargets where !checkRegions(from: source, to: target) { return }
  }

  /// Returns whether a transition may lead from one state to another.
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
