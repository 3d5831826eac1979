/// A remedy for a finding: edits of the file that it is in.
package struct Fix: Hashable, Sendable {
  /// The action of the edits, in the imperative: `replace 'opne' by 'open'`.
  package let title: String
  package let edits: [TextEdit]
  /// Is true where `check --fix` makes the edits: there is nothing else that could be meant, or the file means the same
  /// afterwards. Any other fix waits for somebody who chooses it.
  package let isSafe: Bool

  init(_ title: String, _ edits: [TextEdit], isSafe: Bool) {
    self.title = title
    self.edits = edits
    self.isSafe = isSafe
  }
}

extension Diagnostic {
  /// The finding with an edit that mends it, behind those that it has.
  func fix(_ title: String, _ edit: TextEdit, isSafe: Bool = true) -> Diagnostic {
    var copy = self
    copy.fixes.append(Fix(title, [edit], isSafe: isSafe))
    return copy
  }

  /// The finding with an edit that replaces a name, a token or an expression; without one where there is nothing to
  /// replace it by.
  func replacing(_ range: SourceRange, by text: String?, isSafe: Bool = true) -> Diagnostic {
    // A name with bytes that are no text cannot be written again.
    guard let text, !text.unicodeScalars.contains("\u{FFFD}") else { return self }
    return fix("write '\(text)'", TextEdit(range, text), isSafe: isSafe)
  }
}
