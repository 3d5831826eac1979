import JSON
import StateMachineDiagrams
import StateMachineModel

/// A page that plays machines in a browser: one file without requests, with the pictures, the table and the player.
package struct PlayerPage: Sendable {
  package let document: MachineDocument

  private let options: DiagramOptions

  /// - Parameter options: the options of the pictures. Their colors are in the page's style sheet.
  package init(_ document: MachineDocument, options: DiagramOptions = DiagramOptions()) {
    self.document = document
    self.options = options
  }

  /// The source from which the page is made: two pages are equal if their sources are.
  package var source: String {
    let parts = [PlayerFiles.frame, PlayerFiles.style, PlayerFiles.script] + drawings
    return parts.joined() + String(decoding: document.json.bytes, as: UTF8.self)
  }

  /// The pictures of the page as DOT, one for each machine, which Graphviz must draw as SVG.
  package var drawings: [String] {
    document.machines.enumerated().map { place, behaviour in
      var options = options
      options.theme = .light
      options.page = place
      return behaviour.machine.drawing(format: .dot, options: options)
    }
  }

  /// Returns the page as HTML.
  ///
  /// - Parameter pictures: the SVG of each drawing.
  package func html(pictures: [[UInt8]]) -> [UInt8] {
    let title = document.machines.first.map { MachineText($0.machine).title } ?? ""
    let templates = pictures.enumerated().map { place, svg in
      Array("<template id=\"picture\(place)\">".utf8) + Self.element(of: svg) + Array("</template>\n".utf8)
    }
    let parts: [String: [UInt8]] = [
      "title": Array(Self.escaped(title).utf8), "style": Array(PlayerFiles.style.utf8),
      "script": Array(PlayerFiles.script.utf8), "pictures": Array(templates.joined()),
      "machines": Self.embedded(document.json), "labels": Self.embedded(labels),
    ]
    return Self.filled(PlayerFiles.frame, parts)
  }

  /// Returns a page's frame, in which each name in `parts` is replaced by its part.
  static func filled(_ frame: String, _ parts: [String: [UInt8]]) -> [UInt8] {
    var page: [UInt8] = []
    var rest = frame[...]
    while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
      page += rest[..<start.lowerBound].utf8
      page += parts[String(rest[start.upperBound..<end.lowerBound])] ?? []
      rest = rest[end.upperBound...]
    }
    return page + rest.utf8
  }

  /// The transitions that share a label, by the first of them; one JSON object for each machine.
  private var labels: JSONValue {
    .array(
      document.machines.map { behaviour in
        .object(
          Diagram(behaviour.machine, options: options).sharedLabels.map { transitions in
            JSONValue.Member(
              key: String(transitions[0].index), value: .array(transitions.map { .int($0.index) }))
          })
      })
  }

  /// Returns the SVG element of a picture, without the head of the file, comments, the titles that Graphviz gives to
  /// all parts, and the font, which the style sheet has.
  private static func element(of svg: [UInt8]) -> [UInt8] {
    var text = String(decoding: svg, as: UTF8.self)[...]
    if let start = text.firstRange(of: "<svg") { text = text[start.lowerBound...] }
    for (opening, closing) in [("<!--", "-->\n"), ("<title>", "</title>\n"), (" font-family=\"", "\"")] {
      text = text.removing(from: opening, to: closing)
    }
    return Array(text.utf8)
  }

  /// Returns JSON that can be in a script: it contains no end of the script and no beginning of a comment (HTML,
  /// "Restrictions for contents of script elements").
  private static func embedded(_ json: JSONValue) -> [UInt8] {
    json.bytes.flatMap { $0 == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [$0] }
  }

  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
  }
}

extension Substring {
  /// Returns the text without the parts that begin with `opening` and end with the next `closing`.
  fileprivate func removing(from opening: String, to closing: String) -> Substring {
    var result: Substring = ""
    var rest = self
    while let start = rest.firstRange(of: opening), let end = rest[start.upperBound...].firstRange(of: closing) {
      result += rest[..<start.lowerBound]
      rest = rest[end.upperBound...]
    }
    return result + rest
  }
}
