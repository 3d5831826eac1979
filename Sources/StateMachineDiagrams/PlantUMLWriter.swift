/// Writes a diagram for PlantUML (https://plantuml.com/state-diagram).
///
/// In every text, PlantUML looks for formatting, such as `//` for italics, and for links and variables. So characters
/// that could begin such formatting are written as codes: `<U+002A>`. Non-ASCII characters are codes, too, because Java
/// reads the file in the encoding of the computer's locale.
package struct PlantUMLWriter {
  private let diagram: Diagram
  private let options: DiagramOptions
  private let theme: DiagramTheme
  private let identifiers: DiagramIdentifiers
  private let children: [[Int]]
  private let bundles: [[Diagram.Arrow]]
  private let scale: HeatScale
  /// The arrows that begin at a pseudostate for an initial state (`initial -> a / f`), by the index of the
  /// pseudostate's box. Each inner list has the arrows that are drawn as one.
  private var initialArrows: [Int: [[Diagram.Arrow]]] = [:]
  private var text = ""
  /// The source and the target of each arrow written so far that begins or ends at a composite state. PlantUML draws a
  /// second arrow between the same two boxes only with the style `norank`.
  private var seenArrows: Set<[Int]> = []
  private static let indentation = String(repeating: "<U+00A0>", count: 4)

  /// The words that cannot be identifiers, because PlantUML has commands that begin with them.
  private static let reserved: Set<String> = [
    "allow_mixing", "allowmixing", "as", "autonumber", "bottom", "caption", "center", "class", "concise", "end",
    "endfooter", "endheader", "endlegend", "endnote", "endtitle", "entity", "floating", "footer", "fork", "frame",
    "header",
    "hide", "highlight", "history", "include", "label", "left", "legend", "link", "mainframe", "minwidth", "namespace",
    "newpage", "note", "object", "of", "on", "over", "page", "remove", "restore", "right", "robust", "rotate", "scale",
    "set", "show", "skin", "skinparam", "sprite", "start", "state", "stop", "style", "title", "to", "together", "top",
    "url",
  ]

  private init(_ diagram: Diagram, _ options: DiagramOptions) {
    self.diagram = diagram
    self.options = options
    theme = DiagramTheme(options.theme ?? .light)
    children = diagram.children
    bundles = diagram.bundles
    scale = HeatScale(diagram)
    identifiers = DiagramIdentifiers(diagram, reserved: Self.reserved)
    for arrows in bundles where isInitial(arrows[0]) { initialArrows[arrows[0].source, default: []].append(arrows) }
  }

  /// Returns the diagram as text for PlantUML.
  package static func write(_ diagram: Diagram, options: DiagramOptions) -> String {
    var writer = PlantUMLWriter(diagram, options)
    writer.writeDiagram()
    return writer.text
  }

  private mutating func writeDiagram() {
    if let heading = options.heading { writeComment(heading) }
    text += "@startuml\n"
    // The name after `@startuml` would be that of the picture's file.
    text += "title \(Self.escaped(diagram.title))\n"
    writeComment(diagram.documentation)
    writeStyle()
    for remark in diagram.remarks { writeComment(remark) }
    text += "\n"
    writeBoxes(in: nil)
    text += "\n"
    for arrows in bundles where !isInitial(arrows[0]) { write(arrows) }
    writeLegend()
    writeStatements()
    text += "@enduml\n"
  }

  /// Writes the direction, the fonts and the colors of the picture.
  private mutating func writeStyle() {
    text += """
      hide empty description
      \(options.direction == .down ? "top to bottom direction" : "left to right direction")
      skinparam shadowing false
      skinparam backgroundColor \(theme.background)
      skinparam defaultFontName Helvetica
      skinparam defaultFontColor \(theme.text)
      skinparam ArrowColor \(theme.line)
      skinparam ArrowFontColor \(theme.text)
      skinparam ArrowFontSize 12
      skinparam StateBackgroundColor \(theme.box)
      skinparam StateBorderColor \(theme.line)
      skinparam StateStartColor \(theme.line)
      skinparam StateEndColor \(theme.line)
      skinparam StateFontColor \(theme.text)
      skinparam StateAttributeFontColor \(theme.text)

      """
  }

  /// Writes the boxes and dots in a composite state. If `parent` is nil, writes those at the top level.
  private mutating func writeBoxes(in parent: Int?) {
    let boxes = children[parent ?? diagram.boxes.count]
    for index in boxes { write(index) }
    for index in boxes where diagram.boxes[index].isInitial { text += "[*] --> \(identifiers[index])\n" }
    // The initial dot of a composite state can be used only between its braces.
    for index in boxes { for arrows in initialArrows[index] ?? [] { write(arrows) } }
    for index in boxes where diagram.boxes[index].hasFinalDot {
      let change = diagram.boxes[index].finalChange
      let style = change == .none ? "" : "[\(theme.color(change)),\(change.isDashed ? "dashed" : "bold")]"
      text += "\(identifiers[index]) -\(style)-> [*]\n"
    }
  }

  /// Returns whether an arrow begins at the pseudostate for an initial state.
  private func isInitial(_ arrow: Diagram.Arrow) -> Bool { diagram.boxes[arrow.source].kind == .initial }

  /// Writes a box: a state with its rows and children, a choice or a fork.
  private mutating func write(_ index: Int) {
    let box = diagram.boxes[index]
    let identifier = identifiers[index]
    writeComment(box.documentation)
    switch box.kind {
    case .choice:
      writeComment("choice \(box.name)")
      text += "state \(identifier) <<choice>>\n"
      return
    case .fork:
      text += "state \(identifier) <<fork>>\n"
      return
    case .history, .initial:
      // The arrows to or from this box create it.
      return
    case .state, .anyState, .deepHistory:
      // Only newer versions of PlantUML have a deep history, so a state with the name `H*` is drawn instead.
      break
    }
    if let former = box.former(called: box.name) { writeComment("before: \(former)") }
    let label = box.titleLines.map(Self.escaped).joined(separator: "\\n")
    text += "state \"\(label)\" as \(identifier)"
    // A region is a dashed frame and not a region of PlantUML (`--`), because no arrow could lead into that.
    if box.kind == .anyState || box.isRegion {
      text += " ##[dashed]\(box.change == .none ? "" : theme.color(box.change).dropFirst())"
    } else if box.change != .none {
      text += " ##[\(box.change.isDashed ? "dashed" : "bold")]\(theme.color(box.change).dropFirst())"
    }
    if box.isComposite {
      text += " {\n"
      writeBoxes(in: index)
      text += "}"
    }
    text += "\n"
    for line in box.lines { writeComment(line.documentation) }
    for line in box.joinedLines {
      // Further lines are indented, so that the beginning of the next row is seen.
      let label = line.textLines.map(Self.escaped).joined(separator: "\\n" + Self.indentation)
      text += "\(identifier) : \(label)\n"
    }
  }

  /// Writes several arrows between the same two boxes as one arrow with several labels. If the arrows have different
  /// colors, each is written as an arrow of its own.
  private mutating func write(_ arrows: [Diagram.Arrow]) {
    guard let first = arrows.first else { return }
    guard arrows.allSatisfy({ $0.change == first.change }) else {
      for arrow in arrows { write([arrow]) }
      return
    }
    for arrow in arrows {
      writeComment(arrow.documentation)
      if let former = arrow.formerLabel { writeComment("before: \(former)") }
    }
    if diagram.boxes[first.source].kind == .history, arrows.allSatisfy(\.label.isEmpty) {
      // A history's arrow to its default target is drawn only if the arrow has a label; otherwise it is a comment.
      writeComment("\(diagram.boxes[first.source].path) -> \(diagram.boxes[first.target].path)")
      return
    }
    let source = isInitial(first) ? "[*]" : name(of: first.source)
    text += "\(source) -\(style(arrows))-> \(name(of: first.target))"
    // Lines are left-aligned. If there are several labels, the further lines of each are indented, so that readers see
    // where the next label begins.
    let separator = arrows.count > 1 ? "\\l" + Self.indentation : "\\l"
    let labels = arrows.filter { !$0.label.isEmpty }.map { arrow in
      arrow.label.lines(marked: arrow.change).map(Self.escaped).joined(separator: separator)
    }
    if !labels.isEmpty { text += " : \(labels.joined(separator: "\\l"))" }
    text += "\n"
  }

  /// Returns the color and the line style for arrows that are drawn as one: `[#116329,bold]`. Empty for arrows without
  /// highlighting, except for a second arrow between the same boxes if one is composite (`[norank]`).
  private mutating func style(_ arrows: [Diagram.Arrow]) -> String {
    let arrow = arrows[0]
    var styles: [String] =
      switch arrow.change {
      case .none: []
      case .removed, .untaken: [theme.color(arrow.change), "dashed"]
      case .uncounted: ["dotted"]
      case .taken: [theme.color(arrow.change), "thickness=\(scale.thickness(of: arrows))"]
      case .added, .changed: [theme.color(arrow.change), "bold"]
      }
    // If two arrows connect the same boxes and one box is composite, PlantUML (1.2020.02) draws neither, unless one of
    // the two arrows does not count for the ranks of the layout (`norank`).
    let isBesideComposite = diagram.boxes[arrow.source].isComposite || diagram.boxes[arrow.target].isComposite
    if isBesideComposite, !seenArrows.insert([arrow.source, arrow.target]).inserted { styles.append("norank") }
    return styles.isEmpty ? "" : "[\(styles.joined(separator: ","))]"
  }

  /// Returns the name of a box in the lines of arrows. For the history of a composite state `player`, this is
  /// `player[H]`; for other boxes, it is the box's identifier.
  private func name(of index: Int) -> String {
    let box = diagram.boxes[index]
    guard let parent = box.parent else { return identifiers[index] }
    switch box.kind {
    case .history: return "\(identifiers[parent])[H]"
    case .state, .anyState, .initial, .fork, .choice, .deepHistory: return identifiers[index]
    }
  }

  /// Writes the legend: the meaning of the colors, and the list of changes. Writes nothing unless the picture compares
  /// two versions.
  private mutating func writeLegend() {
    guard let legend = diagram.legend else { return }
    text += "legend right\n"
    for change in [Diagram.Change.added, .removed, .changed] {
      text += "<color:\(theme.color(change))>\(Self.escaped(change.mark + change.word))</color>\n"
    }
    for entry in legend.entries {
      text += "<color:\(theme.color(entry.change))>\(Self.escaped(entry.change.mark + entry.text))</color>\n"
    }
    text += "endlegend\n"
  }

  /// Writes a note with the statements for tests, such as `never open`. Writes nothing if the picture shows no
  /// statements.
  private mutating func writeStatements() {
    guard !diagram.statements.isEmpty else { return }
    text += "note as StatementsForTests\n"
    for statement in diagram.statements { text += "  \(Self.escaped(statement))\n" }
    text += "end note\n"
  }

  /// Writes a comment, each line of it after `'`. Even in such a comment, PlantUML looks for `@startuml`, `@enduml` and
  /// the marks of block comments. So a blank is put after each `@`, and into each `/'` and `'/`.
  private mutating func writeComment(_ comment: String) {
    for line in comment.split(separator: "\n") {
      text += "' "
      var previous: Unicode.Scalar = " "
      for scalar in line.unicodeScalars {
        // A blank separates `/'`, `'/` and `@startuml`, which PlantUML would otherwise obey even here.
        if scalar == "'" && previous == "/" || scalar == "/" && previous == "'" || previous == "@" { text += " " }
        text.unicodeScalars.append(scalar)
        previous = scalar
      }
      text += "\n"
    }
  }

  // MARK: Escapes

  /// Returns a text for PlantUML. Characters that PlantUML may read as formatting are written as codes, such as
  /// `<U+002A>`.
  private static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if isPlain(scalar, after: previous) {
        result.unicodeScalars.append(scalar)
      } else {
        let code = String(scalar.value, radix: 16, uppercase: true)
        result += "<U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code)>"
      }
      // A `~` escapes the next character, even if it is a code for `~` itself. So a zero-width blank follows.
      if scalar == "~" { result += "<U+200B>" }
      previous = scalar
    }
    return result
  }

  /// Returns whether a character may be written without a code. Letters, digits, blanks and parentheses may. A sign
  /// like `/` may, unless it is doubled (`//` begins italics) or the first character of a text. Other characters, such
  /// as `*`, may not.
  private static func isPlain(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": return true
    case " ", "(", ")": return true
    case "[": return previous != "["
    case "]", ",", ".", ":", "=", "+", "-", "/", "_", "?", "!": return previous != nil && previous != scalar
    default: return false
    }
  }
}
