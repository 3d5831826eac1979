import StateMachineModel
import StateMachineSyntax

/// Writes states as Swift has them: as values, as patterns, and in the `self.state` of the machine.
struct StateLowering {
  let model: SwiftModel
  private var machine: StateMachine { model.machine }
  private var layout: StateLayout { model.layout }

  // MARK: Names and values

  func write(_ name: LocalName, _ out: inout SwiftWriter) {
    switch name {
    case .declared(let identifier): out.write(identifier)
    case .fresh(let text): out.write(string: text)
    }
  }

  func text(_ name: LocalName) -> String {
    switch name {
    case .declared(let identifier): model.spelling(identifier)
    case .fresh(let text): text
    }
  }

  /// Writes `label: value`, or the value alone.
  func write(_ value: FieldValue, for field: Field, _ out: inout SwiftWriter) {
    if let label = field.label {
      out.write(member: label)
      out.write(": ")
    }
    switch value {
    case .defaultValue: break
    case .code(let code): out.code(code, guards: machine.namedGuards)
    case .name(let name): write(name, &out)
    case .literal(let text): out.write(text)
    case .machine(let type, let properties, let state): writeMachine(type, properties, state, &out)
    case .operation(let name, let symbol, let code):
      write(name, &out)
      out.write(" ")
      out.write(SourceRange(symbol.lowerBound, symbol.upperBound - 1))
      out.write(" ")
      writeOperand(code, &out)
    }
  }

  /// Writes `Machine(property: code, state: code)`.
  func writeMachine(
    _ type: SourceRange, _ properties: [(label: String, value: SwiftCode)], _ state: SwiftCode?,
    _ out: inout SwiftWriter
  ) {
    out.write(type)
    out.write("(")
    for (index, property) in properties.enumerated() {
      if index > 0 { out.write(", ") }
      out.write(string: "\(property.label): ")
      out.code(property.value, guards: machine.namedGuards)
    }
    if let state {
      if !properties.isEmpty { out.write(", ") }
      out.write("state: ")
      out.code(state, guards: machine.namedGuards)
    }
    out.write(")")
  }

  /// The right operand of an operator that was an assignment's: in parentheses unless it is one token or one call.
  private func writeOperand(_ code: SwiftCode, _ out: inout SwiftWriter) {
    let isSimple = SwiftAnalysis.isOperand(code.range, machine.source.bytes)
    if !isSimple { out.write("(") }
    out.code(code, guards: machine.namedGuards)
    if !isSimple { out.write(")") }
  }

  /// Writes `.outer(label: value, .inner(label: value))`; `value` says what the field at a place of the path is given.
  ///
  /// - Parameters:
  ///   - body: the composite within which the path begins.
  ///   - child: what a composite at the end of the path holds.
  func writeState(
    _ state: StateID, within body: StateID? = nil, child: LocalName? = nil, _ out: inout SwiftWriter,
    value: (Int) -> FieldValue
  ) {
    var path = machine.path(of: state)
    if let outer = body ?? machine.region(of: state) { path.removeAll { $0 <= outer } }
    for (depth, level) in path.enumerated() {
      let fields = machine.states[level].fields
      let isLast = depth == path.count - 1
      out.write(".")
      out.write(member: machine.states[level].name)
      if isLast, fields.isEmpty, child == nil { break }
      out.write("(")
      let ownFields = machine.states[level].ownFields
      let values = fields.indices.map { value(ownFields + $0) }
      let holdsMore = !isLast || child != nil
      if writeArguments(values, for: fields, holdsMore: holdsMore, &out), holdsMore { out.write(", ") }
      if isLast, let child { write(child, &out) }
      if isLast { out.write(")") }
    }
    for _ in path.dropLast() { out.write(")") }
  }

  /// Writes the values of fields, but for defaults; false where none is written.
  ///
  /// - Parameter holdsMore: whether a value without a label follows.
  func writeArguments(
    _ values: [FieldValue], for fields: [Field], holdsMore: Bool, _ out: inout SwiftWriter
  ) -> Bool {
    // Swift would take what has no label for the first field that has none: then its default is written, too.
    let lastUnlabelled =
      holdsMore ? fields.count : fields.indices.last { fields[$0].label == nil && !values[$0].isDefault } ?? -1
    var isAnyWritten = false
    for (index, field) in fields.enumerated() {
      var value = values[index]
      if value.isDefault {
        guard field.label == nil, index < lastUnlabelled, let code = field.defaultValue else { continue }
        value = .code(SwiftCode(range: code))
      }
      if isAnyWritten { out.write(", ") }
      isAnyWritten = true
      write(value, for: field, &out)
    }
    return isAnyWritten
  }

