/// A machine that has passed every check: names are looked up, rows are expanded to one source and one event each,
/// carry-over is done. An emitter needs nothing else, and can fail for none of these.
///
/// Everything is in source order. States, events, outputs and rows are numbered by their place in the arrays here.
package struct StateMachine: Sendable {
  /// The bytes that identifiers and Swift code refer to.
  package var source: SourceFile
  /// Every name that occurs in the file, so that generated names can differ from all of them.
  package var names: NameTable
  package var documentation: SourceRange?
  /// The attributes as written, with `@`.
  package var attributes: [SourceRange] = []
  package var access: AccessLevel = .internal
  package var name: Identifier
  package var genericParameters: [GenericParameter] = []
  /// The conformances of the head, as written.
  package var conformances: [SourceRange] = []
  /// The requirements behind `where`, as written.
  package var requirements: SourceRange?
  package var typealiases: [Typealias] = []
  /// The places of the type aliases by their names.
  package var typealiasIndices: [String: Int] = [:]
  package var storedProperties: [StoredProperty] = []
  package var namedGuards: [NamedGuard] = []
  /// A composite stands before its children.
  package var states: [State] = []
  /// The state at the top level that the machine starts in; its leaf is `leaf(of: initialState)`.
  package var initialState = 0
  package var events: [Event] = []
  package var outputs: [Output] = []
  package var timers: [Timer] = []
  package var choices: [Choice] = []
  package var rows: [Row] = []
  /// One for each row, source and event.
  package var transitions: [Transition] = []
  /// Indices of `transitions`, by state, then by event, then in the order in which they are tried: `*` rows last.
  package var transitionOrder: [Int32] = []
  package var unhandled = UnhandledPolicy.ignore
  /// Whether its body, or a state's, has regions.
  package var hasRegions = false
  /// Whether a state of another machine holds this one.
  package var isHeld = false
  /// Whether it, or a machine that it holds, has timers: these need a clock, and the systems that have one.
  package var needsClock = false
  package var wrappers: [Wrapper] = []

  /// The numbers of the triggers that are no events, behind those of the events.
  package var always: Int { events.count }
  package var done: Int { events.count + 1 }
  /// The event of all timers; a transition says of which.
  package var elapsed: Int { events.count + 2 }
  package var triggerCount: Int { events.count + 3 }

  /// What a trigger is called in the language.
  package func name(ofTrigger trigger: Int) -> String {
    if trigger < events.count { return source.text(events[trigger].name.range) }
    return trigger == always ? "always" : trigger == done ? "done" : "elapsed"
  }

  /// The same of the trigger of a transition, with the text of its timer: `after 5s`.
  package func triggerName(of transition: Transition) -> String {
    transition.timer < 0
      ? name(ofTrigger: Int(transition.event)) : source.text(timers[Int(transition.timer)].range)
  }

  /// The payload of a trigger: of `done`, the state within the source that is final.
  package func fields(ofTrigger trigger: Int) -> [Field] {
    if trigger < events.count { return events[trigger].fields }
    return trigger == done ? [Field(type: SourceRange(0, 0), typeID: Field.finalChild)] : []
  }

  /// The transitions that leave or stay in a state, in the order of `transitionOrder`.
  package func transitions(of state: Int) -> Range<Int> { states[state].transitions }

  /// Whether the machine's own body has regions.
  package var isParallel: Bool { states.first?.isRegion == true }

  /// Whether a state has regions within it.
  package func isParallel(_ state: Int) -> Bool { states[state].children.first.map { states[$0].isRegion } == true }

  /// The innermost region that a state stands in, itself not counted; -1 for none.
  package func region(of state: Int) -> Int {
    var outer = Int(states[state].parent)
    while outer >= 0, !states[outer].isRegion { outer = Int(states[outer].parent) }
    return outer
  }

  /// The states at the top level.
  package var topStates: [Int] { states.indices.filter { states[$0].parent < 0 } }

  /// The state with the composites that it stands in, outer first.
  package func path(of state: Int) -> [Int] {
    guard states[state].parent >= 0 else { return [state] }
    var path = [state]
    while states[path[path.count - 1]].parent >= 0 { path.append(Int(states[path[path.count - 1]].parent)) }
    return path.reversed()
  }

  /// Where entering a state ends: itself, or its initial child's leaf.
  package func leaf(of state: Int) -> Int {
    var leaf = state
    while states[leaf].isComposite, states[leaf].initialChild >= 0 { leaf = states[leaf].initialChild }
    return leaf
  }

  /// Whether one state is another or stands within it; -1 stands for the machine.
  package func isInside(_ state: Int, _ outer: Int) -> Bool {
    outer < 0 || state >= outer && state < Int(states[outer].end)
  }

  /// Whether a state is not left by an arrow with this domain: the domain itself, and what is around it.
  package func stays(_ state: Int, domain: Int) -> Bool { domain >= 0 && isInside(domain, state) }

  /// The type itself, or what it stands for where it is a type alias of the machine; an alias of an alias is not followed.
  package func aliased(_ type: SourceRange) -> SourceRange {
    typealiasIndices[source.text(type)].map { typealiases[$0].type } ?? type
  }
}

