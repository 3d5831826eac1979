import StateMachineSyntax

/// Functions that make names of the texts in a chart (a statechart in Mermaid, PlantUML or SCXML).
enum ChartWords {
  /// Returns the words of a text. A word is a sequence of letters and digits. An apostrophe within a word is left out:
  /// `dont` for `don't`.
  static func words(_ text: some StringProtocol) -> [String] {
    var words = [""]
    for (index, character) in zip(text.indices, text) {
      if isWordPart(character) {
        words[words.count - 1].append(character)
      } else if words[words.count - 1] != "",
        !"'’".contains(character) || text[index...].dropFirst().first.map(isWordPart) != true
      {
        words.append("")
      }
    }
    return words.last == "" ? words.dropLast() : words
  }

  /// Returns whether a character belongs to a word. It must be a letter or a digit that may be part of a name in Swift.
  private static func isWordPart(_ character: Character) -> Bool {
    guard character.isLetter || character.isNumber else { return false }
    return character.isASCII || SwiftName.isPlain("a\(character)".utf8)
  }

  /// Returns only the letters and digits of a text, in lower case. If the results for two texts are equal, the texts
  /// count as the same.
  static func essence(_ text: some StringProtocol) -> String { words(text).joined().lowercased() }

  /// Returns words as one name in camel case, such as `openDoor`. A word in capital letters becomes lower case first.
  ///
  /// - Parameter capital: whether the name begins with a capital letter.
  static func camelCase(_ words: [String], capital: Bool = false) -> String {
    var name = ""
    for word in words {
      var word = word
      if word.count > 1, word == word.uppercased(), word != word.lowercased() { word = word.lowercased() }
      word = name.isEmpty && !capital ? withSmallBeginning(word) : word.capitalizedFirst
      if name.last?.isNumber == true, word.first?.isNumber == true { name += "_" }
      name += word
    }
    return name
  }

  /// Returns a word whose beginning is changed to lower case: `httpServer` for `HTTPServer`.
  private static func withSmallBeginning(_ word: String) -> String {
    let capitals = word.prefix(while: \.isUppercase).count
    let begun = capitals > 2 && word.dropFirst(capitals).first?.isLowercase == true ? capitals - 1 : 1
    return word.prefix(begun).lowercased() + word.dropFirst(begun)
  }

  /// Returns a name that is made of a text: `openDoor` for `open door!`.
  ///
  /// - Parameters:
  ///   - prefix: a word that comes first if the name would begin with a digit. If the text has no words, it is the
  ///     name.
  ///   - limit: the largest number of the text's words that become part of the name.
  static func name(_ text: some StringProtocol, prefix: String, capital: Bool = false, limit: Int = 12) -> String {
    var words = Array(Self.words(text).prefix(limit))
    if words.first?.first?.isNumber ?? true { words.insert(prefix, at: 0) }
    let name = camelCase(words, capital: capital)
    guard SwiftName.mistake(in: name, isQuoted: false) == nil, !name.isEmpty else { return prefix }
    return SwiftKeyword.unusable.contains(name) ? name + "_" : name
  }

  /// Returns a name for a condition. Signs in the condition become words: `xAtLeast3` for `x >= 3`.
  static func conditionName(_ text: String) -> String {
    var spelled = ""
    var cursor = ChartCursor(text)
    while let character = cursor.next {
      let begins = spelled.last?.isNamePart != true
      if !character.isLetter, let (_, words) = signs.first(where: { cursor.take($0.0) }) {
        spelled += " \(words) "
      } else if !begins || !prefixes.contains(where: { cursor.take($0) }) {
        if begins, isGetter(cursor.rest) { _ = cursor.take("get") }
        spelled += cursor.takeNext().map { String($0) } ?? ""
      }
    }
    return name(spelled, prefix: "condition", limit: 8)
  }

  /// Returns whether a text begins with the call of a getter: `get`, a capital letter and so on, as in `getX(`.
  private static func isGetter(_ text: Substring) -> Bool {
    guard text.hasPrefix("get"), text.dropFirst(3).first?.isUppercase == true else { return false }
    return text.drop(while: \.isNamePart).first == "("
  }

  /// The texts that charts often have before the name of a variable, such as `context.`. They are left out of the
  /// machine's names.
  static let prefixes = ["context.", "ctxt.", "ctx.", "this.", "self.", "_event.data.", "_data.", "_event."]
  private static let signs = [
    (">=", "at least"), ("<=", "at most"), ("===", "is"), ("!==", "is not"), ("==", "is"), ("!=", "is not"),
    ("&&", "and"), ("||", "or"), (">", "over"), ("<", "below"), ("!", "not"), ("+", "plus"), ("=", "is"),
    ("%", "percent"),
  ]

  // MARK: Texts

  /// The HTML tags that only change the appearance of text, such as `b`.
  private static let fontTags: Set<String> = [
    "b", "i", "u", "s", "br", "font", "color", "size", "back", "img", "code", "strong", "em", "sub", "sup", "span", "w",
    "del", "plain", "small", "big", "center", "div", "p",
  ]

