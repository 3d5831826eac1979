import Foundation
import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineImport
@testable import StateMachineReports
@testable import StateMachineSyntax

/// The page that lists every diagnostic, and the pages with their entries: the examples have the findings that they name.
@Suite struct DiagnosticsPageTests {
  /// A row of the table, with the link to the entry.
  struct Row: Sendable, Equatable {
    var code: String
    var page: String
    var title: String
  }

  struct Entry: Sendable, CustomTestStringConvertible {
    var code: DiagnosticCode
    var row: Row
    var examples: [[UInt8]] = []
    /// The notation of the examples: `sm`, or one that is imported.
    var notation = "sm"
    var testDescription: String { code.rawValue }
  }

  private static func text(of page: String) -> String {
    let path = "Sources/StateMachineCompiler/StateMachineCompiler.docc/\(page)"
    return (try? String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)) ?? ""
  }

  /// The table: `[E105][Page.md#e105-anchor] | title`, with the code in back-ticks. A link has the anchor of its code.
  static let table: [Row] = text(of: "Diagnostics.md")
    .matches(of: #/(?m)^\[`(\w+)`\]\[(\w+\.md)#(\w+)-\S+\] \| (.+)$/#)
    .filter { $0.1.lowercased() == $0.3 }.map { Row(code: String($0.1), page: String($0.2), title: String($0.4)) }

  /// The entries of the pages that the table links to, in its order.
  static let entries: [Entry] = {
    var pages: [String] = []
    for row in table where row.page != pages.last { pages.append(row.page) }
    return pages.flatMap { read($0) }
  }()

  private static func read(_ page: String) -> [Entry] {
    var entries: [Entry] = []
    var example: [String]?
    var isEscaped = false
    for line in text(of: page).split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("### `"), let code = DiagnosticCode(rawValue: String(line.dropFirst(5).prefix(4))) {
        entries.append(Entry(code: code, row: Row(code: code.rawValue, page: page, title: String(line.dropFirst(12)))))
      } else if line.hasPrefix("```sm") || line == "```mermaid" {
        example = []
        isEscaped = line.hasSuffix("escaped")
        if line == "```mermaid" { entries[entries.count - 1].notation = "mermaid" }
      } else if line == "```", let lines = example {
        let text = lines.map { $0 + "\n" }.joined()
        entries[entries.count - 1].examples.append(isEscaped ? unescape(text) : Array(text.utf8))
        example = nil
      } else {
        example?.append(line)
      }
    }
    return entries
  }

  private static func unescape(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"),
        let value = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  @Test func everyCodeHasAnEntry() {
    #expect(Self.entries.map(\.code) == DiagnosticCode.allCases)
  }

  @Test func theTableHasEveryEntry() {
    #expect(Self.table == Self.entries.map(\.row))
    #expect(Self.table.map { PlainText.words(of: $0.title[...]) } == Explanation.all.map(\.title))
  }

  /// A code that the page lists as removed is not used again.
  @Test(arguments: ["E113", "E232", "E237", "W307"]) func noCodeIsUsedAgain(_ code: String) {
    #expect(DiagnosticCode(rawValue: code) == nil)
  }

  @Test(arguments: entries) func firstExampleGivesTheCode(_ entry: Entry) throws {
    try #require(entry.examples.count == (entry.code.isAboutVersions ? 3 : 2))
    let found = try diagnostics(of: entry.examples[entry.examples.count - 2], entry, "bad")
    #expect(!found.isEmpty)
    for diagnostic in found { #expect(diagnostic.code == entry.code, "\(diagnostic.message)") }
  }

  @Test(arguments: entries) func secondExampleGivesNothing(_ entry: Entry) throws {
    let found = try diagnostics(of: try #require(entry.examples.last), entry, "good")
    #expect(found.map { "\($0.code.rawValue) \($0.message)" } == [])
  }

  /// Of findings about versions, the first example is the older version.
  private func diagnostics(of text: [UInt8], _ entry: Entry, _ name: String) throws -> [Diagnostic] {
    let source = SourceFile(path: "\(name).\(entry.notation)", bytes: text)
    guard entry.notation == "sm" else { return Importer.run(source).diagnostics }
    guard entry.code.isAboutVersions else { return Compiler().check(source).diagnostics }
    let older = Compiler().machines(of: SourceFile(path: "older.sm", bytes: entry.examples[0]))
    let newer = Compiler().machines(of: source)
    let changes = StoredChanges(from: try #require(older.machines.first), to: try #require(newer.machines.first))
    return older.result.diagnostics + newer.result.diagnostics + changes.findings
  }
}
