import StateMachineFormat
import StateMachineSyntax

/// Writes a draft (the imported machines) as the text of a `.sm` file. Stores the place in the imported file from which
/// each line comes.
struct DraftWriter {
  private var text: [UInt8] = []
  /// For each statement and row, its offset in the unformatted text, and its place in the imported file.
  private var places: [(start: Int, place: SourceRange)] = []

  /// Returns the draft as a formatted `.sm` file. The file knows the place of each line in the imported file, so
  /// findings can show this place.
  static func file(_ draft: Draft, path: String, from imported: SourceFile) -> SourceFile {
    var writer = DraftWriter()
    writer.write(draft.items, indent: 0)
    let plain = SourceFile(path: path, bytes: writer.text)
    let bytes = Formatter.format(plain).bytes ?? plain.bytes
    return SourceFile(
      path: path, bytes: bytes,
      origin: SourceOrigin(of: imported, starts: writer.starts(in: bytes), places: writer.places.map(\.place)))
  }

  /// Returns the offsets of statements and rows in the formatted text. The formatter changes only blanks and newlines,
  /// so a statement is found by the number of all other bytes before it.
  private func starts(in formatted: [UInt8]) -> [Int] {
    func isMark(_ byte: UInt8) -> Bool { !Ascii.isBlank(byte) && !Ascii.isNewline(byte) }
    var starts: [Int] = []
    var (index, target) = (0, 0)
    for (start, _) in places {
      while index < start {
        if isMark(text[index]) {
          while target < formatted.count, !isMark(formatted[target]) { target += 1 }
          target += 1
        }
        index += 1
      }
      while target < formatted.count, !isMark(formatted[target]) { target += 1 }
      starts.append(min(target, formatted.count))
    }
    return starts
  }

  // MARK: Items

  /// Writes items and everything inside them. `indent` is the depth of their indentation.
  private mutating func write(_ items: [DraftItem], indent: Int) {
    for item in items {
      switch item {
      case .blankLine: text.append(Ascii.lineFeed)
      case .comment(let lines): for line in lines { write(line, indent) }
      case .statement(let statement): write(statement, statement.text, indent)
      case .row(let row):
        let statement = DraftStatement(lead: row.lead, text: "", comment: row.comment, place: row.place)
        write(statement, Self.text(of: row), indent)
      case .block(let head, let items):
        write(head, head.text + " {", indent)
        write(items, indent: indent + 1)
        write("}", indent)
      }
    }
  }

  /// Writes a statement with its comments, and stores its place in the imported file.
  ///
  /// - Parameter line: the text of the statement.
  private mutating func write(_ statement: DraftStatement, _ line: String, _ indent: Int) {
    for line in statement.lead { write(line, indent) }
    places.append((text.count, statement.place))
    write(statement.comment.isEmpty ? line : line + "  // " + statement.comment.oneLine, indent)
  }

  /// Writes lines, each with an indentation.
  private mutating func write(_ lines: String, _ indent: Int) {
    for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
      if !line.isEmpty { text += Array(repeating: Ascii.space, count: 2 * indent) }
      text += Array(line.utf8)
      text.append(Ascii.lineFeed)
    }
  }

  /// Returns the text of a row: `a, b -> c : e [g] / f`. Parts that the row does not have are left out.
  static func text(of row: DraftRow) -> String {
    var text = row.sources.joined(separator: ", ")
    if let target = row.target { text += " -> \(target)" }
    text += " :"
    if !row.triggers.isEmpty { text += " " + row.triggers.joined(separator: ", ") }
    if let condition = row.condition { text += " [\(condition)]" }
    if !row.effects.isEmpty { text += " / " + row.effects.joined(separator: ", ") }
    return text
  }
}
