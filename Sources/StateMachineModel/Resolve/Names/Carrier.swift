import StateMachineSyntax

/// The statement that carries the guards and effects being resolved. It alone decides which names they know, and what
/// they may do: each rule is a property here, and its message stands where the property is used.
enum Carrier {
  /// A row of a state, of a group, or of an initial or history pseudostate; a row of a choice, before it is resolved
  /// for an incoming transition.
  case row
  /// A row of a choice, for an incoming transition.
  case branch(from: StateID, on: Trigger)
  /// An `entry`, an `exit` or a `do`.
  case entry(StateID)
  case exit(StateID)
  case activity(StateID)
  /// The error or the message of a policy.
  case policy
  /// A named effect in its declaration, which does not know its uses.
  case namedEffect
  /// A statement for tests.
  case claim

  /// The state whose action the carrier is; nil for other carriers.
  var state: StateID? {
    switch self {
    case .entry(let state), .exit(let state), .activity(let state): state
    case .row, .branch, .policy, .namedEffect, .claim: nil
    }
  }

  /// The incoming transition of a choice's row; nil for other carriers.
  var incoming: (state: StateID, trigger: Trigger)? {
    if case .branch(let state, let trigger) = self { (state, trigger) } else { nil }
  }

  /// The `entry` or `exit` whose lines include the carrier; nil for other carriers.
  var line: ActionLineKey? { state.map { ActionLineKey(state: $0, isExit: isExit) } }

  var isExit: Bool { if case .exit = self { true } else { false } }
  private var isActivity: Bool { if case .activity = self { true } else { false } }
  private var isNamedEffect: Bool { if case .namedEffect = self { true } else { false } }

  /// The words for a message that the state cannot be changed here: a row without an arrow, or an action.
  var noun: String {
    switch self {
    case .row, .branch: "a row without one"
    case .entry: "'entry'"
    case .exit: "'exit'"
    case .activity: "'do'"
    case .policy, .namedEffect, .claim: "an effect"
    }
  }

  // MARK: Rules

  /// Whether a result is allowed; `mayThrow` says whether an error is. An action of a state has no caller. A named
  /// effect throws where it is used.
  var mayAnswer: Bool { mayThrow && !isNamedEffect }
  var mayThrow: Bool { state == nil }

  /// Whether effects begin the tasks of outputs: named effects begin them where they are used.
  var beginsTasks: Bool { !isActivity && !isNamedEffect }

  /// Whether effects may cancel outputs: a `do` only begins outputs.
  var mayCancel: Bool { !isActivity }

  /// Returns whether a field may be assigned: an `exit` changes no payload, an `entry` only its own state's.
  ///
  /// - Parameter level: the number of levels from the state out to the one that has the field.
  func mayAssign(level: Int) -> Bool {
    switch self {
    case .exit: false
    case .entry, .activity: level == 0
    case .row, .branch, .policy, .namedEffect, .claim: true
    }
  }

  /// Whether any label may be known: a named effect's labels depend on where it is used.
  var mayKnowAnyLabel: Bool { isNamedEffect }

  /// Whether errors in a change are reported here: a named effect's are reported where it is used.
  var isPlaceOfUse: Bool { !isNamedEffect }

  /// Whether a finding may suggest `raise`, which a `do` cannot have.
  var mayRaise: Bool { !isActivity }

  /// Whether a finding may suggest other words: all transitions to a choice share the words of its rows.
  var mayBeReworded: Bool { incoming == nil }

  /// Whether a final state may have the action; it has no `exit` and no `do` (UML 2.5.1, constraints of FinalState).
  var mayBeOfFinalState: Bool { !isExit && !isActivity }

  /// Whether the carrier is a statement for tests, which has no event, and whose questions the machine does not ask.
  var isForTests: Bool { if case .claim = self { true } else { false } }

  /// Whether final states may be sources: nothing happens in them, but a statement for tests may be about them.
  var mayNameFinalStates: Bool { isForTests }

  /// The use that a guard makes of names. A guard of a choice's row is evaluated after the effects on the path to it,
  /// and so is the condition of an action.
  var usageOfGuard: LocalUsage {
    switch self {
    case .row, .claim: .condition
    case .branch: [.body, .branchCondition]
    case .entry, .exit, .activity, .policy, .namedEffect: .body
    }
  }

  /// Returns whether `in(…)` is allowed: it reads the states before the microstep, not those in the middle of one.
  func mayAskForStates(_ usage: LocalUsage) -> Bool { usage == .condition && state == nil }
}
