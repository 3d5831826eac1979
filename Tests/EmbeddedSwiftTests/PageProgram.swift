import Foundation
import TestSupport

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// The programs that a page shows: its machines and its Swift.
///
/// What the prose leaves to the reader is in `Pages`, in files that are called like the page: a `.swift` file that is
/// read like a first block of the page, and a `.sm` file with machines that the page only mentions. A comment in the
/// former, `// specs: A, B`, names machines of `specs`; `// files: …` names Swift files of the repository that belong to the
/// program; `// statements: @MainActor` says how statements are isolated.
struct PageProgram {
  /// A block between fences.
  struct Block {
    var language: String
    /// The first line within the fences, from 1.
    var line: Int
    var lines: [Substring]
    /// The file of the machine whose generated code the block shows, or of the test that contains the block; nil if the
    /// block is a program of the page.
    var excerpt: String?

    var text: String { lines.map { $0 + "\n" }.joined() }
    /// A manifest is a module of its own.
    var isManifest: Bool { lines.first?.hasPrefix("// swift-tools-version:") == true }
  }

  enum Failure: Error {
    case diagnostics([String])
  }

  static let root = URL(filePath: #filePath).appending(path: "../../..").standardized
  private static let catalogue = "Sources/StateMachineCompiler/StateMachineCompiler.docc"
  private static let additions = "Tests/EmbeddedSwiftTests/Pages"

  /// README and every page with Swift, but for the examples of diagnostics, which have a test of their own, and the
  /// first hour, which `Tests/FirstHour/run` tries as a whole.
  static let pages: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: catalogue).path)) ?? []
    let pages = names.filter { $0.hasSuffix(".md") && !$0.hasPrefix("Diagnostics") && $0 != "FirstHour.md" }.sorted()
      .map { "\(catalogue)/\($0)" }
    return (["README.md"] + pages).filter { page in
      text(page)?.contains(#/(?m)^ *```(swift|sm)\b/#) == true
    }
  }()

  static func text(_ path: String) -> String? {
    try? String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The page's path from the root of the repository.
  let page: String
  let blocks: [Block]

  init(_ page: String) {
    self.page = page
    blocks = Self.blocks(Self.text(page) ?? "")
  }

  private var name: String { URL(filePath: page).deletingPathExtension().lastPathComponent }
  private var prelude: String { Self.text("\(Self.additions)/\(name).swift") ?? "" }

  var manifests: [Block] { blocks.filter { $0.language == "swift" && $0.isManifest } }
  var excerpts: [Block] { blocks.filter { $0.excerpt != nil } }

  /// The files of the page's module.
  func files() throws -> [(name: String, text: String)] {
    var files: [(name: String, text: String)] = [("Page.swift", swift)]
    let machines = blocks.filter { $0.language == "sm" }.map(\.text).joined(separator: "\n")
    if !machines.isEmpty { files.append(("Machines.swift", try Self.generated(machines, page))) }
    let path = "\(Self.additions)/\(name).sm"
    if let machines = Self.text(path) { files.append(("MoreMachines.swift", try Self.generated(machines, path))) }
    for spec in setting("specs").split(separator: ", ") {
      let path = "specs/\(spec).sm"
      files.append(("\(spec).swift", try Self.generated(Self.text(path) ?? "", path)))
    }
    for path in setting("files").split(separator: ", ").map(String.init) {
      files.append((URL(filePath: path).lastPathComponent, Self.text(path) ?? ""))
    }
    return files
  }

  /// The Swift of machines without mistakes.
  static func generated(_ machines: String, _ path: String) throws -> String {
    let result = Compiler().generate(SourceFile(path: path, text: machines))
    guard let swift = result.swift, result.diagnostics.isEmpty else {
      throw Failure.diagnostics(result.diagnostics.map { "\(path): \($0.message)" })
    }
    return String(decoding: swift, as: UTF8.self)
  }

  /// Returns the value of a setting, which is a comment of the prelude; empty if it is missing.
  private func setting(_ name: String) -> Substring {
    let line = prelude.split(separator: "\n").first { $0.hasPrefix("// \(name): ") }
    return line?.dropFirst("// \(name): ".count) ?? ""
  }

  /// Declarations are those of a file. Statements are those of one function, in which each block sees the names of the
  /// blocks before, and may use them anew.
  private var swift: String {
    let first = Block(
      language: "swift", line: 1, lines: prelude.split(separator: "\n", omittingEmptySubsequences: false))
    var declarations = ""
    var statements = ""
    var depth = 0
    for (number, block) in ([first] + blocks.filter { $0.language == "swift" }).enumerated() {
      guard block.excerpt == nil, !block.isManifest else { continue }
      let file = number == 0 ? "prelude of \(name)" : URL(filePath: page).lastPathComponent
      statements += "do {\n"
      depth += 1
      for part in block.parts {
        let line = block.line + part.range.lowerBound
        let text = block.lines[part.range].map { $0 + "\n" }.joined()
        let located = "#sourceLocation(file: \"\(file)\", line: \(line))\n\(text)#sourceLocation()\n"
        if part.isDeclaration { declarations += located } else { statements += located }
      }
    }
    let closing = String(repeating: "}\n", count: depth)
    return "\(declarations)\n\(setting("statements")) func page() async throws {\n\(statements)\(closing)}\n"
  }

  /// The expected output of the page's statements, in order: the comments after `print(…)`.
  var printed: [String] {
    blocks.filter { $0.language == "swift" && $0.excerpt == nil }.flatMap { block in
      block.lines.compactMap { $0.firstMatch(of: #/print\(.*\S +// (.+)$/#).map { String($0.1) } }
    }.filter { $0 != "prints nothing" }
  }

  // MARK: Blocks

  private static func blocks(_ text: String) -> [Block] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var blocks: [Block] = []
    var index = 0
    while index < lines.count {
      let indent = lines[index].prefix { $0 == " " }.count
      let opening = lines[index].dropFirst(indent)
      index += 1
      guard opening.hasPrefix("```") else { continue }
      var block = Block(language: String(opening.dropFirst(3)), line: index + 1, lines: [])
      if index >= 2, let match = lines[index - 2].firstMatch(of: #/<!-- excerpt of (.*) -->/#) {
        block.excerpt = String(match.1)
      }
      while index < lines.count, lines[index].drop(while: { $0 == " " }) != "```" {
        block.lines.append(lines[index].dropFirst(indent))
        index += 1
      }
      index += 1
      blocks.append(block)
    }
    return blocks
  }
}

extension PageProgram.Block {
  struct Part {
    var range: Range<Int>
    var isDeclaration: Bool
  }

  /// The declarations of a file, and the statements between them.
  var parts: [Part] {
    let modifiers = #/^((@\w+(\([^)]*\))?|public|package|private|final|nonisolated)\s+)*/#
    let keyword = #/^((import|extension|struct|class|enum|actor|protocol|func|typealias)\b|#if)/#
    var parts: [Part] = []
    var index = 0
    while index < lines.count {
      let start = index
      let isDeclaration = lines[index].trimmingPrefix(modifiers).contains(keyword)
      var depth = 0
      repeat {
        if lines[index].hasPrefix("#if") { depth += 1 } else if lines[index] == "#endif" { depth -= 1 }
        for character in lines[index] {
          if "([{".contains(character) { depth += 1 } else if ")]}".contains(character) { depth -= 1 }
        }
        index += 1
      } while index < lines.count && depth > 0
      if let last = parts.indices.last, !isDeclaration, !parts[last].isDeclaration {
        parts[last].range = parts[last].range.lowerBound..<index
      } else {
        parts.append(Part(range: start..<index, isDeclaration: isDeclaration))
      }
    }
    return parts
  }

  /// The pieces between `…`, without comments, and with one blank where there are several.
  var pieces: [String] {
    let code = lines.map { Self.words($0.prefix(upTo: $0.firstRange(of: "//")?.lowerBound ?? $0.endIndex)) }
    return code.joined(separator: " ").split(separator: "…").map { Self.words($0) }.filter { !$0.isEmpty }
  }

  static func words(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
