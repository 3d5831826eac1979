import StateMachineSyntax

/// The forms in which callers send events to a machine: by one function for all events, or by a method for each event.
package enum Interface: String, CaseIterable, Sendable {
  /// One function for all events, `handle(event:)`, which returns an outcome.
  case reducer
  /// A method for each event, which returns a result to its caller: `interface methods`.
  case methods
}

/// A property that an `interface` statement asks for, and that the generated type gets: `channelID` for
/// `interface channelID`.
package struct InterfaceMember: Sendable {
  package static let eventNames = "eventNames"

  package enum Kind: Sendable {
    /// The property `eventNames`: the names of the events for which the current state has a row.
    case eventNames
    /// The value of a label of the current state. It is an optional unless all states have the label.
    case label(type: SourceRange, isOptional: Bool)
  }

  package var name: Identifier
  package var kind: Kind
}

/// An enum of results, one of which a method returns: `action OnPing: Equatable { sendGoAway(close: Bool), none }`.
package struct ActionEnum: Sendable {
  package var documentation: SourceRange?
  /// The attributes as written, with `@`: `@frozen`.
  package var attributes: [SourceRange]
  /// The access level as written; nil if the enum has the machine's access level.
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
  /// The generic parameters with their angle brackets: `<Key>`. Nil for a method without generic parameters.
  package var generics: SourceRange?
  package var throwing: Throwing?
  package var result: Result?
  /// The requirements of the method after `where`; nil for a method without requirements.
  package var requirements: SourceRange?

  /// The type of the result that a method returns.
  package struct Result: Sendable {
    /// The specifier `sending` before the type; nil for a type without the specifier.
    package var specifier: SourceRange?
    package var type: SourceRange
    /// The enum of results, if the type is an `action` of the machine or an optional of an `action`. Nil for any other
    /// type.
    package var actionEnum: ActionEnumID?
    /// The result that the method returns if a row gives no result. Nil if every row must give a result.
    package var defaultValue: SourceRange?
  }

  /// The errors that a method throws: only those of one type, as in `throws(Failure)`, or all errors if `type` is nil.
  package struct Throwing: Sendable {
    package var type: SourceRange?
  }
}

/// The result that a transition gives to the caller of a method.
package enum TransitionResult: Sendable {
  /// A value of any type: the code that follows `return`.
  case value(SwiftCode)
  /// A case of an enum of results, with one argument for each of its fields.
  case action(ActionEnumID, index: Int, [TargetArgument], range: SourceRange)
}

extension Event {
  /// The labels of the event's fields in order; nil for a field that is written without a label (`_`).
  var labels: [NameID?] { fields.map(\.label?.id) }
}

extension StateMachine {
  /// Returns the name of an event's method with its labels, as Swift writes it: `next(for:)`.
  package func fullName(of event: EventID) -> String {
    let labels = events[event].fields.map { ($0.label.map { names.text($0.id) } ?? "_") + ":" }
    return "\(names.text(events[event].name.id))(\(labels.joined()))"
  }

  /// Whether each event is a method: `interface methods`.
  package var hasMethods: Bool { interface == .methods }

  /// Returns whether an event's method has a result but no default result. Every state then needs a row that gives a
  /// result.
  func lacksDefault(_ event: EventID) -> Bool {
    // A method without a result lacks nothing.
    events[event].method.result.map { $0.defaultValue == nil } ?? false
  }

  /// Returns whether a `try` of a transition may throw an error to the caller of the method. The `try` is in the
  /// transition's row or in a row of a choice to which it leads. The effect `throw` does not count.
  package func mayThrow(_ transition: Transition) -> Bool {
    var mayThrow = false
    transition.forEachRow { if rows[$0].hasAttempt { mayThrow = true } }
    return mayThrow
  }

  /// Returns whether a `try` of a transition may throw an error to the caller after the guard was true:
  /// `open : shut [n > 3] / { try save() }`. The `try` is in the row's effects or arguments. It may also be in a row of
  /// a choice to which the transition leads, even in its guard.
  package func mayThrowAfterGuard(_ transition: Transition) -> Bool {
    rows[transition.row].hasAttemptAfterGuard || transition.branches.contains(where: mayThrow)
  }

  /// Returns the declared result, a type and perhaps a default value, of the method of a trigger's event. Nil if the
  /// trigger is no event, or if the method has no result.
  package func result(of trigger: Trigger) -> Method.Result? { event(of: trigger)?.method.result }

  /// Returns the event of a trigger; nil for a timer, `done` and `always`.
  package func event(of trigger: Trigger) -> Event? { trigger.event.map { events[$0] } }
}
