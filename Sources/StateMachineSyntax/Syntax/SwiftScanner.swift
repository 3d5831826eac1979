/// A scanner that reads a piece of embedded Swift, such as a guard. It finds the piece's end, the names that the piece
/// uses, and the commas between its items.
///
/// It reads the text once and stores the open brackets in an array. So 100,000 nested brackets need no recursion.
struct SwiftScanner {
  /// The largest number of bytes that the scanner reads for one piece, after a first unclosed bracket in the file.
  /// Without this limit, the scanner would read to the end of the file for each further unclosed bracket.
  private static let cautiousReach = 16 * 1024

  private let inPlace = InPlace()
  let bytes: [UInt8]
  /// All uses of names in the pieces of Swift that were read so far. Each `SwiftText` stores which part of this array
  /// is its own.
  var nameUses: [NameUse] = []
  var names: NameTable
  var diagnostics = DiagnosticList()

  // The current piece.
  var terminator = Terminator.line
  private var opener = 0
  private(set) var limit = 0
  private var isCautious = false
  var brackets = BracketStack()
  var locals = LocalNames()
  var declaration = Declaration.none
  var tupleNames: [NameID] = []
  /// The names that a guard declares, such as `first` in `[let first = tokens.first]`. Names that are declared in
  /// closures are not among them.
  var bound: [BoundName] = []
  /// The statements of the piece whose `{` has not been read yet, such as `if` in `if open {`. The last element is the
  /// innermost statement.
  var heads: [StatementHead] = []
  /// Whether the scanner is in a pattern after `case`.
  var isCasePattern = false
  /// Whether `let` is before the whole pattern, as in `case let .open(count)`, so that it declares each name in it.
  var bindsAll = false
  /// The numbers of open brackets and of local names when the current string interpolation `\(…)` began. At the end of
  /// the interpolation, the scanner removes the brackets and names that it has added since.
  private var outsideInterpolation = (brackets: 0, locals: 0)
  private var isInInterpolation = false
  var previous = SwiftToken(kind: .end, byte: 0, followsNewline: false, start: 0, end: 0)
  var beforePrevious = SwiftToken(kind: .end, byte: 0, followsNewline: false, start: 0, end: 0)
  var item = SwiftListItem(text: SwiftText(range: SourceRange(0, 0), uses: .none))
  private var items: [SwiftListItem] = []
  var first = -1
  private var angles = 0
  private var sawEquals = false
  private var joinsLine = false
  private var openerIndentation = -1
  /// Whether the piece has a mistake such as a missing operand. The Swift compiler would then report errors in the code
  /// after the piece, too.
  var isIncomplete = false
  var mistakes: [Diagnostic] = []
  /// The first token outside of braces that cannot follow the token before it in an expression, such as `b` in `a b`.
  /// Nil if there is no such token.
  var misplaced: SourceRange?
  /// Whether the previous token is outside of string interpolations.
  private var followsCode = false
  /// The names before colons since the innermost `{`, such as `n` in `{ (n: Int) in`. If an `in` follows, the names are
  /// the closure's parameters. Otherwise, they are argument labels.
  var signatureLabels: [NameID] = []
  /// The offset at which the last state query ends. A state query is a condition such as `in(active.muted)`. The names
  /// before this offset are the path of a state, and are not recorded as uses.
  var endOfStateQuery = 0

  init(_ source: SourceFile) {
    bytes = source.bytes
    names = NameTable(source)
  }

  // MARK: Scanning

