/// Says which variables are `var`: those that are changed; and, of those without a value at first, those that are given
/// one again on some way.
///
/// Leaves `let` for a variable that is given its only value later.
enum Mutability: Pass {
  static func run(_ function: inout Function) {
    let usage = Usage(function.body)
    var mutable: Set<Variable> = []
    var late: Set<Variable> = []
    func add(_ variables: [Variable]) { mutable.formUnion(variables.filter(usage.isChanged)) }
    function.body.forEachStatement { statement in
      add(statement.declared)
      switch statement.kind {
      case .declare(let variable, let type, nil) where !type.hasSuffix("?"): late.insert(variable)
      case .match(let match): for arm in match.arms { add(arm.patterns.flatMap(\.variables)) }
      case .check(let check): add(check.conditions.flatMap(\.variables))
      default: break
      }
    }
    for variable in late where !isGivenAgain(variable, function.body) { mutable.remove(variable) }
    function.mutable = mutable
  }

  private static func isGivenAgain(_ variable: Variable, _ body: [Statement]) -> Bool {
    if mostAssignments(to: variable, body) > 1 { return true }
    var (isRead, isGivenAgain) = (false, false)
    body.forEachStatement { statement in
      if case .assign(let assignment) = statement.kind, assignment.target == .variable(variable),
        assignment.symbol == "="
      {
        isGivenAgain = isGivenAgain || isRead
      } else if statement.changesItself(variable) {
        isGivenAgain = true
      } else {
        statement.forEachExpression { isRead = isRead || $0.uses(variable) }
      }
    }
    return isGivenAgain
  }

  /// How often a variable is given a value on the way on which that is most often.
  private static func mostAssignments(to variable: Variable, _ list: [Statement]) -> Int {
    list.reversed().reduce(0) { rest, statement in
      if case .assign(let assignment) = statement.kind { return assignment.target.root == variable ? rest + 1 : rest }
      // Where a `guard` holds, none of its bodies is run.
      var most: Int? = if case .require = statement.kind { rest } else { nil }
      statement.forEachBody { body in
        // A jump may lead to what comes next.
        let goesOn = !body.leaves || body.containsStatement { if case .jump = $0.kind { true } else { false } }
        most = max(most ?? 0, mostAssignments(to: variable, body) + (goesOn ? rest : 0))
      }
      return most ?? rest
    }
  }
}
