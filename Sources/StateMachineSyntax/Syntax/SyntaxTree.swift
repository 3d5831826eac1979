/// The contents of one `.sm` file, as it is written: names are not looked up, rows are not expanded.
///
/// Nodes are values that hold ranges of the source instead of text. A file may have 100,000 rows, so the list that
/// nearly always has one element (`NonEmpty`) keeps it inline.
package struct SyntaxTree: Sendable {
  package var imports: [ImportSyntax] = []
  /// The Swift beside machines.
  package var swift: [SwiftBlockSyntax] = []
  package var machines: [MachineSyntax] = []
  /// The comments that the file begins with, line by line; blank lines are empty.
  package var comments: [SourceRange] = []
  /// Every name of the file, in declarations and in Swift.
  package var names: NameTable
  /// Where Swift uses names; a `SwiftText` refers to a slice.
  package var nameUses: [NameUse] = []
  /// Names in statements that the parser could not read: they may be declared there, and their lack is no second
  /// mistake.
  package var possiblyDeclaredNames: [NameID] = []
  /// Is true where a statement that the parser could not read begins with `initial`.
  package var hasPossibleInitialState = false
  /// Mistakes that the parser has reported only because an event or an output is called like a keyword, which the
  /// resolver reports.
  package var explainedMistakes: [Diagnostic] = []
  /// Is true where a `}` is missing somewhere, so that it is uncertain what stands within what.
  package var isNestingUncertain = false
}

/// The parts of the generated file that stand before its machines.
package struct FileHead: Sendable {
  package var imports: [SourceRange] = []
  /// The ranges between the braces of Swift beside machines.
  package var swift: [SourceRange] = []
  /// Those among them that are `#if` and the like.
  package var conditions: [SourceRange] = []
  /// The comments that the file begins with, line by line; blank lines are empty.
  package var comments: [SourceRange] = []

  package init(
    imports: [SourceRange] = [], swift: [SourceRange] = [], conditions: [SourceRange] = [],
    comments: [SourceRange] = []
  ) {
    self.imports = imports
    self.swift = swift
    self.conditions = conditions
    self.comments = comments
  }
}

extension SyntaxTree {
  package var head: FileHead {
    FileHead(
      imports: imports.map(\.range), swift: swift.map(\.range),
      conditions: swift.filter(\.isCondition).map(\.range), comments: comments)
  }
}

/// A list with at least one element, which costs no allocation for just one.
public struct NonEmpty<Element: Sendable>: Sendable {
  public var first: Element
  public var rest: [Element] = []

  @inlinable public init(_ first: Element) { self.first = first }

  @inlinable public var count: Int { rest.count + 1 }

  @inlinable public subscript(index: Int) -> Element { index == 0 ? first : rest[index - 1] }

  @inlinable public mutating func append(_ element: Element) { rest.append(element) }
}

/// A name where it is written, without back-ticks; the range includes them.
package struct NameSyntax: Sendable {
  package var id: NameID
  package var range: SourceRange

  package init(id: NameID, range: SourceRange) {
    self.id = id
    self.range = range
  }
}

package struct ImportSyntax: Sendable {
  package var attributes: [AttributeSyntax]
  package var access: AccessLevel?
  /// The text behind `import`.
  package var module: SourceRange
  package var range: SourceRange
}

/// `@name(arguments)`, with its `@`.
package struct AttributeSyntax: Sendable {
  package var name: NameSyntax
  package var range: SourceRange

  /// Tells whether it isolates what it stands before: the names of global actors end in `Actor`.
  package func isIsolation(_ names: NameTable) -> Bool { names.text(name.id).hasSuffix("Actor") }
}

package enum AccessLevel: String, Sendable {
  case `public`, package, `internal`, `fileprivate`, `private`
}

