/// The rows of one state and event: their conditions, in the order in which they are tried.
extension SwiftEmitter {
  // MARK: The rows of one state and event

  mutating func emitGroup(
    _ group: LocalNaming.Group, _ state: Int, _ source: LocalNaming.SourceNames, _ naming: LocalNaming
  ) {
    for place in group.places {
      let transition = naming.transition(place)
      let row = machine.rows[Int(transition.row)]
      let site = TransitionSite(
        index: Int(machine.transitionOrder[place]), transition: transition, eventNames: group.names,
        sourceNames: source.names, isVariable: source.isVariable, child: source.child)
      if !naming.onlyConditions { writer.documentation(row.documentation, as: "//") }
      emitConditionally(site, row, naming)
      if !transition.isConditional { return }
    }
    if group.timer < 0 {
      writeFollowing(group.event, state, naming)
    } else if naming.part == .conditions {
      writer.line("return false")
    } else {
      // A timer is the state's own: nobody else is asked.
      writeIgnored(naming.part)
    }
  }

  /// What comes behind a state's own rows for a trigger: it is kept, or a state around it is asked, or nothing is done.
  mutating func writeFollowing(_ trigger: Int, _ state: Int, _ naming: LocalNaming) {
    if machine.states[state].deferred.contains(trigger) {
      writeDeferred(naming.part)
      return
    }
    let delegated = hierarchy.delegatedEvents(of: machine.states[state])
    let isDelegated =
      naming.part != .done && naming.part != .doneSelection && !delegated.isEmpty && delegated[trigger]
    writeUnhandled(isDelegated ? handler(of: state, naming.part) : nil, naming.part)
  }

  /// Where a transition is written: what its fields are called there.
  struct TransitionSite {
    /// The index of the transition.
    var index: Int
    var transition: Transition
    var eventNames: [LocalName?]
    var sourceNames: [LocalName?]
    /// Whether the source's fields are variables in the case.
    var isVariable: [Bool]
    /// What the source holds, where it is a composite that is built anew.
    var child: LocalName?

    func name(_ owner: PayloadOwner, _ field: Int32) -> LocalName? {
      let names = owner == .event ? eventNames : sourceNames
      return Int(field) < names.count ? names[Int(field)] : nil
    }
  }

