import Foundation
import TestSupport
import Testing

/// The page `Architecture.md` names files, types and functions that exist. `ArchitectureWalkTests` check its texts of
/// the row.
@Suite struct ArchitecturePageTests {
  private static let compiler = "Sources/StateMachineCompiler"

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
  }

  /// The sections about rooms.
  private static func section() throws -> String {
    let page = try text("\(compiler)/StateMachineCompiler.docc/Architecture.md")
    let start = try #require(page.range(of: "\n## From text to meaning\n"))
    let end = try #require(page.range(of: "\n## Why so\n"))
    // The texts of the row are no names.
    return String(page[start.upperBound..<end.lowerBound]).replacing(/(?s)\n```\n.*?\n```\n/, with: "\n")
  }

  /// All Swift of `Sources`, by its path from the folder of its target.
  private static let sources: [String: String] = {
    var sources: [String: String] = [:]
    let sourcesFolder = Repository.root.appending(path: "Sources").path
    for target in (try? FileManager.default.contentsOfDirectory(atPath: sourcesFolder)) ?? [] {
      let root = Repository.root.appending(path: "Sources/\(target)")
      for path in (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? [] where path.hasSuffix(".swift")
      {
        sources[path] = try? String(contentsOf: root.appending(path: path), encoding: .utf8)
      }
    }
    return sources
  }()

  /// The names of the folders of the repository and of `Sources`.
  private static let folders: Set<String> = {
    let paths = sources.keys.flatMap { $0.split(separator: "/").dropLast().map(String.init) }
    let root = (try? FileManager.default.contentsOfDirectory(atPath: Repository.root.path)) ?? []
    let targets = FileManager.default.subpaths(atPath: Repository.root.appending(path: "Sources").path) ?? []
    return Set(paths + root + targets.flatMap { $0.split(separator: "/").map(String.init) })
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
        #expect(Self.sources.keys.contains { $0 == word || $0.hasSuffix("/\(word)") }, "\(word)")
      } else if word.hasPrefix("+") {
        #expect(Self.sources.keys.contains { $0.hasSuffix("\(word).swift") }, "\(word)")
      } else if let function = word.wholeMatch(of: /(?:\w+\.)?(\w+)\(((?:\w+:)*)\)/) {
        let labels = function.2.split(separator: ":")
        #expect(Self.hasFunction(function.1, labels: labels), "\(word)")
      } else if let type = word.wholeMatch(of: /[A-Z]\w+/) {
        types += 1
        if Self.folders.contains(String(type.0)) { continue }
        #expect(Self.isDeclared("(struct|enum|class|protocol) \(type.0)\\b"), "\(word)")
      }
    }
    #expect(types >= 50 && files >= 4)
  }

  /// The table of where a change begins names files and folders that are there: a path in the place of a row's first
  /// path, or after it.
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
