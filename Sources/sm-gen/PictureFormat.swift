import StateMachineDiagrams
import StateMachineSyntax

/// The formats of `sm-gen diagram`: those of the compiler, those that Graphviz makes of DOT, and those that play.
enum PictureFormat: String, CaseIterable {
  case dot, mermaid, plantuml, scxml, svg, png, pdf, table, html, json

  /// The extensions of file names, the usual one first.
  var endings: [String] {
    switch self {
    case .dot: ["dot", "gv"]
    case .mermaid: ["mmd", "mermaid"]
    case .plantuml: ["puml", "plantuml", "pu", "iuml", "wsd"]
    case .scxml: ["scxml"]
    case .svg: ["svg"]
    case .png: ["png"]
    case .pdf: ["pdf"]
    case .table: SourceFile.pageEndings
    case .html: ["html", "htm"]
    case .json: ["json"]
    }
  }

  /// Creates the format for the extension of a path; nil for an unknown one.
  init?(ending path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    let ending = path[path.index(after: dot)...].lowercased()
    guard let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else { return nil }
    self = format
  }

  /// Whether Graphviz is needed.
  var isRendered: Bool { self == .svg || self == .png || self == .pdf || self == .html }

  /// Whether the format is text for a program that draws.
  var isPlainText: Bool { self == .dot || self == .mermaid || self == .plantuml }

  /// Whether one file contains all machines: a page, or a table for other programs.
  var holdsAllMachines: Bool { self == .html || self == .json }

  /// The compiler's format; nil for formats with all machines.
  var source: DiagramFormat? {
    switch self {
    case .dot, .svg, .png, .pdf: .dot
    case .mermaid: .mermaid
    case .plantuml: .plantuml
    case .scxml: .scxml
    case .table: .table
    case .html, .json: nil
    }
  }
}
