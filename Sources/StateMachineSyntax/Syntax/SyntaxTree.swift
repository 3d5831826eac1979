/// The contents of a `.sm` file as written. Names are not looked up yet, and a row with two sources and two events is
/// still one row.
///
/// The tree stores ranges in the file instead of text. A file may have 100,000 rows, and many lists in a row nearly
/// always have one element. Such a list is a `NonEmpty`, which allocates no memory for one element.
package struct SyntaxTree: Sendable {
  package var imports: [ImportSyntax] = []
  /// The `swift` blocks outside of machines, and the directives such as `#if` around machines.
  package var swift: [SwiftBlockSyntax] = []
  package var machines: [MachineSyntax] = []
  /// The comments at the beginning of the file, one range per line; the range of a blank line is empty.
  package var comments: [SourceRange] = []
  /// The table of all names in the file, in declarations and in Swift.
  package var names: NameTable
  /// All uses of names in the file's Swift. Each `SwiftText` stores which part of this array is its own.
  package var nameUses: [NameUse] = []
  /// The names in statements that the parser could not read. Such a statement may declare these names, so their uses
  /// elsewhere are not reported as undeclared.
  package var possiblyDeclaredNames: [NameID] = []
  /// Whether a statement that the parser could not read may declare the initial state, such as `initial` with a mistake
  /// after it, or `[*] --> open` from another notation.
  package var hasPossibleInitialState = false
  /// Findings about rows that use an event or output with a keyword as its name, such as `event done`. In a row, the
  /// parser reads `done` as the keyword. The findings are not shown, because one finding about the declaration replaces
  /// them.
  package var explainedMistakes: [Diagnostic] = []
  /// Whether a `}` is missing in the file, so that statements may belong to the wrong body. The compiler then does not
  /// resolve the file, because it would report nonsense.
  package var isNestingUncertain = false
}

/// The beginning of the generated file, before its machines: imports, comments and Swift.
package struct FileHead: Sendable {
  package var imports: [SourceRange] = []
  /// The ranges of the Swift outside of machines: the text between the braces of each `swift` block, or the line of a
  /// directive such as `#if`.
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

/// A name at one place in the file. `id` is the same wherever the name occurs, with or without back-ticks. `range`
/// includes the back-ticks.
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

/// An attribute, `@name(arguments)`.
package struct AttributeSyntax: Sendable {
  package var name: NameSyntax
  package var range: SourceRange

  /// Returns whether the attribute is a global actor, such as `@MainActor`. The compiler does not know Swift's
  /// declarations, so it decides by the name: it ends in `Actor`.
  ///
  /// - Parameter names: the table of the file's names.
  package func isIsolation(_ names: NameTable) -> Bool { names.text(name.id).hasSuffix("Actor") }
}

package enum AccessLevel: String, Sendable {
  case `public`, package, `internal`, `fileprivate`, `private`
}

package struct MachineSyntax: Sendable {
  package var documentation: SourceRange?
  package var attributes: [AttributeSyntax]
  package var access: AccessLevel?
  /// The range of the word `nonisolated` before `machine`; nil if there is none.
  package var nonisolated: SourceRange?
  package var name: NameSyntax
  /// The names that the machine had in older versions, written after `was`.
  package var formerNames: [NameSyntax] = []
  /// The type after `in`, as in `machine Door in Client`. The machine is generated in an extension of that type. Nil if
  /// the machine has no `in`.
  package var outer: TypePathSyntax?
  package var generics: [SwiftText] = []
  /// The conformances after `:`.
  package var conformances: [SwiftText] = []
  /// The requirements after `where`.
  package var requirements: SourceRange?
  /// The range of the machine's text before its body.
  package var headRange = SourceRange(0, 0)
  /// Whether the head, the text before the body, has a mistake. The mistake has been reported.
  package var isHeadWrong = false
  package var body: [ItemSyntax] = []
  /// The range of the body with its braces; nil if the machine has no body.
  package var bodyRange: SourceRange?
  /// Whether a superfluous `}` has probably closed the body, so that some statements of the machine are outside of it.
  /// Findings about the meaning of such a machine are then discarded.
  package var isUncertain = false
  /// Whether a declaration in the body has no name, or is incomplete. A name that is used but not declared may be the
  /// missing name, so it is not reported.
  package var lacksDeclarations = false
}

/// A type by its path: `Outer.Inner<Int>`.
package struct TypePathSyntax: Sendable {
  package var names: NonEmpty<NameSyntax>
  /// The path with its generic arguments.
  package var range: SourceRange
  /// The number of generic arguments in the path: 1 for `Outer.Inner<Int>`, 0 for `Outer.Inner`. The resolver compares
  /// it with the number of parameters of a generic submachine. If several names of the path have generic arguments,
  /// only those of the last such name are counted.
  package var argumentCount = 0

  /// Returns the path without generic arguments: `Outer.Inner`.
  ///
  /// - Parameter table: the table of the file's names.
  package func text(_ table: NameTable) -> String {
    (0..<names.count).map { table.text(names[$0].id) }.joined(separator: ".")
  }
}

extension MachineSyntax {
  /// Returns the machine's name with the names of the enclosing types: `Client.Door`. It identifies the machine.
  ///
  /// - Parameter table: the table of the file's names.
  package func fullName(_ table: NameTable) -> String {
    (outer.map { $0.text(table) + "." } ?? "") + table.text(name.id)
  }
}

/// A statement in the body of a machine, a state or a region. Large cases are `indirect`, so that each value is small.
/// Small values matter because a body of 100,000 rows is searched several times.
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
  /// `initial -> target / effects`. It is stored as a row with the trigger `always`, whose source is the initial
  /// pseudostate of the body.
  case initialTransition(TransitionSyntax)
  /// `history -> target / effects`: the transition that is taken if a composite state has no history yet. It is stored
  /// as a row with the trigger `always`.
  case historyDefault(TransitionSyntax)
  indirect case claim(ClaimSyntax)
  indirect case formerState(FormerStateSyntax)
}

