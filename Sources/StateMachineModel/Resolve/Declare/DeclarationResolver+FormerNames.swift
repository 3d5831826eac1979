import StateMachineSyntax

/// The names of a machine's parts in older versions, and the states that only these have.
extension DeclarationResolver {
  /// Declares a former state. Its target is found once all states are known.
  mutating func declareFormerState(_ syntax: FormerStateSyntax, in parent: StateID?) {
    machine.formerStates.append(
      FormerState(
        name: file.identifier(syntax.name), range: syntax.range, parent: parent, fields: fields(syntax.payload),
        target: StateID(0), values: []))
  }

  /// Reports former names that another part has, and warns about those that are never read.
  mutating func checkFormerNames() {
    let bodies = [nil] + machine.states.indices.filter { machine.states[$0].isComposite }
    for body in bodies {
      let states = machine.children(of: body).map { machine.states[$0] }.filter { !$0.isPseudostate }
      let gone = machine.formerStates.filter { $0.parent == body }.map(\.name)
      checkFormerNames("state", states.map { ($0.name, $0.formerNames) }, gone)
    }
    checkFormerNames("event", machine.events.filter { $0.owner == nil }.map { ($0.name, $0.formerNames) })
    checkFormerNames("output", machine.outputs.filter { $0.owner == nil }.map { ($0.name, $0.formerNames) })
    checkFormerNames("property", machine.storedProperties.map { ($0.name, $0.formerNames) })
    let payloads = machine.states.map(\.fields) + machine.events.map(\.fields) + machine.outputs.map(\.fields)
    for fields in payloads {
      checkFormerNames("label", fields.compactMap { field in field.label.map { ($0, field.formerNames) } })
    }
    warnAboutFormerNames()
  }

  private typealias NamedPart = (name: Identifier, formerNames: [Identifier])

  /// Reports former names that another part has; `gone` has the names of parts that do not exist any more.
  private mutating func checkFormerNames(_ what: String, _ parts: [NamedPart], _ gone: [Identifier] = []) {
    let former = parts.flatMap(\.formerNames) + gone
    guard !former.isEmpty else { return }
    var known = Dictionary(parts.map { ($0.name.id, $0.name) }) { first, _ in first }
    for name in former {
      if let first = known[name.id] {
        diagnostics.append(.formerNameTaken(name.range, text(name.id), what, first: first.range))
      } else {
        known[name.id] = name
      }
    }
  }

  /// Warns about the first former name of a machine whose stored data are never read.
  private mutating func warnAboutFormerNames() {
    let ofEvents = machine.events.flatMap { $0.formerNames + $0.fields.flatMap(\.formerNames) }
    if machine.hasMethods, let first = ofEvents.first {
      diagnostics.append(
        .formerNameWithoutEffect(first.range, text(first.id), "events that are methods are not stored"))
    }
    guard !machine.isDecodable || !machine.hasNonisolatedInit else { return }
    let ofStates = machine.states.flatMap { $0.formerNames + $0.fields.flatMap(\.formerNames) }
    let ofOutputs = machine.outputs.flatMap { $0.formerNames + $0.fields.flatMap(\.formerNames) }
    let all =
      ofStates + (machine.hasMethods ? [] : ofEvents) + ofOutputs + machine.storedProperties.flatMap(\.formerNames)
      + machine.formerStates.map(\.name)
    guard let first = all.min(by: { $0.range.lowerBound < $1.range.lowerBound }) else { return }
    let reason =
      machine.isDecodable
      ? "Swift alone reads a machine of a global actor: write 'Sendable' in its head"
      : "'\(text(machine.name.id))' is not stored: write ': Codable' behind its name"
    diagnostics.append(.formerNameWithoutEffect(first.range, text(first.id), reason))
  }
}
