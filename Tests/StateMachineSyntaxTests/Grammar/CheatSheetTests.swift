import Foundation
import TestSupport
import Testing

@testable import StateMachineSyntax

/// The cheat sheet of the page `Language.md` has every statement of the grammar, and nothing else.
@Suite struct CheatSheetTests {
  /// The rules whose alternatives are lines of the sheet.
  private static let choices: Set<String> = [
    "FileItem", "MachineStatement", "BodyStatement", "Statement", "Effect",
  ]

  /// The rows of the tables: what stands in back-ticks in their first columns, and their second columns.
  private static func rows() throws -> [(statements: [String], meaning: Substring)] {
    let page = try String(
      contentsOf: Repository.root.appending(path: "Sources/StateMachineCompiler/StateMachineCompiler.docc/Language.md"),
      encoding: .utf8)
    let sheet = try #require(page.firstMatch(of: #/(?s)\n## Cheat sheet\n(.*?)\n## /#)).1
    return sheet.matches(of: #/(?m)^\| (`.*?`) \| (.*) \|$/#).map { row in
      let statements = row.1.matches(of: #/`([^`]+)`/#).map { String($0.1).replacing("{ … }", with: "{ }") }
      return (statements, row.2)
    }
  }

  /// The statements and the effects of the grammar, by the names of their rules.
  private static func alternatives(_ grammar: EBNF) throws -> Set<String> {
    var found: Set<String> = []
    func visit(_ expression: EBNF.Expression) {
      guard case .rule(let index) = expression else {
        for part in EBNF.parts(of: expression) { visit(part) }
        return
      }
      let rule = grammar.rules[index]
      if choices.contains(rule.name) { visit(rule.expression) } else { found.insert(rule.name) }
    }
    for name in choices { visit(grammar.rules[try #require(grammar.names[name])].expression) }
    return found
  }

  @Test func itHasEveryStatementOfTheGrammar() throws {
    let grammar = try EBNF.ofPage()
    let (firsts, characters) = (FirstWords(grammar), CharacterRecognizer(grammar))
    let rules = try Self.alternatives(grammar)
    var missing = rules
    for row in try Self.rows() {
      for statement in row.statements {
        let derived = rules.filter {
          GrammarRecognizer(grammar, Array(statement.utf8), firsts, characters).accepts($0)
        }
        #expect(!derived.isEmpty, "\(statement)")
        missing.subtract(derived)
      }
    }
    #expect(missing.isEmpty)
    #expect(rules.isSuperset(of: ["Machine", "Import", "Row", "EntryOrExit", "Raise"]))
  }

  @Test func itHasEveryWordOfTheLanguage() throws {
    let words = Set(
      try Self.rows().flatMap(\.statements).flatMap { $0.split { !$0.isLetter } }.map(String.init))
    // Access is that of Swift.
    for keyword in Keyword.allCases where !keyword.isAccess {
      #expect(words.contains(keyword.rawValue), "\(keyword.rawValue)")
    }
  }

  @Test func theParserReadsIt() throws {
    for row in try Self.rows() {
      for statement in row.statements {
        // Some stand beside machines, some in them, and effects in a row.
        let texts = [
          "\(statement)\nmachine M { initial state s }", "machine M { initial state s\n\(statement)\n}",
          "machine M { initial state s {\n\(statement)\n} }", "machine M { initial state s\n-> s : e / \(statement)\n}",
        ]
        let mistakes = texts.map { text in
          Parser.parse(SourceFile(path: "sheet.sm", bytes: Array(text.utf8))).diagnostics.diagnostics
        }
        #expect(mistakes.contains { $0.isEmpty }, "\(statement): \(mistakes)")
      }
    }
  }

  @Test func eachLineHasALinkAndIsShort() throws {
    let rows = try Self.rows()
    #expect((40...70).contains(rows.count))
    for row in rows {
      #expect(row.meaning.contains("]["), "\(row)")
      // As 'sm-gen help language' lays it out.
      let meaning = String(row.meaning).replacing(#/\[|\]\[[^\]]*\]|`/#, with: "")
      #expect(row.statements.joined(separator: ", ").count <= 38 && meaning.count <= 38, "\(row)")
    }
  }
}
