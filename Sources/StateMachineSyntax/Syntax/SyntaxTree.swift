/// The contents of a `.sm` file as written: names are not looked up, and rows are not expanded.
///
/// Nodes are values with ranges of the source instead of text. A file may have 100,000 rows, so lists that nearly
/// always have one element (`NonEmpty`) store it inline.
package struct SyntaxTree: Sendable {
  package var imports: [ImportSyntax] = []
  /// The `swift` blocks and the directives outside machines.
  package var swift: [SwiftBlockSyntax] = []
  package var machines: [MachineSyntax] = []
  /// The comments at the beginning of the file, one range per line; the range of a blank line is empty.
  package var comments: [SourceRange] = []
  /// All names of the file, in declarations and in Swift.
  package var names: NameTable
  /// All uses of names in the file's Swift. Each `SwiftText` refers to a slice of the array.
  package var nameUses: [NameUse] = []
  /// Names in statements that the parser could not read. They may be declared there, and are not reported as missing.
  package var possiblyDeclaredNames: [NameID] = []
  /// Whether a statement that the parser could not read begins with `initial`.
  package var hasPossibleInitialState = false
  /// Mistakes that follow from an event or an output with the name of a keyword, which the resolver reports.
  package var explainedMistakes: [Diagnostic] = []
  /// Whether a `}` is missing somewhere, so that statements may belong to another body.
  package var isNestingUncertain = false
}

/// The parts of the generated file before its machines.
package struct FileHead: Sendable {
  package var imports: [SourceRange] = []
  /// The ranges between the braces of Swift outside machines.
  package var swift: [SourceRange] = []
  /// The elements of `swift` that are `#if` or another directive.
  package var conditions: [SourceRange] = []
  /// The comments at the beginning of the file, one range per line; the range of a blank line is empty.
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

/// A list with at least one element, which allocates no memory for one element.
public struct NonEmpty<Element: Sendable>: Sendable {
  public var first: Element
  public var rest: [Element] = []

  @inlinable public init(_ first: Element) { self.first = first }

  @inlinable public var count: Int { rest.count + 1 }

  @inlinable public subscript(index: Int) -> Element { index == 0 ? first : rest[index - 1] }

  @inlinable public mutating func append(_ element: Element) { rest.append(element) }
}

/// An occurrence of a name. `id` names it without back-ticks; `range` includes the back-ticks.
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
  /// The text after `import`.
  package var module: SourceRange
  package var range: SourceRange
}

/// `@name(arguments)`, with its `@`.
package struct AttributeSyntax: Sendable {
  package var name: NameSyntax
  package var range: SourceRange

  /// Returns whether the attribute isolates a declaration: names of global actors end in `Actor`.
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
  /// The names in older versions, after `was`.
  package var formerNames: [NameSyntax] = []
  /// The enclosing type, after `in`: the machine is generated in an extension of it.
  package var outer: TypePathSyntax?
  package var generics: [SwiftText] = []
  /// The conformances after `:`.
  package var conformances: [SwiftText] = []
  /// The requirements after `where`.
  package var requirements: SourceRange?
  /// The head, which is everything before the body.
  package var headRange = SourceRange(0, 0)
  /// Whether something in the head is wrong, which has been reported.
  package var isHeadWrong = false
  package var body: [ItemSyntax] = []
  /// The body with its braces; nil if it has none.
  package var bodyRange: SourceRange?
  /// Whether a superfluous `}` has closed the body early, so that statements of the machine may be outside the body.
  package var isUncertain = false
  /// Whether declarations have no name or end early, so that undeclared names may belong to them.
  package var lacksDeclarations = false
}

/// A type by its path: `Outer.Inner<Int>`.
package struct TypePathSyntax: Sendable {
  package var names: NonEmpty<NameSyntax>
  /// The path with its generic arguments.
  package var range: SourceRange
  /// The number of generic arguments of the last name in the path that has such arguments; 0 if none has.
  package var argumentCount = 0

  /// Returns the path as text, without generic arguments.
  package func text(_ table: NameTable) -> String {
    (0..<names.count).map { table.text(names[$0].id) }.joined(separator: ".")
  }
}

