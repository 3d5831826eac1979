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
  private(set) var text = ByteBuffer()
  private(set) var embedded: [Embedded] = []
  private(set) var comments: [[SourceRange]] = []
  /// The statements that hold the one that comes next, outer first.
  private(set) var open: [Int] = []
  /// Is true where there are jumps to statements, or out of the function without a value.
  private(set) var hasJumps = false
  /// Is true where there are scopes.
  private(set) var hasScopes = false
  /// Where the pieces of the statement at hand begin.
  private var start = 0

  /// Is true where a statement has been begun.
  var isWithinLine: Bool { start < pieces.count }

  /// The places of the statements within one, with those within them.
  func inside(_ place: Int) -> Range<Int> { place + 1..<statements[place].end }

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

  /// Is true where nothing but lines stands before the statement that is open: no pass takes anything of them away. Whether a
  /// label is needed is known behind all arms.
  var beginsWithMatch: Bool {
    guard let match = open.first, statements[match].kind == .match, statements[match].label == .none else {
      return false
    }
    return statements[..<match].allSatisfy { $0.kind == .line || $0.kind.isRemark }
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
    pieces.removeSubrange(start...)
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

  /// A label, as the first piece of a statement.
  mutating func append(label: String) {
    var label = label
    label.withUTF8 { append($0) }
    // A byte between this piece and the next keeps them apart.
    text.append(0)
  }

  // MARK: Statements

  mutating func endStatement(_ kind: Statement.Kind, _ jump: Statement.Jump = .none) {
    if jump == .leavesFunction || jump == .leavesTarget { hasJumps = true }
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
