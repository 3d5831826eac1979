/// A pass that decides whether a variable is declared with `var` or `let`. It is a `var` if it is changed. But a
/// non-optional that is declared without a value is a `let` if each path assigns it at most once.
///
/// An optional that is never assigned gets the value `nil` in its declaration. Swift does not set a `let` to nil by
/// itself.
enum Mutability: Pass {
  static func run(_ function: inout Function) {
    let usage = Usage(function.body)
    var mutable: Set<Variable> = []
    var late: Set<Variable> = []
    var optionals: Set<Variable> = []
    func add(_ variables: [Variable]) { mutable.formUnion(variables.filter(usage.isChanged)) }
    function.body.forEachStatement { statement in
      add(statement.declared)
      switch statement.kind {
      case .declare(let variable, let type, nil):
        if type.hasSuffix("?") { optionals.insert(variable) } else { late.insert(variable) }
      case .match(let match): for arm in match.arms { add(arm.patterns.flatMap(\.variables)) }
      case .check(let check): add(check.conditions.flatMap(\.variables))
      default: break
      }
    }
    // A variable that is assigned once on each path stays a `let`.
    for variable in late where !isGivenAgain(variable, function.body) { mutable.remove(variable) }
    function.mutable = mutable
    optionals.subtract(mutable)
    if optionals.isEmpty { return }
    function.body.updateLists { list in
      for index in list.indices {
        if case .declare(let variable, let type, nil) = list[index].kind, optionals.contains(variable) {
          list[index].kind = .declare(variable, type: type, .literal("nil"))
        }
      }
    }
  }

  /// Returns whether a variable that is declared without a value may get a second value after its first. It then cannot
  /// be a `let`.
  private static func isGivenAgain(_ variable: Variable, _ body: [Statement]) -> Bool {
    if mostAssignments(to: variable, body) > 1 { return true }
    var (isRead, isGivenAgain) = (false, false)
    body.forEachStatement { statement in
      if case .assign(let assignment) = statement.kind, assignment.target == .variable(variable),
        assignment.symbol == "="
      {
        // If the variable may have been read before, it had a value before.
        isGivenAgain = isGivenAgain || isRead
      } else if statement.changesItself(variable) {
        isGivenAgain = true
      } else {
        statement.forEachExpression { isRead = isRead || $0.uses(variable) }
      }
    }
    return isGivenAgain
  }

  /// Returns the largest number of assignments to a variable on one path. The path leads through a list of statements
  /// and the code after it, which contains `rest` assignments.
  ///
  /// - Parameter labels: for each label, the number of assignments after a jump to the label.
  private static func mostAssignments(
    to variable: Variable, _ list: [Statement], after rest: Int = 0, _ labels: [Label: Int] = [:]
  ) -> Int {
    list.reversed().reduce(rest) { rest, statement in
      func most(_ body: [Statement], after rest: Int) -> Int {
        var labels = labels
        if let label = statement.label { labels[label] = rest }
        return mostAssignments(to: variable, body, after: rest, labels)
      }
      switch statement.kind {
      case .assign(let assignment): return assignment.target.root == variable ? rest + 1 : rest
      case .leave: return 0
      case .jump(let label): return labels[label] ?? rest
      // If the conditions of a `guard` are true, its body does not run.
      case .require(_, let otherwise): return max(rest, most(otherwise, after: rest))
      // Assignments before the error is thrown have been made.
      case .attempt(let list, _, let otherwise): return most(list, after: max(rest, most(otherwise, after: rest)))
      default:
        var all: [Int] = []
        statement.forEachBody { all.append(most($0, after: rest)) }
        return all.max() ?? rest
      }
    }
  }
}
