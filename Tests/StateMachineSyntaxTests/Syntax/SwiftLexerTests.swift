import Testing

@testable import StateMachineSyntax

@Suite struct SwiftLexerTests {
  private func tokens(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    var lexer = SwiftLexer(bytes: bytes, from: 0, to: bytes.count)
    var result: [String] = []
    var token = lexer.next()
    while token.kind != .end {
      result.append(String(decoding: bytes[token.start..<token.end], as: UTF8.self))
      token = lexer.next()
    }
    return result
  }

  @Test func strings() {
    #expect(tokens(#"a "b \" ) c" d"#) == ["a", #""b \" ) c""#, "d"])
    #expect(tokens(##"#"a " \( b"# c"##) == [##"#"a " \( b"#"##, "c"])
    #expect(tokens("\"\"\"\n a \" b \"\" c\n \"\"\" d").last == "d")
  }

  @Test func interpolations() {
    #expect(tokens(#""a \(b + "c \(d) e") f" g"#) == [#""a \("#, "b", "+", #""c \("#, "d", #") e""#, #") f""#, "g"])
    #expect(tokens(##"#"a \(b) \#(c)"# d"##) == [##"#"a \(b) \#("##, "c", ##")"#"##, "d"])
  }

  @Test func comments() {
    #expect(tokens("a // b\n c /* d /* e */ f */ g") == ["a", "c", "g"])
    #expect(tokens("a+/* b */c") == ["a", "+", "c"])
  }

  @Test func regexLiterals() {
    #expect(tokens("x.matches(of: /a[)]b/) + 1").contains("/a[)]b/"))
    #expect(tokens("a / b / c") == ["a", "/", "b", "/", "c"])
    #expect(tokens("#/a)/b/# c") == ["#/a)/b/#", "c"])
    #expect(tokens("(a) / (b) / c") == ["(", "a", ")", "/", "(", "b", ")", "/", "c"])
  }

  @Test func operatorsAndNumbers() {
    #expect(
      tokens("a...b ..<c 0x1F_ff 1.5e3 x!.y a?.b") == [
        "a", "...", "b", "..<", "c", "0x1F_ff", "1.5e3", "x", "!", ".", "y", "a", "?", ".", "b",
      ])
    #expect(tokens("`default` $0 é") == ["`default`", "$0", "é"])
  }

  @Test func unterminatedLiteralsAreRemembered() {
    let bytes = Array("\"a\nb /* c".utf8)
    var lexer = SwiftLexer(bytes: bytes, from: 0, to: bytes.count)
    while lexer.next().kind != .end {}
    #expect(lexer.unterminated.map(\.start) == [0, 5])
    #expect(lexer.unterminated.map(\.isComment) == [false, true])
  }
}

@Suite struct SwiftScannerTests {
  /// The names that Swift in braces uses of its surroundings.
  private func uses(_ text: String, _ terminator: SwiftScanner.Terminator = .brace, closer: String = "}") -> [String] {
    let source = SourceFile(path: "a", text: text + closer)
    var scanner = SwiftScanner(source)
    let result = scanner.scan(terminator, from: 0, opener: 0)
    #expect(!result.isUnclosed)
    // Keywords are names too; nobody declares a label of that name.
    return result.text.uses.indices.map { scanner.names.text(scanner.nameUses[$0].name) }.filter { $0 != "if" }
  }

  private func items(_ text: String) -> [String] {
    let source = SourceFile(path: "a", text: text + ")")
    var scanner = SwiftScanner(source)
    return scanner.scan(.paren, from: 0, opener: 0).items.map { source.text($0.text.range) }
  }

  @Test func namesThatAreUsed() {
    #expect(uses("a.b.c(d: e, f)") == ["a", "e", "f"])
    #expect(uses("x ? y : z") == ["x", "y", "z"])
    #expect(uses("[k: v, w: [u]]") == ["k", "v", "w", "u"])
    #expect(uses("self.a + `b`") == ["self", "a", "b"])
    #expect(uses("\"a \\(b) c\"") == ["b"])
  }

  @Test func namesThatSwiftDeclaresItself() {
    #expect(uses("list.map { x in x + y }") == ["list", "y"])
    #expect(uses("list.reduce(0) { (a: Int, b) -> Int in a + b + c }") == ["list", "c"])
    #expect(uses("let x = y; x + z") == ["y", "z"])
    #expect(uses("let (a, b) = f(c, d); a + b") == ["f", "c", "d"])
    #expect(uses("if let x { x }").first == "x")
    #expect(uses("if let x = y, x > z { x }") == ["y", "z"])
    #expect(uses("for i in 0..<n { i }") == ["n"])
    #expect(uses(".failure(let error)", .paren, closer: ")") == [])
  }

  @Test func listsAreSplitAtUnnestedCommas() {
    #expect(items("a, b(c, d), [e, f], { g, h in g }") == ["a", "b(c, d)", "[e, f]", "{ g, h in g }"])
    #expect(items("a < b, c > d") == ["a < b", "c > d"])
    #expect(items("Foo<A, B>(), c") == ["Foo<A, B>()", "c"])
    #expect(items("x: Foo<A, [B: C]>, y: Int") == ["x: Foo<A, [B: C]>", "y: Int"])
    #expect(items("a<b, c") == ["a<b", "c"])
    #expect(items("\"a, b\", c /* , */, d // , \n") == ["\"a, b\"", "c", "d"])
    #expect(items("") == [])
  }
}
