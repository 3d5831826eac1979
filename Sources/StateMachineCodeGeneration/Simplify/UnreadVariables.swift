/// A pass that drops variables that nothing reads, together with the assignments to them. A test does not count as a
/// read if it only decides which values such variables get.
///
/// If a dropped value calls something, it is still evaluated: `_ = value`.
enum UnreadVariables: Pass {
  static func run(_ function: inout Function) {
    let usage = usage(of: function)
    let variables = function.variables
    function.enumerations.removeAll { one in
      !usage.declared.contains { usage.isRead($0) && ($1 == one.name || $1.dropLast() == one.name) }
    }
    function.body.replace { statement in
      switch statement.kind {
      case .match(var match):
        statement.kind = .nothing
        for arm in match.arms.indices {
          for place in match.arms[arm].patterns.indices { drop(from: &match.arms[arm].patterns[place], usage) }
          drop(from: &match.arms[arm].condition, usage)
        }
        statement.kind = .match(match)
      case .check(var check):
        statement.kind = .nothing
        drop(from: &check.conditions, usage)
        statement.kind = .check(check)
      case .require(var conditions, let otherwise):
        drop(from: &conditions, usage)
        statement.kind = .require(conditions, otherwise: otherwise)
      case .bind(let variable, let value, _):
        guard !usage.isRead(variable) else { return nil }
        if value.isMovable { return [.nothing(like: statement)] }
        statement.kind = Statement.assign(.literal("_"), value).kind
      case .bindPattern(let pattern, let value):
        if !pattern.variables.contains(where: usage.isRead), value.isMovable { return [.nothing(like: statement)] }
      case .declare(let variable, _, let value):
        guard !usage.isRead(variable) else { return nil }
        guard let value, !value.isMovable else { return [.nothing(like: statement)] }
        statement.kind = Statement.assign(.literal("_"), value).kind
      case .assign(let assignment):
        guard let root = assignment.target.root, !usage.isRead(root), !variables[root].isInout else {
          return nil
        }
        if assignment.value.isMovable { return [.nothing(like: statement)] }
        statement.kind = Statement.assign(.literal("_"), assignment.value).kind
      default: break
      }
      return nil
    }
    if usage.traps { function.body.updateLists(dropAssignmentsBeforeTrap) }
  }

  /// Returns the variables that a function reads. A variable that is only used to compute variables that nothing reads
  /// does not count as read.
  private static func usage(of function: Function) -> Usage {
    let usage = Usage(function.body)
    // At first, no variable counts as read. The search is repeated without those that are read after all.
    var own = Set(usage.declared.keys)
    guard own.count > 1 else { return usage }
    while true {
      let usage = Usage(function.body, leavingOut: { isIdle($0, own) })
      let unread = own.filter { !usage.isRead($0) }
      if unread.count == own.count { return usage }
      own = unread
    }
  }

  /// Returns whether a statement does nothing but compute the values of `variables`. Such a statement can be dropped
  /// together with these variables.
  private static func isIdle(_ statement: Statement, _ variables: Set<Variable>) -> Bool {
    switch statement.kind {
    case .nothing: true
    case .assign(let assignment):
      assignment.target.root.map(variables.contains) ?? false && assignment.value.isMovable
    case .check(let check):
      (check.then + check.otherwise).allSatisfy { isIdle($0, variables) }
        && !check.conditions.contains { $0.containsExpression { !$0.isMovable } }
    default: false
    }
  }

  /// Drops assignments before a statement that stops the program. No code between an assignment and that statement must
  /// read the variable.
  private static func dropAssignmentsBeforeTrap(_ list: inout [Statement]) {
    guard case .leave(let leave)? = list.last?.kind, leave.kind == .trap else { return }
    for index in list.indices.reversed() {
      guard case .assign(let assignment) = list[index].kind, let root = assignment.target.root,
        assignment.value.isMovable, !Array(list[(index + 1)...]).uses(root)
      else { continue }
      list[index] = .nothing(like: list[index])
    }
  }

  /// Writes `_` for each variable of a pattern that nothing reads.
  private static func drop(from pattern: inout CasePattern, _ usage: Usage) {
    if !pattern.bindsOnly(where: usage.isRead) { pattern = pattern.mapping { usage.isRead($0) ? .bind($0) : .any } }
  }

  /// Replaces variables in conditions by `_` if nothing reads them: `if case .open(let a) = state` becomes
  /// `if case .open(_) = state`. `if let a = value` becomes `if value != nil`.
  private static func drop(from conditions: inout [Condition], _ usage: Usage) {
    for index in conditions.indices {
      guard case .matches(var pattern, let subject) = conditions[index] else { continue }
      if case .some(.bind(let variable)) = pattern, !usage.isRead(variable) {
        conditions[index] =
          subject.isOperand ? .isTrue(.operation(subject, "!=", .literal("nil"))) : .matches(.some(.any), subject)
      } else {
        drop(from: &pattern, usage)
        conditions[index] = .matches(pattern, subject)
      }
    }
  }
}
