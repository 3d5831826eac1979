/// Makes what is assigned to a variable directly before a new state an argument of that: `state = .on(count: count + 1)`.
///
/// An assignment goes where the next statement stores a state that reads the variable once, nothing behind reads it, and
/// the order in which values are evaluated stays, or cannot be told.
enum FoldedValues {
  static func run(_ function: inout Function) {
    let variables = function.variables
    function.body.updateLists { fold(&$0, variables) }
  }

  private static func fold(_ list: inout [Statement], _ variables: Variables) {
    var index = list.count - 1
    while index > 0 {
      defer { index -= 1 }
      guard case .assign(var store) = list[index].kind else { continue }
      switch store.role {
      case .plain, .empty: continue
      case .store, .rebuild: break
      }
      var folded: [(variable: Variable, value: Expression)] = []
      while index > 0, let new = foldable(list[index - 1], into: store.value, folded, variables),
        !list[(index + 1)...].contains(where: { [$0].uses(new.variable) })
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

  private static func foldable(
    _ statement: Statement, into value: Expression, _ folded: [(variable: Variable, value: Expression)],
    _ variables: Variables
  ) -> (variable: Variable, value: Expression)? {
    guard statement.place == nil, case .assign(let assignment) = statement.kind, assignment.role == .plain,
      case .variable(let variable) = assignment.target, !variables[variable].isInout,
      // A change in place is cheaper where it stands.
      assignment.symbol == "=" || !variables[variable].owns,
      assignment.value.isMovable ? folded.allSatisfy(\.value.isMovable) : folded.isEmpty && value.isMovable,
      !folded.contains(where: { $0.variable == variable || $0.value.uses(variable) })
    else { return nil }
    var count = 0
    var isOnlyValue = true
    value.forEach { node in
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
