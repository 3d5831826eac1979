/// Converts parts of the file, such as embedded Swift, into text for diagrams: one line, without comments, with all
/// characters visible.
package struct LabelText {
  let source: SourceFile
  /// Whether names keep their back-ticks. Text for the Swift compiler needs them, a diagram does not.
  var keepsBackticks = false

  package init(source: SourceFile, keepsBackticks: Bool = false) {
    self.source = source
    self.keepsBackticks = keepsBackticks
  }

  /// Returns embedded Swift on one line. The end of a line becomes `; ` if it ends a statement, and otherwise a blank.
  ///
  /// - Parameter isStatements: whether `range` is the text in the braces of a block. Outside of braces, no line ending
  ///   ends a statement.
  package func swift(_ range: SourceRange, isStatements: Bool = false) -> String {
    var lexer = SwiftLexer(bytes: source.bytes, from: range.lowerBound, to: range.upperBound)
    var brackets: [UInt8] = isStatements ? [Ascii.leftBrace] : []
    var text = ""
    var previous: SwiftToken?
    while true {
      let token = lexer.next()
      guard token.kind != .end else { break }
      if let previous {
        let isSeparate = token.followsNewline && brackets.last == Ascii.leftBrace
        if isSeparate, separates(previous, token) {
          text += "; "
        } else if token.start > previous.end {
          text += " "
        }
      }
      let isQuoted = token.kind == .identifier && token.byte == Ascii.backtick && !keepsBackticks
      append(SourceRange(token.start + (isQuoted ? 1 : 0), token.end - (isQuoted ? 1 : 0)), to: &text)
      if token.kind == .punctuation { follow(token, &brackets) }
      previous = token
    }
    return text
  }

  /// Returns the text of a range that is not Swift, such as a name, on one line and with all characters visible.
  package func plain(_ range: SourceRange) -> String {
    var text = ""
    append(range, to: &text)
    return text
  }

  /// Returns the lines of a documentation comment, joined by line feeds; empty if `range` is nil.
  package func documentation(_ range: SourceRange?) -> String {
    guard let range else { return "" }
    let lines = source.documentationLines(range).map { line in
      String(decoding: line.first == Ascii.space ? line.dropFirst() : line, as: UTF8.self).visible
    }
    return lines.joined(separator: "\n")
  }

  /// Follows the nesting of brackets: adds the token to `brackets` if it is an opening bracket, or removes the last
  /// bracket if it is a closing one.
  private func follow(_ token: SwiftToken, _ brackets: inout [UInt8]) {
    switch token.byte {
    case Ascii.leftParen, Ascii.leftBracket, Ascii.leftBrace: brackets.append(token.byte)
    case Ascii.rightParen, Ascii.rightBracket, Ascii.rightBrace: _ = brackets.popLast()
    default: break
    }
  }

  /// Returns whether the line ending between two tokens ends a statement, as far as the tokens show. For example, a
  /// statement does not end after an operator, or before `else`.
  private func separates(_ first: SwiftToken, _ second: SwiftToken) -> Bool {
    switch first.kind {
    case .infixOrPrefix: return false
    case .punctuation
    where [Ascii.leftBrace, Ascii.comma, Ascii.colon, Ascii.dot, Ascii.semicolon].contains(first.byte):
      return false
    default: break
    }
    switch second.kind {
    case .infixOrPrefix: return false
    case .punctuation
    where [Ascii.rightBrace, Ascii.comma, Ascii.colon, Ascii.dot, Ascii.leftBrace].contains(second.byte):
      return false
    case .identifier: return !["else", "catch", "in"].contains(source.text(SourceRange(second.start, second.end)))
    default: return true
    }
  }

  private func append(_ range: SourceRange, to text: inout String) {
    let bytes = source.bytes[range.lowerBound..<range.upperBound]
    guard bytes.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else {
      text += String(decoding: bytes, as: UTF8.self)
      return
    }
    // The line breaks of a string literal become `↵`, and the indentation is dropped.
    let lines = bytes.split(omittingEmptySubsequences: true, whereSeparator: Ascii.isNewline)
    for (index, line) in lines.enumerated() {
      if index > 0 { text += "↵" }
      text += String(decoding: index > 0 ? line.drop(while: Ascii.isBlank) : line, as: UTF8.self).visible
    }
  }
}
