/// What the paths in sources and targets lead to.
extension Resolver {
  mutating func resolveState(_ path: PathSyntax) -> Int? {
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
  private mutating func lookUpState(_ name: NameSyntax, isTarget: Bool = false) -> Int? {
    if let state = states[name.id] {
      // A state whose machine is missing has been reported.
      guard stateSyntax[state].submachine == nil || machine.states[state].submachine != nil else {
        row.isBroken = true
        return nil
      }
      let parent = Int(machine.states[state].parent)
      if parent < 0 || row.body >= 0 && machine.isInside(row.body, parent) { return state }
      let path = machine.path(of: state).map { text(machine.states[$0].name.id) }.joined(separator: ".")
      row.isBroken = true
      diagnostics.append(.undeclared("state", text(name.id), name.range, nearest: path))
      return nil
    }
    if choices[name.id] != nil {
      diagnostics.append(.choiceAsState(name.range, text(name.id)))
      row.isBroken = true
      return nil
    }
    undeclared(
      "state", name, among: machine.states.lazy.map(\.name) + (isTarget ? machine.choices.map(\.name) : []))
    return nil
  }

  /// The choice that a path ends in; nil, and nothing said, where it ends in something else.
  mutating func lookUpChoice(_ path: PathSyntax) -> Int? {
    let name = path[path.count - 1]
    guard let choice = choices[name.id] else { return nil }
    let parent = Int(machine.choices[choice].parent)
    if path.count == 1 {
      if parent < 0 || row.body >= 0 && machine.isInside(row.body, parent) { return choice }
      let full = (machine.path(of: parent).map { text(machine.states[$0].name.id) } + [text(name.id)])
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

  private mutating func lookUpChild(_ name: NameSyntax, of state: Int) -> Int? {
    if let child = states[name.id], Int(machine.states[child].parent) == state { return child }
    if historyKind(name) != nil {
      diagnostics.append(.misplacedHistory(name.range, text(name.id)))
      hasBrokenHistory = true
      row.isBroken = true
      return nil
    }
    undeclared("state", name, among: machine.states[state].children.map { machine.states[$0].name })
    return nil
  }

  /// The row names something that is not declared: an error, unless the declaration may be in what could not be read.
  mutating func undeclared(_ what: String, _ name: NameSyntax, among names: some Sequence<Identifier>) {
    row.isBroken = true
    guard !isExcused(name.id) else { return }
    isIncomplete = true
    guard diagnostics.diagnostics.count < DiagnosticList.limit else { return }
    let tree = tree
    let nearest = Spelling.nearest(to: text(name.id), among: names.lazy.map { tree.names.text($0.id) })
    diagnostics.append(.undeclared(what, text(name.id), name.range, nearest: nearest))
  }

  func isExcused(_ name: NameID) -> Bool { unsupported[name] != nil || doubtful[name] != nil }

  func historyKind(_ name: NameSyntax) -> HistoryKind? {
    switch text(name.id) {
    case "history": .shallow
    case "deepHistory": .deep
    default: nil
    }
  }

  /// Finds the state or the choice that a row leads to, and what is written for the payloads on the way.
  mutating func resolveTarget(_ syntax: TargetSyntax?) {
    guard let syntax else { return }
    let steps = [syntax.first] + syntax.rest
    let last = steps[steps.count - 1]
    row.targetRange = last.name.range
    if choices[last.name.id] != nil {
      resolveChoiceTarget(steps)
      return
    }
    guard var target = lookUpState(syntax.first.name, isTarget: true) else { return }
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

  private mutating func resolveChoiceTarget(_ steps: [StepSyntax]) {
    var path = PathSyntax(steps[0].name)
    for step in steps.dropFirst() { path.append(step.name) }
    guard let choice = lookUpChoice(path) else { return }
    if let arguments = steps[steps.count - 1].arguments {
      diagnostics.append(.choiceHasNoPayload(arguments.range, text(path[path.count - 1].id)))
      row.isBroken = true
    }
    for step in steps.dropLast() {
      if let state = states[step.name.id] { resolveArguments(step, state) }
    }
    row.choice = choice
  }

  mutating func resolveArguments(_ step: StepSyntax, _ state: Int) {
    guard let list = step.arguments else { return }
    let declaration = machine.states[state]
    guard
      let places = match(list, to: argumentFields(of: state), of: "state", named: declaration.name, isPattern: false)
    else {
      row.isBroken = true
      return
    }
    var values: [SwiftText?] = declaration.fields.map { _ in nil }
    for (item, field) in zip(list.items, places) where field < values.count { values[field] = item.value }
    if let submachine = declaration.submachine {
      row.submachines.append((state, submachineArgument(list, places, state)))
      for (item, field) in zip(list.items, places) where field > submachine.field {
        row.arguments.append((-2, [item.value]))
      }
    }
    row.arguments.append((state, values))
  }
}
