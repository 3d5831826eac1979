/// What the resolver and the checks say.
extension Diagnostic {
  // MARK: Declarations

  static func undeclared(_ what: String, _ name: String, _ range: SourceRange, nearest: String?) -> Diagnostic {
    let help = nearest.map { "did you mean '\($0)'?" } ?? "declare it in the machine"
    let article = what.hasPrefix("event") || what.hasPrefix("output") ? "an" : "a"
    return Diagnostic(.undeclaredName, range, "'\(name)' is not declared as \(article) \(what): \(help)")
  }

  static func declaredTwice(_ what: String, _ name: String, _ range: SourceRange, first: SourceRange?) -> Diagnostic {
    Diagnostic(.declaredTwice, range, "the \(what) '\(name)' is declared twice: rename one of them")
      .note("the first is here", first)
  }

  static func namedTwice(_ what: String, _ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(.declaredTwice, range, "this row names the \(what) '\(name)' twice: leave one out")
  }

  static func unusableName(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.unusableName, range, "'\(name)' cannot be a name here: it means something else; choose another")
  }

  static func actorOnMachine(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .misplaced, range,
      "'@\(name)' belongs to a wrapper, not to the machine, which is a value: write 'wrapper @\(name) class'")
  }

  static func noInitialState(_ range: SourceRange, _ machine: String) -> Diagnostic {
    Diagnostic(.initialState, range, "'\(machine)' has no initial state: write 'initial' before one of its states")
  }

  static func secondInitialState(_ range: SourceRange, first: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .initialState, range, "a body has one initial state, and '\(name)' is it: leave out 'initial' before one of them"
    )
    .note("the first is here", first)
  }

  static func generatedMember(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.generatedName, range, "'\(name)' is the name of a generated member: choose another for the property")
  }

  static func generatedType(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .generatedName, range,
      "'\(name)' is the name of a generated type: qualify the one that is meant, as in 'Module.\(name)', or rename it")
  }

  static func generatedCase(_ range: SourceRange, _ what: String, _ name: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      .generatedName, range, "'\(name)' is the name of a generated \(what), \(reason): choose another for this one")
  }

  static func initialiserUsesProperty(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .initialiserUsesProperty, range,
      "the initial value of a property cannot use another, as '\(name)' is: write its value, or assign it in a row")
  }

  static func guardCycle(_ range: SourceRange, _ name: String, isDeep: Bool) -> Diagnostic {
    Diagnostic(
      .guardCycle, range,
      isDeep
        ? "this guard leads through too many others, '\(name)' among them: write its expression out"
        : "this guard uses itself through '\(name)': write the expression of one of them out")
  }

  static func guardTooLong(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .guardCycle, range, "the expression of '\(name)' becomes too long when the guards in it are replaced by theirs")
  }

  static func wrapperAndNone(_ range: SourceRange, first: SourceRange) -> Diagnostic {
    Diagnostic(.wrapperKind, range, "'wrapper none' and another wrapper contradict each other: leave one out")
      .note("the first is here", first)
  }

  static func wrapperNames(_ range: SourceRange, first: SourceRange?, word: String) -> Diagnostic {
    Diagnostic(.wrapperNames, range, "two wrappers of a machine need different names: write 'wrapper \(word) Name'")
      .note("the first is here", first)
  }

  static func attributeOfNoWrapper(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.wrapperKind, range, "'\(name)' belongs to a class, and there is none: leave it out")
  }

  static func observableActor(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrapperKind, range,
      "an actor's state cannot be observed from outside of it: write 'wrapper @MainActor @Observable class'")
  }

  static func isolatedActor(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .wrapperKind, range, "an actor isolates itself: leave out '@\(name)', or write 'wrapper @\(name) class'")
  }

  static func actorNotSendable(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .wrapperKind, range,
      "what an actor sends and receives crosses to other isolations: write 'machine \(name): Sendable'")
  }

  static func defaultActorNotSendable(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .wrapperKind, range,
      "'\(name)' has asynchronous outputs or timers, so its wrapper is an actor, which needs 'Sendable': write 'machine \(name): Sendable', or ask for 'wrapper @MainActor class'"
    )
  }

  static func plainClassNotCalledBack(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrapperKind, range,
      "a class without isolation cannot be called back when an asynchronous output or a timer ends: write 'wrapper actor' or 'wrapper @MainActor class'"
    )
  }

  static func wrapperOfPack(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrapperKind, range,
      "a machine with a pack or a value as generic parameter can have no wrapper: write 'wrapper none'")
  }

  // MARK: Rows

  static func rowWithoutEvent(_ range: SourceRange) -> Diagnostic {
    Diagnostic(.arrowWithoutEvent, range, "this row has no event: write one behind ':', or 'always' if it needs none")
  }

  static func rowFromFinalState(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .rowFromFinalState, range,
      "no row can begin in the final state '\(name)': leave it out, or leave out 'final'")
  }

  static func actionOfFinalState(_ name: String, _ range: SourceRange, _ word: String) -> Diagnostic {
    Diagnostic(
      .rowFromFinalState, range, "the final state '\(name)' is never left: it cannot have '\(word)'")
  }

  static func finalException(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .rowFromFinalState, range, "'*' does not include the final state '\(name)': leave it out behind 'except'")
  }

  static func twoUnconditionalRows(_ range: SourceRange, state: String, event: String) -> Diagnostic {
    Diagnostic(
      .twoUnconditionalRows, range,
      "'\(state)' has two rows for '\(event)' that always apply: give the first a guard, or leave one out")
  }

  static func pairsMissing(_ range: SourceRange, _ pairs: [String], count: Int) -> Diagnostic {
    let noun = count == 1 ? "row is" : "rows are"
    return Diagnostic(
      .pairsMissing, range,
      "under 'unhandled error' every state needs a row for every event, and \(count) \(noun) missing: \(pairs.joined(separator: ", "))"
    )
  }

  static func effectAfterTrap(_ range: SourceRange) -> Diagnostic {
    Diagnostic(.effectAfterTrap, range, "nothing happens behind 'trap': leave this out")
  }

  static func finalComposite(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .finalComposite, range,
      "the final state '\(name)' cannot have states within it: leave out 'final', or make one of them final")
  }

  // MARK: Payloads

  static func unsuppliedPayload(
    label: String?, type: String, _ range: SourceRange, target: String, state: String, event: String
  ) -> Diagnostic {
    let field = label.map { "'\($0): \(type)'" } ?? "a value of type '\(type)'"
    let argument = label.map { "\($0): …" } ?? "…"
    let lack =
      label == nil ? "which does not carry over" : "which neither the event '\(event)' nor the state '\(state)' has"
    return Diagnostic(
      .unsuppliedPayload, range, "'\(target)' needs \(field), \(lack): write '\(target)(\(argument))'")
  }

  static func missingArgument(label: String?, type: String, _ range: SourceRange, of what: String, _ name: String)
    -> Diagnostic
  {
    let field = label.map { "'\($0): \(type)'" } ?? "a value of type '\(type)'"
    let argument = label.map { "\($0): …" } ?? "…"
    return Diagnostic(
      .unsuppliedPayload, range, "the \(what) '\(name)' needs \(field): write '\(name)(\(argument))'")
  }

  static func ambiguousLabel(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .ambiguousLabel, range,
      "'\(name)' is a label of the event and of the source: bind one under another name, as in 'event(\(name): other)'")
  }

  static func ambiguousCarry(
    _ name: String, _ range: SourceRange, state: String, event: String, target: String
  ) -> Diagnostic {
    Diagnostic(
      .ambiguousLabel, range,
      "'\(name)' of '\(target)' could come from the event '\(event)' or from the state '\(state)': write "
        + "'\(target)(\(name): …)', with one of them bound under another name, as in '\(event)(\(name): other)'")
  }

  static func differentType(
    _ name: String, _ range: SourceRange, target: String, type: String, found: String
  ) -> Diagnostic {
    Diagnostic(
      .differentType, range,
      "'\(name)' is '\(type)' in '\(target)' and '\(found)' where it would carry over from: write '\(target)(\(name): …)'"
    )
  }

  static func unknownLabel(
    _ label: String, _ range: SourceRange, _ what: String, _ name: String, nearest: String?, labels: [String]
  ) -> Diagnostic {
    let help: String
    if let nearest {
      help = "did you mean '\(nearest)'?"
    } else if labels.isEmpty {
      help = "it has no labels"
    } else {
      help = "it has " + labels.map { "'\($0)'" }.joined(separator: ", ")
    }
    return Diagnostic(.unknownLabel, range, "the \(what) '\(name)' has no label '\(label)': \(help)")
  }

  static func labelTwice(_ label: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(.unknownLabel, range, "'\(label)' is given twice: leave one out")
  }

  static func missingLabel(
    _ label: String, _ value: String, _ range: SourceRange, _ what: String, _ name: String
  ) -> Diagnostic {
    Diagnostic(.unknownLabel, range, "the \(what) '\(name)' has a label here: write '\(label): \(value)'")
  }

  static func argumentOrder(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.unknownLabel, range, "the arguments of '\(name)' stand in the order of its declaration: move this one")
  }

  static func tooMany(
    _ what: String, _ name: String, found: Int, expected: Int, _ range: SourceRange, _ isPattern: Bool
  ) -> Diagnostic {
    let noun = isPattern ? "pattern" : "argument"
    let has = expected == 0 ? "has no payload" : expected == 1 ? "takes one" : "takes \(expected)"
    return Diagnostic(
      .argumentCount, range, "one \(noun) too many: the \(what) '\(name)' \(has)")
  }

  static func labelNotInAllSources(_ name: String, _ range: SourceRange, state: String, event: String) -> Diagnostic {
    Diagnostic(
      .labelNotInAllSources, range,
      "'\(name)' is not known in '\(state)' on '\(event)': give that its own row, or write something that all of them have"
    )
  }

  static func labelOfOtherType(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .labelNotInAllSources, range, "'\(name)' has different types in the row's sources or events: write a row for each"
    )
  }

  // MARK: Assignments

  static func assignsWhereLeft(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .notAssignable, range,
      "'\(name)' is left with its state: give the target an argument, as in 'target(\(name): …)', or leave out the arrow"
    )
  }

  static func assignsEnclosing(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .notAssignable, range,
      "'\(name)' belongs to a composite around the state: an 'entry' can change the payload of its own state only")
  }

  static func assignsOnExit(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(.notAssignable, range, "'\(name)' is left with its state: an 'exit' cannot change it")
  }

  static func assignsEvent(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(.notAssignable, range, "'\(name)' is the event's and cannot be changed: only the state's labels can")
  }

  static func assignsBinding(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(.notAssignable, range, "'\(name)' is bound by a pattern within a field: assign the whole field")
  }

  static func assignsConstant(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(.notAssignable, range, "'\(name)' is a constant: declare it with 'var' to assign it")
  }

  static func assignsGuard(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(.notAssignable, range, "'\(name)' is a guard and cannot be assigned")
  }

  static func forbiddenInBlock(_ word: String, _ range: SourceRange) -> Diagnostic {
    let help =
      switch word {
      case "return", "break", "continue": "a block runs to its end; put the condition into an 'if'"
      case "await": "a transition never waits; produce an output, and send an event when the work is done"
      case "throw": "a transition cannot fail; give the failure an event or a state"
      default: "catch the error here, or write 'try?'"
      }
    return Diagnostic(.forbiddenInBlock, range, "'\(word)' cannot leave a block: \(help)")
  }

  // MARK: Warnings

  static func unreachableState(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.unreachableState, range, "no arrow leads to '\(name)' from the initial state")
  }

  static func deadEndState(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.deadEndState, range, "'\(name)' has no row: declare it 'final' if the machine ends there")
  }

  static func shadowedRow(_ range: SourceRange, state: String, event: String) -> Diagnostic {
    Diagnostic(
      .shadowedRow, range, "this row never applies: '\(state)' has a row before it that always takes '\(event)'")
  }

  static func repeatedGuard(_ range: SourceRange, state: String, event: String) -> Diagnostic {
    Diagnostic(
      .shadowedRow, range,
      "this row never applies: '\(state)' has a row before it that takes '\(event)' under the same guard")
  }

  static func missingElse(_ range: SourceRange, state: String, event: String) -> Diagnostic {
    Diagnostic(
      .missingElse, range,
      "under 'unhandled error' one row should always apply, and all rows of '\(state)' for '\(event)' have a guard: write one with '[else]'"
    )
  }

  static func forgottenStatePayload(_ range: SourceRange, _ payload: String, state: String, event: String) -> Diagnostic
  {
    Diagnostic(
      .forgottenPayload, range,
      "'\(event)' leaves '\(state)' and forgets its '\(payload)': hand it to an effect that resumes or cancels it, or carry it over"
    )
  }

  static func forgottenEventPayload(_ range: SourceRange, _ payload: String, event: String, state: String) -> Diagnostic
  {
    Diagnostic(
      .forgottenPayload, range,
      "'\(state)' takes '\(event)' and forgets its '\(payload)': hand it to an effect that resumes or cancels it, or carry it over"
    )
  }

  static func ignoredCaller(_ range: SourceRange, _ payload: String, event: String, states: [String]) -> Diagnostic {
    Diagnostic(
      .forgottenPayload, range,
      "'\(event)' may be ignored in \(listed(states)), and its '\(payload)' forgotten, so that whoever waits for it waits for ever: write a row for it there, or 'unhandled trap'"
    )
  }

  static func strandedStates(_ range: SourceRange, _ states: [String]) -> Diagnostic {
    Diagnostic(
      .strandedState, range, "the machine has an end, and no row leads there from \(listed(states)): write one")
  }

  /// The first of some names in quotes, and how many more there are.
  private static func listed(_ names: [String]) -> String {
    let first = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > 5 ? first + " and \(names.count - 5) more" : first
  }

  static func silencesNothing(_ range: SourceRange, _ code: String) -> Diagnostic {
    Diagnostic(.silencing, range, "there is no '\(code)' in this line to ignore: leave it out")
  }

  static func malformedSilencing(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .silencing, range,
      "this comment ignores nothing: write the codes of warnings and why, as in '// sm-gen: ignore W305: sent by tests'"
    )
  }

  static func overriddenRow(_ range: SourceRange, state: String, event: String) -> Diagnostic {
    Diagnostic(
      .overriddenRow, range,
      "this row never applies: every state within '\(state)' has a row of its own that always takes '\(event)'")
  }

  static func conflictingRows(_ range: SourceRange, event: String, state: String, first: String) -> Diagnostic {
    Diagnostic(
      .conflictingRows, range,
      "this row and one of the region '\(first)' both leave '\(state)' on '\(event)': where both apply, the first region's is taken"
    )
  }

  static func idleWildcard(_ range: SourceRange) -> Diagnostic {
    Diagnostic(.idleWildcard, range, "this '*' row never applies: every state has a row of its own, or is excepted")
  }

  static func unused(_ what: String, _ name: String, _ range: SourceRange, _ why: String) -> Diagnostic {
    Diagnostic(.unused, range, "the \(what) '\(name)' is never used: \(why)")
  }

  static func literalGuard(_ word: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .literalGuard, range,
      word == "true"
        ? "this guard always holds: leave it out" : "this guard never holds, and the row never applies: leave it out")
  }

  static func assigningGuard(_ range: SourceRange) -> Diagnostic {
    Diagnostic(.assigningGuard, range, "a guard only looks: compare with '==', or assign in an effect")
  }

  static func differsInCase(
    _ what: String, _ name: String, _ range: SourceRange, _ first: String, _ firstRange: SourceRange
  ) -> Diagnostic {
    Diagnostic(.differsInCase, range, "the \(what) '\(name)' and '\(first)' differ only in case: rename one of them")
      .note("the other is here", firstRange)
  }

  static func hiddenProperty(_ name: String, _ range: SourceRange, _ property: SourceRange) -> Diagnostic {
    Diagnostic(.hiddenProperty, range, "the label '\(name)' hides the machine's property: rename one of them")
      .note("the property is here", property)
  }
}
