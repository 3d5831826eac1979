import StateMachineSyntax

/// The gap between two tokens or pieces of Swift: blanks, newlines and comments, or nothing.
///
/// Tests change gaps, to see whether formatting restores the file.
package struct FormatGap: Sendable {
  package var range: SourceRange
  package var hasComments: Bool
  /// Whether a newline in the gap means the same as a blank.
  package var mayHaveNewline: Bool
  /// Whether a blank in the gap would change the meaning.
  package var isFixed: Bool
}

extension Formatter {
  /// Returns the gaps of a file, in order; nil if the file has syntax errors.
  package static func gaps(of source: SourceFile) -> [FormatGap]? {
    guard let sequence = sequence(of: source) else { return nil }
    var gaps: [FormatGap] = []
    var end = sequence.startOfText
    for (index, item) in sequence.items.enumerated() {
      var gap = FormatGap(
        range: SourceRange(end, item.range.lowerBound), hasComments: !item.comments.isEmpty, mayHaveNewline: false,
        isFixed: false)
      if index > 0, !item.beginsStatement {
        let isBehind = if case .token(let kind) = sequence.items[index - 1].kind { kind.joinsLines } else { false }
        let isBefore = [.comma, .slash].contains { item.isToken($0) } || isGuard(item, sequence)
        // Behind a `;`, a newline has a meaning.
        gap.mayHaveNewline = isBehind || isBefore && !sequence.items[index - 1].isToken(.separator)
      }
      if item.isToken(.rightBrace), !gap.hasComments { gap.mayHaveNewline = true }
      // An argument directly behind an attribute's name is part of the attribute.
      gap.isFixed = index > 1 && sequence.items[index - 2].isToken(.at)
      gaps.append(gap)
      end = item.range.upperBound
    }
    return gaps
  }

  private static func isGuard(_ item: FormatSequence.Item, _ sequence: FormatSequence) -> Bool {
    item.kind == .bracketedSwift && sequence.bytes[item.range.lowerBound] == Ascii.leftBracket
  }

  /// Returns whether two files have the same sequence of tokens, pieces of Swift, comments and ends of statements.
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
