/// What a row does once it applies.
extension SwiftEmitter {
  // MARK: What a row does

  mutating func emitBody(_ site: TransitionSite, _ row: Row, _ naming: LocalNaming) {
    let transition = site.transition
    switch naming.part {
    case .selection, .alwaysSelection, .doneSelection:
      emitSelected(site)
      return
    case .conditions:
      writer.line(machine.isAccepting(site.index) ? "return true" : "return false")
      return
    case .events, .always, .done, .effects:
      break
    }
    let source = Int(transition.source)
    guard !transition.isInternal else {
      emitInternal(site, row, naming, source)
      return
    }
    // In a machine with regions, what is left has been left before any effect.
    if !machine.hasRegions { emitExits(from: source, to: Int(transition.domain)) }
    for local in transition.locals where local.isChanged && !local.usage.contains(.changes) { writeMayChange(local) }
    emitWay(transition, row, site)
  }

  /// What a row does once its exits are done: its effects, and then the way on.
  private mutating func emitWay(_ way: Transition, _ row: Row, _ site: TransitionSite) {
    for effect in row.effects {
      emit(effect, way)
      if case .trap = effect { return }
    }
    if way.choice >= 0 {
      emitBranches(way, site)
    } else if way.history == nil {
      emitArrival(way, site)
    } else {
      emitReturn(way, site)
    }
  }

  /// The rows of a choice. They see what the effects on the way in have done.
  private mutating func emitBranches(_ way: Transition, _ site: TransitionSite) {
    for branch in way.branches {
      let row = machine.rows[Int(branch.row)]
      writer.documentation(row.documentation, as: "//")
      if branch.isConditional, let condition = row.condition {
        let named = namedGuard(condition) ?? condition
        writer.beginLocation(named.range)
        writer.write("if ")
        writeGuard(named)
        writer.openBrace()
        writer.endLocation()
      }
      if way.domain >= 0 {
        for state in machine.path(of: Int(way.domain)).reversed()
        where !machine.stays(state, domain: Int(branch.domain)) {
          emitExit(of: state)
        }
      }
      emitWay(branch, row, site)
      guard branch.isConditional else { return }
      writer.closeBrace()
    }
  }

  /// The new state, and what is entered with it.
  mutating func emitArrival(_ way: Transition, _ site: TransitionSite) {
    let leaf = Int(way.leaf)
    writeNewState(leaf, way, way.arguments, site)
    emitEntered(leaf, way)
  }

  /// Ends an arrow: runs the entry effects of what it has entered. In a machine with regions, they have to wait for the
  /// other regions' effects.
  mutating func emitEntered(_ leaf: Int, _ way: Transition, enteringAgain composite: Int? = nil) {
    if machine.hasRegions {
      writer.line(string: "return .\(domainName(Int(way.domain)))")
      return
    }
    emitEntries(to: leaf, domain: Int(way.domain))
    if let composite { emitCall(actionName("enterInside", composite)) }
    writer.line("return .transitioned")
  }

  mutating func emitEntries(to leaf: Int, domain: Int) {
    for entered in machine.path(of: leaf) where !machine.stays(entered, domain: domain) { emitEntry(of: entered) }
  }

  /// Enters a state: forgets what it remembers, runs its entry effects, and notes that what is around it is done.
  mutating func emitEntry(of state: Int) {
    emitForget(state)
    if machine.states[state].entry != nil { emitCall(actionName("enter", state)) }
    if machine.states[state].submachine != nil { emitCall(actionName("start", state)) }
    emitFinish(state)
  }

  /// Leaves a state: remembers what was active in it, and runs its exit effects.
  mutating func emitExit(of state: Int) {
    if machine.states[state].submachine != nil { emitCall(actionName("stop", state)) }
    if !machine.states[state].histories.isEmpty { writer.line(string: "self.\(actionName("remember", state))()") }
    if machine.states[state].exit != nil { emitCall(actionName("exit", state)) }
  }

