import StateMachineModel
import StateMachineSyntax

/// A Swift statement.
struct Statement: Hashable {
  var kind: Kind
  /// What few statements have, apart: statements are copied often.
  private var details: Details?

  private final class Details {
    let comments: [Comment]
    let place: SourceRange?
    let marks: [Mark]

    init(_ comments: [Comment], _ place: SourceRange?, _ marks: [Mark]) {
      (self.comments, self.place, self.marks) = (comments, place, marks)
    }
  }

  /// The comments that stand above it.
  var comments: [Comment] {
    get { details?.comments ?? [] }
    set { set(newValue, place, marks) }
  }

  /// Where it comes from in the source; nil where the code has no source locations.
  var place: SourceRange? {
    get { details?.place }
    set { set(comments, newValue, marks) }
  }

  /// What coming to it says of rows of the source.
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
    /// `guard conditions else { … }`: what is done otherwise leaves.
    case require([Condition], otherwise: [Statement])
    /// `let name = value`; `let name: Type = value` where the type has to be said.
    case bind(Variable, Expression, isTyped: Bool)
    /// `let (a, b) = value`
    indirect case bindPattern(UserPattern, Expression)
    /// `var name: Type`, or `var name: Type = value`
    case declare(Variable, type: String, Expression?)
    case assign(Assignment)
    case perform(Expression)
    /// Statements of the user.
    case block(Piece)
    case leave(Leave)
    /// Goes on behind the statement that has the label.
    case jump(Label)
    /// `do { … }`: what is declared in it is known in it alone.
    case scope([Statement], Label?)
    /// `do throws(Type) { … } catch { … }`
    case attempt([Statement], clause: String, otherwise: [Statement])
    /// `defer { … }`
    case atEnd([Statement])
    /// Gives up what the state of the machine holds, before some variables change in place: see `Ownership`.
    case giveUp([Statement], of: [Variable])
    /// Nothing: it has comments, or marks.
    case nothing
  }

  init(_ kind: Kind) { self.kind = kind }

  /// Whether two statements do the same, and read alike. What they say of rows is not compared.
  static func == (one: Statement, other: Statement) -> Bool {
    guard one.kind == other.kind else { return false }
    if one.details === other.details { return true }
    return one.comments == other.comments && one.place == other.place
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
  }
}

/// Lines of the source that begin with slashes.
enum Comment: Hashable {
  case documentation(SourceRange)
  case lines([SourceRange])
  /// A line of the generator's.
  case generated(String)
}

/// What the code says of a row where it comes to a statement.
struct Mark: Hashable {
  var kind: RowLine.Kind
  /// Where the row begins in the source.
  var row: Int
  /// Whether the statement is that of other rows, too.
  var isShared = false
  /// In a step of several regions, the number of the transition: it is selected, and performed later.
  var transition: Int?
}

/// Where a jump goes: the statement that has it as its label.
final class Label: Hashable {
  let name: String

  init(_ name: String) { self.name = name }

  static func == (one: Label, other: Label) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// `switch subject { … }`
struct Match: Hashable {
  var subject: Expression
  /// Together, they match everything, but where one alone is assumed.
  var arms: [Arm]
  var label: Label?
  /// What is done where it is not the only arm, which whoever calls knows to be meant; nil of a `switch` that asks.
  var assumed: Assumption?
  /// Whether Swift has no label of several patterns for the subject, as it cannot be copied.
  var keepsApart = false
  /// Whether Swift is to check that each case is there: the `switch` stays one.
  var keepsArms = false
}

/// What stands where code cannot come.
enum Assumption: Hashable {
  /// What the function has for that.
  case asFunction
  case otherwise([Statement])
}

/// `case pattern, pattern where condition: …`
struct Arm: Hashable {
  var patterns: [CasePattern]
  /// Where it comes from in the source; nil where the code has no source locations.
  var place: SourceRange?
  var condition: [Condition] = []
  var body: [Statement]
  /// What coming to it says of rows, where it does nothing.
  var marks: [Mark] = []

  /// Whether both do the same. What they say of rows is not compared.
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

/// A part of what an `if`, a `guard` or a `where` asks.
enum Condition: Hashable {
  /// - Parameter binds: the variables that the user's text binds for what stands behind it.
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
    /// An empty value for it, while what it held is changed.
    case empty
    /// The value that it had, behind an error that leaves the function.
    case restore
    /// The same value for it, with what has changed of some variables.
    case rebuild([Variable])
  }
}

/// `return value`, `throw value`, or the call of a function that never returns.
struct Leave: Hashable {
  var kind = Kind.return
  var value: Expression?
  var meaning = Meaning.none
  /// What the state has to be for the function that is called; nil where no function of a composite is.
  var about: CasePattern?

  enum Kind: Hashable { case `return`, `throw`, trap }

  /// Whether both do the same: what that means is only for whoever asks.
  static func == (one: Leave, other: Leave) -> Bool { one.kind == other.kind && one.value == other.value }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(value)
  }

  /// What leaving says about the event at hand.
  enum Meaning: Hashable {
    case none, taken, ignored, deferred, unhandled
    /// What the value says, which is that of another function, or a variable that holds one.
    case handed
  }
}
