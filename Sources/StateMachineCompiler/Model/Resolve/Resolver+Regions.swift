/// What transitions do to regions.
extension Resolver {
  /// The regions that a transition enters besides those on the way to its leaf: each at its initial state.
  ///
  /// - Parameter restored: states that were active before, and whose payload comes back.
  mutating func regionEntries(
    _ leaf: StateID, _ state: StateID, _ trigger: Trigger, restored: [StateID] = []
  ) -> [Transition.RegionEntry]? {
    var entries: [Transition.RegionEntry] = []
    var pending: [(parallel: StateID, onPath: StateID?)] = []
    let path = machine.path(of: leaf)
    for (place, outer) in path.enumerated() where machine.isParallel(outer) {
      // A region that is not left keeps those beside it.
      let next = place + 1 < path.count ? path[place + 1] : nil
      if let next, machine.stays(next, domain: row.domain) { continue }
      pending.append((outer, next))
    }
    while let (parallel, onPath) = pending.popLast() {
      for region in machine.states[parallel].children
      where region != onPath && machine.states[region].initialChild != nil {
        let inner = machine.leaf(of: region)
        guard let arguments = supply(inner, state, trigger, restored: restored) else { return nil }
        entries.append(.init(region: region, leaf: inner, arguments: arguments))
        for outer in machine.path(of: inner) where outer > region && machine.isParallel(outer) {
          pending.append((outer, nil))
        }
      }
    }
    return entries.sorted { $0.region < $1.region }
  }

  /// A transition cannot lead from one region into another beside it: both are active already.
  mutating func checkRegions(from source: StateID) {
    guard let target = row.target ?? row.choice.flatMap({ machine.choices[$0].parent }) else { return }
    var next = machine.states[source].isRegion ? source : machine.region(of: source)
    while let region = next {
      let parallel = machine.states[region].parent
      if !machine.isInside(target, region), target != parallel, machine.isInside(target, parallel) {
        reportOnce(
          .betweenRegions(row.targetRange, region: text(machine.states[region].name.id))
        )
        return
      }
      next = machine.region(of: region)
    }
  }
}
