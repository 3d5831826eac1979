/// The variables that a function reads and changes, and how often it does so.
struct Usage {
  private var reads: [Variable: Int] = [:]
  private var changes: [Variable: Int] = [:]
  /// The variables that the function declares by `var name: Type` and may assign later, each with its type.
  private(set) var declared: [Variable: String] = [:]
  /// Whether a statement of the function stops the program.
  private(set) var traps = false

  init(_ body: [Statement]) { body.forEachStatement { note($0) } }

  /// Finds the variables that a list of statements uses.
  ///
  /// - Parameter isLeftOut: returns `true` for a statement that is not examined. The statements within it are not
  ///   examined, either.
  init(_ body: [Statement], leavingOut isLeftOut: (Statement) -> Bool) {
    func note(_ list: [Statement]) {
      for statement in list where !isLeftOut(statement) {
        self.note(statement)
        statement.forEachBody(note)
      }
    }
    note(body)
  }

  func isRead(_ variable: Variable) -> Bool { reads[variable] != nil }

  func isChanged(_ variable: Variable) -> Bool { changes[variable] != nil }

  /// Counts the reads and changes in the statement itself, without the statements within it.
  private mutating func note(_ statement: Statement) {
    guard case .assign(let assignment) = statement.kind else {
      if case .declare(let variable, let type, _) = statement.kind { declared[variable] = type }
      if case .leave(let leave) = statement.kind, leave.kind == .trap { traps = true }
      statement.forEachExpression { note($0) }
      return
    }
    note(assignment.value)
    if let root = assignment.target.root {
      changes[root, default: 0] += 1
      // A change of a member is no read: the variable's other members are read only by code that reads the variable.
    } else {
      note(assignment.target)
    }
  }

  private mutating func note(_ value: Expression) {
    value.forEachUse { variable, change in
      reads[variable, default: 0] += 1
      if change != .none { changes[variable, default: 0] += 1 }
    }
  }
}

extension [Statement] {
  /// Returns whether an expression in the list, at any depth, uses a variable.
  func uses(_ variable: Variable) -> Bool {
    containsStatement { $0.containsExpression { $0.uses(variable) } }
  }

  /// Returns whether a statement in the list, at any depth, may change a variable.
  func changes(_ variable: Variable) -> Bool { containsStatement { $0.changesItself(variable) } }
}

extension Statement {
  /// Returns whether the statement itself may change a variable. Statements within it, such as those in the branches of
  /// an `if`, do not count.
  func changesItself(_ variable: Variable) -> Bool {
    if case .assign(let assignment) = kind, assignment.target.root == variable { return true }
    return containsExpression { $0.containsUse { used, change in used == variable && change != .none } }
  }
}
