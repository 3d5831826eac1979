import StateMachineSyntax

/// Checks that report declarations which are never used.
extension Checks {
  /// Reports declarations that nothing uses: events, outputs, properties, named guards, named effects, actions, results
  /// and history defaults.
  mutating func checkUses() {
    if !usage.hasBrokenHistory {
      for (state, range) in usage.unusedHistoryDefaults.sorted(by: { $0.key < $1.key }) {
        diagnostics.append(.unusedHistoryDefault(range, name(of: state)))
      }
    }
    // The owner of a submachine may have rows for its events.
    if !machine.isSubmachine {
      report("event", machine.events.map(\.name.range), usage.events, "no row has it as its event")
    }
    report("output", machine.outputs.map(\.name.range), usage.outputs, "no effect produces it")
    // Others may read what they see: uses in another module are unknown.
    let isSeen = machine.access == .public || machine.access == .package
    for (index, property) in machine.storedProperties.enumerated()
    where !usage.properties[ID(index)] && (!isSeen || property.visibility == .private) {
      // A property that a label hides is reported elsewhere.
      if machine.owner(ofLabel: property.name.id) != nil { continue }
      report("property", property.name.range, "no row or action uses it")
    }
    for name in usage.unusedShorthands {
      report(name.kind.rawValue, name.range, "no row \(name.kind == .condition ? "" : "or action ")names it")
    }
    checkActions()
    checkEventsOfActivities()
    checkThrows()
  }

  /// Reports events whose methods are declared with `throws`, although no row and no policy throws an error for them.
  private mutating func checkThrows() {
    guard machine.hasMethods, usage.brokenRows.isEmpty else { return }
    var silent = Set(
      machine.events.indices.filter { event in
        // The file declares the event with `throws`, and some row has it, but no policy throws for it.
        machine.events[event].method.throwing != nil && machine.events[event].owner == nil && usage.events[event]
          && machine.policy(of: event) != .throw
      })
    guard !silent.isEmpty else { return }
    for transition in machine.transitions {
      guard let event = transition.trigger.event, silent.contains(event) else { continue }
      transition.forEachRow { if mayThrow(machine.rows[$0]) { silent.remove(event) } }
    }
    for event in silent.sorted() {
      diagnostics.append(.throwsNothing(machine.events[event].name.range, event: name(of: event)))
    }
  }

  /// Returns whether a row may throw an error to the caller of its event's method. It may if it contains the word
  /// `throw` or `try`, even in a closure that catches the error. A named effect in the row counts if it ends in
  /// `throw`. It also counts if it has a `try` whose error may reach the caller.
  private func mayThrow(_ row: Row) -> Bool {
    if row.throws || row.hasAttempt { return true }
    let ranges = [row.range] + row.effects.flatMap(\.codes).map(\.range)
    return ranges.contains { range in
      SwiftLexer.tokens(of: machine.source.bytes, in: range).contains {
        ["throw", "try"].contains(machine.source.text(SourceRange($0.start, $0.end)))
      }
    }
  }

  /// Reports states whose activity sends an event that no row can take then. For example, `loading` has `do / load` for
  /// `output load async -> loaded`, but no row takes `loaded` while `loading` is active. Only events with the policy
  /// `ignore` are examined. Left out are events without any row, and events that declare `unhandled ignore` themselves.
  private mutating func checkEventsOfActivities() {
    guard usage.brokenRows.isEmpty, !machine.isSubmachine else { return }
    for state in machine.states.indices {
      for case .begin(let output, _, let range) in machine.states[state].activity?.effects ?? [] {
        for event in machine.outputs[output].sent where usage.events[event] && machine.policy(of: event) == .ignore {
          guard machine.events[event].unhandled == nil else { continue }
          guard !behaviour.reactors(to: event).contains(where: { machine.canBeActive($0, with: state) }) else {
            continue
          }
          diagnostics.append(
            .unusedResult(
              range, of: machine.names.text(machine.outputs[output].name.id), event: name(of: event),
              state: name(of: state)))
        }
      }
    }
  }