package struct MachineSyntax: Sendable {
  package var documentation: SourceRange?
  package var attributes: [AttributeSyntax]
  package var access: AccessLevel?
  /// The word `nonisolated` before `machine`.
  package var nonisolated: SourceRange?
  package var name: NameSyntax
  /// The names that older versions have for it, behind `was`.
  package var formerNames: [NameSyntax] = []
  /// The type in whose extension it stands, behind `in`.
  package var outer: TypePathSyntax?
  package var generics: [SwiftText] = []
  /// The conformances behind `:`.
  package var conformances: [SwiftText] = []
  /// The requirements behind `where`.
  package var requirements: SourceRange?
  /// The head: what stands before its body.
  package var headRange = SourceRange(0, 0)
  /// Is true where something in the head is wrong, which has been reported.
  package var isHeadWrong = false
  package var body: [ItemSyntax] = []
  /// The body with its braces; nil where it lacks them.
  package var bodyRange: SourceRange?
  /// Is true where a `}` too many has closed it early: what stands within what is then uncertain.
  package var isUncertain = false
  /// Is true where declarations have no name or end early: what is declared nowhere else may be meant by them.
  package var lacksDeclarations = false
}

/// `Outer.Inner<Int>`: a type by its path.
package struct TypePathSyntax: Sendable {
  package var names: NonEmpty<NameSyntax>
  /// Generic arguments included.
  package var range: SourceRange
  /// How many generic arguments stand behind the last name that has any.
  package var argumentCount = 0

  /// The names alone.
  package func text(_ table: NameTable) -> String {
    (0..<names.count).map { table.text(names[$0].id) }.joined(separator: ".")
  }
}

extension MachineSyntax {
  /// The name with those of the types around it: what tells machines apart.
  package func fullName(_ table: NameTable) -> String {
    (outer.map { $0.text(table) + "." } ?? "") + table.text(name.id)
  }
}

/// A statement in the body of a machine, a state or a region. Its parts are kept elsewhere, as a body is read several
/// times for a few kinds of statements, past 100,000 rows.
package enum ItemSyntax: Sendable {
  indirect case state(StateSyntax)
  indirect case choice(NameSyntax, documentation: SourceRange?)
  indirect case region(RegionSyntax)
  indirect case group(GroupSyntax)
  indirect case event(SignatureSyntax)
  indirect case actionEnum(ActionEnumSyntax)
  indirect case interface(InterfaceSyntax)
  indirect case output(SignatureSyntax, OutputKind)
  indirect case stored(StoredSyntax)
  indirect case namedGuard(NamedGuardSyntax)
  indirect case namedEffect(NamedEffectSyntax)
  indirect case action(ActionSyntax)
  indirect case unhandled(PolicySyntax)
  indirect case `defer`(NonEmpty<NameSyntax>, keyword: SourceRange)
  indirect case `typealias`(TypealiasSyntax)
  indirect case wrapper(WrapperSyntax)
  indirect case swift(SwiftBlockSyntax)
  case transition(TransitionSyntax)
  /// `initial -> target / effects`: a row with `always` in the place of an event, whose source is the body's initial
  /// pseudostate.
  case initialTransition(TransitionSyntax)
  /// `history -> target / effects`: a row with `always`, as that behind `initial`.
  case historyDefault(TransitionSyntax)
  indirect case claim(ClaimSyntax)
  indirect case formerState(FormerStateSyntax)
}

/// `was refunding(amount: Int) -> cancelled(reason: "gone")`: a state that older versions have, and what is read in its
/// place.
package struct FormerStateSyntax: Sendable {
  package var name: NameSyntax
  package var payload: [ParameterSyntax]
  package var target: TargetSyntax
  /// From its name to its end.
  package var range: SourceRange
}

/// What must hold in all configurations, or what is tried: tests explore it, and the machine does nothing for it.
package struct ClaimSyntax: Sendable {
  package enum Kind: Sendable {
    /// `never sources [guard]`, and the same behind `invariant` and `within`.
    case never, invariant, within
    /// `can be sources [guard]`
    case canBe
    /// `sources can reach states`
    case canReach(NonEmpty<PathSyntax>)
    /// `try event(label: value, value) [guard]`: what stands behind a value without a label is for the label before.
    case event(ArgumentListSyntax?)
    /// `try init(property: value, value)`
    case start(ArgumentListSyntax)
  }

  package var kind: Kind
  /// Its sources, its guard and its event; `always` stands in the place of an event where it has none. Without sources,
  /// it is about all configurations.
  package var row: TransitionSyntax
}

