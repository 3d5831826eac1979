import StateMachineModel
import StateMachineSyntax

/// Records the statements of a function, and writes them once they are simplified.
extension SwiftWriter {
  // MARK: Functions

  /// Opens the body of a function behind its head.
  ///
  /// - Parameter answers: whether the function has a result.
  mutating func openFunction(answers: Bool) {
    openBrace()
    isRecording = true
    (self.answers, mayGoOn) = (answers, true)
  }

  mutating func closeFunction() {
    // Behind a `switch` whose arms all leave, nothing is reached.
    if mayGoOn { writeRecorded(from: 0) } else { recorded.removeAll(from: 0) }
    isRecording = false
    closeBrace()
  }

  /// Writes the arms of the outermost `switch` that are recorded: of 10,000, the one at hand is all that is kept. Not in a
  /// function without a result: what stands behind the `switch` says whether a `return` leads there anyway.
  private mutating func writeArm() {
    let match = recorded.open[0]
    if !isStreaming {
      (isStreaming, mayGoOn) = (true, false)
      let code = recorded
      isRecording = false
      var place = 0
      writeInner(&place, match, code)
      write(code.statements[match], code)
      openSwitch(isJoined: code.statements[match].isJoined)
    }
    writeRecorded(from: match + 1)
  }

  private mutating func endStreaming() {
    isStreaming = false
    recorded.removeAll(from: 0)
    isRecording = false
    closeSwitch()
    isRecording = true
  }

  /// Simplifies and writes the statements from one on, and goes on with recording.
  private mutating func writeRecorded(from first: Int) {
    var code = recorded
    recorded = Code()
    isRecording = false
    if !Reach.simplify(&code, from: first, answers: answers) { mayGoOn = true }
    var place = first
    writeInner(&place, code.statements.count, code)
    code.removeAll(from: first)
    recorded = code
    isRecording = true
  }

  // MARK: Statements

  /// Writes `switch subject {`.
  ///
  /// - Parameter label: the label before it, for `jump(out:)`: only of statements that are recorded.
  mutating func openSwitch(over subject: String, label: String? = nil) {
    if let label { recorded.append(label: label) }
    write(string: "switch \(subject)")
    openSwitch(isLabelled: label != nil)
  }

  /// Ends the line `switch subject`, with its brace.
  ///
  /// - Parameters:
  ///   - isLabelled: whether a label stands before it.
  ///   - isJoined: whether its first arm stands in the same line.
  mutating func openSwitch(isLabelled: Bool = false, isJoined: Bool = false) {
    guard isRecording else {
      write(isJoined ? " { " : " {")
      if !isJoined { endLine() }
      return
    }
    recorded.beginStatement(.match, isLabelled: isLabelled)
    recorded.statements[recorded.statements.count - 1].isJoined = isJoined
  }

  mutating func closeSwitch() {
    guard isRecording else { return line("}") }
    recorded.endInner()
    if isStreaming, recorded.open.isEmpty { endStreaming() }
  }

  /// Ends the line `case patterns`, with its colon.
  mutating func openCase() {
    guard isRecording else {
      line(":")
      indent()
      return
    }
    recorded.beginStatement(.arm)
  }

  mutating func closeCase() {
    guard isRecording else { return outdent() }
    recorded.endInner()
    if answers, recorded.open.count == 1, isStreaming || recorded.beginsWithMatch { writeArm() }
  }

  /// Writes `label: do {`, or `do {` without a label.
  mutating func openScope(label: String? = nil) {
    guard isRecording else {
      write(string: (label.map { "\($0): " } ?? "") + "do")
      openBrace()
      return
    }
    if let label { recorded.append(label: label) }
    write("do")
    recorded.beginStatement(.scope, isLabelled: label != nil)
  }

  /// Writes `} else {` or `} catch {`.
  mutating func continueBrace(_ keyword: StaticString) {
    guard isRecording else {
      outdent()
      write("} ")
      write(keyword)
      openBrace()
      return
    }
    recorded.endInner()
    write(keyword)
    recorded.beginStatement(.alternative)
  }

