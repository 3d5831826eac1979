import StateMachineModel
import StateMachineSyntax

/// A Swift statement.
struct Statement: Hashable {
  var kind: Kind
  /// The properties that few statements have: comments, a place and row marks. They are in an object of their own, so
  /// that copies of a statement are cheap.
  private var details: Details?

  private final class Details {
    let comments: [Comment]
    let place: SourceRange?
    let marks: [Mark]

    init(_ comments: [Comment], _ place: SourceRange?, _ marks: [Mark]) {
      (self.comments, self.place, self.marks) = (comments, place, marks)
    }
  }

  /// The comments above the statement.
  var comments: [Comment] {
    get { details?.comments ?? [] }
    set { set(newValue, place, marks) }
  }

  /// The statement's place in the `.sm` file; nil for a statement that has none, and for code without source locations.
  var place: SourceRange? {
    get { details?.place }
    set { set(comments, newValue, marks) }
  }

  /// The row marks of the statement, for coverage. Each time that the statement runs counts as one time for each of
  /// these rows.
  var marks: [Mark] {
    get { details?.marks ?? [] }
    set { set(comments, place, newValue) }
  }

  private mutating func set(_ comments: [Comment], _ place: SourceRange?, _ marks: [Mark]) {
    details = comments.isEmpty && marks.isEmpty && place == nil ? nil : Details(comments, place, marks)
  }

  /// Whether the statement has neither comments nor row marks (`Mark`).
  var saysNothing: Bool { details.map { $0.comments.isEmpty && $0.marks.isEmpty } ?? true }

  enum Kind: Hashable {
    case match(Match)
    case check(Check)
    /// `guard conditions else { … }`. `otherwise` is the statements in the braces. They always leave, as `return` does.
    case require([Condition], otherwise: [Statement])
    /// `let name = value`, or `let name: Type = value` if the type is needed.
    case bind(Variable, Expression, isTyped: Bool)
    /// `let (a, b) = value`
    indirect case bindPattern(UserPattern, Expression)
    /// `var name: Type`, or `var name: Type = value`
    case declare(Variable, type: String, Expression?)
    case assign(Assignment)
    case perform(Expression)
    /// Statements of the file's Swift, which are copied.
    case block(Piece)
    case leave(Leave)
    /// `break label`: continues after the statement that has the label.
    case jump(Label)
    /// `do { … }`. Names that are declared in it are not visible after it, and `break label` leaves it.
    case scope([Statement], Label?)
    /// `do throws(Type) { … } catch { … }`
    case attempt([Statement], clause: String, otherwise: [Statement])
    /// `defer { … }`
    case atEnd([Statement])
    /// Stores an empty value in the machine's state while variables contain the payload: `self.state = .open([])`. A
    /// change of these variables then copies nothing, because the state does not share their memory: see `Ownership`.
    ///
    /// - Parameter of: the variables that contain the payload.
    case giveUp([Statement], of: [Variable])
    /// An empty statement, which only has comments or row marks (`Mark`).
    case nothing
  }

  init(_ kind: Kind) { self.kind = kind }

  /// Returns whether both statements do the same and are printed alike. Their row marks may differ.
  static func == (one: Statement, other: Statement) -> Bool {
    guard one.kind == other.kind else { return false }
    if one.details === other.details { return true }
    return one.comments == other.comments && one.place == other.place
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
  }
}

/// A comment above a statement. It is copied from the `.sm` file, or written by the generator.
enum Comment: Hashable {
  case documentation(SourceRange)
  case lines([SourceRange])
  /// A line that the generator writes.
  case generated(String)
}

/// A row mark: a note on a statement that says at which row's code it stands, for coverage. Each time that the
/// statement runs counts for this row.
struct Mark: Hashable {
  var kind: RowLine.Kind
  /// The offset in the `.sm` file at which the row begins.
  var row: Int
  /// Whether the statement also runs for other rows, because equal code of several rows is written once.
  var isShared = false
  /// In a microstep of several regions, the number of the transition that the statement selects or performs. By it, the
  /// pass `StepMarks` counts each transition only once. Nil in all other code.
  var transition: Int?
}

