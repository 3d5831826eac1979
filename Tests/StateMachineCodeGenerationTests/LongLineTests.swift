import Testing

@testable import StateMachineCodeGeneration
@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// Long generated lines are broken at the right places, and the parts are indented.
@Suite struct LongLineTests {
  private func broken(_ text: String, width: Int, written: [String] = [], indent: CodeLayout.Indent = .two) -> [String]
  {
    var layout = CodeLayout()
    layout.lineWidth = width
    layout.indent = indent
    let ranges = written.compactMap { piece in
      text.firstRange(of: piece).map { range in
        text.utf8.distance(
          from: text.startIndex, to: range.lowerBound)..<text.utf8.distance(from: text.startIndex, to: range.upperBound)
      }
    }
    let line = LongLine(text: Array(text.utf8), written: ranges, layout: layout, indentation: 0)
    guard let lines = line.broken() else { return [text] }
    return lines.map { String(repeating: "  ", count: $0.steps) + String(decoding: $0.text, as: UTF8.self) }
  }

  @Test func argumentsStandInALineOrInOneEach() {
    let call = "func run(first: Int, second: (Int, Int)) -> Outcome? {"
    #expect(broken(call, width: 54) == [call])
    #expect(broken(call, width: 40) == ["func run(", "  first: Int, second: (Int, Int)", ") -> Outcome? {"])
    #expect(broken(call, width: 30) == ["func run(", "  first: Int,", "  second: (Int, Int)", ") -> Outcome? {"])
    #expect(
      broken("a(bcdef: 1, c(d: \"x, y\", e: [1, 2, 3]))", width: 18)
        == ["a(", "  bcdef: 1,", "  c(", "    d: \"x, y\",", "    e: [1, 2, 3]", "  )", ")"])
  }

  @Test func commasOfTypesStay() {
    #expect(
      broken("f(a: Dictionary<Key, Value>, b: X<Y<Z, A>>?)", width: 30)
        == ["f(", "  a: Dictionary<Key, Value>,", "  b: X<Y<Z, A>>?", ")"])
    #expect(broken("f(a < b, c > d)", width: 10) == ["f(", "  a < b,", "  c > d", ")"])
  }

  @Test func listsWithoutParentheses() {
    #expect(broken("case .first, .second, .third:", width: 16) == ["case .first,", "  .second,", "  .third:"])
    #expect(broken("_ a: Int, _ b: Int, _ c: Int", width: 20) == ["_ a: Int, _ b: Int,", "_ c: Int"])
    #expect(broken("case .first, .second, .third:", width: 22) == ["case .first, .second,", "  .third:"])
    #expect(broken("first: 1, second: f(2, 3)))", width: 18) == ["first: 1,", "second: f(2, 3)))"])
  }

  @Test func blocks() {
    #expect(broken("if isSo { doThis() ?? other }", width: 24) == ["if isSo {", "  doThis() ?? other", "}"])
    #expect(broken("a { [weak self] in self?.b }", width: 20) == ["a { [weak self] in", "  self?.b", "}"])
  }

  @Test func whatIsWrittenStaysInOnePiece() {
    #expect(
      broken("emit(.log(a, b), second)", width: 14, written: ["a, b"]) == ["emit(", "  .log(a, b),", "  second", ")"])
    #expect(broken("if user(a, b, c) {", width: 12, written: ["user(a, b, c)"]) == ["if user(a, b, c) {"])
    #expect(broken("return \"a long message, and more\"", width: 12) == ["return \"a long message, and more\""])
    #expect(broken("f(\"a long message and more\")", width: 12) == ["f(\"a long message and more\")"])
    #expect(broken("#sourceLocation(file: \"a\", line: 3)", width: 12) == ["#sourceLocation(file: \"a\", line: 3)"])
    #expect(broken("f(\"\\(a, b) and\", c)", width: 15) == ["f(", "  \"\\(a, b) and\",", "  c", ")"])
  }

  @Test func comments() {
    #expect(broken("/// One two three.", width: 12) == ["/// One two", "/// three."])
    #expect(broken("/// - Throws: two three.", width: 16) == ["/// - Throws:", "///   two three."])
    #expect(broken("// Oneverylongword", width: 6) == ["// Oneverylongword"])
  }

  // MARK: The file

  private let machine = """
    /// A documentation that is so long that it would not fit into the line if it were not the user's own text.
    machine LongNameOfAMachine {
      let firstProperty: Int = 3
      let secondProperty: [String: Int] = ["aaaaaaaaaaaaaaaa": 1]
      event somethingHasHappened
      initial state aStateWithALongName
      state anotherState
      aStateWithALongName -> anotherState : somethingHasHappened / {
        if firstProperty > 3, secondProperty.isEmpty, firstProperty < 1000, !secondProperty.isEmpty {
        }
      }
      swift { func isEmpty(_ argument: Int, _ another: Int) -> Bool { argument < another && argument > 0 && another < 9 } }
    }
    """

  private func lines(_ layout: CodeLayout) throws -> [String] {
    var options = Compiler.Options()
    options.layout = layout
    let result = Compiler(options: options).generate(SourceFile(path: "A.sm", text: machine))
    return String(decoding: try #require(result.swift), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func generatedLinesFit() throws {
    for width in [80, 120] {
      var layout = CodeLayout()
      layout.lineWidth = width
      let long = try lines(layout).filter { $0.count > width }
      #expect(
        long.allSatisfy {
          $0.hasPrefix("///") || $0.contains("func isEmpty(") || $0.contains("if firstProp")
            || $0.contains("EventQueue")
        })
    }
    let wide = try lines(CodeLayout())
    #expect(wide.contains { $0.contains("  if firstProperty > 3, secondProperty.isEmpty, firstProperty < 1000") })
    #expect(wide.first { $0.hasPrefix("///") }?.count ?? 0 > 100)
  }

  /// Steps are those of the lines, wherever they come from; what is the user's own keeps its blanks.
  @Test func stepsOfIndentation() throws {
    let two = try lines(CodeLayout())
    for (indent, step) in [(CodeLayout.Indent.four, "    "), (.tab, "\t")] {
      var layout = CodeLayout()
      layout.indent = indent
      // Wide enough for no line to be broken.
      layout.lineWidth = 1000
      var plain = CodeLayout()
      plain.lineWidth = 1000
      let expected = try lines(plain).map { line in
        let blanks = line.prefix { $0 == " " }.count
        return String(repeating: step, count: blanks / 2) + line.dropFirst(blanks)
      }
      let found = try lines(layout)
      #expect(found.count == expected.count)
      for (line, wanted) in zip(found, expected) where !line.contains("firstProperty > 3") && line != wanted {
        #expect(line.trimmingPrefix { $0 == " " || $0 == "\t" } == "}")
      }
    }
    #expect(two.contains("  private(set) var state: State"))
  }

  // MARK: Access

  @Test func accessOfMachinesThatSayNone() throws {
    var options = Compiler.Options()
    options.access = .public
    let text = """
      machine A { wrapper none; initial state a: B; event go; a -> a : go }
      internal machine C { wrapper none; initial state a; event go; a : go }
      machine B { wrapper none; initial state a; event go; a : go }
      """
    let result = Compiler(options: options).generate(SourceFile(path: "A.sm", text: text))
    #expect(result.diagnostics.filter { $0.severity == .error }.isEmpty)
    let swift = String(decoding: try #require(result.swift), as: UTF8.self)
    #expect(swift.contains("public struct A {"))
    #expect(swift.contains("public struct B {"))
    #expect(swift.contains("\nstruct C {"))
  }

  /// The head of a type is broken as `swift format` breaks it, whatever breaks it has in the `.sm` file.
  @Test(arguments: [
    (
      80,
      "struct Name<\n  Element: Sendable, Failure: Error, Other: AsyncSequence & Sendable\n>: Sendable where Element: Equatable, Other.Element == Element {"
    ),
    (
      100,
      "struct Name<Element: Sendable, Failure: Error, Other: AsyncSequence & Sendable>: Sendable\nwhere Element: Equatable, Other.Element == Element {"
    ),
    (
      160,
      "struct Name<Element: Sendable, Failure: Error, Other: AsyncSequence & Sendable>: Sendable where Element: Equatable, Other.Element == Element {"
    ),
    (
      40,
      "struct Name<\n  Element: Sendable, Failure: Error,\n  Other: AsyncSequence & Sendable\n>: Sendable\nwhere\n  Element: Equatable,\n  Other.Element == Element\n{"
    ),
  ])
  func headsAreBrokenAsFormattersBreakThem(width: Int, head: String) throws {
    let text = """
      machine Name<
          Element: Sendable,
          Failure: Error, Other: AsyncSequence & Sendable>
            : Sendable
          where Element: Equatable,
                Other.Element == Element {
        interface methods
        unhandled ignore
        initial state a
        event e
        a : e
      }
      """
    for isNested in [false, true] {
      let machine = isNested ? text.replacing("Sendable>", with: "Sendable> in Outer") : text
      var compiler = Compiler()
      compiler.options.layout.lineWidth = width + (isNested ? 2 : 0)
      let result = compiler.generate(SourceFile(path: "m.sm", text: machine))
      let swift = String(decoding: try #require(result.swift), as: UTF8.self)
      let expected = isNested ? "  " + head.replacing("\n", with: "\n  ") : head
      #expect(swift.contains("\n" + expected + "\n"), "\(swift.prefix(800))")
    }
  }

  @Test func conformancesWrapBeforeWhere() {
    let head = HeadLayout(
      introducer: "struct A", parameters: ["T"], conformances: ["Sendable", "Equatable", "Hashable"],
      requirements: ["T: Hashable"])
    func text(_ width: Int) -> String {
      head.lines(width: width, step: 4).map { String(repeating: " ", count: 4 * $0.steps) + $0.text }
        .joined(separator: "\n")
    }
    #expect(text(80) == "struct A<T>: Sendable, Equatable, Hashable where T: Hashable {")
    #expect(text(61) == "struct A<T>: Sendable, Equatable, Hashable\nwhere T: Hashable {")
    #expect(text(33) == "struct A<T>: Sendable, Equatable,\n    Hashable\nwhere T: Hashable {")
    #expect(text(18) == "struct A<\n    T\n>: Sendable,\n    Equatable,\n    Hashable\nwhere\n    T: Hashable\n{")
  }
}
