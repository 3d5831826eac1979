import StateMachineSyntax

/// The effects of an entry or exit action, or of an event in every state, with the payload fields that they use.
package struct Action: Sendable {
  package var effects: [Effect]
  package var locals: [Local]

  /// Whether the action says, by a trap, that its state cannot be entered or exited.
  package var traps: Bool { effects.endInTrap }

  /// Appends another action's effects, unless they are never reached.
  mutating func append(_ other: Action) {
    guard !traps else { return }
    effects += other.effects
    for local in other.locals {
      if let index = locals.firstIndex(where: { $0.name.id == local.name.id }) {
        locals[index].usage.formUnion(local.usage)
      } else {
        locals.append(local)
      }
    }
  }
}

extension Action? {
  /// Appends an action in place, or sets it if there is none: copying for each of many would take quadratic time.
  mutating func append(_ other: Action) {
    if self?.append(other) == nil { self = other }
  }
}

/// A row of the file, with the parts that all its transitions share.
package struct Row: Sendable {
  package var documentation: SourceRange?
  /// The `//` comments before the row, line by line.
  package var comments: [SourceRange] = []
  package var range: SourceRange
  /// The events with their patterns, as written.
  package var triggers: SourceRange
  package var isWildcard: Bool
  /// The range of the guard if it is `[else]`; nil if not.
  var elseRange: SourceRange?
  /// The guard; nil if there is none, or if it is a literal.
  package var condition: SwiftCode?
  /// The names that the guard binds for the code after it.
  package var bound: [Identifier] = []
  /// Whether the guard is the literal `false`.
  package var neverApplies = false
  package var effects: [Effect] {
    didSet {
      traps = effects.endInTrap
      stops = effects.stop
    }
  }

  /// Whether the row has a `try` that throws to the caller of its event's method; the transition is not taken then.
  package var hasAttempt = false
  /// Whether a `try` that throws to the caller stands after the guard.
  package var hasAttemptBehindGuard = false

  /// Whether the guard is `[else]`.
  package var isElse: Bool { elseRange != nil }

  /// Whether the row says that its event cannot occur. Stored, as it is read for each transition many times, and a
  /// computed property of another module takes a copy of the row.
  package private(set) var traps = false
  /// Whether an effect is a trap, or a block of Swift that ends in one: nothing after it is reached. Stored as `traps`
  /// is.
  package private(set) var stops = false

  /// The error for the sender of the event; nil if the row does not end in `throw`.
  package var error: SwiftCode? { effects.error }

  /// Whether the row throws an error to the sender of its event.
  package var `throws`: Bool { effects.containsSingle { if case .throw = $0 { true } else { false } } }
}

