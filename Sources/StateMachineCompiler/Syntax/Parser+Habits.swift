/// What people write who come from other languages and tools, with what to write instead.
extension Parser {
  /// Where a token stands that nothing can follow from.
  enum Place {
    case statement
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
    case .behindSource(let sources, let start): remedy(behind: sources, from: start)
    case .behindTarget: remedyBehindTarget
    case .behindRow(let row): remedy(behind: row)
    }
  }

  private var remedyAtStatement: String? {
    bytes[token.start] == Ascii.hash ? "write '//' before a comment" : nil
  }

  private func remedy(behind sources: TransitionSyntax.Sources, from start: Int) -> String? {
    guard case .listed(let list) = sources, list.count == 1, list.first.path.count == 1 else { return nil }
    let word = scanner.names.text(list.first.path.first.id)
    switch word {
    case "case": return "write 'state' to declare a state"
    case "private", "fileprivate", "internal", "package", "public", "open":
      return isAny(of: ["var", "let"]) ? "leave out '\(word)', as a property has the machine's access" : nil
    case "if", "guard", "when", "switch":
      return "write a condition in a row's brackets, as in 'a -> b : event [condition]'"
    case "on": return "write a row, as in 'a -> b : event'"
    default: break
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
      default: return nil
      }
    }
    if isAny(of: ["if", "when", "where"]) { return "write the condition in brackets, as in '[condition]'" }
    if row.guardSyntax == nil, isAny(of: ["or", "and"]) || isJoiningOperator { return "separate events by commas" }
    switch token.kind {
    case .leftBracket: return "join conditions by '&&' in one pair of brackets"
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

  private func isAny(of words: [StaticString]) -> Bool { words.contains(where: isWord) }

  /// The last byte before a place that is no white space.
  private func lastByte(before place: Int) -> UInt8? {
    bytes[..<place].last { !Ascii.isBlank($0) && !Ascii.isNewline($0) }
  }
}
