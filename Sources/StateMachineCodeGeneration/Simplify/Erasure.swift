/// The transformation of a function into one without side effects that returns whether a transition would be taken.
///
/// It requires a function as it was lowered, since `Leave.meaning` decides the result.
struct Erasure {
  /// By function, the function without side effects that replaces it in calls.
  let asking: [FunctionID: FunctionID]
  /// The variables that the function declares. Only assignments to such variables are kept.
  private var own: Set<Variable> = []

  init(asking: [FunctionID: FunctionID]) { self.asking = asking }

  mutating func run(_ function: inout Function) {
    own = []
    function.body.forEachStatement { if case .declare(let variable, _, _) = $0.kind { own.insert(variable) } }
    function.body = erased(function.body, declared: [])
    function.otherwise = [answer(false)]
    function.isPure = true
  }

  private func answer(_ isYes: Bool) -> Statement { .leave(.literal(isYes ? "true" : "false")) }

  /// Returns a list without side effects. It returns `true` at a test of a name in `declared`, whose value is unknown.
  private func erased(_ list: [Statement], declared: Set<String>) -> [Statement] {
    var declared = declared
    var result: [Statement] = []
    for statement in list {
      var statement = statement
      statement.comments.removeAll { if case .generated = $0 { false } else { true } }
      statement.marks = []
      switch statement.kind {
      case .perform, .giveUp, .atEnd: continue
      case .block(let piece):
        declared.formUnion(piece.text.declared)
        if piece.text.stops { return result + [answer(false)] }
        continue
      case .assign(let assignment):
        guard case .variable(let variable) = assignment.target, own.contains(variable) else { continue }
      case .leave(let leave): return result + [erased(leave)]
      case .check(var check):
        let isUnknown = check.conditions.contains { condition in
          if case .test(let piece, _) = condition { !piece.text.names.isDisjoint(with: declared) } else { false }
        }
        if isUnknown { return result + [answer(true)] }
        check.conditions = check.conditions.map(erased)
        check.then = isCall(check.conditions) ? [answer(true)] : erased(check.then, declared: declared)
        check.otherwise = erased(check.otherwise, declared: declared)
        statement.kind = .check(check)
      default: statement.updateBodies { $0 = erased($0, declared: declared) }
      }
      result.append(statement)
    }
    return result
  }

  private func isCall(_ conditions: [Condition]) -> Bool {
    if case .isTrue(.call(let call))? = conditions.first, case .own(let id) = call.callee {
      return asking.values.contains(id)
    }
    return false
  }

  /// Returns a condition. If it tests whether a call returns an outcome, it becomes a call of the erased function.
  private func erased(_ condition: Condition) -> Condition {
    guard case .matches(.some(.bind), .call(let call)) = condition, let ask = self.ask(call) else { return condition }
    return .isTrue(ask)
  }

  private func ask(_ call: Call) -> Expression? {
    guard case .own(let id) = call.callee, let other = asking[id] else { return nil }
    return .call(Call(callee: .own(other), arguments: call.arguments.filter { $0.label == nil }))
  }

  private func erased(_ leave: Leave) -> Statement {
    guard leave.kind == .return else { return answer(false) }
    switch leave.meaning {
    case .taken: return answer(true)
    case .ignored, .deferred, .unhandled, .none: return answer(false)
    case .handed:
      if case .call(let call)? = leave.value {
        return ask(call).map { Statement(.leave(Leave(value: $0, meaning: .handed, about: leave.about))) }
          ?? answer(true)
      }
      return leave.value.map { .leave(.operation($0, "!=", .literal(".ignored"))) } ?? answer(false)
    }
  }
}