  /// Writes `self.state = .active(token: token)` for a state that has been taken out of the machine; nothing for the
  /// one that stands there meanwhile.
  func putBack(_ state: StateID?, _ bindings: Bindings, _ out: inout SwiftWriter) {
    guard let state, state != layout.emptyState else { return }
    out.write(string: "\(layout.storedState) = ")
    writeState(state, &out) { field in bindings.name(of: field).map { .name($0) } ?? .defaultValue }
    out.endLine()
  }

  // MARK: Patterns

  /// The states that the pattern of a state names, outer ones first.
  private func path(to state: StateID, within composite: StateID?) -> [StateID] {
    var path: [StateID] = []
    var next: StateID? = state
    while let level = next, level != composite, !machine.states[level].isRegion {
      path.append(level)
      next = machine.states[level].parent
    }
    return path.reversed()
  }

  /// Writes `.outer(let a, .inner(_, var b))`, with the names of the fields of the path; nothing is bound where no name
  /// is given. Within a region, the path begins there.
  ///
  /// - Parameters:
  ///   - first: the first field that is bound here; those before it are bound further out.
  ///   - composite: where the pattern is for what a composite holds.
  func writePattern(
    of state: StateID, _ bindings: Bindings = Bindings(), from first: Int = 0, within composite: StateID? = nil,
    _ out: inout SwiftWriter
  ) {
    let path = path(to: state, within: composite)
    for (depth, level) in path.enumerated() {
      let isComposite = machine.states[level].isComposite
      let isLast = depth == path.count - 1
      let places = machine.states[level].ownFields..<machine.states[level].pathFields.count
      let isBound = places.contains { $0 >= first && bindings.name(of: $0) != nil }
      out.write(".")
      out.write(member: machine.states[level].name)
      if isLast, !isBound, bindings.child == nil { break }
      var group = -1
      if isLast { group = out.openGroup() } else { out.write("(") }
      for place in places {
        if place > places.lowerBound { out.write(", ") }
        if place >= first, let name = bindings.name(of: place) {
          let isVariable = place < bindings.isVariable.count && bindings.isVariable[place]
          bind(name, isVariable: isVariable, machine.states[level].fields[place - places.lowerBound], &out)
        } else {
          out.write("_")
        }
      }
      if !isLast || isComposite, !places.isEmpty { out.write(", ") }
      guard isLast else { continue }
      if let child = bindings.child {
        bind(child, isVariable: bindings.childIsVariable, nil, &out)
      } else if isComposite {
        out.write("_")
      }
      out.closeGroup(group)
    }
    for _ in path.dropLast() { out.write(")") }
  }

  private func bind(_ name: LocalName, isVariable: Bool, _ field: Field?, _ out: inout SwiftWriter) {
    // Swift has no label of several patterns for what cannot be copied. A submachine's type is not that of its field.
    let type = field.flatMap { $0.submachine == nil && !model.takesStateOut ? $0.type : nil }
    switch name {
    case .declared(let identifier): out.bind(identifier, isVariable: isVariable, type: type)
    case .fresh(let text): out.bind(string: text, isVariable: isVariable, type: type)
    }
  }

  /// `(let a, _, var b)`, with the names of fields; nothing where no field is needed.
  func writeBindings(_ names: [LocalName?], of fields: [Field], _ out: inout SwiftWriter) {
    guard names.contains(where: { $0 != nil }) else { return }
    let group = out.openGroup()
    for (index, name) in names.enumerated() {
      if index > 0 { out.write(", ") }
      if let name {
        bind(name, isVariable: false, index < fields.count ? fields[index] : nil, &out)
      } else {
        out.write("_")
      }
    }
    out.closeGroup(group)
  }

  /// `case .a, .b(.c):`, on as many lines as it takes; where all that a composite may be in is there, `case .a, .b:`.
  func writeCaseList(states: [StateID], within composite: StateID? = nil, _ out: inout SwiftWriter) {
    out.write("case ")
    for (index, state) in gathered(states, within: composite).enumerated() {
      if index > 0 {
        out.write(",")
        // A space, the dot and the colon, and back-ticks.
        out.breakLine(before: patternWidth(of: state, within: composite) + 5)
      }
      writePattern(of: state, within: composite, &out)
    }
  }

