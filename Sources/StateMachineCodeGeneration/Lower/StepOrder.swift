import StateMachineModel

/// The order of the effects of a step: that of the regions by which the transitions are selected (SCXML, Appendix D,
/// selectTransitions). A transition of a state around regions has the place of the first of them that leaves it the
/// trigger, and so may have its turn at several places: behind each of them, or at the end.
struct StepOrder {
  private let model: SwiftModel
  private let trigger: Trigger
  private let step: RegionStep
  private let inner: [StateID]
  /// The slots by their regions.
  private let slots: [StateID: Int]
  private(set) var items: [Item] = []
  /// The slots around the regions that are being ordered, outer ones first.
  private var waiting: [Waiting] = []
  private var machine: StateMachine { model.machine }

  enum Item {
    case slot(Int)
    /// The slot has its turn here if these regions have left the trigger over and it has had no turn before.
    case turn(Int, ifOpen: [StateID])
  }

  /// What is around some regions, while these are being ordered.
  private struct Waiting {
    /// The region of the slot; nil for the composite itself.
    var region: StateID?
    /// Nil where none of the states has transitions.
    var slot: Int?
    var hasTurns = false
    /// Is true where its turn has come, whatever is active.
    var isDone: Bool
  }

  /// - Parameter around: the slot of the composite itself.
  init(_ model: SwiftModel, _ trigger: Trigger, _ step: RegionStep, _ inner: [StateID], around: Int?) {
    self.model = model
    self.trigger = trigger
    self.step = step
    self.inner = inner
    var slots: [StateID: Int] = [:]
    for (index, slot) in step.slots.enumerated() { if let region = slot.region { slots[region] = index } }
    self.slots = slots
    add(nil, around, [step.parallel])
  }

  /// The regions of which must be known whether they have left the trigger over.
  var flaggedRegions: Set<StateID> {
    items.reduce(into: []) { flagged, item in
      if case .turn(_, let regions) = item { flagged.formUnion(regions) }
    }
  }

  /// The variable that says whether a region has left the trigger over.
  static func openness(of region: StateID, _ model: SwiftModel) -> String {
    model.names.fresh(model.name(of: region) + "IsOpen").spelledAsName
  }

  /// The variable that says whether a slot still waits for its turn.
  func isPending(_ slot: Int) -> String {
    let state = step.slots[slot].region ?? step.parallel
    return model.names.fresh("isPending" + (state.map { model.name(of: $0).capitalizedFirst } ?? "")).spelledAsName
  }

  // MARK: The order

  /// The regions of some composites, with what is around these.
  private mutating func add(_ region: StateID?, _ slot: Int?, _ composites: [StateID?]) {
    let isAlone = composites.isEmpty || slot.map { !canComeTogether($0, around: region) } ?? true
    waiting.append(Waiting(region: region, slot: slot, isDone: isAlone))
    for parallel in composites {
      for child in machine.children(of: parallel) {
        if !inner.within(child, machine).isEmpty { add(child) }
        addTurns(behind: child, isOnlyComposite: composites.count == 1)
      }
    }
    let last = waiting.removeLast()
    guard let slot, isAlone || !last.isDone else { return }
    if last.hasTurns { addTurn(slot, ifOpen: []) } else { items.append(.slot(slot)) }
  }

  private mutating func add(_ region: StateID) {
    var asked: [StateID] = []
    for parallel in machine.descendants(of: region)
    where machine.states[parallel].isComposite && machine.isParallel(parallel) && machine.region(of: parallel) == region
      && inner.within(parallel, machine).contains(where: { $0 != parallel })
    {
      asked.append(parallel)
    }
    add(region, slots[region], asked)
  }

  /// What is around a region has its turn behind it, if it leaves the trigger over; what is around that, if nothing in
  /// between takes it.
  ///
  /// - Parameter isOnlyComposite: whether the region's composite is the only one in its body with regions that are asked.
  private mutating func addTurns(behind region: StateID, isOnlyComposite: Bool) {
    // While another composite is active, the region says nothing.
    let isKnown = isOnlyComposite && model.behaviour.alwaysLeavesOver(trigger, in: region)
    var open = isKnown ? [] : [region]
    for index in waiting.indices.reversed() {
      if let slot = waiting[index].slot, !waiting[index].isDone {
        if open.isEmpty, !waiting[index].hasTurns { items.append(.slot(slot)) } else { addTurn(slot, ifOpen: open) }
        waiting[index].hasTurns = true
        waiting[index].isDone = open.isEmpty
      }
      guard let outer = waiting[index].region else { return }
      if !model.behaviour.alwaysLeavesOver(trigger, in: outer) { open.append(outer) }
    }
  }

  private mutating func addTurn(_ slot: Int, ifOpen open: [StateID]) {
    // A turn just before this one is not needed where it is one of its cases.
    var index = items.count
    scan: while index > 0 {
      index -= 1
      switch items[index] {
      case .turn(slot, let narrower):
        if Set(open).isSubset(of: narrower) { items.remove(at: index) } else { break scan }
      case .turn(let other, let regions): if !excludeEachOther(slot, open, other, regions) { break scan }
      case .slot(let other): if !excludeEachOther(slot, open, other, []) { break scan }
      }
    }
    items.append(.turn(slot, ifOpen: open))
  }

  /// Tells whether one of two slots has nothing to do where the other has its turn: a region that leaves the trigger
  /// over takes no transition.
  private func excludeEachOther(_ slot: Int, _ open: [StateID], _ other: Int, _ otherOpen: [StateID]) -> Bool {
    let region = step.slots[slot].region
    let otherRegion = step.slots[other].region
    return region.map(otherOpen.contains) == true || otherRegion.map(open.contains) == true
  }

  /// Tells whether a transition of a slot can be taken together with one of the regions that it is around.
  private func canComeTogether(_ slot: Int, around region: StateID?) -> Bool {
    func stays(_ slot: RegionStep.Slot) -> Bool {
      slot.choices.contains { machine.transitions[$0.transition].isInternal }
    }
    guard !step.slots[slot].choices.isEmpty else { return false }
    return step.slots.indices.contains { other in
      guard stays(step.slots[other]) else { return false }
      guard other != slot, let region else { return true }
      return step.slots[other].region.map { machine.isInside($0, region) } ?? false
    }
  }
}
