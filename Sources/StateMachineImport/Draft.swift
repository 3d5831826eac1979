import StateMachineSyntax

/// The imported machines as the parts of a `.sm` file that is to be written. Each part knows the place in the imported
/// chart or Swift from which it comes. ``DraftWriter`` makes the text of the file.
struct Draft {
  var items: [DraftItem] = []
}

/// A part of a draft, which is a `.sm` file that is to be written: comments, a statement, a block, or a row.
indirect enum DraftItem {
  /// Lines of comments. Each line includes its `//` or `///`.
  case comment([String])
  /// One statement. Its text may have several lines: `swift { … }`.
  case statement(DraftStatement)
  case row(DraftRow)
  /// A block: its head (`state open`), and the items between its braces.
  case block(DraftStatement, [DraftItem])
  case blankLine
}

/// A declaration in a draft, which is a `.sm` file that is to be written. It may also be the head of a block, such as
/// `state open`, to which the writer adds the brace.
struct DraftStatement {
  /// The comment lines above the statement. Each line includes its `//` or `///`.
  var lead: [String] = []
  var text: String
  /// The comment after the statement, without its `//`. Empty for no comment.
  var comment = ""
  /// The place in the imported file from which the statement was made.
  var place: SourceRange
}

/// A row in a draft, which is a `.sm` file that is to be written.
struct DraftRow {
  /// The comment lines above the row. Each line includes its `//` or `///`.
  var lead: [String] = []
  /// The sources with their patterns, such as `open(persons: 3)`. Empty for a row that is written in the braces of its
  /// source.
  var sources: [String]
  /// The targets with their arguments; nil for a row without a target (an internal transition).
  var target: String?
  /// The triggers: `always`, `done`, `after 3s`, or events with their patterns. Empty for a row of a choice.
  var triggers: [String]
  /// The guard without its brackets; nil for a row without a guard.
  var condition: String?
  var effects: [String] = []
  /// The comment after the row, without its `//`. Empty for no comment.
  var comment = ""
  /// The place in the imported file from which the row was made.
  var place: SourceRange
  /// The number of arrows in a chart, or of arms of a `switch` in Swift, that became this row.
  var arrows = 1
}
