import StateMachineModel
import StateMachineSyntax

/// Records the statements of a function, and writes them once they are simplified.
extension SwiftWriter {
  // MARK: Functions

  /// Opens the body of a function behind its head.
  ///
  /// - Parameters:
  ///   - answers: whether the function has a result.
  ///   - mayBindTooMuch: whether patterns may bind names that nothing reads in the end.
  ///   - isStreamed: whether the arms of its outermost `switch` may be written one after the other.
  mutating func openFunction(answers: Bool, mayBindTooMuch: Bool = false, isStreamed: Bool = false) {
    openBrace()
    isRecording = true
    self.mayBindTooMuch = mayBindTooMuch
    (self.answers, self.isStreamed, mayGoOn) = (answers, isStreamed, true)
  }

  /// - Returns: the variables of a function that is written as a whole.
  @discardableResult
  mutating func closeFunction() -> [Code.Variable] {
    // Behind a `switch` whose arms all leave, nothing is reached.
    let variables = mayGoOn ? writeRecorded(from: 0) : []
    recorded.removeAll(from: 0)
    isRecording = false
    closeBrace()
    return variables
  }

  /// Writes the arms of the outermost `switch` that are recorded: of 10,000, the one at hand is all that is kept. Not in a
  /// function without a result: what stands behind the `switch` says whether a `return` leads there anyway. Not where
  /// several of the arms may be written as one.
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
  @discardableResult
  private mutating func writeRecorded(from first: Int) -> [Code.Variable] {
    // Moved out and back: a copy would retain each of its lists, for each arm of a 'switch'.
    var code = Code()
    swap(&code, &recorded)
    isRecording = false
    let leaves = code.simplify(from: first, answers: answers, mayBindTooMuch: mayBindTooMuch, source: source.bytes)
    if !leaves { mayGoOn = true }
    if isNotingRows { beginNotes(of: code) }
    var place = first
    writeInner(&place, code.statements.count, code)
    let variables = code.variables
    code.removeAll(from: first)
    swap(&code, &recorded)
    isRecording = true
    return variables
  }

  // MARK: Statements

  /// Writes `switch subject {`.
  ///
  /// - Parameter label: the label before it, for `jump(out:)`: only of statements that are recorded.
  mutating func openSwitch(over subject: String, label: String? = nil) {
    if let label { recorded.append(apart: label) }
    write(string: "switch \(subject)")
    openSwitch(isLabelled: label != nil)
  }

  /// Ends the line `switch subject`, with its brace.
  ///
  /// - Parameters:
  ///   - isLabelled: whether a label stands before it.
  ///   - isJoined: whether its first arm stands in the same line.
  ///   - keepsArms: whether its arms stay apart, as several may match a value, or as no label has several of the patterns.
  mutating func openSwitch(isLabelled: Bool = false, isJoined: Bool = false, keepsArms: Bool = false) {
    guard isRecording else {
      write(isJoined ? " { " : " {")
      if !isJoined { endLine() }
      return
    }
    recorded.beginStatement(.match, isLabelled: isLabelled)
    recorded.statements[recorded.statements.count - 1].isJoined = isJoined
    recorded.statements[recorded.statements.count - 1].keepsArms = keepsArms
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
    if isStreamed, recorded.open.count == 1, isStreaming || recorded.beginsWithMatch { writeArm() }
  }

