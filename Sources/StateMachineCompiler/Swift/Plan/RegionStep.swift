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
  /// Whether the composite is built anew around what has changed.
  var stores = false
  /// The variable that says whether the composite itself has been left, where transitions can do that.
  var hasLeft: String?
  /// The regions as they were, where a transition can lead out of nested ones beside others.
  var before: String?

  /// What a transition does to its source.
  enum Kind: Hashable {
    case stays, leaves, ignores
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
    /// The composite with nested regions that another region's transition may have led out of, and the variable for it.
    var mayBeLeft: (parallel: StateID, variable: String)?
    /// The variables that are set once its effects have led out of composites with nested regions.
    var leaves: [String]
  }

  struct ArrivalCase {
    var name: String
    var entries: [Move]
  }

  enum EffectsItem {
    case slot(Int)
    /// What is around some regions has its turn here if a region before has left the trigger to it, and else further on.
    case pending(Int, isOpen: String?, variable: String)
  }

  /// A transition whose conditions hold, in a selection.
  struct Selected {
    var slot: String
    var name: String
    var kind: Kind
    /// Variables that say whether a transition is selected already that leaves the same states.
    var conflicts: [String]
    /// Variables that say the same to those behind.
    var notes: [String]
  }
}
