import StateMachineSyntax

/// The statement that is being resolved, with the parts of it that are known so far. It is a row, an `entry`, `exit` or
/// `do`, a policy, a named effect or a statement for tests.
///
/// A row is resolved once for each pair of a source and a trigger. Properties such as `expansionCount` call each pair
/// an expansion of the row.
struct RowInProgress {
  /// The range of the statement.
  var range = SourceRange(0, 0)
  var sources: [(state: StateID, plan: [FieldPattern])] = []
  var triggers: [(trigger: RowTrigger, plan: [FieldPattern])] = []
  var target: StateID?
  /// The choice to which the row leads; nil if it leads to a state, or nowhere.
  var choice: ChoiceID?
  /// The kind of history by which the row enters the target: `-> player.history`. Nil for a row that enters the target
  /// itself.
  var history: HistoryKind?
  var targetRange = SourceRange(0, 0)
  /// The targets after the first one: `b` in `-> a, b`. Each is in a region of its own.
  var otherTargets: [StateID] = []
  /// The arguments that the row writes for the target, and for the composite states that the target's path names:
  /// `song: song` in `-> player(song: song).playing`.
  var arguments: [WrittenArguments] = []
  /// The arguments that the row writes for submachines, such as `.empty` in `-> loaded(.empty)`. Each comes with the
  /// state that has the submachine. It is the target or another state in the target's path.
  var submachines: [(state: StateID, argument: TargetArgument?)] = []
  /// The state or region whose body contains the row; nil for the machine's body.
  var body: StateID?
  /// The domain of the current transition: the innermost composite state that it does not exit; nil for the machine.
  var domain: StateID?
  /// The effects as written.
  var effects: [EffectSyntax] = []
  /// The changes that the row's blocks make to labels and properties.
  var blockChanges: [BlockChange] = []
  /// The names that the guard binds. `isShorthand` is true for `let item`, which unwraps an optional of the same name.
  var bound: [(name: Identifier, isShorthand: Bool)] = []
  /// The names of labels, properties and named guards that blocks of the row also declare.
  var blockNames: [NameID] = []
  /// The names that the row's blocks declare and its guard binds, if the row leads to a choice: the rows of the choice
  /// can use these names, too. The names in blocks of named effects are left out, because they can be used only within
  /// the named effect.
  var declared: [NameID] = []
  /// For a row of a choice, the names that blocks and guards of earlier rows on the path to the choice declare.
  var declaredBefore: [NameID] = []
  /// The labels for which blocks before the current effect have declared variables of the same name. In the effect, the
  /// name means the variable, and not the label.
  var hidden: Set<NameID> = []
  /// The labels that the row's Swift uses, each with its first place. The row is resolved for one pair of a source and
  /// a trigger after the other. `count` is the number of pairs with the label, until the first pair without it. In the
  /// end, a label is reported if its `count` is smaller than `expansionCount`.
  var written: [(name: NameID, range: SourceRange, count: Int)] = []
  /// The parameters of the named effect that is being resolved, by name; empty for other statements.
  var parameters: [NameID: Identifier] = [:]
  /// The names in the row's Swift, outside of blocks, whose meaning is unknown for some source and trigger of the row.
  var unknownNames: [UnknownName] = []
  /// The pairs of a source and a trigger for which the row gets a transition. A pair consists of an index in `sources`
  /// and an index in `triggers`. Empty for a row of a choice.
  var pairs: [(source: Int, trigger: Int)] = []
  /// The pair that is being resolved; nil before the first pair.
  var pairAtHand: (source: Int, trigger: Int)?
  /// The index of the pair of a source and a trigger that is being resolved.
  var expansion = 0
  /// The number of pairs of a source and a trigger for which the row is resolved.
  var expansionCount = 0
  /// The labels of the event that have a finding already, so that no label gets a second one. Such a label is
  /// ambiguous, because the source has a label of the same name. Or the row assigns to it, which is not allowed.
  var ambiguousNames: Set<NameID> = []
  /// The fields of the target to which effects assign, which is a mistake and has been reported.
  var assignedInTarget: [NameID] = []
  /// The findings for this row so far. If the same finding arises for another pair of a source and a trigger, it is
  /// left out.
  var reported: [Report] = []
  typealias Report = (severity: Diagnostic.Severity, code: DiagnosticCode, range: SourceRange)
  /// Whether a finding for the row is an error, and not only a warning.
  var hasErrors: Bool { reported.contains { $0.severity == .error } }
  /// The kind of statement that is being resolved.
  var carrier = Carrier.row
  var isBroken = false
  /// Whether the path that is being looked up is in a question, `in(…)`.
  var isStateQuery = false
  /// The trap, the `throw` or the result with which the effects end; nil if they end with another effect.
  var ending: EndOfEffects?
  /// The trigger for which the row is being resolved. Nil for a timer, because each source gets a timer of its own, and
  /// for a statement without a trigger.
  var trigger: Trigger?
  /// The place of a `try` that throws to the caller of the event's method. This is the first `try` after the guard or,
  /// if there is none, the first one in the guard. Nil if the row has no such `try`.
  var attempt: SourceRange?
  /// Whether a `try` that throws to the caller of the event's method stands after the guard.
  var triesAfterGuard = false
  /// The place where a row of a noncopyable machine uses `state`; nil if it does not.
  var namesState: SourceRange?