package enum OutputKind: Sendable {
  case plain, async, stream
}

package struct StateSyntax: Sendable {
  package var documentation: SourceRange?
  package var isInitial: Bool
  package var isFinal: Bool
  package var name: NameSyntax
  package var payload: [ParameterSyntax]
  /// The names that older versions have for it, behind `was`.
  package var formerNames: [NameSyntax] = []
  /// Behind `:`, the state's submachine.
  package var submachine: TypePathSyntax?
  package var body: [ItemSyntax]
  /// The body with its braces; nil where it has none.
  package var bodyRange: SourceRange?
  /// From its keyword, or from its name where it is not the first of its statement, to its end.
  package var range: SourceRange
}

package struct RegionSyntax: Sendable {
  package var name: NameSyntax
  /// The names that older versions have for it, behind `was`.
  package var formerNames: [NameSyntax] = []
  package var body: [ItemSyntax]
  /// The body with its braces; nil where it lacks them.
  package var bodyRange: SourceRange?
  /// From its keyword to its end.
  package var range: SourceRange
}

/// `group connected = established, active.sound`
package struct GroupSyntax: Sendable {
  package var documentation: SourceRange?
  package var name: NameSyntax
  /// Paths of states and regions, and names of other groups.
  package var members: NonEmpty<PathSyntax>
}

/// One parameter of an event, an output or a state.
package struct ParameterSyntax: Sendable {
  /// The label at the place of use; none behind `_` and for a bare type.
  package var label: NameSyntax?
  /// The name in scope: the second of two names, else the label.
  package var name: NameSyntax?
  /// The labels that older versions have for it, behind `was`.
  package var formerNames: [NameSyntax] = []
  package var type: SwiftText
  package var defaultValue: SwiftText?
  package var range: SourceRange
  /// A word that only the type of a method's parameter has before it: `inout`, `@escaping`. It is no part of the type.
  package var specifier: SpecifierSyntax?
  /// Is true where `var` stands before a state's field: methods that are called on it change it.
  package var isVariable = false
}

package struct SpecifierSyntax: Sendable {
  package var range: SourceRange
  /// The message where the parameter is one of a value, which cannot have it.
  package var problem: String
}

package struct SignatureSyntax: Sendable {
  package var documentation: SourceRange?
  package var name: NameSyntax
  package var payload: [ParameterSyntax]
  /// The names that older versions have for it, behind `was`.
  package var formerNames: [NameSyntax] = []
  /// The policy of the event itself, behind its payload.
  package var policy: PolicySyntax?
  /// The events that an output sends, behind `->`.
  package var sent: [NameSyntax] = []
  /// Those among them that others send, too.
  package var alsoSent: [NameSyntax] = []
  /// The parts that only events have that are methods.
  package var method: MethodSyntax?
}

/// The method of an event: `@discardableResult private event read<T>(into: T) throws(Closed) -> Bytes? = nil`.
package struct MethodSyntax: Sendable {
  package var attributes: [AttributeSyntax] = []
  /// `private`, which makes the method private.
  package var access: SourceRange?
  /// The generic parameters with their angle brackets.
  package var generics: SourceRange?
  package var throwing: ThrowsSyntax?
  /// The type of its answer, behind `->`.
  package var answer: SwiftText?
  /// The answer of rows that give none, behind `=`.
  package var defaultAnswer: SwiftText?
  /// The requirements behind `where`.
  package var requirements: SourceRange?
  /// The first piece of it that a machine with a reducer cannot have.
  package var range: SourceRange
}

/// `throws`, or `throws(Closed)`.
package struct ThrowsSyntax: Sendable {
  package var keyword: SourceRange
  package var type: SourceRange?
}

/// `interface methods`, `interface channelID, eventNames`
package struct InterfaceSyntax: Sendable {
  package var keyword: SourceRange
  /// Empty where they are missing, which has been reported.
  package var words: [NameSyntax] = []
}

