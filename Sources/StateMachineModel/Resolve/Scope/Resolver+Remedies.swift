import StateMachineSyntax

/// Composes what findings suggest to write instead of the current row, from the text of this row.
extension Resolver {
  // MARK: Labels of the event

  /// Returns the place of a name in the row's first assignment to it: `count` in `/ count = 1`. Assignments within
  /// named effects and blocks do not count. Nil if the row itself does not assign the name.
  func placeOfAssignment(to name: NameID) -> SourceRange? {
    for case .assignment(let assigned, _, _) in row.effects where assigned.id == name { return assigned.range }
    return nil
  }

  /// Returns what to write if a row assigns to a label of its event. The row should give the label another name:
  /// `setVolume(volume: new) / volume = new` for `setVolume / volume = volume`. If the value does not use the label,
  /// the text is `setVolume(volume: _) / volume = 3`. Nil for a row without an event, and for a row of a choice. Also
  /// nil for a name that a pattern gives to a part of a label's value.
  ///
  /// - Parameter index: the index of the event's label in the scope.
  func renaming(_ index: Int) -> String? {
    let entry = scope.entries[index]
    guard !entry.isDeep, row.carrier.mayBeReworded, case .event(let id)? = row.trigger else { return nil }
    let event = machine.events[id]
    let place = Int(entry.field)
    var assignment: String?
    var isRead = true
    for case .assignment(let name, let symbol, let value) in row.effects where name.id == entry.name.id {
      let written = written(value, with: "new", for: name.id)
      isRead = written.isRenamed
      assignment = " / \(text(name.id)) \(source.text(symbol)) \(Diagnostic.quotation(written.text))"
      break
    }
    let new = isRead ? "new" : "_"
    let pattern: String
    if machine.isOverloaded(id) {
      let labels = event.fields.map { field in field.label.map { "\(text($0.id)): " } ?? "" }
      pattern = labels.enumerated().map { $0.element + ($0.offset == place ? new : "_") }.joined(separator: ", ")
    } else if let label = event.fields[place].label {
      pattern = "\(text(label.id)): \(new)"
    } else {
      let others = event.fields[..<place].map { $0.label.map { "\(text($0.id)): _" } ?? "_" }
      pattern = (others + [new]).joined(separator: ", ")
    }
    return "\(text(event.name.id))(\(pattern))" + (assignment ?? "")
  }

  /// Returns a piece of Swift in which `new` replaces a name wherever it is used, but not in `self.name`. For the name
  /// `b`, `a + b` becomes `a + new`. `isRenamed` is true if something was replaced.
  private func written(_ value: SwiftText, with new: String, for name: NameID) -> (text: String, isRenamed: Bool) {
    var result = ""
    var place = value.range.lowerBound
    for index in value.uses.indices {
      let use = tree.nameUses[index]
      guard use.name == name, !use.isMemberOfSelf else { continue }
      let range = file.range(of: use)
      result += source.text(SourceRange(place, range.lowerBound)) + new
      place = range.upperBound
    }
    let isRenamed = place > value.range.lowerBound
    return (result + source.text(SourceRange(place, value.range.upperBound)), isRenamed)
  }

  /// Returns the declaration that a row probably meant when it assigned to a label of its event, as in `setVolume /
  /// volume = 3`. It is a label `volume` of the source, or else a variable `volume` of the machine. Nil if neither is
  /// declared.
  func assigned(besides name: NameID) -> Diagnostic.AssignedBesideEvent? {
    if let pair = row.pairAtHand {
      let state = machine.states[row.sources[pair.source].state]
      if state.pathFields.contains(where: { $0.name?.id == name }) {
        let isKnown = scope.entries.contains { $0.owner == .source && $0.name.id == name }
        return .label(hiddenIn: isKnown ? nil : text(state.name.id))
      }
    }
    guard let property = names[name].property, machine.storedProperties[property.index].isVariable else { return nil }
    return .property
  }

  // MARK: Fields of the target

  /// Returns the argument to write instead of an assignment to a field of the target: `persons: 3` for `persons = 3`.
  /// For a field without a label, it is `3`. If the assignment has another operator, such as `+=`, the argument's value
  /// is `…`.
  ///
  /// - Parameter symbol: the place of the operator.
  func argument(_ name: NameID, of target: StateID, _ symbol: SourceRange, _ value: SwiftCode) -> String {
    let field = machine.states[target].fields.first { $0.name?.id == name }
    let isPlain = source.bytes[symbol.lowerBound] == Ascii.equals
    let value = isPlain ? Diagnostic.quotation(source.text(value.range)) : "…"
    return field?.label.map { "\(text($0.id)): \(value)" } ?? value
  }

  /// Returns the text of the row's target, `open`, so that a message can show the target with an argument:
  /// `open(persons: 3)`. Nil if the row's target is another state, has arguments, or is not declared directly in the
  /// machine's body. Also nil if the target has several fields, and the field `name` has no label.
  func writtenTarget(_ target: StateID, for name: NameID) -> String? {
    // The range is that of the last name of a path.
    guard row.target == target, row.arguments.isEmpty, machine.states[target].parent == nil else { return nil }
    let fields = machine.states[target].fields
    guard fields.count == 1 || fields.first(where: { $0.name?.id == name })?.label != nil else { return nil }
    return source.text(row.targetRange)
  }

  /// Returns the state for which an assigned name may be meant as an argument: for `closed -> open : e / persons = 3`,
  /// the state `open` with a field `persons`. It is the innermost state with this field among the row's target, the
  /// initial states within it, and their ancestors. Nil if no state is found, or if a choice or a history decides which
  /// states are entered.
  func enteredState(with name: NameID) -> StateID? {
    guard let target = row.target, row.choice == nil, row.history == nil else { return nil }
    return machine.path(of: machine.leaf(of: target)).last { state in
      machine.states[state].fields.contains { $0.name?.id == name }
    }
  }
}