  /// Whether the effects end with a trap, which says that the event cannot occur.
  var traps: Bool { if case .trap = ending { true } else { false } }
  /// The keyword `throw` with which the effects end; nil if they end with another effect.
  var throwing: SourceRange? { if case .throw(let keyword) = ending { keyword } else { nil } }
  /// The result with which the effects end; nil if they end with another effect.
  var result: ResultOfRow? { if case .result(let result) = ending { result } else { nil } }

  /// Resets the parts of the last statement, to resolve another one. `range` and `targetRange` keep their values until
  /// the new statement sets them.
  ///
  /// - Parameter carrier: the kind of the statement that is resolved next.
  mutating func clear(_ carrier: Carrier = .row) {
    self.carrier = carrier
    sources.clear()
    triggers.clear()
    target = nil
    choice = nil
    history = nil
    otherTargets.clear()
    arguments.clear()
    submachines.clear()
    effects = []
    blockChanges.clear()
    bound.clear()
    blockNames.clear()
    declared.clear()
    declaredBefore.clear()
    if !hidden.isEmpty { hidden = [] }
    written.clear()
    if !parameters.isEmpty { parameters = [:] }
    unknownNames.clear()
    pairs.clear()
    pairAtHand = nil
    expansion = 0
    expansionCount = 0
    if !ambiguousNames.isEmpty { ambiguousNames = [] }
    assignedInTarget.clear()
    reported.clear()
    isBroken = false
    isStateQuery = false
    ending = nil
    attempt = nil
    triesAfterGuard = false
    namesState = nil
    trigger = nil
    body = nil
    domain = nil
  }

  /// Makes a pair of a source and a trigger the current one.
  ///
  /// - Parameter expansion: the index of the pair in `pairs`.
  mutating func begin(_ expansion: Int) {
    self.expansion = expansion
    pairAtHand = pairs[expansion]
  }

  /// Returns the source and the trigger of a pair. The pair consists of their indices in `sources` and `triggers`.
  func ends(of pair: (source: Int, trigger: Int)) -> (source: StateID, trigger: RowTrigger) {
    (sources[pair.source].state, triggers[pair.trigger].trigger)
  }

  /// The sources and the target of the row.
  var ends: Usage.RowEnds { Usage.RowEnds(sources: sources.map(\.state), target: target) }

  /// Whether the row leads to a state or to a choice. Its transitions are then external.
  var isExternal: Bool { target != nil || choice != nil }
}

/// A name in the Swift of a row whose meaning is unknown, because it is no label, no property and so on. Swift
/// elsewhere in the module may declare it.
struct UnknownName {
  var name: NameID
  /// The place in the row where a finding about the name is shown. If a named guard or a named effect contains the
  /// name, this is the place where the row uses that guard or effect.
  var place: SourceRange
  /// The name of the named guard or effect that contains the name; nil if the row itself contains it.
  var user: String?
  var isInPattern = false
}

/// An effect after which no other effect may stand.
enum EndOfEffects {
  case trap
  case `throw`(SourceRange)
  case result(ResultOfRow)
}

/// A change that a block makes to a label or a property, for example `list.append(1)`.
struct BlockChange {
  var name: NameID
  var use: SwiftAnalysis.Use
  /// The offset of the changed name in the file.
  var start: UInt32
  /// The place for findings. For a change in a named effect, this is the place where a row uses the named effect.
  var range: SourceRange
  /// Whether the block has loops.
  var isInLoop: Bool
}

extension Array {
  /// Empties a list that is filled again later, and keeps its memory. It is fast for lists that are empty or short, as
  /// most lists of a row are.
  mutating func clear() {
    // Most lists have one element.
    while !isEmpty, count < 8 { removeLast() }
    if !isEmpty { removeAll(keepingCapacity: true) }
  }
}

/// A trigger of a row, before the row is resolved for one of its sources.
enum RowTrigger {
  case plain(Trigger)
  /// A timer, as written. Each source of the row gets a timer of its own.
  case timer(TimerText)

  var plain: Trigger? { if case .plain(let trigger) = self { trigger } else { nil } }
  var timer: TimerText? { if case .timer(let timer) = self { timer } else { nil } }
}

/// The text of a timer in a row: `after 5s`. Each source of the row gets a timer of its own.
struct TimerText {
  var repeats: Bool
  var delay: DurationSyntax
  /// The text without blanks. Rows of one state with the same text share the state's timer.
  var key: String
  var range: SourceRange
}

/// The arguments that a row writes after the name of a state in its target: `(song: song)` in `-> player(song: song)`.
struct WrittenArguments {
  /// The state whose fields get the values. Nil if the values are for a submachine's properties, which are not fields
  /// of a state.
  var state: StateID?
  /// The argument for each field of the state; nil for a field without an argument.
  var values: [SwiftText?]
}