  /// Writes `label: do {`, or `do {` without a label.
  mutating func openScope(label: String? = nil) {
    guard isRecording else {
      write(string: (label.map { "\($0): " } ?? "") + "do")
      openBrace()
      return
    }
    if let label { recorded.append(apart: label) }
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

  /// Writes `return value`.
  mutating func leave(value: StaticString) {
    write("return ")
    write(value)
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

  /// Says that what comes next is written for a row, with the place of that.
  ///
  /// - Returns: the row around it, for `endRow(_:)`.
  mutating func beginRow(_ range: SourceRange) -> Int32 {
    defer { recorded.row = Int32(truncatingIfNeeded: range.lowerBound) }
    return recorded.row
  }

  mutating func endRow(_ outer: Int32) { recorded.row = outer }

  // MARK: Variables

  /// Declares a variable of the generator's own: only in what is recorded, as everything that names it.
  mutating func declare(_ variable: Code.Variable) {
    recorded.declare(variable, .declare)
  }

  /// Declares the enum of a variable's values, before the variable.
  mutating func declareType(of variable: Code.Variable) {
    recorded.declare(variable, .declareType)
  }

  mutating func declare(flag name: String, initially value: Bool = false) {
    declare(Code.Variable(kind: .flag, name: name, initialValue: value ? 1 : 0))
  }

  /// Gives a variable a value by its number; for a flag, 1 is true.
  mutating func set(_ variable: String, to value: Int = 1) {
    recorded.endStatement(.set, recorded.place(of: variable), value: value)
  }

  /// The same, unless its value is greater.
  mutating func raise(_ variable: String, to value: Int) {
    recorded.endStatement(.raise, recorded.place(of: variable), value: value)
  }

  /// Writes what a variable is, within a line.
  mutating func write(variable: String) { recorded.append(.variable, recorded.place(of: variable)) }

  /// Writes `if !first, !second {`; nothing is opened where there are no terms.
  ///
  /// - Returns: how many braces have been opened.
  mutating func openCheck(_ terms: [Code.Term]) -> Int {
    guard !terms.isEmpty else { return 0 }
    write("if ")
    write(terms)
    recorded.asks = .all
    openBrace(.check)
    return 1
  }

  mutating func write(_ terms: [Code.Term]) { for term in terms { recorded.append(term) } }

  /// Writes `guard first || second else { … }`, with what stands in the braces.
  ///
  /// - Parameter label: the statement that is left there; nil for the function.
  mutating func writeGuard(
    any terms: [Code.Term], label: String? = nil, otherwise: (inout SwiftWriter) -> Void
  ) {
    write("guard ")
    write(terms)
    recorded.append(apart: " else { ")
    let first = recorded.pieces.count
    otherwise(&self)
    let count = recorded.pieces.count - first
    recorded.append(apart: " }")
    recorded.asks = .any
    recorded.endGuard(label: label)
    recorded.statements[recorded.statements.count - 1].value = Int32(count)
  }

  /// Writes `(first || second ? variable : other)`; the other alone where there is nothing to ask for.
  mutating func write(either terms: [Code.Term], variable: String, _ other: String) {
    recorded.append(.ifAsked, apart: "(")
    write(terms)
    recorded.append(.ifAsked, apart: " ? ")
    recorded.append(.variableIfAsked, recorded.place(of: variable))
    recorded.append(.ifAsked, apart: " : ")
    write(string: other)
    recorded.append(.ifAsked, apart: ")")
    recorded.asks = .either
  }

  /// Ends the line `switch variable` over a variable of the generator's own.
  mutating func openSwitch(overVariable name: String, label: String? = nil) {
    openSwitch(over: name, label: label)
    let place = recorded.statements.count - 1
    recorded.statements[place].variable = Int32(recorded.place(of: name))
  }

  /// Opens the arm of a value.
  mutating func openCase(of variable: String, _ value: Int) {
    write("case ")
    recorded.append(.value, SourceRange(recorded.place(of: variable), value))
    openCase()
  }

  /// Writes a name that a pattern or a `let` binds, with `let` or `var`.
  ///
  /// - Parameter type: where the type of its value stands in the source; nil where several patterns of one label cannot
  ///   bind it.
  mutating func bind(_ name: Identifier, isVariable: Bool, type: SourceRange? = nil) {
    guard isRecording else {
      write(isVariable ? "var " : "let ")
      return write(name)
    }
    source.bytes.withUnsafeBufferPointer { bytes in
      let name = (bytes: bytes[name.range.lowerBound..<name.range.upperBound], isQuoted: name.needsBackticks)
      recorded.append(
        binding: UnsafeBufferPointer(rebasing: name.bytes), isQuoted: name.isQuoted, isVariable: isVariable, type: type)
    }
  }

  /// The same for a name of the generator's own.
  mutating func bind(string name: String, isVariable: Bool, type: SourceRange? = nil) {
    guard isRecording else {
      write(isVariable ? "var " : "let ")
      return write(string: name)
    }
    var name = name
    name.withUTF8 { recorded.append(binding: $0, isQuoted: false, isVariable: isVariable, type: type) }
  }

  /// Opens the parentheses of a pattern, which are not written where nothing in them is bound.
  ///
  /// - Returns: where they stand.
  mutating func openGroup() -> Int {
    guard isRecording, mayBindTooMuch else {
      write("(")
      return -1
    }
    recorded.append(.group)
    let place = recorded.pieces.count - 1
    recorded.append(apart: "(")
    return place
  }

  mutating func closeGroup(_ place: Int) {
    guard place >= 0 else { return write(")") }
    recorded.append(apart: ")")
    recorded.pieces[place].first = Int32(recorded.pieces.count - place - 1)
  }

  /// Ends a line `let name = value`, whose value does nothing.
  mutating func endBinding() {
    guard isRecording else { return endLine() }
    recorded.endStatement(.line)
    recorded.statements[recorded.statements.count - 1].operation = .bind
  }

  /// Says that the statement at hand changes what a name stands for.
  mutating func noteChange(of name: String) {
    if isRecording, mayBindTooMuch { recorded.append(.changes, apart: name) }
  }

  /// Writes `_ = name`, where that is a variable that is changed, and not read.
  mutating func readIfUnread(_ name: String) {
    guard isRecording, mayBindTooMuch else { return }
    bind(string: name, isVariable: true)
    recorded.endStatement(.line)
    recorded.statements[recorded.statements.count - 1].operation = .read
  }

  // MARK: Writing what is recorded

  /// Writes the statement at a place, with those within it, and moves on behind it.
  ///
  /// - Parameter limit: behind the last statement beside it.
  private mutating func write(_ place: inout Int, _ limit: Int, _ code: Code) {
    let statement = code.statements[place]
    let own = place
    place += 1
    if statement.isRemoved {
      place = statement.end
      return
    }
    if isNotingRows {
      note(own)
      if statement.kind != .arm { noteEmpty(own) }
    }
    switch statement.kind {
    case .line where statement.operation == .read: writeRead(statement, code)
    case .line where statement.variable >= 0:
      write(statement, code)
      writeLine(statement, code.variables[Int(statement.variable)])
    case .line:
      write(statement, code)
      let isBlock = statement.pieces.last.map { code.pieces[$0].kind == .block } ?? false
      if !isBlock { endLine() }
    case .comment, .directive: write(statement, code)
    case .scope where statement.isDissolved: writeInner(&place, statement.end, code)
    case .check, .alternative, .scope, .block:
      write(statement, code)
      if statement.kind == .scope {
        let pieces = statement.label == .none ? statement.pieces : statement.pieces.dropFirst()
        if !pieces.contains(where: { code.pieces[$0].kind == .text }) { write("do") }
      }
      openBrace()
      writeInner(&place, statement.end, code)
      if place < limit, code.statements[place].kind == .alternative, !code.statements[place].isRemoved {
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
      if isNotingRows { noteEmpty(own, isBreak: isEmpty) }
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
    var parts = Parts()
    var index = pieces.lowerBound
    while index < pieces.upperBound {
      let piece = code.pieces[index]
      index += 1
      switch piece.kind {
      case .text:
        code.text.withBytes(piece.range) { write(text: $0) }
      case .source: write(piece.range)
      case .alignedSource: self.piece(piece.range)
      case .swift: writePlain(piece.range)
      case .embedded: write(code.embedded[Int(piece.first)]) { $0.code($1.code, guards: $1.guards) }
      case .block: write(code.embedded[Int(piece.first)]) { $0.block($1.code, guards: $1.guards) }
      case .documentation: documentation(piece.range, as: "//")
      case .comments: comments(code.comments[Int(piece.first)])
      case .discarded: discard(piece.range)
      case .lineBreak: breakLine(before: Int(piece.first))
      case .beginLocation: beginLocation(piece.range)
      case .endLocation: endLocation()
      case .term: write(term: piece, code, statement.asks == .all ? ", " : " || ", &parts)
      case .variable: write(string: code.variables[Int(piece.first)].name)
      case .constant: write(string: code.variables[Int(piece.first)].text(Int(piece.last)))
      case .value: write(value: piece, code, &parts)
      case .ifAsked where parts.isAsked || pieces.contains { code.pieces[$0].kind == .term }:
        code.text.withBytes(piece.range) { write(text: $0) }
      case .variableIfAsked where parts.isAsked: write(string: code.variables[Int(piece.first)].name)
      case .binding:
        let binding = code.bindings[Int(piece.first)]
        if binding.isRead {
          write(binding.isVariable ? "var " : "let ")
          code.text.withBytes(binding.name) { write(text: $0) }
        } else {
          write("_")
        }
      case .group:
        let inner = index..<index + Int(piece.first)
        let isBound = inner.contains { place in
          code.pieces[place].kind == .binding && code.bindings[Int(code.pieces[place].first)].isRead
        }
        if !isBound { index = inner.upperBound }
      case .ifAsked, .variableIfAsked, .changes: break
      }
    }
  }

  /// What has been written of the terms, or of the values, of a statement.
  private struct Parts {
    var isAsked = false
    var hasValue = false
  }

  private mutating func write(term piece: Code.Piece, _ code: Code, _ separator: StaticString, _ parts: inout Parts) {
    if parts.isAsked { write(separator) }
    parts.isAsked = true
    let variable = code.variables[Int(piece.first)]
    let (value, isEqual) = (Int(piece.last) / 2, piece.last % 2 == 1)
    guard variable.kind == .flag else {
      write(string: "\(variable.name) \(isEqual ? "==" : "!=") \(variable.text(value))")
      return
    }
    if (value == 1) != isEqual { write("!") }
    write(string: variable.name)
  }

  /// Writes a value in the label of an arm.
  private mutating func write(value piece: Code.Piece, _ code: Code, _ parts: inout Parts) {
    let variable = code.variables[Int(piece.first)]
    let isOptional = variable.kind == .optional && variable.mayBeUnset && piece.last > 0
    let text = variable.text(Int(piece.last)) + (isOptional ? "?" : "")
    if parts.hasValue {
      write(",")
      breakLine(before: text.utf8.count + 5)
    }
    parts.hasValue = true
    write(string: text)
  }

  private mutating func writeRead(_ statement: Code.Statement, _ code: Code) {
    for index in statement.pieces where code.pieces[index].kind == .binding {
      line(string: "_ = \(code.name(of: Int(code.pieces[index].first)))")
    }
  }

  /// Writes a line that declares or sets a variable of the generator's own.
  private mutating func writeLine(_ statement: Code.Statement, _ variable: Code.Variable) {
    let value = variable.text(Int(statement.value))
    switch (statement.operation, variable.kind) {
    case (.declareType, _): write(string: variable.typeDeclaration)
    case (.declare, .flag): write(string: "var \(variable.name) = \(variable.text(variable.initialValue))")
    case (.declare, .rising): write(string: "var \(variable.name) = \(variable.type)\(variable.text(variable.least))")
    case (.declare, .copy):
      write(string: "\(variable.isSetOnce ? "let" : "var") \(variable.name) = \(variable.values[0])")
    case (.declare, .optional):
      let keyword = variable.isSetOnce && !variable.mayBeUnset ? "let" : "var"
      write(string: "\(keyword) \(variable.name): \(variable.type)\(variable.mayBeUnset ? "?" : "")")
    case (.raise, _):
      let before = variable.text(Int(statement.value) - 1)
      write(string: "if \(variable.name) == \(before) { \(variable.name) = \(value) }")
    default: write(string: "\(variable.name) = \(value)")
    }
    endLine()
  }

  private mutating func write(_ embedded: Code.Embedded, _ write: (inout SwiftWriter, Code.Embedded) -> Void) {
    let names = (stateName, eventName)
    (stateName, eventName) = (embedded.stateName, embedded.eventName)
    write(&self, embedded)
    (stateName, eventName) = names
  }
}