  /// Writes `self.state = …` with what each field is given.
  ///
  /// - Parameters:
  ///   - child: what a composite at the end of the path holds.
  ///   - restored: what the fields were that come back, by place.
  mutating func writeNewState(
    _ leaf: Int, _ way: Transition, _ arguments: [TargetArgument], _ site: TransitionSite, child: LocalName? = nil,
    restored: [Int: String] = [:]
  ) {
    let shared = writeShared(arguments, leaf, in: way)
    var code: SourceRange?
    for (place, argument) in arguments.enumerated() where code == nil {
      if case .code(let argument) = argument, shared[origin(of: place, of: leaf, arguments)] == nil {
        code = argument.range
      }
    }
    writer.beginLocation(code)
    func value(
      _ emitter: inout SwiftEmitter, _ field: Int, _ leaf: Int, _ arguments: [TargetArgument]
    ) -> FieldValue {
      if let name = shared[emitter.origin(of: field, of: leaf, arguments)] { return .name(name) }
      let origin = Self.origin(of: field, arguments)
      switch arguments[origin] {
      case .code(let code): return .code(code)
      case .local(let name): return .name(emitter.carried(name, site))
      case .stays, .same: return .name(emitter.staying(origin, site))
      case .restored: return .name(.fresh(restored[origin] ?? "_"))
      case .defaultValue: return .defaultValue
      case .submachine(let type, let properties, let state):
        return .machine(type, properties: properties, state: state)
      }
    }
    if machine.hasRegions {
      writeArrival(leaf, way, arguments, site, child: child, value)
    } else {
      writer.write("self.state = ")
      writeState(leaf, child: child) { emitter, field in value(&emitter, field, leaf, arguments) }
      writer.endLine()
    }
    writer.endLocation()
  }

  /// Which argument a field of the entered path gets: its own, or that of a composite around it.
  private static func origin(of place: Int, _ arguments: [TargetArgument]) -> Int {
    var place = place
    while case .same(let outer) = arguments[place], Int(outer) < place { place = Int(outer) }
    return place
  }

  /// A field of an entered state.
  struct EnteredField: Hashable {
    var state: Int
    var place: Int
  }

  /// The field that the argument of another on the path to a leaf is.
  private func origin(of place: Int, of leaf: Int, _ arguments: [TargetArgument]) -> EnteredField {
    let origin = Self.origin(of: place, arguments)
    // Where a path goes on in several regions, the same place is another field in each.
    let owner = machine.hasRegions ? machine.path(of: leaf).last { machine.states[$0].ownFields <= origin } : nil
    return EnteredField(state: owner ?? 0, place: origin)
  }

  /// Arguments that two states are given are computed once. Returns their names, by the field of the outer one.
  private mutating func writeShared(
    _ arguments: [TargetArgument], _ leaf: Int, in way: Transition
  ) -> [EnteredField: LocalName] {
    var names: [EnteredField: LocalName] = [:]
    share(arguments, leaf, &names)
    for entry in way.regions { share(entry.arguments, entry.leaf, &names) }
    return names
  }

  private mutating func share(
    _ arguments: [TargetArgument], _ leaf: Int, _ names: inout [EnteredField: LocalName]
  ) {
    let fields = machine.states[leaf].pathFields
    for place in fields.indices {
      guard case .same = arguments[place] else { continue }
      let origin = Self.origin(of: place, arguments)
      let code: SwiftCode
      switch arguments[origin] {
      case .code(let argument): code = argument
      case .defaultValue:
        guard let value = fields[origin].defaultValue else { continue }
        code = SwiftCode(range: value)
      case .local, .stays, .same, .restored, .submachine: continue
      }
      let key = self.origin(of: place, of: leaf, arguments)
      if names[key] == nil {
        let number = origin + 1
        let isTaken = names.keys.contains { $0.place == origin }
        let base = isTaken ? "shared\(number)_\(key.state)" : "shared\(number)"
        let name = LocalName.fresh(machine.names.fresh(base))
        names[key] = name
        writer.beginLocation(code.range)
        writer.write("let ")
        write(name)
        writer.write(": ")
        writer.write(fields[origin].type)
        writer.write(" = ")
        writer.code(code, guards: machine.namedGuards)
        writer.endLine()
        writer.endLocation()
      }
    }
  }

  /// What the field of a composite that is not left is called.
  func staying(_ place: Int, _ site: TransitionSite) -> LocalName {
    let changed = site.transition.locals.first { $0.owner == .source && Int($0.field) == place && $0.isChanged }
    if let changed { return .declared(changed.name) }
    return site.name(.source, Int32(place)) ?? .fresh("_")
  }

  /// Leaves what an arrow leaves: within the source first, then the source and the composites around it.
  private mutating func emitExits(from source: Int, to domain: Int) {
    if machine.states[source].isComposite, hasExitsInside(source) { emitCall(actionName("exitInside", source)) }
    for state in machine.path(of: source).reversed() where !machine.stays(state, domain: domain) {
      emitExit(of: state)
    }
  }

