extension Parser {
  /// Reads a row: `sources -> target : event [guard] / effects`, or `sources : event` without a target. Returns nil
  /// after a mistake, which has been reported. Also returns nil if `can` follows the sources, as in
  /// `open can reach closed`. This is no mistake: the sources are then in `sourcesBeforeCan`.
  mutating func parseTransition(_ documentation: SourceRange?) -> TransitionSyntax? {
    let start = token.start
    lexer.begin(.source)
    guard let sources = parseSources() else { return nil }
    var target: TargetSyntax?
    var otherTargets: [TargetSyntax] = []
    goOn(before: [.arrow, .colon])
    if token.kind == .arrow {
      guard continues(with: "a target", in: .target) else { return nil }
      target = parseTarget()
      if target == nil { return nil }
      guard let others = parseOtherTargets() else { return nil }
      otherTargets = others
      goOn(before: [.colon])
    }
    guard token.kind == .colon else {
      if target == nil, isWord("can") {
        sourcesBeforeCan = sources
        return nil
      }
      reportMissingColon(from: start, sources, hasTarget: target != nil)
      return nil
    }
    let colon = token
    guard continues(with: "an event", in: .trigger) else { return nil }
    guard let label = parseLabel(after: colon, of: sources, from: start, hasTarget: target != nil) else { return nil }
    let range = SourceRange(start, lexer.previousEnd)
    // Most rows have none: then the lexer has met no comment since the previous row.
    let comments = lexer.startOfLastComment < endOfLastRow ? [] : KeptComments(bytes: bytes).ofRow(range)
    endOfLastRow = range.upperBound
    return TransitionSyntax(
      sources, target, otherTargets, label, range, documentation: documentation, comments: comments)
  }

  /// Reads `initial -> target / effects` or `history -> target / effects`, and adds it to `items`. If a colon follows
  /// the target of `initial`, the statement is read as a row of a state with the name `initial`. A colon after the
  /// target of `history` is a mistake.
  ///
  /// - Parameter item: makes the statement that is added to `items` from the row `initial -> target` or
  ///   `history -> target`.
  mutating func parsePseudostateTransition(
    _ documentation: SourceRange?, in kind: BodyKind, into items: inout [ItemSyntax],
    as item: (TransitionSyntax) -> ItemSyntax
  ) -> Void? {
    let start = lexer
    let isHistory = self.keyword() == .history
    let keyword = nameOfToken()
    lexer.advance()
    lexer.begin(.after(isHistory ? .history : .initial))
    goOn(before: [.arrow])
    guard token.kind == .arrow else {
      reportUnexpected(expected: "'->' after '\(scanner.names.text(keyword.id))'", at: .arrow)
      return nil
    }
    guard continues(with: "a target", in: .target) else { return nil }
    guard let target = parseTarget(), let otherTargets = parseOtherTargets() else { return nil }
    // In a state's body, a line that begins with `:` may be a row of that state.
    if kind == .machine { goOn(before: [.colon]) }
    if token.kind == .colon {
      lexer = start
      guard let row = parseTransition(documentation) else { return nil }
      // No state can have the name `history`.
      if isHistory {
        report(.pseudostateWithEvent("history", row, .history, bytes))
      } else {
        items.append(.transition(row))
      }
      return endStatement(of: row)
    }
    var label = TransitionSyntax.Label(triggers: NonEmpty(.always(keyword.range)))
    if token.kind == .slash, continues(with: "an effect", in: .effect) {
      guard let effects = parseEffects() else { return nil }
      label.effects = effects
    }
    let row = TransitionSyntax(
      .enclosingState, target, otherTargets, label, SourceRange(keyword.range.lowerBound, lexer.previousEnd),
      documentation: documentation)
    guard endStatement(at: .pseudostate, after: scanner.names.text(keyword.id)) != nil else { return nil }
    items.append(item(row))
    return ()
  }

