import StateMachineSyntax

/// The kinds of functions through which a machine receives events.
package enum Interface: String, CaseIterable, Sendable {
  /// One function for all events: `handle(event:)`.
  case reducer
  /// One function for each event, which returns a result for its caller.
  case methods
}

/// A property of the generated type that the machine asks for: `interface channelID, eventNames`.
package struct InterfaceMember: Sendable {
  package static let eventNames = "eventNames"

  package enum Kind: Sendable {
    /// The names of the events for which the current state has a row.
    case eventNames
    /// The value of a label; an optional if not all states have the label.
    case label(type: SourceRange, isOptional: Bool)
  }

  package var name: Identifier
  package var kind: Kind
}

/// An enum of results, one of which a method returns: `action OnPing: Equatable { sendGoAway(close: Bool), none }`.
package struct ActionEnum: Sendable {
  package var documentation: SourceRange?
  /// The attributes as written, with `@`.
  package var attributes: [SourceRange]
  /// The access level as written; nil if the enum has the machine's.
  package var access: AccessLevel?
  package var name: Identifier
  package var conformances: [SourceRange]
  package var cases: [Case] = []

  /// A result, with its payload.
  package struct Case: Sendable {
    package var documentation: SourceRange?
    package var name: Identifier
    package var fields: [Field]
  }
}

/// The signature of an event's method.
package struct Method: Sendable {
  /// The attributes as written, with `@`.
  package var attributes: [SourceRange] = []
  package var isPrivate = false
  /// The generic parameters, with their brackets; nil if there are none.
  package var generics: SourceRange?
  package var throwing: Throwing?
  package var answer: Answer?
  /// The requirements after `where`; nil if there are none.
  package var requirements: SourceRange?

  /// The return type of a method.
  package struct Answer: Sendable {
    /// The specifier `sending` before the type; nil if there is none.
    package var specifier: SourceRange?
    package var type: SourceRange
    /// The enum of results, if the type is one of the machine's, or an optional of it; nil for any other type.
    package var actionEnum: ActionEnumID?
    /// The result of a row that gives none; nil if there is no default.
    package var defaultValue: SourceRange?
  }

  /// The errors that a method throws: of one type, or of any type if `type` is nil.
  package struct Throwing: Sendable {
    package var type: SourceRange?
  }
}

/// The result of a transition.
package enum TransitionAnswer: Sendable {
  /// A value: `return value`.
  case value(SwiftCode)
  /// A case of an enum of results, with the arguments for its fields.
  case action(ActionEnumID, index: Int, [TargetArgument], range: SourceRange)
}

extension Event {
  /// The label of each field, as Swift has it: nil for `_`.
  var labels: [NameID?] { fields.map(\.label?.id) }
}

extension StateMachine {
  /// Returns the name of an event's method, with labels: `next(for:)`.
  package func fullName(of event: EventID) -> String {
    let labels = events[event].fields.map { ($0.label.map { names.text($0.id) } ?? "_") + ":" }
    return "\(names.text(events[event].name.id))(\(labels.joined()))"
  }

  /// Whether each event is a method.
  package var hasMethods: Bool { interface == .methods }

  /// Returns whether an event's method has a result, but no default result for states without a row.
  func lacksDefault(_ event: EventID) -> Bool {
    events[event].method.answer.map { $0.defaultValue == nil } ?? false
  }

  /// Returns whether a row of a transition has a `try` that throws to the caller of its event's method.
  package func mayThrow(_ transition: Transition) -> Bool {
    var mayThrow = false
    transition.forEachRow { if rows[$0].hasAttempt { mayThrow = true } }
    return mayThrow
  }

  /// Returns whether a `try` that throws to the caller stands after a transition's guard, or in branches of choices.
  package func mayThrowBehindGuard(_ transition: Transition) -> Bool {
    rows[transition.row].hasAttemptBehindGuard || transition.branches.contains(where: mayThrow)
  }

  /// Returns the return type of the method for a trigger's event; nil if there is no event, or no return type.
  package func answer(to trigger: Trigger) -> Method.Answer? { event(of: trigger)?.method.answer }

  /// Returns the event of a trigger; nil for a timer, a completion event and `always`.
  package func event(of trigger: Trigger) -> Event? { trigger.event.map { events[$0] } }
}
