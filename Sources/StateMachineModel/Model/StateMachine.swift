import StateMachineSyntax

/// A machine that has passed every check: names are looked up, rows are expanded to one source and one event each,
/// carry-over is done. An emitter needs nothing else, and can fail for none of these.
///
/// Everything is in source order. States, events, outputs and rows are numbered by their place in the arrays here.
package struct StateMachine: Sendable {
  /// The bytes that identifiers and Swift code refer to.
  package var source: SourceFile
  /// Every name that occurs in the file, so that generated names can differ from all of them.
  package var names: NameTable
  /// The `///` lines before it.
  package var documentation: SourceRange?
  package var isolation = Isolation.module
  /// The other attributes as written, with `@`.
  package var attributes: [SourceRange] = []
  package var access: AccessLevel = .internal
  package var name: Identifier
  /// The names that older versions have for it.
  package var formerNames: [Identifier] = []
  /// What stands before its body, as written.
  package var head = SourceRange(0, 0)
  /// The body with its braces; nil where it lacks them.
  package var bodyRange: SourceRange?
  /// The type in whose extension it stands.
  package var outer: Outer?
  package var genericParameters: [GenericParameter] = []
  /// The conformances of the head, as written.
  package var conformances: [SourceRange] = []
  /// The requirements behind `where`, as written.
  package var requirements: SourceRange?
  package var typealiases: [Typealias] = []
  /// The places of the type aliases by their names.
  package var typealiasIndices: [String: Int] = [:]
  /// The names in types of payloads that generated types have otherwise: those of composites, capitalised, and `Name`.
  package var typesOfPayloads: Set<String> = []
  /// The name of the types for the names of states and events, where nothing else has it.
  package static let nameType = "Name"
  /// The properties that the machine asks for.
  package var interfaceMembers: [InterfaceMember] = []
  package var interface = Interface.reducer
  /// Is true where the methods are inlined in other modules: `@inlinable machine`.
  package var isInlinable = false
  /// The enums of answers of its methods.
  package var actionEnums = Table<ActionEnum>()
  package var storedProperties: [StoredProperty] = []
  /// The names of those that are no constants.
  package var variableNames: Set<NameID> = []
  /// The Swift that is copied into its type.
  package var swift = SwiftMembers()
  var namedGuards = Table<NamedGuard>()
  var namedEffects = Table<NamedEffect>()
  /// A composite stands before its children.
  package var states = Table<State>()
  /// The states that only older versions have.
  package var formerStates: [FormerState] = []
  /// The state at the top level that the machine starts in; its leaf is `leaf(of: initialState)`. Nil where the body
  /// has regions, or nothing is initial.
  package var initialState: StateID?
  /// Further states at the top level that the machine may start in: who makes it says in which.
  package var otherInitialStates: [StateID] = []
  package var initialStates: [StateID] { (initialState.map { [$0] } ?? []) + otherInitialStates }
  package var events = Table<Event>()
  /// Of a machine with methods: its events by the base names that several have.
  package var overloads: [NameID: Overloads] = [:]
  package var outputs = Table<Output>()
  package var timers = Table<Timer>()
  package var choices = Table<Choice>()
  package var groups = Table<Group>()
  /// The questions of guards about the active states, each once.
  package var queries = Table<StateQuery>()
  /// The rows as written, of states and of choices.
  package var rows = Table<Row>()
  /// One for each row, source and event.
  package var transitions = Table<Transition>()
  /// By state, then by trigger, then in the order in which they are tried: `*` rows last. `Behaviour` reads it for all
  /// others.
  package internal(set) var transitionOrder: [TransitionID] = []
  /// The statements for tests, in the order of the file.
  package var claims: [Claim] = []
  /// The policy for events that no transition takes, unless they have their own.
  package var unhandled = Unhandled(policy: .ignore)
  /// That of the events which do not throw, beside `throw` for the others.
  package var unhandledElsewhere: Unhandled?
  /// Is true where the embedded Swift has the name `event` in the errors of policies alone, where it means the event.
  package var namesEventInPoliciesAlone = false
  /// Is true where the machine's body, or a state's, has regions.
  package var hasRegions = false
  /// Is true for a submachine of a state of another machine.
  package var isSubmachine = false
  /// Is true where the machine, or a submachine of it, has timers: these need a clock, and the systems that have one.
  package var needsClock = false
  /// The classes and actors around it; one even where none is asked for, and none under `wrapper none`.
  package var wrappers: [Wrapper] = []

  /// Is true where rows throw to whoever sends their events; those of methods throw to the caller of one.
  package var rowsThrowToSenders: Bool { !hasMethods && !errorsOfRows.isEmpty }

  /// Is true where its functions hand out outputs: its own, or those that begin and end its timers.
  package var handsOutOutputs: Bool { !outputs.isEmpty || !timers.isEmpty }

  /// The isolation of the generated types (SE-0316, SE-0449, SE-0466).
  package enum Isolation: Sendable {
    /// The default isolation of the module: nothing is written.
    case module
    /// Nothing, in every module: the head says so, or an actor reaches the machine.
    case nonisolated
    /// A global actor, whose attribute this is, as written.
    case globalActor(SourceRange)

    package var attribute: SourceRange? { if case .globalActor(let range) = self { range } else { nil } }
    package var isNonisolated: Bool { if case .nonisolated = self { true } else { false } }
  }

  /// A type that holds a machine.
  package struct Outer: Sendable {
    /// As written.
    package var range: SourceRange
    /// Without generic arguments and back-ticks.
    package var name: String
    package var hasArguments: Bool
  }

  /// The name with those of the types around it: what tells machines apart.
  package var fullName: String { (outer.map { $0.name + "." } ?? "") + names.text(name.id) }

  /// The name of a trigger in the language.
  package func name(of trigger: Trigger) -> String {
    switch trigger {
    case .event(let event): isOverloaded(event) ? fullName(of: event) : source.text(events[event].name.range)
    case .always: "always"
    case .done: "done"
    case .elapsed(let timer): source.text(timers[timer].range)
    }
  }

  /// The payload of a trigger: of `done`, the state within the source that is final.
  package func fields(of trigger: Trigger) -> [Field] {
    switch trigger {
    case .event(let event): events[event].fields
    case .done: [.finalChild]
    case .always, .elapsed: []
    }
  }

  /// The type that a name stands for; nil where the machine has no such type alias.
  func alias(named name: SourceRange) -> SourceRange? {
    typealiasIndices[source.text(name)].map { typealiases[$0].type }
  }

  /// The type itself, or what it stands for where it is a type alias of the machine; an alias of an alias is not
  /// followed.
  package func aliased(_ type: SourceRange) -> SourceRange {
    alias(named: type) ?? type
  }

  /// Whether a type, or what it stands for, is that of a value that may be nil: nil is stored as nothing.
  package func isOptional(_ type: SourceRange) -> Bool {
    let text = source.text(aliased(type))
    let last = text.last { !$0.isWhitespace }
    return last == "?" || last == "!" || Self.protocolName(text).hasPrefix("Optional<")
  }

  /// Is true where the head says that the machine is a value with one owner.
  package var isNoncopyable: Bool { conformances.contains { source.text($0).hasSuffix("~Copyable") } }

  /// Is true where the head says that the machine can be handed from one isolation to another.
  package var isSendable: Bool { conformances.contains { Self.saysSendable(source.text($0)) } }

  /// Whether the head says that the machine can be stored.
  package var isEncodable: Bool {
    conformances.contains { ["Codable", "Encodable"].contains(Self.protocolName(source.text($0))) }
  }

  /// Whether the head says that the machine can be read from what is stored.
  package var isDecodable: Bool {
    conformances.contains { ["Codable", "Decodable"].contains(Self.protocolName(source.text($0))) }
  }

  static func saysSendable(_ conformance: String) -> Bool {
    ["Sendable", "Error"].contains(protocolName(conformance))
  }

  /// The protocol of a conformance without the module and the attribute that may stand before it: `Codable` of
  /// `Swift.Codable` and of `@MainActor Codable`.
  package static func protocolName(_ conformance: String) -> String {
    var name = conformance[...]
    if name.hasPrefix("@") { name = name.drop { !$0.isWhitespace }.drop(while: \.isWhitespace) }
    return String(name.hasPrefix("Swift.") ? name.dropFirst(6) : name)
  }

  /// Is true where the machine can be made from anywhere, as in default arguments: where it is isolated itself, it must
  /// be sendable for that (SE-0434).
  package var hasNonisolatedInit: Bool {
    isolation.attribute == nil || isSendable
  }
}