  /// Reads a piece of Swift up to `terminator`, and reports its mistakes.
  ///
  /// - Parameters:
  ///   - start: the offset of the piece. If the piece is in brackets, this is after the opening bracket.
  ///   - opener: the offset of the opening bracket. Messages point to it, and the indentation of its line is compared.
  ///     For a piece without brackets, it is the offset of the statement or of a token before the piece.
  mutating func scan(_ terminator: Terminator, from start: Int, opener: Int) -> Result {
    begin(terminator, from: start, opener: opener)
    let firstUse = nameUses.count
    var lexer = SwiftLexer(bytes: bytes, from: start, to: limit)
    var verdict = Verdict.goOn
    repeat {
      let isCode = !lexer.isInInterpolation
      let token = lexer.next()
      verdict = read(token, isCode: isCode)
      if case .goOn = verdict { note(token, isCode: isCode) }
    } while verdict == .goOn

    if case .ends = verdict { checkEndOfItem() }
    // A string that does not end hides the closer, and is then the mistake to report.
    for open in lexer.unterminated {
      let missing = open.isInterpolation ? "')' after its interpolation" : "'\"' at its end"
      diagnostics.append(
        open.isComment ? .unterminatedComment(at: open.start) : .unterminatedString(at: open.start, write: missing))
    }
    if lexer.unterminated.isEmpty {
      if let escape = lexer.wrongEscape, escape.start < previous.end, mistakes.isEmpty {
        diagnostics.append(.wrongEscape(SourceRange(escape.start, escape.end), bytes))
        isIncomplete = true
      }
      if let (index, hashes) = lexer.controlCharacter, index < previous.end, mistakes.isEmpty {
        diagnostics.append(.controlCharacter(index, bytes[index], hashes: hashes))
        isIncomplete = true
      }
      // The text after an unclosed bracket does not belong to the piece.
      let isClosed = if case .ends = verdict { true } else { false }
      for mistake in mistakes where isClosed || mistake.code == .unclosedBracket || mistake.code == .mismatchedBracket {
        diagnostics.append(mistake)
      }
    }
    finishItem()
    // A piece without tokens has no item.
    if items.count == 1, items[0].text.isEmpty { items.removeAll() }
    let last = previous.kind == .end ? start : previous.end
    let text = SwiftText(
      range: SourceRange(first < 0 ? start : first, last),
      uses: NameUseRange(first: UInt32(firstUse), end: UInt32(nameUses.count)))
    defer { items = [] }
    switch verdict {
    case .ends(let end):
      return Result(text: text, items: items, end: end, isUnclosed: isIncomplete, misplaced: misplaced, bound: bound)
    case .isUnclosed(let end): return Result(text: text, items: items, end: end, isUnclosed: true)
    case .goOn: return Result(text: text, items: items, end: limit, isUnclosed: true)
    }
  }

  /// The scanner's decision after a token: whether the piece continues or ends.
  private enum Verdict: Equatable {
    case goOn
    /// The piece ends. The lexer continues at this offset.
    case ends(Int)
    /// The closing bracket is missing. The lexer continues at this offset.
    case isUnclosed(Int)
  }

  /// Sets the properties that describe the current piece to their values before its first token.
  private mutating func begin(_ terminator: Terminator, from start: Int, opener: Int) {
    self.terminator = terminator
    self.opener = opener
    limit = isCautious ? min(bytes.count, start + Self.cautiousReach) : bytes.count
    brackets.removeAll()
    locals.removeAll()
    declaration = .none
    if !bound.isEmpty { bound = [] }
    if !heads.isEmpty { heads = [] }
    isCasePattern = false
    bindsAll = false
    isInInterpolation = false
    previous = SwiftToken(kind: .end, byte: 0, followsNewline: false, start: start, end: start)
    beforePrevious = previous
    first = -1
    angles = 0
    sawEquals = false
    joinsLine = false
    openerIndentation = -1
    isIncomplete = false
    endOfStateQuery = 0
    mistakes.removeAll()
    misplaced = nil
    followsCode = false
    beginItem()
  }

  /// Reads one token, and decides whether the piece ends before or after it. Names and brackets in the piece are
  /// recorded.
  private mutating func read(_ token: SwiftToken, isCode: Bool) -> Verdict {
    if isInInterpolation, isCode || token.kind == .end { leaveInterpolation() }
    if token.followsNewline, isCode, token.kind != .end {
      let verdict = brackets.isEmpty && terminator.closer == nil ? endOfLine(token) : suspiciousLine(token)
      if verdict != .goOn { return verdict }
      endDeclaration()
    }
    if case .offered(let name) = declaration { decide(name, next: token) }

    switch token.kind {
    case .end:
      return endOfFile(token)
    case .identifier:
      if isCode, endsSignature(token) { return .ends(previous.end) }
      noteIdentifier(token)
    case .punctuation where isCode:
      return readPunctuation(token)
    case .punctuation where terminator != .head:
      readInterpolated(token)
    case .infixOrPrefix where isCode, .postfix where isCode:
      return readOperator(token)
    case .literal, .number, .punctuation, .infixOrPrefix, .postfix:
      brackets.endSignature()
    }
    return .goOn
  }

