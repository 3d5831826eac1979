/// What people write who come from other languages and tools, with what to write instead.
extension Parser {
  /// Where a token stands that nothing can follow from.
  enum Place {
    case statement
    /// Behind the name of an event, an output or a state, and its payload.
    case behindName
    case behindSource(TransitionSyntax.Sources, from: Int)
    case behindTarget
    case behindRow(TransitionSyntax)
  }

  /// Reports a token that cannot stand where it does, with the remedy where it is a habit.
  mutating func reportUnexpected(expected: String, at place: Place) {
    report(.unexpected(describe(token), token.range, expected: expected, remedy: remedy(at: place)))
  }

  private func remedy(at place: Place) -> String? {
    switch place {
    case .statement: remedyAtStatement
    case .behindName: remedyBehindName
    case .behindSource(let sources, let start): remedy(behind: sources, from: start)
    case .behindTarget: remedyBehindTarget
    case .behindRow(let row): remedy(behind: row)
    }
  }

  private var remedyAtStatement: String? {
    bytes[token.start] == Ascii.hash ? "write '//' before a comment" : nil
  }

  private var remedyBehindName: String? {
    if let word = ["async", "stream"].first(where: isWordBefore) { return "write '\(word)' behind the output's name" }
    let next = lexer.peek().0
    switch token.kind {
    case .leftBracket, .leftBrace: return "write a payload in parentheses"
    case .identifier: return next == Ascii.colon ? "write a payload in parentheses" : "separate names by commas"
    default: return nil
    }
  }

  private func remedy(behind sources: TransitionSyntax.Sources, from start: Int) -> String? {
    guard case .listed(let list) = sources else { return nil }
    if isJoiningOperator { return "separate states by commas" }
    if token.kind == .unknown, [Ascii.minus, Ascii.rightAngle].contains(bytes[token.start]) {
      return "an arrow is written '->'"
    }
    guard list.count == 1, list.first.path.count == 1 else { return nil }
    let word = scanner.names.text(list.first.path.first.id)
    switch word {
    case "case": return "write 'state' to declare a state"
    case "private", "fileprivate", "internal", "package", "public", "open":
      if isAny(of: ["var", "let"]) { return "leave out '\(word)', as a property has the machine's access" }
    case "if", "guard", "when", "switch":
      return "write a condition in a row's brackets, as in 'a -> b : event [condition]'"
    case "on", "from", "transition": return "write a row, as in 'a -> b : event'"
    case "class", "actor": return "write 'wrapper \(word)'"
    default: break
    }
    if token.kind == .identifier, [Ascii.colon, Ascii.comma, Ascii.minus].contains(lexer.peek().0) {
      return "write '->' before a target, and commas between sources"
    }
    if token.kind == .leftBrace || isAtEndOfStatement && list.first.pattern != nil {
      return "write 'state' before a state that is declared"
    }
    if isAtEndOfStatement, let before = lastByte(before: start), before == UInt8(ascii: ";") {
      return "separate effects by commas, as in '/ first, \(word)'"
    }
    return nil
  }

  private var remedyBehindTarget: String? {
    if isAny(of: ["on", "upon"]) { return "write ':' before the event" }
    if isAny(of: ["when", "if", "where"]) { return "write ': event [condition]'" }
    return nil
  }

  private func remedy(behind row: TransitionSyntax) -> String? {
    if !row.effects.isEmpty {
      switch token.kind {
      case .dot, .leftBracket:
        guard case .output(let name, _)? = row.effects.last else { return nil }
        let rest = token.kind == .dot ? ".append(1)" : "[0] = 1"
        return "write Swift in braces, as in '{ \(scanner.names.text(name.id))\(rest) }'"
      case .slash: return "separate effects by commas"
      case .unknown where bytes[token.start] == Ascii.plus || bytes[token.start] == Ascii.minus:
        guard case .output(let name, nil)? = row.effects.last else { return nil }
        return "write an assignment, as in '\(scanner.names.text(name.id)) += 1'"
      default: return nil
      }
    }
    if isAny(of: ["if", "when", "where"]) { return "write the condition in brackets, as in '[condition]'" }
    if row.guardSyntax == nil, isAny(of: ["or", "and"]) || isJoiningOperator { return "separate events by commas" }
    switch token.kind {
    case .leftBracket: return "join conditions by '&&' in one pair of brackets"
    case .arrow where row.target == nil: return "write the target before ':', as in 'a -> b : event'"
    case .equals where row.target == nil: return "write 'var' or 'let' before a property"
    case .identifier where isWord("else"): return "write '[else]'"
    case .identifier where row.guardSyntax == nil && closesBracketInLine: return "write '[' before a condition"
    case .identifier where isWordBefore("on"): return "leave out 'on'"
    case .identifier, .leftBrace: return "write '/' before an effect"
    default: return nil
    }
  }

  // MARK: Tokens

  private var isAtEndOfStatement: Bool {
    token.kind == .separator || token.kind == .rightBrace || token.kind == .endOfFile
  }

  /// `|`, `||`, `&` or `&&`
  private var isJoiningOperator: Bool {
    bytes.indices.contains(token.start)
      && (bytes[token.start] == UInt8(ascii: "|") || bytes[token.start] == Ascii.ampersand)
  }

  /// Whether a word stands directly before the token.
  private func isWordBefore(_ word: String) -> Bool {
    let end = lexer.previousEnd
    let start = end - word.utf8.count
    guard start >= 0, start == 0 || !Ascii.continuesIdentifier(bytes[start - 1]) else { return false }
    return bytes[start..<end].elementsEqual(word.utf8)
  }

  /// Whether a `]` follows in the line that closes nothing in it.
  private var closesBracketInLine: Bool {
    var depth = 0
    for byte in bytes[token.start...].prefix(while: { !Ascii.isNewline($0) }) {
      if byte == Ascii.leftBracket { depth += 1 }
      if byte == Ascii.rightBracket { depth -= 1 }
      if depth < 0 { return true }
    }
    return false
  }

  private func isAny(of words: [StaticString]) -> Bool { words.contains(where: isWord) }

  /// The last byte before a place that is no white space.
  private func lastByte(before place: Int) -> UInt8? {
    bytes[..<place].last { !Ascii.isBlank($0) && !Ascii.isNewline($0) }
  }
}
