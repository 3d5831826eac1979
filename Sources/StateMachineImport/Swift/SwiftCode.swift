import StateMachineSyntax

/// The tokens of a Swift file, and what stands between them.
struct SwiftCode {
  typealias Tokens = Range<Int>

  let source: SourceFile
  let tokens: [SwiftToken]
  /// The text of each token.
  let words: [String]
  /// For each token, the one that closes it; the token itself where it opens nothing.
  let closers: [Int]
  /// Tokens with a `>` that closes the arguments of a generic type, and are no operators.
  private(set) var genericEnds: Set<Int> = []

  init(_ source: SourceFile) {
    self.source = source
    tokens = SwiftLexer.tokens(of: source.bytes, in: SourceRange(0, source.bytes.count))
    words = tokens.map { source.text(SourceRange($0.start, $0.end)) }
    var closers = tokens.closers
    for index in tokens.indices where words[index] == "<" {
      if let end = Self.endOfGenerics(index, tokens, words) {
        closers[index] = end
        genericEnds.insert(end)
      }
    }
    self.closers = closers
  }

  /// The token with the `>` that closes a `<` directly behind a name, where only parts of types stand between them.
  private static func endOfGenerics(_ start: Int, _ tokens: [SwiftToken], _ words: [String]) -> Int? {
    guard start > 0, tokens[start - 1].kind == .identifier, tokens[start - 1].end == tokens[start].start else {
      return nil
    }
    var depth = 0
    for index in start..<min(tokens.count, start + 200) {
      let word = words[index]
      switch tokens[index].kind {
      case .identifier: continue
      case .infixOrPrefix, .postfix:
        if word == "->" || word == "&" || word == "?" || word == "!" || word == "~" { continue }
        guard
          word.utf8.allSatisfy({ [Ascii.leftAngle, Ascii.rightAngle, Ascii.question, Ascii.exclamation].contains($0) })
        else { return nil }
        for byte in word.utf8 { depth += byte == Ascii.leftAngle ? 1 : byte == Ascii.rightAngle ? -1 : 0 }
        if depth <= 0 { return index }
      case .punctuation: if ![".", ",", ":", "(", ")", "[", "]", "@"].contains(word) { return nil }
      default: return nil
      }
    }
    return nil
  }

  /// The text of a token; empty behind the last one.
  func word(_ index: Int) -> String { words.indices.contains(index) ? words[index] : "" }

