/// The brackets that are open within a piece of embedded Swift, innermost last.
struct BracketStack {
  struct Bracket {
    var byte: UInt8
    var start: Int
    /// The first name used in it: the parameters of a closure are taken back when its `in` comes.
    var firstUse: Int
    /// How many local names were declared outside it.
    var localsBefore: Int
    /// Is true where all that has come so far can stand in a closure's signature.
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

  /// A statement has begun in the innermost brace: it is no closure's signature that has been read.
  mutating func endSignature() {
    if !brackets.isEmpty { brackets[brackets.count - 1].maySign = false }
  }
}
