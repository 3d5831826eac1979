import StateMachineSyntax

/// Writes the bodies of a file and their statements as text.
struct FormatWriter {
  /// The number of blanks by which the contents of braces are indented.
  private static let step = 2

  private let sequence: FormatSequence
  private let width: FormatWidth
  private var bodies: [FormatBody] = []
  /// For each body, the number of columns that it needs on one line together with its braces. Nil for a body that must
  /// be written on several lines.
  private var widths: [Int?] = []
  private(set) var bytes: [UInt8] = []

  init(_ sequence: FormatSequence) {
    self.sequence = sequence
    width = FormatWidth(bytes: sequence.bytes)
    bytes.reserveCapacity(sequence.bytes.count + sequence.bytes.count / 4)
    bytes += sequence.bytes[..<sequence.startOfText]
  }

  mutating func write(_ tree: FormatTree) {
    bodies = tree.bodies
    widths = bodies.map(widthInOneLine)
    write(bodies[tree.file], indent: 0)
  }

  // MARK: Bodies

  /// A line of a body, with its layout, before it is written as text.
  private enum Line {
    case comments([Int])
    /// Statements that are written on one line, with `;` between them.
    case statements([FormatStatement])
    case row(StatementLayout, trailing: [Int])
  }

  /// Writes the lines of a body. Statements without newlines between them in the unformatted file stay on one line, if
  /// they fit.
  private mutating func write(_ body: FormatBody, indent: Int) {
    var lines: [(line: Line, hasBlankLineBefore: Bool)] = []
    lines.reserveCapacity(body.entries.count)
    var index = 0
    while index < body.entries.count {
      switch body.entries[index] {
      case .comments(let comments, let hasBlankLineBefore):
        lines.append((.comments(comments), hasBlankLineBefore))
        index += 1
      case .statement(let first):
        var statements = [first]
        index += 1
        while index < body.entries.count, case .statement(let next) = body.entries[index], !next.beginsLine,
          !next.hasBlankLineBefore, statements[statements.count - 1].trailing.isEmpty
        {
          statements.append(next)
          index += 1
        }
        append(statements, indent: indent, to: &lines)
      }
    }
    align(&lines)
    for (number, (line, hasBlankLineBefore)) in lines.enumerated() {
      if hasBlankLineBefore, number > 0 { bytes += sequence.newline }
      write(line, indent: indent)
    }
  }

  /// Adds lines for statements that are on one line in the unformatted file. If they fit on one line, they stay on one
  /// line. Otherwise, each statement gets a line of its own.
  private func append(
    _ statements: [FormatStatement], indent: Int, to lines: inout [(line: Line, hasBlankLineBefore: Bool)]
  ) {
    if statements.count > 1, let columns = widthInOneLine(statements), indent + columns <= FormatWidth.limit {
      lines.append((.statements(statements), statements[0].hasBlankLineBefore))
      return
    }
    for statement in statements {
      let line: Line =
        statement.isRow
        ? .row(layout(of: statement, indent: indent), trailing: statement.trailing) : .statements([statement])
      lines.append((line, statement.hasBlankLineBefore))
    }
  }

  /// Aligns rows on successive lines like a table: their arrows, colons and effects begin in the same columns.
  private func align(_ lines: inout [(line: Line, hasBlankLineBefore: Bool)]) {
    var start = 0
    while start < lines.count {
      var rows: [StatementLayout] = []
      var end = start
      while end < lines.count, case .row(let row, _) = lines[end].line, row.isOneLine,
        end == start || !lines[end].hasBlankLineBefore
      {
        rows.append(row)
        end += 1
      }
      RowGroup.align(&rows[...])
      for (offset, row) in rows.enumerated() {
        if case .row(_, let trailing) = lines[start + offset].line {
          lines[start + offset].line = .row(row, trailing: trailing)
        }
      }
      start = max(end, start + 1)
    }
  }

  /// Writes a line of a body, with the comments after its last statement and a newline.
  private mutating func write(_ line: Line, indent: Int) {
    switch line {
    case .comments(let comments):
      write(blanks: indent)
      for (number, comment) in comments.enumerated() {
        if number > 0 { write(blanks: 1) }
        bytes += sequence.text(sequence.comments[comment].range)
      }
    case .statements(let statements):
      for (number, statement) in statements.enumerated() {
        let layout = layout(of: statement, indent: indent)
        write(blanks: number == 0 ? layout.indent : 1)
        write(layout)
      }
      write(trailing: statements[statements.count - 1].trailing)
    case .row(let layout, let trailing):
      write(blanks: layout.indent)
      write(layout)
      write(trailing: trailing)
    }
    bytes += sequence.newline
  }