/// A transition of one state on one trigger: external, so that it exits the state, or internal.
package struct Transition: Sendable {
  package var source: StateID
  package var trigger: Trigger
  /// The row that declares the transition, with its effects.
  package var row: RowID
  /// The state that is entered; nil for an internal transition, and for a transition to a choice.
  package var target: StateID? { didSet { isInternal = target == nil && choice == nil } }
  /// The choice to which the transition leads; nil if it leads to none.
  package var choice: ChoiceID? { didSet { isInternal = target == nil && choice == nil } }
  /// Whether no state is exited or entered.
  package private(set) var isInternal = true
  /// The history by which the target is entered; nil for none. If it is empty, `leaf` and `arguments` are used.
  package var history: HistoryKind?
  /// The leaf state that is entered: the target, or the leaf within it; nil if there is no target.
  package var leaf: StateID?
  /// The innermost composite state that is not exited (SCXML appendix D, getTransitionDomain); nil for the machine.
  package var domain: StateID?
  /// Whether a guard or a pattern can keep the transition from being taken.
  package var isConditional = false
  /// The payload fields that the transition uses, apart from its patterns.
  package var locals: [Local] = [] {
    didSet {
      guard locals.count > Self.fewLocals else { return }
      localPlaces = Dictionary(grouping: locals.indices) { locals[$0].name.id }
    }
  }
  fileprivate static let fewLocals = 32
  /// The arguments for the leaf's `pathFields`, one for each.
  package var arguments: [TargetArgument] = []
  /// The lists that few transitions have. At most one element, as a copy of a transition retains each of its lists.
  private var details: [Details] = []

  package init(source: StateID, trigger: Trigger, row: RowID) {
    self.source = source
    self.trigger = trigger
    self.row = row
  }

  /// The lists of transitions with patterns, many locals or a result, or to a choice, into regions or to a history.
  private struct Details: Sendable {
    var patterns: [Pattern] = []
    var localPlaces: [NameID: [Int]] = [:]
    var branches: [Transition] = []
    var ownUses: Set<UsedField> = []
    var regions: [RegionEntry] = []
    var otherTargets: [StateID] = []
    var returns: [Return] = []
    var answer: [TransitionAnswer] = []
  }

  /// The patterns that are more than a name, in the order in which they are tried.
  package var patterns: [Pattern] {
    get { details.first?.patterns ?? [] }
    set { set(\.patterns, newValue) }
  }
  /// By name: the indices of the locals with that name; empty if there are few locals.
  fileprivate var localPlaces: [NameID: [Int]] {
    get { details.first?.localPlaces ?? [:] }
    set { set(\.localPlaces, newValue) }
  }
  /// The branches of the choice, in the order in which they are tried; the last has no condition.
  package var branches: [Transition] {
    get { details.first?.branches ?? [] }
    set { set(\.branches, newValue) }
  }
  /// For a branch of a choice: the fields that the branch uses itself.
  var ownUses: Set<UsedField> {
    get { details.first?.ownUses ?? [] }
    set { set(\.ownUses, newValue) }
  }
  /// The regions that are entered besides those on the path to the leaf, outer ones first: each at one of the other
  /// targets, or at its initial state.
  package var regions: [RegionEntry] {
    get { details.first?.regions ?? [] }
    set { set(\.regions, newValue) }
  }
  /// The targets after the first, each in a region of its own; their leaves are in `regions`.
  package var otherTargets: [StateID] {
    get { details.first?.otherTargets ?? [] }
    set { set(\.otherTargets, newValue) }
  }
  /// For a target with history: the arguments when it is restored.
  package var returns: [Return] {
    get { details.first?.returns ?? [] }
    set { set(\.returns, newValue) }
  }

  /// The result of the method; nil if the row gives none, and for a transition to a choice.
  package var answer: TransitionAnswer? {
    get { details.first?.answer.first }
    set { set(\.answer, newValue.map { [$0] } ?? []) }
  }

  private mutating func set<Value: Collection>(_ part: WritableKeyPath<Details, Value>, _ value: Value) {
    if details.isEmpty {
      if value.isEmpty { return }
      details.append(Details())
    }
    details[0][keyPath: part] = value
  }

  /// The entry of a region that does not contain the first target.
  package struct RegionEntry: Sendable {
    package var region: StateID
    package var leaf: StateID
    /// The arguments for the leaf's `pathFields`; those for the region's ancestors are given elsewhere.
    package var arguments: [TargetArgument]
  }

  /// The arguments for a composite state that is entered by its history.
  package struct Return: Sendable {
    /// The state that begins anew; nil for the composite state as it was. With shallow history it is a child that was
    /// active last, with deep history a body in which the active state is not remembered.
    package var anew: StateID?
    /// The arguments for the fields of the composite state's path, or of the path of the leaf that begins anew.
    package var arguments: [TargetArgument]
    package var regions: [RegionEntry] = []
  }
  /// Returns whether the transition leads to a choice with a row without an arrow, so that its source may stay active.
  package func mayStay(in machine: StateMachine) -> Bool {
    branches.contains { $0.isInternal ? !machine.rows[$0.row].traps : $0.mayStay(in: machine) }
  }

  /// Returns the row of a choice that ignores the event: it has no arrow, and no effects run before it; nil if none.
  package func rowThatIgnores(in machine: StateMachine) -> RowID? {
    guard choice != nil, machine.rows[row].effects.isEmpty else { return nil }
    for branch in branches {
      if branch.isInternal, machine.rows[branch.row].effects.isEmpty { return branch.row }
      if let row = branch.rowThatIgnores(in: machine) { return row }
    }
    return nil
  }

  /// Calls a function for each row that may run: the transition's own, and those of the choices that it leads through.
  package func forEachRow(_ body: (RowID) -> Void) {
    body(row)
    for branch in branches { branch.forEachRow(body) }
  }

  /// Calls a function for each end of the transition: itself, or the ends of its branches.
  package func forEachArrival(_ body: (Transition) -> Void) {
    if choice == nil { body(self) } else { for branch in branches { branch.forEachArrival(body) } }
  }
}

