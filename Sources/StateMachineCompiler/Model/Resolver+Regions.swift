/// What arrows do to regions.
extension Resolver {
  /// The regions that an arrow enters besides those on the way to its leaf: each at its initial state.
  ///
  /// - Parameter restored: states that were active before, and whose payload comes back.
  mutating func regionEntries(
    _ leaf: Int, _ state: Int, _ event: Int, restored: [Int] = []
  ) -> [Transition.RegionEntry]? {
    var entries: [Transition.RegionEntry] = []
    var pending: [(parallel: Int, on: Int)] = []
    let path = machine.path(of: leaf)
    for (place, outer) in path.enumerated() where machine.isParallel(outer) {
      // A region that is not left keeps those beside it.
      let next = place + 1 < path.count ? path[place + 1] : -1
      if next < 0 || !machine.stays(next, domain: row.domain) { pending.append((outer, next)) }
    }
    while let (parallel, onPath) = pending.popLast() {
      for region in machine.states[parallel].children where region != onPath && machine.states[region].initialChild >= 0
      {
        let inner = machine.leaf(of: region)
        guard let arguments = supply(inner, state, event, restored: restored) else { return nil }
        entries.append(.init(region: region, leaf: inner, arguments: arguments))
        for outer in machine.path(of: inner) where outer > region && machine.isParallel(outer) {
          pending.append((outer, -1))
        }
      }
    }
    return entries.sorted { $0.region < $1.region }
  }

  /// An arrow cannot lead from one region into another beside it: both are active already.
  mutating func checkRegions(from source: Int) {
    guard let target = row.target ?? row.choice.map({ Int(machine.choices[$0].parent) }), target >= 0 else { return }
    var region = machine.states[source].isRegion ? source : machine.region(of: source)
    while region >= 0 {
      let parallel = Int(machine.states[region].parent)
      let isBeside =
        !machine.isInside(target, region) && target != parallel && (parallel < 0 || machine.isInside(target, parallel))
      if isBeside {
        reportOnce(
          .betweenRegions(row.targetRange, region: text(machine.states[region].name.id))
        )
        return
      }
      region = machine.region(of: region)
    }
  }
}
