import StateMachineModel
import StateMachineSyntax

/// A Swift statement.
struct Statement: Hashable {
  var kind: Kind
  /// The properties that few statements have, in an object of their own, as statements are copied often.
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

  /// The statement's place in the source; nil if the code has no source locations.
  var place: SourceRange? {
    get { details?.place }
    set { set(comments, newValue, marks) }
  }

  /// The marks of the rows that count as taken, evaluated or performed when control reaches the statement.
  var marks: [Mark] {
    get { details?.marks ?? [] }
    set { set(comments, place, newValue) }
  }

  private mutating func set(_ comments: [Comment], _ place: SourceRange?, _ marks: [Mark]) {
    details = comments.isEmpty && marks.isEmpty && place == nil ? nil : Details(comments, place, marks)
  }

  /// Whether the statement has neither comments nor marks.
  var saysNothing: Bool { details.map { $0.comments.isEmpty && $0.marks.isEmpty } ?? true }

  enum Kind: Hashable {
    case match(Match)
    case check(Check)
    /// `guard conditions else { … }`. The statements of `otherwise` leave.
    case require([Condition], otherwise: [Statement])
    /// `let name = value`, or `let name: Type = value` if the type is needed.
    case bind(Variable, Expression, isTyped: Bool)
    /// `let (a, b) = value`
    indirect case bindPattern(UserPattern, Expression)
    /// `var name: Type`, or `var name: Type = value`
    case declare(Variable, type: String, Expression?)
    case assign(Assignment)
    case perform(Expression)
    /// Statements of the file's Swift.
    case block(Piece)
    case leave(Leave)
    /// Continues after the statement that has the label.
    case jump(Label)
    /// `do { … }`, the scope of the names that are declared in it.
    case scope([Statement], Label?)
    /// `do throws(Type) { … } catch { … }`
    case attempt([Statement], clause: String, otherwise: [Statement])
    /// `defer { … }`
    case atEnd([Statement])
    /// The empty payload of the machine's state, written before some variables change in place: see `Ownership`.
    case giveUp([Statement], of: [Variable])
    /// Nothing. The statement only carries comments or marks.
    case nothing
  }

  init(_ kind: Kind) { self.kind = kind }

  /// Returns whether two statements do the same and read alike. Marks are not compared.
  static func == (one: Statement, other: Statement) -> Bool {
    guard one.kind == other.kind else { return false }
    if one.details === other.details { return true }
    return one.comments == other.comments && one.place == other.place
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
  }
}

/// A comment above a statement: from the source, or written by the generator.
enum Comment: Hashable {
  case documentation(SourceRange)
  case lines([SourceRange])
  /// A line that the generator writes.
  case generated(String)
}

/// A mark of a row on a statement: control that reaches the statement counts for the row.
struct Mark: Hashable {
  var kind: RowLine.Kind
  /// The offset in the source at which the row begins.
  var row: Int
  /// Whether the statement belongs to other rows, too.
  var isShared = false
  /// The number of the transition that is selected or performed here, in a microstep of several regions; else nil.
  var transition: Int?
}

/// The label of the statement after which a jump continues.
final class Label: Hashable {
  let name: String

  init(_ name: String) { self.name = name }

  static func == (one: Label, other: Label) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// `switch subject { … }`
struct Match: Hashable {
  var subject: Expression
  /// The arms. Together they match everything, unless `assumed` is set.
  var arms: [Arm]
  var label: Label?
  /// The code for a subject that the only arm does not match, which the caller rules out; nil if the arms are complete.
  var assumed: Assumption?
  /// Whether each pattern needs its own arm, as the subject is noncopyable: Swift then allows no `case` with several.
  var keepsApart = false
  /// Whether the `switch` stays a `switch`, so that Swift checks that it has all cases.
  var keepsArms = false
}

/// The statements for a case that the caller rules out.
enum Assumption: Hashable {
  /// The function's `otherwise`.
  case asFunction
  case otherwise([Statement])
}

/// `case pattern, pattern where condition: …`
struct Arm: Hashable {
  var patterns: [CasePattern]
  /// The arm's place in the source; nil if the code has no source locations.
  var place: SourceRange?
  var condition: [Condition] = []
  var body: [Statement]
  /// The marks for control that reaches the arm, if the arm does nothing.
  var marks: [Mark] = []

  /// Returns whether both arms do the same. Marks are not compared.
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
  /// - Parameter binds: the variables that the piece binds for later conditions and for the body.
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
    /// An empty value for that part, while its old payload is changed.
    case empty
    /// The old value, written back before an error leaves the function.
    case restore
    /// A value of the same case, written back with the changes of some variables.
    case rebuild([Variable])
  }
}

/// `return value`, `throw value`, or the call of a function that never returns.
struct Leave: Hashable {
  var kind = Kind.return
  var value: Expression?
  var meaning = Meaning.none
  /// The pattern that the state has to match for the called function of a composite state; nil without such a call.
  var about: CasePattern?

  enum Kind: Hashable { case `return`, `throw`, trap }

  /// Returns whether two statements leave with the same value. `meaning` and `about` are not compared.
  static func == (one: Leave, other: Leave) -> Bool { one.kind == other.kind && one.value == other.value }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(value)
  }

  /// The consequence of leaving for the current event.
  enum Meaning: Hashable {
    case none, taken, ignored, deferred, unhandled
    /// The meaning of the value, which another function or a variable has returned.
    case handed
  }
}
