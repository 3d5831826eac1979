import Testing

@testable import StateMachineCompiler
@testable import StateMachineReports
@testable import StateMachineSyntax

/// Findings are written as a document for other tools. `CheckReportTests` check that the document is valid.
@Suite struct DiagnosticReportTests {
  private func file(_ text: String) -> DiagnosticReport.File {
    let source = SourceFile(path: "a b/ü.sm", text: text)
    return DiagnosticReport.File(source: source, diagnostics: Compiler().check(source).diagnostics, omittedCount: 2)
  }

  @Test func jsonSaysWhereAndWhat() {
    let text = DiagnosticReport.json([file("machine M {\n  initial state a\n  event e\n  a -> b : e\n}\n")])
      .filter { !$0.isWhitespace }
    #expect(text.contains(#""code":"E101","severity":"error""#))
    #expect(text.contains(#""start":{"line":4,"column":8,"offset":47}"#))
    #expect(text.contains(#""omitted":2"#))
  }

  @Test func sarifCountsCharactersAndEscapesPaths() {
    let text = DiagnosticReport.sarif(
      [file("machine M { /* ü */ initial state a ; event e, f ; a : e }\n")], version: "1"
    ).filter { !$0.isWhitespace }
    #expect(text.contains(#""ruleId":"W305""#))
    #expect(text.contains(#""startLine":1,"startColumn":48"#))
    #expect(text.contains("a%20b/%C3%BC.sm"))
  }

  @Test func codesHaveNamesAndTitles() {
    #expect(DiagnosticCode.undeclaredName.name == "undeclaredName")
    #expect(DiagnosticCode.undeclaredName.title == "Undeclared name")
  }

  @Test func anAbsolutePathIsAURL() {
    #expect(DiagnosticReport.uri("/x/y z.sm") == "file:///x/y%20z.sm")
  }
}
