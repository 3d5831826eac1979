import StateMachineSyntax

/// Counts the columns that texts need. A character needs one column, however many bytes it has.
struct FormatWidth {
  /// The largest number of columns in a line of formatted text.
  static let limit = 120

  let bytes: [UInt8]

  /// Returns the number of columns that a text without newlines needs.
  func of(_ range: SourceRange) -> Int {
    let text = bytes[range.lowerBound..<range.upperBound]
    guard text.contains(where: { $0 >= 0x80 }) else { return text.count }
    return String(decoding: text, as: UTF8.self).count
  }

  /// Returns the number of columns of a text's first line and of its last line. The second number is nil if the text
  /// has only one line.
  func ofLines(_ range: SourceRange) -> (first: Int, last: Int?) {
    let text = bytes[range.lowerBound..<range.upperBound]
    guard let end = text.firstIndex(where: Ascii.isNewline), let last = text.lastIndex(where: Ascii.isNewline) else {
      return (of(range), nil)
    }
    return (of(SourceRange(range.lowerBound, end)), of(SourceRange(last + 1, range.upperBound)))
  }
}