  /// Reports each `action`, an enum of results, that no event's method returns and no Swift in the file names. For all
  /// other actions, reports each result that no row gives and no Swift in the file names. Reports nothing for an action
  /// whose values come from Swift outside of the file.
  private mutating func checkActions() {
    guard !machine.actionEnums.isEmpty, usage.brokenRows.isEmpty else { return }
    var given = machine.actionEnums.map { Array(repeating: false, count: $0.cases.count) }
    for transition in machine.transitions {
      transition.forEachArrival { arrival in
        if case .action(let action, let index, _, _)? = arrival.result { given[action.index][index] = true }
      }
    }
    let words = SwiftWords(machine)
    let beside = machine.swift.wordsBeside
    let madeElsewhere = actionsMadeElsewhere()
    for (place, action) in machine.actionEnums.enumerated() {
      let name = machine.source.text(action.name.range)
      let isResult = machine.events.contains { $0.method.result?.actionEnum == ID(place) }
      if madeElsewhere.contains(ID(place)) { continue }
      guard isResult || words.types.contains(name) || beside.types.contains(name) else {
        report("action", action.name.range, "no event returns it")
        continue
      }
      for (index, one) in action.cases.enumerated()
      where !given[place][index] {
        let name = machine.source.text(one.name.range)
        if words.members.contains(name) || beside.members.contains(name) { continue }
        report("result", one.name.range, "no row gives it")
      }
    }
  }

  /// Returns the actions whose values may come from Swift outside of the file: some row gives as its result the value
  /// of a function, an initializer or a variable. Any result of such an action may then be used.
  private func actionsMadeElsewhere() -> Set<ActionEnumID> {
    var result: Set<ActionEnumID> = []
    for transition in machine.transitions {
      guard let action = machine.result(of: transition.trigger)?.actionEnum, !result.contains(action) else { continue }
      transition.forEachArrival { arrival in
        if case .value(let code)? = arrival.result, getsValue(code) { result.insert(action) }
      }
    }
    return result
  }

  /// Returns whether the Swift of a result may get its value from outside of the file. It does if it calls a function
  /// or an initializer that the file does not declare: `makeAction()`. It also does if it is a single name such as
  /// `action`, which may be a variable. A case such as `.write(part)` is no call.
  private func getsValue(_ code: SwiftCode) -> Bool {
    var swift = SwiftLexer(bytes: machine.source.bytes, from: code.range.lowerBound, to: code.range.upperBound)
    var before: SwiftToken?
    var isCase = false
    var count = 0
    while true {
      let token = swift.next()
      if token.kind == .end { break }
      if token.isPunctuation(Ascii.leftParen), let before, before.kind == .identifier, before.end == token.start,
        !isCase, !isDeclared(machine.source.text(SourceRange(before.start, before.end)))
      {
        return true
      }
      // A dot begins a case if nothing comes before it, or a blank, or a sign other than `)`, as in `(.write`.
      if token.isPunctuation(Ascii.dot) {
        isCase =
          before.map { $0.end < token.start || $0.kind == .punctuation && !$0.isPunctuation(Ascii.rightParen) } ?? true
      } else if token.kind != .identifier || before?.isPunctuation(Ascii.dot) != true {
        isCase = false
      }
      count += 1
      before = token
    }
    return count == 1 && before?.kind == .identifier
  }

  /// Returns whether the Swift in the machine declares a name, or the Swift elsewhere in the file may declare it.
  /// Elsewhere, any use of the name suffices, because the compiler does not know the meaning of that Swift.
  private func isDeclared(_ name: String) -> Bool {
    machine.swift.names.contains(name) || machine.swift.wordsBeside.types.contains(name)
  }

  /// Reports the declarations of one kind that are not used.
  ///
  /// - Parameters:
  ///   - kind: the kind of declaration, as a message names it: `event`.
  ///   - names: the places of the declared names.
  ///   - isUsed: the declarations that are used, by index.
  ///   - reason: the end of the message: `no row has it as its event`.
  private mutating func report<Element>(
    _ kind: String, _ names: [SourceRange], _ isUsed: IDSet<Element>, _ reason: String
  ) {
    for (index, name) in names.enumerated() where !isUsed[ID(index)] { report(kind, name, reason) }
  }

  private mutating func report(_ kind: String, _ name: SourceRange, _ reason: String) {
    diagnostics.append(.unused(kind, machine.source.text(name), name, reason))
  }
}
