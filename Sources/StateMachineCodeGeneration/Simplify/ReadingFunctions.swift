/// A pass that drops `mutating` from a function if neither it nor a function that it calls changes the machine.
///
/// Earlier passes must have dropped needless assignments. A called function whose code is not known counts as one that
/// changes the machine. So does a function with `isChanging`, which stays `mutating` in any case.
enum ReadingFunctions: WholePass {
  private static let word = "mutating "

  static func run(_ functions: inout [Function]) {
    var changing: Set<FunctionID> = []
    var callers: [FunctionID: [FunctionID]] = [:]
    let known = Set(functions.map(\.id))
    var open: [FunctionID] = []
    for function in functions {
      let called = called(by: function.body)
      for id in called { callers[id, default: []].append(function.id) }
      let isChanging = function.isChanging || changesMachine(function.body) || !called.isSubset(of: known)
      if isChanging { open.append(function.id) }
    }
    while let id = open.popLast() {
      guard changing.insert(id).inserted else { continue }
      open += callers[id] ?? []
    }
    for index in functions.indices where !changing.contains(functions[index].id) {
      let introducer = functions[index].signature.introducer
      guard let range = introducer.firstRange(of: word) else { continue }
      functions[index].signature.introducer.removeSubrange(range)
    }
  }

  /// Returns the functions of the machine that a body calls.
  private static func called(by body: [Statement]) -> Set<FunctionID> {
    var ids: Set<FunctionID> = []
    body.forEachStatement { statement in
      statement.forEachExpression { value in
        value.walk { if case .call(let call) = $0, case .own(let id) = call.callee { ids.insert(id) } }
      }
    }
    return ids
  }

  /// Returns whether a function's body itself may change the machine: by `self.state = …`, by `&self.count` or by Swift
  /// of the file. Functions that it calls do not count.
  private static func changesMachine(_ body: [Statement]) -> Bool {
    body.containsStatement { statement in
      if case .assign(let assignment) = statement.kind, assignment.target.root == nil,
        assignment.target != .literal("_")
      {
        return true
      }
      return statement.containsExpression { $0.contains(where: changesMachine) }
    }
  }

  private static func changesMachine(_ node: Expression) -> Bool {
    switch node {
    case .piece(let piece): piece.text.mayChangeMachine
    case .literal(let text): text.hasPrefix("&")
    case .consumed(let value), .reference(let value): value.root == nil
    // Taking the value out of a stored optional changes it.
    case .call(let call): if case .other(let name) = call.callee { name.hasSuffix(".take") } else { false }
    default: false
    }
  }
}
