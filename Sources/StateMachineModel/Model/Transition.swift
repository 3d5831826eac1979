import StateMachineSyntax

/// The effects that run when a state is entered (`entry`) or exited (`exit`), and the payload fields that these effects
/// use.
package struct Action: Sendable {
  package var effects: [Effect]
  package var locals: [Local]

  /// Whether the effects end in `trap`, which says that the state cannot be entered or exited.
  package var traps: Bool { effects.endInTrap }

  /// Appends the effects of another `entry` or `exit`. They are not appended if the present effects end in a trap,
  /// because no effect runs after a trap.
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
  /// Appends the effects of another `entry` or `exit`; if the state has no such effects yet, stores the other ones. The
  /// function changes the stored effects in place. Otherwise, each call would copy them, and many calls would take
  /// quadratic time.
  mutating func append(_ other: Action) {
    if self?.append(other) == nil { self = other }
  }
}

/// A row of the file, with the parts that all its transitions share.
package struct Row: Sendable {
  package var documentation: SourceRange?
  /// The ranges of the `//` comments before the row, one for each line.
  package var comments: [SourceRange] = []
  package var range: SourceRange
  /// The events with their patterns, as written: `failed(let why), lost`.
  package var triggers: SourceRange
  package var isWildcard: Bool
  /// The range of the guard if it is `[else]`; nil for any other guard.
  var elseRange: SourceRange?
  /// The condition in the guard. Nil if the row has no guard, or if the guard is `[else]`, `[true]` or `[false]`.
  package var condition: SwiftCode?
  /// The names that the guard binds and that effects and arguments can use: `a` for `[let a = b]`.
  package var bound: [Identifier] = []
  /// Whether the guard is `[false]`, so that the transition is never taken.
  package var neverApplies = false
  package var effects: [Effect] {
    didSet {
      traps = effects.endInTrap
      stops = effects.stop
    }
  }

  /// Whether the row has a `try` whose error may reach the caller of the event's method. If the error is thrown, the
  /// transition is not taken.
  package var hasAttempt = false
  /// Whether an effect or an argument of the row has a `try` whose error may reach the caller of the event's method.
  /// False if only the guard has such a `try`.
  package var hasAttemptAfterGuard = false

  /// Whether the guard is `[else]`.
  package var isElse: Bool { elseRange != nil }

  /// Whether the row ends in `trap`, which says that its event cannot occur. The value is stored because it is read
  /// often. A computed property would be slow: a call from another module copies the whole row.
  package private(set) var traps = false
  /// Whether an effect is a trap, or a block of Swift that ends in a trap, so that no effect after it can run. The
  /// value is stored, because a computed property would copy the whole row for each call from another module.
  package private(set) var stops = false

  /// The error that the row throws as its last effect; nil if it does not end in `throw`.
  package var error: SwiftCode? { effects.error }

  /// Whether one of the row's effects is `throw`.
  package var `throws`: Bool { effects.containsSingle { if case .throw = $0 { true } else { false } } }
}

