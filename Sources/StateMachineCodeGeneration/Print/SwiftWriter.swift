import StateMachineModel
import StateMachineSyntax

/// The writer of Swift as bytes. It adds indentation, back-ticks, and the `#sourceLocation` directives with the place
/// of each piece of the source.
struct SwiftWriter {
  private var bytes = ByteBuffer()
  let source: SourceFile
  /// The line table of the source; nil if the code has no source locations.
  private let lines: LineTable?
  private let locationPrefix: String
  private(set) var indentation = 0
  private var isAtLineStart = true
  /// The width up to which lists of short items are filled.
  private var lineLength: Int { layout.lineWidth - 2 }
  private let layout: CodeLayout
  private let step: [UInt8]
  private var lineStart = 0
  /// The ranges of the source's text in the current line, relative to `textStart`.
  private var written: [Range<Int>] = []
  /// The offset of the current line's first byte after the indentation.
  private var textStart = 0
  /// Whether the current line is of the source, so that it is not broken: a comment, or a part of several lines.
  private var isForeign = false
  /// The line number that the Swift compiler assumes for the current line; nil outside of a `#sourceLocation`.
  private var virtualLine: Int?
  /// The offsets of the last `#sourceLocation` and of the statement after it; nil once a piece has been aligned.
  private var located: (directive: Int, statement: Int)?
  /// The last column of the source to which pieces are aligned, as a long line would become a file of spaces.
  private static let lastColumn = 1000
  /// The Swift that evaluates each query of the state.
  var stateQueries = IDMap<StateQuery, String>()
  /// With source locations, the Swift that replaces each query: a name that is no longer than the query.
  var locatedQueries = IDMap<StateQuery, String>()

  /// The Swift that replaces `\(state)` and `\(event)` in string literals: literal names, or interpolations.
  var stateName = ""
  var eventName = ""

  /// The places of the rows in the text; nil if they are not needed.
  private(set) var rowNotes: RowNotes?

  /// - Parameters:
  ///   - writesSourceLocations: whether `#sourceLocation` precedes Swift of the source.
  ///   - notesRows: whether the places of rows are noted. The text is the same without them.
  init(source: SourceFile, writesSourceLocations: Bool, layout: CodeLayout = CodeLayout(), notesRows: Bool = false) {
    self.source = source
    if notesRows { rowNotes = RowNotes() }
    self.layout = layout
    step = layout.indent.bytes
    lines = writesSourceLocations ? LineTable(source.bytes) : nil
    locationPrefix = "#sourceLocation(file: \"\(source.visiblePath.inStringLiteral)\", line: "
    bytes.reserveCapacity(min(source.bytes.count * 5, 1 << 28) + 4096)
  }

  /// The bytes written so far.
  var output: [UInt8] { bytes.array }

  /// Returns the places of the rows in the output; empty if they are not noted.
  func rowLines(in output: [UInt8]) -> [RowLine] { rowNotes?.lines(in: output) ?? [] }

  /// Notes a mark of the statement that is written next.
  ///
  /// - Parameter isWritten: whether there is a statement.
  mutating func note(_ mark: Mark, isWritten: Bool) { rowNotes?.add(mark, at: isWritten ? bytes.count : nil) }

  // MARK: Text

  mutating func indent() { indentation += 1 }
  mutating func outdent() { indentation -= 1 }

  /// Begins a line if needed. Two of the `blanks` at the beginning of its text are one level of indentation.
  @inline(__always)
  private mutating func startText(_ blanks: Int = 0) {
    guard isAtLineStart else { return }
    isAtLineStart = false
    lineStart = bytes.count
    var rest = indentation + blanks / 2
    while rest > 0 {
      step.withUnsafeBufferPointer { bytes.append($0) }
      rest -= 1
    }
    textStart = bytes.count
  }