/// The label of a statement. `break label` continues after that statement.
final class Label: Hashable {
  let name: String

  init(_ name: String) { self.name = name }

  static func == (one: Label, other: Label) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// `switch subject { … }`
struct Match: Hashable {
  var subject: Expression
  /// The arms. Together they match every value, unless there is code for unexpected values (`assumed`).
  var arms: [Arm]
  var label: Label?
  /// The code for unexpected values, for a `switch` whose only arm does not match every value. The function's callers
  /// rule other values out, but Swift requires code for them. Nil if the arms match every value.
  var assumed: Assumption?
  /// Whether an arm may have only one pattern. This is so if the `switch` is over a noncopyable value: Swift allows no
  /// `case .a, .b:` for it.
  var keepsApart = false
  /// Whether passes must not replace the `switch` by another statement, so that Swift checks that all cases have an
  /// arm.
  var keepsArms = false
}

/// The code for values that a function's callers rule out, but for which Swift requires code.
enum Assumption: Hashable {
  /// The statements in `otherwise` of the function that contains the `switch`.
  case asFunction
  case otherwise([Statement])
}

/// `case pattern, pattern where condition: …`
struct Arm: Hashable {
  var patterns: [CasePattern]
  /// The arm's place in the `.sm` file; nil if the code has no source locations.
  var place: SourceRange?
  var condition: [Condition] = []
  var body: [Statement]
  /// The row marks (`Mark`) of an arm without statements. In any other arm, the statements have the marks.
  var marks: [Mark] = []

  /// Returns whether both arms match the same values and do the same. Their row marks may differ.
  static func == (one: Arm, other: Arm) -> Bool {
    one.patterns == other.patterns && one.condition == other.condition && one.body == other.body
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(patterns)
    hasher.combine(body)
  }
}

/// `if conditions { … } else { … }`
struct Check: Hashable {
  var conditions: [Condition]
  var then: [Statement]
  var otherwise: [Statement] = []
}

/// An element of the conditions of an `if`, a `guard` or a `where`.
enum Condition: Hashable {
  /// A condition of the file's Swift, which is copied: `a > 0`, `let b = c`.
  ///
  /// - Parameter binds: the variables that the condition binds for later conditions and for the body.
  case test(Piece, binds: [Variable] = [])
  case matches(CasePattern, Expression)
  case isTrue(Expression)
}

/// `target = value`, `target += value`
struct Assignment: Hashable {
  var target: Expression
  var symbol = "="
  var value: Expression
  var role = Role.plain

  enum Role: Hashable {
    case plain
    /// A new value for a part of the machine's state.
    case store
    /// An empty value for a part of the machine's state. It is stored while variables contain the payload and are
    /// changed.
    case empty
    /// The old value of the state. It is stored again before the function throws an error.
    case restore
    /// A value for the same state as before, with a changed payload.
    ///
    /// The associated value is the variables for the payload. The pass `Ownership` drops the assignment if none of them
    /// has changed.
    case rebuild([Variable])
  }
}

/// `return value`, `throw value`, or the call of a function that never returns.
struct Leave: Hashable {
  var kind = Kind.return
  var value: Expression?
  var meaning = Meaning.none
  /// The pattern of a composite state, such as `.moving(_)`, if the statement calls this state's function:
  /// `return handleMoving(event)`. Nil for all other statements.
  var about: CasePattern?

  enum Kind: Hashable { case `return`, `throw`, trap }

  /// Returns whether both statements are of the same kind, such as `return`, and have the same value. `meaning` and
  /// `about` are not compared.
  static func == (one: Leave, other: Leave) -> Bool { one.kind == other.kind && one.value == other.value }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(value)
  }

  /// The meaning of leaving the function at this place, for the current event: `taken` if a transition has been taken,
  /// for example. The pass `Erasure` uses it to make `accepts`: it replaces the returned value by `true` or `false`.
  enum Meaning: Hashable {
    case none, taken, ignored, deferred, unhandled
    /// The meaning is only known when the code runs, because the returned value is that of another function or of a
    /// variable.
    case handed
  }
}
