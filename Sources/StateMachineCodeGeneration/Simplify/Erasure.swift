/// Changes a function that takes transitions, such as `takeOpen`, to one without side effects, such as `acceptsOpen`.
/// The new function only returns whether the old one would take a transition; `true` if that is not known.
///
/// The function must be as `Lowerer` wrote it, before all passes. Only then does each `return` have a note,
/// `Leave.meaning`: for example, that a transition has been taken.
struct Erasure {
  /// The key is a function that takes transitions, such as `takeOpen`; the value is its counterpart without side
  /// effects, such as `acceptsOpen`. Calls of the first become calls of the second.
  let asking: [FunctionID: FunctionID]
  /// The variables that the function declares. Assignments to anything else are dropped, because they are side effects.
  private var own: Set<Variable> = []

  init(asking: [FunctionID: FunctionID]) { self.asking = asking }

  /// Removes the side effects of a function, and makes it return `true` or `false`.
  mutating func run(_ function: inout Function) {
    own = []
    function.body.forEachStatement { if case .declare(let variable, _, _) = $0.kind { own.insert(variable) } }
    function.body = erased(function.body, declared: [])
    function.otherwise = [returning(false)]
    function.isPure = true
  }

  private func returning(_ isYes: Bool) -> Statement { .leave(.literal(isYes ? "true" : "false")) }

  /// Returns a list of statements without its side effects.
  ///
  /// - Parameter declared: the names that dropped blocks of the file's Swift declared before the list, such as `a` for
  ///   `let a = 1`. A guard with such a name, as in `if a > 0 { … }`, cannot be evaluated. `return true` replaces it
  ///   and all code after it, because its transition may be taken.
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
        if piece.text.stops { return result + [returning(false)] }
        continue
      case .assign(let assignment):
        guard case .variable(let variable) = assignment.target, own.contains(variable) else { continue }
      case .leave(let leave): return result + [erased(leave)]
      case .check(var check):
        let isUnknown = check.conditions.contains { condition in
          if case .test(let piece, _) = condition { !piece.text.names.isDisjoint(with: declared) } else { false }
        }
        if isUnknown { return result + [returning(true)] }
        check.conditions = check.conditions.map(erased)
        check.then = isCall(check.conditions) ? [returning(true)] : erased(check.then, declared: declared)
        check.otherwise = erased(check.otherwise, declared: declared)
        statement.kind = .check(check)
      default: statement.updateBodies { $0 = erased($0, declared: declared) }
      }
      result.append(statement)
    }
    return result
  }

  /// Returns whether the first condition of an `if` is a call of a function without side effects, such as
  /// `acceptsOpen(event)`. `return true` then replaces the branch of the `if`.
  private func isCall(_ conditions: [Condition]) -> Bool {
    if case .isTrue(.call(let call))? = conditions.first, case .own(let id) = call.callee {
      return asking.values.contains(id)
    }
    return false
  }

  /// Returns a condition that calls a function without side effects: `acceptsOpen(event)` for
  /// `let outcome = takeOpen(event)`. Any other condition is returned unchanged.
  private func erased(_ condition: Condition) -> Condition {
    guard case .matches(.some(.bind), .call(let call)) = condition, let ask = self.ask(call) else { return condition }
    return .isTrue(ask)
  }

  /// Returns the call without side effects that replaces a call: `acceptsOpen(event)` for
  /// `takeOpen(event, emit: emit)`. Nil if the called function has no counterpart without side effects.
  private func ask(_ call: Call) -> Expression? {
    guard case .own(let id) = call.callee, let other = asking[id] else { return nil }
    return .call(Call(callee: .own(other), arguments: call.arguments.filter { $0.label == nil }))
  }

  /// Returns the statement that replaces one which leaves the function. It is `return true` or `return false`, or the
  /// `return` of a call without side effects, such as `return acceptsOpen(event)`.
  private func erased(_ leave: Leave) -> Statement {
    guard leave.kind == .return else { return returning(false) }
    switch leave.meaning {
    case .taken: return returning(true)
    case .ignored, .deferred, .unhandled, .none: return returning(false)
    case .handed:
      if case .call(let call)? = leave.value {
        return ask(call).map { Statement(.leave(Leave(value: $0, meaning: .handed, about: leave.about))) }
          ?? returning(true)
      }
      return leave.value.map { .leave(.operation($0, "!=", .literal(".ignored"))) } ?? returning(false)
    }
  }
}
