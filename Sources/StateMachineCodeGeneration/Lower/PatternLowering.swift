import StateMachineModel
import StateMachineSyntax

/// Writes what stands before a transition: the names that its row gives to fields, and its conditions.
struct PatternLowering {
  private let model: SwiftModel
  private let states: StateLowering
  private var machine: StateMachine { model.machine }

  init(_ model: SwiftModel, _ states: StateLowering) {
    self.model = model
    self.states = states
  }

  func writeAliases(of attempt: Attempt, _ planner: BindingPlanner, _ out: inout SwiftWriter) {
    write(attempt.aliases, of: attempt, &out)
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

  private func write(_ aliases: [Attempt.Alias], of attempt: Attempt, _ out: inout SwiftWriter) {
    for alias in aliases {
      out.bind(alias.local.name, isVariable: alias.isVariable)
      out.write(" = ")
      if let name = attempt.name(alias.local.owner, alias.local.field) { states.write(name, &out) }
      out.endBinding()
      if alias.isVariable { out.readIfUnread(model.spelling(alias.local.name)) }
    }
  }

  // MARK: Cases

  /// Writes `switch field {`, or with a tuple of fields, and a case for each attempt.
  func write(
    _ columns: [PatternColumn], _ attempts: [Attempt], _ planner: BindingPlanner, _ out: inout SwiftWriter,
    _ writeBody: (Attempt, inout SwiftWriter) -> Void
  ) {
    for (index, attempt) in attempts.enumerated() {
      let patterns = attempt.labelPatterns(machine)
      out.beginLocation(patterns.first?.range ?? machine.rows[machine.transitions[attempt.transition].row].range)
      if index == 0 {
        out.write("switch ")
        writeTuple(columns.count, &out) { place, out in writeSubject(of: columns[place].field, attempt, &out) }
        // Swift wants no directive between this and the first case.
        out.openSwitch(isJoined: out.isLocated, keepsArms: true)
      }
      writeLabel(of: attempt, patterns, columns, planner, &out)
      out.endLocation()
      let aliases = attempt.labelAliases
      write(
        attempt.aliases.filter { alias in !aliases.contains { $0.local.name.id == alias.local.name.id } },
        of: attempt, &out)
      writeBody(attempt, &out)
      out.closeCase()
    }
    out.closeSwitch()
  }

  private func writeLabel(
    of attempt: Attempt, _ patterns: [Pattern], _ columns: [PatternColumn], _ planner: BindingPlanner,
    _ out: inout SwiftWriter
  ) {
    out.write("case ")
    writeTuple(columns.count, &out) { place, out in
      let field = columns[place].field
      switch columns[place] {
      case .pattern:
        guard let pattern = patterns.first(where: { $0.owner == field.owner && $0.field == field.field }) else {
          out.write("_")
          return
        }
        write(pattern, of: attempt, planner, withoutLet: false, &out)
      case .name:
        let aliases = attempt.labelAliases
        guard let alias = aliases.first(where: { $0.local.owner == field.owner && $0.local.field == field.field })
        else {
          out.write("_")
          return
        }
        out.bind(alias.local.name, isVariable: alias.isVariable)
      }
    }
    let transition = machine.transitions[attempt.transition]
    if let condition = machine.rows[transition.row].condition {
      GuardLowering(model).writeWhere(condition, of: transition, &out)
    }
    out.openCase()
  }

  /// Writes one element as it is, and several in parentheses.
  private func writeTuple(_ count: Int, _ out: inout SwiftWriter, _ write: (Int, inout SwiftWriter) -> Void) {
    if count != 1 { out.write("(") }
    for place in 0..<count {
      if place > 0 { out.write(", ") }
      write(place, &out)
    }
    if count != 1 { out.write(")") }
  }

  /// In a step, where the conditions have been looked at before: binds what the effects use of patterns.
  func writeBindings(
    of attempt: Attempt, _ planner: BindingPlanner, label: String, _ out: inout SwiftWriter
  ) {
    writeAliases(of: attempt, planner, &out)
    for pattern in machine.transitions[attempt.transition].patterns
    where !pattern.isIrrefutable && isUsed(pattern, attempt, planner) {
      out.beginLocation(pattern.range)
      out.write("guard case ")
      write(pattern, of: attempt, planner, withoutLet: false, &out)
      out.write(" = ")
      writeSubject(of: pattern, attempt, &out)
      out.endGuard(otherwise: "", label: label)
      out.endLocation()
    }
  }

  /// Writes `if case pattern = field, guard {`. With source locations, each pattern and the guard has an `if` of its
  /// own: what stands between them in one is longer than in the source.
  ///
  /// - Returns: how many braces have been opened.
  func openCondition(
    of attempt: Attempt, _ planner: BindingPlanner, _ out: inout SwiftWriter
  ) -> Int {
    let guards = GuardLowering(model)
    let hasPatterns = machine.transitions[attempt.transition].hasPatterns
    let patterns =
      hasPatterns ? machine.transitions[attempt.transition].patterns.filter { !$0.isIrrefutable } : []
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
      out.openBrace(.check)
      return 1
    }
    for pattern in patterns {
      out.beginLocation(pattern.range)
      out.write("if ")
      writeTest(of: pattern, attempt, planner, &out)
      out.openBrace(.check)
      out.endLocation()
    }
    guard let condition else { return patterns.count }
    return patterns.count + guards.open(condition, of: machine.transitions[attempt.transition], .condition, &out)
  }

