/// History: what a composite was when it was left, kept in a property of the machine.
extension SwiftEmitter {
  private func remembers(_ state: Int) -> Bool { !machine.states[state].histories.isEmpty }

  /// `playerHistory`
  private func historyName(_ state: Int) -> String {
    let name = machine.names.fresh(text(machine.states[state].name.range) + "History")
    return name.spelledAsName
  }

  /// `State.Player`, the enum of a composite's children.
  private func enumPath(_ state: Int) -> String {
    "State." + machine.path(of: state).map(enumName).joined(separator: ".")
  }

  /// The type of what is remembered: the child alone, unless the composite has a payload of its own.
  private func historyType(_ state: Int) -> String {
    machine.states[state].fields.isEmpty ? enumPath(state) : historyName(state).capitalizedFirst
  }

  /// What a remembered field is called.
  private func propertyName(_ field: Field, _ index: Int) -> String {
    guard let name = field.name, machine.names.text(name.id) != "child" else { return "value\(index + 1)" }
    return spelling(name)
  }

  /// The same as the label of an argument, where Swift warns of needless back-ticks.
  private func labelName(_ field: Field, _ index: Int) -> String {
    let name = propertyName(field, index)
    let plain = name.filter { $0 != "`" }
    let isWord =
      plain.utf8.first.map(Ascii.beginsIdentifier) == true && plain.utf8.allSatisfy(Ascii.continuesIdentifier)
    return isWord && plain != "inout" ? plain : name
  }

  /// The properties of all composites that remember, and the types of those that have a payload.
  mutating func emitHistoryProperties() {
    for state in machine.states.indices where remembers(state) {
      writer.line(string: "/// What `\(text(machine.states[state].name.range))` was when it was left.")
      writer.line(string: "private var \(historyName(state)): \(historyType(state))?")
    }
  }

  mutating func emitHistoryTypes() {
    for state in machine.states.indices where remembers(state) && !machine.states[state].fields.isEmpty {
      writer.line(string: "/// What is remembered of `\(text(machine.states[state].name.range))`.")
      writer.write(string: "private struct \(historyType(state))")
      writeConformances(nestedConformances(isState: false))
      writer.openBrace()
      for (index, field) in machine.states[state].fields.enumerated() {
        writer.beginLocation(field.type)
        writer.write(string: "var \(propertyName(field, index)): ")
        writer.code(SwiftCode(range: field.type), guards: [])
        writer.endLine()
        writer.endLocation()
      }
      writer.line(string: "var child: \(enumPath(state))")
      writer.closeBrace()
      writer.blankLine()
    }
  }

  /// What a composite was is of no more use once it is entered.
  mutating func emitForget(_ state: Int) {
    if remembers(state) { writer.line(string: "self.\(historyName(state)) = nil") }
  }

  // MARK: Leaving

  /// The function that remembers what was active within a composite.
  mutating func emitRemember(_ state: Int) {
    guard remembers(state) else { return }
    let name = text(machine.states[state].name.range)
    writer.lines(
      """

      /// Remembers what is active within `\(name)`, which is about to be left; a final state is forgotten.
      """)
    writer.write(string: "private mutating func \(actionName("remember", state))()")
    writer.openBrace()
    let fields = machine.states[state].fields
    var child = "child"
    var opened = 0
    if machine.states[state].isRegion {
      (opened, child) = beginRegion(state)
    } else {
      let names = fields.indices.map { LocalName.fresh("value\($0 + 1)") as LocalName? }
      let outer: [LocalName?] = Array(repeating: nil, count: machine.states[state].ownFields)
      opened = beginMatch(state, outer + names, child: .fresh(child))
    }
    let value =
      fields.isEmpty
      ? child
      : "\(historyType(state))("
        + fields.enumerated().map { "\(labelName($1, $0)): value\($0 + 1), " }.joined() + "child: child)"
    let children = machine.states[state].children
    let finals = children.filter { machine.states[$0].isFinal }
    if finals.isEmpty {
      writer.line(string: "self.\(historyName(state)) = \(value)")
    } else {
      writer.line(string: "switch \(child) {")
      writeCaseList(states: finals, within: state)
      writer.endLine()
      writer.line(string: "  self.\(historyName(state)) = nil")
      writeCaseList(states: children.filter { !machine.states[$0].isFinal }, within: state)
      writer.endLine()
      writer.line(string: "  self.\(historyName(state)) = \(value)")
      writer.line("}")
    }
    endMatch(opened)
    writer.closeBrace()
  }

