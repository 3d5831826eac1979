import StateMachineSyntax

/// Resolves rows on the completion of a state: `active -> idle : done`.
extension Resolver {
  /// Returns the pattern of a trigger `done(pattern)` as a list of one pattern. The list is empty for `done` alone. Nil
  /// if there are several patterns, or if the pattern has a label; both are reported.
  mutating func plan(ofDone list: ArgumentListSyntax?) -> [FieldPattern]? {
    guard let list, let first = list.items.first else { return [] }
    if list.items.count > 1 || first.label != nil {
      reject(.donePattern(list.items.count > 1 ? list.items[1].value.range : first.label?.range ?? list.range))
      return nil
    }
    return [pattern(first.value, of: .unknown)]
  }

  /// Reports a row on `done` whose source can never be completed, because it contains no final state. Also reports a
  /// pattern of `done` that names no final state of the source. A source with regions may have no pattern but `_`. Does
  /// nothing for rows on other triggers.
  ///
  /// - Parameters:
  ///   - state: a source of the row.
  ///   - range: the place of the triggers, for findings.
  mutating func checkDone(_ state: StateID, _ range: SourceRange) {
    guard let plan = row.triggers.first(where: { $0.trigger.plain == .done })?.plan else { return }
    let name = stateName(state)
    guard machine.canBeDone(state) else {
      row.isBroken = true
      // The final state may be declared in text that could not be read.
      guard tree.possiblyDeclaredNames.isEmpty else { return }
      diagnostics.append(
        .neverDone(
          range, name, isComposite: machine.states[state].isComposite,
          submachine: machine.states[state].submachine?.interface.name))
      return
    }
    if machine.isParallel(state), let pattern = plan.first {
      if case .ignored = pattern { return }
      reject(.doneOfRegions(range, name))
      return
    }
    let submachine = machine.states[state].submachine
    if case .bound(let child)? = plan.first, !isUsed(child.range),
      finalStates(of: state).contains(text(child.id))
    {
      reportOnce(
        .missingDot(child.range, text(child.id), "final state", of: submachine?.interface.name ?? name))
    }
    guard case .deep(let pattern, _)? = plan.first else { return }
    // The pattern names a final state, `.accepted`, with or without a pattern for its payload.
    var swift = SwiftLexer(bytes: source.bytes, from: pattern.range.lowerBound, to: pattern.range.upperBound)
    var dot = swift.next()
    if isBinding(dot) { dot = swift.next() }
    guard dot.isPunctuation(Ascii.dot) else { return }
    let token = swift.next()
    guard token.kind == .identifier, token.byte != Ascii.backtick else { return }
    let child = source.text(SourceRange(token.start, token.end))
    let finals = finalStates(of: state)
    let range = SourceRange(token.start, token.end)
    read(finalStateIn: pattern.range, of: state)
    if let named = machine.states[state].children.first(where: { stateName($0) == child }) {
      note(range, state: named)
    }
    guard !finals.contains(child) else { return }
    row.isBroken = true
    if let name = tree.names.find(token.start, token.end), isExcused(name, among: finals) { return }
    reportOnce(.noFinalChild(range, child, of: name, nearest: Spelling.nearest(to: child, among: finals)))
  }

  /// Returns the names of the final states by which a state is completed. These are the final states of its submachine
  /// or, without a submachine, the final states among its own children.
  private func finalStates(of state: StateID) -> [String] {
    machine.states[state].submachine?.interface.finalStates
      ?? machine.states[state].children.filter { machine.states[$0].isFinal }.map { stateName($0) }
  }

  /// Returns the patterns of a row on `done`, with the types of the names that they bind. In
  /// `done(.accepted(let code))`, `code` gets its type from the payload of the final state `accepted`. This is a state
  /// in the composite state or in its submachine.
  ///
  /// - Parameters:
  ///   - plan: the patterns of the row, still without these types.
  ///   - composite: the source of the row.
  mutating func plan(_ plan: [FieldPattern], ofDone composite: StateID) -> [FieldPattern] {
    guard case .deep(var pattern, let text)? = plan.first, !pattern.bindings.isEmpty else { return plan }
    if let submachine = machine.states[composite].submachine {
      setTypes(of: &pattern, in: submachine)
      return [.deep(pattern, text)]
    }
    var payloads: [String: [SourceRange]] = [:]
    for child in machine.states[composite].children where machine.states[child].isFinal {
      payloads[stateName(child)] = machine.states[child].fields.map(\.type)
    }
    let reader = PatternReader(SwiftLexer.tokens(of: source.bytes, in: pattern.range), of: .cases(payloads), typeReader)
    for index in pattern.bindings.indices {
      let name = pattern.bindings[index].name
      pattern.bindings[index] = binding(name, reader)
    }
    return [.deep(pattern, text)]
  }
}
