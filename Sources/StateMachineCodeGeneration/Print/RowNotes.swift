import StateMachineModel
import StateMachineSyntax

/// The marks of the rows with their places in the generated text, noted while the statements are written.
final class RowNotes {
  private struct Note {
    var kind: RowLine.Kind
    var row: Int
    /// The offset of the line in the text, or of a directive before the line; nil if there is no statement.
    var offset: Int?
    var isShared: Bool
  }

  private var notes: [Note] = []
  /// Notes a mark, with the offset of its statement in the text; the offset is nil if there is no statement.
  func add(_ mark: Mark, at offset: Int?) {
    notes.append(
      Note(
        kind: mark.kind == .performed ? .taken : mark.kind, row: mark.row, offset: offset, isShared: mark.isShared))
  }

  /// Returns the places of the rows in a text, without duplicates.
  func lines(in text: [UInt8]) -> [RowLine] {
    var lines: [RowLine] = []
    var seen: Set<RowLine> = []
    var (offset, line) = (0, 1)
    for note in notes.sorted(by: { $0.offset ?? -1 < $1.offset ?? -1 }) {
      var position: RowLine.Position?
      if let start = note.offset {
        while offset < start {
          if text[offset] == Ascii.lineFeed { line += 1 }
          offset += 1
        }
        position = Self.position(in: text, from: start, line: line)
      }
      let found = RowLine(kind: note.kind, row: note.row, position: position, isShared: note.isShared)
      if seen.insert(found).inserted { lines.append(found) }
    }
    return lines
  }

  /// Returns the position of the first text at or after the beginning of a line that is no directive.
  private static func position(in text: [UInt8], from start: Int, line: Int) -> RowLine.Position {
    var (start, line) = (start, line)
    while true {
      let rest = text[start...]
      let first = rest.firstIndex { !Ascii.isBlank($0) } ?? rest.endIndex
      let isDirective = text[first...].starts(with: "#sourceLocation".utf8)
      guard isDirective || first < rest.endIndex && text[first] == Ascii.lineFeed,
        let end = text[first...].firstIndex(of: Ascii.lineFeed)
      else { return RowLine.Position(line: line, column: first - start + 1) }
      (start, line) = (end + 1, line + 1)
    }
  }
}
