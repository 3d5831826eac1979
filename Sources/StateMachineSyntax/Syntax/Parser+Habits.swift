/// Reports unexpected tokens, with advice for users of other languages.
extension Parser {
  /// Reports the current token, which cannot be where it is. The message says what was expected and, if the mistake is
  /// a habit from another language, what to write instead. A misspelled keyword is reported in place of the token. An
  /// `#else` or `#endif` is not reported if its `#if` has been.
  ///
  /// - Parameters:
  ///   - expected: what was expected, for the message.
  ///   - place: the place of the token, which selects the advice.
  ///   - word: the word on which the advice depends. Nil for the word before the token, or for the row's source at the
  ///     places `source` and `trigger`.
  ///   - row: the row in which the token is, with the parts that have been read; nil if it is in no row.
  mutating func reportUnexpected(
    expected: String, at place: Habit.Place = .end, after word: String? = nil, of row: TransitionSyntax? = nil
  ) {
    if let (word, nearest) = misspelledWord(at: place) {
      report(.misspelledKeyword(text(of: word), word, nearest: nearest, beginsStatement: false))
      return
    }
    // Findings that are dropped beside another mistake of the line need no remedy, which would read the line again.
    let remedy = token.start < endOfMistake ? nil : Misfit(parser: self, place: place, word: word, row: row).remedy
    if remedy == Habit.conditionalLine {
      // `#else` and `#endif` belong to the `#if` that was reported.
      if hasConditionalLines, !SwiftKeyword.matches("#if", bytes, token.start) { return }
      hasConditionalLines = true
    }
    // The states in each region are not known.
    if place == .statement, remedy == Habit.regions { isNestingUncertain = true }
    report(.unexpected(describe(token), token.range, expected: expected, remedy: remedy))
  }

  /// Returns the misspelled keyword at a place that can have no name, and the keyword that is meant: `rais` and `raise`
  /// for `/ rais stop`. Nil if the word is no misspelled keyword.
  private func misspelledWord(at place: Habit.Place) -> (word: SourceRange, nearest: String)? {
    guard token.kind == .identifier || token.kind == .number, let keywords = Habit.keywords[place] else { return nil }
    let word = place == .events || place == .effects ? wordBefore : token.range
    // A word in capitals has a remedy of its own.
    guard !keywords.contains(text(of: word).lowercased()) else { return nil }
    return Spelling.slip(text(of: word), among: keywords).map { (word, $0) }
  }

  /// The range of the word that ends where the previous token ends; empty if that token is no word.
  var wordBefore: SourceRange {
    let end = lexer.previousEnd
    return SourceRange(end - bytes[..<end].reversed().prefix(while: Ascii.continuesIdentifier).count, end)
  }

  /// Returns the text that says what to write instead of a word that begins a statement in another language: `timeout`.
  /// Nil if the table of habits has no such word.
  package static func remedy(beginningWith word: String) -> String? {
    let word = word.lowercased()
    return Habit.table.first { $0.places == [.word] && $0.before.contains(word[...]) }?.remedy
      .replacing("$word", with: word).description
  }

  /// Returns the keyword `entry`, `exit` or `do` for its spelling in other languages, such as `onEntry` or `on_exit`;
  /// nil if the word is no such spelling.
  package static func actionOfState(_ word: String) -> String? {
    switch word.lowercased().filter({ $0 != "_" }) {
    case "onentry", "onenter", "entry", "enter": "entry"
    case "onexit", "onleave", "exit", "leave": "exit"
    case "do": "do"
    default: nil
    }
  }