  /// Reports a row without an arrow or a colon after its sources. If `hasTarget`, it reports a row without a colon
  /// after its targets. Reports nothing if the text in place of the arrow has been reported. A sole word that is
  /// probably a misspelled keyword, `stat open`, is reported as one.
  private mutating func reportMissingColon(
    from start: Int, _ sources: TransitionSyntax.Sources, hasTarget: Bool
  ) {
    let isAtEnd = token.kind == .separator || token.kind == .rightBrace || token.kind == .endOfFile
    if hasTarget {
      if isAtEnd, let semicolon = semicolonBeforeEvent() {
        report(
          .unexpected(
            "';'", semicolon, expected: "':' and an event after the target", remedy: "write ':' before the event"))
      } else if isAtEnd, !hasArrow(in: start..<lexer.previousEnd) {
        // The text in place of an arrow has been reported.
        return
      } else if isAtEnd, SwiftKeyword.matches("deepHistory ", bytes, start) {
        let range = SourceRange(start, start + 11)
        report(.unexpected("'deepHistory'", range, expected: "'history'", remedy: "write 'history', which is for both"))
      } else if isAtEnd {
        report(.arrowWithoutEvent(SourceRange(start, lexer.previousEnd)))
      } else {
        reportUnexpected(expected: "':' and an event after the target", at: .target)
      }
      return
    }
    // `state (n: Int)`: before a parenthesis or a comma, a keyword is a name.
    if case .listed(let list) = sources, list.first.path.count == 1, case let word = list.first.path.first,
      Keyword(bytes, word.range.lowerBound, word.range.upperBound)?.beginsItem == true
    {
      if let kind = Self.actionOfState(scanner.names.text(word.id)) {
        report(.colonAfterAction(word.range, kind))
        return
      }
      isNameMissing = true
      report(.expected("a name", after: scanner.names.text(word.id), at: word.range))
      return
    }
    // Two adjacent names, or a `/` after the first: the first was probably meant as a keyword.
    if [.identifier, .slash, .leftBracket].contains(token.kind), case .listed(let list) = sources, list.count == 1,
      list.first.path.count == 1
    {
      let name = list.first.path.first
      let keywords =
        token.kind != .identifier
        ? ["entry", "exit"]
        : [
          "state", "initial", "final", "event", "output", "guard", "unhandled", "wrapper", "typealias", "region",
          "choice", "group", "effect", "interface", "action", "defer",
        ]
      let word = scanner.names.text(name.id)
      if Self.remedy(beginningWith: word) == nil, let nearest = Spelling.nearest(to: word, among: keywords) {
        if nearest == "initial" { hasPossibleInitialState = true }
        report(.misspelledKeyword(word, name.range, nearest: nearest))
        return
      }
    }
    // The mark of an initial state in another language, as in `*idle`.
    if case .wildcard = sources, token.kind == .identifier { hasPossibleInitialState = true }
    let row = unfinishedRow(of: sources, from: start)
    reportUnexpected(expected: "'->' or ':' after the source", at: .source, of: row)
  }

  /// Returns a row with only the sources, which have been read. A message about the next token needs it for its advice.
  private func unfinishedRow(of sources: TransitionSyntax.Sources, from start: Int) -> TransitionSyntax {
    TransitionSyntax(sources, nil, [], .init(), SourceRange(start, lexer.previousEnd), documentation: nil)
  }

  /// Returns whether the range contains the arrow `->`. The arrows of other languages, `-->` and `=>`, do not count.
  private func hasArrow(in range: Range<Int>) -> Bool {
    range.dropFirst().contains {
      bytes[$0] == Ascii.rightAngle && bytes[$0 - 1] == Ascii.minus
        && ($0 - 1 == range.lowerBound || bytes[$0 - 2] != Ascii.minus)
    }
  }

  /// Returns the range of a `;` that is written in place of the `:` before an event, as in `a -> b ; push`, and
  /// advances to the event. Nil if the current token is no `;`, or if it ends the row.
  private mutating func semicolonBeforeEvent() -> SourceRange? {
    let semicolon = token
    guard token.kind == .separator, bytes[token.start] == Ascii.semicolon else { return nil }
    var next = lexer
    next.advance()
    guard next.token.kind == .identifier else { return nil }
    switch next.peek().0 {
    case Ascii.leftBracket, Ascii.slash, Ascii.lineFeed, Ascii.rightBrace, 0:
      lexer = next
      return SourceRange(semicolon.start, semicolon.start + 1)
    default: return nil
    }
  }

  // MARK: Sources and targets

