/// What is done when a state is entered or left, with what they use of the state's payload.
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

  /// Whether it says that its event cannot happen.
  package var traps: Bool { effects.contains { if case .trap = $0 { true } else { false } } }
}

package enum Effect: Sendable {
  /// The arguments as written between the parentheses.
  case output(Int, arguments: SwiftCode?, range: SourceRange)
  /// `name op value`, where the name is a stored property.
  case assignProperty(Identifier, operator: SourceRange, value: SwiftCode)
  /// `name op value`, where the name is a local for a field of the state.
  case assignField(Identifier, operator: SourceRange, value: SwiftCode)
  /// An event of the machine to itself; the arguments as written between the parentheses.
  case raise(Int, arguments: SwiftCode?, range: SourceRange)
  case trap(SwiftCode?, range: SourceRange)
  case block(SwiftCode)
  /// Begins an asynchronous output, which is ended when the state is left; the arguments as written.
  case begin(Int, arguments: SwiftCode?, range: SourceRange)
  case end(Int)
  /// Begins and ends a timer.
  case schedule(Int)
  case unschedule(Int)
}

extension Effect {
  /// Whether a `do` or a row's timer stands for it, and no text in an `entry` or `exit`.
  package var isImplied: Bool {
    switch self {
    case .begin, .end, .schedule, .unschedule: true
    case .output, .assignProperty, .assignField, .raise, .trap, .block: false
    }
  }
}

/// One arrow of the diagram, or one internal transition: what a state does on an event.
package struct Transition: Sendable {
  package var source: Int32
  /// The number of its trigger: an event, or `machine.always`, `machine.done` or `machine.elapsed`.
  package var event: Int32
  /// Which of the timers has elapsed; -1 where none is the trigger.
  package var timer: Int32 = -1
  /// An index of `rows`.
  package var row: Int32
  /// The state that is entered; -1 for an internal transition, and for one that leads to a choice.
  package var target: Int32 = -1
  /// The choice that it leads to; -1 for none.
  package var choice: Int32 = -1
  /// The ways on from the choice, in the order in which they are tried; the last has no condition.
  package var branches: [Transition] = []
  /// Whether the target is entered where it was left; the leaf and the arguments are for when it never was.
  package var history: HistoryKind?
  /// Where it ends: the target, or the leaf that is entered with it.
  package var leaf: Int32 = -1
  /// The innermost composite that is not left (SCXML appendix D, getTransitionDomain); -1 for none.
  package var domain: Int32 = -1
  /// Whether a guard or a pattern can keep it from applying.
  package var isConditional = false
  /// What the transition uses of the payloads, apart from its patterns.
  package var locals: [Local] = []
  /// On the way to and from a choice: the fields that this part of it uses itself.
  package var ownUses: Set<UsedField> = []
  /// Patterns that look deeper than a name, in the order in which they are tried.
  package var patterns: [Pattern] = []
  /// For each of the leaf's `pathFields` what it is given.
  package var arguments: [TargetArgument] = []
  /// The regions that are entered besides those on the way to the leaf, each at its initial state, outer ones first.
  package var regions: [RegionEntry] = []
  /// For a target with history: what is given when it comes back.
  package var returns: [Return] = []

  package struct RegionEntry: Sendable {
    package var region: Int
    package var leaf: Int
    /// For each of the leaf's `pathFields`; those of what is around the region are given elsewhere.
    package var arguments: [TargetArgument]
  }

  package struct Return: Sendable {
    /// The child that was active last; -1 for all that are not listed.
    package var child: Int
    /// For the fields of the composite's path, or of the path of the child's leaf.
    package var arguments: [TargetArgument]
    package var regions: [RegionEntry] = []
  }

  package var isInternal: Bool { target < 0 && choice < 0 }

  /// The innermost composite that some way of the transition does not leave; -1 for none.
  package var innermostDomain: Int {
    choice < 0 ? Int(domain) : branches.map(\.innermostDomain).max() ?? -1
  }

  /// The rows that it may run: its own, and those of the choices that it leads through.
  package func forEachRow(_ body: (Int) -> Void) {
    body(Int(row))
    for branch in branches { branch.forEachRow(body) }
  }

  /// Its arrivals: itself, or the ends of its ways through choices.
  package func forEachArrival(_ body: (Transition) -> Void) {
    if choice < 0 { body(self) } else { for branch in branches { branch.forEachArrival(body) } }
  }
}

/// Whose payload a field is of.
package enum PayloadOwner: UInt8, Sendable {
  case event, source
}

/// A field of an event or of a state's path that is used, whole or in part.
package struct UsedField: Hashable, Sendable {
  package var owner: PayloadOwner
  package var field: Int32
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
  /// What it was when it was active last.
  case restored
  /// A machine, with what is given for its properties, and its state where that is given.
  case submachine(SourceRange, properties: [(label: String, value: SwiftCode)], state: SwiftCode?)
  /// What the field at this place, of a composite around it, is given.
  case same(Int32)
}