/// A state that only older versions of the machine have, and the state that replaces it: `was refunding(amount: Int) ->
/// cancelled(reason: "gone")`.
package struct FormerStateSyntax: Sendable {
  package var name: NameSyntax
  package var payload: [ParameterSyntax]
  package var target: TargetSyntax
  /// The range of the statement from the name to its end.
  package var range: SourceRange
}

/// A statement for tests: a condition that tests check in all configurations, or an event or values of properties that
/// tests try. The generated machine does not contain the statement.
package struct ClaimSyntax: Sendable {
  package enum Kind: Sendable {
    /// A condition that no configuration meets (`never`), that all configurations meet (`invariant`), or that limits
    /// which configurations tests explore (`within`).
    case never, invariant, within
    /// A condition that some configuration meets: `can be sources [guard]`.
    case canBe
    /// States that can be reached from each source: `sources can reach states`.
    case canReach(NonEmpty<PathSyntax>)
    /// An event that tests try: `try add(count: 1, 2) [open]`. A value without a label is another value for the label
    /// before it, so `count` is 1 and then 2.
    case event(ArgumentListSyntax?)
    /// Values of properties with which tests create the machine: `try init(limit: 1, 2)`. A value without a label is
    /// another value for the label before it.
    case start(ArgumentListSyntax)
  }

  package var kind: Kind
  /// The statement's sources, its guard, and its event, stored as a row. A statement without an event, such as `never
  /// open`, has the trigger `always`. A statement without sources is about all configurations.
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
  /// The names that the state had in older versions, written after `was`.
  package var formerNames: [NameSyntax] = []
  /// The submachine's type, written after `:`; nil if there is none.
  package var submachine: TypePathSyntax?
  package var body: [ItemSyntax]
  /// The range of the body with its braces; nil if the state has no body.
  package var bodyRange: SourceRange?
  /// The range of the state's declaration. It begins with the keyword or, for `b` in `state a, b`, with the name.
  package var range: SourceRange
}

package struct RegionSyntax: Sendable {
  package var name: NameSyntax
  /// The names that the region had in older versions, written after `was`.
  package var formerNames: [NameSyntax] = []
  package var body: [ItemSyntax]
  /// The range of the body with its braces; nil if it has no braces.
  package var bodyRange: SourceRange?
  /// The region from its keyword to its end.
  package var range: SourceRange
}

/// A group of states: `group connected = established, active.sound`.
package struct GroupSyntax: Sendable {
  package var documentation: SourceRange?
  package var name: NameSyntax
  /// The members of the group: paths of states and regions, and names of other groups.
  package var members: NonEmpty<PathSyntax>
}