/// A transition from one state on one trigger. An external transition exits the state; an internal transition exits no
/// state.
package struct Transition: Sendable {
  package var source: StateID
  package var trigger: Trigger
  /// The row that declares the transition, with its effects.
  package var row: RowID
  /// The state to which the transition leads; nil for an internal transition, and for one that leads to a choice.
  package var target: StateID? { didSet { isInternal = target == nil && choice == nil } }
  /// The choice to which the transition leads; nil if it leads to none.
  package var choice: ChoiceID? { didSet { isInternal = target == nil && choice == nil } }
  /// Whether the transition has neither a target nor a choice, so that it exits and enters no state.
  package private(set) var isInternal = true
  /// The kind of history by which the target is entered; nil if it is entered without a history. If the target was
  /// never active, it is entered at `leaf` with `arguments`.
  package var history: HistoryKind?
  /// The leaf state that is entered: the target, or a leaf state within it; nil if there is no target.
  package var leaf: StateID?
  /// The innermost composite state that stays active while the transition is taken (SCXML, Appendix D,
  /// getTransitionDomain); nil for the machine.
  package var domain: StateID?
  /// Whether a guard or a pattern decides whether the transition is taken.
  package var isConditional = false
  /// The payload fields that the transition uses by their names. Fields that only the patterns of the transition use
  /// are not included.
  package var locals: [Local] = [] {
    didSet {
      guard locals.count > Self.fewLocals else { return }
      localPlaces = Dictionary(grouping: locals.indices) { locals[$0].name.id }
    }
  }
  fileprivate static let fewLocals = 32
  /// The arguments for the target, one for each of the `pathFields` of `leaf`.
  package var arguments: [TargetArgument] = []
  /// The lists that are empty for most transitions, as an array of at most one element. The array is empty if all these
  /// lists are empty. Each array in a struct makes copies slower, because Swift counts the references to it. One array
  /// for all these lists makes copies faster.
  private var details: [Details] = []

  package init(source: StateID, trigger: Trigger, row: RowID) {
    self.source = source
    self.trigger = trigger
    self.row = row
  }

  /// The lists that are empty for most transitions. Some of them are filled if the transition has patterns, many locals
  /// or a result, or if it leads to a choice, to several regions or to a history.
  private struct Details: Sendable {
    var patterns: [Pattern] = []
    var localPlaces: [NameID: [Int]] = [:]
    var branches: [Transition] = []
    var ownUses: Set<UsedField> = []
    var regions: [RegionEntry] = []
    var otherTargets: [StateID] = []
    var returns: [Return] = []
    var result: [TransitionResult] = []
  }

  /// The patterns that do more than bind one name, in the order in which they are tried.
  package var patterns: [Pattern] {
    get { details.first?.patterns ?? [] }
    set { set(\.patterns, newValue) }
  }
  /// For each name, the indices in `locals` of the fields with this name. It makes searches in long lists fast. Empty
  /// if there are at most `fewLocals` fields.
  fileprivate var localPlaces: [NameID: [Int]] {
    get { details.first?.localPlaces ?? [:] }
    set { set(\.localPlaces, newValue) }
  }
  /// The rows of the choice to which this transition leads, each as a transition. The reducer tries them in this order.
  /// The last one has no condition.
  package var branches: [Transition] {
    get { details.first?.branches ?? [] }
    set { set(\.branches, newValue) }
  }
  /// The fields that the transition's own row uses, without the fields that only the branches of its choice use. It is
  /// set only for a transition to a choice and for the branches of choices; it is empty for all other transitions.
  var ownUses: Set<UsedField> {
    get { details.first?.ownUses ?? [] }
    set { set(\.ownUses, newValue) }
  }
  /// The regions that the transition enters, except those around `leaf`; outer regions come first. Each region is
  /// entered at one of the targets after the first or, if none of them is in the region, at its initial state.
  package var regions: [RegionEntry] {
    get { details.first?.regions ?? [] }
    set { set(\.regions, newValue) }
  }
  /// The targets after the first, in different regions: `on.light` in `off -> on.sound, on.light : power`. `regions`
  /// has their leaf states.
  package var otherTargets: [StateID] {
    get { details.first?.otherTargets ?? [] }
    set { set(\.otherTargets, newValue) }
  }
  /// The arguments for entering a composite state by its history; empty for a transition without a history. There may
  /// be several elements, because the arguments depend on the state that was active last.
  package var returns: [Return] {
    get { details.first?.returns ?? [] }
    set { set(\.returns, newValue) }
  }

  /// The result that the row gives to the caller of the event's method. Nil if the row gives no result, and for a
  /// transition to a choice.
  package var result: TransitionResult? {
    get { details.first?.result.first }
    set { set(\.result, newValue.map { [$0] } ?? []) }
  }

  private mutating func set<Value: Collection>(_ part: WritableKeyPath<Details, Value>, _ value: Value) {
    if details.isEmpty {
      if value.isEmpty { return }
      details.append(Details())
    }
    details[0][keyPath: part] = value
  }

  /// A region that a transition enters in addition to the regions around `leaf`, the leaf state that it enters first.
  package struct RegionEntry: Sendable {
    package var region: StateID
    package var leaf: StateID
    /// One argument for each of the `pathFields` of `leaf`. The fields of the region's ancestors have the arguments
    /// that the transition's own `arguments` contain, too.
    package var arguments: [TargetArgument]
  }

  /// The arguments with which a composite state is entered by its history, for one of the states that may have been
  /// active in it.
  package struct Return: Sendable {
    /// The state that gets its payload back, but begins at its initial state. Nil if the composite state is restored
    /// exactly as it was.
    ///
    /// With `history`, this is the child that was active last. With `deepHistory`, it is a state or region in which a
    /// final state or a pseudostate was active, because neither of these is restored.
    package var anew: StateID?
    /// The arguments for the `pathFields` of the composite state or, if `anew` is set, of the leaf state that is
    /// entered in it.
    package var arguments: [TargetArgument]
    package var regions: [RegionEntry] = []
  }
  /// Returns whether the transition leads to a choice that has a row without `->` and without a trap. If the choice
  /// takes such a row, the source stays active.
  package func mayStay(in machine: StateMachine) -> Bool {
    branches.contains { $0.isInternal ? !machine.rows[$0.row].traps : $0.mayStay(in: machine) }
  }

  /// Returns the first row by which a choice ignores the event. Such a row has no `->` and no effects, and the rows
  /// that lead to it have no effects either. Nil if the choice has no such row, and for a transition that leads to no
  /// choice.
  package func rowThatIgnores(in machine: StateMachine) -> RowID? {
    guard choice != nil, machine.rows[row].effects.isEmpty else { return nil }
    for branch in branches {
      if branch.isInternal, machine.rows[branch.row].effects.isEmpty { return branch.row }
      if let row = branch.rowThatIgnores(in: machine) { return row }
    }
    return nil
  }

  /// Calls the function for each row that may run when the transition is taken: the transition's own row, and the rows
  /// of the choices to which it leads.
  package func forEachRow(_ body: (RowID) -> Void) {
    body(row)
    for branch in branches { branch.forEachRow(body) }
  }

  /// Calls the function for each transition that may be the end of this one. If this transition leads to no choice,
  /// that is the transition itself. Otherwise, the function is called for each branch that leads to no further choice.
  package func forEachArrival(_ body: (Transition) -> Void) {
    if choice == nil { body(self) } else { for branch in branches { branch.forEachArrival(body) } }
  }
}