  /// Ends a line that leaves the function, or where control does not go on.
  mutating func endLeaving() {
    if isRecording { recorded.endStatement(.line, .ends) } else { endLine() }
  }

  /// A line that leaves the function, or where control does not go on.
  mutating func leave(_ text: String) {
    write(string: text)
    endLeaving()
  }

  /// Writes `return`, which leaves a function without a value.
  mutating func leave() {
    write("return")
    if isRecording { recorded.endStatement(.line, .leavesFunction) } else { endLine() }
  }

  /// Writes `break`, or `break label`.
  mutating func jump(out label: String? = nil) {
    write("break")
    if let label { write(string: " \(label)") }
    if isRecording { recorded.endJump(label: label) } else { endLine() }
  }

  /// Ends a line `guard condition` with what its `else` does: ` else { return nil }`, or ` else { break label }`.
  mutating func endGuard(otherwise: String, label: String? = nil) {
    write(string: " else { \(label.map { "break \($0)" } ?? otherwise) }")
    if isRecording { recorded.endGuard(label: label) } else { endLine() }
  }

  // MARK: Writing what is recorded

  /// Writes the statement at a place, with those within it, and moves on behind it.
  ///
  /// - Parameter limit: behind the last statement beside it.
  private mutating func write(_ place: inout Int, _ limit: Int, _ code: Code) {
    let statement = code.statements[place]
    place += 1
    if statement.isRemoved {
      place = statement.end
      return
    }
    switch statement.kind {
    case .line:
      write(statement, code)
      let isBlock = statement.pieces.last.map { code.pieces[$0].kind == .block } ?? false
      if !isBlock { endLine() }
    case .comment, .directive: write(statement, code)
    case .scope where statement.isDissolved: writeInner(&place, statement.end, code)
    case .check, .alternative, .scope, .block:
      write(statement, code)
      openBrace()
      writeInner(&place, statement.end, code)
      if place < limit, code.statements[place].kind == .alternative {
        outdent()
        write("} ")
      } else {
        closeBrace()
      }
    case .match:
      write(statement, code)
      openSwitch(isJoined: statement.isJoined)
      writeInner(&place, statement.end, code)
      closeSwitch()
    case .arm:
      write(statement, code)
      openCase()
      let isEmpty = code.isEmpty(place..<statement.end)
      writeInner(&place, statement.end, code)
      if isEmpty { line("break") }
      closeCase()
    }
  }

  private mutating func writeInner(_ place: inout Int, _ end: Int, _ code: Code) {
    while place < end { write(&place, end, code) }
  }

  /// Writes the text of a statement.
  private mutating func write(_ statement: Code.Statement, _ code: Code) {
    var pieces = statement.pieces
    if statement.label != .none, let label = pieces.popFirst(), statement.label == .needed {
      code.text.withBytes(code.pieces[label].range) { write(text: $0) }
      write(": ")
    }
    for index in pieces {
      let piece = code.pieces[index]
      switch piece.kind {
      case .text:
        code.text.withBytes(piece.range) { write(text: $0) }
      case .source: write(piece.range)
      case .alignedSource: self.piece(piece.range)
      case .swift: self.code(SwiftCode(range: piece.range), guards: Table())
      case .embedded: write(code.embedded[Int(piece.first)]) { $0.code($1.code, guards: $1.guards) }
      case .block: write(code.embedded[Int(piece.first)]) { $0.block($1.code, guards: $1.guards) }
      case .documentation: documentation(piece.range, as: "//")
      case .comments: comments(code.comments[Int(piece.first)])
      case .discarded: discard(piece.range)
      case .lineBreak: breakLine(before: Int(piece.first))
      case .beginLocation: beginLocation(piece.range)
      case .endLocation: endLocation()
      }
    }
  }

  private mutating func write(_ embedded: Code.Embedded, _ write: (inout SwiftWriter, Code.Embedded) -> Void) {
    let names = (stateName, eventName)
    (stateName, eventName) = (embedded.stateName, embedded.eventName)
    write(&self, embedded)
    (stateName, eventName) = names
  }
}
