import StateMachineSyntax

/// A position in a line, from which words and signs are read.
struct ChartCursor {
  private(set) var rest: Substring

  init(_ text: some StringProtocol) { rest = Substring(text) }

  var isAtEnd: Bool { rest.isEmpty }
  var next: Character? { rest.first }

  mutating func skipBlanks() { rest = rest.drop(while: \.isWhitespace) }

  mutating func takeNext() -> Character? { rest.popFirst() }

  /// Moves the cursor behind a text if the text begins at the cursor, and returns whether it does.
  mutating func take(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  /// Moves the cursor behind a word, in upper or lower case, and the blanks after it, and returns whether it was there.
  mutating func takeWord(_ word: String) -> Bool {
    guard let first = rest.utf8.first, let other = word.utf8.first, first | 0x20 == other else { return false }
    let start = rest.prefix(word.count)
    let behind = rest[start.endIndex...]
    guard start.lowercased() == word, behind.first.map({ !$0.isNamePart }) ?? true else { return false }
    rest = behind
    skipBlanks()
    return true
  }

  /// Moves the cursor behind the first of some words that begins at the cursor, and returns whether there is one.
  mutating func takeWord(of words: [String]) -> Bool { words.contains { takeWord($0) } }

  mutating func take(while isIncluded: (Character) -> Bool) -> String {
    let taken = rest.prefix(while: isIncluded)
    rest = rest[taken.endIndex...]
    return String(taken)
  }

  /// Moves the cursor behind a text, and returns the characters before the text; nil if the text does not occur.
  mutating func take(through text: String) -> String? {
    guard let range = rest.firstRange(of: text) else { return nil }
    let taken = rest[..<range.lowerBound]
    rest = rest[range.upperBound...]
    return String(taken)
  }

  /// Moves the cursor behind two texts, and returns the characters between them; nil if the texts are not there.
  mutating func take(between start: String, _ end: String) -> String? {
    var copy = self
    guard copy.take(start), let text = copy.take(through: end) else { return nil }
    self = copy
    return text
  }

  mutating func takeRest() -> String {
    defer { rest = "" }
    return rest.trimmedBlanks
  }
}

extension Character {
  /// Whether the character is a letter, a digit or an underscore, as names have them.
  var isNamePart: Bool { self == "_" || isLetter || isNumber }
}

extension StringProtocol {
  /// The string without blanks at its ends.
  var trimmedBlanks: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }

  /// Returns the string without a sign at its end, if it has the sign there, and without blanks.
  func trimming(_ sign: Character) -> String { last == sign ? dropLast().trimmedBlanks : String(self) }

  /// The string without the quotes around it, if there are any.
  var trimmingQuotes: String {
    guard count > 1, let first, first == last, first == "\"" || first == "'" else { return String(self) }
    return String(dropFirst().dropLast())
  }

  /// The string as text for a comment: on one line, without control characters.
  var oneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ").visible }

  /// Whether the string is a name such as `a1`.
  var isIdentifier: Bool { first.map { $0.isNamePart && !$0.isNumber } == true && allSatisfy(\.isNamePart) }

  /// Whether the string consists of names with dots between them.
  var isPath: Bool { split(separator: ".", omittingEmptySubsequences: false).allSatisfy(\.isIdentifier) }

  /// Returns the string with all occurrences of some texts removed.
  func removing(_ texts: [String]) -> String {
    var result = String(self)
    for text in texts {
      while let range = result.firstRange(of: text) { result.removeSubrange(range) }
    }
    return result
  }

  /// Returns the range of the first occurrence of a text.
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

  /// Returns the parts of the string between separators, without regard to separators in brackets and quotes.
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
