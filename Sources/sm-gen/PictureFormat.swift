import StateMachineDiagrams
import StateMachineSyntax

/// The formats of `sm-gen diagram`: the compiler's formats, those that Graphviz makes of DOT, and what plays machines.
enum PictureFormat: String, CaseIterable {
  case dot, mermaid, plantuml, scxml, svg, png, pdf, table, html, json

  /// Endings of file names, the usual one first.
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

  /// The format of a file that is called so.
  init?(ending path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    let ending = path[path.index(after: dot)...].lowercased()
    guard let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else { return nil }
    self = format
  }

  /// Is true where Graphviz makes it.
  var isRendered: Bool { self == .svg || self == .png || self == .pdf || self == .html }

  /// Is true where it is text for a program that draws.
  var isPlainText: Bool { self == .dot || self == .mermaid || self == .plantuml }

  /// Is true where all machines of a file are in one: a page, or a table for other programs.
  var holdsAllMachines: Bool { self == .html || self == .json }

  /// The format that the compiler writes for it; nil for what holds all machines.
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
