import StateMachineModel
import StateMachineSyntax

/// Writes Swift as bytes, with its indentation. On demand it also writes `#sourceLocation` directives. They tell the
/// Swift compiler the line of the `.sm` file from which the following code comes.
struct SwiftWriter {
  private var bytes = ByteBuffer()
  let source: SourceFile
  /// The line table of the `.sm` file; nil if the code has no source locations.
  private let lines: LineTable?
  private let locationPrefix: String
  private(set) var indentation = 0
  private var isAtLineStart = true
  /// The number of columns up to which a line is filled with short elements of a list.
  private var lineLength: Int { layout.lineWidth - 2 }
  private let layout: CodeLayout
  private let step: [UInt8]
  private var lineStart = 0
  /// The ranges in the current line that contain text of the `.sm` file, where the line is not broken. They are counted
  /// from the line's first byte after the indentation.
  private var written: [Range<Int>] = []
  /// The offset of the current line's first byte after the indentation.
  private var textStart = 0
  /// Whether the current line contains foreign text: a comment of the `.sm` file, or a piece of its Swift that has
  /// several lines. Such a line is not broken.
  private var isForeign = false
  /// The line of the `.sm` file that the Swift compiler assumes for the current line, because of the last
  /// `#sourceLocation`. Nil if no `#sourceLocation` applies.
  private var virtualLine: Int?
  /// The offsets of the last `#sourceLocation` and of the statement after it; nil if there is none. Nil also if the
  /// statement already contains Swift of the `.sm` file. Until then, the generated beginning of the statement, such as
  /// `if `, may be moved. The Swift of the `.sm` file after it can then have its own column.
  private var located: (directive: Int, statement: Int)?
  /// The last column of the `.sm` file whose Swift gets the same column in the output. Without a limit, a file with a
  /// very long line would become output that consists mostly of spaces.
  private static let lastColumn = 1000
  /// The Swift that replaces each query of the state: `self.state.isInOpen` for `in(open)`.
  var stateQueries = IDMap<StateQuery, String>()
  /// For code with source locations: the Swift that replaces each query of the state, such as `in1` for `in(open)`. The
  /// name is no longer than the query, and spaces follow it. So the code after the query keeps its column.
  var locatedQueries = IDMap<StateQuery, String>()

  /// The text that replaces `\(state)` in string literals: the state's name, or an interpolation that evaluates to the
  /// name.
  var stateName = ""
  /// The text that replaces `\(event)` in string literals: the event's name, or an interpolation that evaluates to the
  /// name.
  var eventName = ""

  /// The places in the text where the code of each row begins, for coverage. Nil if coverage is not asked for.
  private(set) var rowNotes: RowNotes?

  /// Creates a writer with no text.
  ///
  /// - Parameters:
  ///   - writesSourceLocations: whether a `#sourceLocation` precedes each piece of the `.sm` file's Swift.
  ///   - notesRows: whether the writer notes where in the text the code of each row begins. The text is the same with
  ///     and without notes.
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

  /// Returns the places in the output where the code of each row begins, for coverage. Empty for a writer that does not
  /// note them.
  func rowLines(in output: [UInt8]) -> [RowLine] { rowNotes?.lines(in: output) ?? [] }

  /// Notes for coverage that the next statement which is written counts for a row.
  ///
  /// - Parameters:
  ///   - mark: the row, and what the statement counts, such as that the row is taken.
  ///   - isWritten: whether such a statement follows. It is false if passes have dropped all statements that count for
  ///     the row.
  mutating func note(_ mark: Mark, isWritten: Bool) { rowNotes?.add(mark, at: isWritten ? bytes.count : nil) }

  // MARK: Text

  mutating func indent() { indentation += 1 }
  mutating func outdent() { indentation -= 1 }

  /// Writes the indentation if nothing has been written in the current line yet.
  ///
  /// - Parameter blanks: the number of spaces at the beginning of the text, which is even. The caller does not write
  ///   them: each two become one more level of indentation.
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

  /// Writes bytes. At the beginning of a line, it writes the indentation first. Each two leading spaces of the text
  /// become one more level of indentation.
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

  /// Writes a piece of the `.sm` file unchanged.
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

  /// Writes a name as a member or as the label of an argument: `.default`, not `` .`default` ``, because Swift warns of
  /// needless back-ticks there. `inout` keeps its back-ticks, and so does a name that is no plain word.
  mutating func write(member name: Identifier) {
    write(name.asMember(of: source, quoting: ["inout"]))
  }