  private mutating func writeMayChange(_ local: Local) {
    needsMayChange = true
    writer.write("Self.mayChange(&")
    writer.write(local.name)
    writer.line(")")
  }

  private mutating func emitInternal(_ site: TransitionSite, _ row: Row, _ naming: LocalNaming, _ state: Int) {
    let transition = site.transition
    if row.effects.isEmpty {
      writer.line("return .ignored")
      return
    }
    switch naming.change(by: transition) {
    case .none:
      for effect in row.effects {
        emit(effect, transition)
        if case .trap = effect { return }
      }
    case .stores(let folded?):
      for effect in row.effects.dropLast() { emit(effect, transition) }
      emitFolded(folded, row.effects[row.effects.count - 1], site, state)
    case .stores(nil):
      let changes = transition.locals.filter { $0.owner == .source }
      emitChanging(
        state, changes, row.effects, names: names(site, transition, state), child: site.child, transition)
      if case .trap? = row.effects.last { return }
    }
    writer.line(machine.hasRegions ? "return nil" : "return .stayed")
  }

  /// What carries over is called as in the case: the row's own name for it may be hidden by what a block declares.
  private func carried(_ name: Identifier, _ site: TransitionSite) -> LocalName {
    let local = site.transition.locals.first { $0.name.id == name.id }
    return local.flatMap { site.name($0.owner, $0.field) } ?? .declared(name)
  }

  /// What the fields of the state are called when it is built anew: what the row changes by the row's name, the rest as
  /// in the case.
  private func names(_ site: TransitionSite, _ transition: Transition, _ state: Int) -> [LocalName?] {
    machine.states[state].pathFields.indices.map { field in
      let changed = transition.locals.first {
        $0.owner == .source && Int($0.field) == field && $0.isChanged
      }
      return changed.map { .declared($0.name) } ?? site.name(.source, Int32(field))
    }
  }

  /// `progress = value` as `self.state = .fetching(progress: value)`.
  private mutating func emitFolded(_ folded: Int, _ effect: Effect, _ site: TransitionSite, _ state: Int) {
    guard case .assignField(let name, let symbol, let value) = effect else { return }
    let names = names(site, site.transition, state)
    writer.beginLocation(value.range)
    let isPlain = machine.source.bytes[symbol.lowerBound] == Ascii.equals
    let segment = rebuiltSegment(by: site.transition)
    writeRebuilt(state, segment: segment, child: site.child) { _, field in
      if field == folded { return isPlain ? .code(value) : .operation(.declared(name), symbol, value) }
      return names[field].map { .name($0) } ?? .defaultValue
    }
    writer.endLine()
    writer.endLocation()
  }

  /// Effects that change the state's payload in place. The case gives up its payload first, so that a collection in it
  /// has one owner and is not copied when it grows.
  mutating func emitChanging(
    _ state: Int, _ locals: [Local], _ effects: [Effect], names: [LocalName?], child: LocalName?,
    _ transition: Transition?
  ) {
    let changed = locals.filter { $0.isChanged }
    let fields = machine.states[state].pathFields
    let segment = transition.map(rebuiltSegment)
    if changed.contains(where: { !machine.isNumber(fields[Int($0.field)].type) }) {
      emitSentinel(state, changed.map { Int($0.field) }, names, child, segment)
    }
    for local in changed where !local.usage.contains(.changes) { writeMayChange(local) }
    for effect in effects {
      emit(effect, transition)
      if case .trap = effect { return }
    }
    writeRebuilt(state, segment: segment, child: child) { _, field in names[field].map { .name($0) } ?? .defaultValue }
    writer.endLine()
  }

  private mutating func emitSentinel(
    _ state: Int, _ changed: [Int], _ names: [LocalName?], _ child: LocalName?, _ segment: Int?
  ) {
    if machine.hasRegions {
      _ = writeEmptied(state, segment: segment ?? segments(of: state).count - 1)
      return
    }
    if let emptyState {
      writer.write("self.state = .")
      writer.write(member: emptyState)
      writer.endLine()
      return
    }
    let fields = machine.states[state].pathFields
    var literals: [StaticString?] = Array(repeating: nil, count: fields.count)
    for field in changed {
      guard let literal = emptyLiteral(fields[field].type) else { return }
      literals[field] = literal
    }
    writer.write("self.state = ")
    writeState(state, child: child) { _, field in
      literals[field].map { .literal($0) } ?? names[field].map { .name($0) } ?? .defaultValue
    }
    writer.endLine()
  }

