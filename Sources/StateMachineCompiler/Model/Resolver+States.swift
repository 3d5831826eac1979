/// States, choices and regions, with what stands within them.
extension Resolver {
  /// Recurses no deeper than the parser lets bodies be nested.
  mutating func declareState(_ state: StateSyntax, in parent: Int, initial: inout NameSyntax?) {
    guard let name = declaredStateName(state.name) else { return }
    let index = machine.states.count
    if state.isInitial {
      if let first = initial {
        diagnostics.append(.secondInitialState(state.name.range, first: first.range, text(first.id)))
      } else if parent < 0 {
        machine.initialState = index
      } else {
        machine.states[parent].initialChild = index
      }
      initial = initial ?? state.name
    }
    states[name.id] = index
    let fields = fields(state.payload, of: "state")
    var declared = State(documentation: state.documentation, name: name, isFinal: state.isFinal, fields: fields)
    declared.parent = Int32(parent)
    // Shared where nothing is added: a composite may have many children.
    let around = parent < 0 ? [] : machine.states[parent].pathFields
    declared.pathFields = around.isEmpty ? fields : fields.isEmpty ? around : around + fields
    machine.states.append(declared)
    stateSyntax.append(state)
    if parent >= 0 { machine.states[parent].children.append(index) }
    if state.submachine != nil {
      declareSubmachine(state, index)
    } else {
      declareChildren(of: state, index)
    }
    machine.states[index].end = Int32(machine.states.count)
  }

  /// The identifier of a state or a choice, which share a name space; nil for one that is there already.
  private mutating func declaredStateName(_ syntax: NameSyntax) -> Identifier? {
    let name = declaredIdentifier(syntax)
    let spelling = text(name.id)
    if spelling == "history" || spelling == "deepHistory" {
      diagnostics.append(.unusableName(syntax.range, spelling))
    }
    let first = states[name.id].map { machine.states[$0].name } ?? choices[name.id].map { machine.choices[$0].name }
    guard let first else { return name }
    diagnostics.append(.declaredTwice("state", spelling, syntax.range, first: first.range))
    return nil
  }

  mutating func declareChoice(_ syntax: NameSyntax, _ documentation: SourceRange?, in parent: Int) {
    guard let name = declaredStateName(syntax) else { return }
    choices[name.id] = machine.choices.count
    machine.choices.append(Choice(documentation: documentation, name: name, parent: Int32(parent)))
  }

  private mutating func declareChildren(of state: StateSyntax, _ index: Int) {
    let initial = declareBody(state.body, in: index)
    guard machine.states[index].isComposite else { return }
    if state.isFinal {
      diagnostics.append(.finalComposite(state.name.range, text(state.name.id)))
      isIncomplete = true
    }
    if checkRegions(of: machine.states[index].children, choicesIn: index, machine.states[index].name) { return }
    checkInitial(initial, state.name)
  }

  /// Declares the states, choices and regions in the body of a state or a region; returns the initial one.
  private mutating func declareBody(_ items: [ItemSyntax], in index: Int) -> NameSyntax? {
    var initial: NameSyntax?
    for item in items {
      switch item {
      case .state(let nested): declareState(nested, in: index, initial: &initial)
      case .choice(let name, let documentation): declareChoice(name, documentation, in: index)
      case .region(let name, let body): declareRegion(name, body, in: index)
      default: continue
      }
    }
    return initial
  }

  private mutating func checkInitial(_ initial: NameSyntax?, _ name: NameSyntax) {
    guard initial == nil, !isIncomplete, !tree.hasDoubtfulInitialState else { return }
    diagnostics.append(.noInitialState(name.range, text(name.id)))
    isIncomplete = true
  }

  /// A region is kept as a state that is never alone: with its own initial state, without a payload.
  mutating func declareRegion(_ syntax: NameSyntax, _ body: [ItemSyntax], in parent: Int) {
    guard let name = declaredStateName(syntax) else { return }
    let index = machine.states.count
    states[name.id] = index
    machine.hasRegions = true
    var declared = State(name: name, isFinal: false, isRegion: true, fields: [])
    declared.parent = Int32(parent)
    declared.pathFields = parent < 0 ? [] : machine.states[parent].pathFields
    machine.states.append(declared)
    stateSyntax.append(
      StateSyntax(
        documentation: nil, isInitial: false, isFinal: false, name: syntax, payload: [], submachine: nil, body: body))
    if parent >= 0 { machine.states[parent].children.append(index) }
    for item in body {
      switch item {
      case .action(let action): diagnostics.append(.inRegion(action.keyword, source.text(action.keyword)))
      case .defer(_, let keyword): diagnostics.append(.inRegion(keyword, source.text(keyword)))
      default: break
      }
    }
    let initial = declareBody(body, in: index)
    machine.states[index].end = Int32(machine.states.count)
    if machine.states[index].isComposite {
      if checkRegions(of: machine.states[index].children, choicesIn: index, name) {
        diagnostics.append(.regionsInRegion(syntax.range, text(name.id)))
      } else {
        checkInitial(initial, syntax)
      }
    } else {
      diagnostics.append(.emptyRegion(syntax.range, text(name.id)))
      isIncomplete = true
    }
  }

  /// A body has states, or two regions or more; returns whether it has regions.
  mutating func checkRegions(of children: [Int], choicesIn body: Int, _ name: Identifier) -> Bool {
    let regions = children.filter { machine.states[$0].isRegion }
    guard let first = regions.first else { return false }
    if let state = children.first(where: { !machine.states[$0].isRegion }) {
      let declared = machine.states[state].name
      diagnostics.append(
        Diagnostic.stateBesideRegions(declared.range, text(declared.id))
          .note("a region is here", machine.states[first].name.range))
      isIncomplete = true
    } else if let choice = machine.choices.first(where: { Int($0.parent) == body }) {
      diagnostics.append(
        Diagnostic.stateBesideRegions(choice.name.range, text(choice.name.id))
          .note("a region is here", machine.states[first].name.range))
      isIncomplete = true
    } else if regions.count == 1 {
      diagnostics.append(.oneRegion(machine.states[first].name.range, text(name.id)))
    }
    return true
  }
}
