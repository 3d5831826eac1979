/// The findings about machines whose events are methods: their interface, and the results of the methods.
extension Diagnostic {
  // MARK: The interface

  /// Returns the finding on a statement that only a machine with `interface methods` can have.
  ///
  /// - Parameter what: the statement with its article, such as `a result`.
  package static func needsMethods(_ range: SourceRange, _ what: String) -> Diagnostic {
    Diagnostic(
      .interface, range,
      "\(what) needs a machine whose events are methods: write 'interface methods' in the machine's body")
  }

  package static func partOfReducer(_ range: SourceRange, _ what: String, why: String?, remedy: String) -> Diagnostic {
    let reason = why.map { ", \($0)" } ?? ""
    return Diagnostic(
      .interface, range, "a machine with 'interface methods' cannot have \(what)\(reason): \(remedy)")
  }

  package static func accessOfEvent(_ range: SourceRange, _ word: String) -> Diagnostic {
    Diagnostic(
      .interface, range, "an event can be 'private', and has the access of its machine otherwise: leave '\(word)' out"
    ).aboutSwift
  }

  package static func copyingRow(_ range: SourceRange, _ name: String, field: String) -> Diagnostic {
    Diagnostic(
      .copyingRow, range,
      "'\(name)' must see the source here, so its payload stays in place and '\(field)' is copied before it changes: use a "
        + "field of the source instead, where that is all it needs")
  }

  package static func constantField(_ range: SourceRange, _ field: String, method: String?) -> Diagnostic {
    let change = method.map { "'\($0)'" } ?? "the assignment"
    return Diagnostic(
      .constantField, range,
      "'\(field)' is a constant in the method: where \(change) changes it, declare it 'var \(field)' in the state")
  }

