import StateMachineModel

/// What is done with the states that are active within another: entries, exits, and what goes on in a machine that was
/// stored.
extension ActionLowering {
  /// What is done with the states that are active within another.
  enum Verb {
    case enter, exit, resume

    /// The function for all that is active within a composite, its documentation, and the call of it.
    var function: String {
      switch self {
      case .enter: "enterInside"
      case .exit: "exitInside"
      case .resume: "beginInside"
      }
    }

    var summary: String {
      switch self {
      case .enter: "Runs the entry effects of the active substates of"
      case .exit: "Runs the exit effects of the active substates of"
      case .resume: "Starts the tasks and timers of the active substates of"
      }
    }

    func within(_ body: StateID?) -> Move {
      switch self {
      case .enter: .enterWithin(body)
      case .exit: .exitWithin(body)
      case .resume: .beginWithin(body)
      }
    }
  }

  func hasSomething(within body: StateID?, _ verb: Verb) -> Bool {
    switch verb {
    case .enter: behaviour.tree.hasEntries(within: body)
    case .exit: behaviour.tree.hasExits(within: body)
    case .resume: behaviour.tree.hasActivities(within: body)
    }
  }

  private func moves(_ state: StateID, _ verb: Verb) -> [Move] {
    switch verb {
    case .enter: behaviour.entry(of: state)
    case .exit: behaviour.exit(of: state)
    case .resume: behaviour.resumption(of: state)
    }
  }

  /// The function that runs the entry or exit effects of what is active within a composite or, for nil, the machine:
  /// for transitions that leave it whatever is active, and for those that come back to what was.
  func writeInsideFunction(_ body: StateID?, _ verb: Verb, _ out: inout SwiftWriter) {
    out.lines(
      """

      /// \(verb.summary) \(body.map { "`\(model.name(of: $0))`" } ?? "the machine").
      """)
    let name = names.function(verb.function, within: body)
    out.write(string: "\(model.helperAccess)mutating func \(name)(\(model.parameters(first: true)))")
    out.openFunction(answers: false)
    writeInside(body, verb, &out)
    out.closeFunction()
  }

  /// Tells whether the run is given to anything, or an event is raised, while the machine as a whole is left or
  /// resumed: a variable without a use is a warning.
  func usesRun(_ verb: Verb) -> Bool {
    machine.states.indices.contains { state in
      let declaration = machine.states[state]
      if declaration.submachine != nil { return true }
      if machine.isParallel(state), hasSomething(within: state, verb) { return true }
      // Regions of the machine itself.
      if declaration.isRegion, declaration.parent == nil, functions(verb).contains(state) { return true }
      guard let action = verb == .exit ? declaration.exit : declaration.activity else { return false }
      guard let effect = model.actions.inlined(action) else { return true }
      if case .raise = effect { return true }
      return false
    }
  }

  /// Entries run outer first, exits inner first; regions in the order of the source, and back.
  func writeInside(_ body: StateID?, _ verb: Verb, _ out: inout SwiftWriter) {
    if machine.isParallel(body: body) {
      writeRegions(of: body, verb, &out)
      return
    }
    if let region = body, verb == .enter, model.actions.joinedRegions.contains(region) {
      writeJoined(region, &out)
      return
    }
    if body != nil, let only = onlyActing(within: body, verb), looksItself(only, verb) {
      for move in only.moves { transitions.write(move, &out) }
      return
    }
    var opened = 0
    var subject = "self.state"
    if let body, machine.states[body].isRegion {
      (opened, subject) = states.beginRegion(body, &out)
    } else if let body {
      subject = names.child
      opened = states.beginMatch(body, Bindings(child: .fresh(subject)), .init(), &out)
    }
    writeSwitch(over: subject, body, verb, &out)
    states.endMatch(opened, &out)
  }

  /// The regions of a composite, one after the other.
  private func writeRegions(of body: StateID?, _ verb: Verb, _ out: inout SwiftWriter) {
    let regions = machine.children(of: body)
    var opened = 0
    if let body, regions.contains(where: { bindsRegions($0, verb) }) {
      let name = model.layout.regionsName(model.layout.segments(of: body).count - 1)
      opened = states.beginMatch(body, Bindings(child: .fresh(name)), .init(), &out)
    }
    for region in verb == .exit ? regions.reversed() : regions {
      if verb != .exit { for move in moves(region, verb) { transitions.write(move, &out) } }
      if functions(verb).contains(region) {
        transitions.write(verb.within(region), &out)
      } else if hasSomething(within: region, verb) {
        writeSwitch(over: model.layout.subject(ofRegion: region), region, verb, &out)
      }
      if verb == .exit { writeExit(of: region, &out) }
    }
    states.endMatch(opened, &out)
  }

  private func functions(_ verb: Verb) -> Set<StateID> {
    switch verb {
    case .enter: model.actions.entryFunctions
    case .exit: model.actions.exitFunctions
    case .resume: []
    }
  }

  /// Tells whether something of a region is read where its composite's regions are bound.
  private func bindsRegions(_ region: StateID, _ verb: Verb) -> Bool {
    if verb == .exit, isRememberedWithRegions(region) { return true }
    guard !functions(verb).contains(region), hasSomething(within: region, verb) else { return false }
    return onlyActing(within: region, verb).map { !looksItself($0, verb) } ?? true
  }