/// `action OnPing: Equatable { sendGoAway(close: Bool), none }`
package struct ActionEnumSyntax: Sendable {
  package var documentation: SourceRange?
  package var attributes: [AttributeSyntax] = []
  package var access: AccessLevel?
  package var name: NameSyntax
  /// The conformances behind `:`.
  package var conformances: [SwiftText] = []
  package var cases: [SignatureSyntax] = []
}

/// `unhandled throw Refused(state, event)`
package struct PolicySyntax: Sendable {
  package var keyword: SourceRange
  package var word: NameSyntax
  /// The error behind `throw`.
  package var error: SwiftText?
  /// The message behind `trap` or `assert`: a string literal.
  package var message: SwiftText?
}

/// Who sees a property of a machine, and who may set it.
package enum PropertyVisibility: Sendable {
  /// Whoever sees the machine; outside of its module, to look at.
  case machine
  /// `private(set)`: whoever sees the machine, to look at.
  case readOnly
  /// `private`: its guards and effects. With an initial value it is no parameter of `init` (as SE-0502 has it).
  case `private`
}

package struct StoredSyntax: Sendable {
  package var documentation: SourceRange?
  package var isVariable: Bool
  package var visibility: PropertyVisibility
  package var name: NameSyntax
  /// The names that older versions have for it, behind `was`.
  package var formerNames: [NameSyntax] = []
  package var type: SwiftText
  package var initialValue: SwiftText?
}

package struct NamedGuardSyntax: Sendable {
  package var documentation: SourceRange?
  package var name: NameSyntax
  package var expression: SwiftText
}

/// `effect greet = log("hello"), { count += 1 }`
package struct NamedEffectSyntax: Sendable {
  package var documentation: SourceRange?
  package var name: NameSyntax
  package var parameters: [ParameterSyntax]
  package var effects: [EffectSyntax]
  /// Of the effects.
  package var range: SourceRange
}

package struct ActionSyntax: Sendable {
  package enum Kind: Sendable { case entry, exit, activity }
  package var kind: Kind
  package var keyword: SourceRange
  /// The condition under which an `entry` or `exit` runs.
  package var condition: SwiftText?
  package var effects: [EffectSyntax]
}

package struct TypealiasSyntax: Sendable {
  package var documentation: SourceRange?
  /// The text behind `typealias`.
  package var text: SwiftText
}

package struct WrapperSyntax: Sendable {
  package enum Kind: String, Sendable { case none, `class`, actor, `struct` }
  package var attributes: [AttributeSyntax]
  /// Nil for that of its machine.
  package var access: AccessLevel?
  package var kind: Kind
  package var name: NameSyntax?
  package var range: SourceRange
}

extension WrapperSyntax {
  /// Tells whether its code runs elsewhere than on the main actor in every module: it is an actor, or a class of a
  /// global actor other than the main one.
  package func leavesMainActor(_ names: NameTable) -> Bool {
    kind == .actor || attributes.contains { $0.isIsolation(names) && names.text($0.name.id) != "MainActor" }
  }
}

/// `swift { … }`: Swift that is copied into the type of the machine around it, or into the file.
package struct SwiftBlockSyntax: Sendable {
  package var text: SwiftText
  /// The text between its braces, comments included.
  package var range: SourceRange
  /// Is true for `#if` and the like, which have no braces.
  package var isCondition = false
}

// MARK: - Rows

