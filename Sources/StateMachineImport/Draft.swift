import StateMachineSyntax

/// A file of machines to be written, made of a chart or of Swift, with the place in the imported file from which each
/// part comes. ``DraftWriter`` writes it as a `.sm` file.
struct Draft {
  var items: [DraftItem] = []
}

indirect enum DraftItem {
  /// Lines of comments, with their `//` or `///`.
  case comment([String])
  /// One statement, which may have several lines, as a block of Swift has.
  case statement(DraftStatement)
  case row(DraftRow)
  /// A block: `head {`, the items, `}`.
  case block(DraftStatement, [DraftItem])
  case blankLine
}

/// A declaration, or the head of a block without its brace.
struct DraftStatement {
  /// The lines above the statement, with their `//` or `///`.
  var lead: [String] = []
  var text: String
  /// The comment behind the statement, without `//`; empty for none.
  var comment = ""
  /// The place in the imported file.
  var place: SourceRange
}

/// A row.
struct DraftRow {
  /// The lines above the row, with their `//` or `///`.
  var lead: [String] = []
  /// The sources with their patterns; empty for a row that is written within its source.
  var sources: [String]
  /// The targets with their arguments; nil for an internal transition.
  var target: String?
  /// The triggers: events with their patterns, `always`, `done`, `after 3s`; empty for a row of a choice.
  var triggers: [String]
  /// The condition without its brackets.
  var condition: String?
  var effects: [String] = []
  /// The comment behind the row, without `//`; empty for none.
  var comment = ""
  /// The place in the imported file.
  var place: SourceRange
  /// The number of arrows, or of cases of a `switch` (arms), that the row replaces.
  var arrows = 1
}
