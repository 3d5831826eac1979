import StateMachineCompiler
import StateMachineSyntax

/// The Swift generated for the text of a `.sm` file. It converts places in the text to places in the Swift, and back,
/// so that `sourcekit-lsp` can be asked about guards and effects.
///
/// The Swift contains directives `#sourceLocation(file:line:)`. Each guard or effect is below such a directive with its
/// line in the text, and begins at the same column as in the text.
struct SwiftDocument {
  private let source: SourceFile
  private let sourceLines: LineTable
  private var lines: [[UInt8]]
  /// The lines of the Swift that come from each line of the text. The key is the number of a line in the text, counted
  /// from 1. The values are indices in `lines`.
  private var places: [Int: [Int]] = [:]

  /// Generates the Swift for a text. Nil if the text has errors, because the compiler then generates no Swift.
  init?(_ source: SourceFile, _ compiler: Compiler) {
    var compiler = compiler
    compiler.options.writesSourceLocations = true
    guard let swift = compiler.generate(source).swift else { return nil }
    self.source = source
    sourceLines = LineTable(source.bytes)
    lines = swift.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    var current: Int?
    for (index, line) in lines.enumerated() {
      if let location = Self.location(line) {
        current = location.line
      } else if let line = current {
        places[line, default: []].append(index)
        current = line + 1
      }
    }
  }

  private static let marker = Array("#sourceLocation(".utf8)

  /// Reads a line of the Swift that may be a directive. For `#sourceLocation(file: "Door.sm", line: 4)`, the number is
  /// 4. For `#sourceLocation()`, which ends Swift from the `.sm` file, the number is nil. For any other line, the whole
  /// result is nil. The result is a tuple so that this nil differs from a number that is nil.
  private static func location(_ line: [UInt8]) -> (line: Int?, Void)? {
    let text = line.drop { $0 == 0x20 || $0 == 0x09 }
    guard text.starts(with: marker) else { return nil }
    let digits = text.dropLast().reversed().prefix { 0x30...0x39 ~= $0 }.reversed()
    return (Int(String(decoding: digits, as: UTF8.self)), ())
  }

  var text: String { String(decoding: Array(lines.joined(separator: [0x0A])), as: UTF8.self) }

  // MARK: Places

  /// A place in the Swift: a line, and a column in bytes, both counted from 0.
  struct Position {
    var line: Int
    var column: Int
  }

  /// Returns the place in the Swift that corresponds to an offset in the text: for the guard `[isOpen]`, the word
  /// `isOpen` in the generated `if`. It is the first place that comes from the same line and has the same word in the
  /// same column. Nil if the Swift has no such place.
  func place(of offset: Int) -> Position? {
    let (line, column) = sourceLines.position(of: offset)
    let start = offset - (column - 1)
    var from = offset
    while from > start, Ascii.continuesIdentifier(source.bytes[from - 1]) { from -= 1 }
    var to = offset
    while to < source.bytes.count, Ascii.continuesIdentifier(source.bytes[to]) { to += 1 }
    guard from < to || offset > start else { return nil }
    // After a dot, there may be no word yet: then at least the byte before the place must be equal.
    if from == to { from = offset - 1 }
    let word = source.bytes[from..<to]
    for index in places[line] ?? [] {
      let columns = (from - start)..<(to - start)
      guard columns.upperBound <= lines[index].count, lines[index][columns].elementsEqual(word) else { continue }
      return Position(line: index, column: column - 1)
    }
    return nil
  }

  /// Returns the column of a place in the Swift as a number of UTF-16 code units, counted from 0.
  func character(of place: Position) -> Int {
    String(decoding: lines[place.line].prefix(place.column), as: UTF8.self).utf16.count
  }

  /// Returns the offset in the text that corresponds to a place in the Swift. Nil if the Swift at this place does not
  /// come from the text.
  ///
  /// - Parameters:
  ///   - line: the line of the place, counted from 0.
  ///   - character: the column of the place in UTF-16 code units, counted from 0.
  func offset(line: Int, character: Int) -> Int? {
    guard lines.indices.contains(line), let number = places.first(where: { $0.value.contains(line) })?.key,
      number <= sourceLines.count
    else { return nil }
    let text = String(decoding: lines[line], as: UTF8.self)
    let index =
      text.utf16.index(text.startIndex, offsetBy: max(0, character), limitedBy: text.endIndex) ?? text.endIndex
    let column = text.utf8.distance(from: text.startIndex, to: index)
    let range = sourceLines.range(ofLine: number, count: source.bytes.count)
    return min(range.lowerBound + column, range.upperBound)
  }

  // MARK: Texts while typing

  /// Returns a document for a newer version of the text: if `isOpen` has become `isOpe`, its Swift has the same change.
  /// Nil unless the change lies within one line of one guard or effect.
  ///
  /// While a user edits a text, it mostly has errors, so that the compiler generates no new Swift. But completion, for
  /// example, needs the Swift of the newer version.
  func changed(to newer: SourceFile) -> (document: SwiftDocument, source: SourceFile)? {
    let (old, new) = (source.bytes, newer.bytes)
    if old == new { return (self, newer) }
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
    var end = 0
    while end < old.count - start, end < new.count - start, old[old.count - 1 - end] == new[new.count - 1 - end] {
      end += 1
    }
    let removed = old[start..<(old.count - end)]
    let inserted = new[start..<(new.count - end)]
    guard !removed.contains(0x0A), !inserted.contains(0x0A) else { return nil }
    let (line, column) = sourceLines.position(of: start)
    // Two bytes before the change must be equal, too: otherwise the piece is not a copy of the text.
    let before = old[max(start - min(column - 1, 2), 0)..<start]
    for index in places[line] ?? [] {
      let columns = (column - 1)..<(column - 1 + removed.count)
      guard columns.upperBound <= lines[index].count, lines[index][columns].elementsEqual(removed),
        lines[index][(columns.lowerBound - before.count)..<columns.lowerBound].elementsEqual(before)
      else { continue }
      var copy = SwiftDocument(source: newer, lines: lines, places: places)
      copy.lines[index].replaceSubrange(columns, with: inserted)
      return (copy, newer)
    }
    return nil
  }

  private init(source: SourceFile, lines: [[UInt8]], places: [Int: [Int]]) {
    self.source = source
    self.lines = lines
    self.places = places
    sourceLines = LineTable(source.bytes)
  }
}