  /// Reads the sources of a row: a list, `*`, or nothing, which means the state whose body has the row. After `*`,
  /// `except` and a list may follow, or a comma and further sources. Returns nil after a mistake, which has been
  /// reported.
  mutating func parseSources() -> TransitionSyntax.Sources? {
    switch token.kind {
    case .arrow, .colon:
      return .enclosingState
    case .asterisk:
      let range = token.range
      lexer.advance()
      var exceptions: [PathSyntax] = []
      if keyword() == .except {
        repeat {
          lexer.advance()
          guard let path = parsePath("a state after 'except'") else { return nil }
          exceptions.append(path)
        } while token.kind == .comma
      }
      guard exceptions.isEmpty, token.kind == .comma else {
        return .wildcard(range, except: exceptions, and: nil)
      }
      let comma = token.range
      lexer.advance()
      if keyword() == .except, Ascii.beginsIdentifier(lexer.peek().0) {
        report(.unexpected("','", comma, expected: "'except'", remedy: "leave it out"))
        return nil
      }
      return parseListedSources().map { .wildcard(range, except: [], and: $0) }
    default:
      return parseListedSources().map { .listed($0) }
    }
  }

  private mutating func parseListedSources() -> NonEmpty<SourceSyntax>? {
    guard let first = parseSource() else { return nil }
    var sources = NonEmpty(first)
    while token.kind == .comma {
      lexer.advance()
      guard let next = parseSource() else { return nil }
      sources.append(next)
    }
    return sources
  }

  private mutating func parseSource() -> SourceSyntax? {
    guard let path = parsePath("a state's name") else { return nil }
    var source = SourceSyntax(path: path, pattern: nil)
    if token.kind == .leftParen {
      guard let pattern = parseArguments() else { return nil }
      source.pattern = pattern
    }
    return source
  }

  mutating func parsePath(_ what: String) -> PathSyntax? {
    guard let first = parseName(what) else { return nil }
    var path = PathSyntax(first)
    while token.kind == .dot {
      lexer.advance()
      guard let next = parseName("a state's name after '.'") else { return nil }
      path.append(next)
    }
    return path
  }

  mutating func parseTarget() -> TargetSyntax? {
    guard let first = parseStep() else { return nil }
    var target = TargetSyntax(first: first)
    while token.kind == .dot {
      lexer.advance()
      guard let next = parseStep() else { return nil }
      target.rest.append(next)
    }
    return target
  }

  /// Reads the further targets of a row: `, b, c` in `-> a, b, c`. Empty if the row has one target. Returns nil after a
  /// mistake, which has been reported.
  private mutating func parseOtherTargets() -> [TargetSyntax]? {
    var targets: [TargetSyntax] = []
    while token.kind == .comma {
      guard continues(with: "a target", in: .target) else { break }
      guard let target = parseTarget() else { return nil }
      targets.append(target)
    }
    return targets
  }

  /// Reads one name in the path of a target, with its arguments: `open(persons: 3)`. Returns nil after a mistake, which
  /// has been reported.
  private mutating func parseStep() -> StepSyntax? {
    if isStarInBrackets {
      report(
        .unexpected(
          "'[*]'", SourceRange(token.start, token.start + 3), expected: "the target's name",
          remedy: "declare a state for the end, 'final state done', and write '-> done'"))
      return nil
    }
    guard token.kind == .identifier else {
      reportUnexpected(expected: "the target's name", at: .step)
      return nil
    }
    guard let name = parseName("the target's name") else { return nil }
    var step = StepSyntax(name: name, arguments: nil)
    if token.kind == .leftParen {
      guard let arguments = parseArguments() else { return nil }
      step.arguments = arguments
    }
    return step
  }

  /// Reads a list of arguments or patterns, from the `(` to after the `)`. Returns nil after a mistake, which has been
  /// reported.
  mutating func parseArguments() -> ArgumentListSyntax? {
    let start = token.start
    guard let result = scanSwift(.paren), isExpression(result) else { return nil }
    var list = ArgumentListSyntax(items: [], range: SourceRange(start, result.end))
    var count = result.items.count
    if count > 1, result.items[count - 1].text.isEmpty { count -= 1 }
    list.items.reserveCapacity(count)
    for item in result.items.prefix(count) {
      guard !item.text.isEmpty else {
        report(.missingSwift("an argument between two commas", list.range))
        return nil
      }
      guard let argument = parseArgument(item) else { return nil }
      list.items.append(argument)
    }
    return list
  }

