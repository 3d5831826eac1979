/// A token that the parser did not expect, with the text around it. From the table of habits, which are mistakes that
/// users of other languages make, it gets the advice what to write instead.
struct Misfit {
  let parser: Parser
  let place: Habit.Place
  /// The text that replaces `$word` in the advice of the table of habits: the word that the caller gave, such as a
  /// keyword. If the caller gave none, it is the row's source at the places `source` and `trigger`. At other places, it
  /// is then the word before the token.
  let word: String
  /// The row in which the token is, with the parts that have been read; nil if the token is in no row.
  let row: TransitionSyntax?

  init(parser: Parser, place: Habit.Place, word: String?, row: TransitionSyntax? = nil) {
    (self.parser, self.place, self.row) = (parser, place, row)
    let source = row?.onlySource.map { parser.text(of: $0.path.first.range) } ?? ""
    self.word = word ?? (place == .source || place == .trigger ? source : parser.text(of: parser.wordBefore))
  }

  private var token: Token { parser.token }
  private var bytes: [UInt8] { parser.bytes }

  /// The advice what to write instead, from the first line of the table of habits that matches; nil if no line matches.
  var remedy: String? { Habit.table.lazy.compactMap(remedy).first }

  private func remedy(_ habit: Habit) -> String? {
    guard habit.places.contains(place) || habit.places == [.any],
      habit.before.isEmpty || habit.before.contains(where: isAfter),
      habit.tokens.isEmpty || habit.tokens.contains(where: isAt), habit.conditions.allSatisfy({ $0(self) })
    else { return nil }
    return filled(habit.remedy)
  }

  // MARK: Patterns

  /// Returns whether a pattern of the table is directly before the token: a word, or punctuation.
  private func isAfter(_ pattern: Substring) -> Bool {
    pattern.first?.isLetter == true
      ? word == pattern : bytes[..<parser.lexer.previousEnd].suffix(pattern.utf8.count).elementsEqual(pattern.utf8)
  }

  /// Returns whether the token matches a pattern of the table: `_` a name, `0` a number, `;` the end of a statement,
  /// `…` unknown text, and any other pattern itself.
  private func isAt(_ pattern: Substring) -> Bool {
    switch pattern {
    case "_": token.kind == .identifier
    case "0": token.kind == .number
    case ";": parser.isAtEndOfStatement
    case "…": token.kind == .unknown
    case _ where pattern.first?.isLetter == true: token.kind == .identifier && text(token.range) == pattern
    default:
      // A pattern such as `&&` is compared with the text, because the token may end before or after it.
      token.kind.spelling == "'\(pattern)'"
        || (token.kind == .unknown || pattern.utf8.count > 1) && bytes[token.start...].starts(with: pattern.utf8)
    }
  }

  // MARK: Conditions

  typealias Condition = @Sendable (Misfit) -> Bool

  static let conditions: [Substring: Condition] = [
    "?blank": { $0.bytes[$0.token.start...].dropFirst().first.map(Ascii.isBlank) == true },
    "?alone": { $0.bytes[$0.token.end...].first.map(Ascii.isNewline) == true },
    "?statement": { $0.parser.beginsStatementInLine },
    "?inState": { $0.parser.nesting > 1 },
    "?modifier": { $0.parser.isBeforeMachine || $0.parser.keyword()?.isModifier == true },
    "?access": { ["private", "fileprivate", "internal", "package", "public", "open"].contains($0.word) },
    "?everyState": { $0.row?.isWildcard == true },
    "?noEvent": { $0.row?.triggers == nil },
    "?name": { !$0.word.isEmpty },
    "?stays": { $0.row?.target == nil },
    "?named": { $0.row?.target == nil && $0.line.contains(":") },
    "?events": { $0.beforeSemicolon.map { $0.contains(Ascii.colon) && !$0.contains(Ascii.slash) } == true },
    "?arrow": { misfit in ["-", ">", "—", "–"].contains { misfit.text(misfit.token.range).contains($0) } },
    "?arrowInLine": { $0.line.contains("->") },
    "?compares": {
      $0.line.prefix { $0 != "/" }.contains { ["<", ">", "<=", ">=", "==", "!="].contains($0) }
    },
    "?closer": { $0.line.count { $0 == "]" } > $0.line.count { $0 == "[" } },
    "?number": { $0.line.first?.first?.isNumber == true },
    "?colon": { $0.next == Ascii.colon },
    "?beforeTarget": { [Ascii.colon, Ascii.comma, Ascii.minus].contains($0.next) },
    "?afterParen": { $0.isAfter(")") },
    "?apart": { $0.token.start > $0.parser.lexer.previousEnd },
    "?adjacent": { $0.token.start == $0.parser.lexer.previousEnd },
    "?path": { $0.token.start == $0.parser.lexer.previousEnd && Ascii.beginsIdentifier($0.next) },
  ]

