/// The reducer of a machine with regions. An event goes to all of them: the transitions that it takes are selected before
/// any runs, then all exits run, then all effects, then all entries (SCXML, Appendix D, microstep).
extension SwiftEmitter {
  // MARK: Names

  /// What has rows or regions of its own: the machine's body (-1) and each region.
  var bodies: [Int] {
    (machine.isParallel ? [] : [-1]) + machine.states.indices.filter { machine.states[$0].isRegion }
  }

  /// Names the transitions after their source and trigger, which a change elsewhere leaves as they are.
  mutating func prepareSteps() {
    var taken: Set<String> = []
    for state in machine.states.indices {
      for place in machine.transitions(of: state) {
        let index = Int(machine.transitionOrder[place])
        let timer = Int(machine.transitions[index].timer)
        let trigger =
          timer < 0
          ? machine.name(ofTrigger: Int(machine.transitions[index].event))
          : machine.timers[timer].repeats ? "every" : "after"
        let base = "\(text(machine.states[state].name.range))_\(trigger)"
        var name = base
        var ordinal = 2
        while !taken.insert(name).inserted {
          name = "\(base)_\(ordinal)"
          ordinal += 1
        }
        transitionNames[index] = name.spelledAsName
        machine.transitions[index].forEachArrival { if !$0.isInternal { calledInside.insert(Int($0.domain)) } }
        if !machine.transitions[index].isInternal { calledInside.insert(Int(machine.transitions[index].domain)) }
      }
    }
    if hasStart { calledInside.insert(-1) }
    // What is within goes with what is around it, from region to region.
    for state in machine.states.indices where machine.isParallel(state) || machine.states[state].isRegion {
      calledInside.insert(state)
    }
  }

  var usedDomains: [Int] {
    var domains: Set<Int> = []
    for transition in machine.transitions where !transition.isInternal {
      domains.insert(Int(transition.domain))
      transition.forEachArrival { if !$0.isInternal { domains.insert(Int($0.domain)) } }
    }
    // An enum with raw values has a case.
    return domains.isEmpty ? [-1] : domains.sorted()
  }

  /// The name of a domain's case: that of the composite or region; `machine` for all, which no state can hide.
  func domainName(_ domain: Int) -> String {
    domain < 0 ? machine.names.fresh("whole") : spelling(machine.states[domain].name)
  }

  func selectionParameters(_ part: LocalNaming.Part) -> String {
    (part == .selection ? "_ \(event): Event, " : "") + "into \(step): inout \(stepType)"
  }

  func selectionArguments(_ part: LocalNaming.Part) -> String {
    (part == .selection ? "\(event), " : "") + "into: &\(step)"
  }

  private func selectionName(_ part: LocalNaming.Part, _ body: Int) -> String {
    let verb = handlerVerb(part)
    return body < 0 ? verb : actionName(verb, body)
  }

  /// `selectInPlayer`: asks each region of a composite.
  private func regionsName(_ part: LocalNaming.Part, _ parallel: Int) -> String {
    parallel < 0 ? handlerVerb(part) : actionName(handlerVerb(part) + "In", parallel)
  }

  /// Whether an internal transition of one region can be taken together with an arrow that leads out of it.
  var staysBesideArrows: Bool {
    machine.transitions.contains {
      $0.isInternal && machine.region(of: Int($0.source)) >= 0 && !machine.rows[Int($0.row)].effects.isEmpty
    }
  }

  // MARK: Selecting

  /// The body of `take`: selects, and performs.
  mutating func emitStep(_ part: LocalNaming.Part) {
    if part == .selection, canEnd { writer.line("if self.isFinal { return .ignored }") }
    if part == .selection { emitHandingOnInRegions(onlyConditions: false) }
    writer.line(string: "var \(step) = \(stepType)()")
    writer.line(string: "_ = self.\(handlerVerb(part))(\(selectionArguments(part)))")
    writer.line(string: "return self.perform(\(step), \(part == .selection ? event : "nil")\(arguments(first: false)))")
  }

  mutating func emitAcceptsInRegions() {
    if canEnd { writer.line("if self.isFinal { return false }") }
    emitHandingOnInRegions(onlyConditions: true)
    writer.line(string: "var \(step) = \(stepType)()")
    writer.line(string: "_ = self.select(\(selectionArguments(.selection)))")
    if machine.transitions.indices.contains(where: isTrap) {
      writer.line(string: "return (0..<\(step).count).contains { \(step)[$0]?.isTrap == false }")
    } else {
      writer.line(string: "return \(step).count > 0")
    }
  }

