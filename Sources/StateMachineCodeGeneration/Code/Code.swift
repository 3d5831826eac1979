import StateMachineModel
import StateMachineSyntax

/// The body of a Swift function as a value: statements that know how control goes on behind them, before they are text.
/// It knows Swift, and no machine. Lowering appends statements, passes (`Simplify`) take statements away, and `SwiftWriter`
/// writes what is left.
///
/// Statements stand in one flat array, each before those within it: a pass marks what is not to be written, and moves
/// nothing. `Code` is made anew for each arm of a large `switch`, so that 10,000 states need the memory of one.
struct Code {
  /// One statement: a line, or one that holds others.
  struct Statement {
    enum Kind: UInt8 {
      /// A line, or several lines of the user's own.
      case line
      case comment
      /// The end of a source location.
      case directive
      /// `if condition { … }`
      case check
      /// `} else {` or `} catch {`, behind a `check` or a `scope`
      case alternative
      /// `do { … }`
      case scope
      /// Another line that ends in a brace: a loop, a closure, a function within the function.
      case block
      /// `switch subject { … }`, which holds arms
      case match
      /// `case pattern, pattern: …`
      case arm

      /// Is true where control passes by.
      var isRemark: Bool { self == .comment || self == .directive }
    }

    /// Where control goes from a line.
    enum Jump: UInt8 {
      /// To the next statement.
      case none
      /// Out of the function without a value: `return`.
      case leavesFunction
      /// Behind the statement `target`: `break`.
      case leavesTarget
      /// Out of the function with a value or an error, or nowhere, behind a trap.
      case ends
    }

    var kind: Kind
    var jump = Jump.none
    /// Is true where the statement is not written.
    var isRemoved = false
    /// Is true where what a `scope` holds is written without its braces.
    var isDissolved = false
    /// Is true where the first arm of a `match` stands in its line.
    var isJoined = false
    /// Of a `scope` or a `match`: whether its first piece is a label.
    var label = Label.none
    /// The text: the line, or what stands before the brace or the colon.
    var pieces: Range<Int>
    /// Behind the last statement within it.
    var end: Int
    /// The statement that a jump leaves, or that the `else` of a `guard` leaves; -1 for none.
    var target = -1
    /// What is done with the variable `variable`, and the value that it is given; the variable of a `match`, too.
    var operation = Operation.none
    var variable: Int32 = -1
    /// Of a `guard` that asks for variables, it is how many pieces stand in its braces.
    var value: Int32 = 0
    /// How the terms among its pieces are joined.
    var asks = Asks.nothing
    /// The row that it is written for: where that begins in the source; -1 for none.
    var row: Int32 = -1
    /// Of a `match`: whether its arms stay apart, as several may match a value, or as no label has several of the patterns.
    var keepsArms = false

    /// Of a line: what it does with a variable of the generator's own.
    enum Operation: UInt8 {
      case none
      /// Declares the enum of its values, or the variable itself.
      case declareType, declare
      case set
      /// Sets it unless its value is greater.
      case raise
      /// `_ = name`: written where what stands behind it changes the name, and does not read it.
      case read
      /// `let name = value`: written where what stands behind it reads the name.
      case bind
    }

    /// What follows from the terms of a statement.
    enum Asks: UInt8 {
      case nothing
      /// It holds where all of them do, or any: the condition of an `if`, or of a `guard` whose `else` is in its line.
      case all, any
      /// A line has another text where any of them holds.
      case either
    }

    enum Label: UInt8 {
      case none, needed
      /// No jump needs it: it is not written.
      case unneeded
    }
  }

  /// A part of a statement's text.
  struct Piece {
    enum Kind: UInt8 {
      /// Text of the generator: bytes of `text`.
      case text
      /// A piece of the source, as it is, and at the place that it has there.
      case source, alignedSource
      /// Swift of the file within a line; the same where names stand in it, of which `embedded` knows; and in lines of its
      /// own.
      case swift, embedded, block
      /// Lines of comments.
      case documentation, comments
      /// `_` in the place of a name of the source.
      case discarded
      /// The line may be broken where the number of bytes behind it has no room.
      case lineBreak
      /// What follows stands in the source at a place; what follows is generated.
      case beginLocation, endLocation
      /// A question for a variable, `first`: whether it has a value; `last` is the value, doubled, and one more for "has".
      case term
      /// What a variable is, `first`; or its value `last`, in the label of an arm, or as an expression.
      case variable, value, constant
      /// Text, or a variable, that is written where the statement has terms.
      case ifAsked, variableIfAsked
      /// A name that a pattern binds: `first` is its place in `bindings`.
      case binding
      /// The parentheses of a pattern, with so many pieces within: written where one of them is bound.
      case group
      /// The statement changes what a name stands for.
      case changes
    }

    var kind: Kind
    var first: Int32
    var last: Int32

    var range: SourceRange { SourceRange(Int(first), Int(last)) }
  }

  /// Embedded Swift, with what stands for names in it.
  struct Embedded {
    var code: SwiftCode
    var guards: Table<NamedGuard>
    var stateName: String
    var eventName: String
  }