/// The payloads to which a field can belong. `event`: the payload of the event. `source`: the payloads of the source
/// and its ancestors.
package enum PayloadOwner: Comparable, Sendable {
  case event, source
}

/// A field of which a transition uses the whole value or a part. The field is in the payload of the event, or in a
/// payload of the source or its ancestors.
package struct UsedField: Hashable, Sendable {
  package var owner: PayloadOwner
  package var field: Int32

  package init(owner: PayloadOwner, field: Int32) {
    self.owner = owner
    self.field = field
  }
}

/// A field that a transition uses by a name: `persons` in `open : shut [persons < 3]`.
package struct Local: Sendable {
  package var name: Identifier
  package var owner: PayloadOwner
  package var field: Int32
  package var usage: LocalUsage

  /// Whether the transition changes the field, or may change it by a call.
  package var isChanged: Bool { !usage.isDisjoint(with: .anyChange) }
  /// Whether only a call may change the field, as in `list.sort()`. The call may change nothing, and Swift would then
  /// warn about a `var` that never changes. The generated code prevents this warning by a change without an effect.
  package var mayBeUnchanged: Bool { isChanged && !usage.contains(.changes) }
  /// Whether the transition may change a part of the value, as `list.append(1)` does, and not only assign a new value.
  /// Such a change copies the whole list if another value shares its memory.
  package var isChangedInPlace: Bool { usage.contains(.inPlace) || usage.contains(.mayChange) }
}

/// A pattern such as `.some(let a)`, for a field of the source or of the event. A pattern that only binds the whole
/// value to one name is not stored here.
package struct Pattern: Sendable {
  package var owner: PayloadOwner
  package var field: Int32
  package var range: SourceRange
  /// Whether the pattern matches every value, as the tuple of names `(let a, let b)` does.
  package var isIrrefutable: Bool
  /// The values that the pattern matches, such as all values, or the values of one case. By these shapes, the compiler
  /// checks whether several patterns together match every value.
  package var shape = PatternShape.unknown
  /// The names that the pattern binds, in the order of the text.
  package var bindings: [Binding]
  /// A name that a pattern binds, and how the transition uses it.
  package struct Binding: Sendable {
    package var name: Identifier
    /// The type of the bound value; nil if the file does not show the type.
    package var type: SourceRange?
    /// The key of the bound value's type. Carry-over compares two types by their keys.
    package var key = TypeKey.unknown
    package var usage: LocalUsage
  }
}

extension Pattern {
  /// Creates a pattern of a guard such as `[case .some(let a) = b]`. It belongs to no field, so `owner` and `field`
  /// have no meaning.
  package init(_ range: SourceRange, binding names: [Identifier]) {
    self.init(
      owner: .source, field: 0, range: range, isIrrefutable: false, bindings: names.map { Binding(name: $0, usage: []) }
    )
  }
}

/// The argument that a field of an entered state gets.
package enum TargetArgument: Sendable {
  case code(SwiftCode)
  /// The value of the source's or the event's field with this name, which is carried over to the field.
  case local(Identifier)
  /// The value that a pattern of the transition binds to this name.
  case bound(Identifier)
  case defaultValue
  /// No argument. The field belongs to a composite state that stays active, so its value does not change.
  case stays
  /// The value that the field had when its state was active last.
  case restored
  /// A new submachine, for the field that contains it: values for its properties and, if the row gives one, its initial
  /// state. The range is that of the submachine's type.
  case submachine(SourceRange, properties: [(label: String, value: SwiftCode)], state: SwiftCode?)
  /// The argument of another field of the entered states, used once more. If both `outer` and its state `inner` have a
  /// field `id`, the `id` of `inner` gets the value that the `id` of `outer` gets. The number is the index of the outer
  /// field in `pathFields`.
  case same(Int32)
}

extension StateMachine {
  /// Returns whether a transition uses a field by the name `name` for which `holds` returns true. The transition is
  /// read in place, because a copy of it would be slow.
  package func hasLocal(named name: NameID, in id: TransitionID, where holds: (Local) -> Bool) -> Bool {
    guard transitions[id].locals.count > Transition.fewLocals else {
      return transitions[id].locals.contains { $0.name.id == name && holds($0) }
    }
    return transitions[id].localPlaces[name]?.contains { holds(transitions[id].locals[$0]) } ?? false
  }
}
