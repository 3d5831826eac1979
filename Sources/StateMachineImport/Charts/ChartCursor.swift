import StateMachineSyntax

/// A position in a line of text, from which words and signs are read. A function with `take` in its name reads
/// something at this position, and moves the position to after it.
struct ChartCursor {
  private(set) var rest: Substring

  init(_ text: some StringProtocol) { rest = Substring(text) }

  var isAtEnd: Bool { rest.isEmpty }
  var next: Character? { rest.first }

  mutating func skipBlanks() { rest = rest.drop(while: \.isWhitespace) }

  mutating func takeNext() -> Character? { rest.popFirst() }

  /// Reads a text, if it is at the cursor, and moves the cursor to after it. Returns whether the text is at the cursor.
  mutating func take(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  /// Reads a word and the blanks after it, and moves the cursor to after them. At `State open`, `takeWord("state")`
  /// returns true and moves to `open`. If another word is at the cursor, such as `states`, returns false and does not
  /// move.
  ///
  /// - Parameter word: the word in lower case.
  mutating func takeWord(_ word: String) -> Bool {
    guard let first = rest.utf8.first, let other = word.utf8.first, first | 0x20 == other else { return false }
    let start = rest.prefix(word.count)
    let after = rest[start.endIndex...]
    guard start.lowercased() == word, after.first.map({ !$0.isNamePart }) ?? true else { return false }
    rest = after
    skipBlanks()
    return true
  }

  /// Reads one of several words and the blanks after it, in upper or lower case. Returns whether one of the words is at
  /// the cursor; if not, the cursor does not move.
  mutating func takeWord(of words: [String]) -> Bool { words.contains { takeWord($0) } }

  /// Reads and returns characters as long as a condition is true for them.
  mutating func take(while isIncluded: (Character) -> Bool) -> String {
    let taken = rest.prefix(while: isIncluded)
    rest = rest[taken.endIndex...]
    return String(taken)
  }

  /// Reads up to the next occurrence of a text, and moves the cursor to after the text. At `a) b`, `take(through: ")")`
  /// returns `a` and moves to ` b`. If the text does not occur, returns nil and does not move the cursor.
  mutating func take(through text: String) -> String? {
    guard let range = rest.firstRange(of: text) else { return nil }
    let taken = rest[..<range.lowerBound]
    rest = rest[range.upperBound...]
    return String(taken)
  }

  /// Reads the characters between two texts. At `<<choice>> a`, `take(between: "<<", ">>")` returns `choice` and moves
  /// to ` a`. If `start` is not at the cursor, or `end` does not follow, returns nil and does not move the cursor.
  mutating func take(between start: String, _ end: String) -> String? {
    var copy = self
    guard copy.take(start), let text = copy.take(through: end) else { return nil }
    self = copy
    return text
  }

  /// Reads everything from the cursor to the end of the line. Returns it without the blanks at both ends.
  mutating func takeRest() -> String {
    defer { rest = "" }
    return rest.trimmedBlanks
  }
}

extension Character {
  /// Whether the character may be part of a name: a letter, a digit or an underscore.
  var isNamePart: Bool { self == "_" || isLetter || isNumber }
}

extension StringProtocol {
  /// The string without the blanks at both of its ends.
  var trimmedBlanks: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }

  /// Returns the string with each use of a word replaced by another text. For the word `go`, `go, ego` has one use.
  func replacing(word: String, with text: String) -> String {
    var result = ""
    var unread = self[...]
    while let range = unread.firstRange(of: word) {
      result += unread[..<range.lowerBound]
      unread = unread[range.upperBound...]
      let continues = { (one: Character?, next: Character?) in one?.isNamePart == true && next?.isNamePart == true }
      result += continues(result.last, word.first) || continues(word.last, unread.first) ? word : text
    }
    return result + unread
  }

  /// Returns the string without `sign` at its end, and then without blanks at both ends: `a` for `a ;` and the sign
  /// `;`. If the string does not end with `sign`, returns it unchanged.
  func trimming(_ sign: Character) -> String { last == sign ? dropLast().trimmedBlanks : String(self) }

  /// The string without the quotes around it. A string without quotes is unchanged.
  var trimmingQuotes: String {
    guard count > 1, let first, first == last, first == "\"" || first == "'" else { return String(self) }
    return String(dropFirst().dropLast())
  }

  /// The string for use in a comment: on one line, and without control characters.
  var oneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ").visible }

  /// Whether the string is a name, such as `a1`: it begins with a letter or `_`, and letters, digits or `_` follow.
  var isIdentifier: Bool { first.map { $0.isNamePart && !$0.isNumber } == true && allSatisfy(\.isNamePart) }

  /// Whether the string is a name, or names with dots between them: `a`, `a.b`.
  var isPath: Bool { split(separator: ".", omittingEmptySubsequences: false).allSatisfy(\.isIdentifier) }

  /// Returns the string without any occurrences of the given texts.
  func removing(_ texts: [String]) -> String {
    var result = String(self)
    for text in texts {
      while let range = result.firstRange(of: text) { result.removeSubrange(range) }
    }
    return result
  }

  /// Returns the range of the first occurrence of a text in the string; nil if the text does not occur.
  func firstRange(of text: String) -> Range<Index>? {
    guard let first = text.utf8.first else { return nil }
    var position = startIndex
    while let start = self[position...].utf8.firstIndex(of: first) {
      if let end = utf8.index(start, offsetBy: text.utf8.count, limitedBy: endIndex),
        self[start..<end].utf8.elementsEqual(text.utf8)
      {
        return start..<end
      }
      position = utf8.index(after: start)
    }
    return nil
  }

  /// Returns the parts of the string between separators. A separator inside brackets or quotes does not count: with
  /// commas as separators, `f(a, b),c` has the parts `f(a, b)` and `c`.
  func splitOutsideBrackets(_ isSeparator: (Character) -> Bool) -> [String] {
    var parts: [String] = []
    var part = ""
    var depth = 0
    var quote: Character?
    for character in self {
      if let open = quote {
        if character == open { quote = nil }
      } else {
        switch character {
        case "\"": quote = character
        // The apostrophe of "user's" is no quote.
        case "'": if part.last?.isNamePart != true { quote = character }
        case "(", "[", "{": depth += 1
        case ")", "]", "}": depth -= 1
        default: break
        }
        if depth <= 0, isSeparator(character) {
          parts.append(part)
          part = ""
          continue
        }
      }
      part.append(character)
    }
    return parts + [part]
  }
}
