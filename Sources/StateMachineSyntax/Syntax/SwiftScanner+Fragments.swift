extension SwiftScanner {
  /// Reports a token that Swift does not have, or that cannot be in embedded Swift: `#if`, `0x`, `'text'`, `“text”`, a
  /// lone `$`, and so on.
  mutating func checkToken(_ token: SwiftToken) {
    let range = SourceRange(token.start, token.end)
    let mistake: Diagnostic
    if terminator != .members, token.isPunctuation(Ascii.hash), SwiftFragment.isDirective(bytes, token) {
      mistake = .directive(range, bytes)
    } else if token.kind == .number, !SwiftFragment.isNumber(bytes, token) {
      mistake = .malformedNumber(range, bytes)
    } else if token.kind == .literal, token.byte == UInt8(ascii: "'") {
      mistake = .singleQuotes(range, bytes)
    } else if let quote = SwiftFragment.typographicQuote(bytes, token) {
      mistake = .typographicQuote(quote, bytes)
    } else if SwiftFragment.isStray(previous, before: token) {
      mistake = .incompleteSwift(SourceRange(previous.start, previous.end), bytes)
    } else if token.end == token.start + 1, bytes[token.start] == UInt8(ascii: "$") {
      mistake = .incompleteSwift(range, bytes)
    } else if token.isPunctuation(Ascii.hash), token.end == token.start + 1, token.end < limit,
      Ascii.isBlank(bytes[token.end])
    {
      mistake = .commentOfOthers(range)
    } else {
      return
    }
    if mistakes.isEmpty { mistakes.append(mistake) }
    isIncomplete = true
  }

  /// Reports the current list item, or the whole piece of Swift, if it is incomplete: in `n >`, an operand is missing.
  mutating func checkEndOfItem() {
    guard terminator != .angle, terminator != .head, mistakes.isEmpty else { return }
    // A guard has no comma after its last condition.
    if terminator == .bracket, previous.isPunctuation(Ascii.comma), item.text.isEmpty {
      mistakes.append(.incompleteSwift(SourceRange(previous.start, previous.end), bytes))
      isIncomplete = true
    }
    guard !item.text.isEmpty else { return }
    let isOnly = item.text.range.lowerBound == previous.start && terminator == .paren
    guard SwiftFragment.isIncomplete(bytes, previous, isOnly: isOnly) else { return }
    // The parser reports incomplete parameters in more detail.
    if terminator == .paren, previous.isPunctuation(Ascii.colon) || isEquals(previous) { return }
    // `infix operator **` is a declaration.
    if terminator == .members, beforePrevious.kind == .identifier,
      beforePrevious.end - beforePrevious.start == 8, SwiftKeyword.matches("operator", bytes, beforePrevious.start)
    {
      return
    }
    // A member may have the name of a keyword.
    if previous.kind == .identifier, beforePrevious.isPunctuation(Ascii.dot) { return }
    mistakes.append(.incompleteSwift(SourceRange(previous.start, previous.end), bytes))
    isIncomplete = true
  }

  /// Stores in `misplaced` the range of the first token that cannot follow the previous token in an expression, such as
  /// `b` in `a b`. Tokens in braces are not checked. Tokens in a string's interpolation `\(…)` are compared only with
  /// tokens of the same interpolation.
  ///
  /// - Parameter isCode: whether the token is outside of string interpolations.
  mutating func checkOperand(_ token: SwiftToken, isCode: Bool) {
    let isFirst = misplaced == nil
    guard isFirst || item.equals != nil && item.misplaced == nil, brackets.braceCount == 0, !terminator.isBrace,
      isCode || continuesInterpolation(token), let range = placeOfOperand(token)
    else { return }
    if isFirst { misplaced = range }
    if item.equals != nil { item.misplaced = range }
  }

  /// Returns whether the token and the previous token are both Swift in one interpolation `\(…)` of a string. In
  /// `"a\(-n)b"`, true for `n`, which follows `-`. False for `-`, which follows text of the string, and for `)b"`,
  /// which is such text.
  private func continuesInterpolation(_ token: SwiftToken) -> Bool {
    !(token.kind == .literal && token.byte == Ascii.rightParen)
      && !(previous.kind == .literal && bytes[previous.end - 1] == Ascii.leftParen)
  }

  /// Returns the range to report if the token cannot follow the previous token in an expression; nil if it can. The
  /// range is that of the token, of the previous token, or of both. The first check that finds a mistake decides.
  private func placeOfOperand(_ token: SwiftToken) -> SourceRange? {
    if isOperatorOfOthers(token) { return SourceRange(token.start, token.end) }
    if let range = placeOfBrokenOperator(token) { return range }
    // A blank before an operator and none after it, or an operator that the lexer has read as postfix.
    let isUneven =
      token.kind == .infixOrPrefix
      ? previous.end < token.start && token.end < limit && !Ascii.isBlank(bytes[token.end]) : previous.kind == .postfix
    if isUneven, let range = placeOfUnevenOperator(token) { return range }
    if isGuard, let range = placeOfForeignGuard(token) { return range }
    if terminator == .bracket, isWordOfOtherGuard(token) {
      return token.kind == .punctuation
        ? SourceRange(previous.start, previous.end) : SourceRange(token.start, token.end)
    }
    // `not x` and `not (x)`: the first token is the mistake.
    let isNegation =
      previous.kind == .identifier && previous.end - previous.start == 3 && previous.end < token.start
      && SwiftKeyword.matches("not", bytes, previous.start)
    guard
      SwiftFragment.isSecondOperand(bytes, token, after: previous, beforePrevious)
        || isNegation && token.isPunctuation(Ascii.leftParen)
    else { return nil }
    return isNegation ? SourceRange(previous.start, previous.end) : SourceRange(token.start, token.end)
  }

  /// Returns whether the token is an operator after a value that other languages have and Swift does not have: `x++`,
  /// `x--` or `1..5`.
  private func isOperatorOfOthers(_ token: SwiftToken) -> Bool {
    guard token.kind == .infixOrPrefix || token.kind == .postfix, token.end - token.start == 2 else { return false }
    return ["++", "--", ".."].contains { SwiftKeyword.matches($0, bytes, token.start) } && previous.kind != .end
  }

  /// Returns the range of two operators without a value between them, such as `> =`, which is meant as `>=`. Also
  /// returns the range of a `===` or `!==` next to a number or a string: both operators compare objects. Nil if the
  /// token shows neither mistake.
  private func placeOfBrokenOperator(_ token: SwiftToken) -> SourceRange? {
    func comparesObjects(_ token: SwiftToken) -> Bool {
      token.end - token.start == 3
        && (SwiftKeyword.matches("===", bytes, token.start) || SwiftKeyword.matches("!==", bytes, token.start))
    }
    func isValue(_ token: SwiftToken) -> Bool { token.kind == .number || token.kind == .literal }
    if isValue(token), comparesObjects(previous) { return SourceRange(previous.start, previous.end) }
    guard token.kind == .infixOrPrefix else { return nil }
    if isValue(previous), comparesObjects(token) { return SourceRange(token.start, token.end) }
    // The type of a property precedes its value, and has brackets that look like operators.
    let isType = terminator != .bracket && terminator != .expression && (terminator != .line || item.equals == nil)
    guard !isType, previous.kind == .infixOrPrefix, !token.followsNewline, previous.end < token.start,
      Ascii.isBlank(bytes[previous.start - 1]), token.end < limit, Ascii.isBlank(bytes[token.end])
    else { return nil }
    return SourceRange(previous.start, token.end)
  }

  /// Returns the range of a binary operator with a blank on one side only, as in `n >3` or `n> 3`. Swift reads it as a
  /// prefix or postfix operator. The operator is the token or the previous token. Nil if the author may have meant a
  /// prefix or postfix operator.
  ///
  /// The caller has checked the blanks: one is before the operator `token`, and none after it. Or the previous token is
  /// a postfix operator.
  private func placeOfUnevenOperator(_ token: SwiftToken) -> SourceRange? {
    guard terminator == .bracket || terminator == .expression else { return nil }
    func isBinary(_ token: SwiftToken) -> Bool {
      ["+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==", "!=", "&&", "||", "??"].contains { matches($0, token) }
    }
    switch token.kind {
    case .infixOrPrefix:
      guard !Ascii.isNewline(bytes[token.end]), !token.followsNewline, isBinary(token) else { return nil }
      // After something else than an operand, the operator is a prefix operator, as in `(-n`.
      let isAfterOperand =
        previous.kind == .number || previous.kind == .literal || previous.isPunctuation(Ascii.rightParen)
        || previous.isPunctuation(Ascii.rightBracket)
        || previous.kind == .identifier && !SwiftFragment.mayPrecedeOperand(bytes, previous)
      guard isAfterOperand else { return nil }
      return SourceRange(token.start, token.end)
    case .identifier, .number, .literal:
      // The closer of a generic type may look like an operator.
      guard previous.end < token.start, !token.followsNewline, isBinary(previous),
        token.kind != .identifier || !SwiftFragment.mayPrecedeOperand(bytes, token),
        !matches(">", previous)
          || token.kind == .number
      else { return nil }
      return SourceRange(previous.start, previous.end)
    default: return nil
    }
  }

  /// Whether the scanner is directly in the brackets of a guard, such as `[n > 3]`, and not in brackets within the
  /// guard.
  private var isGuard: Bool { terminator == .bracket && brackets.isEmpty }

  /// Returns the range of a token that guards have in other languages, but cannot have here: `;`, `=<` or `<>`. Others
  /// are `else` in `[else n > 3]`, `=>` in `[n => 3]`, and `await` in `[await isOpen]`. Nil for other tokens.
  private func placeOfForeignGuard(_ token: SwiftToken) -> SourceRange? {
    func isWord(_ word: StaticString, _ token: SwiftToken) -> Bool {
      token.end - token.start == word.utf8CodeUnitCount && SwiftKeyword.matches(word, bytes, token.start)
    }
    let range = SourceRange(token.start, token.end)
    if isWord("await", previous), token.kind == .identifier, !beforePrevious.isPunctuation(Ascii.dot) {
      return SourceRange(previous.start, previous.end)
    }
    switch token.kind {
    case .punctuation where token.byte == Ascii.semicolon: return range
    case _ where previous.start == first && isWord("else", previous),
      // `=>` may be an operator of the module, but between a value and a number it is meant as `>=`.
      .number where isWord("=>", previous):
      return SourceRange(previous.start, previous.end)
    case .identifier where isWord("else", token) && previous.kind != .end && !previous.isPunctuation(Ascii.dot),
      .infixOrPrefix where isWord("=<", token) || isWord("<>", token):
      return range
    default: return nil
    }
  }

  /// Returns whether the token shows that the guard is written in another language. It does if it is the `=>` in
  /// `() => n > 3`, or the `(` in SCXML's `In('open')`.
  private func isWordOfOtherGuard(_ token: SwiftToken) -> Bool {
    if token.kind == .infixOrPrefix, token.end - token.start == 2, SwiftKeyword.matches("=>", bytes, token.start) {
      return previous.isPunctuation(Ascii.rightParen)
    }
    return token.isPunctuation(Ascii.leftParen) && previous.kind == .identifier
      && previous.end - previous.start == 2 && SwiftKeyword.matches("In", bytes, previous.start)
      && !beforePrevious.isPunctuation(Ascii.dot)
  }

  mutating func checkBeginning(_ token: SwiftToken) {
    // No prefix operator precedes a blank. A `!` is left out, because the message would be wrong for it.
    if terminator == .bracket || terminator == .expression, mistakes.isEmpty, token.kind == .infixOrPrefix,
      token.byte != Ascii.exclamation, token.end < limit, Ascii.isBlank(bytes[token.end])
    {
      mistakes.append(.missingOperand(before: SourceRange(token.start, token.end), bytes))
      isIncomplete = true
      return
    }
    guard terminator == .bracket || terminator == .expression, mistakes.isEmpty,
      SwiftFragment.beginsStatement(bytes, token) || terminator == .bracket && SwiftFragment.beginsBranch(bytes, token)
    else { return }
    mistakes.append(.statementAsExpression(SourceRange(token.start, token.end), bytes))
    isIncomplete = true
  }
}