  /// How wide the pattern of a state is that binds nothing.
  func patternWidth(of state: StateID, within composite: StateID? = nil) -> Int {
    let path = path(to: state, within: composite)
    return path.reduce(0) { width, level in
      let fields = machine.states[level].pathFields.count - machine.states[level].ownFields
      let name = machine.states[level].name.range
      return width + 1 + name.upperBound - name.lowerBound + (level == state ? 0 : 2 + 3 * fields)
    }
  }

  /// The states, with a composite in the place of the first state in it where all states within it are there.
  private func gathered(_ states: [StateID], within outer: StateID?) -> [StateID] {
    guard states.count > 1 else { return states }
    var found: [StateID: Int] = [:]
    var whole: Set<StateID> = []
    func composite(around state: StateID) -> StateID? {
      guard let parent = machine.states[state].parent, parent != outer, !machine.states[parent].isRegion,
        !machine.isParallel(parent)
      else { return nil }
      return parent
    }
    var open = states
    while let state = open.popLast() {
      guard let parent = composite(around: state) else { continue }
      found[parent, default: 0] += 1
      if found[parent] == machine.states[parent].children.count {
        whole.insert(parent)
        open.append(parent)
      }
    }
    guard !whole.isEmpty else { return states }
    var written: Set<StateID> = []
    return states.compactMap { state in
      var state = state
      while let parent = composite(around: state), whole.contains(parent) { state = parent }
      return written.insert(state).inserted ? state : nil
    }
  }

  /// `case .a, .b:`, on as many lines as it takes.
  ///
  /// - Parameter last: a case that is generated.
  func writeCaseList(_ names: some Sequence<Identifier>, last: String? = nil, _ out: inout SwiftWriter) {
    out.write("case ")
    var isFirst = true
    for name in names {
      if !isFirst {
        out.write(",")
        out.breakLine(before: name.range.upperBound - name.range.lowerBound + 6)
      }
      isFirst = false
      out.write(".")
      out.write(member: name)
    }
    if let last {
      if !isFirst {
        out.write(",")
        out.breakLine(before: last.utf8.count + 6)
      }
      out.write(string: ".\(last)")
    }
  }

  // MARK: Matching

  /// Where a match of a state begins, and what follows where it fails.
  struct Match {
    /// What is returned where the state is not active.
    var otherwise = "return"
    /// The label of what is left instead, in a step.
    var label: String?
    /// The segment whose state is to be replaced; nil for none.
    var storing: Int?
    /// Is true where the segment's state is built anew around what it holds.
    var rebuilds = false
    /// The first segment that is looked at: those before it are bound.
    var first = 0
    /// Writes what a segment's state is read from, where it is not the usual.
    var subject: (segment: Int, write: (inout SwiftWriter) -> Void)?
  }

  /// Binds what a state and the composites around it hold, where the state may be active. With one state there is
  /// nothing that a `guard` could find instead, and Swift warns of one: then a `switch` is opened.
  ///
  /// - Returns: how many switches have been opened.
  func beginMatch(
    _ state: StateID, _ bindings: Bindings, _ match: Match, _ out: inout SwiftWriter
  ) -> Int {
    let segments = layout.segments(of: state)
    let storing = match.storing ?? -1
    var deepest = bindings.child == nil ? storing : segments.count - 1
    for (place, segment) in segments.enumerated() where binds(bindings, segment) { deepest = max(deepest, place) }
    // What is within the innermost segment that is built anew is kept.
    let keeps = match.rebuilds && storing >= 0 && storing < segments.count - 1 ? storing : -1
    guard deepest >= match.first else { return 0 }
    var opened = 0
    for place in match.first...deepest {
      let last = segments[place].last
      var own = bindings
      if place < deepest || place == keeps {
        own.child = .fresh(layout.regionsName(place))
        own.childIsVariable = place < deepest && place < storing
      } else if place < segments.count - 1 {
        own.child = nil
      }
      guard binds(bindings, segments[place]) || own.child != nil else { continue }
      func writeSubject(_ out: inout SwiftWriter) {
        if let own = match.subject, own.segment == place {
          own.write(&out)
        } else {
          out.write(string: layout.subject(place, segments))
        }
      }
      let isOnlyState = layout.isOnlyState(last)
      if isOnlyState {
        out.write("switch ")
        writeSubject(&out)
        out.openSwitch()
        opened += 1
      }
      out.write(isOnlyState ? "case " : "guard case ")
      writePattern(of: last, own, from: layout.firstField(of: segments[place]), &out)
      if isOnlyState {
        out.openCase()
      } else {
        out.write(" = ")
        writeSubject(&out)
        out.endGuard(otherwise: match.otherwise, label: match.label)
      }
    }
    return opened
  }