  /// The advice to write the current line with its words in the right order: `write 'wrapper class Door'` for
  /// `class wrapper Door`. Nil if the line is no such declaration of a wrapper.
  var remedyForWrapper: String? {
    let end = bytes[token.start...].firstIndex(where: Ascii.isNewline) ?? bytes.count
    // In the order in which they are written: access, `wrapper`, attributes, `class` or `actor`, the name.
    var words: [[String]] = [[], [], [], [], []]
    var depth = 0
    for word in SwiftLexer.tokens(of: bytes, in: SourceRange(Lines.start(bytes, of: token.start), end)) {
      if word.isPunctuation(Ascii.leftParen) { depth += 1 }
      if word.isPunctuation(Ascii.rightParen) { depth -= 1 }
      guard depth == 0, word.kind == .identifier else { continue }
      let text = text(of: SourceRange(word.start, word.end))
      switch text {
      case _ where word.start > 0 && bytes[word.start - 1] == Ascii.at: words[2].append("@" + text)
      case "wrapper": words[1].append(text)
      case _ where WrapperKind.words.contains(text): words[3].append(text)
      case "final", "nonisolated", "static", "open": break
      default: words[Keyword(bytes, word.start, word.end)?.isAccess == true ? 0 : 4].append(text)
      }
    }
    guard words[1].count == 1, words[3].count == 1, words[4].count <= 1 else { return nil }
    return "write '\(words.joined().joined(separator: " "))'"
  }

  /// Returns the advice what to write instead of `word` at the beginning of an effect. There is advice for a word that
  /// begins a statement of Swift, such as `print "a"`. There also is for a verb that other languages write before
  /// actions, as in `call beep`. Nil if `word` may be the name of an output.
  func remedy(afterWordOfEffect word: Token) -> String? {
    switch token.kind {
    case .identifier, .number, .leftBrace: break
    case .unknown where beginsStringLiteral || bytes[token.start] == Ascii.exclamation: break
    // `start (3)` is the output `start`.
    case .leftParen where Self.wordsBeforeParens.contains { isWord(word, $0) } && isMoreAfterParens: break
    default: return nil
    }
    return Misfit(parser: self, place: .verb, word: text(of: word.range)).remedy
  }

  private static let wordsBeforeParens: [StaticString] = ["if", "for", "while", "switch", "guard"]

  /// Whether the token is a `(` that begins no call, because more text follows its `)`: `if (n > 3) {`.
  private var isMoreAfterParens: Bool {
    var depth = 1
    let rest = restOfLine.drop {
      depth += $0 == "(" ? 1 : $0 == ")" ? -1 : 0
      return depth > 0
    }
    return rest.dropFirst().first.map { $0 == "{" || $0.first?.isLetter == true } == true
  }

  /// The texts of the Swift tokens after the current token on its line, up to 1,000 bytes.
  var restOfLine: [String] {
    let end = bytes[token.end...].prefix(1_000).prefix { !Ascii.isNewline($0) }.endIndex
    let tokens = SwiftLexer.tokens(of: bytes, in: SourceRange(token.end, end))
    return tokens.map { text(of: SourceRange($0.start, $0.end)) }
  }

  /// Whether the token is a superfluous word before `machine`, as `struct` in `struct machine Door`.
  var isBeforeMachine: Bool {
    var next = lexer
    next.advance()
    return token.kind == .identifier && isWord(next.token, "machine") && keyword() != .machine
  }

  /// Returns the text of the effect at `start` for a message. A comma, `;`, `mark` or line ending outside of brackets
  /// ends the text. `…` if the text is too long for a message.
  ///
  /// - Parameter mark: a further token that ends the text.
  func effect(from start: Int, upTo mark: String = ",") -> String {
    Diagnostic.quotation(text(of: SourceRange(start, endOfEffect(from: start, upTo: mark))))
  }

  func endOfEffect(from start: Int, upTo mark: String = ",") -> Int {
    var swift = SwiftLexer(bytes: bytes, from: start, to: bytes.count)
    var (end, depth) = (start, 0)
    while end - start <= Diagnostic.longestQuotation {
      let next = swift.next()
      let text = text(of: SourceRange(next.start, next.end))
      if next.kind == .end || depth == 0 && (next.followsNewline || [",", ";", mark].contains(text)) { break }
      if ["(", "[", "{"].contains(text) { depth += 1 }
      if [")", "]", "}"].contains(text) { depth -= 1 }
      if depth < 0 { break }
      end = next.end
    }
    return end
  }

  func text(of range: SourceRange) -> String {
    String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
  }

  var isAtEndOfStatement: Bool {
    token.kind == .separator || token.kind == .rightBrace || token.kind == .endOfFile
  }

  /// Whether `[*]` begins at the token: the initial or the final state in PlantUML and Mermaid.
  var isStarInBrackets: Bool { SwiftKeyword.matches("[*]", bytes, token.start) }
}
