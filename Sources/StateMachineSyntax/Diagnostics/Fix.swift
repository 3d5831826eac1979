/// Edits of the file that mend a finding.
package struct Fix: Hashable, Sendable {
  /// The action of the fix, in the imperative: `replace 'opne' by 'open'`.
  package let title: String
  package let edits: [TextEdit]
  /// Whether `check --fix` makes the fix without asking. It does if nothing else can be meant, or if the fix does not
  /// change the meaning of the file. Other fixes are made only if the user chooses them.
  package let isSafe: Bool

  init(_ title: String, _ edits: [TextEdit], isSafe: Bool) {
    self.title = title
    self.edits = edits
    self.isSafe = isSafe
  }
}

extension Diagnostic {
  /// Returns the finding with one more fix at the end, which makes one edit.
  ///
  /// - Parameters:
  ///   - title: the action of the fix, in the imperative.
  ///   - isSafe: whether `check --fix` makes the fix without asking (``Fix/isSafe``).
  func fix(_ title: String, _ edit: TextEdit, isSafe: Bool = true) -> Diagnostic {
    var copy = self
    copy.fixes.append(Fix(title, [edit], isSafe: isSafe))
    return copy
  }

  /// Returns the finding with a fix that replaces the text in `range`. Returns the finding unchanged if `text` is nil
  /// or has a U+FFFD, which stands for bytes that are not UTF-8.
  func replacing(_ range: SourceRange, by text: String?, isSafe: Bool = true) -> Diagnostic {
    // A name with bytes that are not UTF-8 cannot be written again.
    guard let text, !text.unicodeScalars.contains("\u{FFFD}") else { return self }
    return fix("write '\(text)'", TextEdit(range, text), isSafe: isSafe)
  }
}
