/// The findings about rows, payloads and assignments.
extension Diagnostic {
  /// Returns the finding on `/ { beep }`, an output that is written in braces.
  package static func outputInBraces(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.unexpectedToken, range, "'\(name)' is an output, and stands without braces: write '/ \(name)'")
      .replacing(range, by: name)
  }

  // MARK: Rows

  package static func rowWithoutEvent(_ range: SourceRange) -> Diagnostic {
    Diagnostic(.arrowWithoutEvent, range, "this row has no event: write one after ':', or 'always' if it needs none")
  }

  package static func rowFromFinalState(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .rowFromFinalState, range,
      "no row can begin in the final state '\(name)': leave it out, or leave out 'final'")
  }

  /// Returns the finding on `exit` in a final state.
  ///
  /// - Parameter composite: the composite state that is exited together with the final state; nil if the machine ends
  ///   in the final state, so that it is never exited.
  package static func exitOfFinalState(_ name: String, _ range: SourceRange, within composite: String?) -> Diagnostic {
    let reason =
      composite.map { "is left only with '\($0)': write the 'exit' in the body of '\($0)'" }
      ?? "is never left: it cannot have 'exit'"
    return Diagnostic(.rowFromFinalState, range, "the final state '\(name)' \(reason)")
  }

  package static func activityOfFinalState(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .rowFromFinalState, range,
      "the final state '\(name)' cannot have 'do': leave it out, or leave out 'final'")
  }

  package static func finalException(_ name: String, _ range: SourceRange, in source: SourceFile) -> Diagnostic {
    Diagnostic(
      .rowFromFinalState, range, "'*' does not include the final state '\(name)': leave it out after 'except'"
    ).fix("leave out '\(name)'", source.removingElement(range, after: "except"))
  }

  package static func twoUnconditionalRows(_ range: SourceRange, state: String, event: String) -> Diagnostic {
    Diagnostic(
      .twoUnconditionalRows, range,
      "'\(state)' has two rows for '\(event)' that always apply: give the first a guard, or leave one out")
  }

  /// Returns a text with the first items, up to about 240 bytes, and the number of the others: `a, b, and 3 more`.
  ///
  /// - Parameter count: the number of all items, of which `items` may be only the first.
  private static func list(_ items: [String], of count: Int) -> String {
    var text = ""
    for (index, item) in items.enumerated() {
      if index > 0, text.utf8.count + item.utf8.count > 240 { return text + ", and \(count - index) more" }
      text += (index == 0 ? "" : ", ") + item
    }
    return count > items.count ? text + ", and \(count - items.count) more" : text
  }

  /// Returns the finding on states without a row for events that have the policy `error`.
  ///
  /// - Parameters:
  ///   - pairs: texts for the first missing pairs of a state and an event.
  ///   - count: the number of all missing pairs.
  ///   - events: the events that have the policy `error`; nil if all events have it.
  ///   - throwsElsewhere: whether the events have `error` because the machine declares `throw`, and their methods do
  ///     not throw. False if the policy `error` itself is declared.
  ///   - rows: an edit that adds the missing rows; nil if no edit can add them.
  package static func pairsMissing(
    _ range: SourceRange, _ pairs: [String], count: Int, events: [String]?, throwsElsewhere: Bool,
    adding rows: TextEdit?
  ) -> Diagnostic {
    let noun = count == 1 ? "row is" : "rows are"
    let missing = "\(count) \(noun) missing: \(list(pairs, of: count))"
    let scope =
      events.map { $0.count > 3 ? listed($0) : $0.map { "'\($0)'" }.joined(separator: " and for ") } ?? "every event"
    let needs = "every state needs a row for \(scope), and \(missing)"
    let row = count == 1 ? "it" : "them"
    let policy = "write \(row), or 'unhandled trap' in a line of its own"
    let diagnostic = Diagnostic(
      .pairsMissing, range,
      throwsElsewhere
        ? "'unhandled throw' is for events with 'throws', so \(needs); \(policy)"
        : "under 'unhandled error' \(needs)")
    return rows.map { diagnostic.fix(count == 1 ? "add the row" : "add the rows", $0, isSafe: false) } ?? diagnostic
  }

  /// Returns the finding on an effect that follows an effect which has to be the last, as `beep` in `/ trap, beep`.
  ///
  /// - Parameter word: the effect that has to be the last: `trap`, `throw`, `return`, or `result` for a result by name.
  package static func effectAfter(_ word: String, _ range: SourceRange, in source: SourceFile) -> Diagnostic {
    let message =
      switch word {
      case "trap": "nothing happens after 'trap': leave this out"
      case "result": "the result is the last effect: put this before it"
      default: "'\(word)' is the last effect: put this before it"
      }
    let diagnostic = Diagnostic(.effectAfterTrap, range, message)
    return word == "trap"
      ? diagnostic.fix("leave out what is after 'trap'", source.removingElement(range)) : diagnostic
  }

  package static func eventWithoutRaise(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.undeclaredName, range, "'\(name)' is an event and no output: write 'raise \(name)'")
      .fix("write 'raise'", TextEdit(SourceRange(range.lowerBound, range.lowerBound), "raise "), isSafe: false)
  }

  /// Returns the finding on `raise` before the name of an output. The fix removes `raise`.
  ///
  /// - Parameter start: the offset of the output's name, up to which the fix removes the text.
  package static func raisesNoEvent(_ keyword: SourceRange, _ name: String, start: Int) -> Diagnostic {
    Diagnostic(.undeclaredName, keyword, "'\(name)' is no event: leave out 'raise' before an output or effect")
      .fix("leave out 'raise'", TextEdit(SourceRange(keyword.lowerBound, start), ""), isSafe: false)
  }

  /// Returns the finding on an `entry`, `exit` or `do` that throws. Only rows can throw.
  ///
  /// - Parameter word: `throw`, or the name of a named effect that throws.
  package static func throwingAction(_ range: SourceRange, _ word: String) -> Diagnostic {
    Diagnostic(
      .throwing, range,
      "rows throw, as their last effect; actions of states do not: write '\(word)' in the row")
  }

  package static func throwingSubmachine(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .throwing, range,
      "rows of '\(name)' throw, and nobody sends an event to a submachine: let it end in a state or produce an output")
  }

  package static func finalComposite(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .finalComposite, range,
      "the final state '\(name)' cannot have states within it: leave out 'final', or make one of them final")
  }

  // MARK: Payloads

  /// Returns the finding on a target whose payload has a field for which the row gives no value.
  ///
  /// - Parameters:
  ///   - label: the label of the field; nil for a field without a label.
  ///   - call: the target with an argument for each field, which the message says to write. Nil unless the row has
  ///     arguments without labels, which have filled other fields than meant.
  ///   - hidden: the source or event that has the label, if its pattern in the row renames or omits the value. For
  ///     `open(n)`, `owner` is `open`, and `name` is `n`. For `open(_)`, `name` is nil. Nil if there is no such
  ///     pattern.
  ///   - history: the reason why a row to a history needs the value; nil for a row to the state itself.
  package static func unsuppliedPayload(
    label: String?, type: String, _ range: SourceRange, target: String, state: String, event: String,
    call: String? = nil, hidden: (owner: String, name: String?)? = nil, history: HistoryOfPayload? = nil
  ) -> Diagnostic {
    let field = label.map { "'\($0): \(type)'" } ?? "a value of type '\(type)'"
    let value = hidden?.name ?? "…"
    let argument = label.map { "\($0): \(value)" } ?? value
    let lack =
      if let hidden {
        "which '\(hidden.owner)' has, and this row " + (hidden.name.map { "calls '\($0)'" } ?? "gives no name")
      } else if label == nil {
        "which does not carry over"
      } else {
        "which neither the event '\(event)' nor the state '\(state)' has"
      }
    let remedy =
      switch history {
      case .beginsAnew: "give it a default, as '\(target)' may begin anew where a history leads back"
      case .isEmpty:
        "give it a default in '\(target)'" + (label.map { ", or declare '\($0)' in '\(state)'" } ?? "")
      case nil:
        call.map { "arguments without labels fill fields from the left, so write '\($0)'" }
          ?? "write '\(target)(\(argument))'"
      }
    let place = history == .isEmpty ? "where there is no history yet, " : ""
    return Diagnostic(.unsuppliedPayload, range, "\(place)'\(target)' needs \(field), \(lack): \(remedy)")
  }

  /// Returns the finding on a bound value, as `n` in `got(.loaded(let n))`, if the target has a field `n`. The value
  /// does not carry over to the field, because the type of the value is not known.
  package static func carryOfUnknownType(_ name: String, label: String?, _ range: SourceRange, target: String)
    -> Diagnostic
  {
    let argument = label.map { "\($0): \(name)" } ?? name
    return Diagnostic(
      .unsuppliedPayload, range,
      "the row binds '\(name)' to a value whose type is not known here, so it does not carry over: "
        + "write '\(target)(\(argument))'")
  }

  /// The reason why a row that leads to a history needs a value for the payload of a state.
  package enum HistoryOfPayload {
    /// The state may never have been active. It then has no history and begins anew.
    case isEmpty
    /// The row leads to a history that restores other states with their payloads, but this state begins anew. The row
    /// can give this state no argument, so its payload needs a default value.
    case beginsAnew
  }

  /// Returns the finding on a call with too few arguments, such as `close()` for the output `close(speed: Int)`.
  ///
  /// - Parameters:
  ///   - missing: the labels and types of the fields that have neither an argument nor a default value.
  ///   - what: the kind of thing that is called, such as `output`.
  ///   - call: the call with an argument for each field, for the message.
  package static func missingArguments(
    _ missing: [(label: String?, type: String)], _ range: SourceRange, of what: String, _ name: String, call: String
  ) -> Diagnostic {
    var fields = missing.prefix(listedFields).map { label, type in
      label.map { "'\($0): \(type)'" } ?? "a value of type '\(type)'"
    }
    if missing.count > fields.count { fields.append("\(missing.count - fields.count) more") }
    return Diagnostic(
      .unsuppliedPayload, range, "the \(what) '\(name)' needs \(conjunction(fields)): write '\(call)'")
  }

  /// The largest number of missing arguments that a message lists.
  package static let listedFields = 6

  /// Returns the items as a text: `a`, `a and b`, or `a, b and c`.
  package static func conjunction(_ items: [String]) -> String {
    guard items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + (items.last ?? "")
  }

  /// Returns the finding on an ambiguous name in a row: the event and the source both have such a label.
  ///
  /// - Parameter renaming: the text to write instead if the row assigns the source's label:
  ///   `entered(count: new) / count = new`. It renames the event's value. Nil if the row does not assign the label.
  package static func ambiguousLabel(
    _ name: String, _ range: SourceRange, state: String, event: String, renaming: String? = nil
  ) -> Diagnostic {
    let remedy =
      renaming.map { "give the event's another name, as in '\($0)'" }
      ?? "bind the one that is meant, as in '\(event)(\(name): \(name))', or leave the other out, as in '\(state)(\(name): _)'"
    return Diagnostic(
      .ambiguousLabel, range, "'\(name)' is a label of the event and of the source: \(remedy)")
  }

  package static func guardOrLabel(_ name: String, _ range: SourceRange, declared: SourceRange) -> Diagnostic {
    Diagnostic(.ambiguousLabel, range, "'\(name)' is a guard of the machine, and a value here: rename one of them")
      .note("the guard is here", declared)
  }

  package static func labelDeclaredAgain(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .ambiguousLabel, range,
      "'\(name)' is a label that is used here: give what the block declares another name")
  }

  package static func ambiguousCarry(
    _ name: String, _ range: SourceRange, state: String, event: String, target: String
  ) -> Diagnostic {
    Diagnostic(
      .ambiguousLabel, range,
      "'\(name)' of '\(target)' could come from the event '\(event)' or from the state '\(state)': bind the one that is "
        + "meant, as in '\(event)(\(name): \(name))', or leave the other out, as in '\(state)(\(name): _)'")
  }

  package static func differentType(
    _ name: String, _ range: SourceRange, label: String?, target: String, type: String, found: String
  ) -> Diagnostic {
    // Swift converts a value to an optional.
    let value = [found + "?", "(\(found))?", "Optional<\(found)>"].contains(type) ? name : "…"
    let argument = label.map { "\($0): \(value)" } ?? value
    return Diagnostic(
      .differentType, range,
      "'\(name)' is '\(type)' in '\(target)' and '\(found)' where it would carry over from: write '\(target)(\(argument))'"
    )
  }

  package static func unknownLabel(
    _ label: String, _ range: SourceRange, _ what: String, _ name: String, nearest: String?, labels: [String]
  ) -> Diagnostic {
    let help: String
    if let nearest {
      help = "did you mean '\(nearest)'?"
    } else if labels.isEmpty {
      help = "it has no labels"
    } else {
      help = "it has " + listed(labels)
    }
    return Diagnostic(.unknownLabel, range, "the \(what) '\(name)' has no label '\(label)': \(help)")
      .replacing(range, by: nearest.map(SwiftName.written))
  }

  package static func labelTwice(_ label: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(.unknownLabel, range, "'\(label)' is given twice: leave one out")
  }

  package static func missingLabel(
    _ label: String, _ value: String, _ range: SourceRange, _ what: String, _ name: String
  ) -> Diagnostic {
    Diagnostic(.unknownLabel, range, "the \(what) '\(name)' has a label here: write '\(label): \(value)'")
      .fix(
        "write the label '\(label)'",
        TextEdit(SourceRange(range.lowerBound, range.lowerBound), SwiftName.written(label) + ": "))
  }

  package static func argumentOrder(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.unknownLabel, range, "the arguments of '\(name)' stand in the order of its declaration: move this one")
  }

  /// Returns the finding on `entered(count: Int)`, a type where a pattern must be.
  package static func typeAsPattern(_ range: SourceRange, label: String, _ name: String) -> Diagnostic {
    Diagnostic(
      .misplaced, range,
      "a row names a field and no type: write '\(SwiftName.written(name))(\(SwiftName.written(label)))'")
  }

  /// Returns the finding on `open(persons = 3)`, an argument with `=` after its label.
  package static func assignmentAsArgument(_ range: SourceRange, in text: String) -> Diagnostic {
    let parts = text.filter { $0 != ":" }.split(separator: "=", maxSplits: 1).map(withoutBlanksAround)
    let written = parts.count == 2 ? ": write '\(quotation("\(parts[0]): \(parts[1])"))'" : ""
    return Diagnostic(.misplaced, range, "what is given follows its label after ':'\(written)")
  }

  private static func withoutBlanksAround(_ text: Substring) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns the finding on `received(.success(value))`, a pattern that probably lacks `let`, because the target has a
  /// field `value`. Without `let`, Swift would compare with a variable `value`, and no such variable is declared.
  package static func carriedNameWithoutLet(_ range: SourceRange, _ name: String, target: String) -> Diagnostic {
    Diagnostic(
      .unsuppliedPayload, range,
      "'\(name)' is compared in this pattern, and '\(target)' needs a value for it: write 'let \(name)'")
  }

  /// Returns the finding on `received(success(let value))`, the pattern of an enum case without its dot.
  package static func caseWithoutDot(_ range: SourceRange, _ source: [UInt8]) -> Diagnostic {
    let name = String(decoding: source[range.lowerBound..<range.upperBound], as: UTF8.self)
    return Diagnostic(.misplaced, range, "a case has a dot before its name: write '.\(name)'")
      .fix("write the dot", TextEdit(SourceRange(range.lowerBound, range.lowerBound), "."), isSafe: true)
  }

  /// Returns the finding on `entered(count: let c where c > 3)`, a condition in a pattern.
  package static func whereInPattern(_ range: SourceRange, condition: String) -> Diagnostic {
    Diagnostic(
      .misplaced, range,
      "a pattern has no 'where': write the condition after it, as in '[\(quotation(withoutBlanksAround(Substring(condition))))]'"
    )
  }

  /// Returns the finding on `entered(count: case .some)`, a `case` before a pattern.
  ///
  /// - Parameter end: the offset after `case` and the blanks after it, up to which the fix removes the text.
  static func caseBeforePattern(_ range: SourceRange, end: Int) -> Diagnostic {
    Diagnostic(.misplaced, range, "a pattern has no 'case' before it here: leave it out")
      .fix("leave out 'case'", TextEdit(SourceRange(range.lowerBound, end), ""))
  }

  /// Returns the finding on `entered(count: let c: Int)`, a type in a pattern.
  static func typeInPattern(_ range: SourceRange, binding: String) -> Diagnostic {
    Diagnostic(.misplaced, range, "a pattern takes the type of its field: write '\(quotation(binding))'")
      .fix("leave out the type", TextEdit(range, ""))
  }

  /// Returns the finding on `event.count` or, in a row of the event `entered`, on `entered.count`. The label `count`
  /// alone is meant.
  package static func memberOfEvent(_ range: SourceRange, _ text: String, label: String) -> Diagnostic {
    Diagnostic(.misplaced, range, "the labels of the event are known by their names: write '\(label)' for '\(text)'")
      .replacing(range, by: label)
  }

  /// Returns the finding on `x += 1 / beep`, an output after a `/` where a comma must be.
  package static func outputAsDivisor(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.misplaced, range, "effects are separated by commas: write ', \(name)'")
      .replacing(range, by: ", \(name)")
  }

  /// Returns the finding on `go (n > 3)`, a guard in parentheses.
  package static func conditionInParentheses(_ range: SourceRange, _ text: String, after name: String) -> Diagnostic {
    Diagnostic(
      .misplaced, range,
      "after '\(name)' stand patterns for its fields: write a condition in brackets, as in '[\(quotation(text))]'")
  }

  package static func payloadStays(_ range: SourceRange, _ state: String, label: String?) -> Diagnostic {
    let remedy = label.map { ", and change it by an effect: write '/ \($0) = …'" } ?? ""
    return Diagnostic(
      .argumentCount, range, "'\(state)' is not left here and keeps its payload: leave this out\(remedy)")
  }

  package static func tooMany(
    _ what: String, _ name: String, found: Int, expected: Int, _ range: SourceRange, _ isPattern: Bool
  ) -> Diagnostic {
    let noun = isPattern ? "pattern" : "argument"
    let has = expected == 0 ? "has no payload" : expected == 1 ? "takes one" : "takes \(expected)"
    return Diagnostic(
      .argumentCount, range, "one \(noun) too many: the \(what) '\(name)' \(has)")
  }

  package static func labelNotInAllSources(
    _ name: String, _ range: SourceRange, state: String, event: String?
  ) -> Diagnostic {
    let (place, own) = event.map { (" on '\($0)'", "row") } ?? ("", "statement")
    return Diagnostic(
      .labelNotInAllSources, range,
      "'\(name)' is not known in '\(state)'\(place): give that its own \(own), or write something that all of them have"
    )
  }

  /// Returns the finding on a value without a label in a `try` statement, which gives tests an event to try. The event
  /// has several fields or none, so the field of the value is not known.
  ///
  /// - Parameter label: the first label of the payload; nil if no field has a label.
  package static func triedWithoutLabel(
    _ range: SourceRange, label: String?, _ name: String, hasFields: Bool
  ) -> Diagnostic {
    let remedy =
      label.map { "write its label, as in '\(name)(\($0): …)'" }
      ?? (hasFields ? "declare '\(name)' with labels" : "'\(name)' takes no values: leave it out")
    return Diagnostic(.unknownLabel, range, "it is not said what this value is for: \(remedy)")
  }

  // MARK: Assignments

  /// Returns the finding on an assignment to a field of a state that the row exits:
  /// `open -> closed : push / count += 1`. The change of the field would be lost.
  ///
  /// - Parameter target: the row's target, which has no field `name`; nil if the row may enter several states.
  package static func assignsWhereLeft(_ name: String, _ range: SourceRange, target: String? = nil) -> Diagnostic {
    let message =
      target.map {
        "'\($0)' has no field '\(name)', so this change is lost: leave it out, or declare the field in '\($0)'"
      } ?? "'\(name)' is left with its state, and nothing reads this change: leave it out, or leave out the arrow"
    return Diagnostic(.notAssignable, range, message)
  }

  /// Returns the finding on an assignment to a field of the source that is lost:
  /// `open -> ajar(count: 0) : push / count += 1`. The target has a field of the same name, but gets another value for
  /// it.
  package static func assignsWhereGiven(_ name: String, _ range: SourceRange, target: String) -> Diagnostic {
    Diagnostic(
      .notAssignable, range,
      "'\(target)' is given its own '\(name)' here, so this change is lost: leave out the change, or the argument")
  }

  /// Returns the finding on an assignment to a field of the target, which is not active yet when effects run.
  ///
  /// - Parameters:
  ///   - argument: the argument to write instead, such as `persons: 3`.
  ///   - written: the row's target, which the message repeats with the argument: `open` for the advice
  ///     `open(persons: 3)`. Nil if the target is not the state with the field, has arguments already, or lies within
  ///     another state.
  package static func fieldOfTarget(
    _ name: String, _ range: SourceRange, target: String, argument: String, written: String?
  ) -> Diagnostic {
    let remedy = written.map { "write '-> \($0)(\(argument))'" } ?? "give '\(target)' the argument '\(argument)'"
    return Diagnostic(
      .notAssignable, range, "'\(name)' is a field of '\(target)', which is entered after the effects: \(remedy)")
  }

  package static func assignsEnclosing(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .notAssignable, range,
      "'\(name)' belongs to a composite around the state: an 'entry' can change the payload of its own state only")
  }

  package static func assignsOnExit(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(.notAssignable, range, "'\(name)' is left with its state: an 'exit' cannot change it")
  }

  /// The declaration that was probably meant if a row assigns a label of its event: `open : entered / count = 3`. This
  /// is a mistake, because a label of an event cannot be changed. The declaration has the same name as the label of the
  /// event. It is a label of the source, or a property.
  package enum AssignedBesideEvent {
    /// A label of the source. `hiddenIn` is the source's name if its pattern in the row hides the label, as `open(_)`
    /// does. It is nil if the row can use the label.
    case label(hiddenIn: String?)
    case property
  }

  /// Returns the finding on an assignment to a label of an event, or to a parameter of a named effect. Neither can be
  /// changed.
  ///
  /// - Parameters:
  ///   - owner: what has the label or the parameter: `event` or `effect`.
  ///   - other: the label of the source, or the property, that was probably meant; nil if neither is declared.
  ///   - renaming: the event and the assignment to write instead, such as `entered(count: new) / count = new`; nil if
  ///     they cannot be written.
  package static func assignsEvent(
    _ name: String, _ range: SourceRange, of owner: String = "event", besides other: AssignedBesideEvent? = nil,
    renaming: String? = nil
  ) -> Diagnostic {
    let cause = "'\(name)' is the \(owner)'s and cannot be changed"
    guard let other, let renaming else {
      return Diagnostic(.notAssignable, range, "\(cause): only the state's labels and properties can")
    }
    let remedy =
      switch other {
      case .label(let state):
        "to change the state's, give the event's another name, as in '\(state.map { $0 + " : " } ?? "")\(renaming)'"
      case .property: "to change the property, give the event's label another name, as in '\(renaming)'"
      }
    return Diagnostic(.notAssignable, range, "\(cause): \(remedy)")
  }

  /// Returns the finding on an assignment to a name that a pattern or a guard binds.
  ///
  /// - Parameters:
  ///   - hides: whether the bound name is also a label, which it hides.
  ///   - byGuard: whether a guard binds the name, and not a pattern.
  package static func assignsBinding(_ name: String, _ range: SourceRange, hides: Bool, byGuard: Bool) -> Diagnostic {
    if byGuard {
      let remedy = hides ? "which hides the label: bind another name, and assign '\(name)'" : "and is a constant here"
      return Diagnostic(.notAssignable, range, "'\(name)' is bound by the guard, \(remedy)")
    }
    let remedy =
      hides
      ? "of the same name, which it hides: give it another name in the pattern, and assign '\(name)'"
      : ": assign the whole field"
    return Diagnostic(
      .notAssignable, range, "'\(name)' is bound by a pattern within a field\(hides ? " " : "")\(remedy)")
  }

  /// Returns the finding on an argument of a named effect, such as `count + 1` in `add(count + 1)`. The argument
  /// replaces each use of the effect's parameter. So it would be evaluated several times, perhaps after the effect has
  /// changed `count`.
  package static func repeatedArgument(
    _ range: SourceRange, _ argument: String, parameter: String, _ effect: String
  ) -> Diagnostic {
    Diagnostic(
      .ambiguousLabel, range,
      "'\(effect)' would work this out in each place of '\(parameter)', and after its changes: give it a name before, "
        + "as in '{ let \(parameter) = \(quotation(argument)) }'")
  }

  /// Returns the finding on a named effect that assigns a label, such as `count` in `effect add = count += 1`. The row
  /// uses the effect, but its source has no such label.
  package static func effectWithoutLabel(_ label: String, _ range: SourceRange, _ effect: String) -> Diagnostic {
    Diagnostic(
      .labelNotInAllSources, range,
      "'\(effect)' changes '\(label)', which is not known here: use it where the state has that label")
  }

  package static func assignsGuard(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(.notAssignable, range, "'\(name)' is a guard and cannot be assigned")
  }

  /// Returns the finding on `{ state = .open }`, a block that assigns the state.
  ///
  /// - Parameter carrier: the words for the statement with the block: `'entry'`, or `a row without one` for a row
  ///   without an arrow. Nil for a row with an arrow.
  package static func stateBesideArrow(_ range: SourceRange, in carrier: String?) -> Diagnostic {
    Diagnostic(
      .forbiddenInBlock, range,
      carrier.map { "the state changes by arrows alone, and not in \($0): write a row that leads there" }
        ?? "the row's arrow says which state comes next, so this is lost: write it as the target")
  }

  package static func forbiddenInBlock(_ word: String, _ range: SourceRange) -> Diagnostic {
    if word == "raise" {
      return Diagnostic(
        .forbiddenInBlock, range, "'raise' is no Swift: write it after the block, as in '/ raise event'")
    }
    let help =
      switch word {
      case "return", "break", "continue": "a block runs to its end; put the condition into an 'if'"
      case "await": "a transition never waits; produce an output, and send an event when the work is done"
      case "throw": "write it after the block, as the last effect of its row"
      default: "catch the error here, or write 'try?'"
      }
    return Diagnostic(.forbiddenInBlock, range, "'\(word)' cannot leave a block: \(help)")
  }
}
