/// Finds out which statements run after which: whether a list returns, jumps or continues.
extension [Statement] {
  /// Whether the code after this list of statements never runs, because the last statement always leaves. Such a
  /// statement is a `return`, a `break`, or an `if` both of whose branches leave, for example.
  var leaves: Bool { last?.leaves ?? false }

  /// Whether the list consists only of empty statements, which do nothing (`Kind.nothing`).
  var isQuiet: Bool { allSatisfy(\.isNothing) }

  /// Returns whether the list contains, at any depth, a `break` with the given label.
  func jumps(to label: Label) -> Bool { containsStatement { $0.isJump(to: label) } }

  /// Whether the list only ends the code, so that it can be the `else` of a `guard`. It is empty, or it is one
  /// `return`, `throw`, `break` or empty statement without comments. `return f()` does not count, because `f` may do
  /// something. But `return handleMoving(event)`, which calls a composite state's function, counts.
  var isPlainEnd: Bool {
    guard count < 2, let only = first else { return isEmpty }
    switch only.kind {
    case .leave(let leave): return only.comments.isEmpty && !leave.doesSomething
    case .jump, .nothing: return only.comments.isEmpty
    default: return false
    }
  }

  /// Whether a statement of the list declares a name for the statements after it, or is a `defer`. If a pass inserts
  /// such a list into another list, it has to put it in braces: `do { … }`. Declarations in the branches of an `if`,
  /// for example, do not count, because they end there.
  var declaresSomething: Bool {
    contains { statement in
      switch statement.kind {
      case .block(let piece): !piece.text.declared.isEmpty
      case .atEnd: true
      default: !statement.declared.isEmpty
      }
    }
  }
}

extension Leave {
  /// Whether the statement returns the result of a call that may do something, as `return f()` does. The call of a
  /// composite state's function, as in `return handleMoving(event)`, does not count. For this call, `about` is not nil.
  fileprivate var doesSomething: Bool {
    guard kind == .return, about == nil, let value else { return false }
    switch value {
    case .call, .otherwise(.call, _): return true
    default: return false
    }
  }
}

extension Statement {
  static func leave(_ value: Expression? = nil, _ meaning: Leave.Meaning = .none, kind: Leave.Kind = .return) -> Self {
    Statement(.leave(Leave(kind: kind, value: value, meaning: meaning)))
  }

  static func jump(_ label: Label) -> Self { Statement(.jump(label)) }

  static func perform(_ value: Expression) -> Self { Statement(.perform(value)) }

  static func scope(_ list: [Statement], label: Label? = nil) -> Self { Statement(.scope(list, label)) }

  static func match(_ match: Match) -> Self { Statement(.match(match)) }

  static func check(_ conditions: [Condition], _ then: [Statement], otherwise: [Statement] = []) -> Self {
    Statement(.check(Check(conditions: conditions, then: then, otherwise: otherwise)))
  }

  static func require(_ conditions: [Condition], otherwise: [Statement]) -> Self {
    Statement(.require(conditions, otherwise: otherwise))
  }

  static func assign(
    _ target: Expression, _ value: Expression, symbol: String = "=", role: Assignment.Role = .plain
  ) -> Self {
    Statement(.assign(Assignment(target: target, symbol: symbol, value: value, role: role)))
  }

  static func bind(_ variable: Variable, _ value: Expression, isTyped: Bool = false) -> Self {
    Statement(.bind(variable, value, isTyped: isTyped))
  }

  /// Returns the empty statement by which a pass replaces a statement that it drops. It keeps the comments of that
  /// statement, and its row marks (the notes for coverage).
  static func nothing(like other: Statement) -> Self {
    var new = Statement(.nothing)
    if other.saysNothing { return new }
    (new.comments, new.marks) = (other.comments, other.marks)
    return new
  }

  static func nothing(with marks: [Mark]) -> Self {
    var new = Statement(.nothing)
    new.marks = marks
    return new
  }

  var isNothing: Bool { if case .nothing = kind { true } else { false } }

  func isJump(to label: Label) -> Bool { if case .jump(label) = kind { true } else { false } }

  /// Whether the statement after this one never runs. This is so for `return`, for `break`, and for an `if` both of
  /// whose branches end with one of them.
  var leaves: Bool {
    switch kind {
    case .leave, .jump: true
    case .match(let match): match.arms.allSatisfy(\.body.leaves) && !isLeftByJump
    case .check(let check): check.then.leaves && check.otherwise.leaves
    case .scope(let list, _): list.leaves && !isLeftByJump
    case .attempt(let list, _, let otherwise): list.leaves && otherwise.leaves
    case .block(let piece): piece.text.stops
    default: false
    }
  }

  /// Whether a `break label` within the statement jumps to the end of this same statement, which has the label. The
  /// statement after it can then run.
  private var isLeftByJump: Bool {
    guard let label else { return false }
    return containsBody { $0.jumps(to: label) }
  }

  var label: Label? {
    switch kind {
    case .match(let match): match.label
    case .scope(_, let label): label
    default: nil
    }
  }

  /// The variables that the statement declares for the statements after it.
  var declared: [Variable] {
    switch kind {
    case .bind(let variable, _, _), .declare(let variable, _, _): [variable]
    case .bindPattern(let pattern, _): pattern.variables
    case .require(let conditions, _): conditions.flatMap(\.variables)
    default: []
    }
  }
}

extension [Statement] {
  /// The names that blocks of the file's Swift in the list declare, as `let a = 1` does. Later statements of the same
  /// list can use them.
  var ownNames: Set<String> {
    var names: Set<String> = []
    for case .block(let piece) in lazy.map(\.kind) { names.formUnion(piece.text.declared) }
    return names
  }

  /// Whether the list contains, at any depth, a `break` with a label.
  var hasJumps: Bool { containsStatement { if case .jump = $0.kind { true } else { false } } }

  /// Whether the list contains, at any depth, a statement that leaves the function, such as `return`.
  var hasLeaves: Bool { containsStatement { if case .leave = $0.kind { true } else { false } } }

  /// Returns whether a name in an expression would mean something else after this list of statements. An example is `n
  /// + 1` with a field `n`, after a list that declares another `n`: `let n = 5`. A pass calls this function before it
  /// moves an expression to the end of the list.
  func hides(whatIsIn value: Expression, _ variables: Variables) -> Bool {
    var names = ownNames
    for variable in flatMap(\.declared) where variables[variable].isFixed { names.insert(variables[variable].hint) }
    return value.containsPiece { !$0.text.names.isDisjoint(with: names) }
  }

  /// The list in a form that can be inserted into another list. If it declares names or has a `defer`, it is in braces:
  /// `do { … }`. Its names are then not visible in the other list. A list that ends in a `return` needs no braces,
  /// because no code after it runs. It gets braces all the same if a Swift block in it declares a name. The pass
  /// `DeadCode` later drops braces that are not needed.
  var closed: [Statement] { declaresSomething && (!leaves || !ownNames.isEmpty) ? [.scope(self)] : self }
}
