import StateMachineSyntax

/// Reports names that two declarations share, or that a declaration shares with generated code.
extension DeclarationResolver {
  // MARK: Names that are generated

  /// Returns whether the generated code for this machine contains the generated type with this name. For example, it
  /// contains no type `Timer` if the machine has no timers.
  private func isNeeded(generated name: String) -> Bool {
    switch name {
    case "Output": !machine.outputs.isEmpty || !timers.isEmpty
    case "Timer": !timers.isEmpty
    case "UnhandledEvent": machine.throwsUnhandledEvent
    default: true
    }
  }

  /// Reports the name of a type that Swift does not allow, such as `Type`.
  mutating func reportIfUnusable(type range: SourceRange) {
    let name = source.text(range)
    if SwiftKeyword.isUnusable(type: name) { diagnostics.append(.unusableName(range, name)) }
  }

  /// Reports types and properties that have the name of a generated type, such as `Event`. Also reports type names that
  /// Swift does not allow. Names that only the types of composite states or payloads would get are allowed: they are
  /// stored in `typesOfPayloads`.
  mutating func checkGeneratedTypeNames() {
    // The type of a composite state's children is named after it, and the type of a payload after its state.
    let named = machine.states.filter { $0.isComposite || machine.isNoncopyable }
    let enums = Set(named.map { text($0.name.id).capitalizedFirst })
    for use in generatedNameUses {
      let name = text(use.name)
      guard isGenerated(name) else {
        if enums.contains(name) || name == StateMachine.nameType { machine.typesOfPayloads.insert(name) }
        continue
      }
      guard isNeeded(generated: name) else { continue }
      diagnostics.append(.generatedType(file.range(of: use), name))
    }
    generatedNameUses = []
    // If a property and a type have one name, Swift does not know which of them is meant.
    for property in machine.storedProperties {
      let name = text(property.name.id)
      if isGenerated(name), isNeeded(generated: name) {
        diagnostics.append(.generatedMember(property.name.range, name))
      }
    }
    let types = machine.genericParameters.map(\.name) + machine.typealiases.map(\.name)
    for range in types + machine.swift.types.map(\.name) {
      let name = source.text(range)
      if isGenerated(name), name != "Timer" || !timers.isEmpty { diagnostics.append(.generatedType(range, name)) }
      reportIfUnusable(type: range)
    }
    if !SwiftKeyword.unusable.contains(text(machine.name.id)) { reportIfUnusable(type: machine.name.range) }
    for wrapper in machine.wrappers { if let name = wrapper.name { reportIfUnusable(type: name.range) } }
  }

  /// Reports a group whose generated property (`isOpen`) has the same name as a state at the top level or as another
  /// group's property. One type would then have two members of this name.
  ///
  /// - Returns: the names of the groups that get a property.
  mutating func checkGroupQueries() -> [Identifier] {
    guard !machine.groups.isEmpty else { return [] }
    var names: [Identifier] = []
    var taken: [String: Identifier] = [:]
    for state in machine.topStates { taken[text(machine.states[state].name.id)] = machine.states[state].name }
    for group in machine.groups {
      let query = StateQuery.property(ofGroup: text(group.name.id))
      if let first = taken[query] {
        diagnostics.append(
          Diagnostic.generatedQuery(group.name.range, text(group.name.id), query)
            .note("'\(text(first.id))' is declared here", first.range))
      } else {
        taken[query] = group.name
        names.append(group.name)
      }
    }
    return names
  }

  // MARK: Warnings

  mutating func warnAboutCase(_ groups: [Identifier]) {
    // Pseudostates have no name of their own.
    let states = machine.states.filter { !$0.isPseudostate }
    warnAboutCase("states", states.map(\.name) + machine.choices.map(\.name) + groups)
    warnAboutCase("events", machine.events.map(\.name))
    warnAboutCase("outputs", machine.outputs.map(\.name))
  }

  /// Warns about two names that differ only in upper and lower case. Names are first compared by a hash (FNV-1a) that
  /// ignores the case of ASCII letters. This is fast even for thousands of names.
  private mutating func warnAboutCase(_ what: String, _ names: [Identifier]) {
    var seen: [UInt64: Int] = [:]
    seen.reserveCapacity(names.count)
    for (index, name) in names.enumerated() {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in tree.names.utf8(name.id) {
        hash = (hash ^ UInt64(byte &- 0x41 < 26 ? byte | 0x20 : byte)) &* 0x100_0000_01B3
      }
      guard let other = seen.updateValue(index, forKey: hash) else { continue }
      let first = text(names[other].id)
      let second = text(name.id)
      guard first.lowercased() == second.lowercased(), names[other].id != name.id else { continue }
      diagnostics.append(.differsInCase(what, second, name.range, first, names[other].range))
    }
  }

  mutating func warnAboutHiddenProperties() {
    guard !machine.storedProperties.isEmpty else { return }
    for fields in machine.states.map(\.fields) + machine.events.map(\.fields) {
      for field in fields {
        guard let name = field.name, let property = names[name.id].property else { continue }
        diagnostics.append(
          .hiddenProperty(text(name.id), name.range, machine.storedProperties[property.index].name.range))
      }
    }
  }
}
