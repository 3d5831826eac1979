/// A token of Swift.
package struct SwiftToken {
  package enum Kind: UInt8 {
    /// A name with its back-ticks, a keyword, or `$0`.
    case identifier
    case number
    /// A regex literal, a string literal, or the part of a string literal before, between or after its interpolations.
    case literal
    /// A run of operator characters, such as `=`, `->`, `?`, `&` or `<`, that is not postfix.
    case infixOrPrefix
    /// A run of operator characters directly after an operand, as in `x!` and `0...`.
    case postfix
    /// One of `( ) [ ] { } , : ; . @`, a directive such as `#if`, or a character that Swift does not have.
    case punctuation
    case end
  }

  package var kind: Kind
  /// The first byte of the token. It tells which punctuation the token is.
  package var byte: UInt8
  /// Whether a line ended between the previous token and this one.
  package var followsNewline: Bool
  package var start: Int
  package var end: Int

  package init(kind: Kind, byte: UInt8, followsNewline: Bool, start: Int, end: Int) {
    self.kind = kind
    self.byte = byte
    self.followsNewline = followsNewline
    self.start = start
    self.end = end
  }

  package func isPunctuation(_ byte: UInt8) -> Bool { kind == .punctuation && self.byte == byte }
}

/// A lexer of Swift that recognizes what is needed to find the end of embedded Swift: brackets, strings with
/// interpolations, comments and regex literals. It accepts text that Swift rejects.
///
/// The strings whose interpolations are open are stored in an array, so that nested ones need no recursion.
package struct SwiftLexer {
  /// A string literal whose interpolation is being read.
  private struct OpenString {
    var start: Int
    var hashes: Int
    var isMultiline: Bool
    /// The number of parentheses that are open in the interpolation.
    var depth = 0
  }

  let bytes: [UInt8]
  let limit: Int
  private(set) var position: Int
  private var strings: [OpenString] = []
  /// Whether an operand may be next, so that a `/` begins a regex literal and is not a division.
  private var expectsOperand = true
  /// The string literals and comments that do not end, for the caller to report, with the offset of each.
  /// `isInterpolation` is true if the string does not end because its interpolation `\(…)` is not closed.
  private(set) var unterminated: [(start: Int, isComment: Bool, isInterpolation: Bool)] = []
  /// The first backslash in a string literal that begins no escape of Swift: its offset, and the offset after the next
  /// character. Nil if every backslash begins an escape.
  private(set) var wrongEscape: (start: Int, end: Int)?
  /// The first control character in a string literal, which Swift accepts only as an escape: its offset, and the number
  /// of `#` at the string's quotes. Nil if no string literal has a control character.
  private(set) var controlCharacter: (index: Int, hashes: Int)?
  /// The last search for the end of a regex literal `#/…/#` that found none. `hashes` is the number of `#`, and `end`
  /// the offset up to which it searched. A literal that begins before `end` and has at least as many `#` has no end
  /// either. So a line with many `#/` is searched only once.
  private var regexFailure = (hashes: Int.max, end: 0)

  package init(bytes: [UInt8], from start: Int, to limit: Int) {
    self.bytes = bytes
    self.position = start
    self.limit = min(limit, bytes.count)
  }

  /// Whether the next token is in a string's interpolation. No bracket there ends the embedded Swift.
  package var isInInterpolation: Bool { !strings.isEmpty }

  package mutating func next() -> SwiftToken {
    let followsNewline = skipTrivia()
    let start = position
    guard start < limit else {
      if let outermost = strings.first { unterminated.append((outermost.start, false, true)) }
      strings.removeAll()
      return SwiftToken(kind: .end, byte: 0, followsNewline: followsNewline, start: start, end: start)
    }
    let byte = bytes[start]
    let kind = scan(byte)
    return SwiftToken(kind: kind, byte: byte, followsNewline: followsNewline, start: start, end: position)
  }

  // MARK: Tokens

  /// Reads the token that begins with `byte`, and returns its kind. Sets `expectsOperand`, which decides whether a `/`
  /// after the token begins a regex literal or is an operator.
  private mutating func scan(_ byte: UInt8) -> SwiftToken.Kind {
    if Ascii.beginsIdentifier(byte) {
      let start = position
      position = Ascii.endOfIdentifier(bytes, from: start, to: limit)
      expectsOperand = SwiftKeyword.comesBeforeOperand(bytes, start, position)
      return .identifier
    }
    if Ascii.isDigit(byte) {
      scanNumber()
      expectsOperand = false
      return .number
    }
    switch byte {
    case Ascii.backtick:
      return scanBackticks()
    case Ascii.quote:
      beginString(hashes: 0)
      return .literal
    case UInt8(ascii: "'"):
      return scanSingleQuotes()
    case Ascii.hash:
      return scanHash()
    case Ascii.leftParen:
      if !strings.isEmpty { strings[strings.count - 1].depth += 1 }
      position += 1
      expectsOperand = true
      return .punctuation
    case Ascii.rightParen:
      position += 1
      expectsOperand = false
      if let string = strings.last {
        if string.depth == 0 {
          scanText(string)
          return .literal
        }
        strings[strings.count - 1].depth -= 1
      }
      return .punctuation
    case Ascii.rightBracket, Ascii.rightBrace:
      position += 1
      expectsOperand = false
      return .punctuation
    case Ascii.dot:
      if position + 1 < limit, bytes[position + 1] == Ascii.dot { return scanOperator() }
      position += 1
      expectsOperand = false
      return .punctuation
    case Ascii.slash:
      if expectsOperand, scanBareRegex() {
        expectsOperand = false
        return .literal
      }
      return scanOperator()
    default:
      if Ascii.isOperator(byte) { return scanOperator() }
      position += 1
      expectsOperand = true
      return .punctuation
    }
  }

  private mutating func scanNumber() {
    while position < limit {
      let byte = bytes[position]
      if Ascii.continuesIdentifier(byte) {
        position += 1
      } else if byte == Ascii.dot, position + 1 < limit, Ascii.isDigit(bytes[position + 1]) {
        position += 1
      } else {
        return
      }
    }
  }

  private mutating func scanBackticks() -> SwiftToken.Kind {
    var index = position + 1
    while index < limit, bytes[index] != Ascii.backtick, !Ascii.isNewline(bytes[index]) { index += 1 }
    expectsOperand = false
    if index < limit, bytes[index] == Ascii.backtick {
      position = index + 1
      return .identifier
    }
    position += 1
    return .punctuation
  }

  /// Reads `'…'` as one token, because other languages write strings in single quotes. If the contents were read as
  /// Swift, they would cause further mistakes. A quote that is not closed on its line is a token by itself.
  private mutating func scanSingleQuotes() -> SwiftToken.Kind {
    var index = position + 1
    while index < limit, bytes[index] != UInt8(ascii: "'"), !Ascii.isNewline(bytes[index]) { index += 1 }
    expectsOperand = false
    position = index < limit && bytes[index] == UInt8(ascii: "'") ? index + 1 : position + 1
    return .literal
  }

  /// Reads a token that begins with `#`: `#"…"#`, `#/…/#`, or a directive with its word, `#if`.
  private mutating func scanHash() -> SwiftToken.Kind {
    var index = position
    while index < limit, bytes[index] == Ascii.hash { index += 1 }
    let hashes = index - position
    if index < limit, bytes[index] == Ascii.quote {
      beginString(hashes: hashes)
      return .literal
    }
    if index < limit, bytes[index] == Ascii.slash, let end = endOfExtendedRegex(from: index + 1, hashes: hashes) {
      position = end
      expectsOperand = false
      return .literal
    }
    // A directive includes its word: `#file`, `#available`.
    while index < limit, Ascii.continuesIdentifier(bytes[index]) { index += 1 }
    position = index
    expectsOperand = false
    return .punctuation
  }

  /// Reads an operator up to a comment or a byte that no operator has. As in Swift, an operator can contain dots only
  /// if it begins with a dot.
  private mutating func scanOperator() -> SwiftToken.Kind {
    let start = position
    let allowsDots = bytes[start] == Ascii.dot
    while position < limit {
      let byte = bytes[position]
      if byte == Ascii.slash, position > start, position + 1 < limit,
        bytes[position + 1] == Ascii.slash || bytes[position + 1] == Ascii.asterisk
      {
        break
      }
      guard Ascii.isOperator(byte) || allowsDots && byte == Ascii.dot else { break }
      position += 1
    }
    // Postfix: directly after an operand, and not directly before one.
    let isPostfix =
      !expectsOperand && start > 0 && !isSeparator(bytes[start - 1])
      && (position >= limit || endsOperand(bytes[position]))
    expectsOperand = !isPostfix
    return isPostfix ? .postfix : .infixOrPrefix
  }

  private func isSeparator(_ byte: UInt8) -> Bool { Ascii.isBlank(byte) || Ascii.isNewline(byte) }

  private func endsOperand(_ byte: UInt8) -> Bool {
    switch byte {
    case Ascii.rightParen, Ascii.rightBracket, Ascii.rightBrace, Ascii.comma, Ascii.colon, Ascii.semicolon, Ascii.dot,
      Ascii.leftParen, Ascii.leftBracket:
      true
    default: isSeparator(byte)
    }
  }

  // MARK: Strings

  private mutating func beginString(hashes: Int) {
    let start = position
    position += hashes + 1
    var isMultiline = false
    if position + 1 < limit, bytes[position] == Ascii.quote, bytes[position + 1] == Ascii.quote {
      isMultiline = true
      position += 2
    }
    let string = OpenString(start: start, hashes: hashes, isMultiline: isMultiline)
    strings.append(string)
    scanText(string)
  }

  /// Reads the text of the innermost open string, up to its closing quote or the `\(` of its next interpolation. Adds a
  /// string that does not end to `unterminated`.
  private mutating func scanText(_ string: OpenString) {
    expectsOperand = false
    while position < limit {
      let byte = bytes[position]
      if byte == Ascii.backslash, followed(by: string.hashes, at: position + 1) {
        let escaped = position + 1 + string.hashes
        if escaped < limit, bytes[escaped] == Ascii.leftParen {
          position = escaped + 1
          strings[strings.count - 1].depth = 0
          expectsOperand = true
          return
        }
        if wrongEscape == nil, !isEscape(at: escaped, string) { wrongEscape = (position, endOfCharacter(escaped)) }
        if escaped < limit, Ascii.isNewline(bytes[escaped]), !string.isMultiline {
          position = escaped
        } else {
          position = min(limit, escaped + 1)
        }
      } else if byte == Ascii.quote, let end = endOfString(string, at: position) {
        position = end
        strings.removeLast()
        return
      } else if Ascii.isNewline(byte), !string.isMultiline {
        break
      } else {
        if byte < 0x20 || byte == 0x7F { noteControlCharacter(byte, string) }
        position += 1
      }
    }
    strings.removeLast()
    var open = (start: string.start, isComment: false, isInterpolation: false)
    // Enclosing strings of one line end with the line, too.
    while let outer = strings.last, !outer.isMultiline, !string.isMultiline {
      open = (outer.start, false, true)
      strings.removeLast()
    }
    unterminated.append(open)
  }

  private mutating func noteControlCharacter(_ byte: UInt8, _ string: OpenString) {
    if string.isMultiline, byte == Ascii.tab || Ascii.isNewline(byte) { return }
    if controlCharacter == nil { controlCharacter = (position, string.hashes) }
  }

  /// Returns whether the character at `index`, after a backslash, makes an escape of Swift. A line ending and the end
  /// of the text count as escapes. A string that ends there is reported as not closed.
  private func isEscape(at index: Int, _ string: OpenString) -> Bool {
    guard index < limit, !Ascii.isNewline(bytes[index]) else { return true }
    switch bytes[index] {
    case UInt8(ascii: "0"), UInt8(ascii: "t"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "'"), Ascii.quote,
      Ascii.backslash:
      return true
    case UInt8(ascii: "u"): return index + 1 < limit && bytes[index + 1] == Ascii.leftBrace
    // Blanks after a backslash at the end of a line, in a string of several lines.
    default: return string.isMultiline && Ascii.isBlank(bytes[index])
    }
  }

  private func endOfCharacter(_ start: Int) -> Int {
    var end = min(start + 1, limit)
    while end < limit, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  private func endOfString(_ string: OpenString, at quote: Int) -> Int? {
    var index = quote + 1
    if string.isMultiline {
      guard index + 1 < limit, bytes[index] == Ascii.quote, bytes[index + 1] == Ascii.quote else { return nil }
      index += 2
    }
    return followed(by: string.hashes, at: index) ? index + string.hashes : nil
  }

  private func followed(by hashes: Int, at start: Int) -> Bool {
    var index = start
    while index < start + hashes {
      guard index < limit, bytes[index] == Ascii.hash else { return false }
      index += 1
    }
    return true
  }

  // MARK: Regex literals

  /// Reads a regex literal `/…/` if one begins here, and returns whether it does. It ends on its line, and has no blank
  /// at its ends (SE-0354).
  private mutating func scanBareRegex() -> Bool {
    var index = position + 1
    guard index < limit, !Ascii.isBlank(bytes[index]), bytes[index] != Ascii.slash, bytes[index] != Ascii.asterisk
    else { return false }
    while index < limit, !Ascii.isNewline(bytes[index]) {
      if bytes[index] == Ascii.backslash, index + 1 < limit, !Ascii.isNewline(bytes[index + 1]) {
        index += 2
        continue
      }
      if bytes[index] == Ascii.slash {
        guard !Ascii.isBlank(bytes[index - 1]) else { return false }
        position = index + 1
        return true
      }
      index += 1
    }
    return false
  }

  private mutating func endOfExtendedRegex(from start: Int, hashes: Int) -> Int? {
    if hashes >= regexFailure.hashes, start < regexFailure.end { return nil }
    let isMultiline = start < limit && Ascii.isNewline(bytes[start])
    var index = start
    while index < limit {
      if bytes[index] == Ascii.backslash, index + 1 < limit, !Ascii.isNewline(bytes[index + 1]) {
        index += 2
        continue
      }
      if bytes[index] == Ascii.slash, followed(by: hashes, at: index + 1) { return index + 1 + hashes }
      if Ascii.isNewline(bytes[index]), !isMultiline { break }
      index += 1
    }
    regexFailure = (hashes, index)
    return nil
  }

  // MARK: Blanks and comments

  /// Skips blanks, line endings and comments. Returns whether a line ended among them.
  private mutating func skipTrivia() -> Bool {
    var sawNewline = false
    while position < limit {
      let byte = bytes[position]
      if Ascii.isNewline(byte) {
        sawNewline = true
        position += 1
      } else if Ascii.isBlank(byte) || byte == 0 {
        position += 1
      } else if byte == Ascii.slash, position + 1 < limit, bytes[position + 1] == Ascii.slash {
        while position < limit, !Ascii.isNewline(bytes[position]) { position += 1 }
      } else if byte == Ascii.slash, position + 1 < limit, bytes[position + 1] == Ascii.asterisk {
        let comment = BlockComment.skip(bytes, from: position, to: limit)
        if !comment.isTerminated { unterminated.append((position, true, false)) }
        sawNewline = sawNewline || comment.holdsNewline
        position = comment.end
      } else {
        break
      }
    }
    return sawNewline
  }
}

/// Skips comments `/* … */`, which may be nested, in Swift and in `.sm` files.
package enum BlockComment {
  /// Returns the offset after the comment that begins at `start`, whether the comment is closed, and whether it
  /// contains a line ending.
  package static func skip(
    _ bytes: [UInt8], from start: Int, to limit: Int
  ) -> (end: Int, isTerminated: Bool, holdsNewline: Bool) {
    var index = start + 2
    var depth = 1
    var holdsNewline = false
    while index < limit {
      if bytes[index] == Ascii.asterisk, index + 1 < limit, bytes[index + 1] == Ascii.slash {
        depth -= 1
        index += 2
        if depth == 0 { return (index, true, holdsNewline) }
      } else if bytes[index] == Ascii.slash, index + 1 < limit, bytes[index + 1] == Ascii.asterisk {
        depth += 1
        index += 2
      } else {
        if Ascii.isNewline(bytes[index]) { holdsNewline = true }
        index += 1
      }
    }
    return (limit, false, holdsNewline)
  }
}
