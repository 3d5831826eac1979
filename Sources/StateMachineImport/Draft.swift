import StateMachineSyntax

/// A file of machines that is going to be written: what the readers have made of a chart or of Swift, and where each
/// part of it comes from. ``DraftWriter`` gives it the form of a `.sm` file.
struct Draft {
  var items: [DraftItem] = []
}

indirect enum DraftItem {
  /// Lines that stand by themselves, with their `//` or `///`.
  case comment([String])
  /// One statement, which may have several lines, as a block of Swift has.
  case statement(DraftStatement)
  case row(DraftRow)
  /// `head {`, the items, `}`.
  case block(DraftStatement, [DraftItem])
  case blankLine
}

/// A declaration, or the head of a block without its brace.
struct DraftStatement {
  /// The lines above it, with their `//` or `///`.
  var lead: [String] = []
  var text: String
  /// The text behind it, without `//`; empty for none.
  var comment = ""
  /// The place in the imported file.
  var place: SourceRange
}

/// A transition.
struct DraftRow {
  /// The lines above it, with their `//` or `///`.
  var lead: [String] = []
  /// The sources, with their patterns; empty for a row within a state that needs none.
  var sources: [String]
  /// The targets with their arguments; nil for a row that stays.
  var target: String?
  /// Events with their patterns, `always`, `done`, `after 3s`; empty in rows of a choice.
  var triggers: [String]
  /// The condition without its brackets.
  var condition: String?
  var effects: [String] = []
  /// The text behind the row, without `//`; empty for none.
  var comment = ""
  /// The place in the imported file.
  var place: SourceRange
  /// How many arrows, or arms of a `switch`, the row stands for.
  var arrows = 1
}
