import StateMachineSyntax

/// Reads the declarations of states, choices and regions, with their bodies.
extension DeclarationResolver {
  /// Adds a state, and the states in its body, to the machine.
  ///
  /// - Parameters:
  ///   - parent: the state or region whose body contains the state; nil for the machine's body.
  ///   - initial: the name of the body's initial state so far. If this state is declared `initial`, its name is stored
  ///     here.
  mutating func declareState(_ state: StateSyntax, in parent: StateID?, initial: inout NameSyntax?) {
    guard let name = declaredStateName(state.name, in: parent) else { return }
    let index = machine.states.endIndex
    // At the top level, several states may be initial; the first one is `machine.initialState`.
    if state.isInitial, parent == nil, machine.initialState.map({ !machine.states[$0].isPseudostate }) ?? false {
      machine.otherInitialStates.append(index)
    } else if state.isInitial, setInitial(state.name, &initial) {
      setInitialChild(index, of: parent)
    }
    names[name.id].state = index
    let fields = fields(state.payload)
    var declared = State(
      documentation: state.documentation, name: name, formerNames: formerNames(state.formerNames),
      isFinal: state.isFinal, range: state.range, bodyRange: state.bodyRange, fields: fields)
    add(&declared, in: parent)
    if state.submachine != nil {
      owners.append((index, state))
    } else {
      declareChildren(of: state, index)
    }
    machine.states[index].end = machine.states.endIndex
  }

  /// Returns the name of a state, a choice or a group as an identifier. Nil if another state, choice or group has this
  /// name already, which is reported.
  ///
  /// - Parameters:
  ///   - what: the kind of declaration: `state` or `group`.
  ///   - parent: the state or region whose body contains the declaration; nil for the machine's body.
  private mutating func declaredStateName(
    _ syntax: NameSyntax, of what: String = "state", in parent: StateID? = nil
  ) -> Identifier? {
    let name = declaredIdentifier(syntax)
    let spelling = text(name.id)
    if spelling == "history" || spelling == "deepHistory" {
      diagnostics.append(.unusableName(syntax.range, spelling))
      isIncomplete = true
    }
    let earlier = names[name.id]
    let group = earlier.group.map { machine.groups[$0].name }
    let first =
      earlier.state.map { machine.states[$0].name } ?? earlier.choice.map { machine.choices[$0].name } ?? group
    guard let first else { return name }
    let isOfGroups = group != nil || what == "group"
    if let state = earlier.state, machine.states[state].parent != parent {
      diagnostics.append(.stateTwice(spelling, syntax.range, first: first.range))
      names[name.id].isDeclaredAgain = true
      // The state that is refused may be the initial state of this body.
      isIncomplete = true
    } else {
      diagnostics.append(
        .declaredTwice(isOfGroups ? "state or group" : "state", spelling, syntax.range, first: first.range))
    }
    return nil
  }

  /// Adds a group to the machine, without its members. They are looked up later, because they may be declared below the
  /// group.
  mutating func declareGroup(_ syntax: GroupSyntax) {
    guard let name = declaredStateName(syntax.name, of: "group") else { return }
    names[name.id].group = machine.groups.append(Group(documentation: syntax.documentation, name: name))
  }

  mutating func declareChoice(
    _ syntax: NameSyntax, _ documentation: SourceRange?, in parent: StateID?
  ) {
    guard let name = declaredStateName(syntax, in: parent) else { return }
    names[name.id].choice = machine.choices.append(Choice(documentation: documentation, name: name, parent: parent))
  }

  private mutating func declareChildren(of state: StateSyntax, _ index: StateID) {
    let initial = declareBody(state.body, in: index)
    guard machine.states[index].isComposite else { return }
    if state.isFinal {
      diagnostics.append(.finalComposite(state.name.range, text(state.name.id)))
      isIncomplete = true
    }
    if checkRegions(of: machine.states[index].children, choicesIn: index, machine.states[index].name) { return }
    checkInitial(initial, of: index, state.name, state.body)
  }

