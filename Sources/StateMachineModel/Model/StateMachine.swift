import StateMachineSyntax

/// A machine without errors: names are looked up, rows are expanded to one source and one event each, and values are
/// carried over. Code generation needs nothing else, and cannot fail.
///
/// Everything is in source order. States, events, outputs and rows are numbered by their indices in the tables here.
package struct StateMachine: Sendable {
  /// The file to which the ranges of identifiers and Swift code refer.
  package var source: SourceFile
  /// Every name that occurs in the file, so that generated names can differ from all of them.
  package var names: NameTable
  /// The `///` lines before the machine; nil if there are none.
  package var documentation: SourceRange?
  package var isolation = Isolation.module
  /// The other attributes as written, with `@`.
  package var attributes: [SourceRange] = []
  package var access: AccessLevel = .internal
  package var name: Identifier
  /// The names of the machine in older versions.
  package var formerNames: [Identifier] = []
  /// The text before the body, as written.
  package var head = SourceRange(0, 0)
  /// The body with its braces; nil if they are missing.
  package var bodyRange: SourceRange?
  /// The type in whose extension the machine stands; nil if there is none.
  package var outer: Outer?
  package var genericParameters: [GenericParameter] = []
  /// The conformances of the head, as written.
  package var conformances: [SourceRange] = []
  /// The requirements after `where`, as written; nil if there are none.
  package var requirements: SourceRange?
  package var typealiases: [Typealias] = []
  /// The indices of the type aliases, by name.
  package var typealiasIndices: [String: Int] = [:]
  /// The names in payloads' types that generated types would have: capitalised names of composite states, and `Name`.
  package var typesOfPayloads: Set<String> = []
  /// The name of the types for the names of states and events, if nothing else has it.
  package static let nameType = "Name"
  /// The properties that the machine asks for with `interface`.
  package var interfaceMembers: [InterfaceMember] = []
  package var interface = Interface.reducer
  /// Whether the methods are inlined in other modules: `@inlinable machine`.
  package var isInlinable = false
  /// The enums of results of the methods.
  package var actionEnums = Table<ActionEnum>()
  package var storedProperties: [StoredProperty] = []
  /// The names of the stored properties that are variables.
  package var variableNames: Set<NameID> = []
  /// The Swift that is copied into the machine's type.
  package var swift = SwiftMembers()
  var namedGuards = Table<NamedGuard>()
  var namedEffects = Table<NamedEffect>()
  /// The states and regions; a composite state stands before its children.
  package var states = Table<State>()
  /// The states that only older versions have.
  package var formerStates: [FormerState] = []
  /// The state at the top level in which the machine starts; `leaf(of:)` gives its leaf. Nil if the body has regions,
  /// or nothing is initial.
  package var initialState: StateID?
  /// Further states at the top level in which code that creates the machine may let it start.
  package var otherInitialStates: [StateID] = []
  package var initialStates: [StateID] { (initialState.map { [$0] } ?? []) + otherInitialStates }
  package var events = Table<Event>()
  /// For a machine with methods: the events that share a base name, by that name.
  package var overloads: [NameID: Overloads] = [:]
  package var outputs = Table<Output>()
  package var timers = Table<Timer>()
  package var choices = Table<Choice>()
  package var groups = Table<Group>()
  /// The questions of guards about the active states, each once.
  package var queries = Table<StateQuery>()
  /// The rows as written, of states and of choices.
  package var rows = Table<Row>()
  /// The transitions: one for each row, source and event.
  package var transitions = Table<Transition>()
  /// The order of transitions: by state, by trigger, and then as they are tried, `*` rows last. Other phases use
  /// `Behaviour`, which reads it.
  package internal(set) var transitionOrder: [TransitionID] = []
  /// The statements for tests, in the order of the file.
  package var claims: [Claim] = []
  /// The policy for events without a transition, unless they have their own.
  package var unhandled = Unhandled(policy: .ignore)
  /// The policy for events whose methods do not throw, if the first is `throw`; nil if there is no second policy.
  package var unhandledElsewhere: Unhandled?
  /// Whether the embedded Swift uses the name `event` only in the errors of policies, where it means the event.
  package var namesEventInPoliciesAlone = false
  /// Whether the body of the machine, or of one of its states, has regions.
  package var hasRegions = false
  /// Whether the machine is the submachine of a state of another machine.
  package var isSubmachine = false
  /// Whether the machine, or a submachine of it, has timers: these need a clock, and systems that have one.
  package var needsClock = false
  /// The wrappers; the default wrapper if the file names none, and empty under `wrapper none`.
  package var wrappers: [Wrapper] = []

  /// Whether rows throw to the senders of their events; rows of methods throw to the callers.
  package var rowsThrowToSenders: Bool { !hasMethods && !errorsOfRows.isEmpty }

  /// Whether the machine's functions emit outputs: its own, or those that begin and end its timers.
  package var handsOutOutputs: Bool { !outputs.isEmpty || !timers.isEmpty }

  /// The isolation of the generated types (SE-0316, SE-0449, SE-0466).
  package enum Isolation: Sendable {
    /// The default isolation of the module: nothing is written.
    case module
    /// `nonisolated` in every module: the head says so, or an actor uses the machine.
    case nonisolated
    /// A global actor, with its attribute as written.
    case globalActor(SourceRange)

    package var attribute: SourceRange? { if case .globalActor(let range) = self { range } else { nil } }
    package var isNonisolated: Bool { if case .nonisolated = self { true } else { false } }
  }

  /// A type that contains a machine.
  package struct Outer: Sendable {
    /// The name as written.
    package var range: SourceRange
    /// The name without generic arguments and back-ticks.
    package var name: String
    package var hasArguments: Bool
  }

  /// The name after the names of the enclosing types, which identifies the machine.
  package var fullName: String { (outer.map { $0.name + "." } ?? "") + names.text(name.id) }

  /// Returns the text of a trigger in a row: an event's name, `done`, a timer's text or `always`.
  package func name(of trigger: Trigger) -> String {
    switch trigger {
    case .event(let event): isOverloaded(event) ? fullName(of: event) : source.text(events[event].name.range)
    case .always: "always"
    case .done: "done"
    case .elapsed(let timer): source.text(timers[timer].range)
    }
  }

  /// Returns the payload of a trigger: for `done`, the final state within the source.
  package func fields(of trigger: Trigger) -> [Field] {
    switch trigger {
    case .event(let event): events[event].fields
    case .done: [.finalChild]
    case .always, .elapsed: []
    }
  }

  /// Returns the type that a type alias of the machine names; nil if there is no such alias.
  func alias(named name: SourceRange) -> SourceRange? {
    typealiasIndices[source.text(name)].map { typealiases[$0].type }
  }

  /// Returns the aliased type if the type is a type alias of the machine, otherwise the type itself. An alias of an
  /// alias is not followed.
  package func aliased(_ type: SourceRange) -> SourceRange {
    alias(named: type) ?? type
  }

  /// Returns whether values of a type, or of the type that it aliases, may be nil, for which nothing is stored.
  package func isOptional(_ type: SourceRange) -> Bool {
    let text = source.text(aliased(type))
    let last = text.last { !$0.isWhitespace }
    return last == "?" || last == "!" || Self.protocolName(text).hasPrefix("Optional<")
  }

  /// Whether the machine is noncopyable (SE-0390).
  package var isNoncopyable: Bool { conformances.contains { source.text($0).hasSuffix("~Copyable") } }

  /// Whether the machine is `Sendable`.
  package var isSendable: Bool { conformances.contains { Self.saysSendable(source.text($0)) } }

  /// Whether the head makes the machine `Encodable`.
  package var isEncodable: Bool {
    conformances.contains { ["Codable", "Encodable"].contains(Self.protocolName(source.text($0))) }
  }

  /// Whether the head makes the machine `Decodable`.
  package var isDecodable: Bool {
    conformances.contains { ["Codable", "Decodable"].contains(Self.protocolName(source.text($0))) }
  }

  static func saysSendable(_ conformance: String) -> Bool {
    ["Sendable", "Error"].contains(protocolName(conformance))
  }

  /// Returns the protocol of a conformance without a module and an attribute before it: `Codable` for `Swift.Codable`
  /// and for `@MainActor Codable`.
  package static func protocolName(_ conformance: String) -> String {
    var name = conformance[...]
    if name.hasPrefix("@") { name = name.drop { !$0.isWhitespace }.drop(while: \.isWhitespace) }
    return String(name.hasPrefix("Swift.") ? name.dropFirst(6) : name)
  }

  /// Whether the machine can be created in any isolation, as in default arguments; an isolated machine must be sendable
  /// for that (SE-0434).
  package var hasNonisolatedInit: Bool {
    isolation.attribute == nil || isSendable
  }
}