  /// The functions that select transitions: for each body a switch over its states, for each state with regions one that
  /// asks all of them.
  mutating func emitSelections(_ part: LocalNaming.Part) {
    for body in bodies { emitSelection(body, part) }
    if machine.isParallel { emitRegionSelection(-1, part) }
    for state in machine.states.indices where machine.isParallel(state) { emitRegionSelection(state, part) }
    emitHandlers(part)
  }

  private mutating func emitRegionSelection(_ parallel: Int, _ part: LocalNaming.Part) {
    let regions = parallel < 0 ? machine.topStates : machine.states[parallel].children
    let name = parallel < 0 ? "the machine" : "`\(text(machine.states[parallel].name.range))`"
    writer.lines(
      """

      /// Selects the transitions of the regions of \(name). Returns the place for one of a state around them, where a region
      /// has none.
      """)
    writer.write(
      string: "private func \(regionsName(part, parallel))(\(selectionParameters(part))) -> Int?")
    writer.openBrace()
    writer.line("var place: Int?")
    for region in regions {
      writer.write(
        string: "if let open = self.\(selectionName(part, region))(\(selectionArguments(part))), place == nil")
      writer.openBrace()
      writer.line("place = open")
      writer.closeBrace()
    }
    writer.line("return place")
    writer.closeBrace()
  }

  private mutating func emitSelection(_ body: Int, _ part: LocalNaming.Part) {
    let naming = LocalNaming(machine, part)
    let place = body < 0 ? "the machine" : "the region `\(text(machine.states[body].name.range))`"
    writer.lines(
      """

      /// Selects the transitions of \(place). Returns the place for one of a state around it, where it has none.
      """)
    writer.write(string: "private func \(selectionName(part, body))(\(selectionParameters(part))) -> Int?")
    writer.openBrace()
    let (opened, subject) = body < 0 ? (0, "self.state") : beginRegion(body, otherwise: " \(step).count")
    writer.line(string: "switch \(subject) {")
    var idle: [Int] = []
    for leaf in leaves(of: body) {
      let isParallel = machine.isParallel(leaf)
      let hasRows = hierarchy.hasRows(leaf, part)
      let handler = handler(of: leaf, part)
      guard isParallel || hasRows || handler != nil else {
        idle.append(leaf)
        continue
      }
      let rows = rows(of: leaf, naming)
      writer.write("case ")
      let first = body < 0 ? 0 : machine.states[body].pathFields.count
      let own = rows.source.names.enumerated().map { $0 >= first ? $1 : nil }
      writePattern(of: leaf, own, [], within: body)
      writer.line(":")
      writer.indent()
      if isParallel {
        let inner = "self.\(regionsName(part, leaf))(\(selectionArguments(part)))"
        if hasRows || handler != nil {
          writer.line(string: "guard let place = \(inner) else { return nil }")
        } else {
          writer.line(string: "return \(inner)")
          writer.outdent()
          continue
        }
      } else {
        writer.line(string: "let place = \(step).count")
      }
      let outer = rows.source.names.enumerated().map { $0 < first ? $1 : nil }
      let match = beginMatch(
        leaf, outer, [], child: nil, otherwise: " place", count: max(0, segments(of: leaf).count - 1))
      if hasRows { emitEvents(leaf, rows, naming) } else { writeUnhandled(handler, part) }
      endMatch(match)
      writer.outdent()
    }
    if !idle.isEmpty {
      writeCaseList(states: idle, within: body)
      writer.endLine()
      writer.line(string: "  return \(step).count")
    }
    writer.line("}")
    endMatch(opened)
    writer.closeBrace()
  }

  /// A row whose conditions hold.
  mutating func emitSelected(_ site: TransitionSite) {
    let row = machine.rows[Int(site.transition.row)]
    let isDone = Int(site.transition.event) == machine.done
    if site.transition.isInternal, row.effects.isEmpty {
      if isDone { writer.line("return .ignored") } else { writeIgnored(.selection) }
      return
    }
    let place = isDone ? "0" : "place"
    writer.line(string: "\(step).add(.\(transitionNames[site.index] ?? ""), at: \(place))")
    writer.line(
      string: isDone ? "return self.perform(\(step), nil\(arguments(first: false)))" : "return nil")
  }
}