  /// Makes an argument from one element of a list: `persons: n + 1` has the label `persons`, and `n + 1` has none.
  /// Returns nil after a mistake, which has been reported.
  private mutating func parseArgument(_ item: SwiftListItem) -> ArgumentSyntax? {
    if let equals = item.equals {
      report(.assignmentAsArgument(SourceRange(equals, equals + 1), in: text(of: item.text.range)))
      return nil
    }
    // A label is a single name before the first colon: `a ? b : c` has more tokens before it.
    guard let colon = item.colon, item.tokensBeforeColon == 1 else {
      return beginsBranch(item.text) || hasPartOfDeclaration(item.text)
        ? nil : ArgumentSyntax(label: nil, value: item.text)
    }
    let start = item.text.range.lowerBound
    var end = start
    let isQuoted = bytes[start] == Ascii.backtick
    if isQuoted {
      end += 1
      while end < colon, bytes[end] != Ascii.backtick { end += 1 }
      end += 1
    } else {
      while end < colon, Ascii.continuesIdentifier(bytes[end]) { end += 1 }
    }
    guard end > start, end <= colon else { return ArgumentSyntax(label: nil, value: item.text) }
    let id = scanner.names.intern(start + (isQuoted ? 1 : 0), end - (isQuoted ? 1 : 0))
    let value = piece(of: item.text, from: colon + 1, to: item.text.range.upperBound)
    guard !value.isEmpty else {
      report(.missingSwift("the value of '\(scanner.names.text(id))'", item.text.range))
      return nil
    }
    return beginsBranch(value) || hasPartOfDeclaration(value)
      ? nil : ArgumentSyntax(label: NameSyntax(id: id, range: SourceRange(start, end)), value: value)
  }

  /// Returns whether an argument or a pattern wrongly begins with a `case` or has a type, as in `case .some` or
  /// `let count: Int`. If so, reports the mistake.
  private mutating func hasPartOfDeclaration(_ value: SwiftText) -> Bool {
    // Most values begin with none of these.
    let start = value.range.lowerBound
    guard
      SwiftKeyword.matches("case", bytes, start) || SwiftKeyword.matches("let", bytes, start)
        || SwiftKeyword.matches("var", bytes, start)
    else { return false }
    var swift = SwiftLexer(bytes: bytes, from: start, to: value.range.upperBound)
    let word = swift.next()
    guard word.kind == .identifier else { return false }
    let next = swift.next()
    switch text(of: SourceRange(word.start, word.end)) {
    case "case" where next.kind != .end:
      report(.caseBeforePattern(SourceRange(word.start, word.end), end: next.start))
      return true
    case "let", "var":
      let colon = swift.next()
      guard next.kind == .identifier, colon.isPunctuation(Ascii.colon) else { return false }
      report(
        .typeInPattern(
          SourceRange(next.end, Int(value.range.upperBound)), binding: text(of: SourceRange(word.start, next.end))))
      return true
    default: return false
    }
  }

  // MARK: Labels

  /// Reads the text after the colon of a row: events, a guard and effects, at least one of them. Returns nil after a
  /// mistake, which has been reported.
  ///
  /// - Parameters:
  ///   - colon: the colon before the text.
  ///   - sources: the sources of the row, on which the advice in a message depends.
  ///   - start: the offset at which the row begins.
  ///   - hasTarget: whether the row has an arrow and a target before the colon.
  private mutating func parseLabel(
    after colon: Token, of sources: TransitionSyntax.Sources, from start: Int, hasTarget: Bool
  ) -> TransitionSyntax.Label? {
    var label = TransitionSyntax.Label()
    if token.kind == .identifier || token.kind == .number {
      guard let first = parseTrigger() else { return nil }
      var triggers = NonEmpty(first)
      while token.kind == .comma {
        guard continues(with: "an event", in: .trigger) else { break }
        guard let next = parseTrigger() else { return nil }
        triggers.append(next)
      }
      label.triggers = triggers
    }
    if token.kind == .leftBracket {
      guard let condition = parseGuard() else { return nil }
      label.guardSyntax = condition
    }
    if token.kind == .slash, !hasEndedEarly, continues(with: "an effect", in: .effect) {
      guard let effects = parseEffects() else { return nil }
      label.effects = effects
    }
    guard label.triggers == nil, label.guardSyntax == nil, label.effects.isEmpty, !hasEndedEarly else { return label }
    if hasTarget, token.kind == .separator || token.kind == .rightBrace || token.kind == .endOfFile {
      report(.arrowWithoutEvent(SourceRange(start, colon.end)))
    } else {
      reportUnexpected(expected: "an event after ':'", at: .trigger, of: unfinishedRow(of: sources, from: start))
    }
    return nil
  }

