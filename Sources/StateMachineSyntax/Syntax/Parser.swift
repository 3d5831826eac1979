/// A parser that reads a `.sm` file into a syntax tree, and reports syntax errors.
///
/// It recurses over bodies only, whose depth is bounded, and needs one token of look-ahead. The `SwiftScanner` reads
/// the text in brackets. A method that returns nil has reported the mistake. Its caller skips to the next statement, so
/// that one mistake gives one diagnostic.
package struct Parser {
  private let inPlace = InPlace()
  /// The maximum depth of nested states, far beyond any diagram, and far from the end of the stack.
  static let maximumNesting = 64

  /// The offset up to which a body is probably the file's largest. Capacity is reserved for such a body, so that its
  /// array is not copied as it grows.
  private static let longestHead = 4096
  private static let bytesPerItem = 32

  var lexer: Lexer
  var scanner: SwiftScanner
  var nesting = 0
  /// Whether the last body has no `}`, or the last list no end, so that the next statement follows.
  var hasEndedEarly = false
  /// The lines in which a `{` is missing; nil until one seems to be missing for the first time.
  var missingBraces: MissingBraces?
  /// The sources of a row that continues with `can`, which makes it a statement for tests.
  var sourcesBeforeCan: TransitionSyntax.Sources?
  /// Whether a `}` is missing somewhere, so that statements may belong to another body.
  var isNestingUncertain = false
  /// Whether a declaration of the current machine has no name or ends early, so that undeclared names may be its own.
  var isNameMissing = false
  /// Whether the body of the last machine has mistakes.
  var hasMistakesInMachine = false
  /// Each `#if` around machines whose `#endif` has not been read.
  var openConditions: [SourceRange] = []
  /// Whether an `#if` of Swift in a machine has been reported.
  var hasConditionalLines = false
  /// Whether a skipped statement contained braces, one of which may have closed another body.
  private var hasSkippedBraces = false
  /// The end of the line in which the last statement with a mistake begins.
  private(set) var endOfMistake = 0
  /// The end of the last row that has been read.
  var endOfLastRow = 0
  /// The keywords that name events or outputs of the machine, without back-ticks. They explain other mistakes.
  var misreadNames: Set<Keyword> = []
  /// The mistakes that are explained if an event or an output has the name of a keyword, with that keyword.
  var misreadUses: [(keyword: Keyword, diagnostic: Diagnostic)] = []
  /// The mistakes that follow from an event or an output with the name of a keyword.
  var explainedMistakes: [Diagnostic] = []
  var possiblyDeclaredNames: [NameID] = []
  var hasPossibleInitialState = false

  /// Whether the file has characters outside ASCII, which may be blanks that look like a space.
  let hasOtherCharacters: Bool

  private init(_ source: SourceFile) {
    let plain = Ascii.endOfPlainText(source.bytes, from: 0)
    hasOtherCharacters = source.bytes[plain...].contains { $0 >= 0x80 }
    lexer = Lexer(source)
    scanner = SwiftScanner(source)
  }

  /// Returns the whole file as a tree, without statements that have mistakes.
  package static func parse(_ source: SourceFile) -> (tree: SyntaxTree, diagnostics: DiagnosticList) {
    parse(source, recorder: nil)
  }

  /// Returns the whole file as a tree, and records the tokens and the pieces of Swift in a recorder.
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

  /// Returns the parts of the statement in which a text ends. The last part is what the parser expected at the end.
  /// Empty for a text that is empty or in another language.
  package static func parts(ofLastStatementIn text: SourceFile) -> [SyntaxPart] {
    let recorder = SyntaxRecorder()
    _ = parse(text, recorder: recorder)
    return recorder.partsOfLastStatement
  }

  var token: Token { lexer.token }
  var bytes: [UInt8] { lexer.bytes }

  mutating func report(_ diagnostic: Diagnostic) { lexer.diagnostics.append(diagnostic) }

  /// Reports a mistake at a keyword, which may be meant as the name of an event or an output.
  mutating func report(_ diagnostic: Diagnostic, ofMisread keyword: Keyword) {
    report(diagnostic)
    misreadUses.append((keyword, diagnostic))
  }

  var mistakeCount: Int { lexer.diagnostics.diagnostics.count + scanner.diagnostics.diagnostics.count }

  /// Whether the parser has stopped, as a file with too many mistakes is not read to its end.
  var hasGivenUp: Bool {
    lexer.diagnostics.diagnostics.count >= DiagnosticList.limit
      || scanner.diagnostics.diagnostics.count >= DiagnosticList.limit
  }

  // MARK: Bodies

  enum BodyKind { case machine, state, region }

  /// The start of the body that the current token opens; nil if it opens none.
  var startOfBody: Int? { token.kind == .leftBrace ? token.start : nil }

  /// Returns the range of a body that has been read, from its `{` to its end.
  func bodyRange(from start: Int?) -> SourceRange? { start.map { SourceRange($0, lexer.previousEnd) } }

  /// Reads a body from the `{`, or the token in its place, to after its `}`.
  mutating func parseBody(of kind: BodyKind) -> [ItemSyntax] {
    let opener = token.start
    let isOpened = token.kind == .leftBrace
    nesting += 1
    defer { nesting -= 1 }
    if nesting > Self.maximumNesting {
      report(.tooDeep(token.range, limit: Self.maximumNesting))
      let result = scanner.scan(.brace, from: lexer.position, opener: opener)
      resume(behind: result)
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

  /// Returns the end of the line, and of lines below that begin with `case`: a list as in a Swift enum is one mistake.
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

  /// Notes that names may be missing, if a statement with a mistake is a declaration.
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

  /// Skips the lines of PlantUML's `note left of a` … `end note`, whose first line has been reported.
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

  /// Removes findings on an arrow before the last mistake of a line, as the line is in another language.
  private mutating func dropArrowsBesideLastMistake() {
    guard let last = lexer.diagnostics.diagnostics.last, last.code != .wrongArrow,
      lexer.diagnostics.diagnostics.contains(where: { $0.code == .wrongArrow })
    else { return }
    let line = Lines.start(bytes, of: last.range.lowerBound)
    lexer.diagnostics = lexer.diagnostics.filtered { other in
      other.code != .wrongArrow || other.range.lowerBound < line || other.range.lowerBound > last.range.lowerBound
    }
  }

  /// Returns whether the `}` of the body must be missing: a machine begins within another, or a statement that only a
  /// machine has is in a state, and is indented no deeper than it.
  private func closesEarly(_ kind: BodyKind, opener: Int) -> Bool {
    guard let keyword = keyword(), isKeywordHere(keyword) else { return false }
    switch keyword {
    case .machine, .import:
      return kind != .machine ? isInNewLine(behind: opener) : isNoDeeper(than: opener)
    case .group, .event, .output, .let, .var, .guard, .effect, .typealias, .unhandled, .wrapper, .swift, .interface,
      .action:
      return kind != .machine && isNoDeeper(than: opener)
    default:
      return false
    }
  }

  /// Returns whether the token is on a line after a `{`. On the same line, nothing shows that the `}` is missing.
  private func isInNewLine(behind opener: Int) -> Bool { Lines.start(bytes, of: token.start) > opener }

  private func isNoDeeper(than opener: Int) -> Bool {
    isInNewLine(behind: opener) && Lines.indentation(bytes, at: token.start) <= Lines.indentation(bytes, at: opener)
  }

  // MARK: Statements

  /// Continues after a token that cannot end a statement: a comma, `/`, `->`, `:` or `=`. If the next line begins a
  /// statement, reports the missing text, and ends the current statement.
  ///
  /// - Parameter part: the part that begins after the token, even if nothing follows.
  mutating func continues(with what: String, in part: SyntaxPart.Kind) -> Bool {
    let mark = token
    lexer.advance()
    lexer.begin(part)
    let isLast = token.kind == .rightBrace || token.kind == .endOfFile
    guard isLast || beginsNextStatement(behind: mark, in: part) else { return true }
    let text = String(decoding: bytes[mark.start..<mark.end], as: UTF8.self)
    report(.expected(what, behind: text, at: mark.range))
    // The missing text may be a declaration.
    if case .behind = part { isNameMissing = true }
    hasEndedEarly = true
    return false
  }

  /// Continues on the next line if it begins with one of the tokens or words, before which the statement cannot end.
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

  /// Returns whether the token begins the next statement, on a line below a token that cannot end one.
  private func beginsNextStatement(behind mark: Token, in part: SyntaxPart.Kind) -> Bool {
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

  /// Whether the token can only be the first of a statement, on any line.
  var beginsStatementInLine: Bool {
    guard token.kind == .identifier else { return false }
    return beginsDeclaration || beginsStatement
      || StatementStart.isRowThatStays(bytes, at: token.start, limit: bytes.count)
  }

  /// Whether a keyword begins a statement, together with the next tokens, or `can` follows a name.
  private var beginsDeclaration: Bool {
    var next = lexer
    next.advance()
    let isKeyword = keyword().map { $0.beginsItem || $0.isAccess } == true
    return isKeyword && [.identifier, .slash, .leftBracket, .arrow].contains(next.token.kind)
      || isWord(next.token, "can")
  }

  /// Returns whether the text at an offset can only be a statement, and is on a line below the offset `mark`.
  func beginsStatement(_ place: Int, behind mark: Int) -> Bool {
    bytes[mark..<place].contains(where: Ascii.isNewline)
      && (StatementStart.isCertain(bytes, at: place, limit: bytes.count, inBraces: false)
        || StatementStart.isRowThatStays(bytes, at: place, limit: bytes.count))
  }

  /// Whether the token is the last of its line, and the next line begins a statement.
  var isBeforeStatement: Bool { isBeforeStatement(behind: token.end) }

  /// Returns whether an offset is at the end of its line, and the next line begins a statement.
  func isBeforeStatement(behind place: Int) -> Bool {
    // Mostly something follows on the line; a comment may precede its end.
    guard let behind = bytes[place...].first(where: { !Ascii.isBlank($0) }),
      Ascii.isNewline(behind) || behind == Ascii.slash
    else { return false }
    var swift = SwiftLexer(bytes: bytes, from: place, to: bytes.count)
    return beginsStatement(swift.next().start, behind: place)
  }

  /// Whether the text from the token on can only be a statement.
  var beginsStatement: Bool {
    StatementStart.isCertain(bytes, at: token.start, limit: bytes.count, inBraces: false)
  }

  /// Checks that the statement has ended, and reports other tokens.
  mutating func endStatement(
    at place: Habit.Place = .end, behind word: String? = nil, of row: TransitionSyntax? = nil
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
      reportUnexpected(expected: "the end of the line", at: part ?? place, behind: word, of: row)
      return nil
    }
  }

  /// Skips to the end of a statement with a mistake, including brackets and their contents.
  ///
  /// After an unclosed bracket, later ones are not followed, as each would be read to the end of the file.
  ///
  /// - Returns: whether all brackets are closed.
  @discardableResult
  mutating func recover(followingBrackets: Bool = true) -> Bool {
    // A statement that has ended early has no more tokens: the next statement follows.
    if hasEndedEarly {
      hasEndedEarly = false
      return true
    }
    var followsBrackets = followingBrackets
    // Findings are dropped, as the statement has been reported.
    let mistakes = lexer.diagnostics
    let isInComment = lexer.hasUnterminatedComment
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
        resume(behind: result)
      default:
        lexer.advance()
      }
    }
  }

  private static let wordsOfInitial: Set<String> = ["initial", "start", "begin", "initialstate", "startstate"]

  /// Notes the names that the skipped statement may have declared.
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

  /// Continues after the last piece that the scanner has read.
  ///
  /// - Parameter marks: the offsets of `:` and `=` in the piece that belong to the language.
  mutating func resume(behind result: SwiftScanner.Result, marks: [Int?] = []) {
    let isBracketed = scanner.terminator.isBracketed
    lexer.resume(
      at: result.end, behind: isBracketed ? SourceRange(token.start, result.end) : result.text.range,
      isBracketed: isBracketed, marks: marks.compactMap { $0 })
  }

  /// Reads a piece of embedded Swift; reports an error and returns nil if the terminator is missing.
  mutating func scanSwift(_ terminator: SwiftScanner.Terminator) -> SwiftScanner.Result? {
    let result = scanner.scan(terminator, from: lexer.position, opener: token.start)
    resume(behind: result)
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
