/// A pass that returns at once, in a pure function, after an assignment after which all paths return the same value.
///
/// It handles the variables of `KnownValues`, and considers all values together that a variable is given. Other passes
/// drop the code after the new `return`.
struct EarlyAnswers: Pass {
  /// The code after a list, with the results that are found for it.
  private final class Rest {
    /// The function that puts all code that follows the list after a given end of the list.
    let code: ([Statement]) -> [Statement]
    /// The value that is returned after an assignment at the end of the list, or before a jump there; nil if it varies.
    var answers: [Place: String?] = [:]

    init(_ code: @escaping ([Statement]) -> [Statement]) { self.code = code }
  }

  private struct Place: Hashable {
    var variable: Variable
    var jump: Label?
  }

  private let values: KnownValues
  /// The literals that are assigned to each variable.
  private var given: [Variable: Set<String>] = [:]

  static func run(_ function: inout Function) {
    guard function.isPure else { return }
    let values = KnownValues(about: function)
    guard !values.own.isEmpty else { return }
    var pass = EarlyAnswers(values: values)
    var mayThrow = false
    function.body.forEachStatement { statement in
      statement.forEachExpression { mayThrow = mayThrow || $0.mayThrow }
      if let (variable, value) = pass.assigned(statement) { pass.given[variable, default: []].insert(value) }
    }
    if !mayThrow { pass.answer(&function.body, Rest { $0 }) }
  }

  private init(values: KnownValues) { self.values = values }

  private func assigned(_ statement: Statement) -> (Variable, value: String)? {
    guard case .assign(let assignment) = statement.kind, case .variable(let variable) = assignment.target,
      values.own.contains(variable), case .literal(let value) = assignment.value, value != "nil"
    else { return nil }
    return (variable, value)
  }

  private func answer(_ list: inout [Statement], _ rest: Rest) {
    for index in list.indices {
      let behind = Array(list[(index + 1)...])
      if let (variable, _) = assigned(list[index]) {
        guard let answer = answer(behind: variable, behind, rest) else { continue }
        list[index].kind = Statement.leave(.literal(answer)).kind
        list.removeSubrange((index + 1)...)
        return
      }
      let label = list[index].label
      let inner = Rest { rest.code([.scope($0, label: label)] + behind) }
      list[index].updateBodies { answer(&$0, inner) }
    }
  }

  /// Returns the value that all paths after an assignment to a variable return; nil if they return different values.
  private func answer(behind variable: Variable, _ list: [Statement], _ rest: Rest) -> String? {
    var place: Place?
    if list.isEmpty { place = Place(variable: variable) }
    if list.count == 1, case .jump(let label) = list[0].kind { place = Place(variable: variable, jump: label) }
    if let place, let found = rest.answers[place] { return found }
    let answer = values.onlyAnswer(of: rest.code(list), where: variable, is: given[variable] ?? [])
    if let place { rest.answers[place] = .some(answer) }
    return answer
  }
}
