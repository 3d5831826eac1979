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
      emitInternal(site, row, naming, machine.states[source])
      return
    }
    let target = Int(transition.target)
    if machine.states[source].exit != nil { emitCall(actionName("exit", source)) }
    for effect in row.effects {
      emit(effect, transition)
      if case .trap = effect { return }
    }
    let code = transition.arguments.lazy.compactMap { argument -> SourceRange? in
      if case .code(let code) = argument { code.range } else { nil }
    }.first
    writer.beginLocation(code)
    writer.write("self.state = ")
    writeCase(machine.states[target].name, machine.states[target].fields) { emitter, field in
      switch transition.arguments[field] {
      case .code(let code): .code(code)
      case .local(let name): .name(emitter.carried(name, site))
      case .defaultValue: .defaultValue
      }
    }
    writer.endLine()
    writer.endLocation()
    if machine.states[target].entry != nil { emitCall(actionName("enter", target)) }
    writer.line("return .transitioned")
  }

  private mutating func emitInternal(_ site: TransitionSite, _ row: Row, _ naming: LocalNaming, _ state: State) {
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
      emitChanging(state, changes, row.effects, names: names(site, transition, state), transition)
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
  private func names(_ site: TransitionSite, _ transition: Transition, _ state: State) -> [LocalName?] {
    state.fields.indices.map { field in
      let changed = transition.locals.first {
        $0.owner == .source && Int($0.field) == field && $0.isChanged
      }
      return changed.map { .declared($0.name) } ?? site.name(.source, Int32(field))
    }
  }

  /// `progress = value` as `self.state = .fetching(progress: value)`.
  private mutating func emitFolded(_ folded: Int, _ effect: Effect, _ site: TransitionSite, _ state: State) {
    guard case .assignField(let name, let symbol, let value) = effect else { return }
    let names = names(site, site.transition, state)
    writer.beginLocation(value.range)
    writer.write("self.state = ")
    let isPlain = machine.source.bytes[symbol.lowerBound] == Ascii.equals
    writeCase(state.name, state.fields) { _, field in
      if field == folded { return isPlain ? .code(value) : .operation(.declared(name), symbol, value) }
      return names[field].map { .name($0) } ?? .defaultValue
    }
    writer.endLine()
    writer.endLocation()
  }

  /// Effects that change the state's payload in place. The case gives up its payload first, so that a collection in it
  /// has one owner and is not copied when it grows.
  mutating func emitChanging(
    _ state: State, _ locals: [Local], _ effects: [Effect], names: [LocalName?], _ transition: Transition?
  ) {
    let changed = locals.filter { $0.isChanged }
    if changed.contains(where: { !machine.isNumber(state.fields[Int($0.field)].type) }) {
      emitSentinel(state, changed.map { Int($0.field) }, names)
    }
    for local in changed where !local.usage.contains(.changes) {
      needsMayChange = true
      writer.write("Self.mayChange(&")
      writer.write(local.name)
      writer.line(")")
    }
    for effect in effects {
      emit(effect, transition)
      if case .trap = effect { return }
    }
    writer.write("self.state = ")
    writeCase(state.name, state.fields) { _, field in names[field].map { .name($0) } ?? .defaultValue }
    writer.endLine()
  }

  private mutating func emitSentinel(_ state: State, _ changed: [Int], _ names: [LocalName?]) {
    if let emptyState {
      writer.write("self.state = .")
      writer.write(member: emptyState)
      writer.endLine()
      return
    }
    var literals: [StaticString?] = Array(repeating: nil, count: state.fields.count)
    for field in changed {
      guard let literal = emptyLiteral(state.fields[field].type) else { return }
      literals[field] = literal
    }
    writer.write("self.state = ")
    writeCase(state.name, state.fields) { _, field in
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
