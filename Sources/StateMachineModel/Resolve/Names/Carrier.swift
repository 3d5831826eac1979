import StateMachineSyntax

/// The kind of statement whose guards and effects are being resolved, such as a row or an `entry`. The kind decides
/// which names the guards and effects can use, and what they may do. Each property of this type is one such rule. The
/// code that reads the property reports a statement that breaks the rule.
enum Carrier {
  /// A row of a state, of a group, or of an initial or history pseudostate. A row of a choice has this case when it is
  /// first resolved, without a source and a trigger. Later, it is resolved as `branch` for each transition to the
  /// choice.
  case row
  /// A row of a choice, while it is resolved for one transition that leads to the choice.
  case branch(from: StateID, on: Trigger)
  /// An `entry` of a state.
  case entry(StateID)
  /// An `exit` of a state.
  case exit(StateID)
  /// A `do` of a state.
  case activity(StateID)
  /// The error or the message of a policy.
  case policy
  /// A named effect, where it is declared. The rows that use it are not known there.
  case namedEffect
  /// A statement for tests, such as `never` or `try`.
  case claim

  /// The state that has the `entry`, `exit` or `do`; nil for other statements.
  var state: StateID? {
    switch self {
    case .entry(let state), .exit(let state), .activity(let state): state
    case .row, .branch, .policy, .namedEffect, .claim: nil
    }
  }

  /// The source and the trigger of the transition for which a row of a choice is being resolved; nil for other
  /// statements.
  var incoming: (state: StateID, trigger: Trigger)? {
    if case .branch(let state, let trigger) = self { (state, trigger) } else { nil }
  }

  /// The key of the statement in `openLines`, a table of the names that blocks of `entry` and `exit` statements
  /// declare. The key is a state, and whether the statement is its `exit`. A `do` has the key of the `entry`, to which
  /// its effects are added. Nil for statements other than `entry`, `exit` and `do`.
  var line: ActionLineKey? { state.map { ActionLineKey(state: $0, isExit: isExit) } }

  var isExit: Bool { if case .exit = self { true } else { false } }
  private var isActivity: Bool { if case .activity = self { true } else { false } }
  private var isNamedEffect: Bool { if case .namedEffect = self { true } else { false } }

  /// The words for the statement, such as `'entry'`, in a message which says that an effect there cannot change the
  /// active state.
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

  /// Whether the effects may contain a result, such as `return 3`, which the caller of a method gets. An `entry`,
  /// `exit` or `do` may not, because it has no caller. A named effect may not either, although it may throw
  /// (`mayThrow`).
  var mayGiveResult: Bool { mayThrow && !isNamedEffect }
  var mayThrow: Bool { state == nil }

  /// Whether `noteTasks` records the asynchronous outputs that the statement's effects begin or cancel. The outputs of
  /// a named effect are recorded where a row or an `entry` uses it. Those of a `do` are recorded as activities instead.
  var beginsTasks: Bool { !isActivity && !isNamedEffect }

  /// Whether the effects may cancel outputs (`cancelSave`). A `do` may not: it can only begin outputs.
  var mayCancel: Bool { !isActivity }

  /// Returns whether the effects may assign to a field. An `exit` may not change any payload. An `entry` may change
  /// only the payload of its own state.
  ///
  /// - Parameter level: the distance of the state with the field: 0 for the source of a row or the state with the
  ///   `entry`, 1 for its parent, and so on.
  func mayAssign(level: Int) -> Bool {
    switch self {
    case .exit: false
    case .entry, .activity: level == 0
    case .row, .branch, .policy, .namedEffect, .claim: true
    }
  }

  /// Whether a name in the statement may be a label of any state. This is so in a named effect, because it can use the
  /// labels of every row that uses the named effect.
  var mayKnowAnyLabel: Bool { isNamedEffect }

  /// Whether this statement is where findings about changes in a named effect are shown: the row `a : e / reset` for
  /// `reset`. False if this statement is a named effect itself. The findings are then shown at the row, `entry` or
  /// `exit` that uses this statement.
  var isPlaceOfUse: Bool { !isNamedEffect }

  /// Whether a finding may suggest `raise`, which a `do` cannot have.
  var mayRaise: Bool { !isActivity }

  /// Whether a finding may suggest a new text for the statement. It may not while a row of a choice is resolved for one
  /// transition. All transitions to the choice share this row, so the new text could be wrong for the others.
  var mayBeReworded: Bool { incoming == nil }

  /// Whether a final state may have the statement. A final state may have no `exit` and no `do` (UML 2.5.1, constraints
  /// of FinalState).
  var mayBeOfFinalState: Bool { !isExit && !isActivity }

  /// Whether the statement is one for tests, such as `never`. No code of the generated machine evaluates conditions
  /// such as `in(closed)` in it. Findings about it name no event, because it is no transition.
  var isForTests: Bool { if case .claim = self { true } else { false } }

  /// Whether final states may be sources. Nothing happens in a final state, but a statement for tests may be about one.
  var mayNameFinalStates: Bool { isForTests }

  /// The kind of use that is recorded for a name in the statement's guard: `.condition` in a row. The guard of an
  /// `entry` may be evaluated after effects. So its names get `.body`, like names in effects. Names in the guard of a
  /// choice's row get `.body` and `.branchCondition`.
  var usageOfGuard: LocalUsage {
    switch self {
    case .row, .claim: .condition
    case .branch: [.body, .branchCondition]
    case .entry, .exit, .activity, .policy, .namedEffect: .body
    }
  }

  /// Returns whether a condition on the active states, such as `in(closed)`, is allowed at a place in the statement. It
  /// is allowed in the guard of a row, because it is about the states before the microstep. It is not allowed in an
  /// `entry` or `exit` and in rows of choices, which are evaluated during the microstep.
  ///
  /// - Parameter usage: the kind of use that is recorded for names at that place, as by `usageOfGuard`.
  func mayAskForStates(_ usage: LocalUsage) -> Bool { usage == .condition && state == nil }
}