extension MachineSyntax {
  /// Returns the name with the names of the enclosing types, which identifies the machine.
  package func fullName(_ table: NameTable) -> String {
    (outer.map { $0.text(table) + "." } ?? "") + table.text(name.id)
  }
}

/// A statement in the body of a machine, a state or a region. Most cases are indirect, as a body of 100,000 rows is
/// searched several times for a few kinds of statements.
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
  /// `initial -> target / effects`: a row with `always` as its trigger. Its source is the body's initial pseudostate.
  case initialTransition(TransitionSyntax)
  /// `history -> target / effects`: a row with `always` as its trigger.
  case historyDefault(TransitionSyntax)
  indirect case claim(ClaimSyntax)
  indirect case formerState(FormerStateSyntax)
}

/// `was refunding(amount: Int) -> cancelled(reason: "gone")`: a state of older versions, and what replaces it.
package struct FormerStateSyntax: Sendable {
  package var name: NameSyntax
  package var payload: [ParameterSyntax]
  package var target: TargetSyntax
  /// The range of the statement from the name to its end.
  package var range: SourceRange
}

/// A condition on all configurations, or an event to try. Only tests explore it; the machine ignores it.
package struct ClaimSyntax: Sendable {
  package enum Kind: Sendable {
    /// A condition that no configuration meets; that all meet; or that limits the configurations to explore.
    case never, invariant, within
    /// A condition that some configuration meets: `can be sources [guard]`.
    case canBe
    /// States that can be reached from each source: `sources can reach states`.
    case canReach(NonEmpty<PathSyntax>)
    /// An event to try: `try event(label: value, value) [guard]`. Without a label, a value is for the label before.
    case event(ArgumentListSyntax?)
    /// Values to begin with: `try init(property: value, value)`.
    case start(ArgumentListSyntax)
  }

  package var kind: Kind
  /// The sources, the guard and the event (or `always`), as in a row. Without sources, all configurations are meant.
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
  /// The names in older versions, after `was`.
  package var formerNames: [NameSyntax] = []
  /// The submachine, after `:`.
  package var submachine: TypePathSyntax?
  package var body: [ItemSyntax]
  /// The body with its braces; nil if it has none.
  package var bodyRange: SourceRange?
  /// The state from its keyword to its end; from its name if it is not the first of its statement.
  package var range: SourceRange
}

package struct RegionSyntax: Sendable {
  package var name: NameSyntax
  /// The names in older versions, after `was`.
  package var formerNames: [NameSyntax] = []
  package var body: [ItemSyntax]
  /// The body with its braces; nil if it has none.
  package var bodyRange: SourceRange?
  /// The region from its keyword to its end.
  package var range: SourceRange
}

/// A group of states: `group connected = established, active.sound`.
package struct GroupSyntax: Sendable {
  package var documentation: SourceRange?
  package var name: NameSyntax
  /// Paths of states and regions, and names of other groups.
  package var members: NonEmpty<PathSyntax>
}

/// A parameter of an event, an output or a state.
package struct ParameterSyntax: Sendable {
  /// The label in calls; nil after `_` and for a bare type.
  package var label: NameSyntax?
  /// The name in scope: the second of two names, otherwise the label.
  package var name: NameSyntax?
  /// The labels in older versions, after `was`.
  package var formerNames: [NameSyntax] = []
  package var type: SwiftText
  package var defaultValue: SwiftText?
  package var range: SourceRange
  /// A word before the type that only parameters of methods have: `inout`, `@escaping`. It is no part of the type.
  package var specifier: SpecifierSyntax?
  /// Whether a state's field is declared with `var`, so that methods called on the field mutate it.
  package var isVariable = false
}

