import StateMachineSyntax

/// Findings, and the reasons not to make one.
extension Resolver {
  /// Reports a mistake that leaves the row at hand without a meaning.
  mutating func reject(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    row.isBroken = true
  }

  mutating func reportOnce(_ diagnostic: Diagnostic) {
    guard !row.reported.contains(where: { $0.code == diagnostic.code && $0.range == diagnostic.range }) else { return }
    row.reported.append((diagnostic.severity, diagnostic.code, diagnostic.range))
    diagnostics.append(diagnostic)
  }

  /// The row names something that is not declared: an error, unless the declaration may be in what could not be read.
  ///
  /// - Parameters:
  ///   - words: keywords that could stand there.
  ///   - call: the same as Swift.
  mutating func undeclared(
    _ what: String, _ name: NameSyntax, among candidates: some Sequence<Identifier>, orWords words: [String] = [],
    orCall call: String? = nil, remedy: String? = nil
  ) {
    row.isBroken = true
    guard !isExcused(name.id) else { return }
    isIncomplete = true
    // That no state is declared has been reported, and of undeclared events one stands for all.
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

  /// What a name is declared as that stands in the place of a state or of an event.
  private mutating func otherMeaning(of name: NameSyntax, expected what: String) -> String? {
    let meaning = names[name.id]
    if what == "event", let state = state(holdingEvent: text(name.id)) {
      let holder = stateName(state)
      return "the machine that '\(holder)' holds has it: write '\(holder)(.\(text(name.id)))'"
    }
    switch what {
    case "state" where meaning.event != nil: return "it is an event, and stands behind ':'"
    case "event" where meaning.state != nil: return "it is a state, and a row leads there with '-> \(text(name.id))'"
    case "state", "event":
      return meaning.output == nil && meaning.namedEffect == nil ? nil : "it is an effect, and stands behind '/'"
    default: return nil
    }
  }

  func isExcused(_ name: NameID) -> Bool { names[name].isUnsupported || file.possiblyDeclared.contains(name) }

  /// Whether a label, a guard, a property or a block of Swift in the file has a name.
  func isKnownToSwift(_ name: String) -> Bool {
    tree.names.find(text: name).map { names[$0].isTracked } == true || machine.swift.names.contains(name)
      || file.declarations.contains { source.text($0.name) == name }
  }
}
