/// Visits and changes code. Lists are changed in place, inner lists first, so that unchanged code is not copied.
extension [Statement] {
  /// Calls `change` for each list of statements within the list, inner lists first, and last for the list itself.
  mutating func updateLists(_ change: (inout [Statement]) -> Void) {
    for index in indices { self[index].updateBodies { $0.updateLists(change) } }
    change(&self)
  }

  /// Replaces each statement by the statements that `change` returns, inner statements first. If `change` returns nil,
  /// the statement stays, with the changes that `change` has made to it.
  mutating func replace(_ change: (inout Statement) -> [Statement]?) {
    updateLists { list in
      var replaced: [Statement]?
      for index in list.indices {
        let new = change(&list[index])
        if let new {
          if replaced == nil { replaced = Array(list[..<index]) }
          replaced?.append(contentsOf: new)
        } else {
          replaced?.append(list[index])
        }
      }
      if let replaced { list = replaced }
    }
  }

  /// Calls `body` for each statement at any depth, outer statements first.
  func forEachStatement(_ body: (Statement) -> Void) {
    for index in indices {
      body(self[index])
      self[index].forEachBody { $0.forEachStatement(body) }
    }
  }

  /// Returns whether the list contains, at any depth, a statement for which `holds` returns `true`.
  func containsStatement(where holds: (Statement) -> Bool) -> Bool {
    for index in indices {
      if holds(self[index]) || self[index].containsBody(where: { $0.containsStatement(where: holds) }) { return true }
    }
    return false
  }

  /// Calls `body` for each expression in the list, including the expressions within other expressions.
  func forEachExpression(_ body: (Expression) -> Void) {
    forEachStatement { $0.forEachExpression { $0.walk(body) } }
  }

  /// Replaces all variables in the list: the variables that it uses, and the variables that it declares.
  mutating func rename(_ change: (Variable) -> Variable) {
    for index in indices {
      self[index].updateExpressions { $0 = $0.replacing(variables: change) }
      self[index].renameDeclared(change)
      self[index].updateBodies { $0.rename(change) }
    }
  }

  /// Replaces each expression in the list by the result of `change`, inner expressions first.
  mutating func updateExpressions(_ change: (Expression) -> Expression) {
    for index in indices {
      self[index].updateExpressions { $0 = $0.mapping(change) }
      self[index].updateBodies { $0.updateExpressions(change) }
    }
  }
}

extension Statement {
  /// Replaces the variables that the statement itself declares or binds, such as `n` in `let n = 1`. Statements within
  /// it are not changed.
  fileprivate mutating func renameDeclared(_ change: (Variable) -> Variable) {
    switch kind {
    case .bind(let variable, let value, let isTyped): kind = .bind(change(variable), value, isTyped: isTyped)
    case .declare(let variable, let type, let value): kind = .declare(change(variable), type: type, value)
    case .bindPattern(var user, let value):
      user.variables = user.variables.map(change)
      kind = .bindPattern(user, value)
    case .match(var match):
      kind = .nothing
      for index in match.arms.indices {
        match.arms[index].patterns = match.arms[index].patterns.map { $0.renamed(change) }
        match.arms[index].condition = match.arms[index].condition.map { $0.renamed(change) }
      }
      kind = .match(match)
    case .check(var check):
      check.conditions = check.conditions.map { $0.renamed(change) }
      kind = .check(check)
    case .require(let conditions, let otherwise):
      kind = .require(conditions.map { $0.renamed(change) }, otherwise: otherwise)
    default: break
    }
  }

  /// Calls `body` for each list of statements that is part of the statement, such as the branches of an `if`.
  func forEachBody(_ body: ([Statement]) -> Void) {
    switch kind {
    case .match(let match):
      for arm in match.arms { body(arm.body) }
      if case .otherwise(let list)? = match.assumed { body(list) }
    case .check(let check):
      body(check.then)
      body(check.otherwise)
    case .require(_, let otherwise): body(otherwise)
    case .scope(let list, _), .atEnd(let list), .giveUp(let list, _): body(list)
    case .attempt(let list, _, let otherwise):
      body(list)
      body(otherwise)
    case .bind, .bindPattern, .declare, .assign, .perform, .block, .leave, .jump, .nothing: break
    }
  }

