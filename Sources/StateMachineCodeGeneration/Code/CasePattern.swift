import StateMachineModel
import StateMachineSyntax

/// A pattern of a `case`.
indirect enum CasePattern: Hashable {
  /// `_`
  case any
  /// `let name`
  case bind(Variable)
  /// `.name(part, part)`. The number of cases that its enum has is known where all of them may stand for the enum; else
  /// 0.
  case one(String, [CasePattern], siblings: Int)
  /// `(part, part)`
  case tuple([CasePattern])
  /// The members of a struct. Swift has no such pattern: `StructMembers` puts another in its place.
  case members(StructPattern, [CasePattern])
  /// A pattern of the user.
  case user(UserPattern)
  /// `pattern?`
  case some(CasePattern)
  /// `nil`
  case none
}

/// A struct in a pattern: the variable that holds it, and the name and the type of each member.
struct StructPattern: Hashable {
  var whole: Variable
  var members: [Member]

  struct Member: Hashable {
    var name: String
    var type: String
  }
}

/// A pattern of the user: opaque, but for the variables that it binds.
struct UserPattern: Hashable {
  let pattern: Pattern
  let text: String
  /// The variables that the pattern binds, in the order of its names.
  var variables: [Variable]
  /// Whether it names nothing but what it binds, and members: then it may stand wherever its value is looked at.
  var namesNothing = false
  /// The label of the field that it stands for.
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

  /// Whether something holds of each variable that the pattern binds.
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

  /// The same, with another pattern in the place of each variable that it binds itself.
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

  /// The same with other variables, in patterns of the user, too.
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

  /// Whether the pattern is one of the user's, or has one in it.
  var isUser: Bool {
    switch self {
    case .user: true
    case .one(_, let parts, _), .tuple(let parts), .members(_, let parts): parts.contains(where: \.isUser)
    case .some(let inner): inner.isUser
    case .any, .bind, .none: false
    }
  }

  /// Is true for `_`, and for members of which none is bound.
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

  /// The name of the case that the pattern asks for; nil where it asks for none.
  var head: String? { if case .one(let name, _, _) = self { name } else { nil } }
}