  /// A name that a pattern, or a `let`, gives to a value.
  struct Binding {
    /// Where it stands in `text`, with back-ticks where it needs them.
    var name: SourceRange
    var isVariable: Bool
    /// Where the type of its value stands in the source; nil where several patterns of one label cannot bind it.
    var type: SourceRange?
    /// Is false where nothing reads it: a pattern has `_` in its place.
    var isRead = true
  }

  var statements: [Statement] = []
  var pieces: [Piece] = []
  /// What tells something about rows, where that is asked for.
  var rowParts: [RowPart] = []
  private(set) var text = ByteBuffer()
  private(set) var embedded: [Embedded] = []
  private(set) var comments: [[SourceRange]] = []
  /// The variables of the generator's own, which statements declare, set and ask for.
  var variables: [Variable] = []
  var bindings: [Binding] = []
  /// The statements that hold the one that comes next, outer first.
  private(set) var open: [Int] = []
  /// Is true where there are jumps to statements, or out of the function without a value.
  private(set) var hasJumps = false
  /// Is true where there are scopes.
  var hasScopes = false
  /// How the terms of the statement at hand are joined.
  var asks = Statement.Asks.nothing
  /// The row that statements are written for: where it begins in the source; -1 for none.
  var row: Int32 = -1
  /// Where the pieces of the statement at hand begin.
  private var start = 0

  /// Is true where a statement has been begun.
  var isWithinLine: Bool { start < pieces.count }

  /// The places of the statements within one, with those within them.
  func inside(_ place: Int) -> Range<Int> { place + 1..<statements[place].end }

  /// Calls a function with the places of some statements that stand beside one another, and are written.
  func forEach(in places: Range<Int>, _ body: (Int) -> Void) {
    var place = places.lowerBound
    while place < places.upperBound {
      if !statements[place].isRemoved { body(place) }
      place = statements[place].end
    }
  }

  /// Tells whether nothing is written of some statements but comments.
  func isEmpty(_ places: Range<Int>) -> Bool {
    var place = places.lowerBound
    while place < places.upperBound {
      let statement = statements[place]
      if !statement.isRemoved, !statement.kind.isRemark {
        guard statement.kind == .scope, statement.isDissolved, isEmpty(inside(place)) else { return false }
      }
      place = statement.end
    }
    return true
  }

  /// The last statement that is written, and whether it is the only one.
  func lastStatement(of places: Range<Int>) -> (place: Int, isOnly: Bool)? {
    var last: (place: Int, isOnly: Bool)?
    var place = places.lowerBound
    while place < places.upperBound {
      if !statements[place].isRemoved, !statements[place].kind.isRemark { last = (place, last == nil) }
      place = statements[place].end
    }
    return last
  }

  /// Whether a line may declare a name: it is no single statement of the generator that does something else.
  func declaresName(_ place: Int) -> Bool {
    guard let piece = statements[place].pieces.first(where: { pieces[$0].kind != .beginLocation }).map({ pieces[$0] })
    else { return statements[place].operation == .declare }
    guard piece.kind == .text else { return piece.kind == .block || piece.kind == .binding }
    return text.withBytes(piece.range) { bytes in
      ["let ", "var ", "guard ", "func ", "enum "].contains { bytes.starts(with: $0.utf8) }
    }
  }

  /// Whether a statement has questions for variables.
  func asks(_ place: Int) -> Bool {
    let statement = statements[place]
    return statement.asks != .nothing && statement.pieces.contains { pieces[$0].kind == .term }
  }

  /// Is true where nothing but lines stands before the statement that is open: no pass takes anything of them away. Whether a
  /// label is needed is known behind all arms.
  var beginsWithMatch: Bool {
    guard let match = open.first, statements[match].kind == .match, statements[match].label == .none,
      statements[match].variable < 0
    else { return false }
    return statements[..<match].allSatisfy { $0.kind == .line && $0.operation == .none || $0.kind.isRemark }
  }

  /// Forgets all statements from one on; the memory is used again.
  mutating func removeAll(from first: Int) {
    guard first < statements.count else { return }
    start = statements[first].pieces.lowerBound
    statements.removeSubrange(first...)
    if let piece = pieces[start...].first(where: { $0.kind == .text }) { text.removeAll(from: Int(piece.first)) }
    if !embedded.isEmpty, let piece = pieces[start...].first(where: { $0.kind == .embedded || $0.kind == .block }) {
      embedded.removeSubrange(Int(piece.first)...)
    }
    if !comments.isEmpty, let piece = pieces[start...].first(where: { $0.kind == .comments }) {
      comments.removeSubrange(Int(piece.first)...)
    }
    if !bindings.isEmpty, let piece = pieces[start...].first(where: { $0.kind == .binding }) {
      bindings.removeSubrange(Int(piece.first)...)
    }
    pieces.removeSubrange(start...)
    variables.removeAll(keepingCapacity: true)
    if !rowParts.isEmpty { rowParts.removeAll { $0.statements.lowerBound >= first } }
    if first == 0 { (hasJumps, hasScopes) = (false, false) }
  }

