/// What a row does once it applies.
extension SwiftEmitter {
  // MARK: What a row does

  mutating func emitBody(_ site: TransitionSite, _ row: Row, _ naming: LocalNaming) {
    let transition = site.transition
    if naming.onlyConditions {
      writer.line(machine.isAccepting(site.index) ? "return true" : "return false")
      return
    }
    let source = Int(transition.source)
    guard !transition.isInternal else {
      emitInternal(site, row, naming, source)
      return
    }
    let leaf = Int(transition.leaf)
    let domain = Int(transition.domain)
    emitExits(from: source, to: domain)
    for local in transition.locals where local.isChanged && !local.usage.contains(.changes) { writeMayChange(local) }
    for effect in row.effects {
      emit(effect, transition)
      if case .trap = effect { return }
    }
    let fields = machine.states[leaf].pathFields
    let shared = writeShared(transition, fields)
    let code = transition.arguments.enumerated().lazy.compactMap { place, argument -> SourceRange? in
      if shared[place] == nil, case .code(let code) = argument { code.range } else { nil }
    }.first
    writer.beginLocation(code)
    writer.write("self.state = ")
    writeState(leaf) { emitter, field in
      if let name = shared[field] { return .name(name) }
      switch transition.arguments[emitter.origin(of: field, transition)] {
      case .code(let code): return .code(code)
      case .local(let name): return .name(emitter.carried(name, site))
      case .stays, .same: return .name(emitter.staying(emitter.origin(of: field, transition), site))
      case .defaultValue: return .defaultValue
      }
    }
    writer.endLine()
    writer.endLocation()
    for entered in machine.path(of: leaf)
    where !machine.stays(entered, domain: domain) && machine.states[entered].entry != nil {
      emitCall(actionName("enter", entered))
    }
    writer.line("return .transitioned")
  }

  /// Which argument a field of the entered path gets: its own, or that of a composite around it.
  private func origin(of place: Int, _ transition: Transition) -> Int {
    var place = place
    while case .same(let outer) = transition.arguments[place], Int(outer) < place { place = Int(outer) }
    return place
  }

  /// Arguments that two states of the path are given are computed once. Returns their names, by the places that use them.
  private mutating func writeShared(_ transition: Transition, _ fields: [Field]) -> [LocalName?] {
    var names: [LocalName?] = Array(repeating: nil, count: fields.count)
    for place in fields.indices {
      guard case .same = transition.arguments[place] else { continue }
      let origin = origin(of: place, transition)
      let code: SwiftCode
      switch transition.arguments[origin] {
      case .code(let argument): code = argument
      case .defaultValue:
        guard let value = fields[origin].defaultValue else { continue }
        code = SwiftCode(range: value)
      case .local, .stays, .same: continue
      }
      if names[origin] == nil {
        let name = LocalName.fresh(machine.names.fresh("shared\(origin + 1)"))
        names[origin] = name
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
      names[place] = names[origin]
    }
    return names
  }

  /// What the field of a composite that is not left is called.
  private func staying(_ place: Int, _ site: TransitionSite) -> LocalName {
    let changed = site.transition.locals.first { $0.owner == .source && Int($0.field) == place && $0.isChanged }
    if let changed { return .declared(changed.name) }
    return site.name(.source, Int32(place)) ?? .fresh("_")
  }

  /// Calls the exit effects of what is left: within the source first, then of the source and the composites around it.
  private mutating func emitExits(from source: Int, to domain: Int) {
    if machine.states[source].isComposite, hasExitsInside(source) { emitCall(actionName("exitInside", source)) }
    for state in machine.path(of: source).reversed()
    where !machine.stays(state, domain: domain) && machine.states[state].exit != nil {
      emitCall(actionName("exit", state))
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
    writer.line("return .stayed")
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
    writer.write("self.state = ")
    let isPlain = machine.source.bytes[symbol.lowerBound] == Ascii.equals
    writeState(state, child: site.child) { _, field in
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
    if changed.contains(where: { !machine.isNumber(fields[Int($0.field)].type) }) {
      emitSentinel(state, changed.map { Int($0.field) }, names, child)
    }
    for local in changed where !local.usage.contains(.changes) { writeMayChange(local) }
    for effect in effects {
      emit(effect, transition)
      if case .trap = effect { return }
    }
    writer.write("self.state = ")
    writeState(state, child: child) { _, field in names[field].map { .name($0) } ?? .defaultValue }
    writer.endLine()
  }

  private mutating func emitSentinel(_ state: Int, _ changed: [Int], _ names: [LocalName?], _ child: LocalName?) {
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
    writer.line(string: "self.\(name)(\(hasOutputs ? "emit: \(emit)" : ""))")
  }

  mutating func emit(_ effect: Effect, _ transition: Transition?) {
    switch effect {
    case .output(let output, let arguments, let range):
      if arguments != nil { writer.beginLocation(range) }
      writer.write(string: emit)
      writer.write("(.")
      writer.write(member: machine.outputs[output].name)
      if let arguments {
        writer.write("(")
        writer.code(arguments, guards: machine.namedGuards)
        writer.write(")")
      } else if !machine.outputs[output].fields.isEmpty {
        writer.write("()")
      }
      writer.write(")")
      writer.endLine()
      writer.endLocation()
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
    }
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
    let event = text(machine.events[Int(transition.event)].name.range)
    let state = text(machine.states[Int(transition.source)].name.range)
    return "\"\(name): event \(event) cannot happen in state \(state)\""
  }
}