  private func writeTest(
    of pattern: Pattern, _ attempt: Attempt, _ planner: BindingPlanner, _ out: inout SwiftWriter
  ) {
    // What Swift has a shorter word for; with source locations, patterns stay as they are in the source.
    // A pattern would consume what cannot be copied.
    let test = !out.isLocated || model.takesStateOut ? OptionalTest(pattern, in: machine.source.bytes) : nil
    if !out.isLocated || test == .isNil {
      // It is known to be a Boolean.
      if pattern.shape == .one(.true, []) || pattern.shape == .one(.false, []) {
        if pattern.shape == .one(.false, []) { out.write("!") }
        writeSubject(of: pattern, attempt, &out)
        return
      }
      switch test {
      case .isNil:
        writeSubject(of: pattern, attempt, &out)
        out.write(" == nil")
        return
      case .isNotNil(let name):
        let isUsed = isUsed(pattern, attempt, planner)
        if isUsed {
          out.write("let ")
          out.piece(name)
          // `if let reader` says it all.
          if attempt.name(pattern.owner, pattern.field) == pattern.bindings.first.map({ .declared($0.name) }) { return }
          out.write(" = ")
        }
        writeSubject(of: pattern, attempt, &out)
        if !isUsed { out.write(" != nil") }
        return
      case nil: break
      }
    }
    out.write("case ")
    write(pattern, of: attempt, planner, withoutLet: false, &out)
    out.write(" = ")
    writeSubject(of: pattern, attempt, &out)
  }

  /// What a pattern looks into: a field; of a submachine, its state.
  private func writeSubject(of pattern: Pattern, _ attempt: Attempt, _ out: inout SwiftWriter) {
    writeSubject(of: UsedField(owner: pattern.owner, field: pattern.field), attempt, &out)
  }

  private func writeSubject(of field: UsedField, _ attempt: Attempt, _ out: inout SwiftWriter) {
    if let name = attempt.name(field.owner, field.field) { states.write(name, &out) }
    let source = machine.states[machine.transitions[attempt.transition].source]
    if field.owner == .source, source.submachine != nil, Int(field.field) == source.pathFields.count - 1 {
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
    let isUsed = pattern.bindings.map { planner.isUsed($0, in: attempt.transition) }
    let tokens = PatternTokens(pattern, in: bytes, isUsed)
    var start = pattern.range.lowerBound
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      if let end = tokens.endOfWildcard(at: index) {
        // Swift may take a tuple that binds nothing for an expression.
        out.piece(SourceRange(start, token.start))
        out.discard(SourceRange(token.start, tokens[end - 1].end))
        start = tokens[end - 1].end
        index = end
        continue
      }
      if tokens.isLet(index) {
        // `let x` becomes `_`, and a `let` before a bracket goes when nothing in it binds.
        if withoutLet || !tokens.bindsAnything(behind: index) {
          out.piece(SourceRange(start, token.start))
          start = index + 1 < tokens.count ? tokens[index + 1].start : pattern.range.upperBound
        }
      } else if let binding = tokens.bindings[index], !isUsed[binding] {
        out.piece(SourceRange(start, token.start))
        out.discard(SourceRange(token.start, token.end))
        start = token.end
      }
      index += 1
    }
    out.piece(SourceRange(start, pattern.range.upperBound))
  }
}

/// A pattern that asks an optional for nothing but whether it is nil.
enum OptionalTest: Equatable {
  case isNil
  /// `let name?`, with the place of the name.
  case isNotNil(SourceRange)