  /// Reads a guard, from the `[` to after the `]`. Returns nil after a mistake, which has been reported.
  mutating func parseGuard() -> GuardSyntax? {
    let bracket = token
    lexer.begin(.guardCondition, at: bracket.end)
    guard let result = scanSwift(.bracket), isExpression(result) else { return nil }
    lexer.begin(.end)
    guard !result.text.isEmpty else {
      report(.missingSwift("the guard's condition", SourceRange(bracket.start, result.end)))
      return nil
    }
    if result.text.range.upperBound - result.text.range.lowerBound == 7,
      SwiftKeyword.matches("default", bytes, result.text.range.lowerBound)
    {
      report(.unexpected("'default'", result.text.range, expected: "a condition", remedy: "write '[else]'"))
      return nil
    }
    guard !isBracketed(result.text.range, by: Ascii.leftBrace) else { return nil }
    _ = isBracketed(result.text.range, by: Ascii.leftBracket)
    return isElse(result.text.range) ? .otherwise(result.text.range) : .expression(result.text, bound: result.bound)
  }

  private func isElse(_ range: SourceRange) -> Bool {
    range.upperBound - range.lowerBound == 4 && SwiftKeyword.matches("else", bytes, range.lowerBound)
  }

  /// Reads one trigger of a row: an event with its pattern, a timer such as `after 5s`, `always` or `done`. Returns nil
  /// after a mistake, which has been reported.
  private mutating func parseTrigger() -> TriggerSyntax? {
    let word = token
    switch keyword() {
    case .after, .every:
      let repeats = keyword() == .every
      lexer.advance()
      guard let duration = parseDuration(after: repeats ? "every" : "after") else { return nil }
      if repeats, token.kind == .identifier, isWord("all") {
        report(
          .dropped(
            "'all' after 'every'", token.range,
            remedy: "leave it out, and ask the clock how much time has passed, as firings that were missed are one"))
        lexer.advance()
      }
      return .timer(TimerSyntax(repeats: repeats, duration: duration, keyword: word.range))
    case .always:
      lexer.advance()
      if token.kind == .leftParen {
        let remedy = "'always' is no event and has no payload: leave out the parentheses"
        report(
          .unexpected("'('", token.range, expected: "a guard, an effect or the end of the line", remedy: remedy),
          ofMisread: .always)
        return nil
      }
      return .always(word.range)
    case .done:
      lexer.advance()
      var pattern: ArgumentListSyntax?
      if token.kind == .leftParen {
        pattern = parseArguments()
        if pattern == nil { return nil }
      }
      return .done(pattern: pattern, keyword: word.range)
    default:
      if token.kind == .number, (try? DurationLiteral.swift(text(of: token.range))) != nil {
        let remedy = "a timer is written 'after \(text(of: token.range))'"
        report(.unexpected(describe(token), token.range, expected: "an event's name", remedy: remedy))
        return nil
      }
      guard let name = parseName("an event's name") else { return nil }
      var pattern: ArgumentListSyntax?
      if token.kind == .leftParen {
        pattern = parseFullName() ?? parseArguments()
        if pattern == nil { return nil }
      }
      return .event(name, pattern: pattern)
    }
  }

  /// Returns the number and the unit in `(30)`, `(30s)` or `(30 s)`, which are no durations in Swift, and the offset
  /// after the `)`. Nil if the parentheses contain anything else.
  private func numberInParentheses() -> (text: String, end: Int)? {
    var swift = SwiftLexer(bytes: bytes, from: token.end, to: bytes.count)
    let number = swift.next()
    guard number.kind == .number else { return nil }
    var closer = swift.next()
    // `(2 s)`.
    let unit = closer.kind == .identifier ? text(of: SourceRange(closer.start, closer.end)) : ""
    if !unit.isEmpty { closer = swift.next() }
    guard closer.isPunctuation(Ascii.rightParen) else { return nil }
    return (String(decoding: bytes[number.start..<number.end], as: UTF8.self) + unit, closer.end)
  }