package struct SpecifierSyntax: Sendable {
  package var range: SourceRange
  /// The message for a parameter that is not a method's, and so cannot have the specifier.
  package var problem: String
}

package struct SignatureSyntax: Sendable {
  package var documentation: SourceRange?
  package var name: NameSyntax
  package var payload: [ParameterSyntax]
  /// The names in older versions, after `was`.
  package var formerNames: [NameSyntax] = []
  /// The event's own policy, after its payload.
  package var policy: PolicySyntax?
  /// The events that an output sends, after `->`.
  package var sent: [NameSyntax] = []
  /// The elements of `sent` that may also have other senders.
  package var alsoSent: [NameSyntax] = []
  /// The parts that only events of machines with methods have.
  package var method: MethodSyntax?
}

/// The method of an event: `@discardableResult private event read<T>(into: T) throws(Closed) -> Bytes? = nil`.
package struct MethodSyntax: Sendable {
  package var attributes: [AttributeSyntax] = []
  /// The word `private`, which makes the method private.
  package var access: SourceRange?
  /// The generic parameters with their angle brackets.
  package var generics: SourceRange?
  package var throwing: ThrowsSyntax?
  /// The type of the method's result, after `->`; nil if there is none.
  package var answer: SwiftText?
  /// The value after `=`, which the method returns for rows without a result; nil if there is none.
  package var defaultAnswer: SwiftText?
  /// The requirements after `where`.
  package var requirements: SourceRange?
  /// The range of the first part that an event of a machine without `interface methods` cannot have.
  package var range: SourceRange
}

/// The `throws`, or `throws(Closed)`, of a method.
package struct ThrowsSyntax: Sendable {
  package var keyword: SourceRange
  package var type: SourceRange?
}

/// The interface of a machine: `interface methods`, or `interface channelID, eventNames`.
package struct InterfaceSyntax: Sendable {
  package var keyword: SourceRange
  /// The words after `interface`; empty if they are missing, which has been reported.
  package var words: [NameSyntax] = []
}

/// An enum of results: `action OnPing: Equatable { sendGoAway(close: Bool), none }`.
package struct ActionEnumSyntax: Sendable {
  package var documentation: SourceRange?
  package var attributes: [AttributeSyntax] = []
  package var access: AccessLevel?
  package var name: NameSyntax
  /// The conformances after `:`.
  package var conformances: [SwiftText] = []
  package var cases: [SignatureSyntax] = []
}

/// A policy for events without a transition: `unhandled throw Refused(state, event)`.
package struct PolicySyntax: Sendable {
  package var keyword: SourceRange
  package var word: NameSyntax
  /// The error after `throw`; nil if there is none.
  package var error: SwiftText?
  /// The message after `trap` or `assert`, a string literal; nil if there is none.
  package var message: SwiftText?
}

/// The access to a property of a machine.
package enum PropertyVisibility: Sendable {
  /// Readable and writable with the machine's access, but only readable outside of the module.
  case machine
  /// `private(set)`: readable with the machine's access.
  case readOnly
  /// `private`: for guards and effects. A property with an initial value is no parameter of `init` (SE-0502).
  case `private`
}

package struct StoredSyntax: Sendable {
  package var documentation: SourceRange?
  package var isVariable: Bool
  package var visibility: PropertyVisibility
  package var name: NameSyntax
  /// The names in older versions, after `was`.
  package var formerNames: [NameSyntax] = []
  package var type: SwiftText
  package var initialValue: SwiftText?
}

package struct NamedGuardSyntax: Sendable {
  package var documentation: SourceRange?
  package var name: NameSyntax
  package var expression: SwiftText
}

/// A named effect: `effect greet = log("hello"), { count += 1 }`.
package struct NamedEffectSyntax: Sendable {
  package var documentation: SourceRange?
  package var name: NameSyntax
  package var parameters: [ParameterSyntax]
  package var effects: [EffectSyntax]
  /// The range of the effects.
  package var range: SourceRange
}

