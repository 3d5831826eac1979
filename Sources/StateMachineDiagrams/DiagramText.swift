/// The line breaks in the texts of boxes and arrows, as all formats that draw have them.
extension Diagram.Box {
  /// The largest number of characters in a line of name and payload, in a box or a composite state's header.
  var titleWidth: Int { isComposite ? 48 : 38 }
  /// The largest number of characters in a line of a payload below a name.
  private var payloadWidth: Int { isComposite ? 38 : 30 }

  /// The rows in the box. Those that ignore events with any payload are joined into one row, in the place of the last:
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

  /// Whether the name and the payload fit on one line together.
  var isTitleShort: Bool { name.count + payload.count <= titleWidth }

  /// The lines of the payload below the name; empty if the payload is on the name's line.
  var payloadLines: [String] {
    guard !isTitleShort else { return [] }
    return LineBreaking.lines(LineBreaking.fields(of: payload), width: payloadWidth)
  }

  /// The lines of the name and the payload, with a sign for a change at their beginning.
  var titleLines: [String] {
    isTitleShort ? [change.mark + name + payload] : [change.mark + name] + payloadLines
  }
}

extension Diagram.Line {
  /// The lines of the row, with a sign for a change at their beginning.
  var textLines: [String] { LineBreaking.lines(label.pieces(marked: change), width: 48) }
}

extension Diagram.Label {
  /// Returns the lines of an arrow's label, with a sign for a change at their beginning.
  func lines(marked change: Diagram.Change) -> [String] {
    LineBreaking.label(pieces(marked: change), width: 16, pieceWidth: 36)
  }
}
