import StateMachineSyntax

/// A notation from which machines can be imported: Swift, Mermaid, PlantUML or SCXML.
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

  /// The notation for each extension of a file's name, such as `puml`.
  private static let endings: [String: ImportFormat] = [
    "swift": .swift, "mmd": .mermaid, "mermaid": .mermaid, "puml": .plantuml, "plantuml": .plantuml, "pu": .plantuml,
    "iuml": .plantuml, "wsd": .plantuml, "scxml": .scxml,
  ]

  /// Finds out the notation of a file. The extension of the file's name decides, or, if it is unknown, the file's text.
  /// Nil for a `.sm` file, and if the text does not show a notation.
  ///
  /// - Parameter source: the file; for a Markdown page, the whole page.
  package init?(of source: SourceFile) {
    let ending = source.path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    if let format = Self.endings[ending] {
      self = format
      return
    }
    // A page with `.sm` machines in its code blocks is compiled, and not imported.
    if source.isPage {
      guard !source.looksLikeAPage, let format = Self.format(in: source.bytes, isPage: true) else { return nil }
      self = format
      return
    }
    guard !Self.beginsMachine(source.bytes), let format = Self.format(in: source.bytes) else { return nil }
    self = format
  }

  /// Returns whether the file is a `.sm` file: one of its lines is the head of a machine, such as `machine Door {`.
  private static func beginsMachine(_ bytes: [UInt8]) -> Bool {
    lines(bytes).contains { words($0).contains("machine") && $0.contains("{") }
  }

  /// Returns the notation that the first line with a known beginning shows, such as `stateDiagram` for Mermaid. Nil if
  /// no line has a known beginning.
  ///
  /// - Parameter isPage: whether the file is a Markdown page, in which Swift is not looked for.
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

  /// Returns the lines of a file. A line is cut off after 400 bytes.
  private static func lines(_ bytes: [UInt8]) -> some Sequence<String> {
    bytes.lazy.split(whereSeparator: Ascii.isNewline).map { String(decoding: $0.prefix(400), as: UTF8.self) }
  }

  /// Returns the words of a line.
  private static func words(_ line: String) -> [Substring] { line.split { !$0.isLetter && $0 != "@" } }
}
