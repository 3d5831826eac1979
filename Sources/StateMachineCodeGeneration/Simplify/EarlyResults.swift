/// A pass for pure functions, which have no side effects, if they never throw. It replaces an assignment by a `return`,
/// if all paths after the assignment return the same value: `a = .x` may become `return true`. It drops the statements
/// after the new `return` in the same list.
///
/// It handles only variables that the pass `KnownValues` handles, such as those that are declared with a literal. It
/// assumes that such a variable may have any value that is assigned to it anywhere in the function.
struct EarlyResults: Pass {
  /// The code that runs after a list of statements. Stored with it are the values that the code is known to return.
  private final class Rest {
    /// A function that returns all code that runs after a statement of the list. Its argument is the statements after
    /// that statement in the list; it adds the code after the list.
    let code: ([Statement]) -> [Statement]
    /// The values that the code returns after an assignment at the end of the list, each computed once. The key is the
    /// assigned variable, with the label of the `break` if one follows the assignment. The value is nil if the paths
    /// after the assignment may return different values.
    var results: [Place: String?] = [:]

    init(_ code: @escaping ([Statement]) -> [Statement]) { self.code = code }
  }

  private struct Place: Hashable {
    var variable: Variable
    var jump: Label?
  }

  private let values: KnownValues
  /// For each variable, the literals that are assigned to it anywhere in the function.
  private var given: [Variable: Set<String>] = [:]

  static func run(_ function: inout Function) {
    guard function.isPure else { return }
    let values = KnownValues(about: function)
    guard !values.own.isEmpty else { return }
    var pass = EarlyResults(values: values)
    var mayThrow = false
    function.body.forEachStatement { statement in
      statement.forEachExpression { mayThrow = mayThrow || $0.mayThrow }
      if let (variable, value) = pass.assigned(statement) { pass.given[variable, default: []].insert(value) }
    }
    if !mayThrow { pass.returnEarly(in: &function.body, Rest { $0 }) }
  }

  private init(values: KnownValues) { self.values = values }

  /// Returns the variable and the literal of an assignment such as `a = .x`, if the pass may replace the assignment.
  /// Nil for any other statement.
  private func assigned(_ statement: Statement) -> (Variable, value: String)? {
    guard case .assign(let assignment) = statement.kind, case .variable(let variable) = assignment.target,
      values.own.contains(variable), case .literal(let value) = assignment.value, value != "nil"
    else { return nil }
    return (variable, value)
  }

  /// Replaces an assignment in a list of statements by a `return`. All paths after the assignment must return the same
  /// value. The code after the list is `rest`.
  private func returnEarly(in list: inout [Statement], _ rest: Rest) {
    for index in list.indices {
      let after = Array(list[(index + 1)...])
      if let (variable, _) = assigned(list[index]) {
        guard let result = result(after: variable, after, rest) else { continue }
        list[index].kind = Statement.leave(.literal(result)).kind
        list.removeSubrange((index + 1)...)
        return
      }
      let label = list[index].label
      let inner = Rest { rest.code([.scope($0, label: label)] + after) }
      list[index].updateBodies { returnEarly(in: &$0, inner) }
    }
  }

  /// Returns the value that all paths after an assignment to a variable return; nil if they may return different
  /// values. After the assignment, `list` runs, the other statements of the same list, and then `rest`.
  private func result(after variable: Variable, _ list: [Statement], _ rest: Rest) -> String? {
    var place: Place?
    if list.isEmpty { place = Place(variable: variable) }
    if list.count == 1, case .jump(let label) = list[0].kind { place = Place(variable: variable, jump: label) }
    if let place, let found = rest.results[place] { return found }
    let result = values.commonResult(of: rest.code(list), where: variable, is: given[variable] ?? [])
    if let place { rest.results[place] = .some(result) }
    return result
  }
}