/// The kinds of payloads that fields belong to.
package enum PayloadOwner: Comparable, Sendable {
  case event, source
}

/// A field of an event or of a state's path that is used, as a whole or in part.
package struct UsedField: Hashable, Sendable {
  package var owner: PayloadOwner
  package var field: Int32

  package init(owner: PayloadOwner, field: Int32) {
    self.owner = owner
    self.field = field
  }
}

/// A field that a transition uses by a name.
package struct Local: Sendable {
  package var name: Identifier
  package var owner: PayloadOwner
  package var field: Int32
  package var usage: LocalUsage

  /// Whether the field is changed, or may be.
  package var isChanged: Bool { !usage.isDisjoint(with: .anyChange) }
  /// Whether the field may be changed, but not for certain: a call in the generated code tells Swift so.
  package var mayBeUnchanged: Bool { isChanged && !usage.contains(.changes) }
  /// Whether the memory that the field owns may be changed in place, and not only replaced: with a second owner, the
  /// field is copied then.
  package var isChangedInPlace: Bool { usage.contains(.inPlace) || usage.contains(.mayChange) }
}

/// A pattern that looks into a field.
package struct Pattern: Sendable {
  package var owner: PayloadOwner
  package var field: Int32
  package var range: SourceRange
  /// Whether the pattern cannot fail, as a tuple of names.
  package var isIrrefutable: Bool
  /// The shape that the pattern requires of the field.
  package var shape = PatternShape.unknown
  /// The names that the pattern binds, in order.
  package var bindings: [Binding]
  /// A name that a pattern binds, with its use in the transition.
  package struct Binding: Sendable {
    package var name: Identifier
    /// The type of the bound value; nil if the text does not show the type.
    package var type: SourceRange?
    /// The type as carry-over compares it.
    package var key = TypeKey.unknown
    package var usage: LocalUsage
  }
}

extension Pattern {
  /// Creates the pattern after `case` in a guard, which looks into no field.
  package init(_ range: SourceRange, binding names: [Identifier]) {
    self.init(
      owner: .source, field: 0, range: range, isIrrefutable: false, bindings: names.map { Binding(name: $0, usage: []) }
    )
  }
}

/// The argument for a field of an entered state.
package enum TargetArgument: Sendable {
  case code(SwiftCode)
  /// The value of the local with this name, which is carried over.
  case local(Identifier)
  /// The value that a pattern of the transition binds to this name.
  case bound(Identifier)
  case defaultValue
  /// The unchanged value of a field of a composite state that is not exited.
  case stays
  /// The field's value when its state was active last.
  case restored
  /// A submachine, with the arguments for its properties, and for its state if that is given.
  case submachine(SourceRange, properties: [(label: String, value: SwiftCode)], state: SwiftCode?)
  /// The argument of the field at this index, which belongs to an ancestor.
  case same(Int32)
}

extension StateMachine {
  /// Returns whether a condition holds for a local with a name. A transition is large, and so is read in place.
  package func hasLocal(named name: NameID, in id: TransitionID, where holds: (Local) -> Bool) -> Bool {
    guard transitions[id].locals.count > Transition.fewLocals else {
      return transitions[id].locals.contains { $0.name.id == name && holds($0) }
    }
    return transitions[id].localPlaces[name]?.contains { holds(transitions[id].locals[$0]) } ?? false
  }
}