  /// Writes the label of a parameter in its declaration. `inout`, `let` and `var` get back-ticks.
  mutating func write(parameterLabel name: Identifier) {
    write(name.asMember(of: source, quoting: ["inout", "let", "var"]))
  }

  /// Ends the current line. If it is a line of generated code and too long, it is first broken into several lines.
  mutating func endLine() {
    if !isAtLineStart, !isForeign, virtualLine == nil, widthOfLine > layout.lineWidth { breakLongLine() }
    bytes.append(Ascii.lineFeed)
    isAtLineStart = true
    isForeign = false
    while !written.isEmpty { written.removeLast() }
    if let line = virtualLine { virtualLine = line + 1 }
  }

  /// The width of the current line in columns. It differs from the number of bytes if lines are indented with tabs.
  @inline(__always)
  private var widthOfLine: Int {
    // A tab is one byte, but `layout.indent.width` columns.
    let count = bytes.count - lineStart
    return step.count == layout.indent.width
      ? count : count + (textStart - lineStart) / step.count * (layout.indent.width - step.count)
  }

  /// Replaces the current line by several shorter lines, if the line can be broken.
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

  /// Writes lines. Each line begins with the current indentation.
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

  /// Writes the head of a type, up to its `{`, and indents the following lines.
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

  /// Returns whether a line of `count` bytes fits into the width, after the current indentation.
  func hasRoom(for count: Int) -> Bool { indentation * layout.indent.width + count <= lineLength }

  /// Writes a space after a comma. If the next element of a list does not fit into the line, it writes a line break
  /// instead.
  ///
  /// - Parameter more: the number of bytes of the next element, and of what must stand in the same line after it.
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

  /// Writes a documentation comment of the `.sm` file, with `marker` in place of its `///`.
  mutating func documentation(_ range: SourceRange?, as marker: StaticString = "///") {
    guard let range else { return }
    for comment in source.documentationLines(range) {
      write(marker)
      isForeign = true
      comment.withUnsafeBufferPointer { bytes.append($0) }
      endLine()
    }
  }

  /// Writes comment lines of the `.sm` file.
  mutating func comments(_ lines: [SourceRange]) {
    for line in lines {
      if !line.isEmpty { write(line) }
      isForeign = true
      endLine()
    }
  }
  // MARK: Source locations

  /// Whether the code has source locations: a `#sourceLocation` precedes each piece of the `.sm` file's Swift.
  var isLocated: Bool { lines != nil }

  /// Writes a `#sourceLocation`. It tells the Swift compiler that the next line is the line of `range` in the `.sm`
  /// file. Nothing is written if `range` is nil, or if the code has no source locations.
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

  /// Writes the attributes of a declaration. Without a source location, each attribute is on a line of its own. With a
  /// source location, each attribute keeps its line of the `.sm` file. No line break is added after it, because Swift
  /// allows no `#sourceLocation` between attributes.
  mutating func beginDeclaration(_ attributes: [TypePiece], at location: SourceRange?) {
    beginLocation(location)
    for attribute in attributes {
      write([attribute])
      if virtualLine == nil { endLine() } else { write(" ") }
    }
  }

  /// Writes `#sourceLocation()`. The Swift compiler then counts lines as in the generated file again. Nothing is
  /// written if no source location has begun.
  mutating func endLocation() {
    guard virtualLine != nil else { return }
    virtualLine = nil
    line("#sourceLocation()")
  }

  /// Adds line breaks and spaces, until the current line and column are those of `range` in the `.sm` file. Swift then
  /// reports errors at the right place. If there is no room, the generated beginning of the statement loses its
  /// indentation. It may also move to the line before. Nothing changes without a source location, or if the current
  /// line is already a later one.
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

  /// Moves the generated text at the beginning of a statement, such as `if `. The following piece of the `.sm` file's
  /// Swift can then begin at the column that it has in the file.
  ///
  /// - Parameters:
  ///   - located: the offsets of the `#sourceLocation` and of the statement.
  ///   - line: the line of the piece in the `.sm` file.
  ///   - column: its column there.
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

  /// Writes spaces up to a column. Nothing is written if the line is that long already.
  private mutating func pad(to column: Int) {
    if isAtLineStart {
      isAtLineStart = false
      lineStart = bytes.count
      textStart = bytes.count
    }
    bytes.append(repeating: Ascii.space, count: column - 1 - (bytes.count - lineStart))
  }