  init?(_ pattern: Pattern, in bytes: [UInt8]) {
    var swift = SwiftLexer(bytes: bytes, from: pattern.range.lowerBound, to: pattern.range.upperBound)
    let first = swift.next()
    guard first.kind == .identifier, first.end - first.start == 3 else { return nil }
    let second = swift.next()
    if second.kind == .end, SwiftKeyword.matches("nil", bytes, first.start) {
      self = .isNil
      return
    }
    let mark = swift.next()
    guard
      SwiftKeyword.matches("let", bytes, first.start), second.kind == .identifier, pattern.bindings.count == 1,
      mark.byte == Ascii.question, mark.start == second.end, mark.end == mark.start + 1, swift.next().kind == .end
    else { return nil }
    self = .isNotNil(SourceRange(second.start, second.end))
  }
}

/// The tokens of a pattern, and which of them bind something.
struct PatternTokens {
  private var tokens: [SwiftToken] = []
  private let bytes: [UInt8]
  /// By token: which of the pattern's names it binds.
  private(set) var bindings: [Int: Int] = [:]
  /// By opening bracket: the token behind its closing one.
  private var ends: [Int: Int] = [:]
  /// Brackets around nothing but names that are not used, with the `let` before them: the token behind them.
  private var wildcards: [Int: Int] = [:]
  /// By token: how many names up to there are used.
  private var usedBefore: [Int] = [0]

  var count: Int { tokens.count }
  subscript(index: Int) -> SwiftToken { tokens[index] }

  init(_ pattern: Pattern, in bytes: [UInt8], _ isUsed: [Bool]) {
    self.bytes = bytes
    var swift = SwiftLexer(bytes: bytes, from: pattern.range.lowerBound, to: pattern.range.upperBound)
    var token = swift.next()
    while token.kind != .end {
      tokens.append(token)
      token = swift.next()
    }
    var next = 0
    for (index, token) in tokens.enumerated() {
      var isUsedHere = false
      if next < pattern.bindings.count, token.kind == .identifier {
        let name = pattern.bindings[next].name.range
        if token.start == name.lowerBound || token.start + 1 == name.lowerBound && token.byte == Ascii.backtick {
          bindings[index] = next
          isUsedHere = isUsed[next]
          next += 1
        }
      }
      usedBefore.append(usedBefore[index] + (isUsedHere ? 1 : 0))
    }
    findBrackets(isUsed)
  }

  func isLet(_ index: Int) -> Bool {
    let token = tokens[index]
    return token.kind == .identifier && token.end - token.start == 3
      && (SwiftKeyword.matches("let", bytes, token.start) || SwiftKeyword.matches("var", bytes, token.start))
  }

  func endOfWildcard(at index: Int) -> Int? { wildcards[index] }

  /// Tells whether a name is used that the `let` at a place binds: the next one, or those in the bracket.
  func bindsAnything(behind index: Int) -> Bool {
    var end = index + 1
    while end < tokens.count, tokens[end].isPunctuation(Ascii.dot) || tokens[end].kind == .identifier {
      end += 1
      if bindings[end - 1] != nil { break }
    }
    if end < tokens.count, bindings[end - 1] == nil { end = ends[end] ?? end }
    return usedBefore[min(end, tokens.count)] > usedBefore[index]
  }

  private mutating func findBrackets(_ isUsed: [Bool]) {
    var open: [(index: Int, isWildcard: Bool)] = []
    for (index, token) in tokens.enumerated() {
      if token.isPunctuation(Ascii.leftParen) {
        let isBehindName = index > 0 && tokens[index - 1].kind == .identifier && !isLet(index - 1)
        open.append((index, !isBehindName))
        continue
      }
      if token.isPunctuation(Ascii.rightParen), let bracket = open.popLast() {
        ends[bracket.index] = index + 1
        let first = bracket.index > 0 && isLet(bracket.index - 1) ? bracket.index - 1 : bracket.index
        if bracket.isWildcard { wildcards[first] = index + 1 }
        if !bracket.isWildcard, !open.isEmpty { open[open.count - 1].isWildcard = false }
        continue
      }
      let isLabel = index + 1 < tokens.count && tokens[index + 1].isPunctuation(Ascii.colon)
      let isPlain =
        token.isPunctuation(Ascii.comma) || token.isPunctuation(Ascii.colon) || isLet(index) || isLabel
        || bindings[index].map { !isUsed[$0] }
          ?? (token.byte == Ascii.underscore && token.end == token.start + 1)
      if !isPlain, !open.isEmpty { open[open.count - 1].isWildcard = false }
    }
  }
}
