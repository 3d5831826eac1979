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

  static func wrapperNames(_ range: SourceRange, first: SourceRange?) -> Diagnostic {
    Diagnostic(.wrapperNames, range, "two wrappers of a machine need different names: write 'wrapper class Name'")
      .note("the first is here", first)
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

  static func rowFromFinalState(_ name: String, _ range: SourceRange, isExit: Bool = false) -> Diagnostic {
    Diagnostic(
      .rowFromFinalState, range,
      isExit
        ? "the final state '\(name)' is never left: it cannot have 'exit'"
        : "no row can begin in the final state '\(name)': leave it out, or leave out 'final'")
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

  // MARK: Choices and cycles

  static func choiceAsState(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.choiceRow, range, "'\(name)' is a choice, which the machine is never in: name a state")
  }

  static func choiceAndState(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .choiceRow, range, "'\(name)' is no choice as the others of this row are: give it a row of its own, with an event"
    )
  }

  static func choiceWithEvent(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .choiceRow, range,
      "a choice is passed through and waits for no event: leave it out, and write '[guard]' or '[else]'")
  }

  static func choiceWithoutTarget(_ range: SourceRange) -> Diagnostic {
    Diagnostic(.choiceRow, range, "this row of a choice leads nowhere: write '-> target' before the ':'")
  }

  static func choiceHasNoPayload(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .choiceRow, range,
      "the choice '\(name)' has no payload: leave this out; labels that all rows to it have stay in scope")
  }

  static func choiceWithoutElse(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .choiceWithoutElse, range, "the choice '\(name)' may have no way on: write a row '\(name) -> target : [else]'")
  }

  static func shadowedChoiceRow(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.shadowedRow, range, "this row never applies: the choice '\(name)' has a row before it that always does")
  }

  static func twoUnconditionalChoiceRows(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .twoUnconditionalRows, range,
      "the choice '\(name)' has two rows that always apply: give the first a guard, or leave one out")
  }

  static func choiceCycle(_ range: SourceRange, _ names: [String]) -> Diagnostic {
    Diagnostic(
      .endlessCycle, range,
      "choices cannot lead back to themselves, as \(list(names, " -> ")) does: put a state between them")
  }

  static func alwaysCycle(_ range: SourceRange, _ names: [String]) -> Diagnostic {
    Diagnostic(
      .endlessCycle, range,
      "these 'always' rows never come to rest: \(list(names, " -> ")); give one of them a guard, or an event")
  }

  static func idleAlways(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .endlessCycle, range,
      "this 'always' row does nothing, and so does it again for ever: give it an arrow or an effect")
  }

  /// A long list is cut short: a thousand names help nobody.
  private static func list(_ names: [String], _ separator: String) -> String {
    guard names.count > 8 else { return names.joined(separator: separator) }
    return (names.prefix(6) + ["…"] + names.suffix(1)).joined(separator: separator)
  }

  static func tooManyWays(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .choiceRow, range,
      "an arrow through '\(name)' and the choices behind it has more than 256 ways to go: put a state between them")
  }

  static func labelNotOnAllWays(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .labelNotInAllSources, range,
      "'\(name)' is not known on every way into the choice: only labels that all rows to it have are in scope")
  }

  // MARK: Regions

  static func inRegion(_ range: SourceRange, _ word: String) -> Diagnostic {
    Diagnostic(.region, range, "a region has no '\(word)': move it into the composite, or into a state of the region")
  }

  static func regionsInRegion(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.region, range, "the region '\(name)' holds regions and no states: put them one level out")
  }

  static func emptyRegion(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.region, range, "the region '\(name)' has no states: declare an initial one")
  }

  static func stateBesideRegions(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.region, range, "'\(name)' stands beside regions: move it into one of them")
  }

  static func oneRegion(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.region, range, "'\(name)' has one region only: declare another, or its states without a region")
  }

  static func regionAsState(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.region, range, "'\(name)' is a region, which is always active with the others: name a state")
  }

  static func betweenRegions(_ range: SourceRange, region: String) -> Diagnostic {
    Diagnostic(
      .betweenRegions, range,
      "no arrow leads from the region '\(region)' into another beside it, which is active already: let the other have a row for the event, or 'raise' one"
    )
  }

  static func choiceLeavesRegion(_ range: SourceRange, _ name: String, region: String) -> Diagnostic {
    Diagnostic(
      .betweenRegions, range,
      "the choice '\(name)' stands in the region '\(region)' and cannot lead out of it: declare it outside of the composite"
    )
  }

  static func historyOfRegions(_ range: SourceRange, _ name: String, _ region: String) -> Diagnostic {
    Diagnostic(
      .history, range,
      "'\(name)' has regions, each with a history of its own: write '\(name).\(region).history', or '\(name).deepHistory' for all of them"
    )
  }

  static func doneOfRegions(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .argumentCount, range,
      "'\(name)' is done when each of its regions is, which no one pattern can match: write 'done'")
  }

  // MARK: Submachines

  static func undeclaredMachine(_ name: String, _ range: SourceRange, nearest: String?) -> Diagnostic {
    let help = nearest.map { "did you mean '\($0)'?" } ?? "declare it, or say where with '--with FILE'"
    return Diagnostic(.undeclaredName, range, "'\(name)' is not declared as a machine: \(help)")
  }

  static func machineCycle(_ range: SourceRange, _ names: [String]) -> Diagnostic {
    Diagnostic(
      .submachine, range,
      "machines cannot hold each other, as \(list(names, " -> ")) do: let one of them send events to the other instead")
  }

  static func statesBesideSubmachine(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .submachine, range, "'\(name)' holds a machine and has states of its own: move them into that machine")
  }

  static func heldName(_ what: String, _ name: String, _ range: SourceRange, state: SourceRange) -> Diagnostic {
    Diagnostic(
      .declaredTwice, range, "the \(what) '\(name)' is that of the machine in the state '\(name)': rename one of them"
    ).note("the state is here", state)
  }

  static func heldConformance(_ range: SourceRange, _ name: String, _ conformance: String, holder: String) -> Diagnostic
  {
    Diagnostic(
      .submachine, range,
      "'\(holder)' is '\(conformance)', and so must be what it holds: write 'machine \(name): \(conformance)'")
  }

  static func heldAccess(_ range: SourceRange, _ name: String, _ access: String, holder: String) -> Diagnostic {
    Diagnostic(
      .submachine, range,
      "'\(holder)' is '\(access)', and so must be what it holds: write '\(access) machine \(name)'")
  }

  static func heldNeeds(
    _ range: SourceRange, _ state: String, _ machine: String, _ argument: String, _ type: String
  ) -> Diagnostic {
    Diagnostic(
      .unsuppliedPayload, range,
      "the machine '\(machine)' cannot begin without a value of type '\(type)': write '\(state)(\(argument))'")
  }

  // MARK: History, done, defer

  static func misplacedHistory(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.history, range, "'\(name)' stands at the end of a target, as in '-> player.\(name)'")
  }

  static func misplacedHistoryDefault(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .history, range, "'history ->' says where a composite's history begins: move it into the composite's body")
  }

  static func historyDefaultOutside(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.history, range, "the history of '\(name)' begins in a state within it: name one")
  }

  static func unusedHistoryDefault(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.unused, range, "this default is never used: no row leads to '\(name).history'")
  }

  static func historyHasNoPayload(_ range: SourceRange, _ word: String, state: String) -> Diagnostic {
    Diagnostic(
      .history, range,
      "'\(word)' comes back with the payload that it had: leave this out, or give it to the composite, as in '\(state)(…).\(word)'"
    )
  }

  static func historyOfSimpleState(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.history, range, "'\(name)' has no states within it, and so no history: write '-> \(name)'")
  }

  static func donePattern(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .argumentCount, range, "'done' takes one pattern without a label, for the final state: write 'done(.name)'")
  }

  static func noFinalChild(_ range: SourceRange, _ name: String, of state: String, nearest: String?) -> Diagnostic {
    let help = nearest.map { "did you mean '.\($0)'?" } ?? "name one that is"
    return Diagnostic(.neverDone, range, "'\(name)' is no final state of '\(state)': \(help)")
  }

  static func neverDone(_ range: SourceRange, _ name: String, isComposite: Bool) -> Diagnostic {
    Diagnostic(
      .neverDone, range,
      isComposite
        ? "'\(name)' is never done: declare one of the states within it 'final'"
        : "'\(name)' is never done, as it has no states within it: name an event")
  }

  static func deferInFinalState(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.deferral, range, "the final state '\(name)' ends here and keeps no events: leave this out")
  }

  static func deferredTwice(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.declaredTwice, range, "'\(name)' is deferred here already: leave it out")
  }

  static func idleDefer(_ range: SourceRange, _ name: String, state: String) -> Diagnostic {
    Diagnostic(.shadowedRow, range, "'\(name)' is never deferred: '\(state)' has a row that always takes it")
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
