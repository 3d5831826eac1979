import StateMachineSyntax

/// Finds the arguments of transitions: the values for the payloads of the states that a transition enters.
extension Resolver {

  /// Returns an argument for each field of a leaf state and of its ancestors. This is the argument that the row writes,
  /// else a value that is carried over, else the field's default. The fields of a state that stays active get `stays`.
  /// Without a written argument, those of a restored state get `restored`. Returns nil if an argument is missing, which
  /// has been reported.
  ///
  /// - Parameters:
  ///   - leaf: the leaf state that the transition enters.
  ///   - restored: the states that a history enters again with the payloads that they had.
  mutating func supply(_ leaf: StateID, restored: [StateID] = []) -> [TargetArgument]? {
    var arguments: [TargetArgument] = []
    var isComplete = true
    for entered in machine.path(of: leaf) {
      let stays = machine.stays(entered, domain: row.domain)
      let written = row.arguments.first { $0.state == entered }?.values
      if stays, let given = written?.firstIndex(where: { $0 != nil }), let range = written?[given]?.range {
        let label = machine.states[entered].fields[given].name.map { text($0.id) }
        reportOnce(.payloadStays(range, stateName(entered), label: label))
      }
      for (index, field) in machine.states[entered].fields.enumerated() {
        if stays {
          arguments.append(.stays)
        } else if field.submachine != .machine, let value = written?[index] {
          arguments.append(.code(named(value)))
        } else if restored.contains(entered) {
          arguments.append(.restored)
        } else if let argument = field.submachine == .machine
          ? submachine(of: entered) : carry(field, to: target(entered, isBesideRestored: !restored.isEmpty))
        {
          arguments.append(argument)
        } else {
          isComplete = false
          arguments.append(.defaultValue)
        }
      }
    }
    return isComplete ? arguments : nil
  }

  /// Returns the facts that carry-over needs about a state that the current row enters.
  ///
  /// - Parameter isBesideRestored: whether a history restores the payloads of other states in the same transition.
  private func target(_ entered: StateID, isBesideRestored: Bool) -> CarryTarget {
    CarryTarget(
      name: machine.states[entered].name, range: row.targetRange, state: entered,
      history: isBesideRestored ? .beginsAnew : row.history == nil ? nil : .isEmpty)
  }

