import JSON
import StateMachineDiagrams
import StateMachineModel

/// A page that plays machines in a browser. It is one file that loads nothing: it contains the pictures of the
/// machines, their tables, and the player's script.
package struct PlayerPage: Sendable {
  package let document: MachineDocument

  private let options: DiagramOptions

  /// Creates a page for machines.
  ///
  /// - Parameter options: the options of the pictures. Their colors are not used, because the style sheet of the page
  ///   sets the colors.
  package init(_ document: MachineDocument, options: DiagramOptions = DiagramOptions()) {
    self.document = document
    self.options = options
  }

  /// A text that contains everything from which the page is made. If two pages have equal texts, the pages are equal,
  /// too, so that a page need not be made again.
  package var source: String {
    let parts = [PlayerFiles.frame, PlayerFiles.style, PlayerFiles.script] + drawings
    return parts.joined() + String(decoding: document.json.bytes, as: UTF8.self)
  }

  /// The pictures of the machines in DOT, one for each machine. Graphviz must draw each of them as SVG before
  /// `html(pictures:)` is called.
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
  /// - Parameter pictures: the SVG of each text in `drawings`, in the same order.
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

  /// Returns the HTML of a page: the text `frame`, in which `parts["name"]` replaces each `{{name}}`.
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

  /// For each machine, the texts in the picture that stand for several transitions: `{"3": [3, 4]}`. The key is the
  /// number of the first transition, which the picture has at the text. The value has the numbers of all transitions
  /// with the text. The page's script needs the list to find them.
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

  /// Returns the `<svg>` element of a picture that Graphviz has drawn. The head of the file, comments and titles are
  /// removed, and also the font, because the style sheet of the page sets it.
  private static func element(of svg: [UInt8]) -> [UInt8] {
    var text = String(decoding: svg, as: UTF8.self)[...]
    if let start = text.firstRange(of: "<svg") { text = text[start.lowerBound...] }
    for (opening, closing) in [("<!--", "-->\n"), ("<title>", "</title>\n"), (" font-family=\"", "\"")] {
      text = text.removing(from: opening, to: closing)
    }
    return Array(text.utf8)
  }

  /// Returns JSON that can be written inside of a `<script>` element. `<` is written as `\u003c`, because `</script>`
  /// would end the element and `<!--` would begin a comment (HTML, "Restrictions for contents of script elements").
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
  /// Returns the text without each part from `opening` to the next `closing`. If these are `<!--` and `-->`, the text
  /// is `ac` for `a<!-- b -->c`.
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
