/// The texts of boxes and arrows, broken into lines. DOT, Mermaid and PlantUML break the same text in the same
/// positions.
extension Diagram.Box {
  /// The largest number of characters in a line with both the name and the payload.
  var titleWidth: Int { isComposite ? 48 : 38 }
  /// The largest number of characters in a line of a payload that is written below the name.
  private var payloadWidth: Int { isComposite ? 38 : 30 }

  /// The lines of text in the box. Rows that ignore an event without a condition share one line, in the place of the
  /// last of them: `requested, cancelled (ignored)`. A row with a guard, a pattern (`add(_ item)`) or a highlighting
  /// has a line of its own.
  var joinedLines: [Diagram.Line] {
    func isPlain(_ line: Diagram.Line) -> Bool {
      line.label.isIgnored && line.label.guards.isEmpty && !line.label.trigger.contains("(") && line.change == .none
    }
    guard let last = lines.lastIndex(where: isPlain) else { return lines }
    var result = lines.indices.filter { $0 == last || !isPlain(lines[$0]) }.map { lines[$0] }
    let place = lines[..<last].count { !isPlain($0) }
    result[place].label.trigger = lines.filter(isPlain).map(\.label.trigger).joined(separator: ", ")
    result[place].transitions = lines.filter(isPlain).flatMap(\.transitions)
    return result
  }

  /// Whether the name and the payload together fit on one line.
  var isTitleShort: Bool { name.count + payload.count <= titleWidth }

  /// The lines of the payload below the name. Empty if the payload is on the same line as the name.
  var payloadLines: [String] {
    guard !isTitleShort else { return [] }
    return LineBreaking.lines(LineBreaking.fields(of: payload), width: payloadWidth)
  }

  /// The lines of the name and the payload. If a comparison highlights the box, the first line begins with a sign, such
  /// as `+ ` for an added box.
  var titleLines: [String] {
    isTitleShort ? [change.mark + name + payload] : [change.mark + name] + payloadLines
  }
}

extension Diagram.Line {
  /// The lines of the row's text. If a comparison highlights the row, the first line begins with a sign, such as `+ `
  /// for an added row.
  var textLines: [String] { LineBreaking.lines(label.pieces(marked: change), width: 48) }
}

extension Diagram.Label {
  /// Returns the lines of an arrow's label. For an arrow that was added, the first line begins with `+ `; a removed or
  /// changed arrow has another sign.
  func lines(marked change: Diagram.Change) -> [String] {
    LineBreaking.label(pieces(marked: change), width: 16, pieceWidth: 36)
  }
}