  // MARK: Pieces

  mutating func append(_ kind: Piece.Kind, _ range: SourceRange) {
    pieces.append(Piece(kind: kind, first: Int32(range.lowerBound), last: Int32(range.upperBound)))
  }

  mutating func append(_ kind: Piece.Kind, _ number: Int = 0) { append(kind, SourceRange(number, number)) }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    let first = text.count
    text.append(bytes)
    // One piece behind the other are one.
    if start < pieces.count, pieces[pieces.count - 1].kind == .text, pieces[pieces.count - 1].last == first {
      pieces[pieces.count - 1].last = Int32(text.count)
    } else {
      append(.text, SourceRange(first, text.count))
    }
  }

  mutating func append(_ kind: Piece.Kind, _ code: Embedded) {
    append(kind, embedded.count)
    embedded.append(code)
  }

  mutating func append(comments lines: [SourceRange]) {
    append(.comments, comments.count)
    comments.append(lines)
  }

  /// Text that is a piece of its own: a label, which is the first piece of a statement, or what stands behind terms.
  mutating func append(_ kind: Piece.Kind = .text, apart text: String) {
    self.text.append(0)
    let first = self.text.count
    var text = text
    text.withUTF8 { self.text.append($0) }
    append(kind, SourceRange(first, self.text.count))
    // A byte between this piece and the next keeps them apart.
    self.text.append(0)
  }

  /// A name that a pattern binds.
  mutating func append(binding name: UnsafeBufferPointer<UInt8>, isQuoted: Bool, isVariable: Bool, type: SourceRange?) {
    text.append(0)
    let first = text.count
    if isQuoted { text.append(Ascii.backtick) }
    text.append(name)
    if isQuoted { text.append(Ascii.backtick) }
    append(.binding, bindings.count)
    bindings.append(Binding(name: SourceRange(first, text.count), isVariable: isVariable, type: type))
    text.append(0)
  }

  func name(of binding: Int) -> String {
    text.withBytes(bindings[binding].name) { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Variables

  /// The place of a variable; one that is not declared is a flag of which nothing is known.
  mutating func place(of name: String) -> Int {
    if let place = variables.lastIndex(where: { $0.name == name }) { return place }
    variables.append(Variable(kind: .flag, name: name, isDeclared: true))
    return variables.count - 1
  }

  /// Declares a variable, or before that the enum of its values. Another of its name may have been declared further up.
  mutating func declare(_ variable: Variable, _ operation: Statement.Operation) {
    let known = variables.lastIndex { $0.name == variable.name && !$0.isDeclared }
    if known == nil { variables.append(variable) }
    let place = known ?? variables.count - 1
    variables[place].isDeclared = operation == .declare
    endStatement(operation, place)
  }

  /// A line that does something with a variable.
  mutating func endStatement(_ operation: Statement.Operation, _ variable: Int, value: Int = 0) {
    endStatement(.line)
    let place = statements.count - 1
    (statements[place].operation, statements[place].variable) = (operation, Int32(variable))
    statements[place].value = Int32(value)
  }

  /// A question for a variable, in the statement that comes next.
  mutating func append(_ term: Term) {
    append(.term, SourceRange(place(of: term.variable), term.value * 2 + (term.isEqual ? 1 : 0)))
  }

  // MARK: Statements

  mutating func endStatement(_ kind: Statement.Kind, _ jump: Statement.Jump = .none) {
    if jump == .leavesFunction || jump == .leavesTarget { hasJumps = true }
    statements.append(
      Statement(kind: kind, jump: jump, pieces: start..<pieces.count, end: statements.count + 1, asks: asks, row: row))
    start = pieces.count
    asks = .nothing
  }

  /// A line that leaves the innermost `match`, or the statement that has a label.
  mutating func endJump(label: String?) {
    endStatement(.line, .leavesTarget)
    statements[statements.count - 1].target = target(label)
  }

  /// A line that leaves the statement with a label, or for nil the function, where a condition does not hold.
  mutating func endGuard(label: String?) {
    endStatement(.line)
    guard let label else { return }
    hasJumps = true
    statements[statements.count - 1].target = target(label)
  }

  private func target(_ label: String?) -> Int {
    open.last { place in label.map { self.label(of: place) == $0 } ?? (statements[place].kind == .match) } ?? -1
  }

  private func label(of place: Int) -> String? {
    guard statements[place].label != .none else { return nil }
    let piece = pieces[statements[place].pieces.lowerBound]
    return text.withBytes(piece.range) { String(decoding: $0, as: UTF8.self) }
  }

  mutating func beginStatement(_ kind: Statement.Kind, isLabelled: Bool = false) {
    if kind == .scope { hasScopes = true }
    // Without jumps, nothing looks at labels.
    if isLabelled { hasJumps = true }
    open.append(statements.count)
    endStatement(kind)
    if isLabelled { statements[statements.count - 1].label = .needed }
  }

  mutating func endInner() { statements[open.removeLast()].end = statements.count }
}
