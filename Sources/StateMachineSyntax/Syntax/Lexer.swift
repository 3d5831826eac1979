/// A lexer of `.sm` files, which reads one token at a time. It does not read embedded Swift: where Swift begins, as at
/// an opening bracket, the parser calls the `SwiftScanner`. Then it lets the lexer continue after the Swift.
struct Lexer {
  let bytes: [UInt8]
  /// The offset after the current token.
  private(set) var position: Int
  /// The offset of the last `//` before the current token; -1 if there has been none.
  private(set) var startOfLastComment = -1
  /// The current token, which is the only one stored.
  private(set) var token = Token(kind: .separator, start: 0, end: 0)
  /// The offset after the previous token.
  private(set) var previousEnd = 0
  /// The `///` lines since the last token, which document the next declaration or row; nil if no such line follows the
  /// last token.
  private(set) var documentation: SourceRange?
  var diagnostics = DiagnosticList()
  /// Whether a `/*` comment is not closed, so that it hides the end of the file. A `}` that is missing is then not
  /// reported.
  private(set) var hasUnterminatedComment = false
  /// The recorder that gets all tokens, as the formatter needs them; nil if nobody needs the tokens.
  private(set) var recorder: SyntaxRecorder?
  /// The number of tokens and pieces of Swift recorded so far. The lexer stores it, and not the recorder, because the
  /// parser may continue with an earlier copy of the lexer. With the copy's smaller number, the records that were added
  /// after the copy was made are overwritten.
  private var recordCount = 0

  /// Creates a lexer that begins after the byte-order mark, if there is one.
  init(_ source: SourceFile) {
    bytes = source.bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    read()
  }

  /// Adds every token that is consumed from now on to `recorder`.
  mutating func record(in recorder: SyntaxRecorder) { self.recorder = recorder }

  /// Continues at `offset`, which is after a piece of embedded Swift, and reads the next token. Adds the piece to the
  /// record, if there is a recorder.
  ///
  /// - Parameters:
  ///   - swift: the range of the piece, with its brackets if it has any. The current token is the first of the piece,
  ///     or the token before it.
  ///   - isBracketed: whether the piece begins with a bracket and ends with the closing bracket.
  ///   - marks: the offsets of each `:` and `=` in the piece that belongs to the `.sm` language, as in
  ///     `var n: Int = 0`. They separate pieces of Swift.
  mutating func resume(at offset: Int, after swift: SourceRange, isBracketed: Bool, marks: [Int] = []) {
    if recorder != nil {
      if token.end <= swift.lowerBound { record(.token(token.kind), token.range) }
      if isBracketed {
        record(.bracketedSwift, swift)
      } else {
        record(swift, around: marks)
      }
    }
    position = offset
    // For `read()`, this is the previous token: after a `)`, the end of the line can end the statement.
    token = Token(kind: .rightParen, start: offset, end: offset)
    read()
  }

  /// Adds the range `swift` to the record: each `:` or `=` at an offset in `marks` as a token, and the Swift before,
  /// between and after these tokens as pieces.
  private mutating func record(_ swift: SourceRange, around marks: [Int]) {
    var start = swift.lowerBound
    for mark in marks {
      recordSwift(from: start, to: mark)
      record(.token(bytes[mark] == Ascii.colon ? .colon : .equals), SourceRange(mark, mark + 1))
      start = mark + 1
    }
    if marks.isEmpty {
      record(.swift, swift)
    } else {
      recordSwift(from: start, to: swift.upperBound)
    }
  }

  /// Adds the Swift between two offsets to the record as one piece, without blanks and comments at its ends. Adds
  /// nothing if there is no Swift.
  private mutating func recordSwift(from start: Int, to end: Int) {
    var swift = SwiftLexer(bytes: bytes, from: start, to: end)
    var next = swift.next()
    let first = next.start
    var last = first
    while next.kind != .end {
      last = next.end
      next = swift.next()
    }
    if last > first { record(.swift, SourceRange(first, last)) }
  }

  /// Removes the last record, a line ending, because it does not end the statement: the current token continues the
  /// statement on the next line.
  mutating func forgetSeparator() { recordCount = max(0, recordCount - 1) }

  /// Tells the recorder that a part of a statement, such as its target, begins here. Completion in an editor depends on
  /// the kind of the part.
  ///
  /// - Parameter start: the offset at which the part begins; nil for the start of the current token.
  func begin(_ kind: SyntaxPart.Kind, at start: Int? = nil) {
    recorder?.begin(SyntaxPart(kind: kind, start: start ?? token.start), at: recordCount)
  }