/// A row as it is written. A class, as it is handed on often, and is large.
package final class TransitionSyntax: Sendable {
  package enum Sources: Sendable {
    /// Left out, inside a state's body.
    case enclosingState
    case listed(NonEmpty<SourceSyntax>)
    /// `*`, with what is behind `except`, or with the sources behind a comma.
    case wildcard(SourceRange, except: [PathSyntax], and: NonEmpty<SourceSyntax>?)
  }

  /// What stands behind the colon.
  package struct Label: Sendable {
    /// None for a row that leaves a choice.
    package var triggers: NonEmpty<TriggerSyntax>?
    package var guardSyntax: GuardSyntax?
    package var effects: [EffectSyntax] = []
  }

  package let documentation: SourceRange?
  /// The `//` comments that say why it is there, line by line.
  package let comments: [SourceRange]
  package let sources: Sources
  /// None for an internal row.
  package let target: TargetSyntax?
  /// The targets behind the first, each in a region of its own.
  package let otherTargets: [TargetSyntax]
  package let label: Label
  package let range: SourceRange

  package var triggers: NonEmpty<TriggerSyntax>? { label.triggers }
  package var guardSyntax: GuardSyntax? { label.guardSyntax }
  package var effects: [EffectSyntax] { label.effects }

  init(
    _ sources: Sources, _ target: TargetSyntax?, _ otherTargets: [TargetSyntax], _ label: Label, _ range: SourceRange,
    documentation: SourceRange?, comments: [SourceRange] = []
  ) {
    self.documentation = documentation
    self.comments = comments
    self.sources = sources
    self.target = target
    self.otherTargets = otherTargets
    self.label = label
    self.range = range
  }

  package var isWildcard: Bool { if case .wildcard = sources { true } else { false } }

  package var targets: [TargetSyntax] { (target.map { [$0] } ?? []) + otherTargets }

  /// The expressions that the delays of its timers are computed from.
  package var timers: [SwiftText] {
    guard let triggers else { return [] }
    return (0..<triggers.count).compactMap { index -> SwiftText? in
      guard case .timer(let timer) = triggers[index], case .expression(let text, _) = timer.duration else { return nil }
      return text
    }
  }

  /// From the first target to the last, with their arguments; nil for a row without an arrow.
  var targetsRange: SourceRange? {
    guard let first = target?.range else { return nil }
    return otherTargets.last.map { first.union($0.range) } ?? first
  }

  /// The part to leave out of an arrow that waits for no event: its triggers, or all of it.
  var surplusRange: SourceRange { triggers == nil ? range : triggerRange }

  /// The source of an arrow, where that is one name.
  package var sourceOfArrow: NameSyntax? { target == nil ? nil : onlySource?.path.first }

  /// The source of a row without an arrow, where that is one name.
  package var sourceWithoutArrow: SourceSyntax? { target == nil ? onlySource : nil }

  var onlySource: SourceSyntax? {
    guard case .listed(let sources) = sources, sources.count == 1, sources.first.path.count == 1 else { return nil }
    return sources.first
  }

  /// The event that the row waits for, where that is one.
  package var onlyEvent: NameSyntax? {
    guard let triggers, triggers.count == 1, case .event(let name, _) = triggers.first else { return nil }
    return name
  }

  /// From the first trigger to the last; the end of the row where it has none.
  package var triggerRange: SourceRange {
    guard let triggers else { return SourceRange(range.upperBound, range.upperBound) }
    return triggers.first.range.union(triggers[triggers.count - 1].range)
  }
}

/// `player.paused`
package typealias PathSyntax = NonEmpty<NameSyntax>

package struct SourceSyntax: Sendable {
  package var path: PathSyntax
  package var pattern: ArgumentListSyntax?
}

extension ItemSyntax {
  package var isState: Bool { if case .state = self { true } else { false } }
  package var isRegion: Bool { if case .region = self { true } else { false } }

  var hasBody: Bool { isState || isRegion }

  /// The statements in the body of a state or a region; empty for any other statement.
  package var body: [ItemSyntax] {
    switch self {
    case .state(let state): state.body
    case .region(let region): region.body
    default: []
    }
  }
}

extension [ItemSyntax] {
  /// Calls a function for every statement of a body, and of the bodies within it.
  package func forEachDeep(_ body: (ItemSyntax) -> Void) {
    for item in self {
      body(item)
      if item.hasBody { item.body.forEachDeep(body) }
    }
  }

  /// Tells whether something holds of a statement of a body, or of the bodies within it.
  package func containsDeep(where holds: (ItemSyntax) -> Bool) -> Bool {
    contains { holds($0) || $0.hasBody && $0.body.containsDeep(where: holds) }
  }

  /// The first row with an arrow from one name, and its target.
  package var firstArrow: (source: NameSyntax, target: NameSyntax)? {
    for case .transition(let row) in self {
      if let source = row.sourceOfArrow, let target = row.target { return (source, target.first.name) }
    }
    return nil
  }

