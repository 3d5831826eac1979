import StateMachineSyntax

/// Resolves the results and the errors that rows give to the caller of their event's method.
extension Resolver {
  /// Sets the result of a transition, which the caller of the event's method gets. Returns false if the method needs a
  /// result and the row has none, or if the row may not have a result; both are reported. A row that leads to a choice,
  /// for example, may have no result, because the rows of the choice give it.
  mutating func addResult(to transition: inout Transition) -> Bool {
    guard machine.hasMethods else { return true }
    if let choice = row.choice {
      let name = text(machine.choices[choice].name.id)
      if let result = row.result { reportOnce(.resultBeforeChoice(result.range, name)) }
      if let keyword = row.throwing { reportOnce(.errorBeforeChoice(keyword, source.text(keyword), name)) }
      return row.result == nil && row.throwing == nil
    }
    guard let declaration = machine.event(of: transition.trigger) else {
      guard let result = row.result else { return true }
      reportOnce(.unexpectedResult(result.range, event: nil))
      return false
    }
    let name = text(declaration.name.id)
    guard let expected = declaration.method.result else {
      guard let result = row.result else { return true }
      reportOnce(
        Diagnostic.unexpectedResult(result.range, event: name)
          .note("'\(name)' is declared here", declaration.name.range))
      return false
    }
    switch row.result {
    case .value(let text, _):
      let type = source.text(expected.type)
      occurrences?.add(result: text.range, type)
      transition.result = .value(named(text))
      return true
    case .action(let name, let arguments):
      guard let result = action(name, arguments, of: declaration, expected) else { return false }
      transition.result = result
      return true
    case nil:
      if expected.defaultValue != nil || row.traps || row.throwing != nil { return true }
      reportOnce(
        Diagnostic.missingResult(row.range, event: name, type: source.text(expected.type))
          .note("'\(name)' is declared here", declaration.name.range))
      return false
    }
  }

  /// Returns the result `name` with its arguments: a case of the enum of results that the event's method returns.
  /// Returns nil, and reports why, if there is no such enum or no such case. Also returns nil if an argument is
  /// missing.
  private mutating func action(
    _ name: NameSyntax, _ arguments: ArgumentListSyntax?, of event: Event, _ expected: Method.Result
  ) -> TransitionResult? {
    guard let id = expected.actionEnum else {
      row.isBroken = true
      let type = machine.nameOfAction(in: expected.type)
      let actions = machine.actionEnums.map { text($0.name.id) }
      if let type = tree.names.find(text: type), isExcused(type, among: actions) { return nil }
      // The enum with this result may have a less similar name.
      let having = machine.actionEnums.filter { $0.cases.contains { $0.name.id == name.id } }
      let nearest =
        Spelling.slip(type, among: actions)
        ?? Spelling.nearest(to: type, among: having.map { text($0.name.id) })
      // A misspelled type is one mistake for all rows.
      let range = nearest == nil ? name.range : expected.type
      if nearest == nil || !diagnostics.diagnostics.contains(where: { $0.range == range }) {
        reportOnce(
          .resultOfOtherType(
            range, event: text(event.name.id), type: source.text(expected.type), nearest: nearest))
      }
      return nil
    }
    let declaration = machine.actionEnums[id]
    guard let index = declaration.cases.firstIndex(where: { $0.name.id == name.id }) else {
      let spelling = text(name.id)
      row.isBroken = true
      guard undeclaredNames.insert(UndeclaredName(what: text(declaration.name.id), name: name.id)).inserted else {
        return nil
      }
      let nearest = Spelling.nearest(to: spelling, among: declaration.cases.map { text($0.name.id) })
      reportOnce(
        Diagnostic.undeclaredResult(
          spelling, name.range, event: text(event.name.id), action: text(declaration.name.id), nearest: nearest
        ).note("'\(text(declaration.name.id))' is declared here", declaration.name.range))
      return nil
    }
    let result = declaration.cases[index]
    note(name.range, result.name, .result)
    let list = arguments ?? ArgumentListSyntax(items: [], range: name.range)
    guard let places = match(list, to: result.fields, of: "action", named: result.name, isPattern: false) else {
      return nil
    }
    let call = list.items.contains { $0.label == nil } ? self.call(of: result) : nil
    let target = CarryTarget(name: result.name, range: name.range, call: call)
    var given: [TargetArgument] = []
    var isComplete = true
    for (field, declared) in result.fields.enumerated() {
      if let place = places.firstIndex(of: field) {
        given.append(.code(named(list.items[place].value)))
      } else if let carried = carry(declared, to: target) {
        given.append(carried)
      } else {
        isComplete = false
      }
    }
    return isComplete
      ? .action(id, index: index, given, range: row.result?.range ?? name.range) : nil
  }

  /// Reports a `throw` or `try` in the current row if the event's method is not declared with `throws`. Two more
  /// mistakes are reported in a noncopyable machine with methods. One is a row that uses `state`: the method moves it
  /// out of the machine while it runs. The other is a row with both `try` and `throw`. Returns false if there is such a
  /// finding.
  mutating func checkErrors(of transition: Transition) -> Bool {
    if machine.hasMethods, machine.isNoncopyable {
      if let taken = row.namesState {
        reportOnce(.takenState(taken))
        return false
      }
      if let attempt = row.attempt, row.throwing != nil {
        reportOnce(.attemptBeforeThrow(attempt))
        return false
      }
    }
    guard machine.hasMethods, row.throwing != nil || row.attempt != nil else { return true }
    let event = machine.event(of: transition.trigger)
    if event?.method.throwing != nil { return true }
    let range = row.attempt ?? row.throwing ?? row.range
    // A named effect contains the word in its declaration.
    let word = row.attempt == nil ? row.throwing.map(source.text) ?? "throw" : "try"
    let diagnostic = Diagnostic.throwingEvent(
      range, word, event: event.map { text($0.name.id) } ?? machine.name(of: transition.trigger))
    reportOnce(event.map { diagnostic.note("'\(text($0.name.id))' is declared here", $0.name.range) } ?? diagnostic)
    return false
  }
}

extension Resolver {
  /// Returns a result as a call with all of its fields, as a message shows it: `write(part, to: executor, …)`.
  fileprivate func call(of result: ActionEnum.Case) -> String {
    let arguments = result.fields.map { field -> String in
      let value = field.name.map { text($0.id) } ?? "…"
      return field.label.map { "\(text($0.id)): \(value)" } ?? value
    }
    return "\(text(result.name.id))(\(arguments.joined(separator: ", ")))"
  }
}
