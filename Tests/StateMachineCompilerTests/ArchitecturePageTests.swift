import Foundation
import TestSupport
import Testing

/// The way of one event through the compiler, as `Architecture.md` tells it, names what is there.
@Suite struct ArchitecturePageTests {
  private static let compiler = "Sources/StateMachineCompiler"

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
  }

  /// The section about one event.
  private static func section() throws -> String {
    let page = try text("\(compiler)/StateMachineCompiler.docc/Architecture.md")
    let start = try #require(page.range(of: "\n## One event, from the file to the line of Swift\n"))
    let rest = page[start.upperBound...]
    return String(rest.prefix(upTo: rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex))
  }

  /// The folders of the targets in which a path of the pages may begin.
  private static let targets = ["StateMachineSyntax", "StateMachineModel", "StateMachineCodeGeneration"]

  /// The Swift of the compiler, by its path from the folder of its target.
  private static let sources: [String: String] = {
    var sources: [String: String] = [:]
    for target in targets {
      let root = Repository.root.appending(path: "Sources/\(target)")
      for path in (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? [] where path.hasSuffix(".swift")
      {
        sources[path] = try? String(contentsOf: root.appending(path: path), encoding: .utf8)
      }
    }
    return sources
  }()

  private static func isDeclared(_ pattern: String) -> Bool {
    // Those of Foundation are faster on long texts.
    sources.values.contains { $0.range(of: "\\b\(pattern)", options: .regularExpression) != nil }
  }

  /// `group(of:on:)`: a function with these labels, on however many lines.
  private static func hasFunction(_ name: Substring, labels: [Substring]) -> Bool {
    let parameters = labels.map { "\\s*\($0)\\b[^:(]*:[^:]*" }.joined(separator: ",")
    return isDeclared("func \(name)\\(\(parameters)")
  }

  @Test func whatIsNamedIsThere() throws {
    let section = try Self.section()
    var types = 0
    var files = 0
    for match in section.matches(of: /`([^`]+)`/) {
      let word = match.1
      if word.hasSuffix(".swift") {
        files += 1
        #expect(Self.sources[String(word)] != nil, "\(word)")
      } else if word.hasPrefix("+") {
        #expect(Self.sources.keys.contains { $0.hasSuffix("\(word).swift") }, "\(word)")
      } else if let function = word.wholeMatch(of: /(?:\w+\.)?(\w+)\(((?:\w+:)*)\)/) {
        let labels = function.2.split(separator: ":")
        #expect(Self.hasFunction(function.1, labels: labels), "\(word)")
      } else if let type = word.wholeMatch(of: /[A-Z]\w+/) {
        types += 1
        #expect(Self.isDeclared("(struct|enum|class|protocol) \(type.0)\\b"), "\(word)")
      }
    }
    #expect(types >= 10 && files >= 2)
    // The first words of the steps are types, too.
    for step in section.matches(of: /(?m)^\d\. \*\*(.+)\.?\*\*/) {
      for word in step.1.matches(of: /[A-Z]\w+/) {
        #expect(Self.isDeclared("(struct|enum|class|protocol) \(word.0)\\b"), "\(word.0)")
      }
    }
  }

  @Test func theRowAndItsLineAreThere() throws {
    let section = try Self.section()
    let words = section.matches(of: /`([^`]+)`/).map { $0.1.split(separator: /\s+/).joined(separator: " ") }
    let row = try #require(words.first { $0.contains(" -> ") })
    let spec = try #require(words.first { $0.hasPrefix("specs/") })
    let machine = try Self.text(spec).split(separator: /[ ]+/).joined(separator: " ")
    #expect(machine.contains(row))
    let line = try #require(words.last)
    let name = spec.dropFirst("specs/".count)
    #expect(try Self.text("Tests/GoldenTests/Expected/\(name).swift").contains(line))
  }

  /// The table of where a change begins names files and folders that are there: a path in the place of a row's first
  /// path, or behind it.
  @Test func thePlacesOfTheTableAreThere() throws {
    let page = try Self.text("CONTRIBUTING.md")
    let section = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("Where to make a change\n") })
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
    #expect(rows.count == 16)
    let paths = try ["Sources", "Tests"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: Repository.root.appending(path: folder).path)
        .map { "/\(folder)/\($0)" }
    }
    for row in rows {
      let names = row.matches(of: /`([\w+.\/-]+)`/).map { String($0.1) }
      #expect(!names.isEmpty)
      for name in names where name.first != "-" {
        let isAtTop = FileManager.default.fileExists(atPath: Repository.root.appending(path: name).path)
        #expect(isAtTop || paths.contains { $0.hasSuffix("/" + name) }, "\(name)")
      }
    }
  }
}
