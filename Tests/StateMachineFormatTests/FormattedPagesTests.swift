import Foundation
import TestSupport
import Testing

@testable import StateMachineFormat
@testable import StateMachineSyntax

/// The machines in README and the pages are formatted, both whole files and parts of machines and states.
@Suite struct FormattedPagesTests {
  private struct Block {
    /// The first line, from 1.
    var line: Int
    var text: String
    /// Whether it stands between fences, and is no Swift and no command.
    var isMachine: Bool
  }

  /// The pages of the language, whose indented blocks are parts of machines.
  private static let language = ["Errors.md", "Language.md", "OlderVersions.md", "Time.md", "Wrappers.md"]

  /// The blocks in the language of machines and, on the pages of the language, those that are indented.
  private static func blocks(of page: String) throws -> [Block] {
    let text = try String(contentsOf: Repository.root.appending(path: page), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let isOfLanguage = language.contains { page.hasSuffix("/\($0)") }
    var blocks: [Block] = []
    var index = 0
    while index < lines.count {
      let opening = lines[index].drop { $0 == " " }
      let start = index + 1
      if opening.hasPrefix("```") {
        let indent = lines[index].count - opening.count
        index = lines[start...].firstIndex { $0.drop { $0 == " " } == "```" } ?? lines.count
        // Of what is escaped, the text is another one.
        guard opening == "```sm" else {
          index += 1
          continue
        }
        blocks.append(
          Block(
            line: start + 1, text: lines[start..<index].map { $0.dropFirst(indent) + "\n" }.joined(), isMachine: true))
      } else if isOfLanguage, lines[index].hasPrefix("    "), index > 0, lines[index - 1].isEmpty {
        var end = index
        while end < lines.count, lines[end].hasPrefix("    ") || lines[end].isEmpty { end += 1 }
        while lines[end - 1].isEmpty { end -= 1 }
        blocks.append(
          Block(line: start, text: lines[index..<end].map { $0.dropFirst(4) + "\n" }.joined(), isMachine: false))
        index = end - 1
      }
      index += 1
    }
    return blocks
  }

  /// The block as it should be; nil where it is nothing of all this.
  private static func formatted(_ text: String) -> String? {
    for (head, foot) in [("", ""), ("machine M {\n", "}\n"), ("machine M {\n  state s {\n    // why\n", "  }\n}\n")] {
      let source = SourceFile(path: "m.sm", text: head + text + foot)
      guard let bytes = Formatter.format(source).bytes else { continue }
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      let (first, last) = (head.split(separator: "\n").count, foot.split(separator: "\n").count)
      let depth = last * 2
      return lines.dropFirst(first).dropLast(last + 1).map { $0.dropFirst(depth) + "\n" }.joined()
    }
    return nil
  }

  @Test(arguments: Repository.pages) func areFormatted(_ page: String) throws {
    for block in try Self.blocks(of: page) {
      guard let expected = Self.formatted(block.text) else {
        // Some examples are mistakes, and some of the language's pages show a form.
        #expect(page.contains("/Diagnostics") || !block.isMachine, "\(page):\(block.line)")
        continue
      }
      #expect(block.text == expected, "\(page):\(block.line)")
    }
  }

  @Test func thereAreBlocks() throws {
    let blocks = try Repository.pages.flatMap(Self.blocks)
    #expect(blocks.count { Self.formatted($0.text) != nil } > 150)
  }
}
