import StateMachineModel
import StateMachineSyntax

/// The body of a Swift function as a value: statements that know how control goes on behind them, before they are text.
/// It knows Swift, and no machine. Lowering appends statements, passes (`Simplify`) take statements away, and `SwiftWriter`
/// writes what is left.
///
/// Statements stand in one flat array, each before those within it, as a function may have 100,000 of them. A pass marks
/// what is not to be written and moves nothing.
struct Code {
  /// One statement: a line, or one that holds others.
  struct Statement {
    enum Kind: UInt8 {
      /// A line, or several lines of the user's own.
      case line
      /// A comment, or a directive: control passes it by.
      case remark
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
    /// The text: the line, or what stands before the brace or the colon.
    var pieces: Range<Int>
    /// Behind the last statement within it.
    var end: Int
    /// The statement that a jump leaves.
    var target = -1
    /// Of a `scope` or a `match`, the piece that is its label; -1 for none. The same of one that no jump leaves.
    var label = -1
    var unusedLabel = -1
  }

  /// A part of a statement's text.
  struct Piece {
    enum Kind: UInt8 {
      /// Text of the generator: the bytes of `text`.
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

  var statements: [Statement] = []
  private(set) var pieces: [Piece] = []
  private(set) var text: [UInt8] = []
  private(set) var embedded: [Embedded] = []
  private(set) var comments: [[SourceRange]] = []
  /// The statements that hold the one that comes next, outer first.
  private(set) var open: [Int] = []
  /// Where the pieces of the statement at hand begin.
  private var start = 0

  /// Is true where a statement has been begun.
  var isWithinLine: Bool { start < pieces.count }

  /// Forgets all statements from one on; the memory is used again.
  mutating func removeAll(from first: Int) {
    guard first < statements.count else { return }
    let piece = statements[first].pieces.lowerBound
    statements.removeSubrange(first...)
    pieces.removeSubrange(piece...)
    start = piece
    if piece == 0 {
      text.removeAll(keepingCapacity: true)
      embedded.removeAll()
      comments.removeAll()
    }
  }

  // MARK: Pieces

  mutating func append(_ kind: Piece.Kind, _ range: SourceRange) {
    pieces.append(Piece(kind: kind, first: Int32(range.lowerBound), last: Int32(range.upperBound)))
  }

  mutating func append(_ kind: Piece.Kind, _ number: Int = 0) { append(kind, SourceRange(number, number)) }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    let first = text.count
    text.append(contentsOf: bytes)
    append(.text, SourceRange(first, text.count))
  }

  mutating func append(_ kind: Piece.Kind, _ code: Embedded) {
    append(kind, embedded.count)
    embedded.append(code)
  }

  mutating func append(comments lines: [SourceRange]) {
    append(.comments, comments.count)
    comments.append(lines)
  }

  // MARK: Statements

  mutating func endStatement(_ kind: Statement.Kind, _ jump: Statement.Jump = .none) {
    statements.append(
      Statement(kind: kind, jump: jump, pieces: start..<pieces.count, end: statements.count + 1))
    start = pieces.count
  }

  /// A line that leaves the innermost `match`, or the statement that has a label.
  mutating func endJump(label: String?) {
    endStatement(.line, .leavesTarget)
    statements[statements.count - 1].target = target(label)
  }

  /// A line that leaves the statement with a label, or for nil the function, where a condition does not hold.
  mutating func endGuard(label: String?) {
    endStatement(.line)
    if let label { statements[statements.count - 1].target = target(label) }
  }

  private func target(_ label: String?) -> Int {
    open.last { place in label.map { self.label(of: place) == $0 } ?? (statements[place].kind == .match) } ?? -1
  }

  mutating func beginStatement(_ kind: Statement.Kind, isLabelled: Bool = false) {
    open.append(statements.count)
    endStatement(kind)
    if isLabelled { statements[statements.count - 1].label = statements[statements.count - 1].pieces.lowerBound }
  }

  /// Returns the place of the statement that ends.
  @discardableResult
  mutating func endInner() -> Int {
    let place = open.removeLast()
    statements[place].end = statements.count
    return place
  }

  private func label(of place: Int) -> String? {
    let piece = statements[place].label
    return piece < 0
      ? nil : String(decoding: text[pieces[piece].range.lowerBound..<pieces[piece].range.upperBound], as: UTF8.self)
  }

  // MARK: Walking

  /// The places of the statements directly within one, or for nil of all outermost ones, that are written.
  func children(of place: Int?) -> [Int] {
    var children: [Int] = []
    var next = place.map { $0 + 1 } ?? 0
    let end = place.map { statements[$0].end } ?? statements.count
    while next < end {
      if !statements[next].isRemoved { children.append(next) }
      next = statements[next].end
    }
    return children
  }
}