  /// Adds a token to the piece and to the current item of the piece's list. If the token cannot be at this place, it
  /// reports that. A comma outside of brackets begins the next item.
  ///
  /// - Parameter isCode: whether the token is outside of string interpolations.
  private mutating func note(_ token: SwiftToken, isCode: Bool) {
    if first < 0 { first = token.start }
    checkToken(token)
    if isCode == followsCode { checkOperand(token, isCode: isCode) }
    followsCode = isCode
    if isCode, brackets.isEmpty, angles == 0, token.isPunctuation(Ascii.comma) {
      checkEndOfItem()
      finishItem()
      beginItem()
    } else {
      if item.text.isEmpty { checkBeginning(token) }
      if item.text.isEmpty { item.text.range.start = UInt32(token.start) }
      item.text.range.end = UInt32(token.end)
      if item.colon == nil { item.tokensBeforeColon += 1 }
    }
    beforePrevious = previous
    previous = token
  }

  private mutating func beginItem() {
    let here = UInt32(nameUses.count)
    item = SwiftListItem(text: SwiftText(range: SourceRange(0, 0), uses: NameUseRange(first: here, end: here)))
  }

  private mutating func finishItem() {
    // A guard is one expression, so its items are not needed.
    guard terminator != .bracket else { return }
    item.text.uses.end = UInt32(nameUses.count)
    items.append(item)
  }

  // MARK: Tokens

  /// Reads a bracket or a colon in a string interpolation `\(…)`. A closing bracket closes only brackets of the
  /// interpolation, and never ends the piece.
  private mutating func readInterpolated(_ token: SwiftToken) {
    if !isInInterpolation { (isInInterpolation, outsideInterpolation) = (true, (brackets.count, locals.count)) }
    switch token.byte {
    case Ascii.leftParen, Ascii.leftBracket, Ascii.leftBrace: open(token)
    case Ascii.rightParen, Ascii.rightBracket, Ascii.rightBrace:
      guard brackets.count > outsideInterpolation.brackets, brackets.last.closer == token.byte else { return }
      close()
    case Ascii.colon: takeBackLabel()
    default: break
    }
  }

  private mutating func leaveInterpolation() {
    brackets.remove(from: outsideInterpolation.brackets)
    locals.remove(from: outsideInterpolation.locals)
    isInInterpolation = false
  }

  /// Records an opening bracket. A `{` begins the body of the innermost statement, such as `if`, that has no body yet.
  private mutating func open(_ token: SwiftToken) {
    var localsBefore = locals.count
    if token.byte == Ascii.leftBrace {
      endDeclaration()
      brackets.endSignature()
      signatureLabels.removeAll()
      localsBefore = locals.count
      if let head = heads.last, head.depth == brackets.count {
        heads.removeLast()
        for name in head.loopNames { locals.append(name) }
        localsBefore = head.localsBefore
      }
    } else if token.byte == Ascii.leftParen, case .expected(isPattern: false) = declaration {
      declaration = .tuple(isClosed: false)
      tupleNames.removeAll()
    }
    if isCasePattern, case .expected = declaration { bindsAll = true }
    brackets.append(
      .init(byte: token.byte, start: token.start, firstUse: nameUses.count, localsBefore: localsBefore))
  }

  private mutating func close() {
    // A pattern's names are bound after its parentheses, too.
    if !isCasePattern || brackets.last.byte == Ascii.leftBrace { locals.remove(from: brackets.last.localsBefore) }
    brackets.removeLast()
    while let head = heads.last, head.depth > brackets.count { heads.removeLast() }
    if case .tuple = declaration { declaration = .tuple(isClosed: true) }
  }

