import StateMachineSyntax

/// The carrier that is being resolved, with the parts that are known so far: a row, an action, a policy, a named effect
/// or a statement for tests.
struct RowInProgress {
  /// The range of the carrier.
  var range = SourceRange(0, 0)
  var sources: [(state: StateID, plan: [FieldPattern])] = []
  var triggers: [(trigger: RowTrigger, plan: [FieldPattern])] = []
  var target: StateID?
  /// The choice to which the row leads, instead of a target; nil if it leads to none.
  var choice: ChoiceID?
  /// The kind of history by which the row enters the target; nil for none.
  var history: HistoryKind?
  var targetRange = SourceRange(0, 0)
  /// The targets after the first, each in a region of its own.
  var otherTargets: [StateID] = []
  /// The written arguments for the fields of the target, and of the composite states in its path.
  var arguments: [WrittenArguments] = []
  /// The arguments for the submachines of the states in the path.
  var submachines: [(state: StateID, argument: TargetArgument?)] = []
  /// The state whose body contains the row; nil for the machine's body.
  var body: StateID?
  /// The composite state that the current expansion does not exit; nil for the machine's body.
  var domain: StateID?
  /// The effects as written.
  var effects: [EffectSyntax] = []
  /// The changes that the row's blocks make to names.
  var blockChanges: [BlockChange] = []
  /// The names that the guard binds, and whether each unwraps an optional of that name.
  var bound: [(name: Identifier, isShorthand: Bool)] = []
  /// The labels that the row's blocks declare anew.
  var blockNames: [NameID] = []
  /// The names that the row's blocks declare, without named effects: rows of a choice after them know these names, too.
  var declared: [NameID] = []
  /// For a choice's row: the names that blocks on the path to the choice declare.
  var declaredBefore: [NameID] = []
  /// The names that blocks before the current effect have declared, which hide labels.
  var hidden: Set<NameID> = []
  /// The labels that the row's Swift uses, with the number of expansions that know them.
  var written: [(name: NameID, range: SourceRange, count: Int)] = []
  /// For a named effect: the declarations of its parameters.
  var parameters: [NameID: Identifier] = [:]
  /// The names in the row's Swift, outside of blocks, that an expansion does not know.
  var unknownNames: [UnknownName] = []
  /// The indices of the sources and triggers for which the row has a transition: its expansions, in order. Empty for a
  /// row of a choice.
  var pairs: [(source: Int, trigger: Int)] = []
  /// The pair that is being resolved; nil before and after all expansions.
  var pairAtHand: (source: Int, trigger: Int)?
  /// The number of the current expansion; `expansionCount` is the number of all.
  var expansion = 0
  var expansionCount = 0
  /// The labels of the event that have been reported, because the source has them, too, or they cannot be assigned.
  var ambiguousNames: Set<NameID> = []
  /// The fields of the target that effects assign, which has been reported.
  var assignedInTarget: [NameID] = []
  /// The findings for this row, which its expansions share.
  var reported: [Report] = []
  typealias Report = (severity: Diagnostic.Severity, code: DiagnosticCode, range: SourceRange)
  /// Whether an error is among the findings: a warning does not break the row.
  var hasErrors: Bool { reported.contains { $0.severity == .error } }
  /// The carrier of the guards and effects.
  var carrier = Carrier.row
  var isBroken = false
  /// Whether the current path stands in a guard's `in(…)`.
  var isStateQuery = false
  /// The end of the effects; nil if no effect is such an end.
  var ending: EndOfEffects?
  /// The trigger of the current expansion; nil if there is none.
  var trigger: Trigger?
  /// The place of the first `try` that throws to the caller of the event's method; nil if there is none.
  var attempt: SourceRange?
  /// Whether a `try` that throws to the caller stands after the guard.
  var triesBehindGuard = false
  /// The place where the row names the state of a noncopyable machine; nil if it does not.
  var namesState: SourceRange?

  /// Whether the row says that its event cannot occur.
  var traps: Bool { if case .trap = ending { true } else { false } }
  /// The `throw` of the row's error for the sender of its event; nil if there is none.
  var throwing: SourceRange? { if case .throw(let keyword) = ending { keyword } else { nil } }
  /// The result that the row gives to its event's method; nil if there is none.
  var answer: AnswerOfRow? { if case .answer(let answer) = ending { answer } else { nil } }

  /// Begins a carrier.
  ///
  /// - Parameter carrier: the carrier that is resolved next.
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
    triesBehindGuard = false
    namesState = nil
    trigger = nil
    body = nil
    domain = nil
  }

  /// Begins an expansion.
  mutating func begin(_ expansion: Int) {
    self.expansion = expansion
    pairAtHand = pairs[expansion]
  }

  /// Returns the source and the trigger of a pair.
  func ends(of pair: (source: Int, trigger: Int)) -> (source: StateID, trigger: RowTrigger) {
    (sources[pair.source].state, triggers[pair.trigger].trigger)
  }

  /// The sources and the target of the row.
  var ends: Usage.RowEnds { Usage.RowEnds(sources: sources.map(\.state), target: target) }

  /// Whether the row leads to a state or to a choice, so that its transitions are external.
  var isExternal: Bool { target != nil || choice != nil }
}

/// A name in the Swift of a row that is not in scope.
struct UnknownName {
  var name: NameID
  /// The range of the name, or of the guard or the effect in the row whose Swift contains the name.
  var place: SourceRange
  /// The name of that guard or effect; nil if the row contains the name itself.
  var user: String?
  var isInPattern = false
}

/// An effect after which no other may stand.
enum EndOfEffects {
  case trap
  case `throw`(SourceRange)
  case answer(AnswerOfRow)
}

/// A change that a block makes to a name.
struct BlockChange {
  var name: NameID
  var use: SwiftAnalysis.Use
  /// The offset of the name.
  var start: UInt32
  /// The range for findings; in a named effect, the place where it is used.
  var range: SourceRange
  /// Whether the block has loops.
  var isInLoop: Bool
}

extension Array {
  /// Empties a list that is filled again. Most lists are empty already, which is quicker to check than to do again.
  mutating func clear() {
    // Most lists have one element.
    while !isEmpty, count < 8 { removeLast() }
    if !isEmpty { removeAll(keepingCapacity: true) }
  }
}

/// The trigger of a row, as far as it is the same for all of the row's sources.
enum RowTrigger {
  case plain(Trigger)
  /// A timer; each of the row's sources gets one of its own.
  case timer(TimerText)

  var plain: Trigger? { if case .plain(let trigger) = self { trigger } else { nil } }
  var timer: TimerText? { if case .timer(let timer) = self { timer } else { nil } }
}

/// A timer as a row writes it; each of the row's sources gets one of its own.
struct TimerText {
  var repeats: Bool
  var delay: DurationSyntax
  /// The text without blanks, which identifies a timer of a state.
  var key: String
  var range: SourceRange
}

/// The arguments that a row writes after a state in the path of its target.
struct WrittenArguments {
  /// The state; nil for a property of the state's submachine, which is no field of a state.
  var state: StateID?
  /// The values, by field of the state.
  var values: [SwiftText?]
}
