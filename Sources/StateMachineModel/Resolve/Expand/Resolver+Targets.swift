import StateMachineSyntax

/// Finds the targets of rows, and the arguments for them.
extension Resolver {

  /// Finds the targets of a row, and stores them in the current row: a state, a choice or a history, or several states
  /// (`-> a, b`) that are in different regions.
  mutating func resolveTargets(_ syntax: TransitionSyntax) {
    resolveTarget(syntax.target)
    guard !syntax.otherTargets.isEmpty else { return }
    let (first, range) = (row.target, row.targetRange)
    var isPlain = row.choice == nil && row.history == nil
    var ranges: [SourceRange] = []
    for target in syntax.otherTargets {
      let given = Set(row.arguments.compactMap(\.state))
      row.target = nil
      resolveTarget(target)
      for step in [target.first] + target.rest {
        guard step.arguments != nil, let state = names[step.name.id].state, given.contains(state) else { continue }
        reject(.namedTwice("state", text(step.name.id), step.name.range))
      }
      if row.choice != nil || row.history != nil { isPlain = false }
      if let state = row.target { row.otherTargets.append(state) }
      ranges.append(row.targetRange)
    }
    row.target = first
    row.targetRange = range
    guard isPlain else {
      reject(.severalTargetsButStates(range))
      return
    }
    checkOtherTargets(ranges)
  }

  /// Finds the state, the choice or the history to which a row leads, and stores it in the current row with the
  /// arguments that are written after each name of its path: `player(song: song).playing`.
  mutating func resolveTarget(_ syntax: TargetSyntax?) {
    guard let syntax else { return }
    let last = syntax.rest.last?.name ?? syntax.first.name
    row.targetRange = last.range
    if names[last.id].choice != nil {
      resolveChoiceTarget([syntax.first] + syntax.rest)
      return
    }
    if syntax.rest.isEmpty, historyKind(last) != nil, names[last.id].state == nil {
      reportHistoryAlone(last)
      return
    }
    guard var target = lookUpState(syntax.first.name, isTarget: true) else {
      // A state that is named by a wrong path is reached all the same; of a group, each may be meant.
      for member in names[last.id].group.map({ machine.groups[$0].members }) ?? [] {
        brokenRows.append(Usage.RowEnds(sources: row.sources.map(\.state), target: member))
      }
      row.target = names[last.id].state ?? names[syntax.first.name.id].state
      return
    }
    resolveArguments(syntax.first, target)
    for (index, step) in syntax.rest.enumerated() {
      if index == syntax.rest.count - 1, let kind = historyKind(step.name) {
        resolveHistory(step, kind, of: target)
        return
      }
      guard let child = lookUpChild(step.name, of: target) else {
        // The known part of the path is the target.
        row.target = target
        return
      }
      target = child
      // A region at the end has no payload, and is reported below.
      if !machine.states[target].isRegion { resolveArguments(step, target) }
    }
    if machine.states[target].isRegion {
      reject(.regionAsState(row.targetRange, stateName(target)))
    }
    row.target = target
  }

  /// Reports a target `history` or `deepHistory` that has no composite state before it: it must be `player.history`.
  private mutating func reportHistoryAlone(_ name: NameSyntax) {
    row.isBroken = true
    histories.isBroken = true
    if reportInitialAtHistory(name.range) { return }
    diagnostics.append(.misplacedHistory(name.range, text(name.id)))
  }

  /// Reports an arrow from `initial` to a history of the same body, such as `initial -> player.history` in the body of
  /// `player`. Returns false, and reports nothing, if the current row does not begin at `initial`. Otherwise returns
  /// true. The caller has found that the target is a history.
  mutating func reportInitialAtHistory(_ range: SourceRange) -> Bool {
    guard let source = row.sources.first?.state, machine.states[source].pseudostate == .initial else { return false }
    let body = machine.states[source].parent
    diagnostics.append(.initialAtHistory(range, body.map { stateName($0) }))
    // Each of the states may be meant.
    for child in machine.children(of: body) { brokenRows.append(Usage.RowEnds(sources: [source], target: child)) }
    row.isBroken = true
    return true
  }

  private mutating func resolveChoiceTarget(_ steps: [StepSyntax]) {
    var path = PathSyntax(steps[0].name)
    for step in steps.dropFirst() { path.append(step.name) }
    guard let choice = lookUpChoice(path) else { return }
    if let arguments = steps[steps.count - 1].arguments {
      reject(.choiceHasNoPayload(arguments.range, text(path[path.count - 1].id)))
    }
    for step in steps.dropLast() {
      if let state = names[step.name.id].state { resolveArguments(step, state) }
    }
    row.choice = choice
  }

  /// Stores the arguments that the row writes after the name of a state in its target: `(song: song)` in
  /// `-> player(song: song).playing`. Arguments for the state's submachine are stored separately.
  mutating func resolveArguments(_ step: StepSyntax, _ state: StateID) {
    guard let list = step.arguments else { return }
    let name = machine.states[state].name
    guard let places = match(list, to: argumentFields(of: state), of: "state", named: name, isPattern: false) else {
      return
    }
    var values: [SwiftText?] = Array(repeating: nil, count: machine.states[state].fields.count)
    for (item, field) in zip(list.items, places) where field < values.count { values[field] = item.value }
    if let submachine = machine.states[state].submachine {
      row.submachines.append((state, submachineArgument(list, places, state)))
      for (item, field) in zip(list.items, places) where field > submachine.field {
        if let label = item.label { note(label, propertyOf: submachine) }
        row.arguments.append(WrittenArguments(values: [item.value]))
      }
    }
    row.arguments.append(WrittenArguments(state: state, values: values))
  }