  /// Returns the argument for a state's submachine: the one that the row writes, or the default. Nil if the submachine
  /// needs an argument for a property or for its state, and the row writes none; this has been reported.
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
    // Only a finding needs the text of the name.
    var owner: String { stateName(state) }
    let missing = submachine.interface.properties.first { !$0.hasDefault && !given.contains($0.label ?? "") }
    if let missing {
      reportOnce(.submachineNeeds(row.targetRange, owner, name, "\(missing.label ?? ""): …", missing.type))
      return nil
    }
    if !hasState, !context.hasDefaultState(name) {
      reportOnce(.submachineNeeds(row.targetRange, owner, name, ".state", "\(name).State"))
      return nil
    }
    return written ?? (given.isEmpty && !hasState ? .defaultValue : nil)
  }

  /// Returns the argument for a field if the row writes none: the value of a label with the field's name, or else the
  /// field's default. The label is searched in the event and the source, then in the target's ancestors, then in the
  /// source's ancestors. Returns nil, and reports it, if nothing is found, or if both the event and the source have the
  /// label. Also returns nil if the label has another type than the field. But if the label is that of a source's
  /// ancestor, the default is tried.
  mutating func carry(_ field: Field, to target: CarryTarget) -> TargetArgument? {
    // Only a finding needs the text of the name.
    var targetName: String { text(target.name.id) }
    if let name = field.name {
      if row.bound.contains(where: { $0.name.id == name.id }), isBoundToUnknown(name.id) {
        reportDifferentType(name.id, nil, field, target)
        return nil
      }
      let found = scope.find(name.id, carriedOnly: true)
      // For an entered state, its own ancestors are nearer than the source's. The source itself has the level 0.
      // A higher level means an ancestor of the source; it is tried later. A result has no ancestors, so all levels
      // count.
      let source = found.source.flatMap { target.state != nil && scope.entries[$0].level > 0 ? nil : $0 }
      if found.event != nil, source != nil {
        guard !row.ambiguousNames.contains(name.id) else { return nil }
        reportOnce(
          .ambiguousCarry(
            text(name.id), target.range, state: sourceName, event: triggerName, target: targetName))
        return nil
      }
      if let candidate = found.event ?? source {
        let entry = scope.entries[candidate]
        if supplies(entry, field) { return carry(candidate, to: field) }
        reportDifferentType(name.id, entry.type, field, target)
        return nil
      }
      if isBoundToUnknown(name.id) {
        reportDifferentType(name.id, nil, field, target)
        return nil
      }
      if let state = target.state, let place = enclosingField(name.id, of: state) {
        let enclosing = machine.states[state].pathFields[place]
        guard enclosing.key == field.key else {
          reportDifferentType(name.id, enclosing.type, field, target)
          return nil
        }
        if let name = enclosing.name { noteCarried(name, to: field) }
        return .same(Int32(place))
      }
      // The label of an ancestor of the source.
      if let candidate = found.source, scope.entries[candidate].key == field.key { return carry(candidate, to: field) }
    }
    if field.hasDefault { return .defaultValue }
    if target.state != nil, let name = field.name, row.assignedInTarget.contains(name.id) { return nil }
    if let unknown = row.unknownNames.first(where: { $0.isInPattern && $0.name == field.name?.id }) {
      row.unknownNames.removeAll { $0.isInPattern && $0.name == unknown.name }
      reportOnce(.carriedNameWithoutLet(unknown.place, text(unknown.name), target: targetName))
      return nil
    }
    let hidden = field.name.flatMap { hiddenField($0.id) }
    if let name = field.name, let hidden, hidden.field.key != field.key {
      reportDifferentType(name.id, hidden.field.type, field, target)
      return nil
    }
    reportOnce(
      Diagnostic.unsuppliedPayload(
        label: field.label.map { text($0.id) }, type: source.text(field.type), target.range, target: targetName,
        state: sourceName, event: triggerName, call: target.call,
        hidden: hidden.map { ($0.owner, $0.name) }, history: target.history
      ).note("'\(targetName)' is declared here", target.name.range))
    return nil
  }

  /// Returns a field of the event or of the source whose label the row cannot use, because a pattern gives the value
  /// another name: `open(n)` for the label `persons`. A finding about a missing argument mentions the field. Nil if
  /// neither the event nor the source has a field with the label.
  ///
  /// - Parameter label: the label.
  /// - Returns: the field, the name of the event or the state that has it, and the name that the pattern gives to the
  ///   whole value; the last name is nil if the pattern gives none.
  private func hiddenField(_ label: NameID) -> (field: Field, owner: String, name: String?)? {
    guard let pair = row.pairAtHand, case let ends = row.ends(of: pair) else { return nil }
    let state = machine.states[ends.source]
    let owners: [(PayloadOwner, fields: [Field], first: Int, name: String)] = [
      (.event, row.trigger.map { machine.fields(of: $0) } ?? [], 0, triggerName),
      (.source, state.fields, state.ownFields, sourceName),
    ]
    for (owner, fields, first, name) in owners {
      guard let place = fields.firstIndex(where: { $0.name?.id == label }) else { continue }
      let entry = scope.entries.first { $0.owner == owner && $0.field == Int32(first + place) && !$0.isDeep }
      return (fields[place], name, entry.map { text($0.name.id) })
    }
    return nil
  }

  /// Reports that a name has another type than the field of the same name, so that its value is not carried over.
  ///
  /// - Parameter type: the place of the name's type. It is nil if the type is unknown, and empty if the type is in
  ///   another file.
  private mutating func reportDifferentType(
    _ name: NameID, _ type: SourceRange?, _ field: Field, _ target: CarryTarget
  ) {
    let label = field.label.map { text($0.id) }
    let targetName = text(target.name.id)
    guard let type, !type.isEmpty else {
      reportOnce(.carryOfUnknownType(text(name), label: label, target.range, target: targetName))
      return
    }
    let found = source.text(type)
    reportOnce(
      Diagnostic.differentType(
        text(name), target.range, label: label, target: targetName, type: source.text(field.type), found: found
      ).note("'\(text(name))' is '\(found)' here", type))
  }

  /// Returns whether a pattern or the guard of the row binds a name to a value of an unknown type. The file does not
  /// show such a type, so the value cannot be carried over.
  private func isBoundToUnknown(_ name: NameID) -> Bool {
    let found = scope.find(name)
    guard let bound = found.event ?? found.source else { return false }
    return scope.entries[bound].isExplicit && !scope.entries[bound].isCarried
  }

  /// Returns the argument that carries a name's value over to a field, and notes that the name is used. `candidate` is
  /// the index of the name in `scope.entries`.
  private mutating func carry(_ candidate: Int, to field: Field) -> TargetArgument {
    let entry = scope.entries[candidate]
    noteCarried(entry.name, to: field)
    scope.mark(candidate, .carried)
    return entry.isDeep ? .bound(entry.name) : .local(entry.name)
  }

  /// Returns whether the value of a name can be carried over to a field, because the types are the same. If a pattern
  /// has unwrapped the value, the field may also have the optional type: an `Int` goes into an `Int?`. Returns false
  /// for a pattern's name that a block of the row declares anew.
  func supplies(_ entry: Scope.Entry, _ field: Field) -> Bool {
    if entry.isDeep, row.blockNames.contains(entry.name.id) { return false }
    if entry.key == field.key { return true }
    guard entry.isDeep, case .optional(let wrapped) = typeReader.structure(of: field.type) else { return false }
    return typeNumbers.number(of: wrapped, source.bytes) == entry.key
  }

  /// Returns the index of an ancestor's field with a name, among the fields of a state and its ancestors. If several
  /// ancestors have such a field, the innermost one counts. Nil if no ancestor has one.
  private func enclosingField(_ name: NameID, of state: StateID) -> Int? {
    let declaration = machine.states[state]
    return (0..<declaration.ownFields).last { declaration.pathFields[$0].name?.id == name }
  }
}

/// The receiver of values that carry-over finds. It is a state that is entered, whose payload needs values, or a result
/// of a method, whose arguments need values (`write(part)`).
struct CarryTarget {
  var name: Identifier
  /// The place in the row that names the target.
  var range: SourceRange
  /// The state that is entered; nil for a result.
  var state: StateID?
  /// The reason why a row to a history needs arguments for the state: for example, it may never have been active. A
  /// finding about a missing argument gives this reason. Nil for any other row.
  var history: Diagnostic.HistoryOfPayload?
  /// The result as a call with all of its fields, `write(part, to: executor)`, which a message shows. Nil for a state.
  /// Also nil if each argument that the row writes for the result has a label.
  var call: String?
}
