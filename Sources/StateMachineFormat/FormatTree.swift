import StateMachineSyntax

/// A part of a statement that the formatter does not break into lines: a token, a piece of Swift, a comment or a body
/// in braces.
struct FormatChunk {
  enum Kind: Equatable {
    case token(Token.Kind)
    case bracketedSwift, swift
    case lineComment, blockComment
    /// A body in braces. The value is its index in `FormatTree.bodies`.
    case body(Int)
  }

  var kind: Kind
  var range: SourceRange
  /// The number of blanks before the chunk. Not used if the chunk begins a line.
  var blanks: Int
  /// The indentation of the line that begins with this chunk. Nil if the chunk is on the same line as the previous
  /// chunk, without a line break between them.
  var lineIndent: Int?
  /// Whether the chunk must begin a line, because a `//` comment is before it and ends the previous line.
  var isForced = false

  func isToken(_ kind: Token.Kind) -> Bool { self.kind == .token(kind) }
}

struct FormatStatement {
  var chunks: [FormatChunk] = []
  var hasBlankLineBefore = false
  /// Whether the statement begins a line in the unformatted file. If not, it follows a `;` on the line of another
  /// statement.
  var beginsLine = true
  /// Whether the statement is a row, such as `open -> closed : push / beep`.
  var isRow = false
  /// The comments after the statement, on the statement's last line.
  var trailing: [Int] = []
}

/// The statements and comments between a `{` and its `}`. One body has those of the whole file.
struct FormatBody {
  enum Entry {
    /// Comments on one line that has no statement.
    case comments([Int], hasBlankLineBefore: Bool)
    case statement(FormatStatement)
  }

  var entries: [Entry] = []
  /// The comments after the body's `{`, on the same line.
  var trailing: [Int] = []
  /// Whether this is the body of a machine, or the body for the whole file.
  var isOuter = false
  /// Whether the body has the cases of an `action`, with commas between them.
  var holdsResults = false

  var isEmpty: Bool { entries.isEmpty && trailing.isEmpty }
}

struct FormatTree {
  var bodies: [FormatBody]
  /// The index in `bodies` of the body for the whole file. It has the statements that are in no braces.
  var file: Int
}

/// Makes bodies and statements from the tokens, pieces of Swift and comments of a file.
struct FormatTreeBuilder {
  private let sequence: FormatSequence
  private let rows: Set<Int>
  private var bodies: [FormatBody] = [FormatBody(isOuter: true)]
  /// The bodies whose `}` has not been read yet, the innermost last. `statement` is the statement of the body that is
  /// being read; nil between two statements.
  private var open: [(body: Int, statement: FormatStatement?)] = [(0, nil)]
  private var previous: FormatSequence.Item?
  /// Whether the first colon of the current row has been read. It separates source and target from the event. Only this
  /// colon has a blank before it.
  private var sawColon = false

  init(_ sequence: FormatSequence, _ tree: SyntaxTree) {
    self.sequence = sequence
    var rows: Set<Int> = []
    for machine in tree.machines {
      machine.body.forEachDeep { item in
        if case .transition(let row) = item { rows.insert(row.range.lowerBound) }
      }
    }
    self.rows = rows
  }

  consuming func build() -> FormatTree {
    for item in sequence.items {
      read(item)
      previous = item
    }
    return FormatTree(bodies: bodies, file: 0)
  }

  private var statement: FormatStatement? {
    get { open[open.count - 1].statement }
    set { open[open.count - 1].statement = newValue }
  }

  private var body: Int { open[open.count - 1].body }

  /// Adds an item to the tree. A `{` opens a body, and a `}` closes it. A `;` ends a statement, and in the body of an
  /// `action`, so does a comma.
  private mutating func read(_ item: FormatSequence.Item) {
    if item.beginsStatement { endStatement() }
    switch item.kind {
    case .token(.endOfFile):
      endStatement()
      beginStatement(before: item)
    case .token(.rightBrace) where open.count > 1:
      endStatement()
      beginStatement(before: item)
      open.removeLast()
    case .token(.leftBrace):
      append(item)
      let holdsResults = sequence.bracesOfResults.contains(item.range.lowerBound)
      let number = bodies.count
      bodies.append(FormatBody(isOuter: open.count == 1, holdsResults: holdsResults))
      if let last = statement?.chunks.indices.last { open[open.count - 1].statement?.chunks[last].kind = .body(number) }
      open.append((number, nil))
    case .token(.separator):
      append(item)
      endStatement()
    case .token(.comma) where bodies[body].holdsResults:
      append(item)
      endStatement()
    default:
      append(item)
    }
  }

  private mutating func endStatement() {
    guard let statement else { return }
    bodies[body].entries.append(.statement(statement))
    self.statement = nil
  }

  // MARK: Between statements

