import StateMachineSyntax

/// What a transition gives to the states that it enters.
extension Resolver {
  /// The innermost composite that the row does not leave from one of its sources; nil for the machine's body.
  func domain(from source: StateID) -> StateID? {
    if let target = row.target { return domain(from: source, to: target) }
    if let choice = row.choice { return domain(from: source, toChoice: choice) }
    return nil
  }

  /// The innermost composite that an external transition does not leave: one from a composite to its own descendant is
  /// local (UML 2.5.1, §14.2.3.4.1); any other leaves its source, also for the source's own ancestor.
  private func domain(from source: StateID, to target: StateID) -> StateID? {
    if source != target, machine.isInside(target, source) { return source }
    var domain = machine.states[source].parent
    while let composite = domain, composite == target || !machine.isInside(target, composite) {
      domain = machine.states[composite].parent
    }
    return domain
  }

  /// What each field of the entered path is given: the argument that is written, else what carries over, else its
  /// default.
  ///
  /// - Parameters:
  ///   - leaf: where the path ends.
  ///   - restored: states that were active before, and whose payload comes back.
  mutating func supply(
    _ leaf: StateID, _ state: StateID, _ trigger: Trigger, restored: [StateID] = []
  ) -> [TargetArgument]? {
    var arguments: [TargetArgument] = []
    var isComplete = true
    for entered in machine.path(of: leaf) {
      let stays = machine.stays(entered, domain: row.domain)
      let written = row.arguments.first { $0.state == entered }?.values
      if stays, let given = written?.firstIndex(where: { $0 != nil }), let range = written?[given]?.range {
        let label = machine.states[entered].fields[given].name.map { text($0.id) }
        reportOnce(.payloadStays(range, text(machine.states[entered].name.id), label: label))
      }
      for (index, field) in machine.states[entered].fields.enumerated() {
        if stays {
          arguments.append(.stays)
        } else if field.submachine == .machine {
          if restored.contains(entered) {
            arguments.append(.restored)
          } else if let argument = self.submachine(of: entered) {
            arguments.append(argument)
          } else {
            isComplete = false
            arguments.append(.defaultValue)
          }
        } else if let value = written?[index] {
          arguments.append(.code(named(value)))
        } else if restored.contains(entered) {
          arguments.append(.restored)
        } else if let argument = carry(field, entered, state, trigger, within: history(restored)) {
          arguments.append(argument)
        } else {
          isComplete = false
          arguments.append(.defaultValue)
        }
      }
    }
    return isComplete ? arguments : nil
  }

  /// The submachine that an entered state begins with: as the row writes it, else as it begins by itself.
  private mutating func submachine(of state: StateID) -> TargetArgument? {
    guard let submachine = machine.states[state].submachine else { return nil }
    let written = row.submachines.first { $0.state == state }?.argument
    var given: Set<String> = []
    var hasState = false
    if case .submachine(_, let properties, let value)? = written {
      given = Set(properties.map(\.label))
      hasState = value != nil
    }
    let name = submachine.interface.name
    // Most calls need no words.
    var owner: String { text(machine.states[state].name.id) }
    let missing = submachine.interface.properties.first { !$0.hasDefault && !given.contains($0.label ?? "") }
    if let missing {
      reportOnce(
        .submachineNeeds(row.targetRange, owner, name, "\(missing.label ?? ""): …", missing.type))
      return nil
    }
    if !hasState, !context.hasDefaultState(name) {
      reportOnce(.submachineNeeds(row.targetRange, owner, name, ".state", "\(name).State"))
      return nil
    }
    return written ?? (given.isEmpty && !hasState ? .defaultValue : nil)
  }

  /// What a history has to do with the states that are entered.
  private func history(_ restored: [StateID]) -> Diagnostic.HistoryOfPayload? {
    !restored.isEmpty ? .beginsAnew : row.history == nil ? nil : .isEmpty
  }