  /// Whether something is to be done when what was active within a composite is entered again.
  private func entersAgain(_ composite: Int) -> Bool { hasEntriesInside(composite) }

  // MARK: Coming back

  /// An arrow to a composite's history: what was active comes back, or the default is entered.
  mutating func emitReturn(_ way: Transition, _ site: TransitionSite) {
    let composite = Int(way.target)
    let history = machine.names.fresh("last")
    let fields = machine.states[composite].fields
    let child = fields.isEmpty ? history : "\(history).child"
    var restored: [Int: String] = [:]
    for (index, field) in fields.enumerated() {
      restored[machine.states[composite].ownFields + index] = "\(history).\(propertyName(field, index))"
    }
    writer.write(string: "if let \(history) = self.\(historyName(composite))")
    writer.openBrace()
    let anew = way.returns.filter { $0.child >= 0 }
    let finals = way.history == .deep ? deepFinals(of: composite) : []
    let whole = way.returns.first { $0.child < 0 }
    if anew.isEmpty, finals.isEmpty {
      if let whole { emitWhole(whole, way, site, child, restored) }
    } else {
      writer.line(string: "switch \(child) {")
      for entry in anew { emitAnew(entry, way, site, restored) }
      if !finals.isEmpty {
        // What was final is forgotten.
        writeCaseList(states: finals, within: composite)
        writer.endLine()
        writer.line("  break")
      }
      let listed = Set(anew.map(\.child) + finals)
      let others =
        way.history == .deep
        ? leaves(of: composite).filter { !listed.contains($0) }
        : machine.states[composite].children.filter { !listed.contains($0) }
      if !others.isEmpty, let whole {
        writeCaseList(states: others, within: composite)
        writer.endLine()
        writer.indent()
        emitWhole(whole, way, site, child, restored)
        writer.outdent()
      }
      writer.line("}")
    }
    writer.closeBrace()
    emitArrival(way, site)
  }

  /// The final states within a composite that are not its own children.
  private func deepFinals(of composite: Int) -> [Int] {
    guard !machine.isParallel(composite) else { return [] }
    return leaves(of: composite).filter { machine.states[$0].isFinal && Int(machine.states[$0].parent) != composite }
  }

  /// All that was active comes back as it was.
  private mutating func emitWhole(
    _ entry: Transition.Return, _ way: Transition, _ site: TransitionSite, _ child: String, _ restored: [Int: String]
  ) {
    let composite = Int(way.target)
    // The regions within come back as they were.
    var way = way
    way.regions.removeAll { machine.isInside($0.region, composite) }
    writeNewState(composite, way, entry.arguments, site, child: .fresh(child), restored: restored)
    emitEntered(composite, way, enteringAgain: entersAgain(composite) ? composite : nil)
  }

  /// A composite that was active last begins anew, with its payload.
  private mutating func emitAnew(
    _ entry: Transition.Return, _ way: Transition, _ site: TransitionSite, _ restored: [Int: String]
  ) {
    let leaf = machine.leaf(of: entry.child)
    let declaration = machine.states[entry.child]
    var restored = restored
    var names: [LocalName?] = Array(repeating: nil, count: declaration.pathFields.count)
    for index in declaration.fields.indices {
      let place = declaration.ownFields + index
      guard case .restored = entry.arguments[place] else { continue }
      let name = machine.names.fresh("restored\(index + 1)")
      names[place] = .fresh(name)
      restored[place] = name
    }
    writer.write("case ")
    writePattern(of: entry.child, names, within: Int(way.target))
    writer.line(":")
    writer.indent()
    var way = way
    way.regions = entry.regions
    writeNewState(leaf, way, entry.arguments, site, restored: restored)
    emitEntered(leaf, way)
    writer.outdent()
  }
}
