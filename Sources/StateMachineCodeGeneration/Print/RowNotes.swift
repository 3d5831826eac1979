import StateMachineModel
import StateMachineSyntax

/// The places of the rows, noted while the statements that are theirs are written.
final class RowNotes {
  private struct Note {
    var kind: RowLine.Kind
    var row: Int
    /// Where its line begins in the text, or a directive before that; nil for none.
    var offset: Int?
    var isShared: Bool
  }

  private var notes: [Note] = []
  /// Of the code at hand, by statement: the parts that begin with it, and those of which nothing is written in it.
  private var begun: [Int: [Code.RowPart]] = [:]
  private var empty: [Int: [Code.RowPart]] = [:]

  /// Looks where the parts of rows begin in code that is to be written.
  func begin(_ code: Code) {
    (begun, empty) = ([:], [:])
    for (part, place) in code.writtenParts() {
      if let place {
        begun[place, default: []].append(part)
      } else if part.holder >= 0 {
        empty[part.holder, default: []].append(part)
      } else {
        add([part], at: nil)
      }
    }
  }

  /// Notes that a statement is written next.
  func note(_ place: Int, at offset: Int) {
    if let parts = begun[place] { add(parts, at: offset) }
  }

  /// Notes what stands in the place of all that a statement would hold; nil for nothing.
  func noteEmpty(_ place: Int, at offset: Int?) {
    if let parts = empty[place] { add(parts, at: offset) }
  }

  private func add(_ parts: [Code.RowPart], at offset: Int?) {
    notes += parts.map {
      Note(kind: $0.kind == .performed ? .taken : $0.kind, row: $0.row, offset: offset, isShared: $0.isShared)
    }
  }

  /// Notes what is said of a row at a place in the text; nil for none.
  func add(_ mark: Mark, at offset: Int?) {
    notes.append(
      Note(
        kind: mark.kind == .performed ? .taken : mark.kind, row: mark.row, offset: offset, isShared: mark.isShared))
  }

  /// The places in a text, each once.
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

  /// The first text from the beginning of a line on that is no directive.
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

extension SwiftWriter {
  /// Notes that what is recorded from a statement on tells something about the row at hand, where that is asked for.
  ///
  /// - Parameter transition: the transition, in a step of several regions.
  @inline(__always)
  mutating func note(_ kind: RowLine.Kind, from first: Int, in transition: TransitionID? = nil) {
    if isNotingRows {
      recorded.note(kind, of: Int(recorded.row), from: first, in: transition.map { Int($0.index) } ?? -1)
    }
  }

  /// The same of the row that begins at a place.
  @inline(__always)
  mutating func note(
    _ kind: RowLine.Kind, of row: SourceRange, from first: Int, in transition: TransitionID? = nil
  ) {
    if isNotingRows {
      recorded.note(kind, of: row.lowerBound, from: first, in: transition.map { Int($0.index) } ?? -1)
    }
  }

  /// Notes that the first `if` from a statement on asks for the conditions of a row; nil for the row at hand.
  @inline(__always)
  mutating func noteQuestion(of row: SourceRange? = nil, from first: Int) {
    if isNotingRows { recorded.noteQuestion(of: row?.lowerBound ?? Int(recorded.row), from: first) }
  }

  /// Notes the body of the row at hand, one of several whose patterns match everything: whoever comes to it has asked for
  /// the conditions of the rows before it, and for its own; the last has none.
  ///
  /// - Parameter rows: those before it.
  @inline(__always)
  mutating func noteArm(_ rows: inout [Int], isLast: Bool, from first: Int) {
    guard isNotingRows else { return }
    if !isLast {
      rows.append(Int(recorded.row))
      recorded.note(.held, of: Int(recorded.row), from: first)
    }
    for row in rows { recorded.note(.asked, of: row, from: first) }
  }
}