  private mutating func carry(
    _ field: Field, _ target: StateID, _ state: StateID, _ trigger: Trigger,
    within history: Diagnostic.HistoryOfPayload?
  ) -> TargetArgument? {
    // Most calls need no words.
    var targetName: String { text(machine.states[target].name.id) }
    if let name = field.name {
      let found = scope.find(name.id, carriedOnly: true)
      let fromEvent = found.event
      let fromSource = found.source.flatMap { scope.entries[$0].level > 0 ? nil : $0 }
      if fromEvent != nil, fromSource != nil {
        guard !row.ambiguousNames.contains(name.id) else { return nil }
        reportOnce(
          .ambiguousCarry(
            text(name.id), row.targetRange, state: text(machine.states[state].name.id),
            event: triggerName(trigger), target: targetName))
        return nil
      }
      if let candidate = fromEvent ?? fromSource {
        let entry = scope.entries[candidate]
        if supplies(entry, field) { return carry(candidate, to: field) }
        reportDifferentType(name.id, entry.type, field, row.targetRange, target: targetName)
        return nil
      }
      if isBoundToUnknown(name.id) {
        let label = field.label.map { text($0.id) }
        reportOnce(.carryOfUnknownType(text(name.id), label: label, row.targetRange, target: targetName))
        return nil
      }
      if let place = enclosingField(name.id, of: target) {
        let enclosing = machine.states[target].pathFields[place]
        guard enclosing.key == field.key else {
          reportDifferentType(name.id, enclosing.type, field, row.targetRange, target: targetName)
          return nil
        }
        if let name = enclosing.name { noteCarried(name, to: field) }
        return .same(Int32(place))
      }
      // A composite around the source.
      if let candidate = found.source, scope.entries[candidate].key == field.key { return carry(candidate, to: field) }
    }
    if field.defaultValue != nil { return .defaultValue }
    if let name = field.name, row.assignedInTarget.contains(name.id) { return nil }
    reportOnce(
      Diagnostic.unsuppliedPayload(
        label: field.label.map { text($0.id) }, type: source.text(field.type), row.targetRange, target: targetName,
        state: text(machine.states[state].name.id), event: triggerName(trigger), history: history
      ).note("'\(targetName)' is declared here", machine.states[target].name.range))
    return nil
  }

  /// - Parameter type: that of the name; empty where it stands in another file.
  private mutating func reportDifferentType(
    _ name: NameID, _ type: SourceRange, _ field: Field, _ range: SourceRange, target: String
  ) {
    let label = field.label.map { text($0.id) }
    guard !type.isEmpty else {
      reportOnce(.carryOfUnknownType(text(name), label: label, range, target: target))
      return
    }
    let found = source.text(type)
    reportOnce(
      Diagnostic.differentType(
        text(name), range, label: label, target: target, type: source.text(field.type), found: found
      ).note("'\(text(name))' is '\(found)' here", type))
  }

  /// Whether a pattern of the row binds a name to a part of a value, and the text does not tell the type of that.
  private func isBoundToUnknown(_ name: NameID) -> Bool {
    let found = scope.find(name)
    guard let bound = found.event ?? found.source else { return false }
    return scope.entries[bound].isExplicit && !scope.entries[bound].isCarried
  }

  private mutating func carry(_ candidate: Int, to field: Field) -> TargetArgument {
    let entry = scope.entries[candidate]
    noteCarried(entry.name, to: field)
    scope.mark(candidate, .carried)
    return entry.isDeep ? .bound(entry.name) : .local(entry.name)
  }

  /// Whether a name has the type of a field. What a pattern has taken out of an optional may go back into one.
  func supplies(_ entry: Scope.Entry, _ field: Field) -> Bool {
    if entry.isDeep, row.blockNames.contains(entry.name.id) { return false }
    if entry.key == field.key { return true }
    guard entry.isDeep, case .optional(let wrapped) = typeReader.structure(of: field.type) else { return false }
    return typeNumbers.number(of: wrapped, source.bytes) == entry.key
  }

  /// The place of the nearest field of this name in the composites that a state stands in.
  private func enclosingField(_ name: NameID, of state: StateID) -> Int? {
    let declaration = machine.states[state]
    return (0..<declaration.ownFields).last { declaration.pathFields[$0].name?.id == name }
  }
}

/// What a label carries over to besides states: an answer, or a choice with parameters.
struct CarryTarget {
  var name: String
  var declaration: SourceRange
  /// Where it is named.
  var range: SourceRange
  /// How all fields are given, where some are without labels.
  var call: String?
}

extension Resolver {
  /// What a field of an answer, or a parameter of a choice, is given where the row says nothing: by the rule for states.
  mutating func carry(
    _ field: Field, to target: CarryTarget, _ state: StateID, _ trigger: Trigger
  ) -> TargetArgument? {
    if let label = field.name {
      let found = scope.find(label.id, carriedOnly: true)
      if found.event != nil, found.source != nil {
        guard !row.ambiguousNames.contains(label.id) else { return nil }
        reportOnce(
          .ambiguousCarry(
            text(label.id), target.range, state: text(machine.states[state].name.id), event: triggerName(trigger),
            target: target.name))
        return nil
      }
      if let candidate = found.event ?? found.source {
        let entry = scope.entries[candidate]
        if supplies(entry, field) { return carry(candidate, to: field) }
        reportDifferentType(label.id, entry.type, field, target.range, target: target.name)
        return nil
      }
    }
    if field.hasDefault { return .defaultValue }
    reportOnce(
      Diagnostic.unsuppliedPayload(
        label: field.label.map { text($0.id) }, type: source.text(field.type), target.range, target: target.name,
        state: text(machine.states[state].name.id), event: triggerName(trigger), call: target.call
      ).note("'\(target.name)' is declared here", target.declaration))
    return nil
  }
}