  /// Adds the states, choices and regions in the body of a state or a region. Returns the name of the body's initial
  /// state; nil if the body declares none.
  private mutating func declareBody(_ items: [ItemSyntax], in index: StateID) -> NameSyntax? {
    var initial: NameSyntax?
    for item in items {
      switch item {
      case .state(let nested): declareState(nested, in: index, initial: &initial)
      case .choice(let name, let documentation):
        declareChoice(name, documentation, in: index)
      case .region(let region): declareRegion(region, in: index)
      case .formerState(let syntax): declareFormerState(syntax, in: index)
      case .initialTransition(let row): declareInitialTransition(row, beside: items, in: index, initial: &initial)
      // Beside regions, and without states, it is an error, which the resolver reports.
      case .historyDefault(let row) where items.contains(where: \.isState):
        declareHistoryDefault(row, beside: items, in: index)
      default: continue
      }
    }
    findInitialState(initial, in: index)
    return initial
  }

  // MARK: The beginning of a body

  /// Sets the initial state of a body. If the body has an initial state already, reports this and returns false.
  ///
  /// - Parameters:
  ///   - name: the name of the initial state. If the arrow from `initial` needs a pseudostate, the pseudostate is the
  ///     initial state, and `name` is the word `initial`.
  ///   - initial: the name of the body's initial state so far; nil if it has none yet.
  private mutating func setInitial(_ name: NameSyntax, _ initial: inout NameSyntax?) -> Bool {
    if let first = initial {
      diagnostics.append(.secondInitialState(name.range, first: first.range, text(first.id)))
      return false
    }
    initial = name
    return true
  }

  /// Declares how a body begins, by an arrow from `initial`. An arrow to a state of the body, without effects and
  /// arguments, does the same as the word `initial` before the state. Any other arrow is a transition of an initial
  /// pseudostate, which is added here.
  ///
  /// - Parameters:
  ///   - items: the statements in the body.
  ///   - parent: the state or region with the body; nil for the machine's body.
  ///   - initial: the name of the body's initial state, which is set.
  mutating func declareInitialTransition(
    _ row: TransitionSyntax, beside items: [ItemSyntax], in parent: StateID?, initial: inout NameSyntax?
  ) {
    guard let keyword = row.triggers?.first.range else { return }
    if items.initialState(namedBy: row) != nil, let target = row.target {
      _ = setInitial(target.first.name, &initial)
      return
    }
    guard let name = tree.names.find(keyword.lowerBound, keyword.upperBound),
      setInitial(NameSyntax(id: name, range: keyword), &initial),
      let pseudostate = declare(.initial, row, in: parent)
    else { return }
    setInitialChild(pseudostate, of: parent)
  }

  /// Adds a pseudostate for a history default that has effects or several targets, or that leads to a choice:
  /// `history -> paused / beep`. A history default says which state is entered if the composite state was never active.
  /// Any other history default needs no pseudostate.
  mutating func declareHistoryDefault(_ row: TransitionSyntax, beside items: [ItemSyntax], in parent: StateID) {
    // Of several, the first counts.
    let first = items.lazy.compactMap { if case .historyDefault(let row) = $0 { row } else { nil } }.first
    guard let target = row.target, first?.range == row.range else { return }
    let last = target.rest.last?.name ?? target.first.name
    // `last` is the last name of the target's path; if it is that of a choice, the history leads to the choice.
    guard !row.effects.isEmpty || !row.otherTargets.isEmpty || items.declareChoice(last) else { return }
    machine.states[parent].historyDefault = declare(.historyDefault, row, in: parent)
  }

  private mutating func declare(_ kind: Pseudostate, _ row: TransitionSyntax, in parent: StateID?) -> StateID? {
    guard let keyword = row.triggers?.first.range, let name = tree.names.find(keyword.lowerBound, keyword.upperBound)
    else { return nil }
    let index = machine.states.endIndex
    var state = State(
      name: Identifier(id: name, range: keyword, needsBackticks: false), isFinal: false, range: row.range, fields: [])
    state.documentation = row.documentation
    state.pseudostate = kind
    add(&state, in: parent)
    machine.states[index].end = machine.states.endIndex
    return index
  }