  /// Reads the duration after `after` or `every`: `5s`, or an expression in parentheses. Returns nil after a mistake,
  /// which has been reported.
  private mutating func parseDuration(after word: String) -> DurationSyntax? {
    if token.kind == .leftParen {
      let start = token.start
      if let number = numberInParentheses() {
        let range = SourceRange(start, number.end)
        report(.durationInParentheses(range, number.text, after: word), ofMisread: word == "every" ? .every : .after)
        return nil
      }
      if let (literal, swift) = literals(in: rangeInParens) {
        report(.durationExpression(literal, text(of: literal), after: word, swift: swift))
        return nil
      }
      guard let result = scanSwift(.paren), isExpression(result) else { return nil }
      guard !result.text.isEmpty else {
        report(.missingSwift("the duration", SourceRange(start, result.end)))
        return nil
      }
      let range = SourceRange(start, result.end)
      if DurationLiteral.isZero(String(decoding: bytes[start..<result.end], as: UTF8.self)) {
        report(.zeroDuration(range, after: word))
        return nil
      }
      return .expression(result.text, range: range)
    }
    let end = endOfEffect(from: token.start, upTo: "/")
    let expression = SourceRange(token.start, max(token.end, end))
    guard token.kind == .number else {
      if token.kind == .dot || token.kind == .identifier {
        let (text, swift) = (text(of: expression), literals(in: expression)?.swift)
        report(.durationExpression(expression, Diagnostic.quotation(text), after: word, swift: swift ?? text))
        return nil
      }
      report(
        .malformedDuration(token.range, describe(token), after: word), ofMisread: word == "every" ? .every : .after)
      return nil
    }
    let range = token.range
    do throws(DurationLiteral.Problem) {
      _ = try DurationLiteral.swift(String(decoding: bytes[token.start..<token.end], as: UTF8.self))
    } catch {
      switch error {
      case .malformed:
        var next = lexer
        next.advance()
        let unit = next.token.kind == .identifier ? text(of: next.token.range) : nil
        report(.malformedDuration(range, describe(token), after: word, unit: unit))
      case .zero: report(.zeroDuration(range, after: word))
      case .outOfRange: report(.durationOutOfRange(range))
      }
      return nil
    }
    lexer.advance()
    // A computed duration must be in parentheses.
    let signs = [Ascii.asterisk, Ascii.minus, UInt8(ascii: "+")]
    if [.asterisk, .unknown].contains(token.kind), signs.contains(bytes[token.start]),
      let (literal, swift) = literals(in: expression)
    {
      report(.durationExpression(literal, text(of: literal), after: word, swift: swift))
      return nil
    }
    return .literal(range)
  }

  /// The range between the current `(` and its `)`; up to the end of the line if the `)` is missing.
  private var rangeInParens: SourceRange {
    var swift = SwiftLexer(bytes: bytes, from: token.end, to: bytes.count)
    var depth = 1
    var end = token.end
    while true {
      let next = swift.next()
      if next.isPunctuation(Ascii.leftParen) { depth += 1 }
      if next.isPunctuation(Ascii.rightParen) { depth -= 1 }
      if depth == 0 || next.kind == .end || next.followsNewline { return SourceRange(token.end, end) }
      end = next.end
    }
  }

  /// Returns the first duration such as `5s` in an expression, and the whole expression with each duration in Swift:
  /// `.seconds(5) * tries` for `5s * tries`. Nil if the expression has no such duration.
  private func literals(in range: SourceRange) -> (first: SourceRange, swift: String)? {
    var first: SourceRange?
    var swift = ""
    var end = range.lowerBound
    for token in SwiftLexer.tokens(of: bytes, in: range) where token.kind == .number {
      let number = SourceRange(token.start, token.end)
      guard let duration = try? DurationLiteral.swift(text(of: number)) else { continue }
      first = first ?? number
      swift += text(of: SourceRange(end, number.lowerBound)) + duration
      end = number.upperBound
    }
    return first.map { ($0, swift + text(of: SourceRange(end, range.upperBound))) }
  }
}