  /// Which timers the rows of the body, and of those within it, wait for.
  package var timers: TimerSorts {
    var found = TimerSorts()
    forEachDeep { item in
      guard case .transition(let row) = item, let triggers = row.triggers else { return }
      for index in 0..<triggers.count {
        guard case .timer(let timer) = triggers[index] else { continue }
        if timer.repeats { found.every = true } else { found.after = true }
      }
    }
    return found
  }
}

/// A comma-separated list in parentheses: arguments or patterns.
package struct ArgumentListSyntax: Sendable {
  package var items: [ArgumentSyntax]
  /// Of the full name of an event, `next(for:)`: its labels, `_` among them. Then there are no items.
  package var labels: [NameSyntax]?
  /// Both parentheses included.
  package var range: SourceRange

  package init(items: [ArgumentSyntax], labels: [NameSyntax]? = nil, range: SourceRange) {
    self.items = items
    self.labels = labels
    self.range = range
  }
}

package struct ArgumentSyntax: Sendable {
  package var label: NameSyntax?
  package var value: SwiftText
}

package struct TargetSyntax: Sendable {
  package var first: StepSyntax
  package var rest: [StepSyntax] = []

  package var range: SourceRange {
    let last = rest.last ?? first
    return first.name.range.union(last.arguments?.range ?? last.name.range)
  }
}

package struct StepSyntax: Sendable {
  package var name: NameSyntax
  package var arguments: ArgumentListSyntax?
}

package enum TriggerSyntax: Sendable {
  case event(NameSyntax, pattern: ArgumentListSyntax?)
  case timer(TimerSyntax)
  case always(SourceRange)
  case done(pattern: ArgumentListSyntax?, keyword: SourceRange)

  package var range: SourceRange {
    switch self {
    case .event(let name, let pattern): pattern.map { name.range.union($0.range) } ?? name.range
    case .timer(let timer): timer.range
    case .always(let keyword): keyword
    case .done(let pattern, let keyword): pattern.map { keyword.union($0.range) } ?? keyword
    }
  }

  /// The keyword of what is no event.
  package var keyword: SourceRange? {
    switch self {
    case .event: nil
    case .timer(let timer): timer.keyword
    case .always(let keyword), .done(_, let keyword): keyword
    }
  }
}

/// `after 5s`, or `every(interval)`
package struct TimerSyntax: Sendable {
  package var repeats: Bool
  package var duration: DurationSyntax
  package var keyword: SourceRange

  package var range: SourceRange { keyword.union(duration.range) }
}

package enum DurationSyntax: Sendable {
  /// `5s`
  case literal(SourceRange)
  /// `(retryInterval)`
  case expression(SwiftText, range: SourceRange)

  package var range: SourceRange {
    switch self {
    case .literal(let range), .expression(_, let range): range
    }
  }
}

package enum GuardSyntax: Sendable {
  case otherwise(SourceRange)
  /// A condition, with the names that it binds for the effects of its row.
  case expression(SwiftText, bound: [BoundName])
}

/// A name that a condition binds: `let first = tokens.first`, `let reader`, `case .number(let count) = token`.
package struct BoundName: Sendable {
  package var name: NameSyntax
  /// Whether its value is what an optional of that name holds: `let reader`.
  package var isShorthand = false
}

extension Diagnostic {
  /// An arrow from `initial` or `history` with an event or a guard.
  package static func pseudostateWithEvent(
    _ word: String, _ row: TransitionSyntax, _ code: DiagnosticCode, _ bytes: [UInt8]
  ) -> Diagnostic {
    let target = row.targetsRange.map { String(decoding: bytes[$0.lowerBound..<$0.upperBound], as: UTF8.self) }
    let arrow = "\(word) -> \(target.map(quotation) ?? "target")"
    guard row.triggers == nil, case .expression(let condition, _)? = row.guardSyntax else {
      return Diagnostic(
        code, row.surplusRange,
        "the arrow from '\(word)' waits for no event: write '\(arrow)', with effects behind '/'")
    }
    return Diagnostic(
      code, condition.range,
      "the arrow from '\(word)' has no guard: let it lead to a choice, as in 'choice c' and '\(word) -> c', "
        + "whose rows have guards")
  }
}
