import StateMachineModel
import StateMachineSyntax

/// The test of a pattern that only tests whether an optional is nil.
enum OptionalTest: Equatable {
  case isNil
  /// `let name?`, with the place of the name.
  case isNotNil(SourceRange)

  init?(_ pattern: Pattern, in bytes: [UInt8]) {
    var swift = SwiftLexer(bytes: bytes, from: pattern.range.lowerBound, to: pattern.range.upperBound)
    let first = swift.next()
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

/// The tokens of a pattern, and the names that they bind.
struct PatternTokens {
  private var tokens: [SwiftToken] = []
  private let bytes: [UInt8]
  /// By index of a token that is a bound name, the index of that name among the names of the pattern.
  private(set) var bindings: [Int: Int] = [:]
  /// By index of an opening bracket in the tokens, the index after the closing bracket.
  private var ends: [Int: Int] = [:]
  /// By index of a bracket around unused names only, or of the `let` before the bracket, the index after the bracket.
  private var wildcards: [Int: Int] = [:]
  /// By index of a token, the number of used names before the token.
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

  func isLet(_ index: Int) -> Bool {
    let token = tokens[index]
    return token.kind == .identifier && token.end - token.start == 3
      && (SwiftKeyword.matches("let", bytes, token.start) || SwiftKeyword.matches("var", bytes, token.start))
  }

  func endOfWildcard(at index: Int) -> Int? { wildcards[index] }

  /// Returns whether the `let` at an index binds a used name: the next name, or a name in the bracket after the `let`.
  func bindsAnything(behind index: Int) -> Bool {
    var end = index + 1
    while end < tokens.count, tokens[end].isPunctuation(Ascii.dot) || tokens[end].kind == .identifier {
      end += 1
      if bindings[end - 1] != nil { break }
    }
    if end < tokens.count, bindings[end - 1] == nil { end = ends[end] ?? end }
    return usedBefore[min(end, tokens.count)] > usedBefore[index]
  }

  private mutating func findBrackets(_ isUsed: [Bool]) {
    var open: [(index: Int, isWildcard: Bool)] = []
    for (index, token) in tokens.enumerated() {
      if token.isPunctuation(Ascii.leftParen) {
        let isBehindName = index > 0 && tokens[index - 1].kind == .identifier && !isLet(index - 1)
        open.append((index, !isBehindName))
        continue
      }
      if token.isPunctuation(Ascii.rightParen), let bracket = open.popLast() {
        ends[bracket.index] = index + 1
        let first = bracket.index > 0 && isLet(bracket.index - 1) ? bracket.index - 1 : bracket.index
        if bracket.isWildcard { wildcards[first] = index + 1 }
        if !bracket.isWildcard, !open.isEmpty { open[open.count - 1].isWildcard = false }
        continue
      }
      let isLabel = index + 1 < tokens.count && tokens[index + 1].isPunctuation(Ascii.colon)
      let isPlain =
        token.isPunctuation(Ascii.comma) || token.isPunctuation(Ascii.colon) || isLet(index) || isLabel
        || bindings[index].map { !isUsed[$0] }
          ?? (token.byte == Ascii.underscore && token.end == token.start + 1)
      if !isPlain, !open.isEmpty { open[open.count - 1].isWildcard = false }
    }
  }
}
