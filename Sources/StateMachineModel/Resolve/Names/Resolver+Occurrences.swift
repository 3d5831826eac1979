import StateMachineSyntax

/// Collects the places at which names occur, for an editor. For other tools, `occurrences` is nil, and nothing is
/// collected.
extension Resolver {
  /// Adds a place at which a statement names a declaration.
  ///
  /// - Parameters:
  ///   - name: the place of the name, perhaps with back-ticks.
  ///   - declaration: the name in the declaration.
  mutating func note(_ name: SourceRange, _ declaration: Identifier, _ kind: Occurrence.Kind) {
    guard occurrences != nil else { return }
    let range = source.bare(name)
    occurrences?.add(Occurrence(range: range, declaration: declaration.range, kind: kind))
  }

  /// Adds a place at which an effect such as `cancelSave` names the output `save`.
  mutating func noteCancellation(_ name: SourceRange, of output: Identifier) {
    let range = source.bare(name)
    occurrences?.add(Occurrence(range: range, declaration: output.range, kind: .output, form: .cancellation))
  }

  mutating func note(_ name: SourceRange, state: StateID) {
    guard occurrences != nil else { return }
    note(name, machine.states[state].name, machine.states[state].isRegion ? .region : .state)
  }

  /// Adds a place at which Swift uses a label, or a name that a pattern or a guard binds.
  mutating func note(_ name: SourceRange, _ entry: Scope.Entry) {
    guard entry.field < 0 else { return note(name, entry.name, entry.isExplicit ? .binding : .label) }
    if let kind = entry.kind { note(name, entry.name, kind) }
  }

  /// Adds a place at which a label of a field is written, unless the label is declared in another file.
  mutating func note(label: NameSyntax, of field: Field) {
    guard occurrences != nil, let declared = field.label, declared.id == label.id,
      source.text(declared.range) == text(label.id)
    else { return }
    note(label.range, declared, .label)
  }

  /// Records for an editor that a value is carried over: the value and the field have the same name. An editor that
  /// renames one of them then renames both, because values are carried over only between equal names.
  mutating func noteCarried(_ name: Identifier, to field: Field) {
    guard let other = field.name else { return }
    occurrences?.link(name.range, other.range)
  }

  /// Records for an editor which names in patterns must be renamed together. `persons` in `open(persons)` is renamed
  /// together with the field `persons`. `n` in `open(n)` is renamed together with `n` in other patterns for this field.
  mutating func noteNames(_ pattern: FieldPattern, of field: Field) {
    guard occurrences != nil else { return }
    switch pattern {
    case .unnamed, .ignored: break
    case .bound(let name): noteName(name, of: field)
    case .deep(let pattern, _): for binding in pattern.bindings { noteName(binding.name, of: field) }
    }
  }

  private mutating func noteName(_ name: Identifier, of field: Field) {
    let place = BoundField(type: field.type, name: name.id)
    let first = field.name.flatMap { $0.id == name.id ? $0.range : nil } ?? boundFields[place]
    if let first { occurrences?.link(name.range, first) } else { boundFields[place] = name.range }
  }

  // MARK: Declarations

  /// Adds the places at which the machine's declarations have their names.
  mutating func noteDeclarations() {
    guard occurrences != nil else { return }
    note(machine.name.range, machine.name, .machine)
    for state in machine.states.indices where !machine.states[state].isPseudostate {
      note(machine.states[state].name.range, state: state)
      noteFields(machine.states[state].fields)
    }
    for choice in machine.choices {
      note(choice.name.range, choice.name, .choice)
    }
    for group in machine.groups { note(group.name.range, group.name, .group) }
    for event in machine.events where event.owner == nil {
      note(event.name.range, event.name, .event)
      noteFields(event.fields)
    }
    for output in machine.outputs where output.owner == nil {
      note(output.name.range, output.name, .output)
      noteFields(output.fields)
    }
    for wrapper in machine.wrappers { if let name = wrapper.name { note(name.range, name, .wrapper) } }
    for property in machine.storedProperties { note(property.name.range, property.name, .property) }
    for named in machine.namedGuards { note(named.name.range, named.name, .namedGuard) }
    for named in machine.namedEffects {
      note(named.name.range, named.name, .namedEffect)
      noteFields(named.fields)
    }
    for action in machine.actionEnums {
      note(action.name.range, action.name, .actionEnum)
      for result in action.cases {
        note(result.name.range, result.name, .result)
        noteFields(result.fields)
      }
    }
  }

  private mutating func noteFields(_ fields: [Field]) {
    for field in fields where field.submachine == nil {
      if let label = field.label { note(label.range, label, .label) }
      if let name = field.name { note(name.range, name, .label) }
    }
  }

  /// Adds the names that the machine uses outside of rows: in its blocks of Swift, in named guards, in types and
  /// default values, and in arrows from `initial`, `history` and former states.
  mutating func noteUsesOutsideOfRows(_ items: [ItemSyntax]) {
    guard occurrences != nil else { return }
    var types: [NameID: (Identifier, Occurrence.Kind)] = [:]
    for action in machine.actionEnums { types[action.name.id] = (action.name, .actionEnum) }
    for alias in machine.typealiases {
      guard let id = tree.names.find(alias.name.lowerBound, alias.name.upperBound) else { continue }
      types[id] = (Identifier(id: id, range: alias.name, needsBackticks: false), .typeAlias)
      note(alias.name, Identifier(id: id, range: alias.name, needsBackticks: false), .typeAlias)
    }
    guard let body = machine.bodyRange else { return }
    for use in tree.nameUses where body.contains(file.range(of: use)) {
      guard !use.isMemberOfSelf, let (type, kind) = types[use.name] else { continue }
      note(file.range(of: use), type, kind)
    }
    items.forEachDeep { item in
      switch item {
      case .swift(let block): noteProperties(in: block.text)
      case .namedGuard(let named): noteProperties(in: named.expression)
      case .initialTransition(let row), .historyDefault(let row): noteTargets(row.targets)
      case .formerState(let syntax): noteTargets([syntax.target])
      default: break
      }
    }
  }

  /// Adds the names of the states to which an arrow from `initial`, `history` or a former state leads. Some of these
  /// arrows are no transitions, so their names are not added with those of the transitions.
  private mutating func noteTargets(_ targets: [TargetSyntax]) {
    for step in targets.flatMap({ [$0.first] + $0.rest }) {
      if let state = names[step.name.id].state { note(step.name.range, state: state) }
    }
  }

  private mutating func noteProperties(in text: SwiftText) {
    for index in text.uses.indices {
      let use = tree.nameUses[index]
      if let property = names[use.name].property {
        note(file.range(of: use), machine.storedProperties[property.index].name, .property)
      } else if !use.isMemberOfSelf, let named = names[use.name].namedGuard {
        note(file.range(of: use), machine.namedGuards[named].name, .namedGuard)
      }
    }
  }
}

/// The key of `boundFields`: a field, and a name that a pattern gives to it, such as `n` in `open(n)`. If several
/// patterns give this name to the field, an editor renames it in all of them. The field is identified by the place of
/// its type, because it may have no name.
struct BoundField: Hashable {
  var type: SourceRange
  var name: NameID
}