/// A declared or bound name.
package struct Identifier: Sendable {
  package var id: NameID
  /// Where it is written, without back-ticks.
  package var range: SourceRange
  /// Whether Swift needs back-ticks around it.
  package var needsBackticks: Bool
}

/// Swift code to be copied.
package struct SwiftCode: Sendable {
  package var range: SourceRange
  /// Where names of guards stand in it, to be replaced by their expressions in parentheses; in order.
  package var expansions: [Expansion] = []

  package struct Expansion: Sendable {
    package var range: SourceRange
    /// An index of `namedGuards`.
    package var namedGuard: Int
  }
}

/// A condition with a name, which rows use in its place.
package struct NamedGuard: Sendable {
  package var documentation: SourceRange?
  package var name: Identifier
  package var expression: SwiftCode
}

package struct GenericParameter: Sendable {
  /// The parameter as written, with its constraint.
  package var range: SourceRange
  package var name: SourceRange
  /// What stands behind its colon.
  package var constraint: SourceRange?
  /// Whether it is one type: no pack and no value.
  package var isPlain: Bool
}

package struct Typealias: Sendable {
  package var documentation: SourceRange?
  package var range: SourceRange
  package var name: SourceRange
  /// What it stands for.
  package var type: SourceRange
}

package struct StoredProperty: Sendable {
  package var documentation: SourceRange?
  package var isVariable: Bool
  package var name: Identifier
  package var type: SourceRange
  package var initialValue: SourceRange?
}

package struct State: Sendable {
  package var documentation: SourceRange?
  package var name: Identifier
  package var isFinal: Bool
  /// Whether it is a region of the composite that it stands in, or of the machine: one of several bodies that are active
  /// together (UML 2.5.1, §14.2.3.3). A region has no payload, no rows and no actions.
  package var isRegion = false
  package var fields: [Field]
  /// The composite that it stands in; -1 at the top level.
  package var parent: Int32 = -1
  /// Empty for a simple state.
  package var children: [Int] = []
  /// Behind the last state within it: a composite's descendants follow it without a gap.
  package var end: Int32 = 0
  /// The child that is entered with it; -1 for a simple state.
  package var initialChild = -1
  /// The fields of the composites that it stands in, outer first, and its own: what is in scope. Numbers of a source's
  /// fields in rows and actions are places here.
  package var pathFields: [Field] = []
  /// What is done when it is entered: the effects of `entry`, then what `do` begins, then its timers.
  package var entry: Action?
  /// What is done when it is left: what `do` has begun and its timers end (UML 2.5.1, §14.2.3.4.6), then the effects of
  /// `exit`.
  package var exit: Action?
  /// Its timers, as places in the machine's list.
  package var timers: [Int] = []
  /// The events that are kept for later while it is active, in order.
  package var deferred: [Int] = []
  /// The machine that it holds, behind its own payload.
  package var submachine: Submachine?
  /// The kinds of history that arrows return to.
  package var histories: Set<HistoryKind> = []
  /// Where its history leads when it was never active; -1 for its initial child.
  package var historyDefault = -1
  /// A slice of `transitionOrder`.
  package var transitions = 0..<0

  package var isComposite: Bool { !children.isEmpty }
  /// Where its own fields begin among `pathFields`.
  package var ownFields: Int { pathFields.count - fields.count }
}

/// A machine that a state holds: it begins when the state is entered, and its events and outputs are wrapped in those of
/// this machine.
package struct Submachine: Sendable {
  /// With its generic arguments.
  package var type: SourceRange
  package var interface: MachineInterface
  /// The event that hands one on to it; -1 where it has none.
  package var event = -1
  /// The output that hands one of its out; -1 where it has none.
  package var output = -1
  /// Its outputs, and those of machines within it.
  package var outputs: [HeldOutput] = []
  /// Its place among the state's fields: the last.
  package var field = 0
}

