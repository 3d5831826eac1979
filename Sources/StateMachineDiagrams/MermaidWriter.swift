/// Writes a diagram as a Mermaid state diagram (https://mermaid.js.org/syntax/stateDiagram.html).
///
/// In Mermaid, a line feed, a `;` or a second `:` ends a label, and a label cannot be in quotes. So characters that
/// have a meaning in Mermaid or HTML are written as codes, such as `#59;`.
package struct MermaidWriter {
  /// The largest length of a text that Mermaid draws: the default value of Mermaid's option `maxTextSize`.
  private static let maximumLength = 50_000

  private let diagram: Diagram
  private let options: DiagramOptions
  private let identifiers: DiagramIdentifiers
  private let children: [[Int]]
  /// The identifier of the composite state that stands for the machine, if the machine itself has regions.
  private let whole: String
  /// The arrows to write in each composite state, by the index of the state. The last list has the arrows at the top
  /// level.
  private var arrows: [[Diagram.Arrow]]
  private var text = ""
  /// Four non-breaking blanks. All lines of a row's text but the first begin with them.
  private static let rowIndentation = String(repeating: "#160;", count: 4)

  /// The words that cannot be identifiers in Mermaid: its keywords, and the names of properties that all JavaScript
  /// objects have.
  private static let reserved: Set<String> = [
    "accdescr", "acctitle", "as", "bt", "choice", "class", "classdef", "click", "constructor", "default", "description",
    "direction", "down", "empty", "end", "endnote", "fork", "graph", "hasownproperty", "hide", "history", "href",
    "interpolate", "join", "left", "linkstyle", "lr", "note", "of", "over", "prototype", "right", "rl", "root", "scale",
    "state", "statediagram", "style", "subgraph", "tb", "td", "title", "tostring", "up", "valueof", "width",
  ]

  private init(_ diagram: Diagram, _ options: DiagramOptions) {
    self.diagram = diagram
    self.options = options
    identifiers = DiagramIdentifiers(diagram, reserved: Self.reserved)
    children = diagram.children
    var name = "whole"
    while identifiers.identifiers.contains(name) { name += "_" }
    whole = name
    arrows = Array(repeating: [], count: diagram.boxes.count + 1)
    for arrow in diagram.arrows { place(arrow) }
  }

  /// Returns the diagram as Mermaid's text. If the text is longer than Mermaid draws by default, a comment at its end
  /// says so.
  package static func write(_ diagram: Diagram, options: DiagramOptions) -> String {
    var writer = MermaidWriter(diagram, options)
    writer.writeDiagram()
    if writer.text.utf8.count > maximumLength {
      writer.writeComment(
        "Longer than the 50,000 characters that Mermaid draws by default: set 'maxTextSize'.", indentation: "")
    }
    return writer.text
  }

  private mutating func writeDiagram() {
    if let heading = options.heading { writeComment(heading, indentation: "") }
    if options.theme == .dark { text += "%%{init: {\"theme\": \"dark\"}}%%\n" }
    text += "stateDiagram-v2\n"
    text += "  accTitle: \(Self.escaped(diagram.title))\n"
    if !diagram.documentation.isEmpty {
      let description = diagram.documentation.split(separator: "\n").joined(separator: " ")
      text += "  accDescr: \(Self.escaped(description))\n"
    }
    text += "  direction \(options.direction == .down ? "TB" : "LR")\n"
    for remark in diagram.remarks { writeComment(remark) }
    writeBody(nil, "  ")
    writeClasses()
    writeLegend()
  }

  /// Adds an arrow to the composite state in which it is written. Mermaid has no arrows between states of different
  /// composite states. So an arrow from `moving.opening` to `idle.open` is drawn from `moving` to `idle`. Its label
  /// names the real ends: `push (from opening) (to open)`.
  private mutating func place(_ arrow: Diagram.Arrow) {
    var moved = arrow
    var sources = [arrow.source]
    while let parent = diagram.boxes[sources[sources.count - 1]].parent { sources.append(parent) }
    // The innermost composite state that contains both ends, and is neither of them; nil for the machine.
    let body = sources.dropFirst().first { diagram.isInside(arrow.target, $0) && $0 != arrow.target }
    // Returns the box itself, or its ancestor directly in `body`.
    func lifted(_ box: Int) -> Int {
      var box = box
      while diagram.boxes[box].parent != body, let parent = diagram.boxes[box].parent { box = parent }
      return box
    }
    moved.source = lifted(arrow.source)
    moved.target = lifted(arrow.target)
    func say(_ text: String) { moved.label.trigger += (moved.label.trigger.isEmpty ? "" : " ") + text }
    if moved.source != arrow.source { say("(from \(diagram.boxes[arrow.source].name))") }
    if moved.target != arrow.target { say("(to \(diagram.boxes[arrow.target].name))") }
    arrows[body ?? diagram.boxes.count].append(moved)
  }

  /// Writes the boxes, dots and arrows in a composite state. If `parent` is nil, writes those at the top level.
  private mutating func writeBody(_ parent: Int?, _ indentation: String) {
    let boxes = children[parent ?? diagram.boxes.count]
    if boxes.contains(where: { diagram.boxes[$0].isRegion }) {
      writeRegions(boxes, parent, indentation)
      return
    }
    for index in boxes { write(index, indentation) }
    for index in boxes where diagram.boxes[index].isInitial {
      text += "\(indentation)[*] --> \(identifiers[index])\n"
    }
    writeArrows(of: parent, indentation)
    for index in boxes where diagram.boxes[index].hasFinalDot {
      let change = diagram.boxes[index].finalChange
      text += "\(indentation)\(identifiers[index]) --> [*]\(change == .none ? "" : " : \(change.mark)final")\n"
    }
  }

  /// Writes the regions of a composite state, with a line `--` between two regions. In Mermaid, regions have no names,
  /// so comments name them. Only composite states can have regions in Mermaid. So for a machine with regions (`parent`
  /// is nil), writes a composite state that stands for the machine. Its other boxes come after this state.
  private mutating func writeRegions(_ boxes: [Int], _ parent: Int?, _ indentation: String) {
    var inner = indentation
    if parent == nil {
      text += "\(indentation)state \"\(Self.escaped(diagram.title))\" as \(whole)\n\(indentation)state \(whole) {\n"
      inner += "  "
    }
    var isFirst = true
    for index in boxes {
      guard diagram.boxes[index].isRegion else {
        // A history that belongs to all regions.
        if parent != nil { write(index, inner) }
        continue
      }
      if !isFirst { text += "\(inner)--\n" }
      isFirst = false
      writeComment("region \(diagram.boxes[index].name)", indentation: inner)
      writeBody(index, inner)
    }
    if parent == nil {
      text += "\(indentation)}\n"
      for index in boxes where !diagram.boxes[index].isRegion { write(index, indentation) }
    }
    writeArrows(of: parent, parent == nil ? indentation : inner)
  }

  /// Writes a box: a state with its rows and children, or a choice, a fork or a history.
  private mutating func write(_ index: Int, _ indentation: String) {
    let box = diagram.boxes[index]
    let identifier = identifiers[index]
    writeComment(box.documentation, indentation: indentation)
    switch box.kind {
    case .choice:
      writeComment("choice \(box.name)", indentation: indentation)
      text += "\(indentation)state \(identifier) <<choice>>\n"
      return
    case .fork:
      text += "\(indentation)state \(identifier) <<fork>>\n"
      return
    case .history, .deepHistory:
      // Mermaid has no history: a state with this name is drawn instead.
      writeComment(box.kind == .deepHistory ? "deep history" : "history", indentation: indentation)
    case .initial:
      // The arrow from this pseudostate creates it.
      return
    case .state, .anyState:
      break
    }
    if let former = box.former(called: box.name) { writeComment("before: \(former)", indentation: indentation) }
    // The body of a composite state begins below the first line of its title.
    let title = box.isComposite ? [box.change.mark + box.name + box.payload] : box.titleLines
    text += "\(indentation)state \"\(Self.escaped(title))\" as \(identifier)\n"
    for line in box.lines { writeComment(line.documentation, indentation: indentation) }
    if box.isComposite {
      text += "\(indentation)state \(identifier) {\n"
      writeBody(index, indentation + "  ")
      text += "\(indentation)}\n"
      // A composite state cannot contain rows.
      writeNote(box.joinedLines.flatMap(\.textLines), at: index, indentation)
      return
    }
    for line in box.joinedLines {
      text += "\(indentation)\(identifier) : \(Self.escaped(line.textLines, indentation: Self.rowIndentation))\n"
    }
  }

  /// Writes a note beside a box. Writes nothing if there are no lines.
  private mutating func writeNote(_ lines: [String], at box: Int, _ indentation: String) {
    guard !lines.isEmpty else { return }
    text += "\(indentation)note left of \(identifiers[box])\n"
    for line in lines { text += "\(indentation)  \(Self.escaped(line))\n" }
    text += "\(indentation)end note\n"
  }

  /// Writes the arrows in a composite state. If `body` is nil, writes those at the top level. Several arrows between
  /// the same two boxes become one arrow with several labels, because Mermaid would draw only the last arrow from a box
  /// to itself.
  private mutating func writeArrows(of body: Int?, _ indentation: String) {
    for bundle in Diagram.bundles(of: arrows[body ?? diagram.boxes.count]) { write(bundle, indentation) }
  }

  /// Writes several arrows between the same two boxes as one arrow. Mermaid cannot draw an arrow from a composite state
  /// to itself, nor between two regions. It also cannot draw one that begins or ends at a region of a composite state.
  /// Such an arrow becomes a comment: `not drawn: …`.
  private mutating func write(_ arrows: [Diagram.Arrow], _ indentation: String) {
    guard let arrow = arrows.first else { return }
    for arrow in arrows {
      writeComment(arrow.documentation, indentation: indentation)
      if let former = arrow.formerLabel { writeComment("before: \(former)", indentation: indentation) }
    }
    let ends = [arrow.source, arrow.target]
    // Mermaid cannot draw an arrow at a region of a composite state. At a region of the machine it can, but not
    // between two such regions.
    let isAtRegion =
      ends.contains { diagram.boxes[$0].isRegion && diagram.boxes[$0].parent != nil }
      || ends.allSatisfy { diagram.boxes[$0].isRegion }
    if isAtRegion || arrow.source == arrow.target && diagram.boxes[arrow.source].isComposite {
      // An arrow cannot lead from a composite state to itself, nor begin or end at a region.
      for arrow in arrows {
        let count = arrow.label.count.isEmpty ? "" : arrow.label.count + " "
        writeComment("not drawn: \(count)\(arrow.text)", indentation: indentation)
      }
      return
    }
    // An arrow at a region of the machine is drawn at the state for the whole machine, because its regions are exited
    // and entered together.
    let names = ends.map { diagram.boxes[$0].isRegion ? whole : identifiers[$0] }
    let source = diagram.boxes[arrow.source].kind == .initial ? "[*]" : names[0]
    text += "\(indentation)\(source) --> \(names[1])"
    let lines = arrows.flatMap { $0.label.lines(marked: $0.change) }
    if !lines.isEmpty { text += " : \(Self.escaped(lines))" }
    text += "\n"
  }

  /// Writes Mermaid's classes for the appearance of boxes. Boxes that stand for any state (`*`) have a dashed line.
  /// Boxes that were added, removed or changed, or that tests have not reached, have colors. Arrows cannot have colors
  /// in Mermaid, so a sign in the label shows their change.
  private mutating func writeClasses() {
    let frames = diagram.boxes.indices.filter { diagram.boxes[$0].kind == .anyState }
    if !frames.isEmpty {
      text += "  classDef frame stroke-dasharray:4\n"
      text += "  class \(frames.map { identifiers[$0] }.joined(separator: ",")) frame\n"
    }
    let theme = DiagramTheme(options.theme ?? .light)
    for change in [Diagram.Change.added, .removed, .changed, .untaken] {
      let boxes = diagram.boxes.indices.filter { index in
        let box = diagram.boxes[index]
        // Neither regions nor the dots of bodies are declared.
        return box.change == change && !box.isRegion && box.kind != .initial
      }
      guard !boxes.isEmpty else { continue }
      text += "  classDef \(change.word) stroke:\(theme.color(change)),stroke-width:3px"
      text += change == .untaken ? ",stroke-dasharray:4\n" : "\n"
      text += "  class \(boxes.map { identifiers[$0] }.joined(separator: ",")) \(change.word)\n"
    }
  }

  /// Writes the statements for tests as a note at the first state. For a comparison of two versions, another note has
  /// the meaning of the colors and the list of changes. Mermaid's state diagrams have no legend.
  private mutating func writeLegend() {
    let first = diagram.boxes.firstIndex { $0.isInitial || $0.kind == .state && !$0.isRegion }
    guard let initial = first else { return }
    if !diagram.statements.isEmpty { writeNote(diagram.statements, at: initial, "  ") }
    guard let legend = diagram.legend else { return }
    let colors = [Diagram.Change.added, .removed, .changed].map { $0.mark + $0.word }
    writeNote(colors + legend.entries.map { $0.change.mark + $0.text }, at: initial, "  ")
  }

  /// Writes a comment, each line of it after `%%`. If two `%` follow each other in the comment, a blank is put between
  /// them, because `%%{` would begin a directive of Mermaid.
  private mutating func writeComment(_ comment: String, indentation: String = "  ") {
    for line in comment.split(separator: "\n") {
      text += "\(indentation)%% "
      var previous: Unicode.Scalar = " "
      for scalar in line.unicodeScalars {
        if scalar == "%", previous == "%" { text += " " }
        text.unicodeScalars.append(scalar)
        previous = scalar
      }
      text += "\n"
    }
  }

  /// The punctuation that may be anywhere in a label of Mermaid. Other punctuation is written as codes, such as `#59;`.
  private static let plainPunctuation: Set<Unicode.Scalar> = [
    " ", "(", ")", "[", "]", ",", ".", "/", "+", "-", "=", "!", "?", "'", "|",
  ]

  /// Returns the lines of a label as one text: each line is escaped, and `<br/>` is between two lines.
  ///
  /// - Parameter indentation: the text at the beginning of each line but the first.
  private static func escaped(_ lines: [String], indentation: String = "") -> String {
    lines.map(escaped).joined(separator: "<br/>" + indentation)
  }

  /// Returns a text for Mermaid. Characters that may have a meaning in Mermaid or HTML are written as codes, such as
  /// `#59;`.
  private static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      let isPlain = !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      if isPlain || plainPunctuation.contains(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "#\(scalar.value);"
      }
    }
    return result
  }
}