  /// Reads a bracket, comma, semicolon, colon or dot that is outside of string interpolations. Decides whether the
  /// piece ends there.
  private mutating func readPunctuation(_ token: SwiftToken) -> Verdict {
    switch token.byte {
    case Ascii.leftBrace where terminator == .head && brackets.isEmpty:
      return .ends(token.start)
    case Ascii.leftParen, Ascii.leftBracket, Ascii.leftBrace:
      open(token)
    case Ascii.rightParen, Ascii.rightBracket, Ascii.rightBrace:
      return readCloser(token)
    case Ascii.comma:
      if brackets.isEmpty, terminator == .expression || terminator == .signature, angles == 0 {
        return .ends(previous.end)
      }
      // A comma ends the declaration in `if let x = y, x > 3`, but not in `let x = f(a, b)`.
      if brackets.isEmpty || brackets.last.byte == Ascii.leftBrace { endDeclaration() }
    case Ascii.semicolon:
      if brackets.isEmpty, terminator.closer == nil { return .ends(previous.end) }
      endDeclaration()
      brackets.endSignature()
    case Ascii.colon:
      if brackets.isEmpty, item.colon == nil, angles == 0 { item.colon = token.start }
      takeBackLabel()
      if isCasePattern, !brackets.isEmpty, brackets.last.byte == Ascii.leftBrace { endCasePattern() }
    case Ascii.dot:
      if isCasePattern, case .expected = declaration { bindsAll = true }
    default:
      break
    }
    return .goOn
  }

  /// Reads a closing bracket. It may close the innermost open bracket, or end the piece. Otherwise a bracket is missing
  /// or mistyped, which is reported.
  private mutating func readCloser(_ token: SwiftToken) -> Verdict {
    if brackets.isEmpty {
      if terminator.closer == token.byte { return .ends(token.end) }
      if terminator.closer == nil { return .ends(previous.end) }
    } else if brackets.last.closer == token.byte {
      close()
      return .goOn
    }
    // `foo(]`: the brackets inside are not closed.
    if let match = brackets.lastIndex(closedBy: token.byte) {
      mistakes.append(.unclosedBracket(bytes, at: brackets.last.start))
      brackets.remove(from: match)
      return .goOn
    }
    if !brackets.isEmpty, terminator.closer == nil || terminator.closer == token.byte {
      mistakes.append(.unclosedBracket(bytes, at: brackets.last.start))
      // A `}` that is indented less than the block's first line closes the enclosing body.
      let isOutside =
        token.byte == Ascii.rightBrace && token.followsNewline
        && Lines.indentation(bytes, at: token.start) < Lines.indentation(bytes, at: opener)
      return .isUnclosed(
        terminator.closer == nil ? previous.end : isOutside ? Lines.end(bytes, before: token.start) : token.end)
    }
    // On the line of the opening bracket, the bracket is mistyped. On a later line, it closes something outside of the
    // piece.
    let isInLine = Lines.start(bytes, of: token.start) == Lines.start(bytes, of: opener)
    if !isInLine || token.byte == Ascii.rightBrace && !isWithinLine(token) {
      mistakes.append(.unclosedBracket(bytes, at: brackets.isEmpty ? opener : brackets.last.start))
      return .isUnclosed(min(placeToGiveUp(), token.start))
    }
    mistakes.append(
      brackets.isEmpty
        ? .mismatchedBracket(bytes, at: token.start, opener: opener) : .unclosedBracket(bytes, at: brackets.last.start))
    return .isUnclosed(placeToGiveUp())
  }

  /// Returns whether a `}` is mistyped for the `]` that closes a guard, as in `[n > 3} / beep`. The sign is that a `/`
  /// and effects follow it. Otherwise, the `}` closes a body.
  private func isWithinLine(_ token: SwiftToken) -> Bool {
    let next = bytes[token.end...].first { !Ascii.isBlank($0) }
    return next == Ascii.slash
      && SwiftKeyword.matches("/ ", bytes, bytes[token.end...].firstIndex(of: Ascii.slash) ?? 0)
  }