  /// `[]`, `[:]` or `nil` for a type that is written as `[Element]`, `[Key: Value]` or `Wrapped?`, or is a type alias for
  /// one.
  private func emptyLiteral(_ written: SourceRange) -> StaticString? {
    let type = machine.aliased(written)
    let bytes = machine.source.bytes
    guard !type.isEmpty else { return nil }
    let last = bytes[type.upperBound - 1]
    if last == Ascii.question { return isFunction(text(type)) ? nil : "nil" }
    guard bytes[type.lowerBound] == Ascii.leftBracket, last == Ascii.rightBracket else { return nil }
    var literal: StaticString = "[]"
    var depth = 0
    for index in type.lowerBound..<type.upperBound {
      switch bytes[index] {
      case Ascii.leftBracket, Ascii.leftParen, Ascii.leftAngle: depth += 1
      case Ascii.rightBracket, Ascii.rightParen: depth -= 1
      case Ascii.rightAngle where bytes[index - 1] != Ascii.minus: depth -= 1
      case Ascii.colon where depth == 1: literal = "[:]"
      default: break
      }
      // `[A] & [B]` and the like are no literal's type.
      if depth == 0, index < type.upperBound - 1 { return nil }
    }
    return literal
  }

  // MARK: Effects

  mutating func emitCall(_ name: String) {
    writer.line(string: "self.\(name)(\(arguments(first: true)))")
  }

  mutating func emit(_ effect: Effect, _ transition: Transition?) {
    switch effect {
    case .output(let output, let arguments, let range):
      let declaration = machine.outputs[output]
      emit(emit, declaration.name, declaration.fields, arguments, range)
    case .raise(let event, let arguments, let range):
      let declaration = machine.events[event]
      emit("\(run).raise", declaration.name, declaration.fields, arguments, range)
    case .assignProperty(let name, let symbol, let value):
      writer.beginLocation(name.range)
      writer.write("self.")
      writeAssignment(name, symbol, value)
    case .assignField(let name, let symbol, let value):
      writer.beginLocation(name.range)
      writeAssignment(name, symbol, value)
    case .trap(let message, let range):
      writer.beginLocation(message == nil ? nil : range)
      writer.write("preconditionFailure(")
      if let message {
        writer.code(message, guards: machine.namedGuards)
      } else {
        writer.write(string: trapMessage(transition))
      }
      writer.line(")")
      writer.endLocation()
    case .block(let code):
      writer.block(code, guards: machine.namedGuards)
    case .begin(let output, let arguments, let range):
      let declaration = machine.outputs[output]
      emit(emit, declaration.name, declaration.fields, arguments, range)
    case .end(let output): writer.line(string: "\(emit)(.\(cancelName(machine.outputs[output])))")
    case .schedule(let timer): emitScheduling(timer)
    case .unschedule(let timer): writer.line(string: "\(emit)(.cancel(.\(timerNames[timer])))")
    }
  }

  /// Writes `function(.name(arguments))`.
  private mutating func emit(
    _ function: String, _ name: Identifier, _ fields: [Field], _ arguments: SwiftCode?, _ range: SourceRange
  ) {
    if arguments != nil { writer.beginLocation(range) }
    writer.write(string: function)
    writer.write("(.")
    writer.write(member: name)
    if let arguments {
      writer.write("(")
      writer.code(arguments, guards: machine.namedGuards)
      writer.write(")")
    } else if !fields.isEmpty {
      writer.write("()")
    }
    writer.write(")")
    writer.endLine()
    writer.endLocation()
  }

  private mutating func writeAssignment(_ name: Identifier, _ symbol: SourceRange, _ value: SwiftCode) {
    writer.write(name)
    writer.write(" ")
    writer.write(symbol)
    writer.write(" ")
    writer.code(value, guards: machine.namedGuards)
    writer.endLine()
    writer.endLocation()
  }

  private func trapMessage(_ transition: Transition?) -> String {
    let name = text(machine.name.range)
    guard let transition else { return "\"\(name): this cannot happen\"" }
    let event = machine.name(ofTrigger: Int(transition.event))
    let state = text(machine.states[Int(transition.source)].name.range)
    return "\"\(name): event \(event) cannot happen in state \(state)\""
  }
}
