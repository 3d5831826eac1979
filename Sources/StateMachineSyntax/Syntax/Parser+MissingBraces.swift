/// Reads bodies whose `{` is missing. The missing brace is reported as one mistake, and the statements are read.
extension Parser {
  /// Reads the body of a declaration whose `{` is missing, and reports the missing brace. Returns nil if no body
  /// follows.
  ///
  /// - Parameters:
  ///   - word: the first word of the declaration. The next lines are in the body if they are indented deeper than the
  ///     line of this word. The indentation does not count for a machine, whose body ends before the next machine.
  ///   - name: the name of a region, for the message; nil for other bodies.
  mutating func parseBodyWithoutBrace(of kind: BodyKind, after word: Token, name: String? = nil) -> [ItemSyntax]? {
    let what =
      switch kind {
      case .machine: "'{' and the machine's body"
      case .state: "'{' and the state's body"
      case .region: "'{' and the region's body"
      }
    if kind == .state {
      report(.unexpected(describe(token), token.range, expected: what))
    } else {
      reportUnexpected(expected: what, at: kind == .machine ? .machine : .region, after: name)
    }
    if beginsBodyOfState { return parseBody(of: kind) }
    guard token.kind == .separator else { return nil }
    if isBraceNext {
      lexer.advance()
    } else if !isBodyNext(of: kind, after: word) {
      return nil
    }
    return parseBody(of: kind)
  }

  /// Whether the token begins a statement that only the body of a state has, such as `entry / beep`.
  private var beginsBodyOfState: Bool {
    switch keyword() {
    case .entry, .exit, .do, .defer: true
    default: false
    }
  }

  /// Returns whether the body of a state begins after the current token, although its `{` is missing there. It does if
  /// the `{` is on the next line. It does before `entry` or the like on the state's line, unless a `{` precedes the
  /// state there. If the file has more `}` than `{`, it also does if deeper lines follow, and then a `}`.
  ///
  /// - Parameter word: the word with which the declaration of the state begins.
  mutating func lacksBrace(_ word: Token) -> Bool {
    // On the line of another body's `{`, the statement rather belongs to that body.
    if beginsBodyOfState {
      return !bytes[Lines.start(bytes, of: word.start)..<word.start].contains(Ascii.leftBrace)
    }
    // Several states may share a line. Only the last of them is checked, because each check reads the line.
    guard token.kind == .separator, Ascii.isNewline(bytes[token.start]) else { return false }
    if isBraceNext { return true }
    guard continuesDeeper(than: word) else { return false }
    let braces = missingBraces ?? MissingBraces(bytes)
    missingBraces = braces
    return braces.isMissing(inLineAt: Lines.start(bytes, of: word.start))
  }

  /// Whether a `{` follows the current token, the end of a line. The lexer's position is already after the blanks and
  /// comments before the `{`.
  var isBraceNext: Bool { lexer.position < bytes.count && bytes[lexer.position] == Ascii.leftBrace }

  private func isBodyNext(of kind: BodyKind, after word: Token) -> Bool {
    guard kind == .machine else { return continuesDeeper(than: word) }
    // Only machines and imports can be outside of machines.
    var next = lexer
    next.advance()
    switch next.token.kind {
    case .endOfFile, .at: return false
    case .identifier:
      let keyword = Keyword(bytes, next.token.start, next.token.end)
      return keyword != .machine && keyword != .import && keyword?.isModifier != true
    default: return true
    }
  }

  /// Returns whether the next line that is neither empty nor a comment is indented deeper than the line of `word`.
  func continuesDeeper(than word: Token) -> Bool {
    var next = token.start
    while next < bytes.count {
      if bytes[next] == Ascii.slash, next + 1 < bytes.count, bytes[next + 1] == Ascii.slash {
        while next < bytes.count, !Ascii.isNewline(bytes[next]) { next += 1 }
      } else if Ascii.isBlank(bytes[next]) || Ascii.isNewline(bytes[next]) {
        next += 1
      } else {
        break
      }
    }
    return next < bytes.count && Lines.indentation(bytes, at: next) > Lines.indentation(bytes, at: word.start)
  }
}

/// The lines in which a `{` is probably missing. The search needs a file with more `}` than `{`; otherwise, there are
/// no such lines. After such a line, deeper lines follow, and then a `}` that is indented like the line. An example is
/// `state open` above `entry / beep` and `}`. Lines that have their `{` are included, but callers do not ask for them.
struct MissingBraces {
  /// The offsets at which lines with a missing `{` begin.
  private var lines: Set<Int> = []

  /// Searches a file for such lines. A stack has the lines whose end is not yet known: each new line removes all lines
  /// that are indented at least as deep, and then is added.
  init(_ bytes: [UInt8]) {
    guard Self.hasMoreClosers(bytes) else { return }
    /// The lines after which only deeper lines have followed so far. Each is indented deeper than the one before it.
    var open: [(start: Int, indentation: Int)] = []
    var start = 0
    while start < bytes.count {
      var text = start
      while text < bytes.count, Ascii.isBlank(bytes[text]) { text += 1 }
      var end = text
      while end < bytes.count, !Ascii.isNewline(bytes[end]) { end += 1 }
      if end > text {
        while let last = open.last, last.indentation >= text - start {
          if last.indentation == text - start, bytes[text] == Ascii.rightBrace { lines.insert(last.start) }
          open.removeLast()
        }
        open.append((start, text - start))
      }
      start = end + 1
    }
  }

  func isMissing(inLineAt start: Int) -> Bool { lines.contains(start) }

  private static func hasMoreClosers(_ bytes: [UInt8]) -> Bool {
    var swift = SwiftLexer(bytes: bytes, from: 0, to: bytes.count)
    var surplus = 0
    var token = swift.next()
    while token.kind != .end {
      if token.isPunctuation(Ascii.rightBrace) { surplus += 1 }
      if token.isPunctuation(Ascii.leftBrace) { surplus -= 1 }
      token = swift.next()
    }
    return surplus > 0
  }
}
