/// `handle`: a switch over the state, in each case one over the event, in each case the rows in the order in which they
/// are tried. Nested and not over a tuple, which Swift cannot check for exhaustiveness in time; without `default`, so
/// that Swift checks it at all.
extension SwiftEmitter {
  mutating func emitReducer() {
    let effect = throwsUnhandled ? " throws(UnhandledEvent)" : ""
    if hasOutputs {
      writer.line("/// Takes the transition for `event`, and hands its outputs to `emit` in order.")
    } else {
      writer.line("/// Takes the transition for `event`.")
    }
    writer.line("@discardableResult")
    writer.write(string: "\(access)mutating func handle(\(parameter("event", event)): Event")
    if hasOutputs { writer.write(string: ", \(parameter("emit", emit)): (Output) -> Void") }
    writer.write(string: ")\(effect) -> Outcome")
    writer.openBrace()
    emitSwitch(onlyConditions: false)
    writer.closeBrace()
    guard hasOutputs else { return }
    let attempt = throwsUnhandled ? "try " : ""
    writer.lines(
      """

      /// Takes the transition for `event`, and returns its outputs in order.
      \(access)mutating func handle(event: Event)\(effect) -> [Output] {
        var outputs: [Output] = []
        \(attempt)self.handle(event: event) { outputs.append($0) }
        return outputs
      }
      """)
  }

  mutating func emitAccepts() {
    writer.lines(
      """

      /// Whether `event` has a transition in the current state. Guards are evaluated, and nothing else happens.
      """)
    writer.write(string: "\(access)func accepts(_ \(event): Event) -> Bool")
    writer.openBrace()
    emitSwitch(onlyConditions: true)
    writer.closeBrace()
  }

  /// `event` or, where a name in the embedded Swift would hide the parameter, `event event_`.
  private func parameter(_ label: String, _ name: String) -> String {
    label == name ? label : "\(label) \(name)"
  }

  // MARK: The switch over the state

  private mutating func emitSwitch(onlyConditions: Bool) {
    if machine.events.isEmpty {
      writer.line(string: "switch \(event) {}")
      return
    }
    let naming = LocalNaming(machine: machine, onlyConditions: onlyConditions)
    var ignoring: [Identifier] = []
    var unhandling: [Identifier] = []
    writer.line("switch self.state {")
    for state in machine.states.indices {
      if !machine.states[state].transitions.isEmpty {
        emitState(state, naming)
      } else if machine.states[state].isFinal || machine.ignoresUnhandled || onlyConditions {
        ignoring.append(machine.states[state].name)
      } else {
        unhandling.append(machine.states[state].name)
      }
    }
    if !unhandling.isEmpty {
      writeCaseList(unhandling)
      writer.endLine()
      writer.indent()
      writeUnhandled()
      writer.outdent()
    }
    if !ignoring.isEmpty {
      writeCaseList(ignoring)
      writer.endLine()
      writer.indent()
      writer.line(onlyConditions ? "return false" : "return .ignored")
      writer.outdent()
    }
    writer.line("}")
  }

  private mutating func emitState(_ state: Int, _ naming: LocalNaming) {
    let all = naming.groups(of: state)
    let lists = EventLists(machine, all, onlyConditions: naming.onlyConditions)
    let groups = all.filter { lists.isWritten($0.event) }
    let source = naming.sourceNames(of: state, groups)
    writer.write("case .")
    writer.write(member: machine.states[state].name)
    writeBindings(source.names, source.isVariable)
    writer.write(":")
    writer.endLine()
    writer.indent()
    if let only = lists.onlyOne {
      write(only)
      writer.outdent()
      return
    }
    writer.line(string: "switch \(event) {")
    for group in groups {
      writer.write("case .")
      writer.write(member: machine.events[group.event].name)
      writeBindings(group.names, [])
      writer.write(":")
      writer.endLine()
      writer.indent()
      emitGroup(group, state, source, naming)
      writer.outdent()
    }
    for (list, verdict) in lists.all {
      writeCaseList(list.map { machine.events[$0].name })
      writer.endLine()
      writer.indent()
      write(verdict)
      writer.outdent()
    }
    writer.line("}")
    writer.outdent()
  }

