/// Writes what stands before a transition: the names that its row gives to fields, and its conditions.
struct PatternPrinter {
  private let model: SwiftModel
  private let states: StatePrinter
  private var machine: StateMachine { model.machine }

  init(_ model: SwiftModel, _ states: StatePrinter) {
    self.model = model
    self.states = states
  }

  func writeAliases(of attempt: Attempt, _ planner: BindingPlanner, _ out: inout SwiftWriter) {
    for alias in attempt.aliases {
      out.write(alias.isVariable ? "var " : "let ")
      out.write(alias.local.name)
      out.write(" = ")
      if let name = attempt.name(alias.local.owner, alias.local.field) { states.write(name, &out) }
      out.endLine()
    }
    for pattern in attempt.tuples {
      out.beginLocation(pattern.range)
      out.write("let ")
      write(pattern, of: attempt, planner, withoutLet: true, &out)
      out.write(" = ")
      writeSubject(of: pattern, attempt, &out)
      out.endLine()
      out.endLocation()
    }
  }

  /// In a step, where the conditions have been looked at before: binds what the effects use of patterns.
  func writeBindings(
    of attempt: Attempt, _ planner: BindingPlanner, otherwise: String, _ out: inout SwiftWriter
  ) {
    writeAliases(of: attempt, planner, &out)
    for pattern in machine.transitions[attempt.transition].patterns
    where !pattern.isIrrefutable && isUsed(pattern, attempt, planner) {
      out.beginLocation(pattern.range)
      out.write("guard case ")
      write(pattern, of: attempt, planner, withoutLet: false, &out)
      out.write(" = ")
      writeSubject(of: pattern, attempt, &out)
      out.line(string: " else { \(otherwise) }")
      out.endLocation()
    }
  }

  /// Writes `if case pattern = field, guard {`. With source locations, each pattern and the guard has an `if` of its own:
  /// what stands between them in one is longer than in the source.
  ///
  /// - Returns: how many braces have been opened.
  func openCondition(
    of attempt: Attempt, _ planner: BindingPlanner, _ out: inout SwiftWriter
  ) -> Int {
    let guards = GuardPrinter(model)
    let patterns = machine.transitions[attempt.transition].patterns.filter { !$0.isIrrefutable }
    let condition = machine.rows[machine.transitions[attempt.transition].row].condition
    guard out.isLocated || patterns.isEmpty else {
      out.write("if ")
      for (index, pattern) in patterns.enumerated() {
        if index > 0 { out.write(", ") }
        writeTest(of: pattern, attempt, planner, &out)
      }
      if let condition {
        out.write(", ")
        guards.write(condition, &out)
      }
      out.openBrace()
      return 1
    }
    for pattern in patterns {
      out.beginLocation(pattern.range)
      out.write("if ")
      writeTest(of: pattern, attempt, planner, &out)
      out.openBrace()
      out.endLocation()
    }
    let transition = machine.transitions[attempt.transition]
    return patterns.count + (condition.map { guards.open($0, of: transition, .condition, &out) } ?? 0)
  }

  private func writeTest(
    of pattern: Pattern, _ attempt: Attempt, _ planner: BindingPlanner, _ out: inout SwiftWriter
  ) {
    out.write("case ")
    write(pattern, of: attempt, planner, withoutLet: false, &out)
    out.write(" = ")
    writeSubject(of: pattern, attempt, &out)
  }

  /// What a pattern looks into: a field; of a submachine, its state.
  private func writeSubject(of pattern: Pattern, _ attempt: Attempt, _ out: inout SwiftWriter) {
    if let name = attempt.name(pattern.owner, pattern.field) { states.write(name, &out) }
    let source = machine.states[machine.transitions[attempt.transition].source]
    if pattern.owner == .source, source.submachine != nil, Int(pattern.field) == source.pathFields.count - 1 {
      out.write(".state")
    }
  }

  private func isUsed(_ pattern: Pattern, _ attempt: Attempt, _ planner: BindingPlanner) -> Bool {
    pattern.bindings.contains { planner.isUsed($0, in: attempt.transition) }
  }

  /// The pattern with `_` for the names that are not used, which Swift would warn of.
  private func write(
    _ pattern: Pattern, of attempt: Attempt, _ planner: BindingPlanner, withoutLet: Bool, _ out: inout SwiftWriter
  ) {
    let bytes = machine.source.bytes
    var start = pattern.range.lowerBound
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
        let binds = pattern.bindings.dropFirst(binding).contains { bound in
          bound.name.range.lowerBound < endOfBinding(next, pattern)
            && planner.isUsed(bound, in: attempt.transition)
        }
        if withoutLet || !binds {
          out.piece(SourceRange(start, token.start))
          start = next.start
        }
      } else if binding < pattern.bindings.count, token.kind == .identifier {
        let name = pattern.bindings[binding].name.range
        if token.start == name.lowerBound || token.start + 1 == name.lowerBound && token.byte == Ascii.backtick {
          if !planner.isUsed(pattern.bindings[binding], in: attempt.transition) {
            out.piece(SourceRange(start, token.start))
            out.discard(SourceRange(token.start, token.end))
            start = token.end
          }
          binding += 1
        }
      }
      token = next
    }
    out.piece(SourceRange(start, pattern.range.upperBound))
  }

  /// Where what a `let` binds ends: behind a name, or where the bracket closes.
  private func endOfBinding(_ first: SwiftToken, _ pattern: Pattern) -> Int {
    var swift = SwiftLexer(bytes: machine.source.bytes, from: first.start, to: pattern.range.upperBound)
    var depth = 0
    var token = swift.next()
    while token.kind != .end {
      if token.isPunctuation(Ascii.leftParen) { depth += 1 }
      if token.isPunctuation(Ascii.rightParen) { depth -= 1 }
      let isName = token.start == first.start && token.kind == .identifier
      if isName || depth <= 0 && token.isPunctuation(Ascii.rightParen) { return token.end }
      token = swift.next()
    }
    return pattern.range.upperBound
  }
}
