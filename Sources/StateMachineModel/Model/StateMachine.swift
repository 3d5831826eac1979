import StateMachineSyntax

/// A resolved machine: names are looked up, values are carried over, and each row is expanded to transitions with one
/// source and one trigger. If no error was found, code can be generated from it.
///
/// All tables are in source order. The number of a state, an event, an output or a row is its index in its table.
package struct StateMachine: Sendable {
  /// The file that declares the machine. All ranges in the model refer to it.
  package var source: SourceFile
  /// Every name in the file, so that the generator can choose names that differ from all of them.
  package var names: NameTable
  /// The `///` lines before the machine; nil if there are none.
  package var documentation: SourceRange?
  package var isolation = Isolation.module
  /// The attributes of the machine, as written with `@`, except the attribute in `isolation`.
  package var attributes: [SourceRange] = []
  package var access: AccessLevel = .internal
  package var name: Identifier
  /// The names of the machine in older versions: `machine Order was Purchase`.
  package var formerNames: [Identifier] = []
  /// The text of the statement before the opening brace: `machine Door: Sendable`.
  package var head = SourceRange(0, 0)
  /// The body with its braces; nil if they are missing.
  package var bodyRange: SourceRange?
  /// The type that contains the machine: `Client` for `machine Door in Client`. Nil if there is none.
  package var outer: Outer?
  package var genericParameters: [GenericParameter] = []
  /// The conformances after the machine's name, as written: `Sendable`, `Codable`.
  package var conformances: [SourceRange] = []
  /// The requirements of the machine after `where`, as written; nil if there are none.
  package var requirements: SourceRange?
  package var typealiases: [Typealias] = []
  /// The index of each type alias in `typealiases`, by the alias's name.
  package var typealiasIndices: [String: Int] = [:]
  /// The names that types of payloads use, and that generated types would get, too. An example is `Open`, if a payload
  /// has a type `Open` and `open` is a composite state. The type of the states within `open` then gets another name, so
  /// that `Open` in the payload keeps its meaning.
  package var typesOfPayloads: Set<String> = []
  /// The name of the generated types that list the names of states and of events. They get another name if a
  /// declaration in the file has this one.
  package static let nameType = "Name"
  /// The properties that the generated type gets because `interface` lists them.
  package var interfaceMembers: [InterfaceMember] = []
  package var interface = Interface.reducer
  /// Whether code of other modules can inline the methods: `@inlinable machine`.
  package var isInlinable = false
  /// The enums of results (`action`) that methods return.
  package var actionEnums = Table<ActionEnum>()
  package var storedProperties: [StoredProperty] = []
  /// The names of the stored properties that are declared with `var`.
  package var variableNames: Set<NameID> = []
  /// The Swift in `swift { … }` blocks, which is copied into the generated type.
  package var swift = SwiftMembers()
  var namedGuards = Table<NamedGuard>()
  var namedEffects = Table<NamedEffect>()
  /// The states and regions. A composite state comes before the states in it.
  package var states = Table<State>()
  /// The states that only older versions of the machine have.
  package var formerStates: [FormerState] = []
  /// The state in which the machine begins, perhaps a composite state; `leaf(of:)` returns the leaf state that is
  /// entered. Nil if the machine has regions, or if no state is initial.
  package var initialState: StateID?
  /// The other states that are declared `initial`. Code that creates the machine can choose one of them as the state in
  /// which the machine begins.
  package var otherInitialStates: [StateID] = []
  package var initialStates: [StateID] { (initialState.map { [$0] } ?? []) + otherInitialStates }
  package var events = Table<Event>()
  /// The events of a machine with methods that have the same name and different labels, such as `next(for:)` and
  /// `next(after:)`. The key is their common name, `next`.
  package var overloads: [NameID: Overloads] = [:]
  package var outputs = Table<Output>()
  package var timers = Table<Timer>()
  package var choices = Table<Choice>()
  package var groups = Table<Group>()
  /// The questions `in(…)` of guards, each once.
  package var queries = Table<StateQuery>()
  /// The rows as written, including those of choices.
  package var rows = Table<Row>()
  /// The transitions, one for each row, source and trigger.
  package var transitions = Table<Transition>()
  /// The numbers of the transitions, sorted by source, then by trigger, then in the order in which they are tried.
  /// Transitions of rows with the source `*` are tried last. `Behaviour` finds the transitions of a state or of a
  /// trigger in this list.
  package internal(set) var transitionOrder: [TransitionID] = []
  /// The statements for tests, such as `never` and `try`, in the order of the file.
  package var claims: [Claim] = []
  /// The policy for an event without a transition, unless the event declares its own.
  package var unhandled = Unhandled(policy: .ignore)
  /// The second policy of a machine with methods whose first policy is `throw`: it applies to events whose methods do
  /// not throw. Nil if there is none.
  package var unhandledElsewhere: Unhandled?
  /// Whether the Swift in the file uses the name `event` only in the errors of policies, as in
  /// `unhandled throw Refused(event)`. There, the name means the event that has no transition. If so, the parameter for
  /// the event in the generated code has the name `event`.
  package var namesEventInPoliciesAlone = false
  /// Whether the machine or a composite state in it has regions.
  package var hasRegions = false
  /// Whether the machine is the submachine of a state of another machine.
  package var isSubmachine = false
  /// Whether the machine, or a submachine of it, has timers. It then needs a clock, and thus a version of the operating
  /// system with Swift's clocks.
  package var needsClock = false
  /// The wrappers that the file declares; if it declares none, the default wrapper. Empty for `wrapper none`, for a
  /// machine with methods, and for a machine within another type that declares no wrapper.
  package var wrappers: [Wrapper] = []

  /// Whether a row throws an error to the code that sends the row's event. False for a machine with methods, because
  /// its rows throw to the callers of the methods.
  package var rowsThrowToSenders: Bool { !hasMethods && !errorsOfRows.isEmpty }

  /// Whether the machine emits outputs. It does if it, or a submachine of it, has outputs. It also does if the machine
  /// has timers, because outputs begin and cancel them.
  package var handsOutOutputs: Bool { !outputs.isEmpty || !timers.isEmpty }

  /// The isolation of the generated types: to a global actor, or to none (SE-0316, SE-0449, SE-0466).
  package enum Isolation: Sendable {
    /// The module's default isolation applies: the generated types have no attribute.
    case module
    /// The generated types are `nonisolated` in every module, because the machine is declared so or an actor uses it.
    case nonisolated
    /// A global actor isolates the generated types; the attribute as written: `@MainActor`.
    case globalActor(SourceRange)

    package var attribute: SourceRange? { if case .globalActor(let range) = self { range } else { nil } }
    package var isNonisolated: Bool { if case .nonisolated = self { true } else { false } }
  }

  /// The type that contains the machine, such as `Client` for `machine Door in Client`.
  package struct Outer: Sendable {
    /// The name as written.
    package var range: SourceRange
    /// The name without generic arguments and back-ticks, by which machines are found.
    package var name: String
    package var hasArguments: Bool
  }

  /// The machine's name after the name of the type that contains it, such as `Client.Door`. It identifies the machine.
  package var fullName: String { (outer.map { $0.name + "." } ?? "") + names.text(name.id) }

  /// Returns the text of a trigger for messages: the name of an event, with its labels if other events have the same
  /// name; `done`; `always`; or the text of a timer, such as `after 5s`.
  package func name(of trigger: Trigger) -> String {
    switch trigger {
    case .event(let event): isOverloaded(event) ? fullName(of: event) : source.text(events[event].name.range)
    case .always: "always"
    case .done: "done"
    case .elapsed(let timer): source.text(timers[timer].range)
    }
  }

  /// Returns the payload of a trigger. For `done` it is one field, the final state within the source; timers and
  /// `always` have none.
  package func fields(of trigger: Trigger) -> [Field] {
    switch trigger {
    case .event(let event): events[event].fields
    case .done: [.finalChild]
    case .always, .elapsed: []
    }
  }

  /// Returns the type for which a type alias of the machine stands; nil if the machine has no type alias of this name.
  package func alias(named name: SourceRange) -> SourceRange? {
    typealiasIndices[source.text(name)].map { typealiases[$0].type }
  }

  /// Returns the type to which a type alias of the machine refers: `String` for `Key` if the machine has
  /// `typealias Key = String`. Returns any other type unchanged. Only one alias is followed: if the alias refers to
  /// another alias, the result is that other alias.
  package func aliased(_ type: SourceRange) -> SourceRange {
    alias(named: type) ?? type
  }

  /// Returns whether a type is an optional: `Int?`, `Int!`, `Optional<Int>`, or a type alias of such a type. If a
  /// stored machine has no entry for a value of such a type, the value is nil.
  package func isOptional(_ type: SourceRange) -> Bool {
    let text = source.text(aliased(type))
    let last = text.last { !$0.isWhitespace }
    return last == "?" || last == "!" || Self.protocolName(text).hasPrefix("Optional<")
  }

  /// Whether the machine is declared `~Copyable` (SE-0390).
  package var isNoncopyable: Bool { conformances.contains { source.text($0).hasSuffix("~Copyable") } }

  /// Whether the machine is declared `Sendable`, or `Error`, which implies it.
  package var isSendable: Bool { conformances.contains { Self.saysSendable(source.text($0)) } }

  /// Whether the machine is declared `Encodable` or `Codable`.
  package var isEncodable: Bool {
    conformances.contains { ["Codable", "Encodable"].contains(Self.protocolName(source.text($0))) }
  }

  /// Whether the machine is declared `Decodable` or `Codable`.
  package var isDecodable: Bool {
    conformances.contains { ["Codable", "Decodable"].contains(Self.protocolName(source.text($0))) }
  }

  static func saysSendable(_ conformance: String) -> Bool {
    ["Sendable", "Error"].contains(protocolName(conformance))
  }

  /// Returns the name of the protocol in a conformance, without a module and an attribute before it: `Codable` for
  /// `Swift.Codable` and for `@MainActor Codable`.
  package static func protocolName(_ conformance: String) -> String {
    var name = conformance[...]
    if name.hasPrefix("@") { name = name.drop { !$0.isWhitespace }.drop(while: \.isWhitespace) }
    return String(name.hasPrefix("Swift.") ? name.dropFirst(6) : name)
  }

  /// Whether code of any isolation can create the machine, for example in a default argument. If a global actor
  /// isolates the machine, this is possible only for a `Sendable` machine (SE-0434).
  package var hasNonisolatedInit: Bool {
    isolation.attribute == nil || isSendable
  }
}
