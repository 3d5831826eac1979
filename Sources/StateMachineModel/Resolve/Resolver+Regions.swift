import StateMachineSyntax

/// What transitions do to regions.
extension Resolver {
  /// The regions that a transition enters besides those on the way to its leaf: each at its initial state.
  ///
  /// - Parameters:
  ///   - body: what is entered; nil for whatever the transition enters.
  ///   - restored: states that were active before, and whose payload comes back.
  mutating func regionEntries(
    _ leaf: StateID, _ state: StateID, _ trigger: Trigger, within body: StateID? = nil, restored: [StateID] = []
  ) -> [Transition.RegionEntry]? {
    var entries: [Transition.RegionEntry] = []
    var pending: [(parallel: StateID?, onPath: StateID?)] = []
    /// Notes the regions beside a path, below a state that is on it; for nil, below the machine.
    func addParallels(on path: [StateID], below outermost: StateID?) {
      if outermost == nil, machine.isParallel, let region = path.first, !machine.stays(region, domain: row.domain) {
        pending.append((nil, region))
      }
      for (place, outer) in path.enumerated() where machine.isParallel(outer) {
        if let outermost, outer <= outermost { continue }
        // A region that is not left keeps those beside it.
        let next = place + 1 < path.count ? path[place + 1] : nil
        if let next, machine.stays(next, domain: row.domain) { continue }
        pending.append((outer, next))
      }
    }
    addParallels(on: machine.path(of: leaf), below: body)
    while let (parallel, onPath) = pending.popLast() {
      for region in machine.children(of: parallel)
      where region != onPath && machine.states[region].initialChild != nil {
        let target = row.otherTargets.first { machine.isInside($0, region) }
        let inner = machine.leaf(of: target ?? region)
        guard let arguments = supply(inner, state, trigger, restored: restored) else { return nil }
        entries.append(.init(region: region, leaf: inner, arguments: arguments))
        addParallels(on: machine.path(of: inner), below: region)
      }
    }
    return entries.sorted { $0.region < $1.region }
  }

  /// Several targets stand in as many regions that are entered together.
  mutating func checkOtherTargets(_ ranges: [SourceRange]) {
    guard let first = row.target, !row.isBroken else { return }
    var targets = [first]
    for (target, range) in zip(row.otherTargets, ranges) {
      if targets.contains(where: { !areBeside($0, target) }) {
        diagnostics.append(.targetsOfOneRegion(range, text(machine.states[target].name.id)))
        row.isBroken = true
      }
      targets.append(target)
    }
  }

  /// Whether two states stand in different regions of one composite.
  private func areBeside(_ first: StateID, _ second: StateID) -> Bool {
    let pair = zip(machine.path(of: first), machine.path(of: second)).first { $0 != $1 }
    return pair.map { machine.states[$0].isRegion && machine.states[$1].isRegion } ?? false
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
        reportOnce(
          .betweenRegions(row.targetRange, region: text(machine.states[region].name.id))
        )
        return false
      }
      next = machine.region(of: region)
    }
    return true
  }
}
