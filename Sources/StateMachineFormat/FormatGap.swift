import StateMachineSyntax

/// The text between two neighboring tokens or pieces of Swift: blanks, newlines and comments, or nothing.
///
/// Tests change the blanks and newlines of gaps, and check that the formatter restores the file.
package struct FormatGap: Sendable {
  package var range: SourceRange
  package var hasComments: Bool
  /// Whether a newline may be put into the gap, because it would mean the same as a blank there.
  package var mayHaveNewline: Bool
  /// Whether not even a blank may be put into the gap, because it would change the meaning of the file. This is the gap
  /// after the name of an attribute, as before the parenthesis of `@available(…)`.
  package var isFixed: Bool
}

extension Formatter {
  /// Returns the gaps of a file in their order. Nil if the file has syntax errors.
  package static func gaps(of source: SourceFile) -> [FormatGap]? {
    guard let sequence = sequence(of: source) else { return nil }
    var gaps: [FormatGap] = []
    var end = sequence.startOfText
    for (index, item) in sequence.items.enumerated() {
      var gap = FormatGap(
        range: SourceRange(end, item.range.lowerBound), hasComments: !item.comments.isEmpty, mayHaveNewline: false,
        isFixed: false)
      if index > 0, !item.beginsStatement {
        let isAfter = if case .token(let kind) = sequence.items[index - 1].kind { kind.joinsLines } else { false }
        let isBefore = [.comma, .slash].contains { item.isToken($0) } || isGuard(item, sequence)
        // After a `;`, a newline ends the statement.
        gap.mayHaveNewline = isAfter || isBefore && !sequence.items[index - 1].isToken(.separator)
      }
      if item.isToken(.rightBrace), !gap.hasComments { gap.mayHaveNewline = true }
      // In `@available(…)`, the parenthesis belongs to the attribute only if it follows the name directly.
      gap.isFixed = index > 1 && sequence.items[index - 2].isToken(.at)
      gaps.append(gap)
      end = item.range.upperBound
    }
    return gaps
  }

  private static func isGuard(_ item: FormatSequence.Item, _ sequence: FormatSequence) -> Bool {
    item.kind == .bracketedSwift && sequence.bytes[item.range.lowerBound] == Ascii.leftBracket
  }

  /// Returns whether two files differ only in whitespace that has no meaning. They then have the same tokens, pieces of
  /// Swift and comments, and their statements end in the same places. False if one of the files has syntax errors.
  package static func isSame(_ one: SourceFile, _ other: SourceFile) -> Bool {
    guard let first = sequence(of: one), let second = sequence(of: other) else { return false }
    return first.isSame(as: second)
  }

  private static func sequence(of source: SourceFile) -> FormatSequence? {
    let recorder = SyntaxRecorder()
    guard Formatter.isReadable(Parser.parse(source, recorder: recorder).diagnostics) else { return nil }
    return FormatSequence(source, recorder)
  }
}
