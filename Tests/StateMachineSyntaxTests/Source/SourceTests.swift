import Testing

@testable import StateMachineSyntax

@Suite struct SourceTests {
  @Test func linesEndInThreeWays() {
    let table = LineTable(Array("a\nb\r\nc\rd".utf8))
    #expect(table.position(of: 0) == (1, 1))
    #expect(table.position(of: 2) == (2, 1))
    #expect(table.position(of: 5) == (3, 1))
    #expect(table.position(of: 7) == (4, 1))
    #expect(table.position(of: 8) == (4, 2))
  }

  @Test func fileNames() {
    #expect(SourceFile(path: "a/b c/D.sm", text: "").fileName == "D.sm")
    #expect(SourceFile(path: "D.sm", text: "").fileName == "D.sm")
    #expect(SourceFile(path: "<stdin>", text: "").fileName == "<stdin>")
  }

  @Test func namesAreEqualWhereTheirTextIs() {
    let source = SourceFile(path: "a", text: (0..<1_000).map { "name\($0 % 500)" }.joined(separator: " "))
    var names = NameTable(source)
    var starts: [NameID] = []
    var index = 0
    for word in source.text(SourceRange(0, source.bytes.count)).split(separator: " ") {
      starts.append(names.intern(index, index + word.utf8.count))
      index += word.utf8.count + 1
    }
    #expect(names.count == 500)
    for place in 0..<500 { #expect(starts[place] == starts[place + 500]) }
    #expect(names.text(starts[42]) == "name42")
    #expect(names.fresh("name42") == "name42_")
    #expect(names.fresh("other") == "other")
  }

  @Test func theNearestName() {
    #expect(Spelling.nearest(to: "clsoed", among: ["open", "closed", "closing"]) == "closed")
    #expect(Spelling.nearest(to: "opn", among: ["open", "closed"]) == "open")
    #expect(Spelling.nearest(to: "x", among: ["elevator"]) == nil)
    #expect(Spelling.nearest(to: "", among: ["a"]) == nil)
  }
}

@Suite struct DiagnosticRendererTests {
  private func render(_ text: String, _ start: Int, _ end: Int, color: Bool = false) -> String {
    DiagnosticRenderer(source: SourceFile(path: "a.sm", text: text), color: color).render(
      Diagnostic(.unexpectedToken, SourceRange(start, end), "wrong").note("here", SourceRange(0, 1)))
  }

  @Test func placeLineCaretAndNote() {
    #expect(
      render("one\n\ttwo three\n", 9, 14) == """
        a.sm:2:6: error: wrong [E010]
        \ttwo three
        \t    ^~~~~
        a.sm:1:1: note: here
        one
        ^

        """)
  }

  @Test func aLongLineIsCut() {
    let text = String(repeating: "x", count: 10_000) + "é" + String(repeating: "y", count: 10_000)
    let lines = render(text, 10_000, 10_002).split(separator: "\n")
    #expect(lines[1].utf8.count < 200)
    #expect(lines[1].hasPrefix("…") && lines[1].hasSuffix("…"))
    #expect(lines[2].last == "^")
    #expect(lines[1][lines[1].index(lines[1].startIndex, offsetBy: lines[2].count - 1)] == "é")
  }

  @Test func controlCharactersAreNotPrinted() {
    #expect(!render("a\u{1B}[31mb", 0, 1).contains("\u{1B}"))
  }

  @Test func theEndOfTheFile() {
    #expect(render("one", 3, 3).hasPrefix("a.sm:1:4: error:"))
    #expect(render("", 0, 0).hasPrefix("a.sm:1:1: error:"))
  }

  @Test func colour() {
    #expect(render("one", 0, 1, color: true).contains("\u{1B}[1;31merror:\u{1B}[0m"))
  }
}