/// One parameter in the payload of an event, an output or a state.
package struct ParameterSyntax: Sendable {
  /// The label in calls: `persons` for `persons: Int`. Nil for a parameter `_ name: Type`, and for a type without a
  /// label, as in `state open(Int)`.
  package var label: NameSyntax?
  /// The name by which the machine's Swift uses the value: the second name in `label name: Type`, otherwise the label.
  /// Nil for a type that is written without a label.
  package var name: NameSyntax?
  /// The labels that the value had in older versions, written after `was`.
  package var formerNames: [NameSyntax] = []
  package var type: SwiftText
  package var defaultValue: SwiftText?
  package var range: SourceRange
  /// A word before the type that only a method's parameter can have, such as `inout` or `@escaping`. Nil for a
  /// parameter without such a word. `type` does not contain the word.
  package var specifier: SpecifierSyntax?
  /// Whether a field of a state is declared with `var`. A call of a method on such a field, such as `items.sort()`,
  /// counts as a change of the field.
  package var isVariable = false
}

package struct SpecifierSyntax: Sendable {
  package var range: SourceRange
  /// The message of a finding on the specifier. It is reported if the event is not a method.
  package var problem: String
}

package struct SignatureSyntax: Sendable {
  package var documentation: SourceRange?
  package var name: NameSyntax
  package var payload: [ParameterSyntax]
  /// The names that the event had in older versions, written after `was`.
  package var formerNames: [NameSyntax] = []
  /// The event's own policy, written after its payload; nil if the event has no policy of its own.
  package var policy: PolicySyntax?
  /// The events that the output's task sends to the machine, written after `->`.
  package var sent: [NameSyntax] = []
  /// The events in `sent` that are written with `also`: `failed` in `output check -> validated, also failed`. The task
  /// that performs the output sends them, and other code may send them, too.
  package var alsoSent: [NameSyntax] = []
  /// The parts of an event that make it a method, such as its result type. Nil if the event has no such part.
  package var method: MethodSyntax?
}

/// The parts of an event that make it a method:
/// `@discardableResult private event read<T>(into: T) throws(Closed) -> Bytes? = nil`.
package struct MethodSyntax: Sendable {
  package var attributes: [AttributeSyntax] = []
  /// The range of the word `private` before the event; nil for an event without the word.
  package var access: SourceRange?
  /// The generic parameters with their angle brackets.
  package var generics: SourceRange?
  package var throwing: ThrowsSyntax?
  /// The type of the method's result, written after `->`; nil for a method without a result.
  package var result: SwiftText?
  /// The default result of the method, written after `=`. The method returns it for rows without a `return`. Nil if the
  /// method has no default result.
  package var defaultResult: SwiftText?
  /// The requirements after `where`; nil if there are none.
  package var requirements: SourceRange?
  /// The range of the first part that makes the event a method, such as its result type. If the machine lacks
  /// `interface methods`, a finding is reported at this range.
  package var range: SourceRange
}

/// The `throws` or `throws(Closed)` of a method.
package struct ThrowsSyntax: Sendable {
  package var keyword: SourceRange
  package var type: SourceRange?
}

/// The interface of a machine: `interface methods`, or `interface channelID, eventNames`.
package struct InterfaceSyntax: Sendable {
  package var keyword: SourceRange
  /// The words after `interface`. If the words are missing, the list is empty, and the mistake has been reported.
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
  /// The error after `throw`, such as `Refused(state, event)`; nil if there is none.
  package var error: SwiftText?
  /// The string literal after `trap` or `assert`, which is the message; nil if there is no literal.
  package var message: SwiftText?
}

/// The access level of a property of a machine.
package enum PropertyVisibility: Sendable {
  /// The property has the machine's access level. Outside of the module it can only be read.
  case machine
  /// `private(set)`: the property can be read with the machine's access level, and written only by the machine.
  case readOnly
  /// `private`: only the machine's Swift uses the property. If it has an initial value, `init` has no parameter for it
  /// (SE-0502).
  case `private`
}

package struct StoredSyntax: Sendable {
  package var documentation: SourceRange?
  package var isVariable: Bool
  package var visibility: PropertyVisibility
  package var name: NameSyntax
  /// The names that the property had in older versions, written after `was`.
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
  /// The range from the first effect to the last.
  package var range: SourceRange
}