  /// Returns the lines of a text. A line ends at `<br>`, at a newline, or at the two characters `\n`, `\l` or `\r`. A
  /// tag that only changes the appearance becomes a blank, and a code such as `&amp;` its character.
  static func lines(_ text: String) -> [String] {
    // Most texts have nothing to decode.
    if !text.utf8.contains(where: { $0 >= 0x80 || "\\<&#".utf8.contains($0) || Ascii.isNewline($0) }) { return [text] }
    var lines = [""]
    var cursor = ChartCursor(text)
    while let character = cursor.takeNext() {
      if character.isNewline || character == "\\" && ["n", "l", "r"].contains(where: { cursor.take($0) }) {
        lines.append("")
      } else if character == "<", let tag = takeTag(&cursor) {
        if tag == "br" { lines.append("") } else { lines[lines.count - 1] += " " }
      } else {
        lines[lines.count - 1].append(character)
      }
    }
    return lines.map { decoded($0) }
  }

  /// Reads an HTML tag whose `<` has been read already. If the tag only changes the appearance of text, moves the
  /// cursor to after it and returns its name; otherwise, returns nil.
  private static func takeTag(_ cursor: inout ChartCursor) -> String? {
    var copy = ChartCursor(cursor.rest.prefix(40))
    guard let inner = copy.take(through: ">"), !inner.contains("<") else { return nil }
    let word = inner.drop { $0 == "/" }.prefix(while: \.isLetter)
    guard inner[word.endIndex...].first.map(" =:/".contains) != false, fontTags.contains(word.lowercased()) else {
      return nil
    }
    _ = cursor.take(inner + ">")
    return word.lowercased()
  }

  /// Returns a text on one line and without quotes around it. Codes such as `&amp;` become characters.
  static func plain(_ text: String) -> String {
    let line = lines(text).joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard line.count > 1, line.first == "\"", line.last == "\"" else { return line }
    return line.dropFirst().dropLast().trimmedBlanks
  }

  private static let entities = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "colon": ":", "semi": ";", "sol": "/",
  ]

  /// Returns a text in which codes are replaced by the characters that they stand for: `#58;` (Mermaid), `<U+002F>`
  /// (PlantUML) and `&amp;` (HTML).
  ///
  /// - Parameter marks: the characters that may begin a code: `#`, `&` and `<`. A code that begins with another one is
  ///   kept.
  static func decoded(_ text: String, from marks: String = "#&<") -> String {
    guard text.contains(where: { marks.contains($0) || $0 == "\u{A0}" }) else { return text }
    var result = ""
    var rest = Substring(text)
    while let character = rest.first {
      let code = marks.contains(character) ? code(rest) : nil
      result += code?.text ?? (character == "\u{A0}" ? " " : String(character))
      rest = rest.dropFirst(code?.count ?? 1)
    }
    return result
  }

  /// Returns the character for the code at the beginning of a text, and the length of the code. For the code of a
  /// zero-width blank, the character is empty. Nil if no code is at the beginning.
  private static func code(_ text: Substring) -> (text: String, count: Int)? {
    guard let mark = ["<U+", "&#", "&", "#"].first(where: { text.hasPrefix($0) }) else { return nil }
    let word = text.dropFirst(mark.count).prefix(8).prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard text[word.endIndex...].first == (mark == "<U+" ? ">" : ";") else { return nil }
    let count = mark.count + word.count + 1
    if let entity = entities[String(word)] { return (entity, count) }
    let radix = mark == "<U+" || word.first == "x" ? 16 : 10
    guard let number = UInt32(word.drop { $0 == "x" }, radix: radix), let scalar = Unicode.Scalar(number) else {
      return nil
    }
    return (number == 0x200B ? "" : number < 0x20 || number == 0xA0 ? " " : String(Character(scalar)), count)
  }

  // MARK: Durations

  private static let units = [
    "ns": "ns", "us": "us", "µs": "us", "ms": "ms", "millis": "ms", "millisecond": "ms", "milliseconds": "ms", "s": "s",
    "sec": "s", "secs": "s", "second": "s", "seconds": "s", "m": "min", "min": "min", "mins": "min", "minute": "min",
    "minutes": "min", "h": "h", "hr": "h", "hour": "h", "hours": "h",
  ]

  /// Returns a duration as rows write it: `5s` for `5 sec`, and `15min` for `PT15M`. A number without a unit is a
  /// number of milliseconds. Nil if the text is not a duration.
  static func duration(_ text: some StringProtocol) -> String? {
    let text = text.trimmedBlanks
    if text.hasPrefix("PT"), let unit = text.last, "HMS".contains(unit) {
      return duration("\(text.dropFirst(2).dropLast()) \(unit.lowercased())")
    }
    let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let word = text.dropFirst(number.count).trimmedBlanks.lowercased()
    guard number.count <= 12, let value = Double(number), value > 0, number.first != ".", number.last != ".",
      let unit = word.isEmpty ? "ms" : units[word]
    else { return nil }
    if unit == "ms", let whole = Int(number), whole % 1000 == 0 { return "\(whole / 1000)s" }
    return number + unit
  }
}