  /// Writes a piece of the `.sm` file. If a source location has begun, the piece gets the line and the column that it
  /// has in the file.
  mutating func piece(_ range: SourceRange) {
    align(with: range)
    write(range)
    guard let lines, let line = virtualLine, !range.isEmpty else { return }
    let end = lines.position(of: range.upperBound)
    virtualLine = line + end.line - lines.position(of: range.lowerBound).line
    // If the piece has several lines, the current line began within it.
    if virtualLine != line { lineStart = bytes.count - (end.column - 1) }
  }

  /// Writes `_` in place of a name of the `.sm` file that nothing reads, as in `_?` for `let x?`. With a source
  /// location, the `_` is in the column of the name's last character. The code after it then keeps its column.
  mutating func discard(_ name: SourceRange) {
    align(with: SourceRange(name.upperBound - 1, name.upperBound))
    write("_")
  }

  /// Writes Swift of the `.sm` file within a line. The code of named guards replaces their names. If the Swift has
  /// several lines, all but the first are indented by one more level. With a source location, they keep their columns.
  mutating func code(_ code: SwiftCode) {
    align(with: code.range)
    write(code, Reindentation(of: code.range, in: source.bytes, step: "  "))
  }

  /// Writes statements of the `.sm` file on lines of their own, without blank lines around them.
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

  /// Writes declarations of the `.sm` file after a blank line. If `range` is empty or blank, nothing is written.
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

  /// Writes Swift of the `.sm` file, and replaces the words of the `.sm` language in it. The guard `isFull` becomes its
  /// code, such as `(count > 3)`. `in(open)` becomes a Swift expression, and `\(state)` in a string literal becomes the
  /// state's name. With source locations, the parameters of named effects keep their names.
  private mutating func write(_ code: SwiftCode, _ indentation: Reindentation) {
    guard !code.isPlain else { return copy(code.range, indentation) }
    var start = code.range.lowerBound
    var replacements = replacements(in: code)[...]
    /// Copies the `.sm` file's Swift up to an offset, and replaces the queries, `\(state)` and `\(event)` in it.
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

  /// Writes the code that replaces a name: `(count > 3)` for the guard `isFull`, or an argument for a parameter of a
  /// named effect. An argument has parentheses only if its type has to be stated: `(0 as Double)`.
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

  /// Writes conditions as one Boolean value: `a, b` becomes `(a) && (b)`.
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

  /// Returns the ranges to replace in Swift of the `.sm` file, each with its new text, in order. They are the queries,
  /// such as `in(open)`, and `\(state)` and `\(event)` in string literals.
  private func replacements(in code: SwiftCode) -> [(range: SourceRange, text: String)] {
    let queries = code.queries.map { query in
      (query.range, isLocated ? padded(locatedQueries[query.query], to: query.range) : stateQueries[query.query])
    }
    guard !code.names.isEmpty else { return queries }
    let names = code.names.map { place in (place.range, place.subject == .state ? stateName : eventName) }
    return (queries + names).sorted { $0.0.lowerBound < $1.0.lowerBound }
  }

  /// Returns a name followed by spaces, so that it is as wide as the text that it replaces.
  private func padded(_ name: String, to range: SourceRange) -> String {
    name + String(repeating: " ", count: max(0, range.upperBound - range.lowerBound - name.utf8.count))
  }

  /// Copies a piece of the `.sm` file. In all lines but the first, the output's indentation replaces the indentation
  /// that these lines have in common. With a source location, the lines keep their columns.
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
      // The text begins a line. It gets a new indentation or, with a source location, that of the file.
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

/// The new indentation of a piece of the `.sm` file's Swift that has several lines. The first line stays where it is
/// written; the others are indented anew.
private struct Reindentation {
  /// The number of blanks that are dropped at the beginning of each line but the first. It is the smallest number of
  /// blanks at the beginning of such a line. The first line counts, too, if only blanks precede the piece in it.
  var common = 0
  var isMultiline = false
  /// The text that all lines but the first get after the output's indentation. It is two spaces for Swift within a
  /// line, and nothing for statements on lines of their own.
  let step: StaticString

  /// Finds the indentation that the lines of a piece have in common.
  ///
  /// - Parameter step: the text that all lines but the first get after the output's indentation.
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