package struct ActionSyntax: Sendable {
  package enum Kind: Sendable { case entry, exit, activity }
  package var kind: Kind
  package var keyword: SourceRange
  /// The condition in brackets of an `entry` or `exit`; nil for an `entry` or `exit` without a condition.
  package var condition: SwiftText?
  package var effects: [EffectSyntax]
}

package struct TypealiasSyntax: Sendable {
  package var documentation: SourceRange?
  /// The text after the keyword `typealias`: `Name = Type`.
  package var text: SwiftText
}

/// The kinds of wrappers. A `struct` keeps the deadlines of timers and does nothing else.
package enum WrapperKind: String, CaseIterable, Sendable {
  case `class`, actor, `struct`

  /// The words that may follow `wrapper`.
  package static let words = allCases.map(\.rawValue) + [Keyword.none.rawValue]

  /// Whether the wrapper has a delegate, and itself sends the machine an event when a timer fires. A `class` and an
  /// `actor` do both. A `struct` does neither: it only stores when timers elapse.
  package var hasDelegate: Bool { self != .struct }
}

package struct WrapperSyntax: Sendable {
  package var attributes: [AttributeSyntax]
  /// The access level as written; nil if the wrapper has the access level of the machine.
  package var access: AccessLevel?
  /// The kind of the wrapper; nil for `wrapper none`.
  package var kind: WrapperKind?
  package var name: NameSyntax?
  package var range: SourceRange
}

extension WrapperSyntax {
  /// Returns whether the wrapper runs outside of the main actor. It does if it is an actor, or if it has another global
  /// actor than `@MainActor` as an attribute.
  ///
  /// - Parameter names: the table of the file's names.
  package func leavesMainActor(_ names: NameTable) -> Bool {
    kind == .actor || attributes.contains { $0.isIsolation(names) && names.text($0.name.id) != "MainActor" }
  }
}

/// `swift { … }`: Swift that is copied into the type of the enclosing machine or, outside of machines, into the file.
package struct SwiftBlockSyntax: Sendable {
  package var text: SwiftText
  /// The range between the braces, including comments.
  package var range: SourceRange
  /// Whether this is not a block, but a line with `#if` or another directive.
  package var isCondition = false
}

// MARK: - Rows

/// A row as written. It is a class, because rows are large and are passed on often.
package final class TransitionSyntax: Sendable {
  package enum Sources: Sendable {
    /// The row has no sources before its arrow or colon. It is in the body of a state, which is its source.
    case enclosingState
    case listed(NonEmpty<SourceSyntax>)
    /// `*`, which stands for all states. `except` has the paths after that word: `a` and `b` in `* except a, b`. `and`
    /// has the sources after a comma: `choice` in `*, choice`; nil if there is no comma.
    case wildcard(SourceRange, except: [PathSyntax], and: NonEmpty<SourceSyntax>?)
  }

  /// The part of a row after the colon: triggers, guard and effects.
  package struct Label: Sendable {
    /// The triggers. Nil for a row without triggers, such as a row of a choice.
    package var triggers: NonEmpty<TriggerSyntax>?
    package var guardSyntax: GuardSyntax?
    package var effects: [EffectSyntax] = []
  }

  package let documentation: SourceRange?
  /// The `//` comments that belong to the row, one range per line. They are copied into the generated code.
  package let comments: [SourceRange]
  package let sources: Sources
  /// The first target; nil for a row without an arrow.
  package let target: TargetSyntax?
  /// The targets after the first target, if the row enters states of several regions.
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

  /// The Swift expressions for durations, in `after (…)` and `every (…)`. Durations such as `5s` are left out.
  package var timers: [SwiftText] {
    guard let triggers else { return [] }
    return (0..<triggers.count).compactMap { index -> SwiftText? in
      guard case .timer(let timer) = triggers[index], case .expression(let text, _) = timer.duration else { return nil }
      return text
    }
  }

  /// The range from the first target to the last, with arguments; nil for a row without a target.
  var targetsRange: SourceRange? {
    guard let first = target?.range else { return nil }
    return otherTargets.last.map { first.union($0.range) } ?? first
  }

  /// The range to report if `initial -> …` or `history -> …` has a trigger or a guard, which it cannot have: the range
  /// of its triggers or, if it has only a guard, the whole row.
  var surplusRange: SourceRange { triggers == nil ? range : triggerRange }

  /// The name of the source of a row with an arrow: `open` for `open -> closed : push`. Nil for a row without an arrow,
  /// with several sources, or with a source such as `active.muted`. A finding uses it for rows such as `initial -> open
  /// : push`, in which a keyword is in place of a state.
  package var sourceOfArrow: NameSyntax? { target == nil ? nil : onlySource?.path.first }

  /// The source of a row without an arrow: `open` for `open : push`. Nil for a row with an arrow, with several sources,
  /// or with a source such as `active.muted`. A finding uses it for rows such as `initial: closed`, which are meant as
  /// declarations.
  package var sourceWithoutArrow: SourceSyntax? { target == nil ? onlySource : nil }

  var onlySource: SourceSyntax? {
    guard case .listed(let sources) = sources, sources.count == 1, sources.first.path.count == 1 else { return nil }
    return sources.first
  }

  /// The event of the row, if the row has no other trigger. Nil for other rows.
  package var onlyEvent: NameSyntax? {
    guard let triggers, triggers.count == 1, case .event(let name, _) = triggers.first else { return nil }
    return name
  }

  /// The range from the first trigger to the last. For a row without triggers, an empty range at the row's end.
  package var triggerRange: SourceRange {
    guard let triggers else { return SourceRange(range.upperBound, range.upperBound) }
    return triggers.first.range.union(triggers[triggers.count - 1].range)
  }
}

