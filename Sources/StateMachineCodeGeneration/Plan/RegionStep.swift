import StateMachineModel

/// A function for a trigger on which several regions may take transitions together: it selects them all before any runs,
/// leaves what they leave, runs their effects and enters what they enter.
struct RegionStep {
  /// `takeTickedInActive`
  var name: String
  var parallel: StateID?
  var trigger: Trigger
  var eventNames: [LocalName?] = []
  /// The fields of the composite and of those around it, and its regions.
  var bindings = Bindings()
  /// One for each region that has transitions on the trigger, in the order of the source, nested regions behind what is
  /// around them; that of the composite itself, with those around it, last.
  var slots: [Slot] = []
  /// Boolean variables of the selection.
  var flags: [String] = []
  /// Those of them that transitions set for others, when they are selected.
  var keptFlags: Set<String> = []
  var selections: [Selection] = []
  /// The order of the effects.
  var effects: [EffectsItem] = []
  var ends = Ends()
  /// Whether the last of the effects is a trap that is certain.
  var endsInTrap = false
  /// Whether the composite is built anew around what has changed.
  var stores = false
  /// Variables for fields of the composite that are assigned and never read: Swift warns of these unless something does.
  var unread: [LocalName] = []
  /// The variable that says whether the composite itself has been left, where transitions can do that.
  var hasLeft: String?
  /// The variable for the regions as they were before a transition led out of nested ones, where effects of others follow.
  var before: String?

  /// What a transition does to its source.
  enum Kind: Hashable {
    case stays, leaves, ignores
    /// A choice on the way decides whether it leaves its source.
    case mayLeave
    /// Another transition, which is certain to be taken, leaves the same states.
    case excluded
  }

  /// How the step can end. What is certain beforehand needs no variable, and gets none: Swift warns of conditions that
  /// always hold.
  struct Ends {
    /// Whether transitions that are taken stay within their states, and whether they leave them.
    var stays = false
    var leaves = false
    /// Whether a transition is certain to be taken.
    var isCertain = false
    /// The variables for what becomes of the event where nothing is taken.
    var ignored: String?
    var deferred: String?
    /// The variable for the outcome, where it is not known.
    var outcome: String?
    /// Whether that is that nothing has been done, as long as nothing says otherwise: a choice may say so behind all.
    var mayIgnore = false

    /// Notes that a transition has done something within its source.
    func noteStay(_ outcome: String) -> String { "if \(outcome) == .ignored { \(outcome) = .stayed }" }
  }

  /// What becomes of the source at the end of a way through choices.
  enum ArrivalEnd {
    case arrives, stays
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
        ends.append(transition.isInternal ? hasEffects ? .stays : .ignores : .arrives)
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
    /// Cases for where the branches of a choice have led: what is entered depends on it.
    var arrivals: [ArrivalCase] = []
    /// Whether its only transition is always taken: there is nothing to select.
    var isCertain = false
    /// Whether one of its transitions is taken whatever is active.
    var isAlwaysSet = false
    /// What stands behind the name of a choice in a pattern: the variable is an optional unless it is always set.
    var mark: String { isAlwaysSet ? "" : "?" }
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
    /// Whether it says that its event cannot happen.
    var traps: Bool
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
    /// variables say, and else further on. At its last place it needs none. One that always traps needs no variable that
    /// says that it has had its turn.
    case pending(Int, ifOpen: [String], variable: String?)

    var slot: Int {
      switch self {
      case .slot(let slot), .pending(let slot, _, _): slot
      }
    }
  }

  /// A transition whose conditions hold, in a selection.
  struct Selected {
    /// Nil where nothing of it runs: a transition before it is certain to trap.
    var slot: String?
    var name: String
    var kind: Kind
    /// Variables that say whether a transition is selected already that leaves the same states.
    var conflicts: [String]
    /// Variables that say the same to those behind.
    var notes: [String]
  }
}

extension RegionStep {
  /// The transitions of the regions, and not of what is around them, that the selection comes to.
  var reachedInside: [TransitionID] {
    var transitions = slots.filter(\.isCertain).flatMap(\.choices).map(\.transition)
    for selection in selections where selection.region != nil {
      selection.forEachBody { transitions += $0.attempts.transitions.map(\.transition) }
    }
    return transitions
  }
}
