/// Tokens that cannot stand where they do, and words of other languages.
extension Parser {
  /// Reports a token that cannot stand where it does, with the remedy where it is a habit.
  ///
  /// - Parameters:
  ///   - word: the word that the place is named by, where that is not the one before the token.
  ///   - row: the row that it stands in, as far as it is read.
  mutating func reportUnexpected(
    expected: String, at place: Habit.Place = .end, behind word: String? = nil, of row: TransitionSyntax? = nil
  ) {
    if let (word, nearest) = misspelledWord(at: place) {
      report(.misspelledKeyword(text(of: word), word, nearest: nearest, beginsStatement: false))
      return
    }
    // What is dropped beside another mistake of its line has no remedy: each would look at the line again.
    let remedy = token.start < endOfMistake ? nil : Misfit(parser: self, place: place, word: word, row: row).remedy
    if remedy == Habit.conditionalLine {
      // '#else' and '#endif' belong to the '#if' that was reported.
      if hasConditionalLines, !SwiftKeyword.matches("#if", bytes, token.start) { return }
      hasConditionalLines = true
    }
    // Which states are in which region is not known.
    if place == .statement, remedy == Habit.regions { isNestingUncertain = true }
    report(.unexpected(describe(token), token.range, expected: expected, remedy: remedy))
  }

  /// The word before or at a token that cannot follow, where a keyword is nearly the same: `/ rais stop`, `: evry 5s`.
  private func misspelledWord(at place: Habit.Place) -> (word: SourceRange, nearest: String)? {
    guard token.kind == .identifier || token.kind == .number, let keywords = Habit.keywords[place] else { return nil }
    let word = place == .events || place == .effects ? wordBefore : token.range
    // A word in capitals has a remedy of its own.
    guard !keywords.contains(text(of: word).lowercased()) else { return nil }
    return Spelling.slip(text(of: word), among: keywords).map { (word, $0) }
  }

  /// The word directly before the token, or nothing.
  var wordBefore: SourceRange {
    let end = lexer.previousEnd
    return SourceRange(end - bytes[..<end].reversed().prefix(while: Ascii.continuesIdentifier).count, end)
  }

  /// The remedy for a word that begins statements in other languages.
  package static func remedy(beginningWith word: String) -> String? {
    let word = word.lowercased()
    return Habit.table.first { $0.places == [.word] && $0.before.contains(word[...]) }?.remedy
      .replacing("$word", with: word).description
  }

  /// `entry` or `exit`, for what other languages call it: `onEntry`, `on_exit`, `OnEnter`.
  package static func actionOfState(_ word: String) -> String? {
    switch word.lowercased().filter({ $0 != "_" }) {
    case "onentry", "onenter", "entry", "enter": "entry"
    case "onexit", "onleave", "exit", "leave": "exit"
    case "do": "do"
    default: nil
    }
  }

  /// The wrapper of the line, whose words stand in another order there, as it is written; nil where it is none.
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
      case "class", "actor", "struct", "none": words[3].append(text)
      case "final", "nonisolated", "static", "open": break
      default: words[Keyword(bytes, word.start, word.end)?.isAccess == true ? 0 : 4].append(text)
      }
    }
    guard words[1].count == 1, words[3].count == 1, words[4].count <= 1 else { return nil }
    return "write '\(words.joined().joined(separator: " "))'"
  }

  /// What to write for a word in the place of an effect, where something follows that a name does not have behind it:
  /// for statements of Swift, and verbs that other languages have before actions.
  func remedy(behindWordOfEffect word: Token) -> String? {
    switch token.kind {
    case .identifier, .number, .leftBrace: break
    case .unknown where beginsStringLiteral || bytes[token.start] == Ascii.exclamation: break
    // `start (3)` is the output `start`.
    case .leftParen where Self.wordsBeforeParens.contains { isWord(word, $0) } && isMoreBehindParens: break
    default: return nil
    }
    return Misfit(parser: self, place: .verb, word: text(of: word.range)).remedy
  }

  private static let wordsBeforeParens: [StaticString] = ["if", "for", "while", "switch", "guard"]

  /// Is true where a `{` or a name stands in the line behind the `)` of the `(` at hand.
  private var isMoreBehindParens: Bool {
    var depth = 1
    let rest = restOfLine.drop {
      depth += $0 == "(" ? 1 : $0 == ")" ? -1 : 0
      return depth > 0
    }
    return rest.dropFirst().first.map { $0 == "{" || $0.first?.isLetter == true } == true
  }

  /// The tokens of Swift behind the token in its line; what stands further away is not looked at.
  var restOfLine: [String] {
    let end = bytes[token.end...].prefix(1_000).prefix { !Ascii.isNewline($0) }.endIndex
    let tokens = SwiftLexer.tokens(of: bytes, in: SourceRange(token.end, end))
    return tokens.map { text(of: SourceRange($0.start, $0.end)) }
  }

  /// Is true where a word stands before `machine` that means nothing there: `struct machine Door`.
  var isBeforeMachine: Bool {
    var next = lexer
    next.advance()
    return token.kind == .identifier && isWord(next.token, "machine") && keyword() != .machine
  }

  /// An effect, or what is written like one, up to the comma behind it or the end of the line. A long one is left out.
  ///
  /// - Parameter mark: what ends it besides.
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

  /// `[*]`, which other languages have for the beginning and for the end.
  var isStarInBrackets: Bool { SwiftKeyword.matches("[*]", bytes, token.start) }
}
