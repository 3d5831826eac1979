/// The findings about choices, cycles, regions, histories, `done`, `defer` and submachines.
extension Diagnostic {
  // MARK: Choices and cycles

  package static func choiceAsState(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.choiceRow, range, "'\(name)' is a choice, which the machine is never in: name a state")
  }

  package static func choiceAndState(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .choiceRow, range, "'\(name)' is no choice as the others of this row are: give it a row of its own, with an event"
    )
  }

  package static func choiceWithEvent(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .choiceRow, range,
      "a choice is passed through and waits for no event: leave it out, and write '[guard]' or '[else]'")
  }

  package static func staysAfterExit(_ range: SourceRange, _ state: String) -> Diagnostic {
    Diagnostic(
      .stayingRow, range,
      "'\(state)' cannot stay active here, as it does something when it is left, and is left before: write '-> target'")
  }

  package static func staysInPseudostate(_ range: SourceRange, _ word: String) -> Diagnostic {
    Diagnostic(
      .stayingRow, range,
      "nothing can stay active here, as '\(word)' leads to this choice: write '-> target' before the ':'")
  }

  package static func idleAlways(_ range: SourceRange, staying row: SourceRange) -> Diagnostic {
    Diagnostic(
      .endlessCycle, range,
      "this 'always' row may do nothing, and so do it again for ever: give it or the choice's row an effect or an arrow"
    )
    .note("the row of the choice that stays", row)
  }

  package static func choiceHasNoPayload(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .choiceRow, range,
      "the choice '\(name)' has no payload: leave this out; labels that all rows to it have stay in scope")
  }

  package static func oftenPrintedChoice(_ range: SourceRange, _ name: String, count: Int) -> Diagnostic {
    Diagnostic(
      .oftenPrintedChoice, range,
      "the rows of '\(name)' are generated \(count) times, once for each row that leads there: have these lead to a state "
        + "whose rows are 'always', which are generated once"
    )
  }

  package static func choiceWithoutElse(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .choiceWithoutElse, range, "the choice '\(name)' may lead nowhere: write a row '\(name) -> target : [else]'")
  }

  package static func shadowedChoiceRow(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.shadowedRow, range, "this row never applies: the choice '\(name)' has a row before it that always does")
  }

  package static func twoUnconditionalChoiceRows(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .twoUnconditionalRows, range,
      "the choice '\(name)' has two rows that always apply: give the first a guard, or leave one out")
  }

  package static func choiceCycle(_ range: SourceRange, _ names: [String]) -> Diagnostic {
    Diagnostic(
      .endlessCycle, range,
      "choices cannot lead back to themselves, as \(list(names, " -> ")) does: put a state between them")
  }

  package static func alwaysCycle(_ range: SourceRange, _ names: [String]) -> Diagnostic {
    Diagnostic(
      .endlessCycle, range,
      "these 'always' rows never end: \(list(names, " -> ")); give one of them a guard, or an event")
  }

  package static func raisedCycle(_ range: SourceRange, _ events: [String]) -> Diagnostic {
    Diagnostic(
      .doubtful, range,
      "these rows raise each other's events for ever: \(list(events, " -> ")); give one of them a guard")
  }

  package static func idleAlways(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .endlessCycle, range,
      "this 'always' row does nothing, and so does it again for ever: give it an arrow or an effect")
  }

  // MARK: Events that outputs send

  package static func sendsAtOnce(_ range: SourceRange, _ output: String) -> Diagnostic {
    Diagnostic(
      .sentEvents, range,
      "'\(output)' is performed at once and sends no event: write 'async' or 'stream' before '->', or leave this out")
  }

  package static func sendsToSubmachine(_ range: SourceRange, _ event: String) -> Diagnostic {
    Diagnostic(
      .sentEvents, range, "'\(event)' hands events on to a submachine, whose own outputs send some: leave it out")
  }

  /// Returns names with a separator between them. Of more than 8 names, only the first 6, `…` and the last are named.
  private static func list(_ names: [String], _ separator: String) -> String {
    guard names.count > 8 else { return names.joined(separator: separator) }
    return (names.prefix(6) + ["…"] + names.suffix(1)).joined(separator: separator)
  }

  package static func tooManyBranches(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .choiceRow, range,
      "an arrow through '\(name)' and the choices after it has more than 256 branches: put a state between them")
  }

  package static func labelNotInAllBranches(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .labelNotInAllSources, range,
      "'\(name)' is not known in every row into the choice: only labels that all rows to it have are in scope")
  }

  package static func notDeclaredOnAllPaths(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .labelNotInAllSources, range,
      "'\(name)' is not known in every row into the choice: declare it in a block of each row that leads there")
  }

  // MARK: Regions

  package static func inRegion(_ range: SourceRange, _ word: String) -> Diagnostic {
    Diagnostic(.region, range, "a region has no '\(word)': move it into the composite, or into a state of the region")
  }

  package static func regionsInRegion(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.region, range, "the region '\(name)' holds regions and no states: put them one level out")
  }

  package static func emptyRegion(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.region, range, "the region '\(name)' has no states: declare an initial one")
  }

  package static func stateBesideRegions(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.region, range, "'\(name)' stands beside regions: move it into one of them")
  }

  /// Returns the finding on a choice that is declared beside regions, in the same body.
  ///
  /// - Parameter body: the composite state that has the regions.
  package static func choiceBesideRegions(_ range: SourceRange, _ name: String, body: String) -> Diagnostic {
    Diagnostic(
      .region, range,
      "'\(name)' stands beside regions: declare it beside '\(body)', for arrows that leave all of them, or in one of them"
    )
  }

  package static func oneRegion(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.region, range, "'\(name)' has one region only: declare another, or its states without a region")
  }

  package static func regionAsState(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.region, range, "'\(name)' is a region, which is always active with the others: name a state")
  }

  package static func betweenRegions(_ range: SourceRange, region: String) -> Diagnostic {
    Diagnostic(
      .betweenRegions, range,
      "no arrow leads from the region '\(region)' into another beside it, which is active already: let the other have a row for the event, or 'raise' one"
    )
  }

  package static func misplacedStateQuery(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .stateQuery, range,
      "states are asked for in guards of rows with an event, a timer, 'always' or 'done': here, a microstep has begun")
  }

  /// Returns the finding on a state query such as `in(open)` that is not in a guard.
  ///
  /// - Parameter what: the text in which the state query is, such as `the initial value of a property`.
  package static func stateQuery(_ range: SourceRange, in what: String) -> Diagnostic {
    Diagnostic(
      .stateQuery, range,
      "states are asked for in guards of rows with an event, a timer, 'always' or 'done', not in \(what)")
  }

  /// Returns the finding on `in open`, a state query without parentheses.
  ///
  /// - Parameter end: the offset after the name, up to which the fix replaces the text.
  package static func stateQueryWithoutParentheses(_ range: SourceRange, _ name: String, end: Int) -> Diagnostic {
    Diagnostic(.stateQuery, range, "'in' asks for a state, whose name stands in parentheses: write 'in(\(name))'")
      .replacing(SourceRange(range.lowerBound, end), by: "in(\(name))")
  }

  package static func severalStatesInQuery(_ range: SourceRange, _ states: [String]) -> Diagnostic {
    let questions = list(states.map { "in(\($0))" }, " || ")
    return Diagnostic(.stateQuery, range, "'in' asks for one state: write '\(questions)'")
  }

  package static func targetsOfOneRegion(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .betweenRegions, range,
      "'\(name)' is not in a region of its own: several targets stand in different regions of one composite")
  }

  package static func severalTargetsButStates(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .betweenRegions, range, "several targets are states: a choice or a history is the only target of its row")
  }

  package static func choiceLeavesRegion(_ range: SourceRange, _ name: String, region: String) -> Diagnostic {
    Diagnostic(
      .betweenRegions, range,
      "the choice '\(name)' stands in the region '\(region)' and cannot lead out of it: declare it outside of the composite"
    )
  }

  package static func historyOfRegions(_ range: SourceRange, _ name: String, _ region: String) -> Diagnostic {
    Diagnostic(
      .history, range,
      "'\(name)' has regions, each with a history of its own: write '\(name).\(region).history', or '\(name).deepHistory' for all of them"
    )
  }

  package static func doneOfRegions(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .argumentCount, range,
      "'\(name)' is done when each of its regions is, which no one pattern can match: write 'done'")
  }

  // MARK: Groups

  // MARK: Effects of events in every state

  package static func groupInItself(_ range: SourceRange, _ name: String, in group: String, isDeep: Bool) -> Diagnostic
  {
    let reason =
      isDeep
      ? "leads through too many other groups: name the states"
      : name == group ? "is this group: leave it out" : "has '\(group)' in it, and cannot be in it, too: leave one out"
    return Diagnostic(.group, range, "'\(name)' \(reason)")
  }

  package static func groupAsState(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.group, range, "'\(name)' is a group of states: name the one that is meant")
  }

  /// Returns the finding on a row whose source is a group that contains a region.
  ///
  /// - Parameter name: the name of the group.
  package static func regionInGroup(_ range: SourceRange, _ name: String, region: String) -> Diagnostic {
    Diagnostic(
      .group, range,
      "no row begins in a region, as '\(region)' of the group '\(name)' is: name states in its place")
  }

  package static func finalStateInGroup(_ range: SourceRange, _ name: String, state: String) -> Diagnostic {
    Diagnostic(
      .group, range,
      "no row begins in a final state, as '\(state)' of the group '\(name)' is: take it out of the group")
  }

  // MARK: Activities

  package static func noActivity(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .activity, range, "'do' begins an asynchronous output and nothing else: write this after 'entry /'")
  }

  package static func plainActivity(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .activity, range,
      "'\(name)' is performed at once, so no state can do it for a while: write 'entry / \(name)', or declare 'output \(name) async'"
    )
  }

  package static func activityTwice(_ range: SourceRange, _ name: String, first: String, isSame: Bool) -> Diagnostic {
    Diagnostic(
      .activity, range,
      isSame
        ? "the state does '\(name)' already: leave this out, or declare another output"
        : "'\(first)' does '\(name)' too, and can be active at the same time: declare an output for each")
  }

  // MARK: Submachines

  package static func undeclaredMachine(_ name: String, _ range: SourceRange, nearest: String?) -> Diagnostic {
    let help = nearest.map { "did you mean '\($0)'?" } ?? "declare it, or say where with '--with FILE'"
    return Diagnostic(.undeclaredName, range, "'\(name)' is not declared as a machine: \(help)")
      .replacing(range, by: nearest)
  }

  package static func machineCycle(_ range: SourceRange, _ names: [String]) -> Diagnostic {
    Diagnostic(
      .submachine, range,
      "machines cannot hold each other, as \(list(names, " -> ")) do: let one of them send events to the other instead")
  }

  package static func tooManyClosures(_ range: SourceRange, _ limit: Int) -> Diagnostic {
    Diagnostic(
      .submachine, range,
      "the wrapper would take a closure for each of more than \(limit) outputs of this submachine: write 'wrapper none'"
    )
  }

  /// Returns the finding on the name of a case without its dot in a pattern: `open` in place of `.open`. Without the
  /// dot, the pattern matches every case.
  ///
  /// - Parameters:
  ///   - kind: the word for what the pattern matches, such as `state`.
  ///   - machine: the machine or the composite state that has the case.
  package static func missingDot(_ range: SourceRange, _ name: String, _ kind: String, of machine: String)
    -> Diagnostic
  {
    Diagnostic(
      .doubtful, range, "'\(name)' without a dot is a pattern for every \(kind) of '\(machine)': write '.\(name)'"
    ).replacing(range, by: ".\(SwiftName.written(name))")
  }

  package static func statesBesideSubmachine(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .submachine, range, "'\(name)' holds a machine and has states of its own: move them into that machine")
  }

  package static func submachineName(_ what: String, _ name: String, _ range: SourceRange, state: SourceRange)
    -> Diagnostic
  {
    Diagnostic(
      .declaredTwice, range, "the \(what) '\(name)' is that of the machine in the state '\(name)': rename one of them"
    ).note("the state is here", state)
  }

  package static func genericArguments(_ range: SourceRange, _ name: String, parameters: [String]) -> Diagnostic {
    let list = parameters.joined(separator: ", ")
    return Diagnostic(
      .submachine, range,
      parameters.isEmpty
        ? "'\(name)' is not generic: leave out what stands in '<' and '>'"
        : "'\(name)' is generic: write an argument for each of its parameters, as in '\(name)<\(list)>'")
  }

  package static func submachineConformance(
    _ range: SourceRange, _ name: String, _ conformance: String, owner: String
  ) -> Diagnostic {
    Diagnostic(
      .submachine, range,
      "'\(owner)' is '\(conformance)', and so must be what it holds: write 'machine \(name): \(conformance)'"
    ).aboutSwift
  }

  package static func submachineWithMethods(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .submachine, range,
      "a submachine is sent its events as values, and '\(name)' has methods: leave 'interface methods' out of it")
  }

  package static func submachineNeeds(
    _ range: SourceRange, _ state: String, _ machine: String, _ argument: String, _ type: String
  ) -> Diagnostic {
    Diagnostic(
      .unsuppliedPayload, range,
      "the machine '\(machine)' cannot begin without a value of type '\(type)': write '\(state)(\(argument))'")
  }

  // MARK: History, done, defer

  package static func misplacedHistory(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.history, range, "'\(name)' stands at the end of a target, as in '-> player.\(name)'")
  }

  package static func misplacedHistoryDefault(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .history, range, "'history ->' says where a composite's history begins: move it into the composite's body")
  }

  package static func historyDefaultOutside(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.history, range, "the history of '\(name)' begins in a state within it: name one")
  }

  package static func unusedHistoryDefault(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.unused, range, "this default is never used: no row leads to '\(name).history'")
  }

  package static func historyHasNoPayload(_ range: SourceRange, _ word: String, state: String) -> Diagnostic {
    Diagnostic(
      .history, range,
      "'\(word)' comes back with the payload that it had: leave this out, or give it to the composite, as in '\(state)(…).\(word)'"
    )
  }

  package static func historyOfSimpleState(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.history, range, "'\(name)' has no states within it, and so no history: write '-> \(name)'")
  }

  package static func donePattern(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .argumentCount, range, "'done' takes one pattern without a label, for the final state: write 'done(.name)'")
  }

  package static func noFinalChild(_ range: SourceRange, _ name: String, of state: String, nearest: String?)
    -> Diagnostic
  {
    let help = nearest.map { "did you mean '.\($0)'?" } ?? "name one that is"
    return Diagnostic(.neverDone, range, "'\(name)' is no final state of '\(state)': \(help)")
      .replacing(range, by: nearest.map(SwiftName.written))
  }

  /// Returns the finding on a row with the trigger `done` from a state that never has a completion event.
  ///
  /// - Parameters:
  ///   - isComposite: whether the state is a composite state. It then has no final state within it.
  ///   - submachine: the name of the state's submachine, which has no final state; nil if the state has no submachine.
  package static func neverDone(
    _ range: SourceRange, _ name: String, isComposite: Bool, submachine: String?
  ) -> Diagnostic {
    let reason =
      if let submachine {
        ": declare one of the states of '\(submachine)' 'final'"
      } else if isComposite {
        ": declare one of the states within it 'final'"
      } else {
        ", as it has no states within it: name an event"
      }
    return Diagnostic(.neverDone, range, "'\(name)' is never done\(reason)")
  }

  package static func deferInFinalState(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.deferral, range, "the final state '\(name)' keeps no events: leave this out, or leave out 'final'")
  }

  package static func deferredTwice(_ range: SourceRange, _ name: String, in source: SourceFile) -> Diagnostic {
    Diagnostic(.declaredTwice, range, "'\(name)' is deferred here already: leave it out")
      .fix("leave out '\(name)'", source.removingElement(range, after: "defer"))
  }

  package static func idleDefer(_ range: SourceRange, _ name: String, state: String) -> Diagnostic {
    Diagnostic(.shadowedRow, range, "'\(name)' is never deferred: '\(state)' has a row that always takes it")
  }
}