  private mutating func record(_ kind: SyntaxRecord.Kind, _ range: SourceRange) {
    recorder?.append(SyntaxRecord(kind: kind, range: range), at: recordCount)
    recordCount += 1
  }

  mutating func takeDocumentation() -> SourceRange? {
    defer { documentation = nil }
    return documentation
  }

  /// Advances to the next token.
  mutating func advance() {
    if recorder != nil, token.kind != .endOfFile { record(.token(token.kind), token.range) }
    read()
  }

  /// Reads the next token, after blanks, comments and line endings. A line ending is a token, `separator`, if it ends
  /// the statement. It does not if the next line continues the statement, or another separator precedes it.
  private mutating func read() {
    previousEnd = token.end
    let before = token.kind
    var endOfLine = -1
    var sawDocumentation = false
    while position < bytes.count {
      let byte = bytes[position]
      if Ascii.isBlank(byte) {
        position += 1
      } else if Ascii.isNewline(byte) {
        if endOfLine < 0 { endOfLine = position }
        position += 1
      } else if byte == Ascii.slash, position + 1 < bytes.count, bytes[position + 1] == Ascii.slash {
        sawDocumentation = skipLineComment() || sawDocumentation
      } else if byte == Ascii.slash, position + 1 < bytes.count, bytes[position + 1] == Ascii.asterisk {
        let comment = BlockComment.skip(bytes, from: position, to: bytes.count)
        if !comment.isTerminated {
          diagnostics.append(.unterminatedComment(at: position))
          hasUnterminatedComment = true
        }
        if comment.holdsNewline, endOfLine < 0 { endOfLine = position }
        position = comment.end
      } else {
        break
      }
    }
    if endOfLine >= 0, before != .separator, !joins(before, sawDocumentation) {
      token = Token(kind: .separator, start: endOfLine, end: endOfLine)
      return
    }
    guard position < bytes.count else {
      token = Token(kind: .endOfFile, start: bytes.count, end: bytes.count)
      return
    }
    scan()
  }

  /// Returns whether the next line continues the statement. It does after a token that cannot end a statement, such as
  /// `->`. It also does if it begins with `/`, `,` or the `[` of a guard.
  ///
  /// - Parameters:
  ///   - before: the last token of the statement so far.
  ///   - sawDocumentation: whether `///` lines are between the two lines. If they are, the next line continues the
  ///     statement only after a token such as `->`.
  private func joins(_ before: Token.Kind, _ sawDocumentation: Bool) -> Bool {
    if before.joinsLines { return true }
    if sawDocumentation { return false }
    guard position < bytes.count else { return false }
    let byte = bytes[position]
    return byte == Ascii.leftBracket && !beginsSources(at: position) || byte == Ascii.slash || byte == Ascii.comma
  }

  /// Returns whether the brackets at `index` contain sources, as in other languages, and not a guard. They do if an
  /// arrow follows, as in `[a, b] -> c`, or if they are `[*]`. The parser reports such sources and says what to write.
  private func beginsSources(at index: Int) -> Bool {
    if SwiftKeyword.matches("[*]", bytes, index) { return true }
    // Sources are names, with commas and dots between. Such text is read once, however many brackets begin in it.
    func isInSources(_ byte: UInt8) -> Bool {
      Ascii.continuesIdentifier(byte) || Ascii.isBlank(byte) || byte == Ascii.comma || byte == Ascii.dot
    }
    var end = index + 1
    while end < bytes.count, isInSources(bytes[end]) { end += 1 }
    guard end < bytes.count, bytes[end] == Ascii.rightBracket else { return false }
    end += 1
    while end < bytes.count, Ascii.isBlank(bytes[end]) { end += 1 }
    return SwiftKeyword.matches("->", bytes, end)
  }

  /// Skips a `//` comment. Returns whether it is a `///` comment, which is then added to `documentation`.
  private mutating func skipLineComment() -> Bool {
    let start = position
    startOfLastComment = start
    while position < bytes.count, !Ascii.isNewline(bytes[position]) { position += 1 }
    // A fourth slash makes it an ordinary comment.
    let isDocumentation =
      start + 2 < position && bytes[start + 2] == Ascii.slash
      && !(start + 3 < position && bytes[start + 3] == Ascii.slash)
    if isDocumentation {
      let range = SourceRange(start, position)
      documentation = documentation.map { $0.union(range) } ?? range
    }
    return isDocumentation
  }

