import TestSupport
import Testing

@testable import StateMachineReports
@testable import StateMachineSyntax

/// `sm-gen explain` prints entries of the pages that `Diagnostics.md` links to.
@Suite struct ExplanationTests {
  @Test func everyCodeHasAnExplanation() {
    #expect(Explanation.all.map(\.code) == DiagnosticCode.allCases)
    for code in DiagnosticCode.allCases {
      #expect(Explanation.of(code.rawValue)?.code == code)
      #expect(Explanation.of(code.rawValue.lowercased())?.code == code)
    }
  }

  @Test(arguments: Explanation.all.map(\.code)) func anExplanationIsPlainText(code: DiagnosticCode) throws {
    let entry = try #require(Explanation.of(code.rawValue))
    #expect(!entry.section.isEmpty && !entry.title.isEmpty)
    #expect(entry.text.hasPrefix("\(code.rawValue): \(entry.title)\n\n"))
    #expect(!entry.body.hasPrefix("\n") && !entry.body.hasSuffix("\n") && !entry.body.contains("\n\n\n"))
    let lines = entry.text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("    ") })
    for line in lines {
      #expect(line.last != " ")
      for noise in ["`", "](", "][", "<!--", "###"] { #expect(!line.contains(noise), "\(line)") }
      if !line.hasPrefix("    ") { #expect(!line.contains("**") && line.count <= 100, "\(line)") }
    }
  }

  @Test func markdownBecomesPlainText() {
    let page = """
      ## First *things*

      Prose of the section, which is no entry's.

      ### `E001`: a `file`

      See [the language](Language.md), [choices][Language.md#choices-and-histories] and [what `E002`
      says](https://example.org/a_b), *not* `a * b
      c`.

      - One.
      - Two [2].

      ```sm
      ### `E002`: a comment

        machine `A` {}
      ```

      ## Second

      ### `W301`: nothing

      ```sm
      a
      ```

      <!-- The links for DocC -->

      [Language.md]: doc:Language
      # The next page

      What stands here is no entry's.

      ## Third

      ### `N401`: something

      b
      # A page without links

      """
    let entries = Explanation.entries(of: page)
    #expect(entries.map(\.section) == ["First things", "Second", "Third"])
    #expect(
      entries.map(\.text) == [
        """
        E001: a 'file'

        See the language, choices and what 'E002'
        says, not 'a * b
        c'.

        - One.
        - Two [2].

            ### `E002`: a comment

              machine `A` {}

        """,
        "W301: nothing\n\n    a\n",
        "N401: something\n\nb\n",
      ])
  }

  @Test(arguments: [
    ("E301", ["W301"]), ("w105", ["E105"]), ("E10", ["E010", "E101", "E102"]), ("", []), ("E", []), ("Door", []),
    ("E1055", ["E105"]), ("E501", ["E001", "E101", "E201"]),
  ])
  func anUnknownCodeIsNearToSome(name: String, codes: [String]) {
    #expect(Explanation.of(name) == nil)
    #expect(Explanation.suggestions(for: name) == codes)
  }
}