  mutating func write(_ text: StaticString) {
    write(text: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func write(string text: String) {
    var text = text
    text.withUTF8 { write(text: $0) }
  }

  @inline(__always)
  mutating func write(text: UnsafeBufferPointer<UInt8>) {
    guard isAtLineStart else {
      bytes.append(text)
      return
    }
    var blanks = 0
    while blanks < text.count, text[blanks] == Ascii.space { blanks += 1 }
    // A single space is no level of indentation.
    blanks -= blanks % 2
    startText(blanks)
    bytes.append(UnsafeBufferPointer(rebasing: text[blanks...]))
  }

  /// Writes a piece of the source unchanged.
  mutating func write(_ range: SourceRange) {
    startText()
    let start = bytes.count - textStart
    written.append(start..<start + range.upperBound - range.lowerBound)
    // A buffer avoids the retain and the release of a slice of the array.
    source.bytes.withUnsafeBufferPointer { source in
      bytes.append(UnsafeBufferPointer(rebasing: source[range.lowerBound..<range.upperBound]))
    }
  }

  mutating func write(_ name: Identifier) {
    if name.needsBackticks {
      write("`")
      write(name.range)
      write("`")
    } else {
      write(name.range)
    }
  }

  /// Writes a name as a member or as the label of an argument, where Swift requires back-ticks for one keyword only,
  /// and warns of needless ones.
  mutating func write(member name: Identifier) {
    write(name.asMember(of: source, quoting: ["inout"]))
  }

  /// Writes the label of a parameter in its declaration.
  mutating func write(parameterLabel name: Identifier) {
    write(name.asMember(of: source, quoting: ["inout", "let", "var"]))
  }

  mutating func endLine() {
    if !isAtLineStart, !isForeign, virtualLine == nil, widthOfLine > layout.lineWidth { breakLongLine() }
    bytes.append(Ascii.lineFeed)
    isAtLineStart = true
    isForeign = false
    while !written.isEmpty { written.removeLast() }
    if let line = virtualLine { virtualLine = line + 1 }
  }

  /// The width of the current line in columns, as a tab is one byte and several columns.
  @inline(__always)
  private var widthOfLine: Int {
    let count = bytes.count - lineStart
    return step.count == layout.indent.width
      ? count : count + (textStart - lineStart) / step.count * (layout.indent.width - step.count)
  }

  /// Replaces the current line by several lines.
  private mutating func breakLongLine() {
    let steps = (textStart - lineStart) / step.count
    let line = LongLine(
      text: bytes.bytes(from: textStart), written: written, layout: layout, indentation: steps * layout.indent.width)
    guard let lines = line.broken() else { return }
    bytes.removeAll(from: lineStart)
    for (index, line) in lines.enumerated() {
      if index > 0 { bytes.append(Ascii.lineFeed) }
      for _ in 0..<steps + line.steps { step.withUnsafeBufferPointer { bytes.append($0) } }
      line.text.withUnsafeBufferPointer { bytes.append($0) }
    }
  }

  mutating func line(_ text: StaticString) {
    write(text)
    endLine()
  }

  mutating func line(string text: String) {
    write(string: text)
    endLine()
  }

  /// Writes lines, each with the current indentation.
  mutating func lines(_ text: Lines) {
    for line in text.lines {
      if !line.isEmpty { write(string: String(line)) }
      endLine()
    }
  }

  /// Writes a `{` at the end of the line, and indents the following lines.
  mutating func openBrace() {
    write(" {")
    endLine()
    indent()
  }

  /// Writes the head of a type, and indents the following lines.
  mutating func open(_ head: HeadLayout) {
    let width = layout.lineWidth - indentation * layout.indent.width
    for (steps, text) in head.lines(width: width, step: layout.indent.width) {
      indentation += steps
      line(string: text)
      indentation -= steps
    }
    indent()
  }

  mutating func closeBrace() {
    outdent()
    line("}")
  }

  mutating func closeBraces(_ count: Int) {
    for _ in 0..<count { closeBrace() }
  }

  mutating func blankLine() { endLine() }

  /// Returns whether a number of bytes fits into a line of its own.
  func hasRoom(for count: Int) -> Bool { indentation * layout.indent.width + count <= lineLength }

  /// Breaks the line after a comma if `more` further bytes do not fit.
  mutating func breakLine(before more: Int) {
    let tabs = layout.indent == .tab ? (textStart - lineStart) * (layout.indent.width - 1) : 0
    if bytes.count - lineStart + tabs + more > lineLength {
      endLine()
      write("  ")
    } else {
      write(" ")
    }
  }

  // MARK: Comments

  /// Writes the `///` lines of the source, with `marker` in place of their slashes.
  mutating func documentation(_ range: SourceRange?, as marker: StaticString = "///") {
    guard let range else { return }
    for comment in source.documentationLines(range) {
      write(marker)
      isForeign = true
      comment.withUnsafeBufferPointer { bytes.append($0) }
      endLine()
    }
  }

  /// Writes comment lines of the source.
  mutating func comments(_ lines: [SourceRange]) {
    for line in lines {
      if !line.isEmpty { write(line) }
      isForeign = true
      endLine()
    }
  }
  // MARK: Source locations

  /// Whether `#sourceLocation` precedes Swift of the source.
  var isLocated: Bool { lines != nil }

  /// Writes a `#sourceLocation` with the line of `range`, if the code has source locations.
  mutating func beginLocation(_ range: SourceRange?) {
    guard let lines, let range else { return }
    let line = lines.position(of: range.lowerBound).line
    let directive = bytes.count
    writeDirective(line)
    located = (directive, bytes.count)
    virtualLine = line
  }

  private mutating func writeDirective(_ line: Int) {
    write(string: locationPrefix)
    write(string: String(line))
    write(")")
    endLine()
  }

  /// Writes the attributes of a declaration on lines of their own. With a source location, all are on their lines in
  /// the source, after the generated ones, as Swift allows no directive between attributes.
  mutating func beginDeclaration(_ attributes: [TypePiece], at location: SourceRange?) {
    beginLocation(location)
    for attribute in attributes {
      write([attribute])
      if virtualLine == nil { endLine() } else { write(" ") }
    }
  }

  /// Writes the end of a source location.
  mutating func endLocation() {
    guard virtualLine != nil else { return }
    virtualLine = nil
    line("#sourceLocation()")
  }

  /// Moves to the line and the column of a piece in the source, so that the Swift compiler reports errors at the right
  /// place. The earlier text of the statement loses its indentation for that, or moves to the line before.
  mutating func align(with range: SourceRange) {
    guard let lines, let current = virtualLine, !range.isEmpty else { return }
    let (line, column) = lines.position(of: range.lowerBound)
    guard line >= current else { return }
    if line > current {
      removeTrailingBlanks()
      for _ in current..<line { endLine() }
    } else if let located, lineStart == located.statement, column <= Self.lastColumn {
      shift(located, from: line, to: column)
    }
    located = nil
    if column <= Self.lastColumn { pad(to: column) }
  }

  /// Moves the text before a statement's first piece so that it ends before the piece's column.
  private mutating func shift(_ located: (directive: Int, statement: Int), from line: Int, to column: Int) {
    let text = bytes.bytes(from: located.statement)
    guard text.count >= column else { return }
    let plain = Array(text.drop(while: Ascii.isBlank))
    if plain.count < column {
      bytes.removeAll(from: located.statement)
      bytes.append(repeating: Ascii.space, count: column - 1 - plain.count)
      lineStart = located.statement
    } else {
      // Before the first line there is no other, so that the piece gets a larger column than in the source.
      guard line > 1 else { return }
      bytes.removeAll(from: located.directive)
      isAtLineStart = true
      writeDirective(line - 1)
      startText()
      virtualLine = line - 1
    }
    plain.withUnsafeBufferPointer { bytes.append($0) }
    if virtualLine == line - 1 {
      removeTrailingBlanks()
      endLine()
    }
  }

  private mutating func removeTrailingBlanks() {
    bytes.removeTrailing(Ascii.space)
    bytes.removeTrailing(Ascii.tab)
  }

  private mutating func pad(to column: Int) {
    if isAtLineStart {
      isAtLineStart = false
      lineStart = bytes.count
      textStart = bytes.count
    }
    bytes.append(repeating: Ascii.space, count: column - 1 - (bytes.count - lineStart))
  }

  /// Writes a piece of the source at its line and column in the source.
  mutating func piece(_ range: SourceRange) {
    align(with: range)
    write(range)
    guard let lines, let line = virtualLine, !range.isEmpty else { return }
    let end = lines.position(of: range.upperBound)
    virtualLine = line + end.line - lines.position(of: range.lowerBound).line
    if virtualLine != line { lineStart = bytes.count - (end.column - 1) }
  }

  /// Writes `_` in place of a name, directly before the following text: `let x?` becomes `_?`.
  mutating func discard(_ name: SourceRange) {
    align(with: SourceRange(name.upperBound - 1, name.upperBound))
    write("_")
  }

  /// Writes Swift within a line, with named guards expanded. Its further lines are indented by one more level.
  mutating func code(_ code: SwiftCode) {
    align(with: code.range)
    write(code, Reindentation(of: code.range, in: source.bytes, step: "  "))
  }

  /// Writes statements of the source on lines of their own.
  mutating func block(_ code: SwiftCode) {
    var code = code
    code.range = trimmed(code.range)
    guard !code.range.isEmpty else { return }
    beginLocation(code.range)
    align(with: code.range)
    write(code, Reindentation(of: code.range, in: source.bytes, step: ""))
    endLine()
    endLocation()
  }

  /// Writes declarations of the source, after a blank line.
  mutating func members(_ range: SourceRange) {
    guard !trimmed(range).isEmpty else { return }
    blankLine()
    block(SwiftCode(range: range))
  }

  private func trimmed(_ range: SourceRange) -> SourceRange {
    var start = range.lowerBound
    var end = range.upperBound
    func isSpace(_ byte: UInt8) -> Bool { Ascii.isBlank(byte) || Ascii.isNewline(byte) }
    while start < end, isSpace(source.bytes[start]) { start += 1 }
    while end > start, isSpace(source.bytes[end - 1]) { end -= 1 }
    return SourceRange(start, end)
  }

  private mutating func write(_ code: SwiftCode, _ indentation: Reindentation) {
    guard !code.isPlain else { return copy(code.range, indentation) }
    var start = code.range.lowerBound
    var replacements = replacements(in: code)[...]
    /// Writes the replacements of queries and names up to a place in the source.
    func writeReplacements(before end: Int) {
      while let next = replacements.first, next.range.lowerBound < end {
        copy(SourceRange(start, next.range.lowerBound), indentation)
        write(string: next.text)
        start = next.range.upperBound
        replacements = replacements.dropFirst()
      }
    }
    for expansion in code.expansions where !(isLocated && expansion.isArgument) {
      writeReplacements(before: expansion.range.lowerBound)
      // The guard's name may have back-ticks.
      var nameStart = expansion.range.lowerBound
      var nameEnd = expansion.range.upperBound
      if nameStart > start, source.bytes[nameStart - 1] == Ascii.backtick {
        nameStart -= 1
        nameEnd += 1
      }
      copy(SourceRange(start, nameStart), indentation)
      // The resolver limits the depth and the length of expansions. An expansion's lines differ from the row's.
      let line = virtualLine
      virtualLine = nil
      write(expansion)
      virtualLine = line
      start = nameEnd
    }
    writeReplacements(before: code.range.upperBound)
    copy(SourceRange(start, code.range.upperBound), indentation)
  }

  private mutating func write(_ expansion: SwiftCode.Expansion) {
    switch expansion.form {
    case .operand, .content: return code(expansion.code)
    case .condition:
      write("(")
      value(of: expansion.code)
    case .converted(let type):
      write("(")
      code(expansion.code)
      write(" as ")
      write(type)
    }
    write(")")
  }

  /// Writes conditions as one value, joined by `&&`.
  mutating func value(of conditions: SwiftCode) {
    let parts = conditions.conditions(source.bytes)
    guard parts.count > 1, parts.allSatisfy({ !$0.isStatement(source.bytes) }) else {
      return code(conditions)
    }
    for (index, part) in parts.enumerated() {
      write(index == 0 ? "(" : ") && (")
      code(part)
    }
    write(")")
  }

  /// Returns the Swift that replaces queries, and the names of the state and the event, by their ranges.
  private func replacements(in code: SwiftCode) -> [(range: SourceRange, text: String)] {
    let queries = code.queries.map { query in
      (query.range, isLocated ? padded(locatedQueries[query.query], to: query.range) : stateQueries[query.query])
    }
    guard !code.names.isEmpty else { return queries }
    let names = code.names.map { place in (place.range, place.subject == .state ? stateName : eventName) }
    return (queries + names).sorted { $0.0.lowerBound < $1.0.lowerBound }
  }

  /// Returns a name, padded to the width of the text that it replaces.
  private func padded(_ name: String, to range: SourceRange) -> String {
    name + String(repeating: " ", count: max(0, range.upperBound - range.lowerBound - name.utf8.count))
  }

  /// Copies a piece, whose further lines lose their common indentation and get that of the output.
  private mutating func copy(_ range: SourceRange, _ indentation: Reindentation) {
    guard indentation.isMultiline else {
      write(range)
      return
    }
    var index = range.lowerBound
    while index < range.upperBound {
      isForeign = true
      var end = index
      while end < range.upperBound, !Ascii.isNewline(source.bytes[end]) { end += 1 }
      var start = index
      if start > 0, Ascii.isNewline(source.bytes[start - 1]), isAtLineStart {
        var skipped = 0
        if virtualLine != nil { pad(to: 1) }
        while virtualLine == nil, start < end, skipped < indentation.common, Ascii.isBlank(source.bytes[start]) {
          start += 1
          skipped += 1
        }
        if start < end, virtualLine == nil { write(indentation.step) }
      }
      if start < end { write(SourceRange(start, end)) }
      guard end < range.upperBound else { return }
      endLine()
      index = end + 1
      if source.bytes[end] == Ascii.carriageReturn, index < range.upperBound, source.bytes[index] == Ascii.lineFeed {
        index += 1
      }
    }
  }
}

/// The indentation of the further lines of a piece of Swift.
private struct Reindentation {
  /// The number of blanks that all further lines begin with, and the first line if nothing is before it.
  var common = 0
  var isMultiline = false
  /// The text before further lines in addition to the output's indentation.
  let step: StaticString

  init(of range: SourceRange, in bytes: [UInt8], step: StaticString) {
    self.step = step
    var least = Int.max
    var index = range.lowerBound
    while index < range.upperBound {
      while index < range.upperBound, !Ascii.isNewline(bytes[index]) { index += 1 }
      guard index < range.upperBound else { break }
      isMultiline = true
      while index < range.upperBound, Ascii.isNewline(bytes[index]) { index += 1 }
      var text = index
      while text < range.upperBound, Ascii.isBlank(bytes[text]) { text += 1 }
      if text < range.upperBound, !Ascii.isNewline(bytes[text]) { least = min(least, text - index) }
      index = text
    }
    guard isMultiline else { return }
    var lineStart = range.lowerBound
    while lineStart > 0, Ascii.isBlank(bytes[lineStart - 1]) { lineStart -= 1 }
    if lineStart == 0 || Ascii.isNewline(bytes[lineStart - 1]) { least = min(least, range.lowerBound - lineStart) }
    common = least == .max ? 0 : least
  }
}
