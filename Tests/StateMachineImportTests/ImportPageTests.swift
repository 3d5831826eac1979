import Foundation
import StateMachineImport
import StateMachineSyntax
import TestSupport
import Testing

/// The examples of the page on importing are what importing does.
@Suite struct ImportPageTests {
  /// A block of the page that a machine is made of, and the machine below it.
  private struct Example {
    var name: String
    var source: String
    var machine: String
  }

  /// Each machine that begins with `// From`, and the block before it: between fences, or indented.
  private static func examples() throws -> [Example] {
    let page = "Sources/StateMachineCompiler/StateMachineCompiler.docc/Import.md"
    let text = try String(contentsOf: Repository.root.appending(path: page), encoding: .utf8)
    var examples: [Example] = []
    var (previous, block, indented): ([Substring], [Substring]?, [Substring]) = ([], nil, [])
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let lines = block {
          if let name = lines.first?.firstMatch(of: #/^\/\/ From ([^:\s]+)/#) {
            examples.append(
              Example(
                name: String(name.1), source: previous.joined(separator: "\n") + "\n",
                machine: lines.joined(separator: "\n") + "\n"))
          }
          previous = lines
        }
        block = block == nil ? [] : nil
      } else if block != nil {
        block?.append(line)
      } else if line.hasPrefix("    ") || !indented.isEmpty && line.isEmpty {
        indented.append(line.dropFirst(4))
      } else if !indented.isEmpty {
        previous = indented
        indented = []
      }
    }
    return examples
  }

  @Test func theExamplesAreImported() throws {
    let examples = try Self.examples()
    #expect(examples.count == 4)
    for example in examples {
      let file = try #require(Importer.run(SourceFile(path: example.name, text: example.source)).file)
      #expect(String(decoding: file.bytes, as: UTF8.self) == example.machine, "\(example.name)")
    }
  }
}