  /// Adds a state or a region to the machine, and to the children of `parent`. Sets the state's `parent`, its `path`,
  /// and the fields that its rows can use.
  ///
  /// - Parameter parent: the state or region whose body contains the state; nil for the machine's body.
  private mutating func add(_ state: inout State, in parent: StateID?) {
    let index = machine.states.endIndex
    state.parent = parent
    state.path = (parent.map { machine.states[$0].path } ?? []) + [index]
    // The array is shared if nothing is added: a composite state may have many children.
    let around = parent.map { machine.states[$0].pathFields } ?? []
    state.ownFields = around.count
    state.pathFields = around.isEmpty ? state.fields : state.fields.isEmpty ? around : around + state.fields
    machine.states.append(state)
    if let parent { machine.states[parent].children.append(index) }
  }

  private mutating func setInitialChild(_ state: StateID, of parent: StateID?) {
    if let parent {
      machine.states[parent].initialChild = state
    } else {
      machine.initialState = state
    }
  }

  /// Sets the initial state of a body if only its name is known, after all states of the body are declared. For
  /// example, the row `initial -> closed` may stand above `state closed`. Also reports states that have the name of a
  /// pseudostate.
  ///
  /// - Parameter initial: the name of the initial state; nil if the body declares none.
  mutating func findInitialState(_ initial: NameSyntax?, in parent: StateID?) {
    let known = machine.initialChild(of: parent)
    checkNamesOfPseudostates(in: parent)
    guard known == nil, let initial, let state = names[initial.id].state, machine.states[state].parent == parent
    else { return }
    setInitialChild(state, of: parent)
  }

  /// Reports a state that has the name of a pseudostate in the same body, `initial`, because the generated enum would
  /// have two cases of this name.
  private mutating func checkNamesOfPseudostates(in parent: StateID?) {
    let children = machine.children(of: parent)
    for pseudostate in children where machine.states[pseudostate].isPseudostate {
      let name = machine.states[pseudostate].name
      for state in children where !machine.states[state].isPseudostate && machine.states[state].name.id == name.id {
        diagnostics.append(.declaredTwice("state", text(name.id), machine.states[state].name.range, first: name.range))
      }
    }
  }

  private mutating func checkInitial(
    _ initial: NameSyntax?, of state: StateID, _ name: NameSyntax, _ items: [ItemSyntax]
  ) {
    if initial == nil { bodiesWithoutInitial.append((state, name.range, text(name.id), items)) }
  }

  /// Reports the bodies without an initial state. Nothing is reported if, because of another mistake in the file, the
  /// declaration of an initial state may have been overlooked.
  mutating func reportBodiesWithoutInitial() {
    guard !tree.hasPossibleInitialState else { return }
    for (body, owner, name, items) in bodiesWithoutInitial where !isIncomplete {
      reportNoInitialState(of: owner, name, items, among: machine.children(of: body))
      if body != nil { isIncomplete = true }
    }
  }

  /// Reports a body without an initial state. If a row in the body seems to declare the initial state,
  /// `initial -> closed : push`, the row is reported instead. Nothing is reported for `initial: closed`, because
  /// `Resolver` reports it later.
  ///
  /// - Parameters:
  ///   - owner: the place of the name of the machine, the state or the region with the body.
  ///   - name: the name of this machine, state or region.
  ///   - items: the statements in the body.
  ///   - body: the states of the body.
  private mutating func reportNoInitialState(
    of owner: SourceRange, _ name: String, _ items: [ItemSyntax], among body: [StateID]
  ) {
    for case .transition(let row) in items {
      // The resolver reports `initial: a`.
      if let word = row.sourceWithoutArrow?.path.first, names[word.id].state == nil,
        ["initial", "start", "begin"].contains(text(word.id).lowercased())
      {
        return
      }
      guard let source = row.sourceOfArrow, names[source.id].state == nil,
        Keyword(self.source.bytes, source.range.lowerBound, source.range.upperBound) == .initial
      else { continue }
      diagnostics.append(.pseudostateWithEvent("initial", row, .initialState, self.source.bytes))
      return
    }
    // The states may be declared in text that could not be read.
    if machine.states.isEmpty, !tree.possiblyDeclaredNames.isEmpty { return }
    if machine.states.isEmpty, machine.choices.isEmpty, let row = items.firstArrow {
      diagnostics.append(.noStates(owner, name, first: text(row.source.id), second: text(row.target.id)))
      return
    }
    let first = body.compactMap { machine.keyword(of: $0) }.first
    diagnostics.append(.noInitialState(owner, name, first: first))
  }

