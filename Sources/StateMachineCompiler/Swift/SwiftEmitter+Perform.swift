/// How the transitions of a step are taken in a machine with regions: what is left is left first, then all effects run, then
/// what is entered is entered.
extension SwiftEmitter {
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
    var names = source.names
    let isHolder = machine.states[state].submachine != nil
    if isHolder, finalChild != nil {
      // What is final is the state of the machine that it holds.
      if names.isEmpty { names = Array(repeating: nil, count: machine.states[state].pathFields.count) }
      names[names.count - 1] = names[names.count - 1] ?? .fresh(machine.names.fresh("machine"))
    }
    let opened = beginMatch(
      state, names, source.isVariable, child: isHolder ? nil : finalChild ?? source.child, otherwise: " nil",
      storing: storing, rebuilds: transition.isInternal)
    if isHolder, let finalChild, let held = names[names.count - 1] {
      writer.write("let ")
      write(finalChild)
      writer.write(" = ")
      write(held)
      writer.line(".state")
    }
    let site = TransitionSite(
      index: index, transition: transition, eventNames: group.names, sourceNames: source.names,
      isVariable: source.isVariable, child: source.child == nil ? nil : finalChild ?? source.child)
    emitEffects(site, row, naming)
    endMatch(opened)
  }
}
