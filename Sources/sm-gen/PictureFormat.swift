import StateMachineDiagrams
import StateMachineSyntax

/// The formats of `sm-gen diagram`: texts that the compiler writes, pictures that Graphviz draws from DOT, and formats
/// for playing machines.
enum PictureFormat: String, CaseIterable {
  case dot, mermaid, plantuml, scxml, svg, png, pdf, table, html, json

  /// The extensions of files in the format. New files get the first one.
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

  /// Creates the format that belongs to the extension of a path. Nil if the extension is unknown.
  init?(ending path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    let ending = path[path.index(after: dot)...].lowercased()
    guard let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else { return nil }
    self = format
  }

  /// Whether Graphviz is needed to make the format.
  var isRendered: Bool { self == .svg || self == .png || self == .pdf || self == .html }

  /// Whether the format is a text from which another program draws a picture.
  var isPlainText: Bool { self == .dot || self == .mermaid || self == .plantuml }

  /// Whether one file in the format contains all machines of a `.sm` file, as a page and a JSON table do.
  var holdsAllMachines: Bool { self == .html || self == .json }

  /// The format of the text from which a picture of one machine is made, such as DOT for PNG. Nil for `html` and
  /// `json`, whose files contain all machines of a `.sm` file.
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