  /// Calls `change` for each list of statements that is part of the statement, such as the branches of an `if`.
  mutating func updateBodies(_ change: (inout [Statement]) -> Void) {
    // `kind` is emptied meanwhile, so that the list has one owner and is not copied.
    switch kind {
    case .match(var match):
      kind = .nothing
      for index in match.arms.indices { change(&match.arms[index].body) }
      if case .otherwise(var list)? = match.assumed {
        change(&list)
        match.assumed = .otherwise(list)
      }
      kind = .match(match)
    case .check(var check):
      kind = .nothing
      change(&check.then)
      change(&check.otherwise)
      kind = .check(check)
    case .require(let conditions, var otherwise):
      kind = .nothing
      change(&otherwise)
      kind = .require(conditions, otherwise: otherwise)
    case .scope(var list, let label):
      kind = .nothing
      change(&list)
      kind = .scope(list, label)
    case .atEnd(var list):
      kind = .nothing
      change(&list)
      kind = .atEnd(list)
    case .giveUp(var list, let variables):
      kind = .nothing
      change(&list)
      kind = .giveUp(list, of: variables)
    case .attempt(var list, let clause, var otherwise):
      kind = .nothing
      change(&list)
      change(&otherwise)
      kind = .attempt(list, clause: clause, otherwise: otherwise)
    case .bind, .bindPattern, .declare, .assign, .perform, .block, .leave, .jump, .nothing: break
    }
  }

  /// Calls `body` for each expression of the statement itself, such as the condition of an `if`. It does not visit the
  /// statements within it, such as those in the branches.
  func forEachExpression(_ body: (Expression) -> Void) {
    switch kind {
    case .match(let match):
      body(match.subject)
      for arm in match.arms { for condition in arm.condition { condition.forEachExpression(body) } }
    case .check(let check): for condition in check.conditions { condition.forEachExpression(body) }
    case .require(let conditions, _): for condition in conditions { condition.forEachExpression(body) }
    case .bind(_, let value, _), .bindPattern(_, let value), .perform(let value): body(value)
    case .declare(_, _, let value): if let value { body(value) }
    case .assign(let assignment):
      body(assignment.target)
      body(assignment.value)
    case .block(let piece): body(.piece(piece))
    case .leave(let leave): if let value = leave.value { body(value) }
    case .jump, .scope, .attempt, .atEnd, .giveUp, .nothing: break
    }
  }

  /// Calls `change` for each expression of the statement itself, such as the condition of an `if`. It does not change
  /// the statements within it, such as those in the branches.
  mutating func updateExpressions(_ change: (inout Expression) -> Void) {
    switch kind {
    case .match(var match):
      kind = .nothing
      change(&match.subject)
      for arm in match.arms.indices { match.arms[arm].condition.update(change) }
      kind = .match(match)
    case .check(var check):
      kind = .nothing
      check.conditions.update(change)
      kind = .check(check)
    case .require(var conditions, let otherwise):
      conditions.update(change)
      kind = .require(conditions, otherwise: otherwise)
    case .bind(let variable, var value, let isTyped):
      change(&value)
      kind = .bind(variable, value, isTyped: isTyped)
    case .bindPattern(let pattern, var value):
      change(&value)
      kind = .bindPattern(pattern, value)
    case .perform(var value):
      change(&value)
      kind = .perform(value)
    case .declare(let variable, let type, var value?):
      change(&value)
      kind = .declare(variable, type: type, value)
    case .assign(var assignment):
      change(&assignment.target)
      change(&assignment.value)
      if case .rebuild(let variables) = assignment.role {
        assignment.role = .rebuild(variables.map { Self.changed($0, change) })
      }
      kind = .assign(assignment)
    case .block(let piece):
      var value = Expression.piece(piece)
      change(&value)
      if case .piece(let new) = value { kind = .block(new) }
    case .leave(var leave):
      guard var value = leave.value else { return }
      change(&value)
      leave.value = value
      kind = .leave(leave)
    case .giveUp(let list, let variables):
      kind = .giveUp(list, of: variables.map { Self.changed($0, change) })
    case .declare, .jump, .scope, .attempt, .atEnd, .nothing: break
    }
  }

