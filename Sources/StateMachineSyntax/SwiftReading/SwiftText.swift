/// A piece of Swift in a `.sm` file. The compiler copies it into the generated code, and does not parse it.
package struct SwiftText: Hashable, Sendable {
  /// The range from the first to the last token, without blanks and comments at the ends.
  package var range: SourceRange
  /// The uses of names in the piece: a range of indices in the syntax tree's `nameUses`.
  package var uses: NameUseRange

  package var isEmpty: Bool { range.isEmpty }
}

/// A range of indices in the syntax tree's `nameUses`, with four bytes for each bound.
package struct NameUseRange: Hashable, Sendable {
  package var first: UInt32
  package var end: UInt32

  package var indices: Range<Int> { Int(first)..<Int(end) }

  static let none = NameUseRange(first: 0, end: 0)
}

/// A use of a name in a piece of Swift. A name that the piece itself declares has no uses. Argument labels, parameters
/// of closures, and members of values other than `self` do not count as uses either.
package struct NameUse: Hashable, Sendable {
  package var name: NameID
  /// The offset of the name's text, after a back-tick if there is one.
  package var start: UInt32
  /// Whether `self.` precedes the name, so that it can only be a property of the machine.
  package var isMemberOfSelf: Bool
  /// Whether the name is the word `in` of a state query, `in(active.muted)`. The names in the query's parentheses do
  /// not count as uses.
  package var isStateQuery = false
}

/// One element of a list in brackets, such as an argument or a parameter.
struct SwiftListItem {
  /// The whole item, without blanks and comments at its ends.
  var text: SwiftText
  /// The offset of the first `:` outside of inner brackets; nil if the item has no such colon.
  var colon: Int?
  /// The offset of the first `=` outside of inner brackets; nil if the item has no such `=`.
  var equals: Int?
  /// The first token that cannot follow the token before it in an expression; nil if every token can.
  var misplaced: SourceRange?
  /// The number of tokens before the colon.
  var tokensBeforeColon = 0
}