  /// Tells whether a field of a segment is bound.
  private func binds(_ bindings: Bindings, _ segment: StateLayout.Segment) -> Bool {
    (layout.firstField(of: segment)..<machine.states[segment.last].pathFields.count).contains {
      bindings.name(of: $0) != nil
    }
  }

  func endMatch(_ opened: Int, _ out: inout SwiftWriter) {
    for _ in 0..<opened {
      out.closeCase()
      out.closeSwitch()
    }
  }

  /// Binds what leads to a region, and says where its state is found.
  func beginRegion(_ region: StateID, _ out: inout SwiftWriter) -> (opened: Int, subject: String) {
    let subject = layout.subject(ofRegion: region)
    guard let parallel = machine.states[region].parent else { return (0, subject) }
    let holder = layout.regionsName(layout.segments(of: parallel).count - 1)
    let opened = beginMatch(parallel, Bindings(child: .fresh(holder)), Match(), &out)
    return (opened, subject)
  }

  // MARK: Storing

  /// Writes `self.state = …` for a state's own segment and what is around it, the fields with new values.
  ///
  /// - Parameters:
  ///   - segment: the innermost segment that changes; what is within keeps its value.
  ///   - outermost: the outermost segment that is written; what is around it is written later.
  ///   - child: what a composite at the end of the path holds.
  /// - Returns: whether anything has been written; the last line is left open then.
  @discardableResult
  func writeRebuilt(
    _ state: StateID, segment: Int? = nil, outermost: Int = 0, child: LocalName?, _ out: inout SwiftWriter,
    value: (Int) -> FieldValue
  ) -> Bool {
    let segments = layout.segments(of: state)
    let innermost = segment ?? segments.count - 1
    guard innermost >= outermost else { return false }
    for place in (outermost...innermost).reversed() {
      let isLast = place == segments.count - 1
      out.write(string: "\(layout.target(place, segments)) = ")
      writeState(segments[place].last, child: isLast ? child : .fresh(layout.regionsName(place)), &out, value: value)
      if place > outermost { out.endLine() }
    }
    return true
  }

  /// Gives up what a state and the composites around it hold, so that a collection in it has one owner; not where a
  /// segment has no state without payload.
  func writeEmptied(_ state: StateID, segment: Int, from first: Int = 0, _ out: inout SwiftWriter) {
    if layout.storage == .optional {
      out.line(string: "\(layout.storedState) = nil")
      return
    }
    guard let empty = layout.emptyStates(of: state, through: segment) else { return }
    let segments = layout.segments(of: state)
    for (place, name) in empty.enumerated() where place >= first {
      out.write(string: "\(layout.target(place, segments)) = .")
      out.write(member: name)
      out.endLine()
    }
  }
}

/// What a field of an enum case is constructed from.
enum FieldValue {
  case defaultValue
  case code(SwiftCode)
  case name(LocalName)
  case literal(StaticString)
  /// `Machine(property: code, state: code)`
  case machine(SourceRange, properties: [(label: String, value: SwiftCode)], state: SwiftCode?)
  /// `name += code` as `name + code`
  case operation(LocalName, SourceRange, SwiftCode)

  var isDefault: Bool { if case .defaultValue = self { true } else { false } }
}

/// Final states, and the others of the same body.
extension StateLowering {
  /// Writes a `switch` that returns false where a region is in a state that is not final.
  ///
  /// - Parameter subject: what the region's state is read from.
  func writeFinalTest(of region: StateID, _ subject: String, _ out: inout SwiftWriter) {
    writeFinalSwitch(
      machine.states[region].children, subject, isFinal: " break", otherwise: " return false", &out)
  }

  /// Writes a `switch` that tells final states from the others of the same body.
  func writeFinalSwitch(
    _ states: [StateID], _ subject: String, isFinal: StaticString, otherwise: StaticString,
    _ out: inout SwiftWriter
  ) {
    let states = states.map { machine.states[$0] }
    out.line(string: "switch \(subject) {")
    writeCase(of: states.filter(\.isFinal), isFinal, &out)
    writeCase(of: states.filter { !$0.isFinal }, otherwise, &out)
    out.line("}")
  }

  private func writeCase(of states: [State], _ statement: StaticString, _ out: inout SwiftWriter) {
    guard !states.isEmpty else { return }
    writeCaseList(states.map(\.name), &out)
    out.write(":")
    out.line(statement)
  }
}
