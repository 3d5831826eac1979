import StateMachineSyntax

/// The effects of an entry or exit action, or of an event in every state, with the payload fields that they use.
package struct Action: Sendable {
  package var effects: [Effect]
  package var locals: [Local]

  /// Is true where the action says that its state cannot be entered or left.
  package var traps: Bool { effects.endInTrap }

  /// Adds another action's effects behind its own, unless they are never reached.
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
  /// Adds an action behind the one that is there, in its place: a copy for each of many would grow with their square.
  mutating func append(_ other: Action) {
    if self?.append(other) == nil { self = other }
  }
}

/// A row of the source, with the parts that all its transitions share.
package struct Row: Sendable {
  package var documentation: SourceRange?
  /// The `//` comments that say why it is there, line by line.
  package var comments: [SourceRange] = []
  package var range: SourceRange
  /// Its events with their patterns, as written.
  package var triggers: SourceRange
  package var isWildcard: Bool
  /// Its guard, if that is `[else]`.
  var elseRange: SourceRange?
  /// The guard, unless it is a literal.
  package var condition: SwiftCode?
  /// The names that the guard binds for what stands behind it.
  package var bound: [Identifier] = []
  /// Is true where the guard is the literal `false`.
  package var neverApplies = false
  package var effects: [Effect] {
    didSet {
      traps = effects.endInTrap
      stops = effects.stop
    }
  }

  /// Is true where the row has a `try` that throws to the caller of its event's method: it has then not happened.
  package var hasAttempt = false
  /// Is true where such a `try` stands behind its guard.
  package var hasAttemptBehindGuard = false

  /// Is true where the guard is `[else]`.
  package var isElse: Bool { elseRange != nil }

  /// Is true where the row says that its event cannot happen. Stored, as it is asked of each transition many times, and
  /// a property of another module that is worked out takes a copy of the row.
  package private(set) var traps = false
  /// Is true where an effect is a trap, or a block of Swift that ends in one: nothing behind it is reached. Stored,
  /// too.
  package private(set) var stops = false

  /// The error for whoever has sent its event.
  package var error: SwiftCode? { effects.error }

  /// Is true where the row has an error for whoever has sent its event.
  package var `throws`: Bool { effects.containsSingle { if case .throw = $0 { true } else { false } } }
}

/// A transition of one state on one trigger: an external one, which leaves the state, or an internal one.
package struct Transition: Sendable {
  package var source: StateID
  package var trigger: Trigger
  /// The row that it was made from, with its effects.
  package var row: RowID
  /// The state that is entered; nil for an internal transition, and for one that leads to a choice.
  package var target: StateID? { didSet { isInternal = target == nil && choice == nil } }
  /// The choice that it leads to.
  package var choice: ChoiceID? { didSet { isInternal = target == nil && choice == nil } }
  /// Is true where no state is left or entered.
  package private(set) var isInternal = true
  /// The history that the target is entered by; the leaf and the arguments are for when it never was active.
  package var history: HistoryKind?
  /// Where it ends: the target, or the leaf that is entered with it.
  package var leaf: StateID?
  /// The innermost composite that is not left (SCXML appendix D, getTransitionDomain); nil for the machine's body.
  package var domain: StateID?
  /// Is true where a guard or a pattern can keep the transition from applying.
  package var isConditional = false
  /// The payload fields that the transition uses, apart from its patterns.
  package var locals: [Local] = [] {
    didSet {
      guard locals.count > Self.fewLocals else { return }
      localPlaces = Dictionary(grouping: locals.indices) { locals[$0].name.id }
    }
  }
  fileprivate static let fewLocals = 32
  /// For each of the leaf's `pathFields` what it is given.
  package var arguments: [TargetArgument] = []
  /// The lists that few transitions have: one element at most, as a copy of a transition retains each of its lists.
  private var details: [Details] = []

  package init(source: StateID, trigger: Trigger, row: RowID) {
    self.source = source
    self.trigger = trigger
    self.row = row
  }

  /// The lists of transitions with patterns, many locals or an answer, to a choice, into regions or to a history.
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

  /// Patterns that look deeper than a name, in the order in which they are tried.
  package var patterns: [Pattern] {
    get { details.first?.patterns ?? [] }
    set { set(\.patterns, newValue) }
  }
  /// The places of a name's locals, where there are too many to look at each.
  fileprivate var localPlaces: [NameID: [Int]] {
    get { details.first?.localPlaces ?? [:] }
    set { set(\.localPlaces, newValue) }
  }
  /// The branches that lead on from the choice, in the order in which they are tried; the last has no condition.
  package var branches: [Transition] {
    get { details.first?.branches ?? [] }
    set { set(\.branches, newValue) }
  }
  /// In a transition that passes through a choice: the fields that this branch of it uses itself.
  var ownUses: Set<UsedField> {
    get { details.first?.ownUses ?? [] }
    set { set(\.ownUses, newValue) }
  }
  /// The regions that are entered besides those on the way to the leaf, outer ones first: each at one of the other
  /// targets, or at its initial state.
  package var regions: [RegionEntry] {
    get { details.first?.regions ?? [] }
    set { set(\.regions, newValue) }
  }
  /// The targets behind the first, each in a region of its own: their leaves are among those of `regions`.
  package var otherTargets: [StateID] {
    get { details.first?.otherTargets ?? [] }
    set { set(\.otherTargets, newValue) }
  }
  /// For a target with history: what is given when it comes back.
  package var returns: [Return] {
    get { details.first?.returns ?? [] }
    set { set(\.returns, newValue) }
  }

  /// The answer of its method; nil where the row gives none, and in a transition that leads to a choice.
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

  /// The entry of a region that the first target does not lead into.
  package struct RegionEntry: Sendable {
    package var region: StateID
    package var leaf: StateID
    /// For each of the leaf's `pathFields`; those of what is around the region are given elsewhere.
    package var arguments: [TargetArgument]
  }

  /// The arguments for a composite that is entered where it was left.
  package struct Return: Sendable {
    /// The state that begins anew: with shallow history a child that was active last, with deep history a body within
    /// in which something was active that is not remembered. Nil for the composite as it was.
    package var anew: StateID?
    /// For the fields of the composite's path, or of the path of the leaf of what begins anew.
    package var arguments: [TargetArgument]
    package var regions: [RegionEntry] = []
  }
  /// Tells whether the transition leads to a choice with an arrowless row for it: then its source may stay active.
  package func mayStay(in machine: StateMachine) -> Bool {
    branches.contains { $0.isInternal ? !machine.rows[$0.row].traps : $0.mayStay(in: machine) }
  }

  /// The row of a choice without an arrow behind which nothing has been done on the way; nil where there is none.
  package func rowThatIgnores(in machine: StateMachine) -> RowID? {
    guard choice != nil, machine.rows[row].effects.isEmpty else { return nil }
    for branch in branches {
      if branch.isInternal, machine.rows[branch.row].effects.isEmpty { return branch.row }
      if let row = branch.rowThatIgnores(in: machine) { return row }
    }
    return nil
  }

  /// The rows that it may run: its own, and those of the choices that it leads through.
  package func forEachRow(_ body: (RowID) -> Void) {
    body(row)
    for branch in branches { branch.forEachRow(body) }
  }

  /// Its arrivals: itself, or the ends of its branches.
  package func forEachArrival(_ body: (Transition) -> Void) {
    if choice == nil { body(self) } else { for branch in branches { branch.forEachArrival(body) } }
  }
}

