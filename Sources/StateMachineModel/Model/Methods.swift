import StateMachineSyntax

/// The functions through which a machine receives events.
package enum Interface: String, CaseIterable, Sendable {
  /// One function for all events: `handle(event:)`.
  case reducer
  /// One function for each event, which returns what its caller has to do.
  case methods
}

/// A property that the generated type has because the machine asks for it: `interface channelID, eventNames`.
package struct InterfaceMember: Sendable {
  package static let eventNames = "eventNames"

  package enum Kind: Sendable {
    /// The names of the events that the current state has a row for.
    case eventNames
    /// The value of a label; an optional where not all states have it.
    case label(type: SourceRange, isOptional: Bool)
  }

  package var name: Identifier
  package var kind: Kind
}

/// An enum of answers, of which methods return one: `action OnPing: Equatable { sendGoAway(close: Bool), none }`.
package struct ActionEnum: Sendable {
  package var documentation: SourceRange?
  /// As written, with `@`.
  package var attributes: [SourceRange]
  /// Nil for that of the machine.
  package var access: AccessLevel?
  package var name: Identifier
  package var conformances: [SourceRange]
  package var cases: [Case] = []

  /// One answer, with what is told with it.
  package struct Case: Sendable {
    package var documentation: SourceRange?
    package var name: Identifier
    package var fields: [Field]
  }
}

/// The signature of an event's method.
package struct Method: Sendable {
  /// As written, with `@`.
  package var attributes: [SourceRange] = []
  package var isPrivate = false
  /// The generic parameters, with their brackets.
  package var generics: SourceRange?
  package var throwing: Throwing?
  package var answer: Answer?
  /// The requirements behind `where`.
  package var requirements: SourceRange?

  /// The return type of a method.
  package struct Answer: Sendable {
    /// `sending` before the type.
    package var specifier: SourceRange?
    package var type: SourceRange
    /// The enum whose cases are answers, where the type is one of the machine's, or an optional of it.
    package var actionEnum: ActionEnumID?
    /// The value that is returned where nothing says otherwise.
    package var defaultValue: SourceRange?
  }

  /// The errors that a method throws: of one type, or, for nil, of any.
  package struct Throwing: Sendable {
    package var type: SourceRange?
  }
}

/// The answer of a transition.
package enum TransitionAnswer: Sendable {
  /// `return value`
  case value(SwiftCode)
  /// A case of an enum of answers, with what each of its fields is given.
  case action(ActionEnumID, index: Int, [TargetArgument], range: SourceRange)
}

extension Event {
  /// The label of each field, as Swift has it: nil for `_`.
  var labels: [NameID?] { fields.map(\.label?.id) }
}

extension StateMachine {
  /// `next(for:)`
  package func fullName(of event: EventID) -> String {
    let labels = events[event].fields.map { ($0.label.map { names.text($0.id) } ?? "_") + ":" }
    return "\(names.text(events[event].name.id))(\(labels.joined()))"
  }

  /// Is true where each event is a method.
  package var hasMethods: Bool { interface == .methods }

  /// Tells whether an event's method has an answer, but no default where nothing is done for the event.
  func lacksDefault(_ event: EventID) -> Bool {
    events[event].method.answer.map { $0.defaultValue == nil } ?? false
  }

  /// Tells whether a row of a transition has a `try` that throws to whoever calls the method of its event.
  package func mayThrow(_ transition: Transition) -> Bool {
    var mayThrow = false
    transition.forEachRow { if rows[$0].hasAttempt { mayThrow = true } }
    return mayThrow
  }

  /// Tells whether one of them stands behind the guard of the transition, on its way through choices or where it ends.
  package func mayThrowBehindGuard(_ transition: Transition) -> Bool {
    rows[transition.row].hasAttemptBehindGuard || transition.branches.contains(where: mayThrow)
  }

  /// The answer of an event's method; nil for none.
  package func answer(to trigger: Trigger) -> Method.Answer? { event(of: trigger)?.method.answer }

  /// The event whose method a transition is in.
  package func event(of trigger: Trigger) -> Event? { trigger.event.map { events[$0] } }
}