  /// The first byte of the token after the unexpected one.
  private var next: UInt8 { parser.lexer.peek().0 }

  private var line: [String] { parser.restOfLine }

  /// The text before the row on the same line, if that text ends in a `;`: `open -> closed ;` before a second row. Nil
  /// if no such text precedes the row.
  private var beforeSemicolon: ArraySlice<UInt8>? {
    guard let start = row?.range.lowerBound, case let line = bytes[Lines.start(bytes, of: start)..<start],
      line.last(where: { !Ascii.isBlank($0) }) == Ascii.semicolon
    else { return nil }
    return line
  }

  // MARK: Gaps

  /// Returns advice from the table of habits, in which texts from the file replace the gaps such as `$name`. Nil if the
  /// file has no text for one of the gaps.
  private func filled(_ remedy: Substring) -> String? {
    let parts = remedy.split(separator: "$", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { text, part in
      let gap = part.prefix(while: \.isLetter)
      guard let text, let filling = Self.gaps[gap]?(self), !filling.isEmpty else { return nil }
      return text + filling + part.dropFirst(gap.count)
    }
  }

  static let gaps: [Substring: @Sendable (Misfit) -> String?] = [
    "token": { $0.text($0.token.range) },
    "word": { $0.word },
    "small": { ($0.place == .file ? $0.text($0.token.range) : $0.word).lowercased() },
    "line": { Parser.remedy(beginningWith: $0.word) },
    "action": { misfit in (misfit.row?.onlySource).flatMap { Parser.actionOfState(misfit.text($0.path.first.range)) } },
    "wrapper": { $0.parser.remedyForWrapper },
    "effect": { $0.effect },
    "event": { $0.parser.effect(from: $0.token.start, upTo: "/") },
    "sign": { String($0.effect.prefix(1)) },
    "name": { $0.name },
    "capital": { $0.name.prefix(1).uppercased() + $0.name.dropFirst() },
    "statement": { $0.statement },
    "member": { $0.assignedMember },
  ]

  private func text(_ range: SourceRange) -> String { parser.text(of: range) }

  private var effect: String { parser.effect(from: token.start) }

  /// The text that replaces `$name` in the advice. Among the effects of a row, it is the word before the unexpected
  /// token, such as `buzz` in `/ buzz 3`. Elsewhere, an effect begins at the token, and this is the first name in that
  /// effect.
  private var name: String {
    place == .effects ? word : String(effect.drop { !$0.isLetter && $0 != "_" }.prefix(while: Self.isOfName))
  }

  private static func isOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// The text that replaces `$statement` in the advice, because it was probably meant as Swift: the row's last effect
  /// or, for a row after a `;` on the same line, the text of that row. Nil if there is neither.
  private var statement: String? {
    if let called = row?.effects.last?.called { return parser.effect(from: called.range.lowerBound) }
    return place == .source ? beforeSemicolon.map { parser.effect(from: $0.endIndex) } : nil
  }

  /// The assignment to write instead of the current line: `count += 1` for `self.count += 1` and for `this.count++`.
  /// Nil if the line is no such assignment.
  private var assignedMember: String? {
    let line = line
    guard ["self", "this"].contains(word), line.count > 1, case let symbol = line[1] else { return nil }
    if ["++", "--"].contains(symbol) { return "\(line[0]) \(symbol.prefix(1))= 1" }
    let isAssignment = symbol.hasSuffix("=") && !["==", "!=", "<=", ">="].contains(symbol)
    return isAssignment ? parser.effect(from: token.end) : nil
  }
}
