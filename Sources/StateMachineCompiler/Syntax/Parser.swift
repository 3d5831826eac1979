/// Reads a `.sm` file into a syntax tree, and reports what does not have the form of the language.
///
/// It descends recursively over bodies only, whose depth is bounded, and needs one token of look-ahead; what is between
/// brackets is read by the `SwiftScanner`. A method that returns nil has reported why; its caller skips to the next
/// statement, so that one mistake gives one diagnostic.
package struct Parser {
  /// How deep states may be nested in each other: far beyond any diagram, and far from the end of the stack.
  static let maximumNesting = 64

  /// A body that begins so early in a file is probably its largest: room for all of it saves the copies that an array
  /// makes as it grows.
  private static let longestHead = 4096
  private static let bytesPerItem = 32

  var lexer: Lexer
  var scanner: SwiftScanner
  var nesting = 0
  /// Whether the body that was read last has no `}`: what stands behind it is the next statement.
  var hasEndedEarly = false
  var doubtfulNames: [NameID] = []
  var hasDoubtfulInitialState = false

  private init(_ source: SourceFile) {
    lexer = Lexer(source)
    scanner = SwiftScanner(source)
  }

  /// The whole file as a tree. Statements with mistakes are left out of it.
  package static func parse(_ source: SourceFile) -> (tree: SyntaxTree, diagnostics: DiagnosticList) {
    var parser = Parser(source)
    var imports: [ImportSyntax] = []
    var machines: [MachineSyntax] = []
    parser.parseFile(&imports, &machines)
    var diagnostics = parser.lexer.diagnostics
    diagnostics.append(contentsOf: parser.scanner.diagnostics)
    let tree = SyntaxTree(
      imports: imports, machines: machines, names: parser.scanner.names, nameUses: parser.scanner.nameUses,
      doubtfulNames: parser.doubtfulNames, hasDoubtfulInitialState: parser.hasDoubtfulInitialState)
    return (tree, diagnostics)
  }

  var token: Token { lexer.token }
  var bytes: [UInt8] { lexer.bytes }

  mutating func report(_ diagnostic: Diagnostic) { lexer.diagnostics.append(diagnostic) }

  /// A file that is one long mistake is not read to its end.
  var hasGivenUp: Bool {
    lexer.diagnostics.diagnostics.count >= DiagnosticList.limit
      || scanner.diagnostics.diagnostics.count >= DiagnosticList.limit
  }

  // MARK: File

  private mutating func parseFile(_ imports: inout [ImportSyntax], _ machines: inout [MachineSyntax]) {
    var sawMistake = false
    while token.kind != .endOfFile, !hasGivenUp {
      if token.kind == .separator {
        lexer.advance()
        continue
      }
      if let language = foreignLanguage() {
        report(.otherLanguage(language, token.range))
        return
      }
      if parseFileItem(&imports, &machines) == nil {
        sawMistake = true
        recover()
        if token.kind == .rightBrace { lexer.advance() }
      }
    }
    if machines.isEmpty, !sawMistake, !hasGivenUp { report(.noMachine(at: token.range)) }
  }

  private mutating func parseFileItem(
    _ imports: inout [ImportSyntax], _ machines: inout [MachineSyntax]
  ) -> Void? {
    let start = token.start
    let attributes = parseAttributes()
    guard let attributes else { return nil }
    var access: AccessLevel?
    if let keyword = keyword(), keyword.isAccess {
      access = AccessLevel(rawValue: keyword.rawValue)
      lexer.advance()
    }
    switch keyword() {
    case .import:
      guard !lexer.isAtEndOfStatement else {
        report(.expected("a module's name", behind: "import", at: token.range))
        return nil
      }
      let result = scanner.scan(.line, from: lexer.position, opener: token.start)
      lexer.resume(at: result.end)
      imports.append(
        ImportSyntax(
          attributes: attributes, access: access, module: result.text.range,
          range: SourceRange(start, result.text.range.upperBound)))
      return endStatement()
    case .machine:
      let documentation = lexer.takeDocumentation()
      lexer.advance()
      guard
        let machine = parseMachine(documentation: documentation, attributes: attributes, access: access)
      else { return nil }
      machines.append(machine)
      return endStatement()
    case let keyword? where keyword.beginsItem:
      report(.misplaced("'\(keyword.rawValue)'", "stands inside a machine", token.range))
      return nil
    default:
      report(.unexpected(describe(token), token.range, expected: "'machine' or 'import'"))
      return nil
    }
  }

  private mutating func parseMachine(
    documentation: SourceRange?, attributes: [AttributeSyntax], access: AccessLevel?
  ) -> MachineSyntax? {
    guard let name = parseName("the machine's name") else { return nil }
    var machine = MachineSyntax(
      documentation: documentation, attributes: attributes, access: access, name: name)
    if token.kind == .lessThan {
      let opener = token.start
      let result = scanner.scan(.angle, from: lexer.position, opener: token.start)
      machine.generics = result.items.map(\.text)
      lexer.resume(at: result.end)
      if result.isUnclosed { return nil }
      guard !result.items.isEmpty, result.items.allSatisfy({ !$0.text.isEmpty }) else {
        report(.unexpected("nothing", SourceRange(opener, opener + 1), expected: "a generic parameter"))
        return nil
      }
      for item in result.items where !isGenericParameter(item) { return nil }
    }
    if token.kind == .colon || isWord("where") {
      guard parseHead(into: &machine) else { return nil }
    }
    guard token.kind == .leftBrace else {
      report(.unexpected(describe(token), token.range, expected: "'{' and the machine's body"))
      return nil
    }
    machine.body = parseBody(of: .machine)
    return machine
  }

  /// Whether an item of a list is `T`, `each T` or `let n: Int`, with or without a constraint; if not, that is reported.
  private mutating func isGenericParameter(_ item: SwiftListItem) -> Bool {
    let range = item.text.range
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: item.colon ?? range.upperBound)
    var next = swift.next()
    let word = next
    if next.kind == .identifier { next = swift.next() }
    let length = word.end - word.start
    if next.kind == .identifier,
      length == 4 && SwiftKeyword.matches("each", bytes, word.start)
        || length == 3 && SwiftKeyword.matches("let", bytes, word.start)
    {
      next = swift.next()
    }
    guard word.kind == .identifier, next.kind == .end else {
      let place = word.kind == .identifier ? next : word
      report(.misplacedInType(bytes, SourceRange(place.start, max(place.end, place.start + 1))))
      return false
    }
    guard let colon = item.colon else { return true }
    return isType(piece(of: item.text, from: colon + 1, to: range.upperBound))
  }

  /// `: Conformances where requirements`, up to the `{`.
  private mutating func parseHead(into machine: inout MachineSyntax) -> Bool {
    let start = token.kind == .colon ? token.end : token.start
    let result = scanner.scan(.head, from: start, opener: token.start)
    var requirementsStart: Int?
    var swift = SwiftLexer(bytes: bytes, from: start, to: result.text.range.upperBound)
    while requirementsStart == nil {
      let next = swift.next()
      if next.kind == .end { break }
      if next.kind == .identifier, next.end - next.start == 5, SwiftKeyword.matches("where", bytes, next.start) {
        requirementsStart = next.start
        machine.requirements = SourceRange(next.end, result.text.range.upperBound)
      }
    }
    for item in result.items where !item.text.isEmpty {
      var text = item.text
      if let requirementsStart {
        if text.range.lowerBound >= requirementsStart { continue }
        if text.range.upperBound > requirementsStart {
          var end = requirementsStart
          while end > text.range.lowerBound, Ascii.isBlank(bytes[end - 1]) || Ascii.isNewline(bytes[end - 1]) {
            end -= 1
          }
          text.range.end = UInt32(end)
        }
      }
      guard !text.isEmpty else { continue }
      guard isType(text) else { return false }
      machine.conformances.append(text)
    }
    lexer.resume(at: result.end)
    return !result.isUnclosed
  }

  // MARK: Bodies

  enum BodyKind { case machine, state, region }

  /// Reads from the `{` to behind its `}`.
  mutating func parseBody(of kind: BodyKind) -> [ItemSyntax] {
    let opener = token.start
    nesting += 1
    defer { nesting -= 1 }
    if nesting > Self.maximumNesting {
      report(.tooDeep(token.range, limit: Self.maximumNesting))
      let result = scanner.scan(.brace, from: lexer.position, opener: opener)
      lexer.resume(at: result.end)
      return []
    }
    lexer.advance()
    var items: [ItemSyntax] = []
    if kind == .machine, opener < Self.longestHead { items.reserveCapacity(bytes.count / Self.bytesPerItem) }
    while true {
      switch token.kind {
      case .rightBrace:
        _ = lexer.takeDocumentation()
        lexer.advance()
        return items
      case .endOfFile:
        if !hasGivenUp, !lexer.hasUnterminatedComment { report(.unclosedBracket(bytes, at: opener)) }
        return items
      case .separator:
        lexer.advance()
      default:
        if closesEarly(kind, opener: opener) {
          report(.unclosedBracket(bytes, at: opener))
          hasEndedEarly = true
          return items
        }
        if hasGivenUp { return items }
        let start = token.start
        if parseItem(in: kind, into: &items) == nil {
          recover()
          noteDoubtfulNames(from: start)
        }
      }
    }
  }

  /// Whether the `}` of the body must have been forgotten: a machine begins within another, or what only a machine has
  /// stands in a state, indented no deeper than it.
  private func closesEarly(_ kind: BodyKind, opener: Int) -> Bool {
    guard let keyword = keyword(), isKeywordHere(keyword) else { return false }
    switch keyword {
    case .machine, .import:
      return kind != .machine || Lines.indentation(bytes, at: token.start) <= Lines.indentation(bytes, at: opener)
    case .event, .output, .let, .var, .guard, .typealias, .unhandled, .wrapper:
      return kind != .machine && Lines.indentation(bytes, at: token.start) <= Lines.indentation(bytes, at: opener)
    default:
      return false
    }
  }

  // MARK: Statements

  /// Checks that nothing else stands in the statement.
  mutating func endStatement() -> Void? {
    if hasEndedEarly {
      hasEndedEarly = false
      return ()
    }
    switch token.kind {
    case .separator, .rightBrace, .endOfFile:
      return ()
    default:
      report(.unexpected(describe(token), token.range, expected: "the end of the line"))
      return nil
    }
  }

  /// Skips the rest of a statement with a mistake in it, brackets and their contents included.
  mutating func recover() {
    // Behind a bracket that is never closed, others are only skipped: each would be followed to the end of the file.
    var followsBrackets = true
    while true {
      switch token.kind {
      case .separator, .endOfFile, .rightBrace:
        return
      case .leftParen, .leftBracket, .leftBrace:
        guard followsBrackets else {
          lexer.advance()
          continue
        }
        let fence: SwiftScanner.Fence =
          token.kind == .leftParen ? .paren : token.kind == .leftBracket ? .bracket : .brace
        // Quietly: this statement has had its diagnostic.
        let before = scanner.diagnostics
        let result = scanner.scan(fence, from: lexer.position, opener: token.start)
        scanner.diagnostics = before
        followsBrackets = !result.isUnclosed
        lexer.resume(at: result.end)
      default:
        lexer.advance()
      }
    }
  }

  /// What the statement that was skipped may have declared.
  private mutating func noteDoubtfulNames(from start: Int) {
    var swift = SwiftLexer(bytes: bytes, from: start, to: token.start)
    var next = swift.next()
    if next.kind == .identifier, Keyword(bytes, next.start, next.end) == .initial { hasDoubtfulInitialState = true }
    while next.kind != .end {
      if next.kind == .identifier, next.byte != Ascii.backtick {
        doubtfulNames.append(scanner.names.intern(next.start, next.end))
      }
      next = swift.next()
    }
  }

  /// Where a fence was given up, the statement has had its diagnostic.
  mutating func scanFence(_ fence: SwiftScanner.Fence) -> SwiftScanner.Result? {
    let result = scanner.scan(fence, from: lexer.position, opener: token.start)
    lexer.resume(at: result.end)
    return result.isUnclosed ? nil : result
  }

  // MARK: Words

  /// The current token as a keyword; nil for back-ticked and other names.
  func keyword() -> Keyword? {
    guard token.kind == .identifier, bytes[token.start] != Ascii.backtick else { return nil }
    return Keyword(bytes, token.start, token.end)
  }

  func isWord(_ word: StaticString) -> Bool {
    token.kind == .identifier && token.end - token.start == word.utf8CodeUnitCount
      && SwiftKeyword.matches(word, bytes, token.start)
  }

  /// At the start of a statement, a keyword before `->`, `:`, `,`, `.` or `(` is a name.
  func isKeywordHere(_ keyword: Keyword) -> Bool {
    let (first, second) = lexer.peek()
    switch first {
    case Ascii.minus: return second != Ascii.rightAngle && second != Ascii.minus
    case Ascii.equals: return second != Ascii.rightAngle
    case Ascii.colon, Ascii.comma, Ascii.dot, Ascii.leftParen: return false
    default: return true
    }
  }

  /// Reads a name, or reports that there is none.
  mutating func parseName(_ what: String) -> NameSyntax? {
    guard token.kind == .identifier else {
      report(.unexpected(describe(token), token.range, expected: what))
      return nil
    }
    let name = nameOfToken()
    lexer.advance()
    return name
  }

  mutating func nameOfToken() -> NameSyntax {
    let isQuoted = bytes[token.start] == Ascii.backtick
    let id = scanner.names.intern(
      isQuoted ? token.start + 1 : token.start, isQuoted ? token.end - 1 : token.end)
    return NameSyntax(id: id, range: token.range)
  }

  func describe(_ token: Token) -> String {
    switch token.kind {
    case .identifier, .number, .unknown:
      "'" + String(decoding: bytes[token.start..<min(token.end, token.start + 60)], as: UTF8.self) + "'"
    default: token.kind.spelling
    }
  }

  mutating func parseAttributes() -> [AttributeSyntax]? {
    var attributes: [AttributeSyntax] = []
    while token.kind == .at {
      let start = token.start
      lexer.advance()
      guard let name = parseName("the attribute's name") else { return nil }
      var end = name.range.upperBound
      if token.kind == .leftParen, token.start == end {
        guard scanFence(.paren) != nil else { return nil }
        end = lexer.previousEnd
      }
      attributes.append(AttributeSyntax(name: name, range: SourceRange(start, end)))
      while token.kind == .separator { lexer.advance() }
    }
    return attributes
  }

  // MARK: Other languages

  /// The tool whose file this is, where a line gives it away.
  private func foreignLanguage() -> String? {
    func begins(_ word: StaticString) -> Bool { SwiftKeyword.matches(word, bytes, token.start) }
    if begins("@startuml") || begins("@startstate") { return "PlantUML" }
    if begins("stateDiagram") { return "Mermaid" }
    if begins("%%") || begins("%start") || begins("%class") || begins("%{") { return "SMC" }
    if begins("digraph") || begins("strict digraph") { return "Graphviz" }
    if begins("<?xml") || begins("<scxml") { return "SCXML" }
    return nil
  }
}
