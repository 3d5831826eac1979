import StateMachineSyntax

/// The tokens of a Swift file. Comments and blanks are no tokens; they are the text between two tokens.
struct SwiftCode {
  typealias Tokens = Range<Int>

  let source: SourceFile
  let tokens: [SwiftToken]
  /// The text of each token.
  let words: [String]
  /// For each token, by its index: the index of the closing bracket that belongs to it, if it is an opening bracket.
  /// For any other token, its own index.
  let closers: [Int]
  /// The index of each token `>` that closes generic arguments, as in `Array<Int>`. A `>` that is an operator is not
  /// included.
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

  /// Returns the index of the `>` that closes the generic arguments after a `<`, as in `Array<Int>`. Nil if the `<` is
  /// an operator, or if more than 200 tokens are between the two.
  ///
  /// - Parameter start: the index of the `<`.
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

  /// Returns the text of a token; empty for an index that no token has.
  func word(_ index: Int) -> String { words.indices.contains(index) ? words[index] : "" }

  /// Returns whether a token is an identifier.
  func isName(_ index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].kind == .identifier }

  /// Returns the place in the file of a range of tokens, from the first to the last. If the range is empty, returns an
  /// empty place before the next token.
  func place(_ range: Tokens) -> SourceRange {
    guard let last = range.last, last < tokens.count else {
      let end = range.lowerBound < tokens.count ? tokens[range.lowerBound].start : source.bytes.count
      return SourceRange(end, end)
    }
    return SourceRange(tokens[range.lowerBound].start, tokens[last].end)
  }

  // MARK: Text

  /// Returns the text of some tokens as it is in the file. In each line after the first, it removes the indentation of
  /// the first line.
  func text(_ range: Tokens) -> String {
    let place = place(range)
    return dedented(source.text(place), at: place.lowerBound)
  }

  /// Returns a text without the indentation that its first line has in the file. Each later line loses as many blanks
  /// at its beginning, as far as it has them.
  ///
  /// - Parameter offset: the offset in the file at which the text begins.
  func dedented(_ text: String, at offset: Int) -> String {
    let margin = indentation(at: offset)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { index, line in
      guard index > 0 else { return String(line) }
      return String(line.dropFirst(min(margin, line.prefix { $0 == " " || $0 == "\t" }.count)))
    }.joined(separator: "\n")
  }

  /// Returns the text of some tokens on one line, with one blank wherever the file has blanks, and without comments.
  func line(_ range: Tokens) -> String {
    var text = ""
    // There is no blank after `<` or before `>` of generic arguments, even if the file has one.
    for index in range {
      let isInGenerics =
        genericEnds.contains(index)
        || words[index - 1 < 0 ? 0 : index - 1] == "<" && closers[max(0, index - 1)] != index - 1
      if index > range.lowerBound, tokens[index].start > tokens[index - 1].end, !isInGenerics { text += " " }
      text += words[index]
    }
    return text.replacing("( ", with: "(").replacing(" )", with: ")")
  }

  /// Returns the number of blanks at the beginning of the line that contains an offset.
  private func indentation(at offset: Int) -> Int {
    let start = Lines.start(source.bytes, of: offset)
    return source.bytes[start..<offset].prefix(while: Ascii.isBlank).count
  }

  /// Returns the comment lines directly above a token, each with its `//` or `///`. Lines above a blank line are not
  /// returned, nor is a comment at the end of a line of code. A line such as `// MARK: States` is left out.
  func comments(above index: Int) -> [String] {
    guard tokens.indices.contains(index) else { return [] }
    let lines = commentLines(above: index)
    let start = lines.dropLast().lastIndex(of: "").map { $0 + 1 } ?? 0
    return lines[start...].filter { !$0.isEmpty && !$0.hasPrefix("// MARK") && !$0.hasPrefix("// swift") }
  }

  /// The comments at the beginning of the file, up to the first blank line.
  var header: [String] {
    tokens.isEmpty ? [] : Array(commentLines(above: 0).prefix { !$0.isEmpty }).filter { !$0.hasPrefix("///") }
  }

  /// Returns the text between the previous token and a token, as lines without blanks at their ends. A block comment
  /// becomes a comment with `//`. The last line contains only what is before the token in its own line; it is usually
  /// empty.
  ///
  /// - Parameter index: the index of the token.
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

  /// Returns the text of some tokens without the parts that mention transient states. A transient state, such as
  /// `modifying`, is assigned only for a moment; the machine does not have it. Its `case` in a `switch` is removed, and
  /// so is `state = .modifying`. `if case .modifying = state` becomes `if false`.
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
        // The assignment is `state = .modifying`, or `self.state = .modifying` with two more tokens.
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

  /// Returns whether a case of the enum of states is a transient state, which no method leaves in the variable. After
  /// `state = .modifying`, the same block must assign another value to `state`, or pass it with `&`. This must be so
  /// for each assignment of the case. False if there is none.
  func isAlwaysOverwritten(_ name: String) -> Bool {
    var isAssigned = false
    for index in tokens.indices where words[index] == name && word(index - 1) == "." {
      // In `State.modifying`, `State` is directly before the point.
      var first = index - 1
      while isName(first - 1), word(first) == ".", tokens[first - 1].end == tokens[first].start {
        first -= word(first - 2) == "." ? 2 : 1
      }
      let sign = first - 1
      guard word(sign) == "=", isName(sign - 1) else { continue }
      isAssigned = true
      // The innermost block around the assignment is the last `{` before it that is closed after it.
      let block = tokens.indices.last { $0 < sign && words[$0] == "{" && closers[$0] > sign }
      // The `&` is directly before the variable, or before `self.` of `&self.state`.
      let isOverwritten = (index..<(block.map { closers[$0] } ?? tokens.count)).contains {
        words[$0] == words[sign - 1]
          && (word($0 + 1) == "=" && word($0 + 3) != name || word($0 - 1) == "&" || word($0 - 3) == "&")
      }
      guard isOverwritten else { return false }
    }
    return isAssigned
  }

  // MARK: Lists

  /// Returns the tokens of an argument without its label: `3` for `persons: 3`.
  func value(ofArgument part: Tokens) -> Tokens {
    isName(part.lowerBound) && word(part.lowerBound + 1) == ":" ? part.lowerBound + 2..<part.upperBound : part
  }

  /// Returns the parameters of a function: label, name and type.
  func parameters(of method: SwiftMember) -> [(label: String, name: String, type: String)] {
    guard let open = first(in: method.head(self), where: { word($0) == "(" }) else { return [] }
    return elements(inside(open)).compactMap { part in
      guard let colon = first(in: part, where: { word($0) == ":" }) else { return nil }
      let label = part.first { isName($0) || word($0) == "_" } ?? part.lowerBound
      let end = first(in: part) { word($0) == "=" } ?? part.upperBound
      return (word(label), word(colon - 1), line(colon + 1..<max(colon + 1, end)))
    }
  }

  /// Divides a range of tokens at separators, and returns the ranges between them. Separators inside inner brackets do
  /// not count.
  ///
  /// - Parameter isSeparator: returns whether the token at an index is a separator.
  func split(_ range: Tokens, where isSeparator: (Int) -> Bool) -> [Tokens] {
    var parts: [Tokens] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if isSeparator(index) {
        parts.append(start..<index)
        start = index + 1
      }
      // A token that opens no bracket is its own closer: `index` moves by one. Otherwise, it moves to after the closer.
      index = max(index, min(closers[index], range.upperBound - 1)) + 1
    }
    if start < range.upperBound || !parts.isEmpty { parts.append(start..<range.upperBound) }
    return parts
  }

  /// Returns the ranges of tokens between commas. Empty ranges are left out.
  func elements(_ range: Tokens) -> [Tokens] { split(range) { words[$0] == "," }.filter { !$0.isEmpty } }

  /// Returns the index of the first token in a range for which a condition is true. Nil if the condition is true for no
  /// token. Tokens inside inner brackets are skipped.
  func first(in range: Tokens, where condition: (Int) -> Bool) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if condition(index) { return index }
      // A token that opens no bracket is its own closer: `index` moves by one. Otherwise, it moves to after the closer.
      index = max(index, closers[index]) + 1
    }
    return nil
  }

  /// Returns the tokens between an opening bracket and the closing bracket that belongs to it.
  func inside(_ opener: Int) -> Tokens { opener + 1..<max(opener + 1, closers[opener]) }

  /// Returns whether some tokens use a name. In `door.count` and in `f(count: 1)`, the name `count` is not used: it is
  /// a member of another value or a label. In `self.count`, it is used.
  func uses(_ name: String, in range: Tokens) -> Bool {
    range.contains { words[$0] == name && isUse($0) }
  }

  /// Returns the kind of change that the Swift around a name makes to its value. It is `.assigned` for `count += 1`,
  /// and `.none` for `f(count)`.
  ///
  /// - Parameter index: the index of the name's token.
  func change(at index: Int) -> SwiftAnalysis.Mutation {
    SwiftAnalysis.change(at: index, of: tokens, closers: closers, source.bytes)
  }

  /// Returns whether a token is a name that is used. The member `count` in `door.count` and the label in `f(count: 1)`
  /// are not used. The `count` in `self.count` is.
  func isUse(_ index: Int) -> Bool {
    guard isName(index) else { return false }
    let before = word(index - 1)
    // A name after `self.` is a use, because it means the same as the name alone.
    if before == "." { return word(index - 2) == "self" && word(index - 3) != "." }
    return !(word(index + 1) == ":" && ["(", ",", "["].contains(before))
  }
}

extension String {
  /// Returns the string itself if `taken` does not contain it. Otherwise returns the string with a number after it,
  /// such as `outcome2`.
  func unused(in taken: Set<String>) -> String {
    var (name, number) = (self, 2)
    while taken.contains(name) {
      name = "\(self)\(number)"
      number += 1
    }
    return name
  }

  /// The string, which is Swift, on one line. If one line is too long for it, the string is unchanged. Swift with
  /// comments, braces or multi-line strings is also unchanged, because it needs its lines.
  var onOneLine: String {
    guard contains("\n"), !contains("{"), !contains("//"), !contains("\"\"\"") else { return self }
    let line = split(separator: "\n").map(\.trimmedBlanks).joined(separator: " ").replacing("( ", with: "(")
      .replacing(" )", with: ")").replacing(" .", with: ".").replacing("[ ", with: "[").replacing(" ]", with: "]")
    return line.utf8.count <= 108 ? line : self
  }
}
