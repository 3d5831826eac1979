/// Splits a `.sm` file into tokens, one at a time. Embedded Swift is not its business: when the parser sees an opening
/// bracket, it lets the `SwiftScanner` read on from there and sets the lexer's position behind the closer.
struct Lexer {
  let bytes: [UInt8]
  /// The offset behind the current token.
  private(set) var position: Int
  /// Where the last `//` begins before the current token.
  private(set) var startOfLastComment = -1
  /// The current token: the only one that is held.
  private(set) var token = Token(kind: .separator, start: 0, end: 0)
  /// The offset behind the token before.
  private(set) var previousEnd = 0
  /// The `///` lines since the last token, if there are any: they belong to the next declaration or row.
  private(set) var documentation: SourceRange?
  var diagnostics = DiagnosticList()
  /// Is true where a comment has run to the end of the file: what is missing there is no further mistake.
  private(set) var hasUnterminatedComment = false
  /// Where what is consumed is written down, for the formatter.
  private(set) var recorder: SyntaxRecorder?
  /// How much of what the recorder holds has been consumed: a copy of the lexer that has looked ahead has its own count.
  private var recordCount = 0

  /// Begins behind a byte-order mark, if there is one.
  init(_ source: SourceFile) {
    bytes = source.bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    read()
  }

  /// Writes down what is consumed from now on.
  mutating func record(in recorder: SyntaxRecorder) { self.recorder = recorder }

  /// Goes on behind a piece of embedded Swift.
  ///
  /// - Parameters:
  ///   - swift: the piece, with its brackets if it has any: the current token is part of it, or stands before it.
  ///   - isBracketed: whether it begins with the bracket that it ends with.
  ///   - marks: where in it a `:` or `=` of the language stands, between two pieces of Swift.
  mutating func resume(at offset: Int, behind swift: SourceRange, isBracketed: Bool, marks: [Int] = []) {
    if recorder != nil {
      if token.end <= swift.lowerBound { record(.token(token.kind), token.range) }
      if isBracketed {
        record(.bracketedSwift, swift)
      } else {
        record(swift, around: marks)
      }
    }
    position = offset
    token = Token(kind: .rightParen, start: offset, end: offset)
    read()
  }

  /// Writes down a piece of Swift as the pieces around marks of the language, and these marks as tokens.
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

  /// Writes down the tokens of Swift between two places, without the blanks and comments around them.
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

  /// Takes back that the separator before the current token ends a statement: the statement goes on in the next line.
  mutating func forgetSeparator() { recordCount = max(0, recordCount - 1) }

  /// Notes that a part of a statement begins; with the current token, unless that is said otherwise.
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

  /// Goes on to the next token.
  mutating func advance() {
    if recorder != nil, token.kind != .endOfFile { record(.token(token.kind), token.range) }
    read()
  }

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

  /// Tells whether two lines are one statement: the first cannot end at the newline, or the second cannot begin so.
  private func joins(_ before: Token.Kind, _ sawDocumentation: Bool) -> Bool {
    if before.joinsLines { return true }
    if sawDocumentation { return false }
    guard position < bytes.count else { return false }
    let byte = bytes[position]
    return byte == Ascii.leftBracket && !beginsSources(at: position) || byte == Ascii.slash || byte == Ascii.comma
  }

  /// Tells whether an arrow follows the brackets that stand here, as behind no guard: `[*] -> a` begins a machine in
  /// other languages, and `[a, b] -> c` names several sources.
  private func beginsSources(at index: Int) -> Bool {
    if SwiftKeyword.matches("[*]", bytes, index) { return true }
    // Sources are names, with commas and dots between them: what stands there is passed once, however many brackets begin.
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

  /// Skips to the end of the line; true for a `///` comment, which is kept.
  private mutating func skipLineComment() -> Bool {
    let start = position
    startOfLastComment = start
    while position < bytes.count, !Ascii.isNewline(bytes[position]) { position += 1 }
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

  /// →, ⇒, ⟶ and ➔ in UTF-8: bytes beyond ASCII make names, and these make none.
  private static let drawnArrows: [[UInt8]] = [
    [0xE2, 0x86, 0x92], [0xE2, 0x87, 0x92], [0xE2, 0x9F, 0xB6], [0xE2, 0x9E, 0x94],
  ]

  /// `，`, `／` and `：`, as wide as letters of Chinese: by the last of their bytes.
  private static let wideMarks: [UInt8: Token.Kind] = [0x8C: .comma, 0x8F: .slash, 0x9A: .colon]

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

  /// The operators of Swift's standard library that assign, besides `=`: those of which one begins another come last.
  private static let compoundAssignments: [[UInt8]] = [
    "&<<=", "&>>=", "<<=", ">>=", "&+=", "&-=", "&*=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
  ].map { Array($0.utf8) }

  private var lengthOfCompoundAssignment: Int? {
    // Most punctuation is told by its first byte, and arrows and slashes by the next.
    switch bytes[position] {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"): break
    case UInt8(ascii: "%"), UInt8(ascii: "|"), UInt8(ascii: "^"), Ascii.plus, Ascii.minus, Ascii.asterisk, Ascii.slash:
      guard position + 1 < bytes.count, bytes[position + 1] == Ascii.equals else { return nil }
    default: return nil
    }
    return Self.compoundAssignments.first { bytes[position...].starts(with: $0) }?.count
  }

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

  /// `-->`, `=>` and `==>`: reported, and read as the arrow that is meant.
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

  /// Reports a run of characters that begin no token: one mistake, however many.
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

  /// The first byte of the next token and the one behind it, without reading the token: enough to tell a keyword from a
  /// name. A newline counts where it ends the statement.
  ///
  /// - Parameter isInRow: whether the `->` or the `:` of a row may begin the next line.
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

  /// Is true where nothing else stands in the statement behind the current token.
  var isAtEndOfStatement: Bool {
    switch peek().0 {
    case 0, Ascii.lineFeed, Ascii.semicolon, Ascii.rightBrace: true
    default: false
    }
  }
}