/// A path of names, outermost first: `player.paused`.
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
  /// Calls `body` with each statement of the list. If a statement is a state or a region, also calls `body` with each
  /// statement in it, at any depth.
  package func forEachDeep(_ body: (ItemSyntax) -> Void) {
    for item in self {
      body(item)
      if item.hasBody { item.body.forEachDeep(body) }
    }
  }

  /// Returns whether a statement satisfies the condition. The statements of the list, and those in its states and
  /// regions at any depth, are examined.
  package func containsDeep(where holds: (ItemSyntax) -> Bool) -> Bool {
    contains { holds($0) || $0.hasBody && $0.body.containsDeep(where: holds) }
  }

  /// The source and the target of the first row with an arrow whose only source is one name without dots. If a machine
  /// declares no states, a finding proposes to declare these two. Nil if the list has no such row.
  package var firstArrow: (source: NameSyntax, target: NameSyntax)? {
    for case .transition(let row) in self {
      if let source = row.sourceOfArrow, let target = row.target { return (source, target.first.name) }
    }
    return nil
  }

  /// The kinds of timers, `after` and `every`, that the rows of the list have. Rows in the bodies of states and regions
  /// are included.
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
  /// The labels, if the list belongs to the full name of an event: `for` in `next(for:)`. A missing label is `_`. A
  /// list with labels has no items. Nil for arguments, as in `/ close(speed: 2)`, and for patterns.
  package var labels: [NameSyntax]?
  /// The range of the list with both parentheses.
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

  /// The range of the word `after`, `every`, `always` or `done`; nil for an event.
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

/// A name that a guard binds, such as `first` in `let first = tokens.first`, `reader` in `let reader`, or `count` in
/// `case .number(let count) = token`.
package struct BoundName: Sendable {
  package var name: NameSyntax
  /// Whether the guard unwraps an optional without a new name, as `let reader` does. The optional and the unwrapped
  /// value then both have the name `reader`.
  package var isShorthand = false
}

extension Diagnostic {
  /// Returns a finding for a row `initial -> …` or `history -> …` that has an event or a guard, which it cannot have.
  ///
  /// - Parameters:
  ///   - word: `initial` or `history`.
  ///   - bytes: the text of the file.
  package static func pseudostateWithEvent(
    _ word: String, _ row: TransitionSyntax, _ code: DiagnosticCode, _ bytes: [UInt8]
  ) -> Diagnostic {
    let target = row.targetsRange.map { String(decoding: bytes[$0.lowerBound..<$0.upperBound], as: UTF8.self) }
    let arrow = "\(word) -> \(target.map(quotation) ?? "target")"
    guard row.triggers == nil, case .expression(let condition, _)? = row.guardSyntax else {
      return Diagnostic(
        code, row.surplusRange,
        "the arrow from '\(word)' waits for no event: write '\(arrow)', with effects after '/'")
    }
    return Diagnostic(
      code, condition.range,
      "the arrow from '\(word)' has no guard: let it lead to a choice, as in 'choice c' and '\(word) -> c', "
        + "whose rows have guards")
  }
}
