/// A parser that reads a `.sm` file into a syntax tree, and reports syntax errors.
///
/// It reads from left to right, and calls itself only for nested bodies, whose depth is bounded. The `SwiftScanner`
/// reads the embedded Swift. A method that reads a statement or a part of one returns nil after a mistake, which it has
/// reported. Its caller then skips to the next statement, so that one mistake gives one message.
package struct Parser {
  private let inPlace = InPlace()
  /// The largest depth of nested states. Real machines are far below it, and deeper recursion could overflow the stack.
  static let maximumNesting = 64

  /// If the body of a machine begins before this offset, the machine is probably the largest of the file. Memory for
  /// all its statements is then reserved in advance, so that the array of statements is not copied.
  private static let longestHead = 4096
  private static let bytesPerItem = 32

  var lexer: Lexer
  var scanner: SwiftScanner
  var nesting = 0
  /// Whether the current statement lacks its last part, because the next line begins a statement. The missing part has
  /// been reported. The next statement is then read without a further report.
  var hasEndedEarly = false
  /// The lines in which a `{` is probably missing. Nil until a `{` seems to be missing for the first time, because the
  /// search reads the whole file.
  var missingBraces: MissingBraces?
  /// The sources in `open can reach closed`. `parseTransition` reads them, finds `can`, and leaves them to its caller,
  /// which reads `can reach closed`.
  var sourcesBeforeCan: TransitionSyntax.Sources?
  /// Whether statements may have been read as part of the wrong body. This happens, for example, if a `}` is missing.
  var isNestingUncertain = false
  /// Whether a declaration in the current machine has no name or is incomplete. Undeclared names are then not reported,
  /// because the declaration may have been meant to declare them.
  var isNameMissing = false
  /// Whether mistakes were found in the body of the last machine.
  var hasMistakesInMachine = false
  /// The range of each `#if` outside of machines whose `#endif` has not been read yet.
  var openConditions: [SourceRange] = []
  /// Whether an `#if` among a machine's statements has been reported, so that its `#else` and `#endif` are not.
  var hasConditionalLines = false
  /// Whether a skipped statement contained braces. One of them may have closed another body, so a missing `}` is then
  /// not reported.
  private var hasSkippedBraces = false
  /// The offset up to which no further mistake is reported: the end of the line in which the last statement with a
  /// mistake begins.
  private(set) var endOfMistake = 0
  /// The end of the last row that has been read.
  var endOfLastRow = 0
  /// The keywords that the machine declares as names of events or outputs without back-ticks, such as `done`. They
  /// explain mistakes in rows that use the names.
  var misreadNames: Set<Keyword> = []
  /// The mistakes at keywords in rows, each with the keyword. If the machine declares an event or an output with the
  /// name of the keyword, this declaration is the cause of the mistake.
  var misreadUses: [(keyword: Keyword, diagnostic: Diagnostic)] = []
  /// The mistakes in rows that have one cause: an event or an output has the name of a keyword, such as `done`. One
  /// message about the name replaces them.
  var explainedMistakes: [Diagnostic] = []
  var possiblyDeclaredNames: [NameID] = []
  var hasPossibleInitialState = false

  /// Whether the file has characters outside ASCII. Only then are names searched for characters that look like a blank.
  let hasOtherCharacters: Bool

  private init(_ source: SourceFile) {
    let plain = Ascii.endOfPlainText(source.bytes, from: 0)
    hasOtherCharacters = source.bytes[plain...].contains { $0 >= 0x80 }
    lexer = Lexer(source)
    scanner = SwiftScanner(source)
  }

  /// Parses a whole file. Returns its syntax tree, without the statements that have mistakes, and the findings about
  /// these mistakes.
  package static func parse(_ source: SourceFile) -> (tree: SyntaxTree, diagnostics: DiagnosticList) {
    parse(source, recorder: nil)
  }

  /// Parses a whole file. Returns its syntax tree and the findings about mistakes.
  ///
  /// - Parameter recorder: gets all tokens and pieces of Swift, for the formatter and for completion; nil if nobody
  ///   needs them.
  package static func parse(
    _ source: SourceFile, recorder: SyntaxRecorder?
  ) -> (tree: SyntaxTree, diagnostics: DiagnosticList) {
    var parser = Parser(source)
    if let recorder { parser.lexer.record(in: recorder) }
    let file = parser.parseFile()
    var diagnostics = parser.lexer.diagnostics
    diagnostics.append(contentsOf: parser.scanner.diagnostics)
    let tree = SyntaxTree(
      imports: file.imports, swift: file.swift, machines: file.machines,
      comments: KeptComments(bytes: source.bytes).ofFile(), names: parser.scanner.names,
      nameUses: parser.scanner.nameUses,
      possiblyDeclaredNames: parser.possiblyDeclaredNames, hasPossibleInitialState: parser.hasPossibleInitialState,
      explainedMistakes: parser.explainedMistakes, isNestingUncertain: parser.isNestingUncertain)
    return (tree, diagnostics)
  }

  /// Returns the parts of the last statement in a text that ends in the middle of it, for completion in an editor. The
  /// last part is what the parser expected next: after `open -> `, a target. Empty for a text that is empty or in
  /// another language.
  package static func parts(ofLastStatementIn text: SourceFile) -> [SyntaxPart] {
    let recorder = SyntaxRecorder()
    _ = parse(text, recorder: recorder)
    return recorder.partsOfLastStatement
  }

  var token: Token { lexer.token }
  var bytes: [UInt8] { lexer.bytes }

  mutating func report(_ diagnostic: Diagnostic) { lexer.diagnostics.append(diagnostic) }

  /// Reports a mistake at a keyword in a row. If the machine declares an event or an output with the keyword's name, a
  /// message about the declaration will replace the report.
  mutating func report(_ diagnostic: Diagnostic, ofMisread keyword: Keyword) {
    report(diagnostic)
    misreadUses.append((keyword, diagnostic))
  }

  var mistakeCount: Int { lexer.diagnostics.diagnostics.count + scanner.diagnostics.diagnostics.count }

  /// Whether the largest number of findings is reached. The parser then stops reading the file.
  var hasGivenUp: Bool {
    lexer.diagnostics.diagnostics.count >= DiagnosticList.limit
      || scanner.diagnostics.diagnostics.count >= DiagnosticList.limit
  }

  // MARK: Bodies

  enum BodyKind { case machine, state, region }

  /// The offset of the `{` if the current token is one, so that it opens a body; nil otherwise.
  var startOfBody: Int? { token.kind == .leftBrace ? token.start : nil }

  /// Returns the range of a body that has just been read, from `start`, the offset of its `{`, to after its `}`. Nil if
  /// `start` is nil, because there is no body.
  func bodyRange(from start: Int?) -> SourceRange? { start.map { SourceRange($0, lexer.previousEnd) } }

  /// Reads the statements of a body, from its `{` to after its `}`. If the `{` is missing, the body begins at the
  /// current token.
  mutating func parseBody(of kind: BodyKind) -> [ItemSyntax] {
    let opener = token.start
    let isOpened = token.kind == .leftBrace
    nesting += 1
    defer { nesting -= 1 }
    if nesting > Self.maximumNesting {
      report(.tooDeep(token.range, limit: Self.maximumNesting))
      let result = scanner.scan(.brace, from: lexer.position, opener: opener)
      resume(after: result)
      return []
    }
    if isOpened || token.kind == .separator { lexer.advance() }
    lexer.begin(.statement)
    var items: [ItemSyntax] = []
    if kind == .machine, opener < Self.longestHead { items.reserveCapacity(bytes.count / Self.bytesPerItem) }
    while true {
      switch token.kind {
      case .rightBrace:
        _ = lexer.takeDocumentation()
        lexer.advance()
        lexer.begin(.end)
        return items
      case .endOfFile:
        isNestingUncertain = true
        // The missing `}` is not reported after too many findings, or if a reported mistake is probably its cause.
        let isKnown = hasGivenUp || lexer.hasUnterminatedComment || hasSkippedBraces
        if isOpened, !isKnown { report(.unclosedBracket(bytes, at: opener)) }
        return items
      case .separator:
        lexer.advance()
        lexer.begin(.statement)
      default:
        if closesEarly(kind, opener: opener) {
          if isOpened { report(.unclosedBracket(bytes, at: opener)) }
          hasEndedEarly = true
          if kind != .machine { isNestingUncertain = true }
          return items
        }
        if hasGivenUp { return items }
        let start = token.start
        lexer.begin(.statement)
        // On a line with a mistake, later mistakes are not reported.
        let known = start < endOfMistake ? (lexer.diagnostics, scanner.diagnostics) : nil
        if parseItem(in: kind, into: &items) == nil {
          if let known {
            (lexer.diagnostics, scanner.diagnostics) = known
          } else {
            endOfMistake = endOfMistake(from: start)
          }
          dropArrowsBesideLastMistake()
          noteMissingNames(ofStatementAt: start)
          recover()
          skipNote(beginningAt: start)
          notePossiblyDeclaredNames(from: start)
        }
      }
    }
  }

  /// Returns the end of the line at `start`, up to which mistakes are not reported. If the lines below begin with
  /// `case`, as in a Swift enum, returns the end of the last of them, because the list is one mistake.
  private func endOfMistake(from start: Int) -> Int {
    func endOfLine(_ offset: Int) -> Int { bytes[offset...].firstIndex(where: Ascii.isNewline) ?? bytes.count }
    var end = endOfLine(start)
    while let next = bytes[end...].firstIndex(where: { !Ascii.isBlank($0) && !Ascii.isNewline($0) }),
      SwiftKeyword.matches("case ", bytes, next)
    {
      end = endOfLine(next)
    }
    return end
  }

  /// Sets `isNameMissing` if the statement at `start` may have lost a name. It has a mistake, and is a declaration that
  /// ends too early, such as `event` alone. A statement that begins with an access level counts, too. The lost name may
  /// be one that the machine uses.
  private mutating func noteMissingNames(ofStatementAt start: Int) {
    switch Keyword(bytes, start, Ascii.endOfIdentifier(bytes, from: start, to: bytes.count)) {
    case .event, .output, .let, .var, .guard, .action:
      if hasEndedEarly || isAtEndOfStatement { isNameMissing = true }
    case .initial, .final, .state, .choice:
      // After an unclosed bracket, there is mostly no further declared state.
      let isUnclosed = scanner.diagnostics.diagnostics.last.map { $0.range.lowerBound >= start } == true
      if hasEndedEarly || isAtEndOfStatement && !isUnclosed { isNameMissing = true }
    case let word?: if word.isAccess { isNameMissing = true }
    case nil: break
    }
  }

  /// Skips PlantUML's lines `note left of a` … `end note`. The first of them has been reported; the others are no
  /// statements.
  private mutating func skipNote(beginningAt start: Int) {
    guard SwiftKeyword.matches("note ", bytes, start), token.kind == .separator,
      !bytes[start..<token.start].contains(Ascii.colon)
    else { return }
    var end = lexer
    while end.token.kind != .endOfFile, end.token.kind != .rightBrace {
      if SwiftKeyword.matches("end note", bytes, end.token.start)
        || SwiftKeyword.matches("endnote", bytes, end.token.start)
      {
        // The text of the note has no findings of its own.
        end.diagnostics = lexer.diagnostics
        lexer = end
        recover()
        return
      }
      end.advance()
    }
  }

  /// Removes the reports of arrows such as `-->` that precede the last reported mistake on the same line. Such a line
  /// is written in another language, and one message for it suffices.
  private mutating func dropArrowsBesideLastMistake() {
    guard let last = lexer.diagnostics.diagnostics.last, last.code != .wrongArrow,
      lexer.diagnostics.diagnostics.contains(where: { $0.code == .wrongArrow })
    else { return }
    let line = Lines.start(bytes, of: last.range.lowerBound)
    lexer.diagnostics = lexer.diagnostics.filtered { other in
      other.code != .wrongArrow || other.range.lowerBound < line || other.range.lowerBound > last.range.lowerBound
    }
  }

  /// Returns whether the token shows that the `}` of the current body is missing. In a state or a region, a machine or
  /// an import on a new line shows it. In a machine, it shows this if it is indented no deeper than the machine's line.
  /// In a state, a statement that only machines have, such as `event`, shows it if it is not deeper.
  ///
  /// - Parameters:
  ///   - kind: the kind of the current body. A region counts as a state.
  ///   - opener: the offset of the body's `{`.
  private func closesEarly(_ kind: BodyKind, opener: Int) -> Bool {
    guard let keyword = keyword(), isKeywordHere(keyword) else { return false }
    switch keyword {
    case .machine, .import:
      return kind != .machine ? isInNewLine(after: opener) : isNoDeeper(than: opener)
    case .group, .event, .output, .let, .var, .guard, .effect, .typealias, .unhandled, .wrapper, .swift, .interface,
      .action:
      return kind != .machine && isNoDeeper(than: opener)
    default:
      return false
    }
  }

  /// Returns whether the token is on a line below the line of the `{` at `opener`. If both are on one line, the
  /// indentation cannot show that a `}` is missing.
  private func isInNewLine(after opener: Int) -> Bool { Lines.start(bytes, of: token.start) > opener }

  private func isNoDeeper(than opener: Int) -> Bool {
    isInNewLine(after: opener) && Lines.indentation(bytes, at: token.start) <= Lines.indentation(bytes, at: opener)
  }

  // MARK: Statements

  /// Advances past a token that cannot end a statement: a comma, `/`, `->`, `:` or `=`. Returns whether the statement
  /// continues. If not, the next line begins another statement, or the body ends. The function then reports the missing
  /// text, and ends the current statement.
  ///
  /// - Parameters:
  ///   - what: the missing text, for the message.
  ///   - part: the part of the statement that begins after the token, for completion in an editor.
  mutating func continues(with what: String, in part: SyntaxPart.Kind) -> Bool {
    let mark = token
    lexer.advance()
    lexer.begin(part)
    let isLast = token.kind == .rightBrace || token.kind == .endOfFile
    guard isLast || beginsNextStatement(after: mark, in: part) else { return true }
    let text = String(decoding: bytes[mark.start..<mark.end], as: UTF8.self)
    report(.expected(what, after: text, at: mark.range))
    // The missing text may be a declaration.
    if case .after = part { isNameMissing = true }
    hasEndedEarly = true
    return false
  }

  /// Advances to the next line if it begins with one of the given tokens or words, which continue the statement: a line
  /// `-> closed : push` belongs to the sources above it.
  mutating func goOn(before kinds: [Token.Kind], or words: [StaticString] = []) {
    guard token.kind == .separator, Ascii.isNewline(bytes[token.start]) else { return }
    var next = lexer
    next.advance()
    guard kinds.contains(next.token.kind) || words.contains(where: { isWord(next.token, $0) }) else { return }
    // A line with documentation is a statement of its own.
    guard next.takeDocumentation() == nil else { return }
    next.forgetSeparator()
    lexer = next
  }

  /// Returns whether the current token begins the next statement, below the line of `mark`, which cannot end a
  /// statement. Text is then missing after `mark`, as in `a -> b : push /` above `state open`.
  private func beginsNextStatement(after mark: Token, in part: SyntaxPart.Kind) -> Bool {
    guard bytes[mark.end..<token.start].contains(where: Ascii.isNewline) else { return false }
    switch token.kind {
    case .asterisk: return true
    // A row of the state that the body belongs to.
    case .colon, .arrow: return nesting > 1
    // A target may be on a line of its own, with the event after it.
    case _ where part == .target: return beginsStatement || beginsDeclaration
    default: return beginsStatementInLine
    }
  }

  /// Whether the token can only begin a statement, even in the middle of a line.
  var beginsStatementInLine: Bool {
    guard token.kind == .identifier else { return false }
    return beginsDeclaration || beginsStatement
      || StatementStart.isRowThatStays(bytes, at: token.start, limit: bytes.count)
  }

  /// Whether the token begins a declaration: a keyword such as `state` before a name, `/`, `[` or `->`; or a name
  /// before `can`.
  private var beginsDeclaration: Bool {
    var next = lexer
    next.advance()
    let isKeyword = keyword().map { $0.beginsItem || $0.isAccess } == true
    return isKeyword && [.identifier, .slash, .leftBracket, .arrow].contains(next.token.kind)
      || isWord(next.token, "can")
  }

  /// Returns whether a statement of the `.sm` language begins at the offset `place`, such as `state open` or
  /// `a : push`. It must also be on a line below the offset `mark`.
  func beginsStatement(_ place: Int, after mark: Int) -> Bool {
    bytes[mark..<place].contains(where: Ascii.isNewline)
      && (StatementStart.isCertain(bytes, at: place, limit: bytes.count, inBraces: false)
        || StatementStart.isRowThatStays(bytes, at: place, limit: bytes.count))
  }

  /// Whether the token is the last of its line, and the next line begins a statement.
  var isBeforeStatement: Bool { isBeforeStatement(after: token.end) }

  /// Returns whether nothing follows the offset `place` on its line, and the next line begins a statement.
  func isBeforeStatement(after place: Int) -> Bool {
    // Mostly something follows on the line; a comment may precede its end.
    guard let after = bytes[place...].first(where: { !Ascii.isBlank($0) }),
      Ascii.isNewline(after) || after == Ascii.slash
    else { return false }
    var swift = SwiftLexer(bytes: bytes, from: place, to: bytes.count)
    return beginsStatement(swift.next().start, after: place)
  }

  /// Whether the text from the token on can only be a statement, and no Swift.
  var beginsStatement: Bool {
    StatementStart.isCertain(bytes, at: token.start, limit: bytes.count, inBraces: false)
  }

  /// Checks that the statement has ended. If another token follows, reports the token and returns nil.
  ///
  /// - Parameters:
  ///   - place: the place after the statement, which selects the advice in the message.
  ///   - word: the word on which the advice depends; nil for the word before the token.
  ///   - row: the row that should have ended; nil for other statements.
  mutating func endStatement(
    at place: Habit.Place = .end, after word: String? = nil, of row: TransitionSyntax? = nil
  ) -> Void? {
    if hasEndedEarly {
      hasEndedEarly = false
      return ()
    }
    switch token.kind {
    case .separator, .rightBrace, .endOfFile:
      return ()
    default:
      let part = row.map { !$0.effects.isEmpty ? Habit.Place.effects : $0.guardSyntax == nil ? .events : .guarded }
      reportUnexpected(expected: "the end of the line", at: part ?? place, after: word, of: row)
      return nil
    }
  }

  /// Skips to the end of a statement with a mistake, and reports nothing.
  ///
  /// - Parameter followingBrackets: whether to skip brackets with their contents; if false, each bracket is skipped as
  ///   a single token. After an unclosed bracket, further brackets are always skipped as single tokens, because each of
  ///   them would be read to the end of the file.
  /// - Returns: whether all brackets were skipped with their contents. False if a bracket is not closed, or if
  ///   `followingBrackets` is false.
  @discardableResult
  mutating func recover(followingBrackets: Bool = true) -> Bool {
    // A statement that has ended early has no more tokens: the next statement follows.
    if hasEndedEarly {
      hasEndedEarly = false
      return true
    }
    var followsBrackets = followingBrackets
    // Findings are dropped, because the mistake of the statement has been reported.
    let mistakes = lexer.diagnostics
    let isInComment = lexer.hasUnterminatedComment
    // But a comment that is not closed is reported: it hides all further statements.
    defer { if lexer.hasUnterminatedComment == isInComment { lexer.diagnostics = mistakes } }
    while true {
      switch token.kind {
      case .separator, .endOfFile, .rightBrace:
        return followsBrackets
      case .leftParen, .leftBracket, .leftBrace:
        guard followsBrackets else {
          lexer.advance()
          continue
        }
        let terminator: SwiftScanner.Terminator =
          token.kind == .leftParen ? .paren : token.kind == .leftBracket ? .bracket : .brace
        let before = scanner.diagnostics
        let result = scanner.scan(terminator, from: lexer.position, opener: token.start)
        scanner.diagnostics = before
        followsBrackets = !result.isUnclosed
        if terminator == .brace { hasSkippedBraces = true }
        resume(after: result)
      default:
        lexer.advance()
      }
    }
  }

  private static let wordsOfInitial: Set<String> = ["initial", "start", "begin", "initialstate", "startstate"]

  /// Adds all names between `start` and the token to `possiblyDeclaredNames`, except names in back-ticks. They are in a
  /// statement that was skipped, which may have declared them. So they are not reported as undeclared. Sets
  /// `hasPossibleInitialState` if one of them is a word such as `initial`.
  mutating func notePossiblyDeclaredNames(from start: Int) {
    var swift = SwiftLexer(bytes: bytes, from: start, to: token.start)
    var next = swift.next()
    while next.kind != .end {
      if next.kind == .identifier, next.byte != Ascii.backtick {
        if Self.wordsOfInitial.contains(text(of: SourceRange(next.start, next.end)).lowercased()) {
          hasPossibleInitialState = true
        }
        possiblyDeclaredNames.append(scanner.names.intern(next.start, next.end))
      }
      next = swift.next()
    }
  }

  /// Lets the lexer continue after `result`, the piece of Swift that the scanner has just read.
  ///
  /// - Parameter marks: the offsets of each `:` and `=` in the piece that belongs to the `.sm` language; nil for a `:`
  ///   or `=` that is missing.
  mutating func resume(after result: SwiftScanner.Result, marks: [Int?] = []) {
    let isBracketed = scanner.terminator.isBracketed
    lexer.resume(
      at: result.end, after: isBracketed ? SourceRange(token.start, result.end) : result.text.range,
      isBracketed: isBracketed, marks: marks.compactMap { $0 })
  }

  /// Reads embedded Swift from the current token, an opening bracket, to the closing bracket that `terminator` names.
  /// Returns nil after a mistake, which has been reported: the bracket is not closed, or the Swift is incomplete.
  mutating func scanSwift(_ terminator: SwiftScanner.Terminator) -> SwiftScanner.Result? {
    let result = scanner.scan(terminator, from: lexer.position, opener: token.start)
    resume(after: result)
    return result.isUnclosed ? nil : result
  }

  /// Returns whether a piece of Swift may be an expression, or a list of expressions. Reports other Swift.
  mutating func isExpression(_ result: SwiftScanner.Result) -> Bool { isExpression(misplaced: result.misplaced) }

  mutating func isExpression(misplaced range: SourceRange?) -> Bool {
    guard let range else { return true }
    let isAction = ["entry", "exit", "defer"].contains(text(of: range))
    let isStatement = StatementStart.isCertain(bytes, at: range.lowerBound, limit: bytes.count, inBraces: false)
    report(.misplacedInExpression(range, bytes, beginsStatement: isAction || isStatement))
    return false
  }
}
