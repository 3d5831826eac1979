/// Writes a function of one statement, which reads no variable but what every function is handed, where it is called; and
/// what a function always answers.
enum SmallFunctions: WholePass {
  static func run(_ functions: inout [Function]) {
    replaceAnswers(&functions)
    while true {
      var small: [FunctionID: [Statement]] = [:]
      for function in functions where !function.isEntryPoint && !function.answers && isSmall(function) {
        small[function.id] = function.body
      }
      guard !small.isEmpty else { return }
      let others = calledOtherwise(functions)
      // One that calls another is written once that is; a function stays whose call is no statement.
      small = small.filter { id, body in !others.contains(id) && called(body).allSatisfy { small[$0] == nil } }
      guard !small.isEmpty else { return }
      func body(of call: Call) -> [Statement]? { if case .own(let id) = call.callee { small[id] } else { nil } }
      for index in functions.indices {
        functions[index].body.replace { statement in
          switch statement.kind {
          case .perform(.call(let call)):
            return body(of: call).map { [.nothing(like: statement)] + $0 }
          case .leave(let leave):
            guard case .call(let call)? = leave.value, leave.kind == .return else { return nil }
            return body(of: call).map { [.nothing(like: statement)] + $0 + [.leave()] }
          default: return nil
          }
        }
        DeadCode.run(&functions[index])
      }
      functions.removeAll { small[$0.id] != nil }
    }
  }

  private static func replaceAnswers(_ functions: inout [Function]) {
    var answers: [FunctionID: String] = [:]
    for function in functions where function.isPure && !function.isEntryPoint && function.body.count == 1 {
      guard case .leave(let leave) = function.body[0].kind, leave.kind == .return,
        case .literal(let text)? = leave.value
      else { continue }
      answers[function.id] = text
    }
    guard !answers.isEmpty else { return }
    for index in functions.indices {
      functions[index].body.updateExpressions { node in
        guard case .call(let call) = node, case .own(let id) = call.callee, let text = answers[id] else { return node }
        return .literal(text)
      }
    }
  }

  private static func isSmall(_ function: Function) -> Bool {
    guard function.body.count <= 1 else { return false }
    guard let only = function.body.first else { return true }
    switch only.kind {
    case .perform: break
    case .assign(let assignment): if assignment.target.root != nil { return false }
    case .nothing: return only.comments.isEmpty
    default: return false
    }
    let passedOn = Set((function.signature.parameters ?? []).filter(\.isPassedOn).map(\.variable))
    var isSmall = only.place == nil && (function.signature.parameters ?? []).allSatisfy(\.isPassedOn)
    only.forEachExpression { value in
      value.forEachUse { variable, _ in isSmall = isSmall && passedOn.contains(variable) }
    }
    return isSmall
  }

  /// The functions that are called elsewhere than in a statement of its own, or with what calls something.
  private static func calledOtherwise(_ functions: [Function]) -> Set<FunctionID> {
    var all: Set<FunctionID> = []
    for function in functions {
      function.body.forEachStatement { statement in
        var statement = statement
        if case .perform(.call(var call)) = statement.kind, case .own = call.callee,
          call.arguments.allSatisfy(\.value.isMovable)
        {
          call.callee = .mayChange
          statement.kind = .perform(.call(call))
        }
        statement.forEachExpression { value in
          value.forEach { if case .call(let call) = $0, case .own(let id) = call.callee { all.insert(id) } }
        }
      }
    }
    return all
  }

  private static func called(_ body: [Statement]) -> [FunctionID] {
    var all: [FunctionID] = []
    body.forEachExpression { if case .call(let call) = $0, case .own(let id) = call.callee { all.append(id) } }
    return all
  }
}
