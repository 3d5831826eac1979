/// Diagnostics about machines whose events are methods: their interface, and the results of the methods.
extension Diagnostic {
  // MARK: The interface

  /// - Parameter what: the statement in the range, with its article: `a result`.
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
    Diagnostic(.answer, range, "the action '\(name)' has no results: name at least one between its braces")
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

  /// - Parameter rows: the words after "rows that lead", for the rows that can use the field: `out of 'open'`.
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

  /// Reports a name that several events have, or a full name that no event has.
  package static func eventByFullName(_ range: SourceRange, _ written: String, candidates: [String]) -> Diagnostic {
    let names = candidates.prefix(5).map { "'\($0)'" } + (candidates.count > 5 ? ["another one"] : [])
    let list = names.joined(separator: " or ")
    return Diagnostic(.ambiguousLabel, range, "'\(written)' names no event for certain: write \(list)")
  }

  // MARK: Results

  package static func answerOfAction(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .answer, range,
      "rows return results, as their last effect; actions of states and named effects do not: write it in the row")
  }

  /// Reports a result in a row without an event, or for an event without a result type.
  ///
  /// - Parameter event: the event without a result; nil for `always` and `done`.
  package static func unexpectedAnswer(_ range: SourceRange, event: String?) -> Diagnostic {
    let reason =
      event.map { "'\($0)' returns no result: declare 'event \($0) -> Type', or leave this out" }
      ?? "no method waits for the result of a transition without an event: leave this out"
    return Diagnostic(.answer, range, reason)
  }

  package static func answerBeforeChoice(_ range: SourceRange, _ choice: String) -> Diagnostic {
    Diagnostic(.answer, range, "the rows of the choice '\(choice)' return the result: write it there")
  }

  package static func errorBeforeChoice(_ range: SourceRange, _ word: String, _ choice: String) -> Diagnostic {
    Diagnostic(.answer, range, "the rows of the choice '\(choice)' end the method: write the '\(word)' there")
  }

  package static func missingAnswer(_ range: SourceRange, event: String, type: String) -> Diagnostic {
    Diagnostic(
      .answer, range,
      "this row must return '\(type)' for '\(event)': end it in a result, 'return', 'throw' or 'trap',"
        + " or declare a default, '-> \(type) = …'")
  }

  /// Reports an event that a state ignores, so that its method has no result to return.
  ///
  /// - Parameters:
  ///   - states: the names of the states, as a list.
  ///   - rows: an edit that adds rows that trap.
  package static func missingDefault(
    _ range: SourceRange, event: String, type: String, states: String, adding rows: TextEdit?
  ) -> Diagnostic {
    let diagnostic = Diagnostic(
      .answer, range,
      "'\(event)' is ignored in \(states), and must return '\(type)': write a default, '-> \(type) = …',"
        + " the missing rows, or 'unhandled trap'")
    return rows.map { diagnostic.fix("add rows that trap", $0, isSafe: false) } ?? diagnostic
  }

  /// - Parameter nearest: the `action` that was probably meant by the type; nil if there is none.
  package static func answerOfOtherType(_ range: SourceRange, event: String, type: String, nearest: String?)
    -> Diagnostic
  {
    let remedy = nearest.map { "did you mean '\($0)'?" } ?? "write 'return …'"
    return Diagnostic(
      .answer, range, "'\(event)' returns '\(type)', which is no action of this machine: \(remedy)")
  }

  package static func undeclaredAnswer(
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

  /// Reports `event close unhandled throw Closed()`.
  package static func throwingPolicy(_ range: SourceRange, event: String) -> Diagnostic {
    Diagnostic(
      .throwing, range,
      "'\(event)' does not throw: write 'throws' before 'unhandled throw', or 'unhandled trap' in its place")
  }

  /// Reports a `throw` or a `try` in a row of an event that is not declared with `throws`.
  package static func throwingEvent(_ range: SourceRange, _ word: String, event: String) -> Diagnostic {
    Diagnostic(
      .throwing, range, "'\(event)' does not throw: write 'event \(event)(…) throws', or leave '\(word)' out")
  }
}