  /// Adds a region, with the states in its body, to the machine. In the model, a region is a state with states of its
  /// own and without a payload.
  ///
  /// - Parameter parent: the state with the region; nil for the machine.
  mutating func declareRegion(_ syntax: RegionSyntax, in parent: StateID?) {
    guard let name = declaredStateName(syntax.name, in: parent) else {
      isIncomplete = true
      return
    }
    let index = machine.states.endIndex
    names[name.id].state = index
    machine.hasRegions = true
    var declared = State(
      name: name, formerNames: formerNames(syntax.formerNames), isFinal: false, isRegion: true, range: syntax.range,
      bodyRange: syntax.bodyRange, fields: [])
    add(&declared, in: parent)
    for item in syntax.body {
      switch item {
      case .action(let action): diagnostics.append(.inRegion(action.keyword, source.text(action.keyword)))
      case .defer(_, let keyword): diagnostics.append(.inRegion(keyword, source.text(keyword)))
      default: break
      }
    }
    let initial = declareBody(syntax.body, in: index)
    machine.states[index].end = machine.states.endIndex
    if machine.states[index].isComposite {
      if checkRegions(of: machine.states[index].children, choicesIn: index, name) {
        diagnostics.append(.regionsInRegion(syntax.name.range, text(name.id)))
      } else {
        checkInitial(initial, of: index, syntax.name, syntax.body)
      }
    } else {
      // A state whose name is taken is not declared, and has been reported.
      if !syntax.body.contains(where: \.isState) { diagnostics.append(.emptyRegion(syntax.name.range, text(name.id))) }
      isIncomplete = true
    }
  }

  /// Reports a body that has states or choices beside regions, or a single region. Returns whether the body has
  /// regions.
  ///
  /// - Parameters:
  ///   - children: the states and regions of the body.
  ///   - body: the state with the body, whose choices are checked; nil for the machine's body.
  ///   - name: the name of the machine or the state with the body.
  mutating func checkRegions(of children: [StateID], choicesIn body: StateID?, _ name: Identifier) -> Bool {
    let regions = children.filter { machine.states[$0].isRegion }
    guard let first = regions.first else { return false }
    if let state = children.first(where: { !machine.states[$0].isRegion }) {
      let declared = machine.states[state].name
      diagnostics.append(
        Diagnostic.stateBesideRegions(declared.range, text(declared.id))
          .note("a region is here", machine.states[first].name.range))
      isIncomplete = true
    } else if let body, let choice = machine.choices.first(where: { $0.parent == body }) {
      // A choice that exits all regions stands beside their composite state; a machine with regions has no such place.
      diagnostics.append(
        Diagnostic.choiceBesideRegions(
          choice.name.range, text(choice.name.id), body: text(machine.states[body].name.id)
        )
        .note("a region is here", machine.states[first].name.range))
      isIncomplete = true
    } else if regions.count == 1, tree.possiblyDeclaredNames.isEmpty, !isIncomplete {
      diagnostics.append(.oneRegion(machine.states[first].name.range, text(name.id)))
    }
    return true
  }
}

extension [ItemSyntax] {
  /// Returns whether a choice with a name is declared among these statements, or in a body within them.
  fileprivate func declareChoice(_ name: NameSyntax) -> Bool {
    containsDeep { if case .choice(let choice, _) = $0 { choice.id == name.id } else { false } }
  }

  /// Returns the state among these statements to which an arrow from `initial` leads. Such an arrow without effects and
  /// arguments does the same as the word `initial` before the state. Nil if there is no such state, or if the arrow
  /// needs a pseudostate.
  func initialState(namedBy row: TransitionSyntax) -> StateSyntax? {
    guard row.effects.isEmpty, row.otherTargets.isEmpty, let target = row.target, target.rest.isEmpty,
      target.first.arguments == nil
    else { return nil }
    for case .state(let state) in self where state.name.id == target.first.name.id { return state }
    return nil
  }
}
