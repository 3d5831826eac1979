/// The line breaks in the texts of boxes and arrows, for every format that draws.
extension Diagram.Box {
  /// The largest length of a line of name and payload, in characters, in a box or in the header of a composite state.
  var titleWidth: Int { isComposite ? 48 : 38 }
  /// The largest length of the lines of a payload below a name, in characters.
  private var payloadWidth: Int { isComposite ? 38 : 30 }

  /// The rows in the box. Rows that ignore an event whatever its payload are joined into one, at the place of the last:
  /// `requested, cancelled (ignored)`.
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

  /// Whether name and payload fit on one line.
  var isTitleShort: Bool { name.count + payload.count <= titleWidth }

  /// The lines of the payload below the name; empty if the payload is beside the name.
  var payloadLines: [String] {
    guard !isTitleShort else { return [] }
    return LineBreaking.lines(LineBreaking.fields(of: payload), width: payloadWidth)
  }

  /// The lines of name and payload, with the mark of a change.
  var titleLines: [String] {
    isTitleShort ? [change.mark + name + payload] : [change.mark + name] + payloadLines
  }
}

extension Diagram.Line {
  /// The lines of the row, with the mark of a change.
  var textLines: [String] { LineBreaking.lines(label.pieces(marked: change), width: 48) }
}

extension Diagram.Label {
  /// Returns the lines of an arrow's label, with the mark of a change.
  func lines(marked change: Diagram.Change) -> [String] {
    LineBreaking.label(pieces(marked: change), width: 16, pieceWidth: 36)
  }
}
