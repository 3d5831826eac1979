/// The reducer of a machine with regions. An event goes to all of them: the transitions that it takes are selected before
/// any runs, then all exits run, then all effects, then all entries (SCXML, Appendix D, microstep).
extension SwiftEmitter {
  // MARK: Names

  /// What has rows or regions of its own: the machine's body (-1) and each region.
  private var bodies: [Int] {
    (machine.isParallel ? [] : [-1]) + machine.states.indices.filter { machine.states[$0].isRegion }
  }

  /// Names the transitions after their source and trigger, which a change elsewhere leaves as they are.
  mutating func prepareSteps() {
    var taken: Set<String> = []
    for state in machine.states.indices {
      for place in machine.transitions(of: state) {
        let index = Int(machine.transitionOrder[place])
        let trigger = machine.name(ofTrigger: Int(machine.transitions[index].event))
        let base = "\(text(machine.states[state].name.range))_\(trigger)"
        var name = base
        var ordinal = 2
        while !taken.insert(name).inserted {
          name = "\(base)_\(ordinal)"
          ordinal += 1
        }
        transitionNames[index] = name.utf8.allSatisfy(Ascii.continuesIdentifier) ? name : "`\(name)`"
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

  private var usedDomains: [Int] {
    var domains: Set<Int> = []
    for transition in machine.transitions where !transition.isInternal {
      domains.insert(Int(transition.domain))
      transition.forEachArrival { if !$0.isInternal { domains.insert(Int($0.domain)) } }
    }
    return domains.sorted()
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
  private var staysBesideArrows: Bool {
    machine.transitions.contains {
      $0.isInternal && machine.region(of: Int($0.source)) >= 0 && !machine.rows[Int($0.row)].effects.isEmpty
    }
  }

  // MARK: Types

  mutating func emitStepTypes() {
    let used = machine.transitions.indices.filter { transitionNames[$0] != nil }
    emitTransitionType(used)
    emitDomainType()
    var lanes = 2
    while lanes < bodies.count { lanes *= 2 }
    let vector = lanes <= 64 ? "SIMD\(lanes)<Int32>(repeating: -1)" : "[Int32](repeating: -1, count: \(lanes))"
    let hasLeft =
      !staysBesideArrows
      ? ""
      : """

        /// Whether a transition before another has left a state.
        func hasLeft(_ state: Int, before index: Int) -> Bool {
          (0..<index).contains { self.domain(at: $0)?.states.contains(state) == true }
        }
      """
    writer.lines(
      """
      /// The transitions that a trigger takes: one for each region at most.
      private struct \(stepType) {
        /// Whether the event is kept for later, or ignored on purpose, unless a transition takes it.
        var isDeferred = false
        var isHandled = false
        private(set) var count = 0
        private var transitions = \(vector)
        private var domains = \(vector)

        subscript(index: Int) -> \(transitionType)? { \(transitionType)(rawValue: self.transitions[index]) }

        /// Where a transition has led to; nil for an internal one.
        func domain(at index: Int) -> \(domainType)? { \(domainType)(rawValue: self.domains[index]) }

        mutating func lead(to domain: \(domainType)?, at index: Int) { self.domains[index] = domain?.rawValue ?? -1 }
      \(hasLeft)

        /// Adds a transition, unless one that is there leaves the same states.
        mutating func add(_ transition: \(transitionType), at place: Int) {
          if let states = transition.domain?.states {
            for index in 0..<self.count {
              if let others = self[index]?.domain?.states, others.overlaps(states) { return }
            }
          }
          for index in stride(from: self.count, to: place, by: -1) {
            self.transitions[index] = self.transitions[index - 1]
          }
          self.transitions[place] = transition.rawValue
          self.count += 1
        }
      }

      """)
  }

  private mutating func emitTransitionType(_ used: [Int]) {
    writer.line("/// The transitions, by source and trigger.")
    writer.write(string: "private enum \(transitionType): Int32")
    writer.openBrace()
    for index in used { writer.line(string: "case \(transitionNames[index] ?? "")") }
    writer.blankLine()
    writer.line("/// Where states are left and entered; nil for an internal transition.")
    writer.write(string: "var domain: \(domainType)?")
    writer.openBrace()
    if used.isEmpty {
      writer.line("nil")
    } else {
      writer.line("switch self {")
      let byDomain = Dictionary(grouping: used) { index in
        machine.transitions[index].isInternal ? Int.min : Int(machine.transitions[index].domain)
      }
      for (domain, indices) in byDomain.sorted(by: { $0.key < $1.key }) {
        writeTransitionCases(indices)
        writer.line(string: domain == .min ? " return nil" : " return .\(domainName(domain))")
      }
      writer.line("}")
    }
    writer.closeBrace()
    if staysBesideArrows { emitSources(used) }
    let traps = used.filter { isTrap($0) }
    if !traps.isEmpty {
      writer.blankLine()
      writer.line("/// Whether it says that the event cannot happen.")
      writer.write("var isTrap: Bool")
      writer.openBrace()
      writer.line("switch self {")
      writeTransitionCases(traps)
      writer.line(" return true")
      let others = used.filter { !isTrap($0) }
      if !others.isEmpty {
        writeTransitionCases(others)
        writer.line(" return false")
      }
      writer.line("}")
      writer.closeBrace()
    }
    writer.closeBrace()
    writer.blankLine()
  }

  private mutating func emitSources(_ used: [Int]) {
    writer.blankLine()
    writer.line("/// The state that an internal transition is one of, by its place in the diagram; -1 for an arrow.")
    writer.write("var source: Int")
    writer.openBrace()
    writer.line("switch self {")
    let bySource = Dictionary(grouping: used) { index in
      machine.transitions[index].isInternal ? Int(machine.transitions[index].source) : -1
    }
    for (source, indices) in bySource.sorted(by: { $0.key < $1.key }) {
      writeTransitionCases(indices)
      writer.line(string: " return \(source)")
    }
    writer.line("}")
    writer.closeBrace()
  }

  private func isTrap(_ index: Int) -> Bool {
    machine.rows[Int(machine.transitions[index].row)].effects.contains { if case .trap = $0 { true } else { false } }
  }

  private mutating func writeTransitionCases(_ indices: [Int]) {
    writer.write("case ")
    for (place, index) in indices.enumerated() {
      if place > 0 {
        writer.write(",")
        writer.breakLine(before: (transitionNames[index] ?? "").utf8.count + 6)
      }
      writer.write(string: ".\(transitionNames[index] ?? "")")
    }
    writer.write(":")
  }

  private mutating func emitDomainType() {
    let domains = usedDomains
    writer.line("/// A composite, a region or the machine, within which an arrow leaves and enters states.")
    writer.write(string: "private enum \(domainType)\(domains.isEmpty ? "" : ": Int32")")
    writer.openBrace()
    for domain in domains { writer.line(string: "case \(domainName(domain))") }
    if !domains.isEmpty { writer.blankLine() }
    writer.line("/// The states within it, by their places in the diagram.")
    writer.write("var states: Range<Int>")
    writer.openBrace()
    if domains.isEmpty {
      writer.line("0..<0")
    } else {
      writer.line("switch self {")
      for domain in domains {
        let end = domain < 0 ? machine.states.count : Int(machine.states[domain].end)
        writer.line(string: "case .\(domainName(domain)): return \(domain + 1)..<\(end)")
      }
      writer.line("}")
    }
    writer.closeBrace()
    writer.closeBrace()
    writer.blankLine()
  }

  // MARK: Selecting

  /// The body of `take`: selects, and performs.
  mutating func emitStep(_ part: LocalNaming.Part) {
    if part == .selection, canEnd { writer.line("if self.isFinal { return .ignored }") }
    writer.line(string: "var \(step) = \(stepType)()")
    writer.line(string: "_ = self.\(handlerVerb(part))(\(selectionArguments(part)))")
    writer.line(string: "return self.perform(\(step), \(part == .selection ? event : "nil")\(arguments(first: false)))")
  }

  mutating func emitAcceptsInRegions() {
    if canEnd { writer.line("if self.isFinal { return false }") }
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

  // MARK: Performing

  mutating func emitPerform() {
    let domains = usedDomains
    let calls = "\(arguments(first: false))"
    writer.lines(
      """

      /// Takes the transitions of a step: what is left is left first, then the effects run, then what is entered is entered.
      """)
    writer.write(
      string:
        "private mutating func perform(_ \(step): \(stepType), _ \(event): Event?\(parameters(first: false))) -> Outcome?"
    )
    writer.openBrace()
    let none =
      traits.defers
      ? "\(step).isDeferred ? .deferred : \(step).isHandled ? .ignored : nil" : "\(step).isHandled ? .ignored : nil"
    writer.line(string: "guard \(step).count > 0 else { return \(none) }")
    let exits = domains.filter(hasExitsInside)
    if !exits.isEmpty {
      writer.write(string: "for index in (0..<\(step).count).reversed()")
      writer.openBrace()
      writer.line(string: "if let domain = \(step)[index]?.domain { self.leave(domain\(calls)) }")
      writer.closeBrace()
    }
    let entries = domains.filter(hasEntriesInside)
    if !entries.isEmpty || staysBesideArrows { writer.line(string: "var \(step) = \(step)") }
    writer.line("var outcome = Outcome.stayed")
    if staysBesideArrows {
      writer.lines(
        """
        // What the states were before an arrow of this step has led out of them.
        var left: State?
        """)
    }
    writer.write(string: "for index in 0..<\(step).count")
    writer.openBrace()
    writer.line(string: "guard let transition = \(step)[index] else { continue }")
    if staysBesideArrows {
      writer.lines(
        """
        if transition.domain == nil, var before = left, \(step).hasLeft(transition.source, before: index) {
          swap(&self.state, &before)
          _ = self.perform(transition, \(event)\(calls))
          swap(&self.state, &before)
          left = before
          continue
        }
        if left == nil, \(step).count > 1, transition.domain != nil { left = self.state }
        """)
    }
    writer.line(string: "let domain = self.perform(transition, \(event)\(calls))")
    writer.line("if domain != nil { outcome = .transitioned }")
    if !entries.isEmpty || staysBesideArrows { writer.line(string: "\(step).lead(to: domain, at: index)") }
    writer.closeBrace()
    if !entries.isEmpty {
      writer.write(string: "for index in 0..<\(step).count")
      writer.openBrace()
      writer.line(string: "if let domain = \(step).domain(at: index) { self.enter(domain\(calls)) }")
      writer.closeBrace()
    }
    writer.line("return outcome")
    writer.closeBrace()
    emitDomainFunction(exits, domains, .exit)
    emitDomainFunction(entries, domains, .enter)
    emitTransitions()
  }

  private mutating func emitDomainFunction(_ acting: [Int], _ domains: [Int], _ verb: Verb) {
    guard !acting.isEmpty else { return }
    writer.lines(
      """

      /// \(verb == .enter ? "Enters what is now active within a domain, outer first." : "Leaves what is active within a domain, inner first.")
      """)
    let name = verb == .enter ? "enter" : "leave"
    writer.write(
      string: "private mutating func \(name)(_ domain: \(domainType)\(parameters(first: false)))")
    writer.openBrace()
    writer.line("switch domain {")
    for domain in domains {
      writer.write(string: "case .\(domainName(domain)):")
      writer.endLine()
      writer.indent()
      if acting.contains(domain) { emitCall(insideName(domain, verb)) } else { writer.line("break") }
      writer.outdent()
    }
    writer.line("}")
    writer.closeBrace()
  }

  /// The effects of each transition, and the new state.
  private mutating func emitTransitions() {
    writer.lines(
      """

      /// Runs the effects of a transition, and sets the state that it leads to. Returns where states are to be entered.
      """)
    writer.write(
      string:
        "private mutating func perform(_ transition: \(transitionType), _ \(event): Event?\(parameters(first: false))) -> \(domainType)?"
    )
    writer.openBrace()
    let naming = LocalNaming(machine, .effects)
    writer.line("switch transition {")
    for state in machine.states.indices {
      for place in machine.transitions(of: state) {
        let index = Int(machine.transitionOrder[place])
        writer.line(string: "case .\(transitionNames[index] ?? ""):")
        writer.indent()
        emitTransition(place, index, state, naming)
        writer.outdent()
      }
    }
    writer.line("}")
    writer.closeBrace()
  }

  private mutating func emitTransition(_ place: Int, _ index: Int, _ state: Int, _ naming: LocalNaming) {
    let transition = machine.transitions[index]
    let row = machine.rows[Int(transition.row)]
    if transition.isInternal, row.effects.isEmpty {
      writer.line("return nil")
      return
    }
    let trigger = Int(transition.event)
    var group = LocalNaming.Group(event: trigger, places: place..<place + 1)
    group.names = naming.eventNames(group)
    let source = naming.sourceNames(of: state, [group])
    writer.documentation(row.documentation, as: "//")
    if trigger < machine.events.count, group.names.contains(where: { $0 != nil }) {
      writer.write("guard case .")
      writer.write(member: machine.events[trigger].name)
      writeBindings(group.names, [])
      writer.line(string: "? = \(event) else { return nil }")
    }
    var storing = -1
    if transition.isInternal {
      if case .stores = naming.change(by: transition) { storing = rebuiltSegment(by: transition) }
    } else {
      transition.forEachArrival { arrival in
        if !arrival.isInternal {
          storing = max(storing, storingSegment(of: state, domain: Int(arrival.domain)))
        }
      }
    }
    let finalChild = trigger == machine.done ? group.names.first ?? nil : nil
    let opened = beginMatch(
      state, source.names, source.isVariable, child: finalChild ?? source.child, otherwise: " nil", storing: storing,
      rebuilds: transition.isInternal)
    let site = TransitionSite(
      index: index, transition: transition, eventNames: group.names, sourceNames: source.names,
      isVariable: source.isVariable, child: source.child == nil ? nil : finalChild ?? source.child)
    emitEffects(site, row, naming)
    endMatch(opened)
  }
}