  private mutating func emitConditionally(_ site: TransitionSite, _ row: Row, _ naming: LocalNaming) {
    let transition = site.transition
    let aliases = transition.locals.filter { needsAlias($0, site, row, naming) }
    let tuples = transition.patterns.filter { $0.isIrrefutable && !usedBindings($0, naming).isEmpty }
    let hasScope = !aliases.isEmpty || !tuples.isEmpty
    if hasScope {
      writer.write("do")
      writer.openBrace()
      writeAliases(aliases, tuples, site, naming)
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

  private mutating func writeAliases(
    _ aliases: [Local], _ tuples: [Pattern], _ site: TransitionSite, _ naming: LocalNaming
  ) {
    for local in aliases {
      let isVariable = !naming.onlyConditions && naming.isVariable(local, in: site.transition)
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
      writeSubject(of: pattern, site)
      writer.endLine()
    }
  }

  /// What one transition does in a machine with regions, where its conditions have been looked at before: its names, and
  /// its effects.
  mutating func emitEffects(_ site: TransitionSite, _ row: Row, _ naming: LocalNaming) {
    let aliases = site.transition.locals.filter { needsAlias($0, site, row, naming) }
    let bound = site.transition.patterns.filter { !usedBindings($0, naming).isEmpty }
    writeAliases(aliases, bound.filter(\.isIrrefutable), site, naming)
    for pattern in bound where !pattern.isIrrefutable {
      writer.beginLocation(pattern.range)
      writer.write("guard case ")
      writePattern(pattern, naming, withoutLet: false)
      writer.write(" = ")
      writeSubject(of: pattern, site)
      writer.line(" else { return nil }")
      writer.endLocation()
    }
    emitBody(site, row, naming)
  }

  /// Whether the row must give the field its own name: it is called otherwise in the case, or is a variable there, which
  /// a closure that runs elsewhere may not capture.
  private func needsAlias(_ local: Local, _ site: TransitionSite, _ row: Row, _ naming: LocalNaming) -> Bool {
    guard naming.isNeeded(local, in: site.transition), local.usage != .carried else { return false }
    if site.name(local.owner, local.field) != .declared(local.name) { return true }
    guard local.owner == .source, Int(local.field) < site.isVariable.count, site.isVariable[Int(local.field)],
      local.usage.contains(.body), !naming.isVariable(local, in: site.transition)
    else { return false }
    return holdsClosure(site.transition)
  }

  /// Whether the effects or arguments may hold a closure.
  private func holdsClosure(_ transition: Transition) -> Bool {
    func holds(_ code: SwiftCode?) -> Bool {
      code.map { machine.source.bytes[$0.range.lowerBound..<$0.range.upperBound].contains(Ascii.leftBrace) } ?? false
    }
    var isFound = false
    transition.forEachRow { index in
      for effect in machine.rows[index].effects {
        switch effect {
        case .output(_, let arguments, _), .raise(_, let arguments, _): if holds(arguments) { isFound = true }
        case .assignProperty(_, _, let value), .assignField(_, _, let value): if holds(value) { isFound = true }
        case .block(let code): if holds(code) { isFound = true }
        case .trap, .begin, .end, .schedule, .unschedule: break
        }
      }
    }
    transition.forEachArrival { arrival in
      for argument in arrival.arguments { if case .code(let code) = argument, holds(code) { isFound = true } }
    }
    return isFound
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
      writeSubject(of: pattern, site)
    }
    if let condition {
      if !patterns.isEmpty { writer.write(", ") }
      writeGuard(condition)
    }
  }

  /// What a pattern looks into: a field; of a machine that the state holds, its state.
  private mutating func writeSubject(of pattern: Pattern, _ site: TransitionSite) {
    if let name = site.name(pattern.owner, pattern.field) { write(name) }
    let source = machine.states[Int(site.transition.source)]
    if pattern.owner == .source, source.submachine != nil, Int(pattern.field) == source.pathFields.count - 1 {
      writer.write(".state")
    }
  }

  mutating func writeGuard(_ condition: SwiftCode) {
    let needsParentheses = needsParentheses(condition.range)
    if needsParentheses { writer.write("(") }
    writer.code(condition, guards: machine.namedGuards)
    if needsParentheses { writer.write(")") }
  }

  func namedGuard(_ code: SwiftCode) -> SwiftCode? {
    guard code.expansions.count == 1, code.expansions[0].range == code.range else { return nil }
    return machine.namedGuards[code.expansions[0].namedGuard].expression
  }

  /// A trailing closure before the `{` of an `if` would be taken for its body.
  private func needsParentheses(_ range: SourceRange) -> Bool {
    let bytes = machine.source.bytes[range.lowerBound..<range.upperBound]
    guard bytes.contains(Ascii.leftBrace) else { return false }
    let text = text(range)
    return !["let ", "var ", "case ", "#"].contains { text.hasPrefix($0) }
  }

  private func usedBindings(_ pattern: Pattern, _ naming: LocalNaming) -> [Pattern.Binding] {
    pattern.bindings.filter(naming.isUsed)
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
          next.kind == .identifier && binding < pattern.bindings.count && !naming.isUsed(pattern.bindings[binding])
        if withoutLet || isUnused || !hasAny {
          writer.write(SourceRange(start, token.start))
          start = next.start
        }
      } else if binding < pattern.bindings.count, token.kind == .identifier {
        let name = pattern.bindings[binding].name.range
        if token.start == name.lowerBound || token.start + 1 == name.lowerBound && token.byte == Ascii.backtick {
          if !naming.isUsed(pattern.bindings[binding]) {
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
}
