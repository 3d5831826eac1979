/// A pass that replaces an `if` by a shorter statement. `if let a = value { x = a } else { x = other }` becomes
/// `x = value ?? other`, and `if condition { return true }; return false` becomes `return condition`.
enum Coalescing: Pass {
  static func run(_ function: inout Function) { function.body.updateLists(coalesce) }

  private static func coalesce(_ list: inout [Statement]) {
    for index in list.indices {
      guard case .check(let check) = list[index].kind, check.conditions.count == 1 else { continue }
      if let assignment = assigned(by: check) {
        list[index].add(marksOf: [check.then[0], check.otherwise[0]])
        list[index].kind = .assign(assignment)
      }
      guard index == list.count - 2, check.otherwise.isEmpty, let leave = returned(by: check, list[index + 1]) else {
        continue
      }
      list[index].add(marksOf: [check.then[0], list[index + 1]])
      list[index].kind = .leave(leave)
      list.removeLast()
      return
    }
  }

  /// Returns the assignment that replaces an `if let` whose two branches each assign to the same variable:
  /// `x = value ?? other` for `if let a = value { x = a } else { x = other }`. Nil if the `if let` cannot be replaced.
  private static func assigned(by check: Check) -> Assignment? {
    guard case .matches(.some(.bind(let variable)), let value) = check.conditions[0], value.isOperand,
      check.then.count == 1,
      check.otherwise.count == 1, check.then[0].comments.isEmpty, check.otherwise[0].comments.isEmpty,
      case .assign(var then) = check.then[0].kind, case .assign(let otherwise) = check.otherwise[0].kind,
      then.target == otherwise.target, then.symbol == otherwise.symbol,
      let merged = merged(then.value, otherwise.value, variable, value)
    else { return nil }
    then.value = merged
    return then
  }

  /// Returns the one expression that replaces the two values which the branches of an `if let` assign. For
  /// `if let a = value`, the values `.on(a)` and `.on(other)` become `.on(value ?? other)`. Nil if there is no such
  /// expression, for example because the two values differ in two arguments.
  ///
  /// - Parameters:
  ///   - then: the value in the first branch.
  ///   - otherwise: the value in the `else` branch.
  ///   - variable: the variable that the `if let` binds.
  ///   - value: the optional that the `if let` tests.
  private static func merged(
    _ then: Expression, _ otherwise: Expression, _ variable: Variable, _ value: Expression
  ) -> Expression? {
    // `try` is not allowed after `??`.
    if case .variable(variable) = then { return otherwise.mayThrow ? nil : .otherwise(value, otherwise) }
    guard case .new(let name, var arguments) = then, case .new(name, let others) = otherwise,
      arguments.map(\.label) == others.map(\.label)
    else { return nil }
    let different = arguments.indices.filter { arguments[$0].value != others[$0].value }
    // The arguments before the place are evaluated before it.
    guard different.count == 1, let place = different.first,
      arguments[..<place].allSatisfy({ $0.value.isMovable && !value.changes(whatIsIn: $0.value) }) || value.isMovable,
      let merged = merged(arguments[place].value, others[place].value, variable, value)
    else { return nil }
    arguments[place].value = merged
    return .new(name, arguments)
  }

  /// Returns the `return` that replaces an `if` and the statement after it: `return condition` for
  /// `if condition { return true }` and `return false`. Nil if the two statements cannot be replaced.
  private static func returned(by check: Check, _ next: Statement) -> Leave? {
    guard check.then.count == 1, check.then[0].comments.isEmpty, next.comments.isEmpty,
      case .leave(let then) = check.then[0].kind, case .leave(var leave) = next.kind, then.kind == .return,
      leave.kind == .return, case .literal(let text)? = leave.value
    else { return nil }
    switch check.conditions[0] {
    case .matches(.some(.bind(let variable)), let value)
    where then.value == .variable(variable) && value.isOperand && !text.hasPrefix("try "):
      leave.value = text == "nil" ? value : .otherwise(value, .literal(text))
    case .isTrue(let value) where then.value == .literal("true") && text == "false": leave.value = value
    default: return nil
    }
    leave.meaning = .handed
    return leave
  }
}
