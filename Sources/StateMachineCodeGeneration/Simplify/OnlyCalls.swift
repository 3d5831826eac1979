/// Writes a function that is called in one place there, where it ends the function around it.
///
/// Is about functions that say so, and about code that is as it was lowered: what the function may change is known
/// where it stands. A function stays where a name would mean something else.
enum OnlyCalls: WholePass {
  static func run(_ functions: inout [Function]) {
    guard functions.contains(where: \.standsAtOnlyCall) else { return }
    var gone: Set<FunctionID> = []
    // What has been written somewhere may hold the only call of another.
    for index in functions.indices where functions[index].standsAtOnlyCall {
      let inner = functions[index]
      let callers = functions.indices.filter { !gone.contains(functions[$0].id) && calls(of: inner, functions[$0]) > 0 }
      guard callers.count == 1, callers[0] != index, calls(of: inner, functions[callers[0]]) == 1,
        write(inner, into: &functions[callers[0]])
      else { continue }
      gone.insert(inner.id)
    }
    functions.removeAll { gone.contains($0.id) }
  }

  private static func calls(of inner: Function, _ function: Function) -> Int {
    var count = 0
    function.body.forEachExpression {
      if case .call(let call) = $0, call.callee == .own(inner.id) { count += 1 }
    }
    return count
  }

  private static func write(_ inner: Function, into outer: inout Function) -> Bool {
    guard inner.enumerations.isEmpty, inner.body.freeNames.isDisjoint(with: outer.allNames) else { return false }
    let (parameters, variables) = (inner.signature.parameters ?? [], inner.variables)
    var isWritten = false
    outer.body.replace { statement in
      guard case .leave(let leave) = statement.kind, leave.kind == .return, case .call(let call)? = leave.value,
        call.callee == .own(inner.id), call.arguments.count == parameters.count
      else { return nil }
      var bound: [Statement] = []
      var same: [Variable: Variable] = [:]
      for (parameter, argument) in zip(parameters, call.arguments) {
        switch argument.value {
        case .reference(.variable(let variable)): same[parameter.variable] = variable
        case .variable(let variable)
        where !isChanged(variable, besides: parameter.variable, parameters, call.arguments, in: inner.body):
          same[parameter.variable] = variable
        default:
          bound.append(.bind(parameter.variable, argument.value, isTyped: variables[parameter.variable].type != nil))
        }
      }
      let names = Set(bound.flatMap(\.declared).map { variables[$0].hint })
      guard bound.freeNames.isDisjoint(with: names) else { return nil }
      isWritten = true
      var body = inner.body
      body.updateExpressions { $0.replacing(variables: { same[$0] ?? $0 }) }
      body.replace { statement in
        guard case .match(var match) = statement.kind, match.assumed == .asFunction else { return nil }
        match.assumed = .otherwise(inner.otherwise)
        statement.kind = .match(match)
        return nil
      }
      return [.nothing(like: statement)] + bound + body + (body.leaves ? [] : [.leave()])
    }
    if isWritten { outer.lostMarks += inner.lostMarks }
    return isWritten
  }
}

extension OnlyCalls {
  /// Whether a variable that one parameter is given by value is changed under the name of another.
  private static func isChanged(
    _ variable: Variable, besides own: Variable, _ parameters: [Parameter], _ arguments: [Argument],
    in body: [Statement]
  ) -> Bool {
    zip(parameters, arguments).contains { parameter, argument in
      guard parameter.variable != own else { return false }
      if case .reference(.variable(variable)) = argument.value { return body.changes(parameter.variable) }
      return argument.value == .variable(variable) && (body.changes(parameter.variable) || body.changes(own))
    }
  }
}

extension Function {
  /// The names of all its variables, and those that blocks in it declare.
  fileprivate var allNames: Set<String> {
    var all = body.fixedNames(variables)
    for parameter in signature.parameters ?? [] where !parameter.isPassedOn {
      all.insert(variables[parameter.variable].hint)
    }
    for variable in body.allDeclared { all.insert(variables[variable].hint) }
    return all
  }
}

extension [Statement] {
  /// The names in it that are those of no variable, nor declared by itself.
  var freeNames: Set<String> {
    var names: Set<String> = []
    forEachExpression { node in
      guard case .piece(let piece) = node else { return }
      names.formUnion(piece.text.names.subtracting(piece.uses.map(\.name)))
    }
    return names
  }

  /// The names in it that cannot be others: those that the user's own text declares.
  func fixedNames(_ variables: Variables) -> Set<String> {
    var names: Set<String> = []
    for variable in allDeclared where variables[variable].isFixed { names.insert(variables[variable].hint) }
    forEachStatement { if case .block(let piece) = $0.kind { names.formUnion(piece.text.declared) } }
    return names
  }

  /// The variables that are declared in it, however deep.
  var allDeclared: [Variable] {
    var all: [Variable] = []
    forEachStatement { statement in
      all += statement.declared
      switch statement.kind {
      case .match(let match): for arm in match.arms { all += arm.patterns.flatMap(\.variables) }
      case .check(let check): all += check.conditions.flatMap(\.variables)
      default: break
      }
    }
    return all
  }
}
