import StateMachineSyntax

/// What is known so far of the carrier that is being resolved: a row, an action, a policy, a named effect or a
/// statement for tests.
struct RowInProgress {
  /// Where it stands.
  var range = SourceRange(0, 0)
  var sources: [(state: StateID, plan: [FieldPattern])] = []
  var triggers: [(trigger: RowTrigger, plan: [FieldPattern])] = []
  var target: StateID?
  /// The choice that the row leads to instead.
  var choice: ChoiceID?
  /// Whether it leads to where the target was left.
  var history: HistoryKind?
  var targetRange = SourceRange(0, 0)
  /// The targets behind the first, each in a region of its own.
  var otherTargets: [StateID] = []
  /// What is written for the fields of the target, and of the composites in its path.
  var arguments: [WrittenArguments] = []
  /// What is given to the submachines of the states in the path.
  var submachines: [(state: StateID, argument: TargetArgument?)] = []
  /// The state that the row stands in; nil for the machine's body.
  var body: StateID?
  /// The composite that the expansion at hand does not leave; nil for the machine's body.
  var domain: StateID?
  /// As they are written.
  var effects: [EffectSyntax] = []
  /// What the row's blocks change, by name.
  var blockChanges: [BlockChange] = []
  /// The names that its guard binds, and whether each is what an optional of that name holds.
  var bound: [(name: Identifier, isShorthand: Bool)] = []
  /// Labels that the row's blocks declare anew.
  var blockNames: [NameID] = []
  /// What the row's blocks declare, named effects aside: the rows of a choice behind it know these names, too.
  var declared: [NameID] = []
  /// Of a choice's row: what the blocks on the way to the choice declare.
  var declaredBefore: [NameID] = []
  /// The names that blocks before the effect at hand have declared: they hide labels.
  var hidden: Set<NameID> = []
  /// Labels that the row's Swift uses, with the number of expansions that know them.
  var written: [(name: NameID, range: SourceRange, count: Int)] = []
  /// Of a named effect: the declarations of its parameters.
  var parameters: [NameID: Identifier] = [:]
  /// Names in its Swift, blocks aside, that an expansion does not know.
  var unknownNames: [UnknownName] = []
  /// The places of the sources and triggers that the row has a transition for: its expansions, in order. Empty for a
  /// row of a choice.
  var pairs: [(source: Int, trigger: Int)] = []
  /// The pair that is resolved at hand; nil before and behind all expansions.
  var pairAtHand: (source: Int, trigger: Int)?
  /// The number of the expansion at hand, and of all.
  var expansion = 0
  var expansionCount = 0
  /// Labels of the event that have been reported, as the source has them, too, or as they cannot be assigned.
  var ambiguousNames: Set<NameID> = []
  /// Fields of the target that effects assign, which has been reported.
  var assignedInTarget: [NameID] = []
  /// What has been reported for this row: its expansions share their mistakes.
  var reported: [Report] = []
  typealias Report = (severity: Diagnostic.Severity, code: DiagnosticCode, range: SourceRange)
  /// Is true where an error is among them: a warning leaves the row as it is.
  var hasErrors: Bool { reported.contains { $0.severity == .error } }
  /// What the guards and effects are of.
  var carrier = Carrier.row
  var isBroken = false
  /// Whether the path at hand stands in a guard's `in(…)`.
  var isStateQuery = false
  /// What its effects end in.
  var ending: EndOfEffects?
  /// The trigger of the expansion at hand.
  var trigger: Trigger?
  /// Where it has the first `try` that throws to whoever calls the method of its event.
  var attempt: SourceRange?
  /// Is true where such a `try` stands behind the row's guard.
  var triesBehindGuard = false
  /// Where it names the state of a machine that cannot be copied.
  var namesState: SourceRange?

  /// Whether it says that its event cannot happen.
  var traps: Bool { if case .trap = ending { true } else { false } }
  /// The `throw` of its error for whoever has sent its event.
  var throwing: SourceRange? { if case .throw(let keyword) = ending { keyword } else { nil } }
  /// What it returns from the method of its event.
  var answer: AnswerOfRow? { if case .answer(let answer) = ending { answer } else { nil } }

  /// - Parameter carrier: what is resolved next.
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

  /// Goes on to an expansion.
  mutating func begin(_ expansion: Int) {
    self.expansion = expansion
    pairAtHand = pairs[expansion]
  }

  /// The source and the trigger that a pair stands for.
  func ends(of pair: (source: Int, trigger: Int)) -> (source: StateID, trigger: RowTrigger) {
    (sources[pair.source].state, triggers[pair.trigger].trigger)
  }

  /// What it connects.
  var ends: Usage.RowEnds { Usage.RowEnds(sources: sources.map(\.state), target: target) }

  /// Whether it leads to a state or to a choice: its transitions are external ones.
  var isExternal: Bool { target != nil || choice != nil }
}

/// A name in the Swift of a row that nothing in scope has.
struct UnknownName {
  var name: NameID
  /// The name, or the guard or the effect in the row that stands for Swift with the name.
  var place: SourceRange
  /// That guard or effect.
  var user: String?
  var isInPattern = false
}

/// What no effect stands behind.
enum EndOfEffects {
  case trap
  case `throw`(SourceRange)
  case answer(AnswerOfRow)
}

/// A name that a block changes, and where.
struct BlockChange {
  var name: NameID
  var use: SwiftAnalysis.Use
  /// The offset of the name.
  var start: UInt32
  /// Where it is reported: for what a named effect does, where that is used.
  var range: SourceRange
  /// Whether the block has loops.
  var isInLoop: Bool
}

extension Array {
  /// Empties a list that is filled again. Most are empty already, which takes longer to do once more than to see.
  mutating func clear() {
    // Most have one element.
    while !isEmpty, count < 8 { removeLast() }
    if !isEmpty { removeAll(keepingCapacity: true) }
  }
}

/// What a row waits for, as far as it is the same for all of its sources.
enum RowTrigger {
  case plain(Trigger)
  /// Each of the row's sources gets a timer of its own.
  case timer(TimerText)

  var plain: Trigger? { if case .plain(let trigger) = self { trigger } else { nil } }
  var timer: TimerText? { if case .timer(let timer) = self { timer } else { nil } }
}

/// A timer as a row names it: each of the row's sources gets one of its own.
struct TimerText {
  var repeats: Bool
  var delay: DurationSyntax
  /// What tells the timers of one state apart: their text without blanks.
  var key: String
  var range: SourceRange
}

/// What a row writes in the parentheses behind a state in the path of its target.
struct WrittenArguments {
  /// Nil for a property of the state's submachine, which is no field of a state.
  var state: StateID?
  /// By field of the state.
  var values: [SwiftText?]
}
