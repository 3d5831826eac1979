import StateMachineSyntax

/// Reads the names that parts of a machine had in older versions, and the states that only older versions have.
extension DeclarationResolver {
  /// Adds a state that only older versions have: `was refunding(amount: Int) -> cancelled`. The state after the arrow
  /// is looked up later, when all states are declared.
  mutating func declareFormerState(_ syntax: FormerStateSyntax, in parent: StateID?) {
    machine.formerStates.append(
      FormerState(
        name: file.identifier(syntax.name), range: syntax.range, parent: parent, fields: fields(syntax.payload),
        target: StateID(0), values: []))
  }

  /// Reports former names of states, events, outputs, properties and labels that are not unique. Such a name is also
  /// the name, or a former name, of another declaration of the same kind. Two states may share one if they are in
  /// different bodies, and two labels if they are in different payloads. Also warns about former names that have no
  /// use, because the stored data are never read.
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

  /// Reports each former name that another declaration of the same kind has as its name or as a former name.
  ///
  /// - Parameters:
  ///   - what: the kind of the declarations for messages: `state`.
  ///   - parts: the declarations, each with its name and its former names.
  ///   - gone: the names of declarations that the machine does not have any more.
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

  /// Warns about the first former name in a machine whose stored data are never read, where former names have no use.
  /// Also warns about the first former name of an event in a machine with methods, which stores no events.
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
      : "'\(text(machine.name.id))' is not stored: write ': Codable' after its name"
    diagnostics.append(.formerNameWithoutEffect(first.range, text(first.id), reason))
  }
}