  // MARK: Statements

  /// Returns the layout of a statement. If the statement and the bodies in it fit on one line, they are written on one
  /// line. Otherwise, all its bodies that are not empty are written on several lines.
  private func layout(of statement: FormatStatement, indent: Int) -> StatementLayout {
    let isInOneLine =
      widthInOneLine([statement], withBodies: true).map { indent + $0 <= FormatWidth.limit } ?? false
    return StatementLayout(statement, indent: indent, width) { body in
      bodies[body].isEmpty || isInOneLine ? widths[body] : nil
    }
  }

  /// Writes a statement with its line breaks, without a newline at the end.
  private mutating func write(_ layout: StatementLayout) {
    for (index, chunk) in layout.chunks.enumerated() {
      if let lineIndent = chunk.lineIndent {
        bytes += sequence.newline
        write(blanks: lineIndent)
      } else {
        write(blanks: chunk.blanks)
      }
      if case .body(let body) = chunk.kind {
        write(body: bodies[body], inOneLine: layout.isInOneLine(index), indent: layout.indent)
      } else {
        bytes += sequence.text(chunk.range)
      }
    }
  }

  /// Writes a body with its braces, on one line or on several lines.
  private mutating func write(body: FormatBody, inOneLine: Bool, indent: Int) {
    bytes.append(Ascii.leftBrace)
    if inOneLine {
      for case .statement(let statement) in body.entries {
        write(blanks: 1)
        write(layout(of: statement, indent: 0))
      }
      if !body.isEmpty { write(blanks: 1) }
    } else {
      write(trailing: body.trailing)
      bytes += sequence.newline
      write(body, indent: indent + Self.step)
      write(blanks: indent)
    }
    bytes.append(Ascii.rightBrace)
  }

  private mutating func write(trailing comments: [Int]) {
    for comment in comments {
      write(blanks: sequence.comments[comment].isLine ? 2 : 1)
      bytes += sequence.text(sequence.comments[comment].range)
    }
  }

  private mutating func write(blanks count: Int) {
    bytes.append(contentsOf: repeatElement(Ascii.space, count: max(0, count)))
  }

  // MARK: Widths

  /// Returns the number of columns that a body needs on one line. Nil if the line would be too long. Also nil for a
  /// body with comments, with newlines between statements, or with bodies in it that are not empty. A machine with one
  /// statement is never on one line, because its author will add more statements.
  private func widthInOneLine(_ body: FormatBody) -> Int? {
    if body.isEmpty { return 2 }
    guard body.trailing.isEmpty, !body.isOuter || body.entries.count > 1 else { return nil }
    var statements: [FormatStatement] = []
    for entry in body.entries {
      guard case .statement(let statement) = entry else { return nil }
      let isFirst = statements.isEmpty
      guard isFirst || !statement.beginsLine && !statement.hasBlankLineBefore, statement.trailing.isEmpty else {
        return nil
      }
      statements.append(statement)
    }
    return widthInOneLine(statements).map { $0 + 4 }
  }

  /// Returns the number of columns that statements need if they share a line. Nil if one of them needs several lines,
  /// or if the line would be too long.
  ///
  /// - Parameter withBodies: whether the statements may contain bodies that are not empty. If false, such a body makes
  ///   the result nil.
  private func widthInOneLine(_ statements: [FormatStatement], withBodies: Bool = false) -> Int? {
    var columns = statements.count - 1
    for statement in statements {
      for (index, chunk) in statement.chunks.enumerated() {
        if chunk.isForced || chunk.kind == .lineComment { return nil }
        if index > 0 { columns += chunk.blanks }
        if case .body(let body) = chunk.kind {
          // While `widths` is being computed, it is empty. Only empty bodies `{}` come this far then, and they need 2
          // columns.
          guard withBodies || bodies[body].isEmpty, let inside = widths.isEmpty ? 2 : widths[body] else { return nil }
          columns += inside
        } else {
          let (first, last) = width.ofLines(chunk.range)
          if last != nil { return nil }
          columns += first
        }
        // The exact width of a line that does not fit is not needed.
        if columns > FormatWidth.limit { return nil }
      }
    }
    return columns
  }
}