package struct ActionSyntax: Sendable {
  package enum Kind: Sendable { case entry, exit, activity }
  package var kind: Kind
  package var keyword: SourceRange
  /// The condition in brackets of an `entry` or `exit`; nil if there is none.
  package var condition: SwiftText?
  package var effects: [EffectSyntax]
}

package struct TypealiasSyntax: Sendable {
  package var documentation: SourceRange?
  /// The text after `typealias`.
  package var text: SwiftText
}

/// The kinds of wrappers. A struct keeps the deadlines of timers, and does no more.
package enum WrapperKind: String, CaseIterable, Sendable {
  case `class`, actor, `struct`

  /// The words that may follow `wrapper`.
  package static let words = allCases.map(\.rawValue) + [Keyword.none.rawValue]

  /// Whether the wrapper has a delegate, and runs by itself.
  package var hasDelegate: Bool { self != .struct }
}

package struct WrapperSyntax: Sendable {
  package var attributes: [AttributeSyntax]
  /// The access level as written; nil if the wrapper has the machine's.
  package var access: AccessLevel?
  /// Nil for `wrapper none`.
  package var kind: WrapperKind?
  package var name: NameSyntax?
  package var range: SourceRange
}

extension WrapperSyntax {
  /// Returns whether the wrapper never runs on the main actor: it is an actor, or has another global actor.
  package func leavesMainActor(_ names: NameTable) -> Bool {
    kind == .actor || attributes.contains { $0.isIsolation(names) && names.text($0.name.id) != "MainActor" }
  }
}

/// `swift { … }`: Swift that is copied into the enclosing machine's type, or into the file.
package struct SwiftBlockSyntax: Sendable {
  package var text: SwiftText
  /// The text between the braces, including comments.
  package var range: SourceRange
  /// Whether the block is `#if` or another directive, which has no braces.
  package var isCondition = false
}

// MARK: - Rows

/// A row as written. A class, as rows are large and are passed on often.
package final class TransitionSyntax: Sendable {
  package enum Sources: Sendable {
    /// No sources, inside a state's body.
    case enclosingState
    case listed(NonEmpty<SourceSyntax>)
    /// `*`, with the paths after `except`; or with the sources after a comma, nil if there are none.
    case wildcard(SourceRange, except: [PathSyntax], and: NonEmpty<SourceSyntax>?)
  }

  /// The part of a row after the colon.
  package struct Label: Sendable {
    /// The triggers; nil for a row that leaves a choice.
    package var triggers: NonEmpty<TriggerSyntax>?
    package var guardSyntax: GuardSyntax?
    package var effects: [EffectSyntax] = []
  }

  package let documentation: SourceRange?
  /// The `//` comments that belong to the row, one range per line.
  package let comments: [SourceRange]
  package let sources: Sources
  /// The target; nil for an internal row.
  package let target: TargetSyntax?
  /// The targets after the first, each in a region of its own.
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

  /// The expressions for the durations of the row's timers.
  package var timers: [SwiftText] {
    guard let triggers else { return [] }
    return (0..<triggers.count).compactMap { index -> SwiftText? in
      guard case .timer(let timer) = triggers[index], case .expression(let text, _) = timer.duration else { return nil }
      return text
    }
  }

  /// The range from the first target to the last, with arguments; nil for a row without an arrow.
  var targetsRange: SourceRange? {
    guard let first = target?.range else { return nil }
    return otherTargets.last.map { first.union($0.range) } ?? first
  }

  /// The part to report if an arrow from `initial` or `history` has an event: its triggers, or else the whole row.
  var surplusRange: SourceRange { triggers == nil ? range : triggerRange }

  /// The source of a row with an arrow; nil for other rows, and unless the source is one name.
  package var sourceOfArrow: NameSyntax? { target == nil ? nil : onlySource?.path.first }

  /// The source of a row without an arrow; nil for other rows, and unless the source is one name.
  package var sourceWithoutArrow: SourceSyntax? { target == nil ? onlySource : nil }

  var onlySource: SourceSyntax? {
    guard case .listed(let sources) = sources, sources.count == 1, sources.first.path.count == 1 else { return nil }
    return sources.first
  }

  /// The event of the row; nil unless the row has one trigger, which is an event.
  package var onlyEvent: NameSyntax? {
    guard let triggers, triggers.count == 1, case .event(let name, _) = triggers.first else { return nil }
    return name
  }

  /// The range from the first trigger to the last; the end of the row if it has none.
  package var triggerRange: SourceRange {
    guard let triggers else { return SourceRange(range.upperBound, range.upperBound) }
    return triggers.first.range.union(triggers[triggers.count - 1].range)
  }
}