  /// Returns the arguments that a row writes for the submachine of a state: `.empty` and `limit: 3` in
  /// `loaded(.empty, limit: 3)`. Nil if the state has no submachine.
  ///
  /// - Parameters:
  ///   - list: the arguments that the row writes for the state.
  ///   - places: for each argument of `list`, the index of its field in `argumentFields(of:)`.
  mutating func submachineArgument(_ list: ArgumentListSyntax, _ places: [Int], _ state: StateID) -> TargetArgument? {
    guard let submachine = machine.states[state].submachine else { return nil }
    var given: SwiftCode?
    var properties: [(label: String, value: SwiftCode)] = []
    for (item, place) in zip(list.items, places) where place >= submachine.field {
      if place == submachine.field {
        given = code(item.value)
      } else {
        properties.append((submachine.interface.properties[place - submachine.field - 1].label ?? "", code(item.value)))
      }
    }
    return .submachine(submachine.type, properties: properties, state: given)
  }

  /// Returns the fields for which a row can write arguments. The fields of the state come first, then the properties of
  /// its submachine.
  ///
  /// The submachine may be declared in another file, so a property's label has an empty range in this file. Arguments
  /// are matched with the label by its text.
  func argumentFields(of state: StateID) -> [Field] {
    guard let submachine = machine.states[state].submachine else { return machine.states[state].fields }
    let owner = machine.states[state].name.range
    // The label has no place in this file.
    let nowhere = SourceRange(owner.lowerBound, owner.lowerBound)
    return machine.states[state].fields
      + submachine.interface.properties.map { property in
        let id = property.label.flatMap { tree.names.find(text: $0) } ?? .none
        return Field(
          label: Identifier(id: id, range: nowhere, needsBackticks: false), type: submachine.type,
          key: .unknown)
      }
  }

  /// Stores a history as the target of the current row: `player.history`. Reports a history with arguments, a history
  /// of a state that is not composite, and a `history` (not a `deepHistory`) of a state with regions.
  ///
  /// - Parameters:
  ///   - step: the last name of the target's path: `history` in `player.history`.
  ///   - state: the state before this name.
  mutating func resolveHistory(_ step: StepSyntax, _ kind: HistoryKind, of state: StateID) {
    defer { if row.isBroken { histories.isBroken = true } }
    if let arguments = step.arguments {
      reject(.historyHasNoPayload(arguments.range, text(step.name.id), state: stateName(state)))
    }
    guard machine.states[state].isComposite else {
      diagnostics.append(.historyOfSimpleState(step.name.range, stateName(state)))
      row.target = state
      row.isBroken = true
      return
    }
    if kind == .shallow, machine.isParallel(state) {
      let region = machine.states[state].children.first.map { stateName($0) } ?? ""
      diagnostics.append(.historyOfRegions(step.name.range, stateName(state), region))
      row.target = state
      row.isBroken = true
      return
    }
    machine.states[state].histories.insert(kind)
    histories.unusedDefaults[state] = nil
    row.target = state
    row.history = kind
    if let arguments = histories.defaults[state]?.arguments { row.arguments += arguments }
  }

  /// Reports an arrow from `initial` or `history` that leads out of the composite state whose body contains it. The
  /// arrow must lead to a state or a choice within this state, at any depth.
  mutating func checkTargetOfPseudostate() {
    guard row.isExternal, let source = row.sources.first?.state, machine.states[source].isPseudostate,
      let body = machine.states[source].parent
    else { return }
    let isWithin =
      if let target = row.target { target != body && machine.isInside(target, body) } else {
        row.choice.flatMap { machine.choices[$0].parent }.map { machine.isInside($0, body) } ?? false
      }
    guard !isWithin else { return }
    if row.target == body, row.history != nil, reportInitialAtHistory(row.targetRange) { return }
    reject(.initialOutside(row.targetRange, stateName(body)))
  }

  /// Reports the targets of a row with several targets that cannot be active together, because they are not in
  /// different regions of one composite state.
  ///
  /// - Parameter ranges: the places of the targets after the first one, for findings.
  mutating func checkOtherTargets(_ ranges: [SourceRange]) {
    guard let first = row.target, !row.isBroken else { return }
    var targets = [first]
    for (target, range) in zip(row.otherTargets, ranges) {
      if targets.contains(where: { !areBeside($0, target) }) {
        reject(.targetsOfOneRegion(range, stateName(target)))
      }
      targets.append(target)
    }
  }

  /// Returns whether two states are in different regions of the same composite state, so that both can be active.
  private func areBeside(_ first: StateID, _ second: StateID) -> Bool {
    let pair = zip(machine.path(of: first), machine.path(of: second)).first { $0 != $1 }
    return pair.map { machine.states[$0].isRegion && machine.states[$1].isRegion } ?? false
  }
}