  private mutating func write(_ verdict: EventLists.Verdict) {
    switch verdict {
    case .accepted: writer.line("return true")
    case .refused: writer.line("return false")
    case .ignored: writer.line("return .ignored")
    case .unhandled: writeUnhandled()
    }
  }

  /// `(let a, _, var b)`; nothing where no field is needed.
  mutating func writeBindings(_ names: [LocalName?], _ isVariable: [Bool]) {
    guard names.contains(where: { $0 != nil }) else { return }
    writer.write("(")
    for (index, name) in names.enumerated() {
      if index > 0 { writer.write(", ") }
      if let name {
        writer.write(index < isVariable.count && isVariable[index] ? "var " : "let ")
        write(name)
      } else {
        writer.write("_")
      }
    }
    writer.write(")")
  }

  // MARK: The rows of one state and event

  private mutating func emitGroup(
    _ group: LocalNaming.Group, _ state: Int, _ source: LocalNaming.SourceNames, _ naming: LocalNaming
  ) {
    for place in group.places {
      let transition = naming.transition(place)
      let row = machine.rows[Int(transition.row)]
      let site = TransitionSite(
        index: Int(machine.transitionOrder[place]), transition: transition, eventNames: group.names,
        sourceNames: source.names)
      if !naming.onlyConditions { writer.documentation(row.documentation, as: "//") }
      emitConditionally(site, row, naming)
      if !transition.isConditional { return }
    }
    if naming.onlyConditions {
      writer.line("return false")
    } else {
      writeUnhandled()
    }
  }

  /// Where a transition is written: what its fields are called there.
  struct TransitionSite {
    /// The index of the transition.
    var index: Int
    var transition: Transition
    var eventNames: [LocalName?]
    var sourceNames: [LocalName?]

    func name(_ owner: PayloadOwner, _ field: Int32) -> LocalName? {
      let names = owner == .event ? eventNames : sourceNames
      return Int(field) < names.count ? names[Int(field)] : nil
    }
  }

  private mutating func emitConditionally(_ site: TransitionSite, _ row: Row, _ naming: LocalNaming) {
    let transition = site.transition
    let aliases = transition.locals.filter {
      naming.isNeeded($0, in: transition) && $0.usage != .carried && site.name($0.owner, $0.field) != .declared($0.name)
    }
    let tuples = transition.patterns.filter { $0.isIrrefutable && !usedBindings($0, naming).isEmpty }
    let hasScope = !aliases.isEmpty || !tuples.isEmpty
    if hasScope {
      writer.write("do")
      writer.openBrace()
      for local in aliases {
        let isVariable = !naming.onlyConditions && !local.usage.isDisjoint(with: [.changes, .mayChange])
        writer.write(isVariable ? "var " : "let ")
        writer.write(local.name)
        writer.write(" = ")
        if let name = site.name(local.owner, local.field) { write(name) }
        writer.endLine()
      }
      for pattern in tuples {
        writer.write("let ")
        writePattern(pattern, naming, withoutLet: true)
        writer.write(" = ")
        if let name = site.name(pattern.owner, pattern.field) { write(name) }
        writer.endLine()
      }
    }
    if transition.isConditional {
      writeCondition(site, row, naming)
      writer.openBrace()
      writer.endLocation()
      emitBody(site, row, naming)
      writer.closeBrace()
    } else {
      emitBody(site, row, naming)
    }
    if hasScope { writer.closeBrace() }
  }

  private mutating func writeCondition(_ site: TransitionSite, _ row: Row, _ naming: LocalNaming) {
    let patterns = site.transition.patterns.filter { !$0.isIrrefutable }
    var first = patterns.first?.range ?? row.condition?.range
    // A guard that is nothing but a name stands where the name is declared.
    var condition = row.condition
    if patterns.isEmpty, let only = condition.flatMap(namedGuard) {
      condition = only
      first = only.range
    }
    writer.beginLocation(first)
    writer.write("if ")
    for (index, pattern) in patterns.enumerated() {
      if index > 0 { writer.write(", ") }
      writer.align(with: pattern.range)
      writer.write("case ")
      writePattern(pattern, naming, withoutLet: false)
      writer.write(" = ")
      if let name = site.name(pattern.owner, pattern.field) { write(name) }
    }
    if let condition {
      if !patterns.isEmpty { writer.write(", ") }
      let needsParentheses = needsParentheses(condition.range)
      if needsParentheses { writer.write("(") }
      writer.code(condition, guards: machine.namedGuards)
      if needsParentheses { writer.write(")") }
    }
  }

