import StateMachineSyntax

/// What the paths in sources and targets lead to.
extension Resolver {
  mutating func resolveState(_ path: PathSyntax) -> StateID? {
    guard var state = lookUpState(path.first) else { return nil }
    for name in path.rest {
      guard let child = lookUpChild(name, of: state) else { return nil }
      state = child
    }
    return state
  }

  /// A path's first name is looked up from the innermost body outward.
  ///
  /// - Parameter isTarget: whether it could be a choice.
  private mutating func lookUpState(_ name: NameSyntax, isTarget: Bool = false) -> StateID? {
    if let state = names[name.id].state {
      note(name.range, state: state)
      // A state whose submachine is missing has been reported.
      guard !names[name.id].isUnsupported else {
        row.isBroken = true
        return nil
      }
      guard let parent = machine.states[state].parent else { return state }
      if isVisible(in: parent) { return state }
      guard !names[name.id].isDeclaredAgain else {
        row.isBroken = true
        return nil
      }
      let path = machine.path(of: state).map { text(machine.states[$0].name.id) }.joined(separator: ".")
      row.isBroken = true
      diagnostics.append(.undeclared("state", text(name.id), name.range, nearest: path))
      return nil
    }
    if names[name.id].choice != nil {
      if let choice = names[name.id].choice { choices.ofBrokenRows.insert(choice) }
      diagnostics.append(.choiceAsState(name.range, text(name.id)))
      row.isBroken = true
      return nil
    }
    if let group = names[name.id].group {
      note(name.range, machine.groups[group].name, .group)
      diagnostics.append(
        Diagnostic.groupAsState(name.range, text(name.id))
          .note("'\(text(name.id))' is declared here", machine.groups[group].name.range))
      row.isBroken = true
      return nil
    }
    if isTarget, historyKind(name) != nil {
      diagnostics.append(.misplacedHistory(name.range, text(name.id)))
      histories.isBroken = true
      row.isBroken = true
      return nil
    }
    let others = isTarget ? machine.choices.map(\.name) : machine.groups.map(\.name)
    let isMachine = text(name.id) == text(machine.name.id)
    undeclared(
      "state", name, among: machine.states.lazy.map(\.name) + others,
      remedy: isMachine ? "a path begins with a state: leave it out" : nil)
    return nil
  }

  /// The choice that a path ends in; nil, and nothing said, where it ends in something else.
  mutating func lookUpChoice(_ path: PathSyntax) -> ChoiceID? {
    let name = path[path.count - 1]
    guard let choice = names[name.id].choice else { return nil }
    note(name.range, machine.choices[choice].name, .choice)
    let parent = machine.choices[choice].parent
    if path.count == 1 {
      guard let parent else { return choice }
      if isVisible(in: parent) { return choice }
      let outer = machine.path(of: parent)
      let full = outer.map { text(machine.states[$0].name.id) } + [text(name.id)]
      row.isBroken = true
      diagnostics.append(.undeclared("choice", text(name.id), name.range, nearest: full.joined(separator: ".")))
      return nil
    }
    var outer = PathSyntax(path.first)
    for step in path.rest.dropLast() { outer.append(step) }
    guard let state = resolveState(outer) else { return nil }
    guard state == parent else {
      undeclared("state", name, among: machine.states[state].children.map { machine.states[$0].name })
      return nil
    }
    return choice
  }

  /// Whether what a body declares is known by its name alone where the row stands: the body is the machine's, or around
  /// the row.
  private func isVisible(in parent: StateID) -> Bool {
    row.body.map { machine.isInside($0, parent) } ?? false
  }

  private mutating func lookUpChild(_ name: NameSyntax, of state: StateID) -> StateID? {
    if let child = names[name.id].state, machine.states[child].parent == state {
      note(name.range, state: child)
      return child
    }
    if names[name.id].isDeclaredAgain {
      row.isBroken = true
      return nil
    }
    if historyKind(name) != nil {
      diagnostics.append(.misplacedHistory(name.range, text(name.id)))
      histories.isBroken = true
      row.isBroken = true
      return nil
    }
    if machine.states[state].submachine != nil {
      diagnostics.append(
        .stateOfSubmachine(
          name.range, text(name.id), text(machine.states[state].name.id), isQuery: row.isStateQuery))
      row.isBroken = true
      return nil
    }
    let words = ["history", "deepHistory"]
    let spelling = text(machine.states[state].name.id)
    let children = machine.states[state].children.map { machine.states[$0].name }
    var remedy: String?
    if let other = names[name.id].state, machine.states[state].isComposite,
      Spelling.nearest(to: text(name.id), among: children.map { text($0.id) }) == nil
    {
      let path = machine.path(of: other).map { text(machine.states[$0].name.id) }.joined(separator: ".")
      remedy = "it is not within '\(spelling)': write '\(path)'"
    } else if !machine.states[state].isComposite, Spelling.nearest(to: text(name.id), among: words) == nil {
      remedy = "'\(spelling)' has no states within it, and arguments stand in parentheses"
    }
    undeclared("state", name, among: children, orWords: words, remedy: remedy)
    return nil
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
    guard undeclaredNames.insert(UndeclaredName(what: what, name: name.id)).inserted,
      diagnostics.diagnostics.count < DiagnosticList.limit
    else { return }
    let tree = tree
    let nearest = Spelling.nearest(to: text(name.id), among: words + candidates.lazy.map { tree.names.text($0.id) })
    let action = what == "event" && nearest == nil ? Parser.actionOfState(text(name.id)) : nil
    let remedy = remedy ?? action.map { "write '\($0) / effect' in the state's body" }
    diagnostics.append(.undeclared(what, text(name.id), name.range, nearest: nearest, orCall: call, remedy: remedy))
  }

