import Foundation
import Testing

/// `sm-gen help language` prints the cheat sheet of the page `Language.md`.
@Suite struct LanguageHelpTests {
  @Test func itIsTheCheatSheet() throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let path = "Sources/StateMachineCompiler/StateMachineCompiler.docc/Language.md"
    let page = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    let sheet = try #require(page.firstMatch(of: #/(?s)\n## Cheat sheet\n(.*?)\n## /#)).1
    let rows = sheet.matches(of: #/(?m)^\| (`.*`) \| (.*) \|$/#)
    let result = try run(["help", "language"], in: Folder([:]))
    #expect(result.code == 0 && result.error.isEmpty)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("  ") } == rows.count && lines.allSatisfy { $0.count <= 80 })
    for row in rows {
      let statement = String(row.1).replacing("`", with: "").replacing("…", with: "...")
      let meaning = String(row.2).replacing(#/\]\[[^\]]*\]|[\[`]/#, with: "")
      #expect(lines.contains { $0.hasPrefix("  \(statement)  ") && $0.hasSuffix("  \(meaning)") }, "\(statement)")
    }
  }
}