/// Whose payload a field is of.
package enum PayloadOwner: Comparable, Sendable {
  case event, source
}

/// A field of an event or of a state's path that is used, whole or in part.
package struct UsedField: Hashable, Sendable {
  package var owner: PayloadOwner
  package var field: Int32

  package init(owner: PayloadOwner, field: Int32) {
    self.owner = owner
    self.field = field
  }
}

/// A field that a transition knows under a name.
package struct Local: Sendable {
  package var name: Identifier
  package var owner: PayloadOwner
  package var field: Int32
  package var usage: LocalUsage

  /// Is true where the field is changed, or may be.
  package var isChanged: Bool { !usage.isDisjoint(with: .anyChange) }
  /// Is true where the field may be changed, and is not for certain: Swift is told so by a call.
  package var mayBeUnchanged: Bool { isChanged && !usage.contains(.changes) }
  /// Is true where the memory that the field owns may be changed, and not only another value take its place: where it
  /// has a second owner, it is copied then.
  package var isChangedInPlace: Bool { usage.contains(.inPlace) || usage.contains(.mayChange) }
}

/// A pattern that looks into a field.
package struct Pattern: Sendable {
  package var owner: PayloadOwner
  package var field: Int32
  package var range: SourceRange
  /// A tuple of names cannot fail.
  package var isIrrefutable: Bool
  /// The shape that the pattern asks of the field.
  package var shape = PatternShape.unknown
  /// The names that it binds, in order.
  package var bindings: [Binding]
  /// A name that a pattern binds, with what the transition does with it.
  package struct Binding: Sendable {
    package var name: Identifier
    /// The type of what it binds, where the text tells.
    package var type: SourceRange?
    /// The bound type, as carry-over compares it.
    package var key = TypeKey.unknown
    package var usage: LocalUsage
  }
}

extension Pattern {
  /// The pattern behind `case` in a guard, which looks into no field.
  package init(_ range: SourceRange, binding names: [Identifier]) {
    self.init(
      owner: .source, field: 0, range: range, isIrrefutable: false, bindings: names.map { Binding(name: $0, usage: []) }
    )
  }
}

/// The argument for a field of an entered state.
package enum TargetArgument: Sendable {
  case code(SwiftCode)
  /// Carried over, under this name.
  case local(Identifier)
  /// The value that a pattern of the transition binds to this name.
  case bound(Identifier)
  case defaultValue
  /// The field of a composite that is not left.
  case stays
  /// The field's value when its state was active last.
  case restored
  /// A submachine, with what is given for its properties, and its state where that is given.
  case submachine(SourceRange, properties: [(label: String, value: SwiftCode)], state: SwiftCode?)
  /// The argument of the field at this place, of a composite around it.
  case same(Int32)
}

extension StateMachine {
  /// Tells whether something holds of a local with a name. A transition is large: it is read in its place.
  package func hasLocal(named name: NameID, in id: TransitionID, where holds: (Local) -> Bool) -> Bool {
    guard transitions[id].locals.count > Transition.fewLocals else {
      return transitions[id].locals.contains { $0.name.id == name && holds($0) }
    }
    return transitions[id].localPlaces[name]?.contains { holds(transitions[id].locals[$0]) } ?? false
  }
}