  func isName(_ index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].kind == .identifier }

  /// The place of some tokens, or of the point before the next one where there are none.
  func place(_ range: Tokens) -> SourceRange {
    guard let last = range.last, last < tokens.count else {
      let end = range.lowerBound < tokens.count ? tokens[range.lowerBound].start : source.bytes.count
      return SourceRange(end, end)
    }
    return SourceRange(tokens[range.lowerBound].start, tokens[last].end)
  }

  // MARK: Text

  /// The text of some tokens; lines behind the first lose the indentation of the line that the first stands in.
  func text(_ range: Tokens) -> String {
    let place = place(range)
    return dedented(source.text(place), at: place.lowerBound)
  }

  /// A text from an offset on, whose lines behind the first lose the indentation of the line that it begins in.
  func dedented(_ text: String, at offset: Int) -> String {
    let margin = indentation(at: offset)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { index, line in
      guard index > 0 else { return String(line) }
      return String(line.dropFirst(min(margin, line.prefix { $0 == " " || $0 == "\t" }.count)))
    }.joined(separator: "\n")
  }

  /// The text on one line, without comments.
  func line(_ range: Tokens) -> String {
    var text = ""
    for index in range {
      let isInGenerics =
        genericEnds.contains(index)
        || words[index - 1 < 0 ? 0 : index - 1] == "<" && closers[max(0, index - 1)] != index - 1
      if index > range.lowerBound, tokens[index].start > tokens[index - 1].end, !isInGenerics { text += " " }
      text += words[index]
    }
    return text.replacing("( ", with: "(").replacing(" )", with: ")")
  }

  private func indentation(at offset: Int) -> Int {
    let start = Lines.start(source.bytes, of: offset)
    return source.bytes[start..<offset].prefix(while: Ascii.isBlank).count
  }

  /// The lines of comments directly above a token, without blank lines between, each with its `//` or `///`. A comment
  /// behind other tokens of a line belongs to them.
  func comments(above index: Int) -> [String] {
    guard tokens.indices.contains(index) else { return [] }
    let lines = commentLines(above: index)
    let start = lines.dropLast().lastIndex(of: "").map { $0 + 1 } ?? 0
    return lines[start...].filter { !$0.isEmpty && !$0.hasPrefix("// MARK") && !$0.hasPrefix("// swift") }
  }

  /// The comments that the file begins with, up to the first blank line.
  var header: [String] {
    tokens.isEmpty ? [] : Array(commentLines(above: 0).prefix { !$0.isEmpty }).filter { !$0.hasPrefix("///") }
  }

  /// The lines between two tokens, trimmed; the last is that of the second token.
  private func commentLines(above index: Int) -> [String] {
    let start = index > 0 ? tokens[index - 1].end : 0
    var lines = source.text(SourceRange(start, tokens[index].start)).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map(\.trimmedBlanks)
    if index > 0 { lines[0] = "" }
    return lines.map { line in
      if line.isEmpty || line.hasPrefix("//") { return line }
      let words = (line.drop { "/*".contains($0) }.split(separator: "*/", maxSplits: 1).first ?? "").trimmedBlanks
      return words.isEmpty ? "//" : "// " + words
    }
  }

  /// The text of some tokens, without the arms of states that are left out.
  func text(_ range: Tokens, without transient: Set<String>) -> String {
    var cuts: [(range: Tokens, text: String)] = []
    for index in range where transient.contains(word(index)) && word(index - 1) == "." {
      let before = word(index - 2)
      if before == "," {
        cuts.append((index - 2..<index + 1, ""))
      } else if before == "case", ["if", "guard", ","].contains(word(index - 3)) {
        let end = first(in: index..<range.upperBound) { [",", "{", "else"].contains(word($0)) } ?? index + 1
        cuts.append((index - 2..<end, "false "))
      } else if before == "case", word(index + 1) == "," {
        cuts.append((index - 1..<index + 2, ""))
      } else if before == "case" {
        var end = index + 2
        while end < range.upperBound, !["case", "default", "}", "@"].contains(word(end)) {
          end = max(end, closers[end]) + 1
        }
        cuts.append((index - 2..<end, ""))
      } else if before == "=" {
        cuts.append(((word(index - 4) == "." ? index - 5 : index - 3)..<index + 1, ""))
      }
    }
    let whole = place(range)
    var (text, start) = ("", whole.lowerBound)
    for cut in cuts where tokens[cut.range.lowerBound].start >= start {
      text += source.text(SourceRange(start, tokens[cut.range.lowerBound].start)) + cut.text
      start = tokens[cut.range.upperBound - 1].end
    }
    return dedented(text + source.text(SourceRange(start, whole.upperBound)), at: whole.lowerBound)
  }

  /// Whether a case without a payload is assigned, and something else behind it in the same block everywhere.
  func isAlwaysOverwritten(_ name: String) -> Bool {
    var isAssigned = false
    for index in tokens.indices where words[index] == name && word(index - 1) == "." {
      // `State` in `State.modifying`, which stands directly before the point.
      var first = index - 1
      while isName(first - 1), word(first) == ".", tokens[first - 1].end == tokens[first].start {
        first -= word(first - 2) == "." ? 2 : 1
      }
      let sign = first - 1
      guard word(sign) == "=", isName(sign - 1) else { continue }
      isAssigned = true
      let block = tokens.indices.last { $0 < sign && words[$0] == "{" && closers[$0] > sign }
      let isOverwritten = (index..<(block.map { closers[$0] } ?? tokens.count)).contains {
        words[$0] == words[sign - 1]
          && (word($0 + 1) == "=" && word($0 + 3) != name || word($0 - 1) == "&" || word($0 - 3) == "&")
      }
      guard isOverwritten else { return false }
    }
    return isAssigned
  }

  // MARK: Lists

  /// An argument without its label.
  func value(ofArgument part: Tokens) -> Tokens {
    isName(part.lowerBound) && word(part.lowerBound + 1) == ":" ? part.lowerBound + 2..<part.upperBound : part
  }

  /// The parameters of a function: label, name and type.
  func parameters(of method: SwiftMember) -> [(label: String, name: String, type: String)] {
    guard let open = first(in: method.head(self), where: { word($0) == "(" }) else { return [] }
    return elements(inside(open)).compactMap { part in
      guard let colon = first(in: part, where: { word($0) == ":" }) else { return nil }
      let label = part.first { isName($0) || word($0) == "_" } ?? part.lowerBound
      let end = first(in: part) { word($0) == "=" } ?? part.upperBound
      return (word(label), word(colon - 1), line(colon + 1..<max(colon + 1, end)))
    }
  }

  /// The ranges between the tokens outside of inner brackets that a condition holds for.
  func split(_ range: Tokens, where isSeparator: (Int) -> Bool) -> [Tokens] {
    var parts: [Tokens] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if isSeparator(index) {
        parts.append(start..<index)
        start = index + 1
      }
      index = max(index, min(closers[index], range.upperBound - 1)) + 1
    }
    if start < range.upperBound || !parts.isEmpty { parts.append(start..<range.upperBound) }
    return parts
  }

  func elements(_ range: Tokens) -> [Tokens] { split(range) { words[$0] == "," }.filter { !$0.isEmpty } }

  /// The first token outside of inner brackets that a condition holds for.
  func first(in range: Tokens, where condition: (Int) -> Bool) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if condition(index) { return index }
      index = max(index, closers[index]) + 1
    }
    return nil
  }

  /// The tokens between a bracket and the one that closes it.
  func inside(_ opener: Int) -> Tokens { opener + 1..<max(opener + 1, closers[opener]) }

  /// Whether a name is used in some tokens, and not as a member or as a label.
  func uses(_ name: String, in range: Tokens) -> Bool {
    range.contains { words[$0] == name && isUse($0) }
  }

  /// Whether a name is no member of another value, and no label of an argument.
  func isUse(_ index: Int) -> Bool {
    guard isName(index) else { return false }
    let before = word(index - 1)
    if before == "." { return word(index - 2) == "self" && word(index - 3) != "." }
    return !(word(index + 1) == ":" && ["(", ",", "["].contains(before))
  }
}

extension String {
  /// The name itself, or with a number behind it where it is taken.
  func unused(in taken: Set<String>) -> String {
    var (name, number) = (self, 2)
    while taken.contains(name) {
      name = "\(self)\(number)"
      number += 1
    }
    return name
  }

  /// Swift on one line where there is room, and nothing in it needs lines.
  var onOneLine: String {
    guard contains("\n"), !contains("{"), !contains("//"), !contains("\"\"\"") else { return self }
    let line = split(separator: "\n").map(\.trimmedBlanks).joined(separator: " ").replacing("( ", with: "(")
      .replacing(" )", with: ")").replacing(" .", with: ".").replacing("[ ", with: "[").replacing(" ]", with: "]")
    return line.utf8.count <= 108 ? line : self
  }
}