  private func namedGuard(_ code: SwiftCode) -> SwiftCode? {
    guard code.expansions.count == 1, code.expansions[0].range == code.range else { return nil }
    return machine.namedGuards[code.expansions[0].namedGuard]
  }

  /// A trailing closure before the `{` of an `if` would be taken for its body.
  private func needsParentheses(_ range: SourceRange) -> Bool {
    let bytes = machine.source.bytes[range.lowerBound..<range.upperBound]
    guard bytes.contains(Ascii.leftBrace) else { return false }
    let text = text(range)
    return !["let ", "var ", "case ", "#"].contains { text.hasPrefix($0) }
  }

  private func usedBindings(_ pattern: Pattern, _ naming: LocalNaming) -> [Pattern.Binding] {
    pattern.bindings.filter { isUsed($0, naming) }
  }

  private func isUsed(_ binding: Pattern.Binding, _ naming: LocalNaming) -> Bool {
    naming.onlyConditions ? binding.usage.contains(.condition) : !binding.usage.isEmpty
  }

  /// The pattern with `_` for the names that are not used, which Swift would warn of.
  private mutating func writePattern(_ pattern: Pattern, _ naming: LocalNaming, withoutLet: Bool) {
    let bytes = machine.source.bytes
    var start = pattern.range.lowerBound
    let hasAny = !usedBindings(pattern, naming).isEmpty
    var swift = SwiftLexer(bytes: bytes, from: pattern.range.lowerBound, to: pattern.range.upperBound)
    var binding = 0
    var token = swift.next()
    while token.kind != .end {
      let next = swift.next()
      let isLet =
        token.kind == .identifier && token.end - token.start == 3
        && (SwiftKeyword.matches("let", bytes, token.start) || SwiftKeyword.matches("var", bytes, token.start))
      if isLet {
        // `let x` becomes `_`, and a `let` before a bracket goes when nothing in it binds.
        let isUnused =
          next.kind == .identifier && binding < pattern.bindings.count && !isUsed(pattern.bindings[binding], naming)
        if withoutLet || isUnused || !hasAny {
          writer.write(SourceRange(start, token.start))
          start = next.start
        }
      } else if binding < pattern.bindings.count, token.kind == .identifier {
        let name = pattern.bindings[binding].name.range
        if token.start == name.lowerBound || token.start + 1 == name.lowerBound && token.byte == Ascii.backtick {
          if !isUsed(pattern.bindings[binding], naming) {
            writer.write(SourceRange(start, token.start))
            writer.write("_")
            start = token.end
          }
          binding += 1
        }
      }
      token = next
    }
    writer.write(SourceRange(start, pattern.range.upperBound))
  }

  // MARK: What a row does