  // MARK: Tokens

  /// The characters →, ⇒, ⟶ and ➔ in UTF-8. The lexer reports them and reads them as `->`. All other characters outside
  /// ASCII may be in names.
  private static let drawnArrows: [[UInt8]] = [
    [0xE2, 0x86, 0x92], [0xE2, 0x87, 0x92], [0xE2, 0x9F, 0xB6], [0xE2, 0x9E, 0x94],
  ]

  /// The tokens that are meant by the full-width characters `，`, `／` and `：`. The key is the last of the three bytes of
  /// the character in UTF-8.
  private static let wideMarks: [UInt8: Token.Kind] = [0x8C: .comma, 0x8F: .slash, 0x9A: .colon]

  /// Reads the token at the current position: a name, a number or punctuation. Arrows and full-width marks outside
  /// ASCII, such as `→` and `：`, are reported. They are read as the ASCII marks that are meant.
  private mutating func scan() {
    let start = position
    let byte = bytes[start]
    if Ascii.beginsIdentifier(byte), byte != UInt8(ascii: "$") {
      position = Ascii.endOfIdentifier(bytes, from: start, to: bytes.count)
      token = Token(kind: .identifier, start: start, end: position)
      if byte == 0xE2, position == start + 3, Self.drawnArrows.contains([byte, bytes[start + 1], bytes[start + 2]]) {
        diagnostics.append(.wrongArrow(bytes, token.range))
        token.kind = .arrow
      } else if byte == 0xEF, position == start + 3, let kind = Self.wideMarks[bytes[start + 2]],
        bytes[start + 1] == 0xBC
      {
        diagnostics.append(.wideMark(bytes, token.range, kind.spelling))
        token.kind = kind
      }
      return
    }
    if Ascii.isDigit(byte) {
      while position < bytes.count, Ascii.continuesIdentifier(bytes[position]) || bytes[position] == Ascii.dot {
        position += 1
      }
      token = Token(kind: .number, start: start, end: position)
      return
    }
    let kind = punctuation(byte)
    token = Token(kind: kind, start: start, end: position)
  }

  /// The assignment operators of Swift's standard library besides `=`. If one operator begins with another, the longer
  /// one is first, because the lexer uses the first operator that matches.
  private static let compoundAssignments: [[UInt8]] = [
    "&<<=", "&>>=", "<<=", ">>=", "&+=", "&-=", "&*=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
  ].map { Array($0.utf8) }

  private var lengthOfCompoundAssignment: Int? {
    // Most punctuation is decided by its first byte, arrows and slashes by the second.
    switch bytes[position] {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"): break
    case UInt8(ascii: "%"), UInt8(ascii: "|"), UInt8(ascii: "^"), Ascii.plus, Ascii.minus, Ascii.asterisk, Ascii.slash:
      guard position + 1 < bytes.count, bytes[position + 1] == Ascii.equals else { return nil }
    default: return nil
    }
    return Self.compoundAssignments.first { bytes[position...].starts(with: $0) }?.count
  }

  /// Reads punctuation that begins with `byte`, and returns its kind. A wrong arrow such as `=>` is reported and read
  /// as `->`. Other characters are read as one token of the kind `unknown`.
  private mutating func punctuation(_ byte: UInt8) -> Token.Kind {
    let start = position
    if let length = lengthOfCompoundAssignment {
      position += length
      return .compoundAssignment
    }
    let next = position + 1 < bytes.count ? bytes[position + 1] : 0
    position += 1
    switch byte {
    case Ascii.minus:
      if next == Ascii.rightAngle {
        position += 1
        return .arrow
      }
      if next == Ascii.minus { return wrongArrow(from: start) }
    case Ascii.equals:
      if next == Ascii.rightAngle || next == Ascii.equals { return wrongArrow(from: start) }
      return .equals
    case Ascii.asterisk: return .asterisk
    case Ascii.slash: return .slash
    case Ascii.colon: return .colon
    case Ascii.comma: return .comma
    case Ascii.dot: return .dot
    case Ascii.semicolon: return .separator
    case Ascii.at: return .at
    case Ascii.leftAngle: return .lessThan
    case Ascii.leftParen: return .leftParen
    case Ascii.rightParen: return .rightParen
    case Ascii.leftBracket: return .leftBracket
    case Ascii.rightBracket: return .rightBracket
    case Ascii.leftBrace: return .leftBrace
    case Ascii.rightBrace: return .rightBrace
    case Ascii.backtick: return backticks(from: start)
    default:
      break
    }
    return unknown(from: start)
  }

