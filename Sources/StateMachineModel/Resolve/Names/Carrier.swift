import StateMachineSyntax

/// What carries the guards and the effects that are being resolved. What they know and what they may do depends on it
/// alone: each rule is a property here, and its message stands where it is asked for.
enum Carrier {
  /// A row of a state, of a group, of an initial or a history pseudostate; a row of a choice, before a transition comes
  /// in.
  case row
  /// A row of a choice behind a transition that comes in.
  case branch(from: StateID, on: Trigger)
  /// An `entry`, an `exit` or a `do`.
  case entry(StateID)
  case exit(StateID)
  case activity(StateID)
  /// The error or the message of a policy.
  case policy
  /// A named effect where it is declared: it says nothing of where it is used.
  case namedEffect
  /// A statement for tests.
  case claim

  /// The state whose action it is.
  var state: StateID? {
    switch self {
    case .entry(let state), .exit(let state), .activity(let state): state
    case .row, .branch, .policy, .namedEffect, .claim: nil
    }
  }

  /// The transition that comes in.
  var incoming: (state: StateID, trigger: Trigger)? {
    if case .branch(let state, let trigger) = self { (state, trigger) } else { nil }
  }

  /// The lines of an `entry` or `exit` that stand together with it.
  var line: ActionLineKey? { state.map { ActionLineKey(state: $0, isExit: isExit) } }

  var isExit: Bool { if case .exit = self { true } else { false } }
  private var isActivity: Bool { if case .activity = self { true } else { false } }
  private var isNamedEffect: Bool { if case .namedEffect = self { true } else { false } }

  /// In messages that say where the state cannot be changed: a row without an arrow, or an action.
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

  /// An action of a state has no caller: it does not answer and throws nothing. A named effect throws where it is used.
  var mayAnswer: Bool { mayThrow && !isNamedEffect }
  var mayThrow: Bool { state == nil }

  /// An output that is performed by a task is begun where the effect is used; a `do` begins it itself.
  var beginsTasks: Bool { !isActivity && !isNamedEffect }

  /// A `do` begins outputs, and does nothing else.
  var mayCancel: Bool { !isActivity }

  /// An `exit` changes no payload, an `entry` that of its own state alone.
  ///
  /// - Parameter level: how many composites stand between the state and the one whose field it is.
  func mayAssign(level: Int) -> Bool {
    switch self {
    case .exit: false
    case .entry, .activity: level == 0
    case .row, .branch, .policy, .namedEffect, .claim: true
    }
  }

  /// Which labels a named effect knows depends on where it is used.
  var mayKnowAnyLabel: Bool { isNamedEffect }

  /// What is wrong with a named effect's change is told where the effect is used.
  var isPlaceOfUse: Bool { !isNamedEffect }

  /// A `do` raises nothing: no `raise` is suggested there.
  var mayRaise: Bool { !isActivity }

  /// The words of a choice's row are shared by all that lead there: for one of them, no other words are suggested.
  var mayBeReworded: Bool { incoming == nil }

  /// A final state is never left, and does nothing while it is active (UML 2.5.1, constraints of FinalState).
  var mayBeOfFinalState: Bool { !isExit && !isActivity }

  /// Statements for tests have no event of their own, and the machine does not ask what they ask.
  var isForTests: Bool { if case .claim = self { true } else { false } }

  /// Nothing happens in a final state; a statement for tests is about it all the same.
  var mayNameFinalStates: Bool { isForTests }

  /// What a guard makes of the names in it. That of a choice's row is looked at behind the effects on the way, and so
  /// is the condition of an action.
  var usageOfGuard: LocalUsage {
    switch self {
    case .row, .claim: .condition
    case .branch: [.body, .branchCondition]
    case .entry, .exit, .activity, .policy, .namedEffect: .body
    }
  }

  /// `in(…)` looks at the states before the step: in the middle of one, some are left and others not entered yet.
  func mayAskForStates(_ usage: LocalUsage) -> Bool { usage == .condition && state == nil }
}
