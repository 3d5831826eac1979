/// The order of the effects of a step: that of the source; the transition of what is around some regions has the place of
/// the first region that leaves it the trigger.
struct StepOrder {
  private let model: SwiftModel
  private let trigger: Trigger
  private let step: RegionStep
  private let inner: [StateID]
  private var items: [RegionStep.EffectsItem] = []
  /// The slots by their regions.
  private let slots: [StateID: Int]
  private var machine: StateMachine { model.machine }

  init(_ model: SwiftModel, _ trigger: Trigger, _ step: RegionStep, _ inner: [StateID]) {
    self.model = model
    self.trigger = trigger
    self.step = step
    self.inner = inner
    var slots: [StateID: Int] = [:]
    for (index, slot) in step.slots.enumerated() { if let region = slot.region { slots[region] = index } }
    self.slots = slots
  }

  /// - Parameter around: the slot of the composite itself.
  func items(around: Int?) -> [RegionStep.EffectsItem] {
    var order = self
    order.add(regionsOf: step.parallel, around: around)
    return order.items
  }

  /// The regions of which must be known whether they have left the trigger over.
  func flaggedRegions(around: Int?) -> [StateID] {
    let flags = Set(
      items(around: around).compactMap { item -> String? in
        if case .pending(_, let isOpen, _) = item { isOpen } else { nil }
      })
    return regions.filter { flags.contains(Self.openness(of: $0, model)) }
  }

  /// The variables of all regions.
  var allOpenness: Set<String> { Set(regions.map { Self.openness(of: $0, model) }) }

  /// The regions of the composite, and those nested in them.
  private var regions: [StateID] {
    machine.descendants(of: step.parallel).filter { machine.states[$0].isRegion }
  }

  /// The variable that says whether a region has left the trigger over.
  static func openness(of region: StateID, _ model: SwiftModel) -> String {
    model.names.fresh(model.name(of: region) + "IsOpen").spelledAsName
  }

  private mutating func add(regionsOf parallel: StateID?, around: Int?) {
    let children = machine.children(of: parallel)
    let asked = Set(children.filter { !inner.within($0, machine).isEmpty })
    guard let around, !asked.isEmpty, canComeTogether(around) else {
      for region in children where asked.contains(region) { add(region) }
      if let around { items.append(.slot(around)) }
      return
    }
    var isDone = false
    /// The region before, which may have left the trigger over.
    var waiting: StateID?
    let pending = model.names.fresh("isPending" + (parallel.map { model.name(of: $0).capitalizedFirst } ?? ""))
    var conditions: [StateID] = []
    for region in children {
      guard asked.contains(region) else {
        // A region that has nothing for the trigger always leaves it over.
        if !isDone { addLast(around, isConditional: !conditions.isEmpty, pending.spelledAsName) }
        isDone = true
        continue
      }
      if !isDone, let before = waiting {
        items.append(.pending(around, isOpen: Self.openness(of: before, model), variable: pending.spelledAsName))
        conditions.append(before)
      }
      add(region)
      waiting = isDone ? nil : region
    }
    if !isDone { addLast(around, isConditional: !conditions.isEmpty, pending.spelledAsName) }
  }

  private mutating func addLast(_ around: Int, isConditional: Bool, _ variable: String) {
    items.append(isConditional ? .pending(around, isOpen: nil, variable: variable) : .slot(around))
  }

  private mutating func add(_ region: StateID) {
    let own = slots[region]
    let asked = machine.descendants(of: region).filter { parallel in
      machine.isParallel(parallel) && machine.region(of: parallel) == region
        && inner.within(parallel, machine).contains { $0 != parallel }
    }
    for parallel in asked { add(regionsOf: parallel, around: asked.count == 1 ? own : nil) }
    if asked.count != 1, let own { items.append(.slot(own)) }
  }

  /// Whether a transition of a slot can be taken together with one of the regions that it is around.
  private func canComeTogether(_ slot: Int) -> Bool {
    func stays(_ choice: RegionStep.Choice) -> Bool { machine.transitions[choice.transition].isInternal }
    guard !step.slots[slot].choices.isEmpty else { return false }
    return step.slots.contains { $0.choices.contains(where: stays) }
  }
}