  package static func emptyAction(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.result, range, "the action '\(name)' has no results: name at least one between its braces")
  }

  package static func compositeOfNoncopyable(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .interface, range,
      "a '~Copyable' machine with 'interface methods' has no composites, as a method takes the whole state out and cannot "
        + "keep the composite while it changes the state within: make states of those within it, beside the others")
  }

  package static func takenState(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .interface, range,
      "the state has been taken out of a '~Copyable' machine while a row runs: name a field of the source instead")
  }

  /// Returns the finding on an `entry` or `exit` that uses a field of its state's payload in a `~Copyable` machine. A
  /// method of such a machine moves the state out of the machine while it runs. So the payload cannot be read then.
  ///
  /// - Parameters:
  ///   - action: the keyword of the action, such as `entry`.
  ///   - rows: the words that follow "rows that lead" in the message, such as `out of 'open'`. These rows can use the
  ///     field.
  package static func takenPayload(_ name: String, _ range: SourceRange, action: String, rows: String) -> Diagnostic {
    Diagnostic(
      .interface, range,
      "the state has been taken out of a '~Copyable' machine while '\(action)' runs, and '\(name)' with it: use it in the "
        + "rows that lead \(rows)")
  }

  package static func attemptBeforeThrow(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .throwing, range,
      "in a '~Copyable' machine a row with 'try' cannot end in 'throw', which would put its source back: throw in a"
        + " function, or leave 'try' out")
  }

  /// Returns the finding on a name that does not say which event is meant. Either several events with different labels
  /// have the name, or no event has a full name such as `next(for:)`.
  ///
  /// - Parameters:
  ///   - written: the name as written.
  ///   - candidates: the full names of the events that may be meant, for the message.
  package static func eventByFullName(_ range: SourceRange, _ written: String, candidates: [String]) -> Diagnostic {
    let names = candidates.prefix(5).map { "'\($0)'" } + (candidates.count > 5 ? ["another one"] : [])
    let list = names.joined(separator: " or ")
    return Diagnostic(.ambiguousLabel, range, "'\(written)' names no event for certain: write \(list)")
  }

  // MARK: Results

  package static func resultOfAction(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .result, range,
      "rows return results, as their last effect; actions of states and named effects do not: write it in the row")
  }

  /// Returns the finding on a result, such as `return 3`, in a row that cannot return a result. The row has no event,
  /// or its event has no result.
  ///
  /// - Parameter event: the event without a result; nil for a row without an event, such as a row on `always`, `done`
  ///   or `after 5s`.
  package static func unexpectedResult(_ range: SourceRange, event: String?) -> Diagnostic {
    let reason =
      event.map { "'\($0)' returns no result: declare 'event \($0) -> Type', or leave this out" }
      ?? "no method waits for the result of a transition without an event: leave this out"
    return Diagnostic(.result, range, reason)
  }

  package static func resultBeforeChoice(_ range: SourceRange, _ choice: String) -> Diagnostic {
    Diagnostic(.result, range, "the rows of the choice '\(choice)' return the result: write it there")
  }

  package static func errorBeforeChoice(_ range: SourceRange, _ word: String, _ choice: String) -> Diagnostic {
    Diagnostic(.result, range, "the rows of the choice '\(choice)' end the method: write the '\(word)' there")
  }

  package static func missingResult(_ range: SourceRange, event: String, type: String) -> Diagnostic {
    Diagnostic(
      .result, range,
      "this row must return '\(type)' for '\(event)': end it in a result, 'return', 'throw' or 'trap',"
        + " or declare a default, '-> \(type) = …'")
  }

  /// Returns the finding on an event that some states ignore, although the method of the event must return a result.
  ///
  /// - Parameters:
  ///   - type: the type of the result.
  ///   - states: the names of the states that ignore the event, as a list for the message.
  ///   - rows: an edit that adds rows with `trap` for these states; nil if no edit can add them.
  package static func missingDefault(
    _ range: SourceRange, event: String, type: String, states: String, adding rows: TextEdit?
  ) -> Diagnostic {
    let diagnostic = Diagnostic(
      .result, range,
      "'\(event)' is ignored in \(states), and must return '\(type)': write a default, '-> \(type) = …',"
        + " the missing rows, or 'unhandled trap'")
    return rows.map { diagnostic.fix("add rows that trap", $0, isSafe: false) } ?? diagnostic
  }

  /// Returns the finding on `/ none` in a row whose event returns another type. `none` is a result by name: a case of
  /// an `action` of the machine. Only an event whose type is an `action` can have such a result.
  ///
  /// - Parameter nearest: the name of the `action` that was probably meant if the event's type is a misspelling; nil if
  ///   no `action` has a similar name.
  package static func resultOfOtherType(_ range: SourceRange, event: String, type: String, nearest: String?)
    -> Diagnostic
  {
    let remedy = nearest.map { "did you mean '\($0)'?" } ?? "write 'return …'"
    return Diagnostic(
      .result, range, "'\(event)' returns '\(type)', which is no action of this machine: \(remedy)")
  }

  package static func undeclaredResult(
    _ name: String, _ range: SourceRange, event: String, action: String, nearest: String?
  ) -> Diagnostic {
    let remedy = nearest.map { "did you mean '\($0)'?" } ?? "declare it in 'action \(action)'"
    return Diagnostic(.undeclaredName, range, "'\(event)' has no result '\(name)': \(remedy)")
      .replacing(range, by: nearest.map(SwiftName.written))
  }

  package static func policyWithoutError(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .throwing, range, "'unhandled throw' has no error to throw for this event: write 'unhandled throw MyError()'")
  }

  /// Returns the finding on `event close unhandled throw Closed()`: the event has a policy that throws, but not
  /// `throws`.
  package static func throwingPolicy(_ range: SourceRange, event: String) -> Diagnostic {
    Diagnostic(
      .throwing, range,
      "'\(event)' does not throw: write 'throws' before 'unhandled throw', or 'unhandled trap' in its place")
  }

  /// Returns the finding on a `throw`, or on Swift's `try`, in a row. The event of the row is not declared with
  /// `throws`.
  package static func throwingEvent(_ range: SourceRange, _ word: String, event: String) -> Diagnostic {
    Diagnostic(
      .throwing, range, "'\(event)' does not throw: write 'event \(event)(…) throws', or leave '\(word)' out")
  }
}
