/// The findings about machines that can be generated, but are probably wrong.
extension Diagnostic {
  package static func unreachableState(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.unreachableState, range, "no arrow leads to '\(name)' from the initial state")
  }

  /// Returns the warning about a state from which no row leads, although it is not final. No ancestor of the state has
  /// a row either.
  ///
  /// - Parameters:
  ///   - body: the composite state or the region in which the state is; nil for the machine.
  ///   - keyword: the `state` keyword before which the fix inserts `final`; nil if that is not possible.
  package static func deadEndState(
    _ range: SourceRange, _ name: String, in body: String?, keyword: SourceRange?
  ) -> Diagnostic {
    let end = body.map { "'\($0)' is done" } ?? "the machine ends"
    let diagnostic = Diagnostic(.deadEndState, range, "'\(name)' has no row: declare it 'final' if \(end) there")
    guard let keyword else { return diagnostic }
    let place = SourceRange(keyword.lowerBound, keyword.lowerBound)
    return diagnostic.fix("declare '\(name)' 'final'", TextEdit(place, "final "), isSafe: false)
  }

  package static func shadowedRow(_ range: SourceRange, state: String, event: String) -> Diagnostic {
    Diagnostic(
      .shadowedRow, range, "this row never applies: '\(state)' has a row before it that always takes '\(event)'")
  }

  package static func repeatedGuard(_ range: SourceRange, state: String, event: String) -> Diagnostic {
    Diagnostic(
      .shadowedRow, range,
      "this row never applies: '\(state)' has a row before it that takes '\(event)' under the same guard")
  }

  package static func coveredRow(_ range: SourceRange, state: String, event: String) -> Diagnostic {
    Diagnostic(
      .shadowedRow, range,
      "this row never applies: the patterns of the rows before it for '\(state)' and '\(event)' leave nothing over")
  }

  /// Returns the warning about a state without a row that always applies for an event with the policy `error`. All rows
  /// of the state for the event have guards.
  ///
  /// - Parameters:
  ///   - throwsElsewhere: whether the event has `error` because `throw` is declared, but its method does not throw.
  ///     False if the policy `error` itself is declared.
  ///   - row: an edit that adds a row with `[else]`.
  package static func missingElse(
    _ range: SourceRange, state: String, event: String, throwsElsewhere: Bool, adding row: TextEdit
  ) -> Diagnostic {
    let policy = throwsElsewhere ? "where '\(event)' does not throw" : "under 'unhandled error'"
    return Diagnostic(
      .missingElse, range,
      "\(policy) one row should always apply, and all rows of '\(state)' for '\(event)' have a guard: write one with '[else]'"
    ).fix("add a row with '[else]'", row, isSafe: false)
  }

  package static func forgottenStatePayload(_ range: SourceRange, _ payload: String, state: String, event: String)
    -> Diagnostic
  {
    Diagnostic(
      .forgottenPayload, range,
      "'\(event)' leaves '\(state)' and forgets its '\(payload)': hand it to an effect that resumes or cancels it, or carry it over"
    )
  }

  package static func forgottenEventPayload(_ range: SourceRange, _ payload: String, event: String, state: String)
    -> Diagnostic
  {
    Diagnostic(
      .forgottenPayload, range,
      "'\(state)' takes '\(event)' and forgets its '\(payload)': hand it to an effect that resumes or cancels it, or carry it over"
    )
  }

  /// Returns the warning about an event that some states may ignore. The payload of the event has a value such as a
  /// continuation, so a caller waits. If the event is ignored, nothing resumes the continuation, and the caller waits
  /// for ever.
  ///
  /// - Parameters:
  ///   - payload: the name of this field, for the message.
  ///   - hasFinal: whether one of the states is final. A final state can have no row, so the message suggests to remove
  ///     `final`.
  package static func ignoredCaller(
    _ range: SourceRange, _ payload: String, event: String, states: [String], hasFinal: Bool
  ) -> Diagnostic {
    Diagnostic(
      .forgottenPayload, range,
      "'\(event)' may be ignored in \(listed(states)), and its '\(payload)' forgotten, so that whoever waits for it waits "
        + "for ever: write a row for it there" + (hasFinal ? " (and leave out 'final')" : "") + ", or 'unhandled trap'"
    )
  }

  package static func strandedStates(_ range: SourceRange, _ states: [String]) -> Diagnostic {
    Diagnostic(
      .strandedState, range, "the machine has an end, and no row leads there from \(listed(states)): write one")
  }

  /// Returns the warning about `a can reach b` if no rows lead from `a` to `b`, whatever the guards return.
  package static func cannotReach(_ range: SourceRange, _ state: String, _ targets: [String]) -> Diagnostic {
    Diagnostic(
      .strandedState, range,
      "no rows lead from '\(state)' to \(listed(targets)): write one, or leave '\(state)' out of this statement")
  }

  /// Returns the warning about a `try` statement, which gives tests an event to try, if the machine ignores the event
  /// in every state: it has the policy `ignore`, and no state takes or defers it.
  package static func triedForNothing(_ range: SourceRange, _ event: String) -> Diagnostic {
    Diagnostic(.unused, range, "no row has '\(event)' as its event, so that trying it does nothing: leave this out")
  }

  /// Returns the warning about a row that is never taken, because nothing sends its event. Only outputs such as
  /// `output validate -> validated` send it, and none of them runs while a source of the row is active.
  package static func notSent(_ range: SourceRange, _ reason: String) -> Diagnostic {
    Diagnostic(.notSent, range, "this row is never taken: \(reason)")
  }

  /// Returns the first five names in quotes, and the number of the others: `'a', 'b' and 3 more`.
  package static func listed(_ names: [String]) -> String {
    let first = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > 5 ? first + " and \(names.count - 5) more" : first
  }

  /// Returns the warning about a comment such as `// sm-gen: ignore W305` on a line that has no such finding.
  ///
  /// - Parameter removal: an edit that removes the code from the comment, or the whole comment.
  static func suppressesNothing(_ range: SourceRange, _ code: String, removal: TextEdit) -> Diagnostic {
    Diagnostic(.suppression, range, "there is no '\(code)' in this line to ignore: leave it out")
      .fix("leave out the comment on '\(code)'", removal)
  }

  static func malformedSuppression(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .suppression, range,
      "this comment ignores nothing: write the codes of warnings and why, as in '// sm-gen: ignore W305: sent by tests'"
    )
  }

  package static func overriddenRow(_ range: SourceRange, state: String, event: String) -> Diagnostic {
    Diagnostic(
      .overriddenRow, range,
      "this row never applies: every state within '\(state)' has a row of its own that always takes '\(event)'")
  }

  /// Returns the warning about a row that has sources in two regions.
  package static func conflictingSources(
    _ range: SourceRange, event: String, state: String, first: String, second: String
  ) -> Diagnostic {
    Diagnostic(
      .conflictingRows, range,
      "this row leaves '\(state)' on '\(event)' from the regions '\(first)' and '\(second)': where both apply, it is taken once, for '\(first)'"
    )
  }

  package static func conflictingRows(_ range: SourceRange, event: String, state: String, first: String) -> Diagnostic {
    Diagnostic(
      .conflictingRows, range,
      "this row and one of the region '\(first)' both leave '\(state)' on '\(event)': where both apply, the first region's is taken"
    )
  }

  /// Returns the warning about a row that never applies and has the source `*`, which means all states of its body.
  ///
  /// - Parameter reason: the reason why `*` means no state. Nil if each state that `*` means has a row of its own,
  ///   which is taken instead.
  package static func idleWildcard(_ range: SourceRange, _ reason: EmptyWildcard?) -> Diagnostic {
    let why =
      switch reason {
      case .hasRegions(let leaves):
        "its body holds regions and no states; write it in \(leaves ? "one region, of which all are left" : "each region")"
      case .hasNoStates: "'*' means the states within this one, which has none; leave out '*'"
      case .isNeverDone: "no state of its body is ever done; name an event"
      case .isExcepted: "every state is final, or is excepted"
      case nil: "every state has a row of its own, or is excepted"
      }
    return Diagnostic(.idleWildcard, range, "this '*' row never applies: \(why)")
  }

  package static func unused(_ what: String, _ name: String, _ range: SourceRange, _ why: String) -> Diagnostic {
    Diagnostic(.unused, range, "the \(what) '\(name)' is never used: \(why)")
  }

  package static func throwsNothing(_ range: SourceRange, event: String) -> Diagnostic {
    Diagnostic(
      .unused, range,
      "'\(event)' is declared 'throws', and no row of it throws: leave 'throws' out, or write 'throw' in the row that it is for"
    )
  }

  /// Returns the warning about an activity, such as `do / play`, if its output sends an event:
  /// `output play -> finished`. No row takes this event while the state with the activity is active.
  ///
  /// - Parameter output: the name of the output, `play`.
  package static func unusedResult(_ range: SourceRange, of output: String, event: String, state: String) -> Diagnostic
  {
    Diagnostic(
      .unused, range,
      "'\(output)' sends '\(event)' while '\(state)' is active, and no row takes that there: write '\(state) : \(event)', or "
        + "a row of a state around it")
  }

  package static func literalGuard(_ word: String, _ range: SourceRange, of what: String, in source: SourceFile)
    -> Diagnostic
  {
    guard word == "true" else {
      return Diagnostic(
        .literalGuard, range, "this guard never holds, and the \(what) never applies: leave it out")
    }
    if source.isOnlyGuard(range) {
      return Diagnostic(.literalGuard, range, "this guard always holds: write '[else]'").replacing(range, by: "else")
    }
    return Diagnostic(.literalGuard, range, "this guard always holds: leave it out")
      .leavingOutGuard(range, in: source)
  }

  package static func loneElse(_ range: SourceRange, in source: SourceFile) -> Diagnostic {
    Diagnostic(.literalGuard, range, "no row with a guard comes before this 'else', which always holds: leave it out")
      .leavingOutGuard(range, in: source)
  }

  private func leavingOutGuard(_ range: SourceRange, in source: SourceFile) -> Diagnostic {
    source.brackets(around: range).map { fix("leave out the guard", source.removing($0)) } ?? self
  }

  package static func differsInCase(
    _ what: String, _ name: String, _ range: SourceRange, _ first: String, _ firstRange: SourceRange
  ) -> Diagnostic {
    Diagnostic(.differsInCase, range, "the \(what) '\(name)' and '\(first)' differ only in case: rename one of them")
      .note("the other is here", firstRange)
  }

  package static func hiddenProperty(_ name: String, _ range: SourceRange, _ property: SourceRange) -> Diagnostic {
    Diagnostic(.hiddenProperty, range, "the label '\(name)' hides the machine's property: rename one of them")
      .note("the property is here", property)
  }

  // MARK: Probably not meant

  /// Returns the warning about a machine that several files in a folder declare.
  ///
  /// - Parameter isOwn: true if the machine is declared at `range`; false if a state there has it as submachine.
  package static func machineInSeveralFiles(
    _ range: SourceRange, _ name: String, files: [String], isOwn: Bool
  ) -> Diagnostic {
    let places = files.prefix(2).map { "'\($0.split(separator: "/").last ?? $0[...])'" }.joined(separator: " and in ")
    return Diagnostic(
      .doubtful, range,
      "the machine '\(name)' is declared in \(places)\(isOwn ? " too" : ""): rename one of them, or move it to another folder"
    )
  }

  /// Returns the warning about an undeclared name that is nearly the same as a declared one.
  package static func nearName(_ range: SourceRange, _ name: String, nearest: String) -> Diagnostic {
    Diagnostic(.doubtful, range, "'\(name)' is not declared here: did you mean '\(nearest)'?")
      .replacing(range, by: SwiftName.written(nearest), isSafe: false)
  }

  /// Returns the warning about a name in a row that means nothing in this row. It is a label of `owner`, which is not
  /// the source or the event of this row.
  ///
  /// - Parameter user: the named guard or effect at `range` whose Swift uses the label; nil if the row itself uses it.
  package static func labelOfOther(_ range: SourceRange, _ name: String, _ owner: String, usedBy user: String?)
    -> Diagnostic
  {
    let part = user.map { ", which '\($0)' uses," } ?? ""
    let remedy = user == nil ? "write what this row's states and events have" : "use it in rows for '\(owner)'"
    return Diagnostic(
      .doubtful, range, "'\(name)'\(part) is a label of '\(owner)', and not known here: \(remedy)")
  }

  /// Returns the warning about `.some(count)`, a pattern that probably lacks `let`. Without `let`, Swift compares with
  /// a variable `count`, and the row knows no such variable. A guard or an effect of the row uses `count`, or the name
  /// is declared elsewhere in the machine.
  package static func nameWithoutLet(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .doubtful, range, "'\(name)' is compared in this pattern, and declared nowhere here: write 'let \(name)'"
    )
    .replacing(range, by: "let \(SwiftName.written(name))", isSafe: false)
  }

  /// Returns the warning about Swift that names an event, an output or an effect where a value must be: `[push]`.
  package static func noValue(_ range: SourceRange, _ name: String, _ kind: String) -> Diagnostic {
    Diagnostic(.doubtful, range, "'\(name)' is declared as the name of an \(kind), and Swift here needs a value")
  }

  /// Returns the warning about Swift that uses a state as a value: `[muted]` in place of `[in(muted)]`.
  package static func stateAsValue(_ range: SourceRange, _ name: String, path: String) -> Diagnostic {
    Diagnostic(
      .doubtful, range,
      "'\(name)' is declared as the name of a state, and Swift here needs a value: a guard asks '[in(\(path))]'")
  }

  /// Returns the warning about `count = load()`, an output in place of a value.
  package static func valueOfOutput(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.doubtful, range, "'\(name)' is an output, which gives no value: an event brings what comes of it")
  }

  /// Returns the warning about `{ handle(event: .stop) }`, an effect that would begin another run within the current
  /// one.
  package static func eventWithinStep(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .doubtful, range, "'\(name)' here would begin a step within this one: write 'raise event' after the block")
  }

  /// Returns the warning about `{ buzz() }`, a call of an output in Swift.
  package static func callOfOutput(_ range: SourceRange, _ name: String, effect: String) -> Diagnostic {
    Diagnostic(
      .doubtful, range, "'\(name)' is an output, and braces hold Swift, which calls a function: write '/ \(effect)'")
  }

  package static func idleTimer(_ range: SourceRange, _ timer: String) -> Diagnostic {
    Diagnostic(
      .doubtful, range, "'\(timer)' does nothing: write '/ effect' after it, or a target before ':'")
  }

  /// Returns the warning about `state open(var n: Int)`. The `var` of a field is for values that methods change in
  /// place, such as arrays. For values that own no memory, it has no use.
  package static func variableNumber(_ range: SourceRange, _ name: String, type: String) -> Diagnostic {
    Diagnostic(.doubtful, range, "'var' is for values that methods change, and '\(name)' is '\(type)': leave it out")
  }

  /// Returns the note about an expression such as `Date()`, which has another value when the machine is replayed.
  package static func unrepeatable(_ range: SourceRange, _ value: String) -> Diagnostic {
    Diagnostic(
      .unrepeatable, range,
      "'\(Diagnostic.quotation(value))' is another value when the machine is replayed: hand it in with the event")
  }
}