  /// Reads `-->`, `=>` or `==>` as the arrow `->`, which was probably meant, and reports the wrong arrow.
  private mutating func wrongArrow(from start: Int) -> Token.Kind {
    var index = start
    while index < bytes.count, bytes[index] == Ascii.minus || bytes[index] == Ascii.equals { index += 1 }
    guard index < bytes.count, bytes[index] == Ascii.rightAngle else { return unknown(from: start) }
    position = index + 1
    diagnostics.append(.wrongArrow(bytes, SourceRange(start, position)))
    return .arrow
  }

  private mutating func backticks(from start: Int) -> Token.Kind {
    var index = position
    while index < bytes.count, bytes[index] != Ascii.backtick, !Ascii.isNewline(bytes[index]) { index += 1 }
    guard index < bytes.count, bytes[index] == Ascii.backtick, index > position else { return unknown(from: start) }
    position = index + 1
    return .identifier
  }

  /// Reads several characters as one token of the kind `unknown`, so that the parser reports them once. The token ends
  /// before a blank, a name, a number, a bracket or one of `: , . ; /`.
  private mutating func unknown(from start: Int) -> Token.Kind {
    while position < bytes.count {
      let byte = bytes[position]
      if Ascii.isBlank(byte) || Ascii.isNewline(byte) || Ascii.continuesIdentifier(byte) { break }
      if case .unknown = kindOfKnown(byte) { position += 1 } else { break }
    }
    return .unknown
  }

  private func kindOfKnown(_ byte: UInt8) -> Token.Kind {
    switch byte {
    case Ascii.colon, Ascii.comma, Ascii.dot, Ascii.semicolon, Ascii.leftParen, Ascii.rightParen, Ascii.leftBracket,
      Ascii.rightBracket, Ascii.leftBrace, Ascii.rightBrace, Ascii.slash:
      .separator
    default: .unknown
    }
  }

  // MARK: Peeking

  /// Returns the next token's first byte and the byte after it, without advancing. They show whether a keyword is used
  /// as a name, as `state` in `state -> open`. If the statement ends with the current line, returns a line feed and 0.
  /// At the end of the file, returns two zeros.
  ///
  /// - Parameter isInRow: whether a next line that begins with `->` or `:` continues the statement, as in a row.
  func peek(isInRow: Bool = false) -> (UInt8, UInt8) {
    var index = position
    var sawNewline = false
    while index < bytes.count {
      let byte = bytes[index]
      if Ascii.isBlank(byte) {
        index += 1
      } else if Ascii.isNewline(byte) {
        sawNewline = true
        index += 1
      } else if byte == Ascii.slash, index + 1 < bytes.count, bytes[index + 1] == Ascii.slash {
        if index + 2 < bytes.count, bytes[index + 2] == Ascii.slash { return (Ascii.lineFeed, 0) }
        while index < bytes.count, !Ascii.isNewline(bytes[index]) { index += 1 }
      } else if byte == Ascii.slash, index + 1 < bytes.count, bytes[index + 1] == Ascii.asterisk {
        let comment = BlockComment.skip(bytes, from: index, to: bytes.count)
        sawNewline = sawNewline || comment.holdsNewline
        index = comment.end
      } else {
        let second = index + 1 < bytes.count ? bytes[index + 1] : 0
        // Whether the token continues the statement if it is on another line.
        let goesOn =
          switch (byte, second) {
          case (Ascii.leftBracket, _): !sawNewline || !beginsSources(at: index)
          case (Ascii.slash, _), (Ascii.comma, _): true
          case (Ascii.colon, _), (Ascii.minus, Ascii.rightAngle): isInRow
          default: false
          }
        return sawNewline && !goesOn ? (Ascii.lineFeed, 0) : (byte, second)
      }
    }
    return (0, 0)
  }

  /// Whether the current token is the last of its statement.
  var isAtEndOfStatement: Bool {
    switch peek().0 {
    case 0, Ascii.lineFeed, Ascii.semicolon, Ascii.rightBrace: true
    default: false
    }
  }
}