  /// Reads an operator that is outside of string interpolations. `<` and `>` may enclose generic arguments, and an `=`
  /// separates a name from its value.
  private mutating func readOperator(_ token: SwiftToken) -> Verdict {
    if isCasePattern, isEquals(token) { endCasePattern() }
    guard brackets.isEmpty else {
      if isEquals(token) { brackets.endSignature() }
      return .goOn
    }
    if endsSignature(token) { return .ends(previous.end) }
    let closers = closingAngles(token)
    if terminator == .angle, closers.count > angles {
      // The first `>` of `>>` closes inner brackets; a `?` before it belongs to a type.
      let closer = closers[angles]
      if closer > token.start {
        var inner = token
        inner.end = closer
        note(inner, isCode: true)
      }
      return .ends(closer + 1)
    }
    if bytes[token.start] == Ascii.leftAngle, previous.kind == .identifier, previous.end == token.start,
      closesAngle(from: token.start)
    {
      angles += 1
    } else if !closers.isEmpty {
      angles = max(0, angles - closers.count)
    }
    if isEquals(token), angles == 0 {
      if item.equals == nil {
        item.equals = token.start
      } else {
        let range = SourceRange(token.start, token.end)
        if misplaced == nil { misplaced = range }
        if item.misplaced == nil { item.misplaced = range }
      }
      sawEquals = true
    }
    return .goOn
  }

  /// Returns whether a method's result type, a piece with the terminator `signature`, ends before the token. It ends
  /// before `unhandled`, `where`, and a `/` with blanks around it, which begins effects.
  private func endsSignature(_ token: SwiftToken) -> Bool {
    guard terminator == .signature, brackets.isEmpty, angles == 0, first >= 0 else { return false }
    if token.kind == .identifier {
      // The words `unhandled` and `where` have 9 and 5 bytes.
      return token.end - token.start == 9 && SwiftKeyword.matches("unhandled", bytes, token.start)
        || token.end - token.start == 5 && SwiftKeyword.matches("where", bytes, token.start)
    }
    return token.byte == Ascii.slash && token.end == token.start + 1 && token.end < bytes.count
      && Ascii.isBlank(bytes[token.start - 1]) && (Ascii.isBlank(bytes[token.end]) || Ascii.isNewline(bytes[token.end]))
  }

  private mutating func endOfFile(_ token: SwiftToken) -> Verdict {
    if brackets.isEmpty, terminator.closer == nil { return .ends(previous.end) }
    mistakes.append(.unclosedBracket(bytes, at: terminator.closer == nil ? brackets.first.start : opener))
    isCautious = true
    return .isUnclosed(placeToGiveUp())
  }

  /// Returns the offset of each `>` at the beginning of an operator token, such as two offsets for `>>`. Each `>` can
  /// close generic arguments. The signs `?` and `!` may be between them. Empty for an operator with another first sign,
  /// such as `->`.
  private func closingAngles(_ token: SwiftToken) -> [Int] {
    var closers: [Int] = []
    for index in token.start..<token.end {
      if bytes[index] == Ascii.rightAngle {
        closers.append(index)
      } else if bytes[index] != Ascii.question, bytes[index] != Ascii.exclamation {
        break
      }
    }
    return closers
  }

  /// Returns whether the `<` at `start`, directly after a name, opens generic arguments. It does if a `>` closes it
  /// within 1024 bytes. The text between them must also be possible in a list of types.
  private func closesAngle(from start: Int) -> Bool {
    var depth = 0
    var nested = 0
    var index = start
    // The search is short, because a `<` may also be a comparison without a `>`.
    let end = min(limit, start + 1024)
    while index < end {
      let byte = bytes[index]
      switch byte {
      case Ascii.leftAngle:
        depth += 1
        if index + 1 < end, Ascii.isBlank(bytes[index + 1]) { return false }
      case Ascii.rightAngle:
        depth -= 1
        if depth == 0 { return nested == 0 }
      case Ascii.minus:
        guard index + 1 < end, bytes[index + 1] == Ascii.rightAngle else { return false }
        index += 1
      case Ascii.leftParen, Ascii.leftBracket:
        nested += 1
      case Ascii.rightParen, Ascii.rightBracket:
        nested -= 1
        if nested < 0 { return false }
      case Ascii.comma, Ascii.dot, Ascii.colon, Ascii.question, Ascii.exclamation, Ascii.ampersand, Ascii.at,
        Ascii.backtick:
        break
      case Ascii.slash where index + 1 < end && bytes[index + 1] == Ascii.asterisk:
        index = BlockComment.skip(bytes, from: index, to: end).end - 1
      case Ascii.slash where index + 1 < end && bytes[index + 1] == Ascii.slash:
        while index + 1 < end, !Ascii.isNewline(bytes[index + 1]) { index += 1 }
      default:
        guard Ascii.continuesIdentifier(byte) || Ascii.isBlank(byte) || Ascii.isNewline(byte) else { return false }
      }
      index += 1
    }
    return false
  }

