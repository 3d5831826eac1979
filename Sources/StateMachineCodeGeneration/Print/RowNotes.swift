import StateMachineModel
import StateMachineSyntax

/// Collects the row marks while the statements are written. A row mark notes where a row's code begins, for coverage.
final class RowNotes {
  private struct Note {
    var kind: RowLine.Kind
    var row: Int
    /// The offset in the text of the line with the marked statement, or of a directive before that line. Nil if all
    /// statements with the mark have been dropped.
    var offset: Int?
    var isShared: Bool
  }

  private var notes: [Note] = []
  /// Notes a row mark and its place in the text.
  ///
  /// - Parameter offset: the offset of the marked statement in the text; nil if all statements with the mark have been
  ///   dropped.
  func add(_ mark: Mark, at offset: Int?) {
    notes.append(
      Note(
        kind: mark.kind == .performed ? .taken : mark.kind, row: mark.row, offset: offset, isShared: mark.isShared))
  }

  /// Returns the lines and columns of all noted marks in the finished text, each once.
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

  /// Returns the line and the column of the first text that is not blank, from an offset on. Empty lines and
  /// `#sourceLocation` directives are skipped, so the result may be on a later line.
  ///
  /// - Parameters:
  ///   - start: the offset of the beginning of a line.
  ///   - line: the number of that line.
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
