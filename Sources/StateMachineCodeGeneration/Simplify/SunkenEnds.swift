/// A pass that moves a `return`, `throw` or `break` after a `switch` into the arms of the `switch`. Another pass can
/// then merge arms that end in it.
enum SunkenEnds: Pass {
  static func run(_ function: inout Function) {
    let variables = function.variables
    function.body.updateLists { sink(&$0, variables) }
  }

  private static func sink(_ list: inout [Statement], _ variables: Variables) {
    guard list.count > 1, case .match(var match) = list[list.count - 2].kind, match.label == nil, match.assumed == nil,
      let end = list.last, !end.isNothing, [end].isPlainEnd, match.arms.contains(where: \.body.leaves),
      !match.arms.contains(where: { !$0.body.leaves && hides(end, $0, variables) })
    else { return }
    var statement = list[list.count - 2]
    statement.kind = .nothing
    for index in match.arms.indices where !match.arms[index].body.leaves {
      var end = end
      if match.arms[index].body.isEmpty {
        (end.marks, match.arms[index].marks) = (match.arms[index].marks + end.marks, [])
      }
      match.arms[index].body.append(end)
      sink(&match.arms[index].body, variables)
    }
    statement.kind = .match(match)
    list.removeLast()
    list[list.count - 1] = statement
  }

  /// Returns whether a `return` or `throw` cannot move into an arm. The arm may declare a name that the returned value
  /// uses with another meaning: `return a` cannot move after `let a = 1`. A `defer` in the arm would run after the
  /// value is evaluated, instead of before.
  private static func hides(_ end: Statement, _ arm: Arm, _ variables: Variables) -> Bool {
    guard case .leave(let leave) = end.kind, let value = leave.value else { return false }
    if arm.body.hides(whatIsIn: value, variables) { return true }
    // A `defer` in the arm would run after the value is evaluated, instead of before.
    if arm.body.contains(where: { if case .atEnd = $0.kind { true } else { false } }) { return true }
    let names = Set(arm.patterns.flatMap(\.variables).filter { variables[$0].isFixed }.map { variables[$0].hint })
    return value.containsPiece { !$0.text.names.isDisjoint(with: names) }
  }
}