  private func writeExit(of region: StateID, _ out: inout SwiftWriter) {
    if isRememberedWithRegions(region) {
      out.line(string: "self.\(names.history(of: region)) = \(model.layout.subject(ofRegion: region))")
    } else {
      for move in moves(region, .exit) { transitions.write(move, &out) }
    }
  }

  /// What is done with each of the states that a body tells apart.
  private func lists(within body: StateID?, _ verb: Verb) -> [(leaf: StateID, moves: [Move])] {
    behaviour.tree.leaves(of: body).map { leaf in
      let path = machine.path(of: leaf).filter { state in body.map { state > $0 } ?? true }
      var list = (verb == .exit ? path.reversed() : path).flatMap { moves($0, verb) }
      if machine.isParallel(leaf), hasSomething(within: leaf, verb) {
        if verb == .exit { list.insert(.exitWithin(leaf), at: 0) } else { list.append(verb.within(leaf)) }
      }
      return (leaf, list)
    }
  }

  /// The only state of a body with which something is done, and that.
  private func onlyActing(within body: StateID?, _ verb: Verb) -> (leaf: StateID, moves: [Move])? {
    guard model.actions.testsSingleStates else { return nil }
    let acting = lists(within: body, verb).filter { !$0.moves.isEmpty }
    return acting.count == 1 && !model.layout.isOnlyState(acting[0].leaf) ? acting[0] : nil
  }

  /// Tells whether what is done with a state looks itself whether the state is active: a function that binds its
  /// payload.
  private func looksItself(_ one: (leaf: StateID, moves: [Move]), _ verb: Verb) -> Bool {
    let declaration = machine.states[one.leaf]
    let action: Action?
    switch verb {
    case .enter:
      guard one.moves == [.enter(one.leaf)], hasFunction(one.leaf) else { return false }
      action = declaration.entry
    case .exit:
      guard one.moves == [.exit(one.leaf)], hasFunction(one.leaf) else { return false }
      action = declaration.exit
    case .resume:
      guard one.moves == [.begin(one.leaf)], model.actions.inlined(declaration.activity) == nil else { return false }
      action = declaration.activity
    }
    return action?.locals.contains { Int($0.field) >= declaration.ownFields } == true
  }

  private func writeSwitch(over subject: String, _ body: StateID?, _ verb: Verb, _ out: inout SwiftWriter) {
    if let only = onlyActing(within: body, verb) {
      let isLooked = body != nil && looksItself(only, verb)
      if !isLooked {
        out.write("if case ")
        states.writePattern(of: only.leaf, within: body, &out)
        out.write(string: " = \(subject)")
        out.openBrace(.check)
      }
      for move in only.moves { transitions.write(move, &out) }
      if !isLooked { out.closeBrace() }
      return
    }
    out.openSwitch(over: subject)
    var others: [StateID] = []
    for (leaf, moves) in lists(within: body, verb) {
      guard !moves.isEmpty else {
        others.append(leaf)
        continue
      }
      states.writeCaseList(states: [leaf], within: body, &out)
      out.openCase()
      for move in moves { transitions.write(move, &out) }
      out.closeCase()
    }
    if !others.isEmpty {
      states.writeCaseList(states: others, within: body, &out)
      out.openCase()
      out.closeCase()
    }
    out.closeSwitch()
  }

  /// The entry effects of all states of a region, each with its payload.
  private func writeJoined(_ region: StateID, _ out: inout SwiftWriter) {
    let children = machine.states[region].children
    let outerCount = machine.states[region].pathFields.count
    func bindings(of state: StateID) -> Bindings {
      var bindings = Bindings(names: Array(repeating: nil, count: machine.states[state].pathFields.count))
      for local in machine.states[state].entry?.locals ?? [] {
        bindings.names[Int(local.field)] = .declared(local.name)
      }
      return bindings
    }
    var opened = 0
    if let parallel = machine.states[region].parent {
      var outer = Bindings(names: Array(repeating: nil, count: outerCount))
      for child in children {
        for (field, name) in bindings(of: child).names.prefix(outerCount).enumerated() where name != nil {
          outer.names[field] = name
        }
      }
      outer.child = .fresh(model.layout.regionsName(model.layout.segments(of: parallel).count - 1))
      opened = states.beginMatch(parallel, outer, .init(), &out)
    }
    out.openSwitch(over: model.layout.subject(ofRegion: region))
    for child in children where machine.states[child].entry != nil {
      out.write("case ")
      states.writePattern(of: child, bindings(of: child), from: outerCount, &out)
      out.openCase()
      for effect in machine.states[child].entry?.effects ?? [] { effects.write(effect, &out) }
      out.closeCase()
    }
    let others = children.filter { machine.states[$0].entry == nil }
    if !others.isEmpty {
      states.writeCaseList(states: others, within: region, &out)
      out.openCase()
      out.closeCase()
    }
    out.closeSwitch()
    states.endMatch(opened, &out)
  }
}
