/// Finds the names that a piece of Swift uses and changes.
extension SwiftAnalysis {
  /// Returns whether a piece of Swift is a name, a number, a member or a call. Beside an operator, it then needs no
  /// parentheses. Examples are `n` and `f(a + b)`, but not `a + b`. For `a!` and string literals, the result is false,
  /// too.
  package static func isOperand(_ range: SourceRange, _ bytes: [UInt8]) -> Bool {
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    var depth = 0
    var before = SwiftToken?.none
    while true {
      let token = swift.next()
      switch token.kind {
      case .end: return depth == 0
      case .identifier, .number:
        // Two words in a row: `try x`, `x as Y`.
        if depth == 0, before.map({ !$0.isPunctuation(Ascii.dot) }) ?? false { return false }
      case .punctuation:
        switch token.byte {
        case Ascii.leftParen, Ascii.leftBracket: depth += 1
        case Ascii.rightParen, Ascii.rightBracket: depth -= 1
        case Ascii.dot: break
        default: if depth == 0 { return false }
        }
      case .infixOrPrefix, .postfix, .literal: if depth == 0 { return false }
      }
      before = token
    }
  }

  /// Returns the names that the Swift in `range` uses or declares, and its keywords. Members such as `b` in `a.b`, and
  /// labels, are left out.
  ///
  /// - Parameter other: ranges within `range` that are not Swift, such as state queries.
  package static func usedNames(
    in range: SourceRange, besides other: [SourceRange] = [], _ bytes: [UInt8]
  ) -> Set<String> {
    let places = namePlaces(in: range, bytes).filter { place in
      !other.contains { $0.lowerBound <= place.start && place.start < $0.upperBound }
    }
    return Set(places.map(\.name))
  }
  /// Returns the names that the Swift in `range` changes or may change, as far as tokens show. Such a name is assigned,
  /// passed `inout` or called, or a method is called on it. A change of a member counts as a change of the name before
  /// it: `a` for `a.b = 1`.
  ///
  /// - Parameter range: the range of the Swift; of a block, the text in the braces.
  package static func changedNames(in range: SourceRange, _ bytes: [UInt8]) -> Set<String> {
    let places = namePlaces(in: range, bytes)
    // `uses(of:in:)` expects the range of a block with its braces.
    let around = SourceRange(range.lowerBound - 1, range.upperBound + 1)
    var changed: Set<String> = []
    for (place, use) in zip(places, uses(of: places.map(\.start), in: around, bytes)) where use.change != .none {
      changed.insert(place.name)
    }
    return changed
  }

  /// Returns the offsets at which `name` is used without back-ticks, and not as a member or a label.
  package static func places(of name: String, in range: SourceRange, _ bytes: [UInt8]) -> [Int] {
    namePlaces(in: range, bytes).filter { $0.name == name && bytes[$0.start] != Ascii.backtick }.map(\.start)
  }

  private static func namePlaces(in range: SourceRange, _ bytes: [UInt8]) -> [(name: String, start: Int)] {
    var places: [(name: String, start: Int)] = []
    forEachName(in: range, bytes) { token in
      let isQuoted = token.byte == Ascii.backtick
      let text = bytes[(token.start + (isQuoted ? 1 : 0))..<(token.end - (isQuoted ? 1 : 0))]
      places.append((String(decoding: text, as: UTF8.self), token.start))
    }
    return places
  }

  /// Calls `body` with the token of each name or keyword that is neither a member nor a label.
  private static func forEachName(in range: SourceRange, _ bytes: [UInt8], _ body: (SwiftToken) -> Void) {
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    /// For each open bracket, innermost last, whether it is a parenthesis. Only in parentheses does a colon make a
    /// label.
    var parentheses: [Bool] = []
    var before = SwiftToken?.none
    var token = swift.next()
    while token.kind != .end {
      let next = swift.next()
      switch token.byte {
      case Ascii.leftParen where token.kind == .punctuation: parentheses.append(true)
      case Ascii.leftBracket where token.kind == .punctuation, Ascii.leftBrace where token.kind == .punctuation:
        parentheses.append(false)
      case Ascii.rightParen where token.kind == .punctuation, Ascii.rightBracket where token.kind == .punctuation,
        Ascii.rightBrace where token.kind == .punctuation:
        _ = parentheses.popLast()
      default:
        guard token.kind == .identifier else { break }
        let isMember = before?.isPunctuation(Ascii.dot) ?? false
        let begins = before.map { $0.isPunctuation(Ascii.leftParen) || $0.isPunctuation(Ascii.comma) } ?? false
        let isLabel = begins && next.isPunctuation(Ascii.colon) && parentheses.last == true
        if !isMember, !isLabel { body(token) }
      }
      before = token
      token = next
    }
  }
}