/// One parameter of a state, an event or an output.
package struct Field: Sendable {
  /// At the place of use; nil for a positional one.
  package var label: Identifier?
  /// In scope; nil where only a pattern can name it.
  package var name: Identifier?
  package var type: SourceRange
  /// Equal for types that are written alike, blanks aside.
  package var typeID: Int32
  package var defaultValue: SourceRange?
  /// What it is of a machine that a state holds, if it is.
  package var submachine: SubmachinePart?

  package enum SubmachinePart: String, Sendable {
    /// The machine itself, which has a default or not.
    case machine = ""
    case event = ".Event"
    case output = ".Output"
  }

  /// Whether a machine can be made without arguments.
  package var hasDefaultMachine = false

  package var hasDefault: Bool { defaultValue != nil || hasDefaultMachine }

  /// The type of what `done` matches, which has no text and equals no other.
  package static let finalChild: Int32 = -2
}

package struct Event: Sendable {
  package var documentation: SourceRange?
  package var name: Identifier
  package var fields: [Field]
  /// The state to whose machine it hands an event on; -1 for one that is declared.
  package var holder = -1
}

package struct Output: Sendable {
  package enum Kind: Sendable {
    /// Performed at once.
    case plain
    /// Goes on for a while, and may end with an event.
    case async
    /// Goes on for a while, with any number of events.
    case stream
  }

  package var documentation: SourceRange?
  package var name: Identifier
  package var fields: [Field]
  package var kind = Kind.plain
  /// Whether states begin it with `do`, and end it when they are left.
  package var isActivity = false
  /// The state whose machine's outputs it hands out; -1 for one that is declared.
  package var holder = -1
}

extension State {
  /// The effects that its `entry`, `do` and `exit` write.
  package var written: (entry: [Effect], activities: [Effect], exit: [Effect]) {
    (
      entry?.effects.filter { !$0.isImplied } ?? [],
      entry?.effects.filter { if case .begin = $0 { true } else { false } } ?? [],
      exit?.effects.filter { !$0.isImplied } ?? []
    )
  }
}

extension Output {
  /// Whether it is performed by a task.
  package var isAsynchronous: Bool { kind != .plain }
}

extension Output.Kind {
  /// What the word behind an output says.
  init(_ syntax: OutputKind) {
    switch syntax {
    case .plain: self = .plain
    case .async: self = .async
    case .stream: self = .stream
    }
  }
}

/// What sends an event of its own some time after its state was entered, unless that is left before. Rows of one state
/// with the same text share one.
package struct Timer: Sendable {
  package enum Delay: Sendable {
    /// A Swift expression for what was written as a number with a unit: `.seconds(5)`.
    case literal(String)
    case code(SwiftCode)
  }

  package var state: Int
  /// Whether it goes on after it has fired: `every`.
  package var repeats: Bool
  package var delay: Delay
  /// The trigger as written.
  package var range: SourceRange
}

/// A place that an arrow passes through, which decides on the way where it leads (UML 2.5.1, §14.2.3.7, choice).
package struct Choice: Sendable {
  package var documentation: SourceRange?
  package var name: Identifier
  /// The composite whose body declares it; -1 for the machine.
  package var parent: Int32
  /// Its rows, in the order in which they are tried.
  package var arrows: [Arrow] = []

  /// Where a row of a choice leads, whichever arrow has come in.
  package struct Arrow: Sendable {
    /// An index of `rows`.
    package var row: Int
    /// -1 for one that leads to another choice, or nowhere.
    package var target = -1
    package var choice = -1
    package var history: HistoryKind?
  }
}

/// What of a composite comes back with its history (UML 2.5.1, §14.2.3.7).
package enum HistoryKind: Sendable {
  /// `history`: the child that was active last.
  case shallow
  /// `deepHistory`: the leaf that was active last.
  case deep
}

package enum UnhandledPolicy: String, CaseIterable, Sendable {
  case ignore, assert, trap, `throw`, error
}

/// A class or an actor around the machine.
package struct Wrapper: Sendable {
  /// As written; nil for the machine's name with `StateMachine` behind it.
  package var name: Identifier?
  package var isActor = false
  /// The attribute that isolates a class to a global actor, as written: `@MainActor`.
  package var isolation: SourceRange?
  package var isObservable = false
  /// Other attributes, as written.
  package var attributes: [SourceRange] = []
}
