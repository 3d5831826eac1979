/// How the texts of boxes and arrows are broken into lines, in every format that draws.
extension Diagram.Box {
  /// Where names and payloads are broken, in characters: in a box, and in a header.
  var titleWidth: Int { isComposite ? 48 : 38 }
  /// How long the lines of a payload are below a name.
  private var payloadWidth: Int { isComposite ? 38 : 30 }

  /// The rows of the compartment, of which those that ignore an event whatever it carries are one, at the place of the
  /// last: `requested, cancelled (ignored)`.
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

  /// Is true where name and payload fit on one line.
  var isTitleShort: Bool { name.count + payload.count <= titleWidth }

  /// The lines of the payload below the name; none where it stands beside the name.
  var payloadLines: [String] {
    guard !isTitleShort else { return [] }
    return LineBreaking.lines(LineBreaking.fields(of: payload), width: payloadWidth)
  }

  /// Name and payload in lines, with the mark of a change.
  var titleLines: [String] {
    isTitleShort ? [change.mark + name + payload] : [change.mark + name] + payloadLines
  }
}

extension Diagram.Line {
  /// The row, with the mark of a change.
  var textLines: [String] { LineBreaking.lines(label.pieces(marked: change), width: 48) }
}

extension Diagram.Label {
  /// The lines of an arrow's label, with the mark of a change.
  func lines(marked change: Diagram.Change) -> [String] {
    LineBreaking.label(pieces(marked: change), width: 16, pieceWidth: 36)
  }
}
