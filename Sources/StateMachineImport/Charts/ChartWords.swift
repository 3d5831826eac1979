import StateMachineSyntax

/// Functions that make names of the texts of a chart.
enum ChartWords {
  /// Returns the words of a text: sequences of letters and digits, without apostrophes within words.
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

  private static func isWordPart(_ character: Character) -> Bool {
    guard character.isLetter || character.isNumber else { return false }
    return character.isASCII || SwiftName.isPlain("a\(character)".utf8)
  }

  /// Returns the letters and digits of a text in lower case. Texts with equal results count as the same.
  static func essence(_ text: some StringProtocol) -> String { words(text).joined().lowercased() }

  /// Returns words joined in camel case. Words in capitals are put into lower case first.
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

  /// Returns a word with a lower-case beginning: `httpServer` for `HTTPServer`.
  private static func withSmallBeginning(_ word: String) -> String {
    let capitals = word.prefix(while: \.isUppercase).count
    let begun = capitals > 2 && word.dropFirst(capitals).first?.isLowercase == true ? capitals - 1 : 1
    return word.prefix(begun).lowercased() + word.dropFirst(begun)
  }

  /// Returns a name for a text. `prefix` is put before a name that would begin with a digit, and is the name of a text
  /// without words.
  static func name(_ text: some StringProtocol, prefix: String, capital: Bool = false, limit: Int = 12) -> String {
    var words = Array(Self.words(text).prefix(limit))
    if words.first?.first?.isNumber ?? true { words.insert(prefix, at: 0) }
    let name = camelCase(words, capital: capital)
    guard SwiftName.mistake(in: name, isQuoted: false) == nil, !name.isEmpty else { return prefix }
    return SwiftKeyword.unusable.contains(name) ? name + "_" : name
  }

  /// Returns a name for a condition, with words for its signs: `xAtLeast3` for `x >= 3`.
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

  /// Returns whether a text begins with a call of a getter: `getX(`.
  private static func isGetter(_ text: Substring) -> Bool {
    guard text.hasPrefix("get"), text.dropFirst(3).first?.isUppercase == true else { return false }
    return text.drop(while: \.isNamePart).first == "("
  }

  /// Prefixes of names in the context of a chart, which are left out in the machine.
  static let prefixes = ["context.", "ctxt.", "ctx.", "this.", "self.", "_event.data.", "_data.", "_event."]
  private static let signs = [
    (">=", "at least"), ("<=", "at most"), ("===", "is"), ("!==", "is not"), ("==", "is"), ("!=", "is not"),
    ("&&", "and"), ("||", "or"), (">", "over"), ("<", "below"), ("!", "not"), ("+", "plus"), ("=", "is"),
    ("%", "percent"),
  ]

  // MARK: Texts

  /// HTML tags that only change the look of a text.
  private static let fontTags: Set<String> = [
    "b", "i", "u", "s", "br", "font", "color", "size", "back", "img", "code", "strong", "em", "sub", "sup", "span", "w",
    "del", "plain", "small", "big", "center", "div", "p",
  ]

  /// Returns the lines of a text, which end at `<br>`, `\n` or a newline.
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

  /// Moves the cursor behind a tag of which `<` has been read, if it only changes looks, and returns the tag's name.
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

  /// Returns a text on one line, decoded, and without quotes around it.
  static func plain(_ text: String) -> String {
    let line = lines(text).joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard line.count > 1, line.first == "\"", line.last == "\"" else { return line }
    return line.dropFirst().dropLast().trimmedBlanks
  }

  private static let entities = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "colon": ":", "semi": ";", "sol": "/",
  ]

  /// Returns a text with Mermaid's `#58;`, PlantUML's `<U+002F>` and HTML's entities replaced by the characters.
  ///
  /// - Parameter marks: the characters that begin a code.
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

  /// Returns the character that a text begins with as a code, empty if invisible, and the length of the code; or nil.
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

  /// Returns a duration as rows write it, `5s` for `5 sec` and `15min` for `PT15M`; without a unit, in milliseconds.
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
