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
  package var rows: [Row] = []
  /// One for each row, source and event.
  package var transitions: [Transition] = []
  /// Indices of `transitions`, by state, then by event, then in the order in which they are tried: `*` rows last.
  package var transitionOrder: [Int32] = []
  package var unhandled = UnhandledPolicy.ignore
  package var wrappers: [Wrapper] = []

  /// The transitions that leave or stay in a state, in the order of `transitionOrder`.
  package func transitions(of state: Int) -> Range<Int> { states[state].transitions }

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
  package var entry: Action?
  package var exit: Action?
  /// A slice of `transitionOrder`.
  package var transitions = 0..<0

  package var isComposite: Bool { !children.isEmpty }
  /// Where its own fields begin among `pathFields`.
  package var ownFields: Int { pathFields.count - fields.count }
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
}

package struct Event: Sendable {
  package var documentation: SourceRange?
  package var name: Identifier
  package var fields: [Field]
}

package struct Output: Sendable {
  package var documentation: SourceRange?
  package var name: Identifier
  package var fields: [Field]
}

/// The effects of `entry` or `exit`, with what they use of the state's payload.
package struct Action: Sendable {
  package var effects: [Effect]
  package var locals: [Local]
}

/// What all transitions of one row of the source have in common.
package struct Row: Sendable {
  package var documentation: SourceRange?
  package var range: SourceRange
  /// Its events with their patterns, as written.
  package var triggers: SourceRange
  package var isWildcard: Bool
  /// Whether its guard is `[else]`.
  package var isElse = false
  package var condition: SwiftCode?
  /// Whether the condition is the literal `false`.
  package var neverApplies = false
  package var effects: [Effect]
  /// Names that its blocks declare: from there on they hide labels.
  package var blockNames: [NameID] = []
}

package enum Effect: Sendable {
  /// The arguments as written between the parentheses.
  case output(Int, arguments: SwiftCode?, range: SourceRange)
  /// `name op value`, where the name is a stored property.
  case assignProperty(Identifier, operator: SourceRange, value: SwiftCode)
  /// `name op value`, where the name is a local for a field of the state.
  case assignField(Identifier, operator: SourceRange, value: SwiftCode)
  case trap(SwiftCode?, range: SourceRange)
  case block(SwiftCode)
}

/// One arrow of the diagram, or one internal transition: what a state does on an event.
package struct Transition: Sendable {
  package var source: Int32
  package var event: Int32
  /// An index of `rows`.
  package var row: Int32
  /// The state that is entered; -1 for an internal transition.
  package var target: Int32 = -1
  /// Where it ends: the target, or the leaf that is entered with it.
  package var leaf: Int32 = -1
  /// The innermost composite that is not left (SCXML appendix D, getTransitionDomain); -1 for none.
  package var domain: Int32 = -1
  /// Whether a guard or a pattern can keep it from applying.
  package var isConditional = false
  /// What the transition uses of the payloads, apart from its patterns.
  package var locals: [Local] = []
  /// Patterns that look deeper than a name, in the order in which they are tried.
  package var patterns: [Pattern] = []
  /// For each of the leaf's `pathFields` what it is given.
  package var arguments: [TargetArgument] = []

  package var isInternal: Bool { target < 0 }
}

/// Whose payload a field is of.
package enum PayloadOwner: UInt8, Sendable {
  case event, source
}

/// A field that a transition knows under a name.
package struct Local: Sendable {
  package var name: Identifier
  package var owner: PayloadOwner
  package var field: Int32
  package var usage: LocalUsage

  /// Whether it is changed in place, or may be.
  package var isChanged: Bool { !usage.isDisjoint(with: [.changes, .mayChange]) }
}

package struct LocalUsage: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Used by the condition.
  package static let condition = LocalUsage(rawValue: 1)
  /// Used by effects or arguments.
  package static let body = LocalUsage(rawValue: 2)
  /// Assigned, or passed `inout`, or sent a method that is known to change it.
  package static let changes = LocalUsage(rawValue: 4)
  /// Sent a method that may change it.
  package static let mayChange = LocalUsage(rawValue: 8)
  /// Carried over to the target, which no text in the row says.
  package static let carried = LocalUsage(rawValue: 16)
}

/// A pattern that looks into a field.
package struct Pattern: Sendable {
  package var owner: PayloadOwner
  package var field: Int32
  package var range: SourceRange
  /// A tuple of names cannot fail.
  package var isIrrefutable: Bool
  /// The names that it binds, in order.
  package var bindings: [Binding]

  package struct Binding: Sendable {
    package var name: Identifier
    package var usage: LocalUsage
  }
}

package enum TargetArgument: Sendable {
  case code(SwiftCode)
  /// Carried over, under this name.
  case local(Identifier)
  case defaultValue
  /// The field of a composite that is not left.
  case stays
  /// What the field at this place, of a composite around it, is given.
  case same(Int32)
}

package enum UnhandledPolicy: String, CaseIterable, Sendable {
  case ignore, assert, trap, `throw`, error
}

/// A class around the machine.
package struct Wrapper: Sendable {
  /// As written; nil for the machine's name with `StateMachine` behind it.
  package var name: Identifier?
}
