import StateMachineModel

/// A function for a trigger on which several regions may take transitions together: it selects them all before any
/// runs, leaves what they leave, runs their effects and enters what they enter. It is planned as if anything could be
/// selected: what never is, is found in the code.
final class RegionStep {
  /// `takeTickedInActive`
  let name: String
  let parallel: StateID?
  let trigger: Trigger
  var eventNames: [LocalName?] = []
  /// The fields of the composite and of those around it, and its regions.
  var bindings = Bindings()
  /// One for each region that has transitions on the trigger, in the order of the source, nested regions behind what is
  /// around them; that of the composite itself, with those around it, last.
  var slots: [Slot] = []
  /// The states within the composite's regions that have something for the trigger.
  let inner: [StateID]
  /// The composite itself and those around it.
  let around: [StateID]
  /// Which of its transitions exclude each other.
  let conflicts: ConflictFlags
  /// By transition: what is written where it is selected.
  var selected: [TransitionID: Selected] = [:]
  /// The variables that say whether a region has left the trigger over, where the order of effects depends on it.
  var flagged: [StateID: String] = [:]
  /// The order of the effects.
  var effects: [EffectsItem] = []
  /// The variable for the outcome, by `OutcomeValue`.
  let outcome: String
  /// The variable for what becomes of the event where no transition is taken.
  let rest: String
  /// Is true where the composite is built anew around what has changed.
  var stores = false
  /// The variable that says whether the composite itself has been left, where transitions can do that.
  var hasLeft: String?
  /// The variable that says whether its regions have been left and entered while it stayed, where other transitions change
  /// its payload besides.
  var isRenewed: String?
  /// The variable for the regions as they were before a transition led out of nested ones, where effects of others
  /// follow.
  var before: String?

  /// The values of the outcome, and of what becomes of the event where nothing is taken, by number: a later one counts.
  enum OutcomeValue: Int, CaseIterable {
    case ignored = 1
    case stayed
    case transitioned

    static var names: [String] { allCases.map { "\($0)" } }
  }

  enum RestValue: Int, CaseIterable {
    case ignored = 1
    case deferred

    static var names: [String] { allCases.map { "\($0)" } }
  }

  /// - Parameter inner: the states within the composite's regions that have something for the trigger.
  init(_ model: SwiftModel, _ trigger: Trigger, _ parallel: StateID?, _ inner: [StateID]) {
    self.trigger = trigger
    self.parallel = parallel
    self.inner = inner.filter { model.behaviour.has($0, somethingFor: trigger) }
    around = TriggerAnalysis(model, trigger, parallel).enclosing
    conflicts = ConflictFlags(model, parallel, self.inner, around, trigger)
    outcome = model.names.fresh("outcome")
    rest = model.names.fresh("rest")
    // `takeTickedInActive`
    let word = trigger.event.map { model.text(model.machine.events[$0].name).capitalizedFirst } ?? "Always"
    let body = parallel.map { model.names.function("In", $0) } ?? "InRegions"
    name = ("take" + word + body.filter { $0 != "`" }).spelledAsName
  }

  /// What a transition does to its source.
  enum Kind: Hashable {
    case stays, leaves, ignores
    /// A choice on the way decides whether it leaves its source.
    case mayLeave
  }

  /// What becomes of the source at the end of a way through choices.
  enum ArrivalEnd {
    /// The domain is nil where the machine's own body is left.
    case arrives(domain: StateID?)
    case stays
    /// It stays, and nothing has been done on the way.
    case ignores

    /// The ends of a transition that are no traps, in order.
    static func collect(
      _ transition: Transition, hasEffects: Bool, _ machine: StateMachine, _ ends: inout [ArrivalEnd]
    ) {
      let row = machine.rows[transition.row]
      let hasEffects = hasEffects || !row.effects.isEmpty
      if transition.choice != nil {
        for branch in transition.branches { collect(branch, hasEffects: hasEffects, machine, &ends) }
      } else if !row.traps {
        ends.append(transition.isInternal ? hasEffects ? .stays : .ignores : .arrives(domain: transition.domain))
      }
    }
  }

  /// The variable for what one region does, and its type.
  struct Slot {
    /// Nil for what is around the regions.
    var region: StateID?
    var variable: String
    var type: String
    var choices: [Choice] = []
    /// Values for where the branches of a choice have led: what is entered depends on it.
    var arrivals: [ArrivalCase] = []

    /// The names of its values: those of choices, and of arrivals behind them.
    var values: [String] { choices.map(\.name) + arrivals.map(\.name) }
  }

  /// One transition of a slot.
  struct Choice {
    /// Its case in the slot's type.
    var name: String
    var transition: TransitionID
    /// What is left with it.
    var exits: [Move]
    /// The transition, with what its fields are called where its effects run.
    var attempt: Attempt
    /// What is entered with it; nil where it depends on a choice.
    var entries: [Move]?
    /// The variables that say whether another region's transition has led out of a composite with nested regions around
    /// its source. Its effects then see the state as it was before.
    var mayBeLeft: [String]
    /// The variables that are set once its effects have led out of composites with nested regions.
    var leaves: [String]
  }

  struct ArrivalCase {
    var name: String
    var entries: [Move]
  }

  /// The variables for composites that transitions may have led out of where an item's effects run.
  func goneBefore(_ item: Int) -> Set<String> {
    let own = effects[item].slot
    return effects[..<item].reduce(into: []) { gone, before in
      if before.slot != own { for choice in slots[before.slot].choices { gone.formUnion(choice.leaves) } }
    }
  }

  enum EffectsItem {
    case slot(Int)
    /// What is around some regions has its turn here if regions before have left the trigger to it, as all of these
    /// variables say, and else further on. The last variable says whether it still waits.
    case pending(Int, ifOpen: [String], variable: String)

    var slot: Int {
      switch self {
      case .slot(let slot), .pending(let slot, _, _): slot
      }
    }
  }

  /// The variable to set where effects lead to states within a domain; nil where the selection says enough.
  func noted(arrivingIn domain: StateID?, _ machine: StateMachine) -> String? {
    guard let parallel, hasLeft != conflicts.hasLeft(parallel) else { return nil }
    if domain == parallel { return isRenewed ?? hasLeft }
    return domain.map { machine.isInside($0, parallel) } ?? false ? nil : hasLeft
  }

  /// A transition whose conditions hold, in a selection.
  struct Selected {
    /// The variable of its slot, and the value that stands for it.
    var slot: String
    var value: Int
    var kind: Kind
  }
}
