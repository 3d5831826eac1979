/// Recognizes lines that begin a statement of the `.sm` language. If a bracket is not closed, the search for its
/// closing bracket stops at such a line. The line must be indented no deeper than the bracket's line.
package enum StatementStart {
  /// Returns whether the text at `start` is certainly a statement of the `.sm` language, and cannot be Swift. Examples
  /// are `state open` and `open -> closed`.
  ///
  /// - Parameters:
  ///   - limit: the offset at which the text ends.
  ///   - inBraces: whether the text is in braces, where `guard`, `let` and `var` begin statements of Swift.
  package static func isCertain(_ bytes: [UInt8], at start: Int, limit: Int, inBraces: Bool) -> Bool {
    guard start < limit else { return false }
    if let keyword = keyword(bytes, at: start, limit: limit) {
      switch keyword.word {
      case .final:
        // Swift has final classes.
        return isFollowedByName(bytes, keyword.end, limit)
          && (!inBraces || isFollowed(bytes, keyword.end, limit, by: "state"))
      case .initial, .state, .event, .output, .choice, .region, .group, .effect, .unhandled, .wrapper, .interface,
        .action, .machine, .never, .invariant, .within:
        return isFollowedByName(bytes, keyword.end, limit)
      case .swift:
        return isFollowed(bytes, keyword.end, limit, by: Ascii.leftBrace)
      case .entry, .exit:
        return isFollowed(bytes, keyword.end, limit, by: Ascii.slash)
      case .guard, .let, .var, .typealias:
        return !inBraces && isFollowedByName(bytes, keyword.end, limit)
      default: break
      }
    }
    return isRow(bytes, at: start, limit: limit, inBraces: inBraces, upTo: Ascii.minus)
  }

  /// Returns whether the text at `start` begins a row with an arrow, such as `a, b -> c`. Text with two adjacent words
  /// before the arrow, such as `static func f() -> Int`, is no row.
  static func isRow(_ bytes: [UInt8], at start: Int, limit: Int) -> Bool {
    start < limit && isRow(bytes, at: start, limit: limit, inBraces: true, upTo: Ascii.minus)
  }

  /// Returns whether the text at `start` begins a row without an arrow, such as `a, b : event`. Swift such as
  /// `count: 1` looks like such a row, so the caller must know that the text is no Swift.
  static func isRowThatStays(_ bytes: [UInt8], at start: Int, limit: Int) -> Bool {
    start < limit && isRow(bytes, at: start, limit: limit, inBraces: true, upTo: Ascii.colon)
  }

  /// Returns whether a line that begins with `byte` may be a statement or the `}` of a body. After an unclosed bracket,
  /// the lexer continues before such a line.
  static func isPossible(_ byte: UInt8) -> Bool {
    Ascii.beginsIdentifier(byte) || byte == Ascii.asterisk || byte == Ascii.at || byte == Ascii.rightBrace
      || byte == Ascii.backtick
  }

  private static func keyword(_ bytes: [UInt8], at start: Int, limit: Int) -> (word: Keyword, end: Int)? {
    var end = start
    while end < limit, Ascii.continuesIdentifier(bytes[end]) { end += 1 }
    guard let word = Keyword(bytes, start, end) else { return nil }
    return (word, end)
  }

  private static func isFollowedByName(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> Bool {
    var index = start
    while index < limit, Ascii.isBlank(bytes[index]) { index += 1 }
    // At least one blank has been skipped, and a name begins after the blanks.
    return index > start && index < limit && (Ascii.beginsIdentifier(bytes[index]) || bytes[index] == Ascii.backtick)
  }

  private static func isFollowed(_ bytes: [UInt8], _ start: Int, _ limit: Int, by byte: UInt8) -> Bool {
    var index = start
    while index < limit, Ascii.isBlank(bytes[index]) { index += 1 }
    return index < limit && bytes[index] == byte
  }

  private static func isFollowed(_ bytes: [UInt8], _ start: Int, _ limit: Int, by word: String) -> Bool {
    var index = start
    while index < limit, Ascii.isBlank(bytes[index]) { index += 1 }
    guard index < limit else { return false }
    return bytes[index..<Ascii.endOfIdentifier(bytes, from: index, to: limit)].elementsEqual(word.utf8)
  }

  /// Returns whether the text at `start` begins like a row: `a, b(…)` or `*`, and then an arrow or a colon. The names
  /// may be paths with dots.
  ///
  /// - Parameters:
  ///   - limit: the offset at which the text ends.
  ///   - inBraces: whether the text may be Swift. If it may, two adjacent names before the arrow, as in
  ///     `static func f() -> Int`, show that the text is no row. Text that begins with `*` is an exception, because of
  ///     `* except open`.
  ///   - mark: `-` to search for an arrow, `:` to search for a colon.
  private static func isRow(
    _ bytes: [UInt8], at start: Int, limit: Int, inBraces: Bool, upTo mark: UInt8
  ) -> Bool {
    guard Ascii.beginsIdentifier(bytes[start]) || bytes[start] == Ascii.backtick || bytes[start] == Ascii.asterisk
    else { return false }
    var index = start
    var depth = 0
    /// Whether a name and a blank are directly before `index`. If a name begins at `index`, it is then the second of
    /// two adjacent names, as `func` in `static func`.
    var isSecondWord = false
    while index + 1 < limit, !Ascii.isNewline(bytes[index]) {
      let byte = bytes[index]
      // The `>` of an arrow follows its `-`; a colon is complete.
      if depth == 0, byte == mark, mark == Ascii.colon || bytes[index + 1] == Ascii.rightAngle { return true }
      if byte == Ascii.leftParen {
        depth += 1
      } else if byte == Ascii.rightParen {
        depth -= 1
        if depth < 0 { return false }
      } else if depth == 0 {
        guard
          Ascii.continuesIdentifier(byte) || Ascii.isBlank(byte) || byte == Ascii.comma || byte == Ascii.dot
            || byte == Ascii.backtick || byte == Ascii.asterisk
        else { return false }
        if inBraces, Ascii.continuesIdentifier(byte), isSecondWord {
          guard bytes[start] == Ascii.asterisk else { return false }
        }
        if Ascii.isBlank(byte), index > start, Ascii.continuesIdentifier(bytes[index - 1]) {
          isSecondWord = true
        } else if !Ascii.isBlank(byte) {
          isSecondWord = false
        }
      }
      index += 1
    }
    return false
  }
}
