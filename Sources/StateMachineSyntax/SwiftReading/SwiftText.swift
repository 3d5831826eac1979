/// A piece of Swift in a `.sm` file, which the compiler copies and never parses as a grammar.
package struct SwiftText: Hashable, Sendable {
  /// From the first to the last token: blanks and comments at the ends are not part of it.
  package var range: SourceRange
  /// The names that it uses: a slice of the syntax tree's `nameUses`.
  package var uses: NameUseRange

  package var isEmpty: Bool { range.isEmpty }
}

/// A slice of the syntax tree's list of used names, in four bytes an end.
package struct NameUseRange: Hashable, Sendable {
  package var first: UInt32
  package var end: UInt32

  package var indices: Range<Int> { Int(first)..<Int(end) }

  static let none = NameUseRange(first: 0, end: 0)
}

/// A place where Swift uses a name that it does not declare itself: not behind a dot, not an argument's label, not a
/// closure's parameter.
package struct NameUse: Hashable, Sendable {
  package var name: NameID
  /// The offset of the name, behind its back-tick if it has one.
  package var start: UInt32
  /// Is true where the name stands behind `self.`: then it can only be a stored property.
  package var isMemberOfSelf: Bool
  /// Is true where the name is the `in` of a question for a state, `in(active.muted)`; the path is no use of a name.
  package var isStateQuery = false
}

/// One item of a list between brackets, split at its unnested commas.
struct SwiftListItem {
  /// The whole item, trimmed.
  var text: SwiftText
  /// The offset of its first unnested `:`.
  var colon: Int?
  /// The offset of its first unnested `=`.
  var equals: Int?
  /// The first token behind it that cannot stand behind the one before it in an expression.
  var misplaced: SourceRange?
  /// How many tokens stand before the colon.
  var tokensBeforeColon = 0
}
