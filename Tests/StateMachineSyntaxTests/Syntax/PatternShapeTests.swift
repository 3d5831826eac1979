import Testing

@testable import StateMachineSyntax

/// The shape of a Swift pattern follows from its tokens and from the type of the value.
@Suite struct PatternShapeTests {
  private func shape(_ pattern: String, _ type: String) -> String {
    let bytes = Array("\(pattern)\n\(type)".utf8)
    let end = pattern.utf8.count
    var lexer = SwiftLexer(bytes: bytes, from: 0, to: end)
    var tokens: [SwiftToken] = []
    var token = lexer.next()
    while token.kind != .end {
      tokens.append(token)
      token = lexer.next()
    }
    let types = TypeReader(bytes: bytes) { _ in nil }
    return words(PatternReader(tokens, of: .type(SourceRange(end + 1, bytes.count)), types).shape)
  }

  private func words(_ shape: PatternShape) -> String {
    switch shape {
    case .anything: "_"
    case .unknown: "?"
    case .one(.tuple, let parts): "(\(parts.map(words).joined(separator: ", ")))"
    case .one(let pattern, let parts): "\(pattern)" + (parts.isEmpty ? "" : " \(parts.map(words).joined())")
    }
  }

  @Test(arguments: [
    ("nil", "Int?", "none"), (".none", "Int?", "none"), ("let x?", "Int?", "some _"), ("_?", "Int?", "some _"),
    (".some", "Optional<Int>", "some _"), (".some(let x)", "Int?", "some _"), (".some(3)", "Int?", "some ?"),
    ("true", "Bool", "true"), ("false", "Swift.Bool", "false"), ("true?", "Bool?", "some true"),
    ("nil?", "Int??", "some none"), ("let x??", "Int??", "some some _"), ("(let x, nil)", "(Int, Int?)", "(_, none)"),
    ("let (x, true)?", "(Int, Bool)?", "some (_, true)"), ("((true))", "Bool", "true"),
  ])
  func aKnownOne(_ pattern: String, _ type: String, _ words: String) { #expect(shape(pattern, type) == words) }

  /// Other types have a `nil`, a `true`, a `.some` and a `.none` of their own.
  @Test(arguments: [
    ("true", "Flag"), ("0...9", "Int"), (".some(let x)", "Own"), (".none", "Own"), ("limit", "Int"), (".idle", "Mode"),
    ("let x as Int?", "Any"), ("is Int", "Any?"), ("(b: true, a: nil)", "(a: Int?, b: Bool)"), ("\"\"", "String"),
  ])
  func anUnknownOne(_ pattern: String, _ type: String) { #expect(shape(pattern, type) == "?") }

  @Test func whatIsDeeperThanAnyoneWritesIsUnknown() {
    let deep = String(repeating: "(", count: 100) + "true" + String(repeating: ")", count: 100)
    #expect(shape(deep, "Bool") == "?")
    #expect(shape("x" + String(repeating: "?", count: 100), "Int") == "?")
  }
}