  func isEquals(_ token: SwiftToken) -> Bool {
    token.byte == Ascii.equals && token.end == token.start + 1
  }

  // MARK: Lines

  /// Handles a new line that is not in brackets. Usually the piece ends before it. The piece continues if it is the
  /// head of a machine, or if the line before ends in `=`. It also continues after the `:` of a property. After a
  /// binary operator, it continues if the new line is indented deeper, and the operator is reported.
  private mutating func endOfLine(_ token: SwiftToken) -> Verdict {
    guard first >= 0 else { return .goOn }
    if terminator == .head {
      // A head may continue on the next line. If that is a statement, the `{` is missing.
      let isStatement = StatementStart.isCertain(bytes, at: token.start, limit: limit, inBraces: false)
      return isStatement ? .ends(previous.end) : .goOn
    }
    // The type of a property may be on the line after its `:`, which is the first token.
    if previous.start == first, previous.isPunctuation(Ascii.colon) {
      let isStatement = StatementStart.isCertain(bytes, at: token.start, limit: limit, inBraces: false)
      return isStatement ? .ends(previous.end) : .goOn
    }
    // The value may be on the line after its `=`.
    if sawEquals, isEquals(previous), !joinsLine { return .goOn }
    guard previous.kind == .infixOrPrefix else { return .ends(previous.end) }
    // A line that is indented no deeper is another statement.
    if Lines.indentation(bytes, at: token.start) <= Lines.indentation(bytes, at: opener) { return .ends(previous.end) }
    if !joinsLine {
      let text = String(decoding: bytes[previous.start..<previous.end], as: UTF8.self)
      mistakes.append(.lineEndsInOperator(SourceRange(previous.start, previous.end), text))
    }
    joinsLine = true
    return .goOn
  }

  /// Handles a new line inside brackets. If the line is certainly a statement of the `.sm` file, the bracket was not
  /// closed. If it is also indented no deeper than the bracket's line, reports the bracket and ends the piece.
  private mutating func suspiciousLine(_ token: SwiftToken) -> Verdict {
    if openerIndentation < 0 { openerIndentation = Lines.indentation(bytes, at: opener) }
    guard Lines.indentation(bytes, at: token.start) <= openerIndentation,
      StatementStart.isCertain(
        bytes, at: token.start, limit: limit, inBraces: terminator.isBrace || brackets.braceCount > 0)
    else { return .goOn }
    mistakes.append(.unclosedBracket(bytes, at: terminator.closer == nil ? brackets.first.start : opener))
    // Statements before this one may look like Swift.
    return .isUnclosed(min(placeToGiveUp(), Lines.end(bytes, before: token.start)))
  }

  /// Returns the offset at which the lexer continues after an unclosed bracket. From there, the next statement can be
  /// read. The function searches the lines below the bracket for the first one that may begin a statement. That line
  /// must be indented no deeper than the bracket's line. For braces, a `}` below the `{` ends the search, too. If no
  /// line is found, the result is the end of the bracket's line.
  private func placeToGiveUp() -> Int {
    let openerIndentation = Lines.indentation(bytes, at: opener)
    var index = opener
    while index < limit, !Ascii.isNewline(bytes[index]) { index += 1 }
    let endOfOpenersLine = index
    while index < limit {
      while index < limit, Ascii.isNewline(bytes[index]) { index += 1 }
      var text = index
      while text < limit, Ascii.isBlank(bytes[text]) { text += 1 }
      // A `}` below the block's first line is the block's own: an inner one is missing.
      if terminator.isBrace, text < limit, text - index == openerIndentation, bytes[text] == Ascii.rightBrace {
        return text + 1
      }
      if text < limit, text - index <= openerIndentation, StatementStart.isPossible(bytes[text]) {
        return Lines.end(bytes, before: text)
      }
      index = text
      while index < limit, !Ascii.isNewline(bytes[index]) { index += 1 }
    }
    return endOfOpenersLine
  }
}
