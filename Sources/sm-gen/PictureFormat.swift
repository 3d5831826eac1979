import StateMachineDiagrams
import StateMachineSyntax

/// The formats of `sm-gen diagram`: the compiler's, those that Graphviz makes of DOT, and those for playing machines.
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

  /// Creates the format to which the extension of a path belongs; nil if it is unknown.
  init?(ending path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    let ending = path[path.index(after: dot)...].lowercased()
    guard let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else { return nil }
    self = format
  }

  /// Whether Graphviz is needed to make the format.
  var isRendered: Bool { self == .svg || self == .png || self == .pdf || self == .html }

  /// Whether the format is a text that another program draws.
  var isPlainText: Bool { self == .dot || self == .mermaid || self == .plantuml }

  /// Whether one file in the format contains all machines: a page, or a JSON table.
  var holdsAllMachines: Bool { self == .html || self == .json }

  /// The compiler's format of which this one is made; nil for formats that contain all machines.
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
