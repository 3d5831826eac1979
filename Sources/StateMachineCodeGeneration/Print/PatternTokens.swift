import StateMachineModel
import StateMachineSyntax

/// A pattern of the `.sm` file that only tests whether an optional is nil: `nil`, or `let name?`.
enum OptionalTest: Equatable {
  case isNil
  /// `let name?`. The value is the place of the name.
  case isNotNil(SourceRange)

  init?(_ pattern: Pattern, in bytes: [UInt8]) {
    var swift = SwiftLexer(bytes: bytes, from: pattern.range.lowerBound, to: pattern.range.upperBound)
    let first = swift.next()
    // Both `nil` and `let` have three letters.
    guard first.kind == .identifier, first.end - first.start == 3 else { return nil }
    let second = swift.next()
    if second.kind == .end, SwiftKeyword.matches("nil", bytes, first.start) {
      self = .isNil
      return
    }
    let mark = swift.next()
    guard
      SwiftKeyword.matches("let", bytes, first.start), second.kind == .identifier, pattern.bindings.count == 1,
      mark.byte == Ascii.question, mark.start == second.end, mark.end == mark.start + 1, swift.next().kind == .end
    else { return nil }
    self = .isNotNil(SourceRange(second.start, second.end))
  }
}

/// The tokens of a pattern of the `.sm` file, and the names that the pattern binds. The printer writes `_` for names
/// that nothing reads.
struct PatternTokens {
  private var tokens: [SwiftToken] = []
  private let bytes: [UInt8]
  /// The names that the pattern binds, as indices. The key is the index of the name's token; the value is the name's
  /// position among the names that the pattern binds.
  private(set) var bindings: [Int: Int] = [:]
  /// The pairs of brackets: the key is the index of the token `(`, and the value is the index after the matching `)`.
  private var ends: [Int: Int] = [:]
  /// The brackets that `_` may replace, such as `let (a, b)`, because they contain only names that nothing reads. The
  /// key is the index of the bracket or of the `let` before it; the value is the index after the closing bracket.
  private var wildcards: [Int: Int] = [:]
  /// For each token, the number of names before it that the pattern binds and the generated code reads. If the numbers
  /// for two tokens differ, the code reads a name between them.
  private var usedBefore: [Int] = [0]

  var count: Int { tokens.count }
  subscript(index: Int) -> SwiftToken { tokens[index] }

  init(_ pattern: Pattern, in bytes: [UInt8], _ isUsed: [Bool]) {
    self.bytes = bytes
    var swift = SwiftLexer(bytes: bytes, from: pattern.range.lowerBound, to: pattern.range.upperBound)
    var token = swift.next()
    while token.kind != .end {
      tokens.append(token)
      token = swift.next()
    }
    var next = 0
    for (index, token) in tokens.enumerated() {
      var isUsedHere = false
      if next < pattern.bindings.count, token.kind == .identifier {
        let name = pattern.bindings[next].name.range
        // The range of a name does not contain its back-ticks, but the token does.
        if token.start == name.lowerBound || token.start + 1 == name.lowerBound && token.byte == Ascii.backtick {
          bindings[index] = next
          isUsedHere = isUsed[next]
          next += 1
        }
      }
      usedBefore.append(usedBefore[index] + (isUsedHere ? 1 : 0))
    }
    findBrackets(isUsed)
  }

  /// Returns whether the token at an index is `let` or `var`.
  func isLet(_ index: Int) -> Bool {
    let token = tokens[index]
    return token.kind == .identifier && token.end - token.start == 3
      && (SwiftKeyword.matches("let", bytes, token.start) || SwiftKeyword.matches("var", bytes, token.start))
  }

  /// Returns the index after brackets that `_` may replace, such as `let (a, b)` if nothing reads `a` and `b`. Nil if
  /// no such brackets begin at the given index.
  func endOfWildcard(at index: Int) -> Int? { wildcards[index] }

  /// Returns whether the generated code reads a name that the `let` at an index binds: `a` or `b` for `let (a, b)` and
  /// `let .open(a, b)`.
  func bindsAnything(after index: Int) -> Bool {
    // A path such as `.open` may stand between the `let` and its brackets: `let .open(a, b)`.
    var end = index + 1
    while end < tokens.count, tokens[end].isPunctuation(Ascii.dot) || tokens[end].kind == .identifier {
      end += 1
      if bindings[end - 1] != nil { break }
    }
    // If the loop has found no name, `end` is at brackets, and the `let` binds the names in them.
    if end < tokens.count, bindings[end - 1] == nil { end = ends[end] ?? end }
    return usedBefore[min(end, tokens.count)] > usedBefore[index]
  }

  /// Finds the pairs of brackets, and notes those that `_` may replace: `(a, b)` if nothing reads `a` and `b`. The
  /// brackets of a case, as in `.open(a)`, stay.
  ///
  /// - Parameter isUsed: for each name that the pattern binds, whether the generated code reads it.
  private mutating func findBrackets(_ isUsed: [Bool]) {
    var open: [(index: Int, isWildcard: Bool)] = []
    for (index, token) in tokens.enumerated() {
      if token.isPunctuation(Ascii.leftParen) {
        // A bracket after a name, as in `.open(let a)`, belongs to a case that must stay.
        let isAfterName = index > 0 && tokens[index - 1].kind == .identifier && !isLet(index - 1)
        open.append((index, !isAfterName))
        continue
      }
      if token.isPunctuation(Ascii.rightParen), let bracket = open.popLast() {
        ends[bracket.index] = index + 1
        let first = bracket.index > 0 && isLet(bracket.index - 1) ? bracket.index - 1 : bracket.index
        if bracket.isWildcard { wildcards[first] = index + 1 }
        if !bracket.isWildcard, !open.isEmpty { open[open.count - 1].isWildcard = false }
        continue
      }
      // A name before a colon is a label.
      let isLabel = index + 1 < tokens.count && tokens[index + 1].isPunctuation(Ascii.colon)
      // `_` may replace brackets that contain only commas, labels, `let`, unread names and `_`. For a token that is no
      // name of the pattern, `??` tests whether it is `_`.
      let isPlain =
        token.isPunctuation(Ascii.comma) || token.isPunctuation(Ascii.colon) || isLet(index) || isLabel
        || bindings[index].map { !isUsed[$0] }
          ?? (token.byte == Ascii.underscore && token.end == token.start + 1)
      if !isPlain, !open.isEmpty { open[open.count - 1].isWildcard = false }
    }
  }
}
