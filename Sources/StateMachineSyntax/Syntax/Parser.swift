/// Reads a `.sm` file into a syntax tree, and reports what does not have the form of the language.
///
/// It descends recursively over bodies only, whose depth is bounded, and needs one token of look-ahead; what is between
/// brackets is read by the `SwiftScanner`. A method that returns nil has reported why; its caller skips to the next
/// statement, so that one mistake gives one diagnostic.
package struct Parser {
  private let inPlace = InPlace()
  /// How deep states may be nested in each other: far beyond any diagram, and far from the end of the stack.
  static let maximumNesting = 64

  /// A body that begins so early in a file is probably its largest: room for all of it saves the copies that an array
  /// makes as it grows.
  private static let longestHead = 4096
  private static let bytesPerItem = 32

  var lexer: Lexer
  var scanner: SwiftScanner
  var nesting = 0
  /// Is true where the body that was read last has no `}`, or a list no end: behind it stands the next statement.
  var hasEndedEarly = false
  /// Made where a `{` seems to be missing for the first time.
  var missingBraces: MissingBraces?
  /// The sources of a row that goes on with `can`: it is a statement for tests.
  var sourcesBeforeCan: TransitionSyntax.Sources?
  /// Is true where a `}` is missing somewhere: what stands within what is uncertain then.
  var isNestingUncertain = false
  /// Is true where a declaration of the machine at hand has no name, or ends early: others may use what it would declare.
  var isNameMissing = false
  /// Is true where something in the body of the machine that was read last is wrong.
  var hasMistakesInMachine = false
  /// The `#if` around machines whose `#endif` has not come.
  var openConditions: [SourceRange] = []
  /// Is true where an `#if` of Swift, which no machine has, is reported.
  var hasConditionalLines = false
  /// Is true where braces have been skipped with a statement: what one of them closes may have been another's.
  private var hasSkippedBraces = false
  /// The end of the line in which the last statement with a mistake begins.
  private(set) var endOfMistake = 0
  /// The end of the last row that has been read.
  var endOfLastRow = 0
  /// Keywords that an event or an output of the machine at hand is called, without back-ticks: a mistake, which explains
  /// others.
  var misreadNames: Set<Keyword> = []
  /// Mistakes where such a name may have been meant, with the keyword.
  var misreadUses: [(keyword: Keyword, diagnostic: Diagnostic)] = []
  /// Those of them that a name explains.
  var explainedMistakes: [Diagnostic] = []
  var possiblyDeclaredNames: [NameID] = []
  var hasPossibleInitialState = false

  /// Is true where the file has characters outside ASCII, among which there are blanks that look like those of ASCII.
  let hasOtherCharacters: Bool

  private init(_ source: SourceFile) {
    let plain = Ascii.endOfPlainText(source.bytes, from: 0)
    hasOtherCharacters = source.bytes[plain...].contains { $0 >= 0x80 }
    lexer = Lexer(source)
    scanner = SwiftScanner(source)
  }

  /// The whole file as a tree. Statements with mistakes are left out of it.
  package static func parse(_ source: SourceFile) -> (tree: SyntaxTree, diagnostics: DiagnosticList) {
    parse(source, recorder: nil)
  }

  /// The same, writing down what is consumed.
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

  /// The parts of the statement that a text ends in. The last one is what the parser expected at its end; none stands
  /// there in a text that is empty, or in another language.
  package static func parts(ofLastStatementIn text: SourceFile) -> [SyntaxPart] {
    let recorder = SyntaxRecorder()
    _ = parse(text, recorder: recorder)
    return recorder.partsOfLastStatement
  }

  var token: Token { lexer.token }
  var bytes: [UInt8] { lexer.bytes }

  mutating func report(_ diagnostic: Diagnostic) { lexer.diagnostics.append(diagnostic) }

  /// Reports what is wrong with a keyword, which may be meant as the name of an event or an output.
  mutating func report(_ diagnostic: Diagnostic, ofMisread keyword: Keyword) {
    report(diagnostic)
    misreadUses.append((keyword, diagnostic))
  }

  var mistakeCount: Int { lexer.diagnostics.diagnostics.count + scanner.diagnostics.diagnostics.count }

  /// A file that is one long mistake is not read to its end.
  var hasGivenUp: Bool {
    lexer.diagnostics.diagnostics.count >= DiagnosticList.limit
      || scanner.diagnostics.diagnostics.count >= DiagnosticList.limit
  }

  // MARK: Bodies

  enum BodyKind { case machine, state, region }

  /// Where the body begins that the current token opens; nil where it opens none.
  var startOfBody: Int? { token.kind == .leftBrace ? token.start : nil }

  /// From the `{` of a body that has been read to its end.
  func bodyRange(from start: Int?) -> SourceRange? { start.map { SourceRange($0, lexer.previousEnd) } }

  /// Reads from the `{`, or from what stands in its place, to behind its `}`.
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
        // Of a line that is written in another way, the first mistake says enough.
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

  /// The end of the line, and of those below it that begin with `case`: a list as in a Swift enum is one mistake.
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

  /// Notes that a statement which declares names ends in a mistake: some may stand in what is missing behind its end.
  private mutating func noteMissingNames(ofStatementAt start: Int) {
    switch Keyword(bytes, start, Ascii.endOfIdentifier(bytes, from: start, to: bytes.count)) {
    case .event, .output, .let, .var, .guard, .action:
      if hasEndedEarly || isAtEndOfStatement { isNameMissing = true }
    case .initial, .final, .state, .choice:
      // Behind a bracket that is never closed, mostly no other state is declared.
      let isUnclosed = scanner.diagnostics.diagnostics.last.map { $0.range.lowerBound >= start } == true
      if hasEndedEarly || isAtEndOfStatement && !isUnclosed { isNameMissing = true }
    case let word?: if word.isAccess { isNameMissing = true }
    case nil: break
    }
  }

  /// Skips the lines of PlantUML's `note left of a` … `end note`, whose first one has had its diagnostic.
  private mutating func skipNote(beginningAt start: Int) {
    guard SwiftKeyword.matches("note ", bytes, start), token.kind == .separator,
      !bytes[start..<token.start].contains(Ascii.colon)
    else { return }
    var end = lexer
    while end.token.kind != .endOfFile, end.token.kind != .rightBrace {
      if SwiftKeyword.matches("end note", bytes, end.token.start)
        || SwiftKeyword.matches("endnote", bytes, end.token.start)
      {
        // What the note says has no findings of its own.
        end.diagnostics = lexer.diagnostics
        lexer = end
        recover()
        return
      }
      end.advance()
    }
  }

  /// Drops what was said of an arrow in the line of a mistake behind it: the line is written in another language.
  private mutating func dropArrowsBesideLastMistake() {
    guard let last = lexer.diagnostics.diagnostics.last, last.code != .wrongArrow,
      lexer.diagnostics.diagnostics.contains(where: { $0.code == .wrongArrow })
    else { return }
    let line = Lines.start(bytes, of: last.range.lowerBound)
    lexer.diagnostics = lexer.diagnostics.filtered { other in
      other.code != .wrongArrow || other.range.lowerBound < line || other.range.lowerBound > last.range.lowerBound
    }
  }

  /// Tells whether the `}` of the body must have been forgotten: a machine begins within another, or a statement that
  /// only a machine has stands in a state, indented no deeper than it.
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

  /// In the line of a `{`, nothing says that its `}` is missing.
  private func isInNewLine(behind opener: Int) -> Bool { Lines.start(bytes, of: token.start) > opener }

  private func isNoDeeper(than opener: Int) -> Bool {
    isInNewLine(behind: opener) && Lines.indentation(bytes, at: token.start) <= Lines.indentation(bytes, at: opener)
  }

  // MARK: Statements

  /// Goes on behind a token that cannot end a statement: a comma, `/`, `->`, `:` or `=`. Where the next line begins a
  /// statement, nothing follows there, which is reported: the statement at hand has ended.
  ///
  /// - Parameter part: what begins behind the token, also where nothing follows.
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

  /// Goes on in the next line where that begins with one of the tokens, or words: the statement cannot end before.
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

  /// Tells whether the token begins the next statement, in a line below a token that cannot end one.
  private func beginsNextStatement(behind mark: Token, in part: SyntaxPart.Kind) -> Bool {
    guard bytes[mark.end..<token.start].contains(where: Ascii.isNewline) else { return false }
    switch token.kind {
    case .asterisk: return true
    // A row of the state that the body belongs to.
    case .colon, .arrow: return nesting > 1
    // A target may stand in a line of its own, with the event behind it.
    case _ where part == .target: return beginsStatement || beginsDeclaration
    default: return beginsStatementInLine
    }
  }

  /// Is true where the token can be nothing but the first one of a statement, in whichever line.
  var beginsStatementInLine: Bool {
    guard token.kind == .identifier else { return false }
    return beginsDeclaration || beginsStatement
      || StatementStart.isRowThatStays(bytes, at: token.start, limit: bytes.count)
  }

  /// Is true where a keyword stands with what follows it at the start of a statement, or `can` behind a name.
  private var beginsDeclaration: Bool {
    var next = lexer
    next.advance()
    let isKeyword = keyword().map { $0.beginsItem || $0.isAccess } == true
    return isKeyword && [.identifier, .slash, .leftBracket, .arrow].contains(next.token.kind)
      || isWord(next.token, "can")
  }

  /// Tells whether the text at a place can be nothing but a statement, in a line below another place.
  func beginsStatement(_ place: Int, behind mark: Int) -> Bool {
    bytes[mark..<place].contains(where: Ascii.isNewline)
      && (StatementStart.isCertain(bytes, at: place, limit: bytes.count, inBraces: false)
        || StatementStart.isRowThatStays(bytes, at: place, limit: bytes.count))
  }

  /// Is true where nothing follows the token in its statement: the next line begins another one.
  var isBeforeStatement: Bool { isBeforeStatement(behind: token.end) }

  /// Tells whether nothing follows a place in its line, and the next line begins a statement.
  func isBeforeStatement(behind place: Int) -> Bool {
    // Mostly something follows in the line; a comment may stand before its end.
    guard let behind = bytes[place...].first(where: { !Ascii.isBlank($0) }),
      Ascii.isNewline(behind) || behind == Ascii.slash
    else { return false }
    var swift = SwiftLexer(bytes: bytes, from: place, to: bytes.count)
    return beginsStatement(swift.next().start, behind: place)
  }

  /// Is true where the text from the token on can be nothing but a statement.
  var beginsStatement: Bool {
    StatementStart.isCertain(bytes, at: token.start, limit: bytes.count, inBraces: false)
  }

  /// Checks that nothing else stands in the statement.
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

  /// Skips the rest of a statement with a mistake in it, brackets and their contents included.
  ///
  /// Behind a bracket that is never closed, others are only skipped: each would be followed to the end of the file.
  ///
  /// - Returns: whether all brackets are closed.
  @discardableResult
  mutating func recover(followingBrackets: Bool = true) -> Bool {
    // A statement that has ended early has nothing left to skip: what follows is the next one.
    if hasEndedEarly {
      hasEndedEarly = false
      return true
    }
    var followsBrackets = followingBrackets
    // Quietly: this statement has had its diagnostic.
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

  /// Goes on behind what the scanner has read last.
  ///
  /// - Parameter marks: where a `:` or `=` stands in it that belongs to the language.
  mutating func resume(behind result: SwiftScanner.Result, marks: [Int?] = []) {
    let isBracketed = scanner.terminator.isBracketed
    lexer.resume(
      at: result.end, behind: isBracketed ? SourceRange(token.start, result.end) : result.text.range,
      isBracketed: isBracketed, marks: marks.compactMap { $0 })
  }

  /// Reads a piece of embedded Swift; nil where its terminator is missing: the statement has had its diagnostic.
  mutating func scanSwift(_ terminator: SwiftScanner.Terminator) -> SwiftScanner.Result? {
    let result = scanner.scan(terminator, from: lexer.position, opener: token.start)
    resume(behind: result)
    return result.isUnclosed ? nil : result
  }

  /// Tells whether a piece of Swift may be an expression, or a list of them; if not, that is reported.
  mutating func isExpression(_ result: SwiftScanner.Result) -> Bool { isExpression(misplaced: result.misplaced) }

  mutating func isExpression(misplaced range: SourceRange?) -> Bool {
    guard let range else { return true }
    let isAction = ["entry", "exit", "defer"].contains(text(of: range))
    let isStatement = StatementStart.isCertain(bytes, at: range.lowerBound, limit: bytes.count, inBraces: false)
    report(.misplacedInExpression(range, bytes, beginsStatement: isAction || isStatement))
    return false
  }
}
