import StateMachineModel

/// Writes the transitions of a machine as a Markdown table. Each line of the table has a state, an event, a guard, a
/// target and effects. The rows of one state are in the order of the `.sm` file.
///
/// Swift is in code spans, so that the table looks the same on GitHub and in DocC, which ignores HTML.
package struct TableWriter {
  private let diagram: Diagram
  private let options: DiagramOptions
  private var text = ""
  /// Whether a row or a state has documentation. If so, the table has a column for notes.
  private var hasNotes = false
  /// The targets of each fork (the bar from which arrows lead into several regions), by the index of the fork's box.
  private var forks: [Int: [Int]] = [:]

  /// A line of the table: a row of the machine, or an entry, an exit, an activity or a `defer` of a state.
  private struct Entry {
    var row: RowID?
    var label: Diagram.Label
    var target: String
    var documentation: String
  }

  private init(_ diagram: Diagram, _ options: DiagramOptions) {
    self.diagram = diagram
    self.options = options
    for arrow in diagram.arrows where diagram.boxes[arrow.source].kind == .fork {
      forks[arrow.source, default: []].append(arrow.target)
    }
  }

  /// Returns the table as Markdown. After it come sentences about events that have no line in the table, and remarks.
  package static func write(_ diagram: Diagram, of machine: StateMachine, options: DiagramOptions) -> String {
    var writer = TableWriter(diagram, options)
    writer.writeTable(machine)
    return writer.text
  }

  /// Writes the comment with the command, the table, the sentences about policies, and the remarks. There is a column
  /// for notes only if a state or a row has documentation.
  private mutating func writeTable(_ machine: StateMachine) {
    if let heading = options.heading {
      // A command with `--` is kept as it is, unless a file name in it contains `>`.
      text += "<!-- \(heading.contains(">") ? SCXMLWriter.comment(heading) : heading) -->\n"
    }
    let entries = entriesByBox()
    hasNotes =
      diagram.boxes.contains { !$0.documentation.isEmpty }
      || entries.contains { $0.contains { !$0.documentation.isEmpty } }
    text += "| State | Event | Guard | Target | Effects |\(hasNotes ? " Notes |" : "")\n"
    text += "| --- | --- | --- | --- | --- |\(hasNotes ? " --- |" : "")\n"
    for (box, entries) in zip(diagram.boxes, entries) where box.kind != .fork { write(box, entries) }
    let meaning = Self.meaning(of: machine.unhandled.policy)
    // If rows are hidden, a missing line does not mean that there is no row, so the sentence says `row`.
    let line = diagram.isPartial ? "row" : "line"
    text += "\nAn event that has no \(line) for the current state \(meaning).\n"
    for event in machine.events.indices {
      guard let policy = machine.ownUnhandled(event)?.policy else { continue }
      let name = MarkdownText.code(MachineText(machine).name(machine.events[event].name))
      text += "\n\(name) \(Self.meaning(of: policy)) there.\n"
    }
    for remark in diagram.remarks { text += "\n\(MarkdownText.code(remark))\n" }
  }

  /// Returns the path of the box to which an arrow leads. If the box is a fork, returns the paths of all targets of the
  /// fork.
  private func path(ofTarget target: Int) -> String {
    guard diagram.boxes[target].kind == .fork else { return diagram.boxes[target].path }
    return (forks[target] ?? []).map { diagram.boxes[$0].path }.joined(separator: ", ")
  }

  /// Returns the end of a sentence that says what happens with an event without a line in the table, such as
  /// `is ignored`.
  private static func meaning(of policy: UnhandledPolicy) -> String {
    switch policy {
    case .ignore: "is ignored"
    case .assert: "is ignored, and fails an assertion in debug builds"
    case .trap: "ends the program"
    case .throw: "throws an error"
    case .error: "would not compile"
    }
  }

  /// Returns the lines of the table for each box, by the box's index. First come the lines for entry, exit, activities
  /// and `defer`, and then the rows in the order of the `.sm` file.
  private func entriesByBox() -> [[Entry]] {
    var entries = diagram.boxes.map { box in
      box.lines.map { line in
        let target = line.row == nil ? "" : line.label.isIgnored ? "*ignored*" : "*stays*"
        return Entry(row: line.row, label: line.label, target: target, documentation: line.documentation)
      }
    }
    for arrow in diagram.arrows {
      let target = arrow.label.stays ? "*stays*" : MarkdownText.code(path(ofTarget: arrow.target) + arrow.arguments)
      entries[arrow.source].append(
        Entry(row: arrow.row, label: arrow.label, target: target, documentation: arrow.documentation))
    }
    // Entry, exit and the like come first. Rows are sorted by their position in the file; lines of one row stay in
    // order.
    return entries.map { box in
      let rows = box.enumerated().compactMap { place, entry in entry.row.map { (row: $0, place: place, entry: entry) } }
      return box.filter { $0.row == nil } + rows.sorted { ($0.row, $0.place) < ($1.row, $1.place) }.map(\.entry)
    }
  }

  /// Writes the lines of the table for one box. Only the first of these lines has the name of the state.
  private mutating func write(_ box: Diagram.Box, _ entries: [Entry]) {
    var state =
      switch box.kind {
      case .state: MarkdownText.code(box.path + box.payload)
      case .anyState: "*\(MarkdownText.escaped(box.path))*"
      case .initial, .fork: "*\(MarkdownText.escaped(box.path))*"
      case .choice: "\(MarkdownText.code(box.path)) *choice*"
      case .history, .deepHistory: MarkdownText.code(box.path)
      }
    if box.isRegion { state += " *region*" }
    if box.isInitial { state += " *initial*" }
    if box.isFinal { state += " *final*" }
    var notes = box.documentation
    if entries.isEmpty { writeLine([state, "", "", "", ""], notes) }
    for entry in entries {
      let guards = entry.label.guards.map { $0 == "else" ? "*else*" : MarkdownText.code($0) }.joined(separator: ", ")
      let isKeyword = entry.row == nil && ["entry", "do", "exit"].contains(entry.label.trigger)
      let event = isKeyword ? "*\(entry.label.trigger)*" : MarkdownText.code(entry.label.trigger)
      let effects = entry.label.effects.map(MarkdownText.code).joined(separator: ", ")
      if !entry.documentation.isEmpty { notes += (notes.isEmpty ? "" : "\n") + entry.documentation }
      writeLine([state, event, guards, entry.target, effects], notes)
      state = ""
      notes = ""
    }
  }

  private mutating func writeLine(_ cells: [String], _ notes: String) {
    var cells = cells
    if hasNotes { cells.append(Self.notes(notes)) }
    text += "|" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined() + "\n"
  }

  // MARK: Escapes

  /// Returns documentation as the text of a table's cell. Documentation is already Markdown, so only `|` is escaped,
  /// which would end the cell. A line feed becomes a blank.
  private static func notes(_ text: String) -> String {
    var result = ""
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += " "
      case "|": result += previous == "\\" ? "&#124;" : "\\|"
      default: result.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return result
  }
}
