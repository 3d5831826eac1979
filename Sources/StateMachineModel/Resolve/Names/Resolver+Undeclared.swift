import StateMachineSyntax

/// Reports undeclared names, and suggests in the finding what each name probably means.
extension Resolver {
  /// Reports an undeclared name, and sets `row.isBroken` of the current statement. A name that has been reported before
  /// is not reported again. Nor is a name whose declaration may be in text that the parser could not read. In a machine
  /// without states, no undeclared state is reported. In one without events, only the first undeclared event is.
  ///
  /// - Parameters:
  ///   - what: the kind of declaration that is missing: `event`.
  ///   - candidates: the declared names of this kind; the finding suggests a similar one.
  ///   - words: other words that are allowed there, such as `history` or `cancelSave`; the finding may suggest a
  ///     similar one.
  ///   - call: for an effect, its text as a call of a Swift function, because such a call may be meant. Nil for other
  ///     statements.
  ///   - remedy: the advice for the message; nil if this function is to find one.
  mutating func undeclared(
    _ what: String, _ name: NameSyntax, among candidates: some Sequence<Identifier>, orWords words: [String] = [],
    orCall call: String? = nil, remedy: String? = nil
  ) {
    row.isBroken = true
    guard !isExcused(name.id, among: candidates.map { text($0.id) }) else { return }
    isIncomplete = true
    // The lack of all states has been reported, and of undeclared events one is enough.
    if what == "state", machine.states.isEmpty { return }
    if what == "event", machine.events.isEmpty {
      guard !lacksEvents else { return }
      lacksEvents = true
    }
    guard undeclaredNames.insert(UndeclaredName(what: what, name: name.id)).inserted else { return }
    guard diagnostics.isOpen else { return diagnostics.appendOmittedError() }
    let tree = tree
    let nearest = Spelling.nearest(to: text(name.id), among: words + candidates.lazy.map { tree.names.text($0.id) })
    let action = what == "event" && nearest == nil ? Parser.actionOfState(text(name.id)) : nil
    let remedy =
      remedy ?? action.map { "write '\($0) / effect' in the state's body" }
      ?? (nearest == nil ? otherMeaning(of: name, expected: what) : nil)
    diagnostics.append(.undeclared(what, text(name.id), name.range, nearest: nearest, orCall: call, remedy: remedy))
  }

  /// Returns advice for a name that is no state or event, but is declared as something else:
  /// `it is an event, and stands after ':'`. For an event of a state's submachine, the advice is to write it as
  /// `loaded(.refresh)`. Nil if there is no advice.
  ///
  /// - Parameter what: the kind of declaration that is expected: `state`.
  private mutating func otherMeaning(of name: NameSyntax, expected what: String) -> String? {
    let meaning = names[name.id]
    if what == "event", let state = state(holdingEvent: text(name.id)) {
      let holder = stateName(state)
      return "the machine that '\(holder)' holds has it: write '\(holder)(.\(text(name.id)))'"
    }
    switch what {
    case "state" where meaning.event != nil: return "it is an event, and stands after ':'"
    case "event" where meaning.state != nil: return "it is a state, and a row leads there with '-> \(text(name.id))'"
    case "state", "event":
      return meaning.output == nil && meaning.namedEffect == nil ? nil : "it is an effect, and stands after '/'"
    default: return nil
    }
  }
}