  func isExcused(_ name: NameID) -> Bool { names[name].isUnsupported || file.possiblyDeclared.contains(name) }

  func historyKind(_ name: NameSyntax) -> HistoryKind? {
    switch text(name.id) {
    case "history": .shallow
    case "deepHistory": .deep
    default: nil
    }
  }

  /// Finds what a row leads to: a state, a choice or a history, or several states in as many regions.
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
        diagnostics.append(.namedTwice("state", text(step.name.id), step.name.range))
        row.isBroken = true
      }
      if row.choice != nil || row.history != nil { isPlain = false }
      if let state = row.target { row.otherTargets.append(state) }
      ranges.append(row.targetRange)
    }
    row.target = first
    row.targetRange = range
    guard isPlain else {
      diagnostics.append(.severalTargetsButStates(range))
      row.isBroken = true
      return
    }
    checkOtherTargets(ranges)
  }

  /// Finds the state or the choice that a row leads to, and what is written for the payloads on the way.
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
      // A state that is named in the wrong way is reached all the same; of a group, each may be meant.
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
      guard let child = lookUpChild(step.name, of: target) else { return }
      target = child
      resolveArguments(step, target)
    }
    if machine.states[target].isRegion {
      diagnostics.append(.regionAsState(row.targetRange, text(machine.states[target].name.id)))
      row.isBroken = true
    }
    row.target = target
  }

  /// `history` without the composite that it is of.
  private mutating func reportHistoryAlone(_ name: NameSyntax) {
    row.isBroken = true
    histories.isBroken = true
    if reportInitialAtHistory(name.range) { return }
    diagnostics.append(.misplacedHistory(name.range, text(name.id)))
  }

  /// Reports an arrow from `initial` to the history of the body itself, and says whether the row is one.
  mutating func reportInitialAtHistory(_ range: SourceRange) -> Bool {
    guard let source = row.sources.first?.state, machine.states[source].pseudostate == .initial else { return false }
    let body = machine.states[source].parent
    diagnostics.append(.initialAtHistory(range, body.map { text(machine.states[$0].name.id) }))
    // Each of the states may be meant.
    for child in machine.children(of: body) { brokenRows.append(Usage.RowEnds(sources: [source], target: child)) }
    row.isBroken = true
    return true
  }

  private mutating func resolveChoiceTarget(_ steps: [StepSyntax]) {
    var path = PathSyntax(steps[0].name)
    for step in steps.dropFirst() { path.append(step.name) }
    guard let choice = lookUpChoice(path) else { return }
    if let arguments = steps[steps.count - 1].arguments, !machine.choices[choice].fields.isEmpty {
      resolveArguments(arguments, of: choice)
    } else if let arguments = steps[steps.count - 1].arguments {
      diagnostics.append(.choiceHasNoPayload(arguments.range, text(path[path.count - 1].id)))
      row.isBroken = true
    }
    for step in steps.dropLast() {
      if let state = names[step.name.id].state { resolveArguments(step, state) }
    }
    row.choice = choice
  }

  /// What is written for the parameters of a choice. What it calls may change the source's payload.
  private mutating func resolveArguments(_ list: ArgumentListSyntax, of choice: ChoiceID) {
    let fields = machine.choices[choice].fields
    guard
      let places = match(
        list, to: fields, of: "choice", named: machine.choices[choice].name, isPattern: false)
    else {
      row.isBroken = true
      return
    }
    var values: [SwiftText?] = Array(repeating: nil, count: fields.count)
    for (item, field) in zip(list.items, places) {
      values[field] = item.value
      row.blockChanges += changes(in: item.value)
    }
    row.choiceValues = values
    row.arguments.append(WrittenArguments(values: values))
  }

  mutating func resolveArguments(_ step: StepSyntax, _ state: StateID) {
    guard let list = step.arguments else { return }
    let name = machine.states[state].name
    guard let places = match(list, to: argumentFields(of: state), of: "state", named: name, isPattern: false) else {
      row.isBroken = true
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

  /// What a transition gives to the submachine of a state: `loaded(.empty, limit: 3)`.
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

  /// The fields that a transition can give a value to: those of the state, and the properties of its submachine.
  ///
  /// The names of the properties are those of another file: the field is found by its label's text.
  func argumentFields(of state: StateID) -> [Field] {
    guard let submachine = machine.states[state].submachine else { return machine.states[state].fields }
    let owner = machine.states[state].name.range
    // It stands nowhere in this file.
    let nowhere = SourceRange(owner.lowerBound, owner.lowerBound)
    return machine.states[state].fields
      + submachine.interface.properties.map { property in
        let id = property.label.flatMap { tree.names.find(text: $0) } ?? .none
        return Field(
          label: Identifier(id: id, range: nowhere, needsBackticks: false), type: submachine.type,
          key: .unknown)
      }
  }
}
