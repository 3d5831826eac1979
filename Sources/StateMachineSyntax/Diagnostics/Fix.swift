/// A remedy for a finding, as edits of its file.
package struct Fix: Hashable, Sendable {
  /// The action of the edits, in the imperative: `replace 'opne' by 'open'`.
  package let title: String
  package let edits: [TextEdit]
  /// Whether `check --fix` makes the edits: nothing else can be meant, or the meaning of the file stays the same. Other
  /// fixes must be chosen by the user.
  package let isSafe: Bool

  init(_ title: String, _ edits: [TextEdit], isSafe: Bool) {
    self.title = title
    self.edits = edits
    self.isSafe = isSafe
  }
}

extension Diagnostic {
  /// Returns the finding with one more fix, of one edit, as the last.
  func fix(_ title: String, _ edit: TextEdit, isSafe: Bool = true) -> Diagnostic {
    var copy = self
    copy.fixes.append(Fix(title, [edit], isSafe: isSafe))
    return copy
  }

  /// Returns the finding with a fix that replaces a name, a token or an expression; unchanged if `text` is nil.
  func replacing(_ range: SourceRange, by text: String?, isSafe: Bool = true) -> Diagnostic {
    // A name with bytes that are not UTF-8 cannot be written again.
    guard let text, !text.unicodeScalars.contains("\u{FFFD}") else { return self }
    return fix("write '\(text)'", TextEdit(range, text), isSafe: isSafe)
  }
}