  private mutating func emitBody(_ site: TransitionSite, _ row: Row, _ naming: LocalNaming) {
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
        $0.owner == .source && Int($0.field) == field && !$0.usage.isDisjoint(with: [.changes, .mayChange])
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
    let changed = locals.filter { !$0.usage.isDisjoint(with: [.changes, .mayChange]) }
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
    if let empty = machine.states.first(where: { $0.fields.isEmpty }) {
      writer.write("self.state = .")
      writer.write(member: empty.name)
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

  /// The empty value of a type that is written as a collection or as an optional, or is a type alias for one.
  private func emptyLiteral(_ type: SourceRange) -> StaticString? {
    let bytes = machine.source.bytes
    let name = text(type)
    if let alias = machine.typealiases.first(where: { text($0.name) == name }) {
      // Behind the `=`; an alias of an alias is not followed.
      var start = alias.name.upperBound
      while start < alias.range.upperBound, Ascii.isBlank(bytes[start]) || bytes[start] == Ascii.equals { start += 1 }
      return SourceRange(start, alias.range.upperBound).emptyLiteral(in: bytes, isFunction: isFunction)
    }
    return type.emptyLiteral(in: bytes, isFunction: isFunction)
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

extension SourceRange {
  /// `[]`, `[:]` or `nil` for `[Element]`, `[Key: Value]` and `Wrapped?`.
  fileprivate func emptyLiteral(in bytes: [UInt8], isFunction: (String) -> Bool) -> StaticString? {
    guard !isEmpty else { return nil }
    let last = bytes[upperBound - 1]
    if last == Ascii.question {
      return isFunction(String(decoding: bytes[lowerBound..<upperBound], as: UTF8.self)) ? nil : "nil"
    }
    guard bytes[lowerBound] == Ascii.leftBracket, last == Ascii.rightBracket else { return nil }
    var literal: StaticString = "[]"
    var depth = 0
    for index in lowerBound..<upperBound {
      switch bytes[index] {
      case Ascii.leftBracket, Ascii.leftParen, Ascii.leftAngle: depth += 1
      case Ascii.rightBracket, Ascii.rightParen: depth -= 1
      case Ascii.rightAngle where bytes[index - 1] != Ascii.minus: depth -= 1
      case Ascii.colon where depth == 1: literal = "[:]"
      default: break
      }
      // `[A] & [B]` and the like are no literal's type.
      if depth == 0, index < upperBound - 1 { return nil }
    }
    return literal
  }
}

extension StateMachine {
  /// Whether an event without a transition is passed over in silence.
  var ignoresUnhandled: Bool { unhandled == .ignore || unhandled == .error }

  /// Whether a transition does something: an event that is deliberately ignored, or that cannot happen, is not accepted.
  func isAccepting(_ index: Int) -> Bool {
    let row = Int(transitions[index].row)
    guard !rows[row].effects.isEmpty else { return !transitions[index].isInternal }
    return !rows[row].effects.contains { if case .trap = $0 { true } else { false } }
  }
}

/// The events of a state that need no code of their own, and what becomes of them.
private struct EventLists {
  /// In the order in which the lists are written.
  enum Verdict: Int {
    case accepted, ignored, unhandled, refused
  }

  private var lists: [[Int]] = [[], [], [], []]
  private var isListed: [Bool]

  init(_ machine: StateMachine, _ groups: [LocalNaming.Group], onlyConditions: Bool) {
    isListed = Array(repeating: false, count: machine.events.count)
    let unhandled: Verdict = onlyConditions ? .refused : machine.ignoresUnhandled ? .ignored : .unhandled
    var next = 0
    for group in groups {
      while next < group.event {
        add(next, unhandled)
        next += 1
      }
      next = group.event + 1
      if let verdict = Self.verdict(machine, group, onlyConditions) { add(group.event, verdict) }
    }
    while next < isListed.count {
      add(next, unhandled)
      next += 1
    }
  }

  /// What becomes of an event without looking at anything; nil where there is something to look at or to do.
  private static func verdict(
    _ machine: StateMachine, _ group: LocalNaming.Group, _ onlyConditions: Bool
  ) -> Verdict? {
    func index(_ place: Int) -> Int { Int(machine.transitionOrder[place]) }
    if onlyConditions {
      var isAccepting: Bool?
      for place in group.places {
        let accepts = machine.isAccepting(index(place))
        if isAccepting != nil, isAccepting != accepts { return nil }
        isAccepting = accepts
        if !machine.transitions[index(place)].isConditional { return accepts ? .accepted : .refused }
      }
      return isAccepting == true ? nil : .refused
    }
    let first = index(group.places.lowerBound)
    guard machine.transitions[first].isInternal, !machine.transitions[first].isConditional else { return nil }
    let row = Int(machine.transitions[first].row)
    return machine.rows[row].effects.isEmpty && machine.rows[row].documentation == nil ? .ignored : nil
  }

  private mutating func add(_ event: Int, _ verdict: Verdict) {
    isListed[event] = true
    lists[verdict.rawValue].append(event)
  }

  func isWritten(_ event: Int) -> Bool { !isListed[event] }

  /// The verdict that all events share.
  var onlyOne: Verdict? {
    lists.firstIndex { $0.count == isListed.count }.flatMap(Verdict.init)
  }

  /// The lists that are not empty.
  var all: [(events: [Int], verdict: Verdict)] {
    lists.indices.compactMap { index in
      guard !lists[index].isEmpty, let verdict = Verdict(rawValue: index) else { return nil }
      return (lists[index], verdict)
    }
  }
}