  /// Begins a statement with an item. Before a `}` or the end of the file, only adds the comments, and begins no
  /// statement. A comment on a line with the previous or the new statement belongs to that statement. Any other comment
  /// gets a line of its own.
  private mutating func beginStatement(before item: FormatSequence.Item) {
    let isEnd = item.isToken(.endOfFile) || item.isToken(.rightBrace)
    var rest = Array(item.comments)
    let hasNewline = isEnd || item.newlinesBefore > 0 || rest.contains { sequence.comments[$0].newlinesBefore > 0 }
    var beginsLine = item.beginsStatement || hasNewline || bodies[body].entries.isEmpty
    // In the body of an `action`, cases share a line. A case after a comma begins a line only after a comment or a
    // blank line.
    if bodies[body].holdsResults, previous?.isToken(.comma) == true {
      beginsLine = !rest.isEmpty || item.newlinesBefore > 1
    }
    if hasNewline, previous != nil {
      let after = rest.prefix { sequence.comments[$0].newlinesBefore == 0 }
      addTrailing(Array(after))
      rest.removeFirst(after.count)
    }
    var lines: [[Int]] = []
    for comment in rest {
      if lines.isEmpty || sequence.comments[comment].newlinesBefore > 0 { lines.append([]) }
      lines[lines.count - 1].append(comment)
    }
    var statement = FormatStatement()
    var prefix: [Int] = []
    statement.hasBlankLineBefore = item.newlinesBefore > 1
    if !isEnd, item.newlinesBefore == 0, let last = lines.popLast() {
      prefix = last
      statement.hasBlankLineBefore = sequence.comments[last[0]].newlinesBefore > 1
    }
    for line in lines {
      let hasBlankLine = sequence.comments[line[0]].newlinesBefore > 1
      bodies[body].entries.append(.comments(line, hasBlankLineBefore: hasBlankLine))
    }
    guard !isEnd else { return }
    statement.beginsLine = beginsLine
    statement.isRow = rows.contains(item.range.lowerBound)
    sawColon = false
    for comment in prefix { append(comment: comment, to: &statement) }
    self.statement = statement
  }

  /// Adds comments on the line where the last statement of the body ends. If the body has no statement yet, adds them
  /// after the body's `{`.
  private mutating func addTrailing(_ comments: [Int]) {
    guard !comments.isEmpty else { return }
    let last = bodies[body].entries.count - 1
    if last >= 0, case .statement(var statement) = bodies[body].entries[last] {
      statement.trailing += comments
      bodies[body].entries[last] = .statement(statement)
    } else {
      bodies[body].trailing += comments
    }
  }

  // MARK: In statements

  /// Adds an item as a chunk of the current statement, with the comments before it. If there is no current statement,
  /// the item begins one.
  private mutating func append(_ item: FormatSequence.Item) {
    var isFirst = false
    if statement == nil {
      beginStatement(before: item)
      isFirst = true
    }
    guard var statement else { return }
    self.statement = nil
    if !isFirst { for comment in item.comments { append(comment: comment, to: &statement) } }
    var chunk = FormatChunk(
      kind: kind(of: item), range: item.range, blanks: blanks(before: item, in: statement))
    if let last = statement.chunks.last {
      chunk.isForced = last.kind == .lineComment
      if last.kind == .blockComment, !item.isToken(.comma), !item.isToken(.separator) { chunk.blanks = 1 }
    }
    if item.isToken(.colon) { sawColon = true }
    statement.chunks.append(chunk)
    self.statement = statement
  }

  private func append(comment: Int, to statement: inout FormatStatement) {
    let comment = sequence.comments[comment]
    var chunk = FormatChunk(
      kind: comment.isLine ? .lineComment : .blockComment, range: comment.range, blanks: comment.isLine ? 2 : 1)
    if statement.chunks.isEmpty { chunk.blanks = 0 }
    if let last = statement.chunks.last {
      chunk.isForced = comment.isLine && comment.newlinesBefore > 0 || last.kind == .lineComment
    }
    statement.chunks.append(chunk)
  }

  private func kind(of item: FormatSequence.Item) -> FormatChunk.Kind {
    switch item.kind {
    case .token(let kind): .token(kind)
    case .bracketedSwift: .bracketedSwift
    case .swift: .swift
    }
  }

  /// Returns the number of blanks between an item and the previous item, if both are on the same line. There is none
  /// before a comma, and one before an arrow.
  private func blanks(
    before item: FormatSequence.Item, in statement: FormatStatement
  ) -> Int {
    guard !statement.chunks.isEmpty, let previous else { return 0 }
    switch previous.kind {
    case .token(.dot), .token(.at), .token(.leftParen): return 0
    default: break
    }
    let first = sequence.bytes[item.range.lowerBound]
    switch item.kind {
    case .token(.comma), .token(.dot), .token(.separator), .token(.rightParen), .token(.leftParen): return 0
    case .token(.colon): return statement.isRow && !sawColon ? 1 : 0
    case .token: return 1
    case .bracketedSwift:
      let isAfterName = previous.isToken(.identifier) || previous.kind == .bracketedSwift
      return first == Ascii.leftAngle || first == Ascii.leftParen && isAfterName ? 0 : 1
    case .swift: return 1
    }
  }
}
