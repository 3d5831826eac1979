/// States as Swift has them: a case of the enum `State`, or, within composites, of the enum of each composite around it.
extension SwiftEmitter {
  // MARK: Names

  /// The enum that holds a composite's children.
  func enumName(of composite: Int) -> String { hierarchy.enumNames[composite] }

  /// Whether a state can be entered without arguments.
  func hasDefault(_ state: Int) -> Bool {
    let declaration = machine.states[state]
    guard declaration.fields.allSatisfy(\.hasDefault) else { return false }
    if machine.isParallel(state) { return declaration.children.allSatisfy(hasDefault) }
    return !declaration.isComposite || hasDefault(declaration.initialChild)
  }

  /// `loaded.empty`, as the `.sm` file has it.
  func pathText(_ state: Int) -> String {
    machine.path(of: state).map { text(machine.states[$0].name.range) }.joined(separator: ".")
  }

  // MARK: Values

  /// Writes `.outer(label: value, .inner(label: value))`; `value` says what the field at a place of the path is given.
  ///
  /// - Parameter child: what a composite at the end of the path holds.
  mutating func writeState(
    _ state: Int, child: LocalName? = nil, value: (inout SwiftEmitter, Int) -> FieldValue
  ) {
    let region = machine.region(of: state)
    let path = machine.path(of: state).filter { $0 > region }
    for (depth, level) in path.enumerated() {
      let declaration = machine.states[level]
      let isLast = depth == path.count - 1
      writer.write(".")
      writer.write(member: declaration.name)
      if isLast, declaration.fields.isEmpty, child == nil { break }
      writer.write("(")
      var isFirst = true
      for (index, field) in declaration.fields.enumerated() {
        let argument = value(&self, declaration.ownFields + index)
        if case .defaultValue = argument { continue }
        if !isFirst { writer.write(", ") }
        isFirst = false
        write(argument, for: field)
      }
      if !isLast || child != nil, !isFirst { writer.write(", ") }
      if isLast, let child { write(child) }
      if isLast { writer.write(")") }
    }
    for _ in path.dropLast() { writer.write(")") }
  }

  // MARK: Patterns

  /// Writes `.outer(let a, .inner(_, var b))`, with the names of the fields of the path; nothing is bound where no name
  /// is given. Within a region, the path begins there.
  ///
  /// - Parameter composite: where the pattern is for what a composite holds.
  mutating func writePattern(
    of state: Int, _ names: [LocalName?] = [], _ isVariable: [Bool] = [], child: LocalName? = nil,
    childIsVariable: Bool = false, within composite: Int = -1
  ) {
    let outer = max(composite, machine.region(of: state))
    let path = machine.path(of: state).filter { $0 > outer }
    for (depth, level) in path.enumerated() {
      let declaration = machine.states[level]
      let isLast = depth == path.count - 1
      let places = declaration.ownFields..<declaration.pathFields.count
      let isBound = places.contains { $0 < names.count && names[$0] != nil }
      writer.write(".")
      writer.write(member: declaration.name)
      if isLast, !isBound, child == nil { break }
      writer.write("(")
      var isFirst = true
      for place in places {
        if !isFirst { writer.write(", ") }
        isFirst = false
        if place < names.count, let name = names[place] {
          writer.write(place < isVariable.count && isVariable[place] ? "var " : "let ")
          write(name)
        } else {
          writer.write("_")
        }
      }
      if !isLast || declaration.isComposite, !isFirst { writer.write(", ") }
      guard isLast else { continue }
      if let child {
        writer.write(childIsVariable ? "var " : "let ")
        write(child)
      } else if declaration.isComposite {
        writer.write("_")
      }
      writer.write(")")
    }
    for _ in path.dropLast() { writer.write(")") }
  }

  /// `case .a, .b(.c):`, on as many lines as it takes.
  mutating func writeCaseList(states: [Int], within composite: Int = -1) {
    writer.write("case ")
    for (index, state) in states.enumerated() {
      if index > 0 {
        writer.write(",")
        writer.breakLine(before: pathText(state).utf8.count + 6)
      }
      writePattern(of: state, within: composite)
    }
    writer.write(":")
  }

  /// Whether the pattern of a state matches whatever the machine's state is: Swift warns of a `guard` that cannot fail.
  func isOnlyState(_ state: Int) -> Bool {
    let region = machine.region(of: state)
    return !machine.path(of: state).contains { $0 > region && hierarchy.hasSiblings($0) }
  }

  /// The states within a composite, a region or (-1) the machine that a `switch` tells apart: those without children, and
  /// those with regions, each of which has a `switch` of its own.
  func leaves(of body: Int) -> [Int] {
    let states = body < 0 ? machine.states.indices : body + 1..<Int(machine.states[body].end)
    guard machine.hasRegions else { return states.filter { !machine.states[$0].isComposite } }
    let region = body >= 0 && !machine.states[body].isRegion ? machine.region(of: body) : body
    return states.filter {
      (!machine.states[$0].isComposite || machine.isParallel($0)) && machine.region(of: $0) == region
    }
  }

  // MARK: Rows of composites

  /// The innermost composite around a state that has rows for a part: it is asked when the state has none.
  func handler(of state: Int, _ part: LocalNaming.Part) -> Int? {
    var outer = Int(machine.states[state].parent)
    while outer >= 0, !machine.states[outer].isRegion {
      if hierarchy.hasRows(outer, part) { return outer }
      outer = Int(machine.states[outer].parent)
    }
    return nil
  }
}
