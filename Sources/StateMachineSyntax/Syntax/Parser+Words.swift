/// Reads keywords, names and attributes.
extension Parser {
  /// Returns the keyword that the current token is. Nil if the token is no keyword, and for a word in back-ticks, which
  /// is a name.
  func keyword() -> Keyword? {
    guard token.kind == .identifier, bytes[token.start] != Ascii.backtick else { return nil }
    return Keyword(bytes, token.start, token.end)
  }

  func isWord(_ word: StaticString) -> Bool { isWord(token, word) }

  func isWord(_ token: Token, _ word: StaticString) -> Bool {
    token.kind == .identifier && token.end - token.start == word.utf8CodeUnitCount
      && SwiftKeyword.matches(word, bytes, token.start)
  }

  /// Returns whether the keyword at the start of a statement is used as a keyword. Before `->`, `:`, `,`, `.`, `(` or
  /// `can reach`, it is the name of a state: `entry -> open : push`.
  func isKeywordHere(_ keyword: Keyword) -> Bool {
    let (first, second) = lexer.peek(isInRow: true)
    switch first {
    case Ascii.minus: return second != Ascii.rightAngle && second != Ascii.minus
    case Ascii.equals: return second != Ascii.rightAngle
    case Ascii.colon, Ascii.comma, Ascii.dot, Ascii.leftParen: return false
    case UInt8(ascii: "c"): return !isBeforeCanReach
    default: return true
    }
  }

  /// Whether `can reach` follows the token, so that the token is the name of a state: `do` in `do can reach done`.
  private var isBeforeCanReach: Bool {
    var next = lexer
    next.advance()
    guard isWord(next.token, "can") else { return false }
    next.advance()
    return isWord(next.token, "reach")
  }

  /// Reads a name. If the token is no name, or has a character that looks like a blank, reports this and returns nil.
  ///
  /// - Parameter what: what the name is for, in the message.
  mutating func parseName(_ what: String, at place: Habit.Place = .name) -> NameSyntax? {
    guard token.kind == .identifier else {
      reportUnexpected(expected: what, at: place)
      return nil
    }
    if hasOtherCharacters, let (range, name) = foreignBlank(in: token) {
      report(.foreignBlank(range, name))
      return nil
    }
    let name = nameOfToken()
    lexer.advance()
    return name
  }

  /// Reads the name in a declaration. If the token is no name, or repeats the keyword as in `state state a`, reports
  /// the token, sets `isNameMissing`, and returns nil.
  ///
  /// - Parameter what: what the name is for, in the message.
  mutating func parseDeclaredName(_ what: String) -> NameSyntax? {
    let word = token
    let name = parseName(what, at: .declaration)
    if name == nil { isNameMissing = true }
    // `state state a`: the word before the name again.
    let isFollowed = ["in", "where", "async", "stream", "unhandled", "throws", "was"].contains(text(of: token.range))
    if let name, token.kind == .identifier, !isFollowed, isDoubled(word), Keyword(bytes, word.start, word.end) != nil {
      let written = describe(word)
      report(.unexpected(written, name.range, expected: what, remedy: "leave out one of two \(written)"))
      isNameMissing = true
      return nil
    }
    return name
  }

  /// Returns whether a word repeats the word before it, as in `state state a`.
  private func isDoubled(_ word: Token) -> Bool {
    let end = bytes[..<word.start].lastIndex { !Ascii.isBlank($0) }.map { $0 + 1 } ?? 0
    let start = end - (word.end - word.start)
    return start >= 0 && bytes[start..<end] == bytes[word.start..<word.end]
      && (start == 0 || !Ascii.continuesIdentifier(bytes[start - 1]))
  }

  /// Notes that a declared name equals one of `keywords`. In rows, the name is then read as this keyword. Names in
  /// back-ticks are not noted.
  mutating func noteMisread(_ name: NameSyntax, as keywords: Set<Keyword>) {
    guard let word = Keyword(bytes, name.range.lowerBound, name.range.upperBound), keywords.contains(word) else {
      return
    }
    misreadNames.insert(word)
  }

  /// Returns the first character in a name that looks like a blank or is invisible: its range, and its code point as
  /// `name`. An example is `U+00A0`. Nil if the name has no such character, or is in back-ticks.
  private func foreignBlank(in token: Token) -> (range: SourceRange, name: String)? {
    guard bytes[token.start] != Ascii.backtick else { return nil }
    var index = token.start
    for scalar in String(decoding: bytes[token.start..<token.end], as: UTF8.self).unicodeScalars {
      let length = UTF8.width(scalar)
      switch scalar.value {
      case 0xA0, 0x1680, 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x206F, 0x3000, 0xFEFF:
        return (SourceRange(index, index + length), scalar.codePoint)
      default: index += length
      }
    }
    return nil
  }

  /// Reads the path of a type: `Outer.Inner<Int>`. Returns nil after a mistake, which has been reported.
  mutating func parseTypePath(_ what: String) -> TypePathSyntax? {
    guard let first = parseName(what) else { return nil }
    var path = TypePathSyntax(names: NonEmpty(first), range: first.range)
    while token.kind == .lessThan || token.kind == .dot {
      if token.kind == .lessThan {
        guard let angles = scanSwift(.angle) else { return nil }
        path.range = SourceRange(path.range.lowerBound, angles.end)
        path.argumentCount = angles.items.count
      } else {
        lexer.advance()
        guard let next = parseName(what) else { return nil }
        path.names.append(next)
        path.range = path.range.union(next.range)
        if path.names.count > Self.maximumNesting {
          report(.tooDeep(next.range, limit: Self.maximumNesting))
          return nil
        }
      }
    }
    return path
  }

  mutating func nameOfToken() -> NameSyntax {
    let isQuoted = bytes[token.start] == Ascii.backtick
    let id = scanner.names.intern(
      isQuoted ? token.start + 1 : token.start, isQuoted ? token.end - 1 : token.end)
    return NameSyntax(id: id, range: token.range)
  }

  func describe(_ token: Token) -> String {
    switch token.kind {
    case .identifier, .number, .compoundAssignment, .unknown:
      "'" + String(decoding: bytes[token.start..<min(token.end, token.start + 60)], as: UTF8.self) + "'"
    default: token.kind.spelling
    }
  }

  /// Reads the attributes at the current token, such as `@MainActor`, and the line endings after them. Empty if there
  /// are none. Returns nil after a mistake, which has been reported.
  mutating func parseAttributes() -> [AttributeSyntax]? {
    var attributes: [AttributeSyntax] = []
    while token.kind == .at {
      let start = token.start
      lexer.advance()
      guard let name = parseName("the attribute's name") else { return nil }
      var end = name.range.upperBound
      if ["startuml", "enduml", "startmermaid"].contains(scanner.names.text(name.id)) {
        let range = SourceRange(start, end)
        report(.unexpected("'\(text(of: range))'", range, expected: "a statement", remedy: "leave it out"))
        return nil
      }
      if token.kind == .leftParen, token.start == end {
        guard scanSwift(.paren) != nil else { return nil }
        end = lexer.previousEnd
      }
      attributes.append(AttributeSyntax(name: name, range: SourceRange(start, end)))
      while token.kind == .separator { lexer.advance() }
    }
    return attributes
  }
}
