import StateMachineSyntax

/// A notation of machines that can be imported, of charts or Swift.
package enum ImportFormat: String, CaseIterable, Sendable {
  case swift, mermaid, plantuml, scxml

  /// The name of the notation in messages.
  package var title: String {
    switch self {
    case .swift: "Swift"
    case .mermaid: "Mermaid"
    case .plantuml: "PlantUML"
    case .scxml: "SCXML"
    }
  }

  /// The notations, by the extension of file names.
  private static let endings: [String: ImportFormat] = [
    "swift": .swift, "mmd": .mermaid, "mermaid": .mermaid, "puml": .plantuml, "plantuml": .plantuml, "pu": .plantuml,
    "iuml": .plantuml, "wsd": .plantuml, "scxml": .scxml,
  ]

  /// Creates the notation of a file, from the extension of its name or else from its text. Nil for a `.sm` file, and
  /// for a file of an unknown notation.
  ///
  /// - Parameter source: the file; for a Markdown page, the whole page.
  package init?(of source: SourceFile) {
    let ending = source.path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    if let format = Self.endings[ending] {
      self = format
      return
    }
    // A page with machines in code blocks is compiled, not imported.
    if source.isPage {
      guard !source.looksLikeAPage, let format = Self.format(in: source.bytes, isPage: true) else { return nil }
      self = format
      return
    }
    guard !Self.beginsMachine(source.bytes), let format = Self.format(in: source.bytes) else { return nil }
    self = format
  }

  /// Returns whether a line of a file begins a machine, which makes it a `.sm` file.
  private static func beginsMachine(_ bytes: [UInt8]) -> Bool {
    lines(bytes).contains { words($0).contains("machine") && $0.contains("{") }
  }

  /// Returns the notation that the first line with a known beginning shows; nil if there is no such line.
  private static func format(in bytes: [UInt8], isPage: Bool = false) -> ImportFormat? {
    for line in lines(bytes) {
      let text = line.drop { $0 == " " || $0 == "\t" || $0 == "\u{FEFF}" }
      if text.hasPrefix("stateDiagram") { return .mermaid }
      if text.hasPrefix("@startuml") { return .plantuml }
      if text.hasPrefix("<scxml") || text.contains("http://www.w3.org/2005/07/scxml") { return .scxml }
      if isPage { continue }
      let first = words(line).first {
        !["public", "final", "private", "fileprivate", "internal", "indirect", "package"].contains($0)
      }
      if let first, ["struct", "class", "actor", "extension", "enum"].contains(first), line.contains("{") {
        return .swift
      }
    }
    return nil
  }

  private static func lines(_ bytes: [UInt8]) -> some Sequence<String> {
    bytes.lazy.split(whereSeparator: Ascii.isNewline).map { String(decoding: $0.prefix(400), as: UTF8.self) }
  }

  private static func words(_ line: String) -> [Substring] { line.split { !$0.isLetter && $0 != "@" } }
}
