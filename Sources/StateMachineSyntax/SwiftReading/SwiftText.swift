/// A piece of Swift in a `.sm` file, which the compiler copies without parsing its grammar.
package struct SwiftText: Hashable, Sendable {
  /// The range from the first to the last token, without blanks and comments at the ends.
  package var range: SourceRange
  /// The uses of names in the piece, as a slice of the syntax tree's `nameUses`.
  package var uses: NameUseRange

  package var isEmpty: Bool { range.isEmpty }
}

/// A slice of the syntax tree's list of used names, with bounds of four bytes.
package struct NameUseRange: Hashable, Sendable {
  package var first: UInt32
  package var end: UInt32

  package var indices: Range<Int> { Int(first)..<Int(end) }

  static let none = NameUseRange(first: 0, end: 0)
}

/// A use of a name that the Swift does not declare. Members, argument labels and parameters of closures are no uses.
package struct NameUse: Hashable, Sendable {
  package var name: NameID
  /// The offset of the name, after its back-tick if it has one.
  package var start: UInt32
  /// Whether the name follows `self.`, so that it can only be a stored property.
  package var isMemberOfSelf: Bool
  /// Whether the name is the `in` of a state query, `in(active.muted)`. The names of the path are no uses.
  package var isStateQuery = false
}

/// An item of a list in brackets, which is split at its unnested commas.
struct SwiftListItem {
  /// The whole item, without blanks and comments at its ends.
  var text: SwiftText
  /// The offset of the first unnested `:`; nil if there is none.
  var colon: Int?
  /// The offset of the first unnested `=`; nil if there is none.
  var equals: Int?
  /// The first token of the item that cannot follow the token before it in an expression.
  var misplaced: SourceRange?
  /// The number of tokens before the colon.
  var tokensBeforeColon = 0
}