/// A path of names: `player.paused`.
package typealias PathSyntax = NonEmpty<NameSyntax>

package struct SourceSyntax: Sendable {
  package var path: PathSyntax
  package var pattern: ArgumentListSyntax?
}

extension ItemSyntax {
  package var isState: Bool { if case .state = self { true } else { false } }
  package var isRegion: Bool { if case .region = self { true } else { false } }

  var hasBody: Bool { isState || isRegion }

  /// The statements in the body of a state or a region; empty for other statements.
  package var body: [ItemSyntax] {
    switch self {
    case .state(let state): state.body
    case .region(let region): region.body
    default: []
    }
  }
}

extension [ItemSyntax] {
  /// Calls a function with every statement of a body, and of the bodies within.
  package func forEachDeep(_ body: (ItemSyntax) -> Void) {
    for item in self {
      body(item)
      if item.hasBody { item.body.forEachDeep(body) }
    }
  }

  /// Returns whether a statement of a body, or of the bodies within, satisfies a condition.
  package func containsDeep(where holds: (ItemSyntax) -> Bool) -> Bool {
    contains { holds($0) || $0.hasBody && $0.body.containsDeep(where: holds) }
  }

  /// The source and the target of the first row with an arrow and one name as its source; nil if there is none.
  package var firstArrow: (source: NameSyntax, target: NameSyntax)? {
    for case .transition(let row) in self {
      if let source = row.sourceOfArrow, let target = row.target { return (source, target.first.name) }
    }
    return nil
  }

  /// The kinds of timers in the rows of the body, and of the bodies within.
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
  /// The labels in the full name of an event, as in `next(for:)`, including `_`. Such a list has no items.
  package var labels: [NameSyntax]?
  /// The list with both parentheses.
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

  /// The keyword of the trigger, for a timer, `always` and `done`; nil for an event.
  package var keyword: SourceRange? {
    switch self {
    case .event: nil
    case .timer(let timer): timer.keyword
    case .always(let keyword), .done(_, let keyword): keyword
    }
  }
}

/// A timer as a trigger: `after 5s`, or `every(interval)`.
package struct TimerSyntax: Sendable {
  package var repeats: Bool
  package var duration: DurationSyntax
  package var keyword: SourceRange

  package var range: SourceRange { keyword.union(duration.range) }
}

package enum DurationSyntax: Sendable {
  /// A number with a unit: `5s`.
  case literal(SourceRange)
  /// An expression in parentheses: `(retryInterval)`.
  case expression(SwiftText, range: SourceRange)

  package var range: SourceRange {
    switch self {
    case .literal(let range), .expression(_, let range): range
    }
  }
}

package enum GuardSyntax: Sendable {
  case otherwise(SourceRange)
  /// A condition, with the names that it binds and that the row's effects can use.
  case expression(SwiftText, bound: [BoundName])
}

/// A name that a condition binds: `let first = tokens.first`, `let reader`, `case .number(let count) = token`.
package struct BoundName: Sendable {
  package var name: NameSyntax
  /// Whether the name unwraps an optional of the same name: `let reader`.
  package var isShorthand = false
}

extension Diagnostic {
  /// Reports an arrow from `initial` or `history` with an event or a guard.
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
