import StateMachineModel
import StateMachineSyntax

/// Records the statements of a function, and writes them once they are simplified.
extension SwiftWriter {
  // MARK: Functions

  /// Opens the body of a function behind its head.
  mutating func openFunction() {
    openBrace()
    isRecording = true
  }

  /// - Parameter answers: whether the function has a result.
  mutating func closeFunction(answers: Bool) {
    isRecording = false
    Reach.simplify(&recorded, answers: answers)
    write(recorded)
    recorded.removeAll(from: 0)
    closeBrace()
  }

  // MARK: Statements

  /// Ends the line `switch subject`, with its brace.
  ///
  /// - Parameters:
  ///   - label: the label before it, for `jump(out:)`.
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
    if isRecording { recorded.endInner() } else { line("}") }
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
    if isRecording { recorded.endInner() } else { outdent() }
  }

  /// Writes `label: do {`, or `do {` without a label.
  mutating func openScope(label: String? = nil) {
    guard isRecording else {
      write(string: (label.map { "\($0): " } ?? "") + "do")
      openBrace()
      return
    }
    if let label { write(string: label) }
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

  /// Ends a line `guard … else { break label }`; without a label, one whose `else` leaves the function.
  mutating func endGuard(label: String?) {
    if isRecording { recorded.endGuard(label: label) } else { endLine() }
  }

  // MARK: Writing what is recorded

  private mutating func write(_ code: Code) {
    var place = 0
    while place < code.statements.count { write(&place, code) }
  }

  /// Writes the statement at a place, with those within it, and moves on behind it.
  private mutating func write(_ place: inout Int, _ code: Code) {
    let statement = code.statements[place]
    place += 1
    if statement.isRemoved {
      place = statement.end
      return
    }
    switch statement.kind {
    case .line:
      write(statement, code)
      if code.pieces[statement.pieces.upperBound - 1].kind != .block { endLine() }
    case .remark: write(statement, code)
    case .scope where statement.isDissolved: writeInner(&place, statement.end, code)
    case .check, .alternative, .scope, .block:
      write(statement, code)
      openBrace()
      writeInner(&place, statement.end, code)
      closeBrace(before: place, code)
    case .match:
      write(statement, code)
      openSwitch(isJoined: statement.isJoined)
      writeInner(&place, statement.end, code)
      closeSwitch()
    case .arm:
      write(statement, code)
      openCase()
      let isEmpty = !code.statements[place..<statement.end].contains { !$0.isRemoved && $0.kind != .remark }
      writeInner(&place, statement.end, code)
      if isEmpty { line("break") }
      closeCase()
    }
  }

  private mutating func writeInner(_ place: inout Int, _ end: Int, _ code: Code) {
    while place < end { write(&place, code) }
  }

  private mutating func closeBrace(before next: Int, _ code: Code) {
    guard next < code.statements.count, code.statements[next].kind == .alternative else {
      closeBrace()
      return
    }
    outdent()
    write("} ")
  }

  /// Writes the text of a statement.
  private mutating func write(_ statement: Code.Statement, _ code: Code) {
    for index in statement.pieces {
      let piece = code.pieces[index]
      switch piece.kind {
      case .text:
        if index == statement.unusedLabel { continue }
        code.text.withUnsafeBufferPointer { text in
          write(text: UnsafeBufferPointer(rebasing: text[Int(piece.first)..<Int(piece.last)]))
        }
        if index == statement.label { write(": ") }
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
