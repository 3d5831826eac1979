/// A pass that moves an assigned value into the state that the next statement stores:
/// `count += 1; state = .on(count: count)` becomes `state = .on(count: count + 1)`.
///
/// It does so if the stored state reads the variable once, and no code after the store reads the variable. The order of
/// evaluation must stay the same, or make no difference.
enum FoldedValues: Pass {
  static func run(_ function: inout Function) {
    guard hasCandidates(function.body) else { return }
    var atEnd: Set<Variable> = []
    function.body.forEachStatement { if case .atEnd(let list) = $0.kind { atEnd.formUnion(used(in: list)) } }
    // Swift warns of a variable to which the file's Swift assigns, and that nothing reads any more.
    var kept: Set<Variable> = []
    var reads: [Variable: Int] = [:]
    function.body.forEachStatement { statement in
      statement.forEachExpression { value in
        value.forEachUse { variable, change in
          if change == .assigned { kept.insert(variable) } else { reads[variable, default: 0] += 1 }
        }
      }
    }
    // One of the reads is in the state, and one may be in the assignment itself.
    kept = kept.filter { reads[$0, default: 0] < 3 }
    fold(&function.body, after: atEnd, atEnd: atEnd, kept, function.variables)
  }

  /// Returns whether a list, or a list within it, stores a state directly after an assignment to a variable. The pass
  /// has nothing to do in other lists.
  private static func hasCandidates(_ list: [Statement]) -> Bool {
    for index in list.indices {
      if index > 0, case .assign(let store) = list[index].kind, store.role != .plain, store.role != .empty,
        case .assign(let assignment) = list[index - 1].kind, assignment.role == .plain, assignment.target.root != nil
      {
        return true
      }
      if list[index].containsBody(where: hasCandidates) { return true }
    }
    return false
  }

  /// Returns the variables that a list of statements uses.
  private static func used(in list: [Statement]) -> Set<Variable> {
    var all: Set<Variable> = []
    list.forEachStatement { $0.forEachExpression { $0.forEachUse { variable, _ in all.insert(variable) } } }
    return all
  }

  /// Moves assigned values into the states that are stored after them, in a list and in all lists within it.
  /// `count = 2; state = .on(count: count)` becomes `state = .on(count: 2)`.
  ///
  /// - Parameters:
  ///   - after: the variables that are used after the list.
  ///   - atEnd: the variables that a `defer` or a `catch` uses when control leaves the list.
  ///   - kept: the variables that Swift might warn of if fewer places read them. An assignment to such a variable moves
  ///     only if its value reads the variable, as `count + 1` does for `count`.
  private static func fold(
    _ list: inout [Statement], after: Set<Variable>, atEnd: Set<Variable>, _ kept: Set<Variable>,
    _ variables: Variables
  ) {
    guard hasCandidates(list) else { return }
    var after = after
    var index = list.count - 1
    while index >= 0 {
      defer { index -= 1 }
      defer { after.formUnion(used(in: [list[index]])) }
      var caught: Set<Variable> = []
      if case .attempt(_, _, let otherwise) = list[index].kind { caught = used(in: otherwise) }
      list[index].updateBodies { body in
        // After a body that leaves the function, only a `defer` or a `catch` can use a variable.
        let next = body.leaves && !body.hasJumps ? atEnd : after
        fold(&body, after: next.union(caught), atEnd: atEnd.union(caught), kept, variables)
      }
      guard case .assign(var store) = list[index].kind else { continue }
      switch store.role {
      case .plain, .empty, .restore: continue
      case .store, .rebuild: break
      }
      var folded: [(variable: Variable, value: Expression)] = []
      while index > 0, let new = foldable(list[index - 1], into: store.value, folded, variables),
        !after.contains(new.variable), !kept.contains(new.variable) || new.value.uses(new.variable)
      {
        folded.append(new)
        let gone = list.remove(at: index - 1)
        index -= 1
        list[index].comments.insert(contentsOf: gone.comments, at: 0)
        list[index].marks.insert(contentsOf: gone.marks, at: 0)
      }
      guard !folded.isEmpty else { continue }
      store.value = store.value.mapping { node in
        guard case .variable(let variable) = node else { return node }
        return folded.first { $0.variable == variable }?.value ?? node
      }
      list[index].kind = .assign(store)
    }
  }

  /// Returns the variable and the value of an assignment that may move into a stored state: `count` and `count + 1` for
  /// `count += 1`. Nil for any other statement.
  ///
  /// - Parameters:
  ///   - value: the stored state.
  ///   - folded: the assignments that move into the same stored state already.
  private static func foldable(
    _ statement: Statement, into value: Expression, _ folded: [(variable: Variable, value: Expression)],
    _ variables: Variables
  ) -> (variable: Variable, value: Expression)? {
    guard statement.place == nil, case .assign(let assignment) = statement.kind, assignment.role == .plain,
      case .variable(let variable) = assignment.target, !variables[variable].isInout,
      // A change in place is cheaper than a new value.
      assignment.symbol == "=" || !variables[variable].owns,
      // At most one of the expressions may have effects, so that their order makes no difference.
      assignment.value.isMovable ? folded.allSatisfy(\.value.isMovable) : folded.isEmpty && value.isMovable,
      !folded.contains(where: { $0.variable == variable || $0.value.uses(variable) }),
      !assignment.value.changes(whatIsIn: value, but: variable), !value.changes(whatIsIn: assignment.value)
    else { return nil }
    var count = 0
    var isOnlyValue = true
    value.walk { node in
      switch node {
      case .variable(variable): count += 1
      case .piece(let piece): if piece.uses.contains(where: { $0.variable == variable }) { isOnlyValue = false }
      default: break
      }
    }
    guard count == 1, isOnlyValue else { return nil }
    if assignment.symbol == "=" { return (variable, assignment.value) }
    return (variable, .operation(.variable(variable), String(assignment.symbol.dropLast()), assignment.value))
  }
}

extension Expression {
  /// Returns whether evaluating this expression changes a variable that the expression `other` uses.
  ///
  /// - Parameter one: a variable whose changes are ignored; nil if there is none.
  func changes(whatIsIn other: Expression, but one: Variable? = nil) -> Bool {
    containsUse { used, change in change != .none && used != one && other.uses(used) }
  }
}
