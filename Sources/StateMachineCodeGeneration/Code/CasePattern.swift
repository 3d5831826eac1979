import StateMachineModel
import StateMachineSyntax

/// A pattern of a `case`.
indirect enum CasePattern: Hashable {
  /// `_`
  case any
  /// `let name`
  case bind(Variable)
  /// A case of an enum: `.name(part, part)`.
  ///
  /// - Parameter siblings: the number of cases of the enum. If an arm has patterns for all of them, a pass may write
  ///   one `_` in their place. The number 0 forbids this, as for the cases of `Event`.
  case one(String, [CasePattern], siblings: Int)
  /// `(part, part)`
  case tuple([CasePattern])
  /// A pattern of a struct, with one pattern for each member. Swift has no such pattern, so the pass `StructMembers`
  /// replaces it by a variable for the whole struct. The code after the `case` then begins with a line for each member,
  /// such as `let speed = open.speed`.
  case members(StructPattern, [CasePattern])
  /// A pattern that is a piece of the file's Swift.
  case user(UserPattern)
  /// `pattern?`
  case some(CasePattern)
  /// `nil`
  case none
}

/// The struct of a state's payload in a pattern. It has the variable for the struct as a whole, and the name and the
/// type of each member.
struct StructPattern: Hashable {
  var whole: Variable
  var members: [Member]

  struct Member: Hashable {
    var name: String
    var type: String
  }
}

/// A pattern from the `.sm` file. Passes do not look into its text; they know only the variables that it binds.
struct UserPattern: Hashable {
  let pattern: Pattern
  let text: String
  /// The variables that the pattern binds, in the order of its names.
  var variables: [Variable]
  /// Whether the pattern means the same at every place of the code, so that a pass can move it. This is so if it uses
  /// no name of the code around it. In `.open(let a)`, `open` is a member, and the pattern itself binds `a`. But
  /// `.open(limit)` uses a variable `limit`, which may be another one at another place.
  var namesNothing = false
  /// The label of the field that the pattern tests; nil if the field has no label.
  var label: String?

  static func == (one: UserPattern, other: UserPattern) -> Bool {
    one.pattern.range == other.pattern.range && one.variables == other.variables
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(pattern.range.lowerBound)
    hasher.combine(variables)
  }
}

extension CasePattern {
  /// The variables that the pattern binds.
  var variables: [Variable] {
    switch self {
    case .any, .none: []
    case .bind(let variable): [variable]
    case .one(_, let parts, _), .tuple(let parts), .members(_, let parts): parts.flatMap(\.variables)
    case .user(let pattern): pattern.variables
    case .some(let inner): inner.variables
    }
  }

  var bindsNothing: Bool { bindsOnly { _ in false } }

  /// Returns whether `holds` returns `true` for each variable that the pattern binds.
  func bindsOnly(where holds: (Variable) -> Bool) -> Bool {
    switch self {
    case .any, .none: true
    case .bind(let variable): holds(variable)
    case .one(_, let parts, _), .tuple(let parts), .members(_, let parts):
      parts.allSatisfy { $0.bindsOnly(where: holds) }
    case .user(let pattern): pattern.variables.allSatisfy(holds)
    case .some(let inner): inner.bindsOnly(where: holds)
    }
  }

  /// Returns the pattern with each bound variable replaced by the pattern that `change` returns: `.open(let n)` can
  /// become `.open(_)`. Patterns from the `.sm` file stay unchanged.
  func mapping(_ change: (Variable) -> CasePattern) -> CasePattern {
    switch self {
    case .any, .none, .user: self
    case .bind(let variable): change(variable)
    case .one(let name, let parts, let siblings): .one(name, parts.map { $0.mapping(change) }, siblings: siblings)
    case .tuple(let parts): .tuple(parts.map { $0.mapping(change) })
    case .members(let pattern, let parts): .members(pattern, parts.map { $0.mapping(change) })
    case .some(let inner): .some(inner.mapping(change))
    }
  }

  /// Returns the pattern with each bound variable replaced by the result of `change`. This includes the variables in
  /// patterns from the `.sm` file.
  func renamed(_ change: (Variable) -> Variable) -> CasePattern {
    switch self {
    case .any, .none: return self
    case .bind(let variable): return .bind(change(variable))
    case .one(let name, let parts, let siblings):
      return .one(name, parts.map { $0.renamed(change) }, siblings: siblings)
    case .tuple(let parts): return .tuple(parts.map { $0.renamed(change) })
    case .members(let pattern, let parts): return .members(pattern, parts.map { $0.renamed(change) })
    case .some(let inner): return .some(inner.renamed(change))
    case .user(var user):
      user.variables = user.variables.map(change)
      return .user(user)
    }
  }

  /// Whether the pattern is from the `.sm` file, or contains a pattern that is.
  var isUser: Bool {
    switch self {
    case .user: true
    case .one(_, let parts, _), .tuple(let parts), .members(_, let parts): parts.contains(where: \.isUser)
    case .some(let inner): inner.isUser
    case .any, .bind, .none: false
    }
  }

  /// Whether the pattern matches every value and binds nothing: `_`, or the pattern of a struct that binds none of its
  /// members.
  var isAny: Bool {
    switch self {
    case .any: true
    case .members(_, let parts): parts.allSatisfy(\.isAny)
    default: false
    }
  }

  /// Whether the pattern matches every value.
  var isCertain: Bool {
    switch self {
    case .any, .bind: true
    case .one(_, let parts, let siblings): siblings == 1 && parts.allSatisfy(\.isCertain)
    case .tuple(let parts), .members(_, let parts): parts.allSatisfy(\.isCertain)
    case .user, .some, .none: false
    }
  }

  /// The name of the enum's case that the pattern matches: `open` of `.open(let a)`. Nil for other patterns.
  var head: String? { if case .one(let name, _, _) = self { name } else { nil } }
}
