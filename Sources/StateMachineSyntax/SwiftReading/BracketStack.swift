/// The open brackets in a piece of embedded Swift, innermost last.
struct BracketStack {
  struct Bracket {
    var byte: UInt8
    var start: Int
    /// The index of the first name in the bracket, in the list `nameUses` of the names that the Swift uses. If an `in`
    /// follows the names, the bracket is a closure. The names from this index to the `in` are then its parameters.
    var firstUse: Int
    /// The number of local names when the bracket was opened. When the bracket is closed, the local names that were
    /// added since then are forgotten.
    var localsBefore: Int
    /// Whether the tokens since the `{` may be the signature of a closure, such as `a, b in`.
    var maySign = true

    var closer: UInt8 {
      switch byte {
      case Ascii.leftParen: Ascii.rightParen
      case Ascii.leftBracket: Ascii.rightBracket
      default: Ascii.rightBrace
      }
    }
  }

  private var brackets: [Bracket] = []
  private(set) var braceCount = 0

  var isEmpty: Bool { brackets.isEmpty }
  var count: Int { brackets.count }
  var first: Bracket { brackets[0] }
  var last: Bracket { brackets[brackets.count - 1] }

  mutating func append(_ bracket: Bracket) {
    if bracket.byte == Ascii.leftBrace { braceCount += 1 }
    brackets.append(bracket)
  }

  mutating func removeLast() {
    if brackets.removeLast().byte == Ascii.leftBrace { braceCount -= 1 }
  }

  mutating func remove(from index: Int) {
    while brackets.count > index { removeLast() }
  }

  mutating func removeAll() {
    brackets.removeAll(keepingCapacity: true)
    braceCount = 0
  }

  func lastIndex(closedBy byte: UInt8) -> Int? {
    brackets.lastIndex { $0.closer == byte }
  }

  /// Notes that a statement has begun in the innermost bracket. After that, the tokens cannot be the signature of a
  /// closure, such as `a, b in`. A later `in` is the one of a loop: `for a in b`.
  mutating func endSignature() {
    if !brackets.isEmpty { brackets[brackets.count - 1].maySign = false }
  }
}