  /// Returns the variable that `change` puts in place of `variable`. If `change` makes an expression of it that is no
  /// variable, the result is `variable` itself.
  private static func changed(_ variable: Variable, _ change: (inout Expression) -> Void) -> Variable {
    var value = Expression.variable(variable)
    change(&value)
    if case .variable(let new) = value { return new }
    return variable
  }
}

extension Condition {
  func forEachExpression(_ body: (Expression) -> Void) {
    switch self {
    case .test(let piece, _): body(.piece(piece))
    case .matches(_, let subject): body(subject)
    case .isTrue(let value): body(value)
    }
  }

  /// The variables that the condition binds for later conditions and for the body.
  var variables: [Variable] {
    switch self {
    case .test(_, let bound): bound
    case .matches(let pattern, _): pattern.variables
    case .isTrue: []
    }
  }
}

extension [Condition] {
  fileprivate mutating func update(_ change: (inout Expression) -> Void) {
    for index in indices {
      switch self[index] {
      case .test(let piece, let bound):
        var value = Expression.piece(piece)
        change(&value)
        if case .piece(let new) = value { self[index] = .test(new, binds: bound) }
      case .matches(let pattern, var subject):
        change(&subject)
        self[index] = .matches(pattern, subject)
      case .isTrue(var value):
        change(&value)
        self[index] = .isTrue(value)
      }
    }
  }
}

extension Condition {
  fileprivate func renamed(_ change: (Variable) -> Variable) -> Condition {
    switch self {
    case .test(let piece, let bound): .test(piece, binds: bound.map(change))
    case .matches(let pattern, let subject): .matches(pattern.renamed(change), subject)
    case .isTrue: self
    }
  }
}

/// Searches code. A search stops at the first match.
extension Statement {
  /// Returns whether `holds` returns `true` for a list that is part of the statement, such as a branch of an `if`.
  func containsBody(where holds: ([Statement]) -> Bool) -> Bool {
    var isFound = false
    forEachBody { isFound = isFound || holds($0) }
    return isFound
  }

  /// Returns whether `holds` returns `true` for an expression of the statement itself. `holds` gets whole expressions:
  /// `a + b`, but not the `a` in it.
  func containsExpression(where holds: (Expression) -> Bool) -> Bool {
    var isFound = false
    forEachExpression { isFound = isFound || holds($0) }
    return isFound
  }
}

extension Condition {
  /// Returns whether `holds` returns `true` for an expression of the condition. `holds` gets whole expressions:
  /// `a + b`, but not the `a` in it.
  func containsExpression(where holds: (Expression) -> Bool) -> Bool {
    var isFound = false
    forEachExpression { isFound = isFound || holds($0) }
    return isFound
  }
}

extension Expression {
  /// Returns whether `holds` returns `true` for the expression or for an expression within it.
  func contains(where holds: (Expression) -> Bool) -> Bool {
    var isFound = false
    walk { isFound = isFound || holds($0) }
    return isFound
  }

  /// Returns whether `holds` returns `true` for a piece in the expression (copied Swift of the `.sm` file).
  func containsPiece(where holds: (Piece) -> Bool) -> Bool {
    contains { if case .piece(let piece) = $0 { holds(piece) } else { false } }
  }

  /// Returns whether `holds` returns `true` for a use of a variable in the expression. The second argument of `holds`
  /// says whether the use assigns the variable, changes its value in place, or only reads it.
  func containsUse(where holds: (Variable, Piece.Change) -> Bool) -> Bool {
    var isFound = false
    forEachUse { variable, change in isFound = isFound || holds(variable, change) }
    return isFound
  }
}
