/// A pass that inlines small functions. A small function is empty, or has one statement. The statement reads no
/// parameters except those that each function passes on, such as `emit`. A function that consists of a `switch` or an
/// `if` is inlined only if it is called once.
///
/// If a function does nothing but return a literal, the literal replaces calls of the function.
enum SmallFunctions: WholePass {
  static func run(_ functions: inout [Function]) {
    replaceResults(&functions)
    while true {
      var small: [FunctionID: [Statement]] = [:]
      let calls = calls(functions)
      for function in functions where !function.isEntryPoint && isSmall(function, isCalledOnce: calls[function.id] == 1)
      {
        small[function.id] = function.body
      }
      guard !small.isEmpty else { return }
      let others = calledOtherwise(functions).union(hidden(small, functions))
      // A function that calls another is inlined after the other. A function that is called within an expression stays.
      small = small.filter { id, body in !others.contains(id) && called(body).allSatisfy { small[$0] == nil } }
      guard !small.isEmpty else { return }
      func body(of call: Call) -> [Statement]? { if case .own(let id) = call.callee { small[id] } else { nil } }
      for index in functions.indices {
        functions[index].body.replace { statement in
          switch statement.kind {
          case .perform(.call(let call)):
            // A `return` would leave the calling function.
            return body(of: call).map { list in
              [.nothing(like: statement)]
                + list.filter { if case .leave(let leave) = $0.kind { leave.kind != .return } else { true } }
            }
          case .leave(let leave):
            guard case .call(let call)? = leave.value, leave.kind == .return else { return nil }
            return body(of: call).map { [.nothing(like: statement)] + $0 + ($0.leaves ? [] : [.leave()]) }
          default: return nil
          }
        }
        DeadCode.run(&functions[index])
      }
      let lost = functions.filter { small[$0.id] != nil }.flatMap(\.lostMarks)
      functions.removeAll { small[$0.id] != nil }
      if !functions.isEmpty { functions[0].lostMarks += lost }
    }
  }

  /// Replaces calls of functions that only return a literal, such as `false`, by the literal. The functions must have
  /// no side effects.
  private static func replaceResults(_ functions: inout [Function]) {
    var results: [FunctionID: String] = [:]
    for function in functions where function.isPure && !function.isEntryPoint && function.body.count == 1 {
      guard case .leave(let leave) = function.body[0].kind, leave.kind == .return,
        case .literal(let text)? = leave.value
      else { continue }
      results[function.id] = text
    }
    guard !results.isEmpty else { return }
    for index in functions.indices {
      functions[index].body.updateExpressions { node in
        guard case .call(let call) = node, case .own(let id) = call.callee, let text = results[id] else { return node }
        return .literal(text)
      }
    }
  }

  /// Returns whether a function may be inlined because it is small.
  private static func isSmall(_ function: Function, isCalledOnce: Bool) -> Bool {
    guard function.body.count <= 1 else { return false }
    guard let only = function.body.first else { return true }
    switch only.kind {
    case .perform: if function.returnsValue { return false }
    // A function without a result may contain `return f()`, which is not inlined.
    case .leave(let leave): if !(function.returnsValue || leave.kind != .return || leave.value == nil) { return false }
    case .assign(let assignment): if assignment.target.root != nil { return false }
    case .nothing: return only.comments.isEmpty
    case .match, .check:
      if !isCalledOnce || function.returnsValue || function.body.hasLeaves || !function.body.allDeclared.isEmpty {
        return false
      }
    default: return false
    }
    let passedOn = Set((function.signature.parameters ?? []).filter(\.isPassedOn).map(\.variable))
    var isSmall = true
    function.body.forEachStatement { statement in
      isSmall = isSmall && statement.place == nil
      statement.forEachExpression { value in
        value.forEachUse { variable, _ in isSmall = isSmall && passedOn.contains(variable) }
      }
    }
    return isSmall
  }

  /// Returns the functions that cannot be inlined because of one of their calls. A call must be a statement of its own,
  /// `f()`, or `return f()`, and its arguments must call nothing. The call in `let a = f()` is neither.
  private static func calledOtherwise(_ functions: [Function]) -> Set<FunctionID> {
    var all: Set<FunctionID> = []
    for function in functions {
      function.body.forEachStatement { statement in
        var statement = statement
        var value: Expression?
        switch statement.kind {
        case .perform(let call): value = call
        case .leave(let leave) where leave.kind == .return: value = leave.value
        default: break
        }
        if case .call(var call)? = value, case .own = call.callee, call.arguments.allSatisfy(\.value.isMovable) {
          call.callee = .mayChange
          statement.kind = .perform(.call(call))
        }
        statement.forEachExpression { value in
          value.walk { if case .call(let call) = $0, case .own(let id) = call.callee { all.insert(id) } }
        }
      }
    }
    return all
  }

  /// Returns the number of calls of each function.
  private static func calls(_ functions: [Function]) -> [FunctionID: Int] {
    functions.flatMap { called($0.body) }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// Returns the functions that cannot be inlined, because a name in their Swift would change its meaning. For example,
  /// the function's Swift means a property `count`, and a caller declares a variable `count`.
  private static func hidden(_ small: [FunctionID: [Statement]], _ functions: [Function]) -> Set<FunctionID> {
    let free = small.mapValues(\.freeNames).filter { !$1.isEmpty }
    guard !free.isEmpty else { return [] }
    var hidden: Set<FunctionID> = []
    for function in functions {
      let ids = called(function.body).filter { free[$0] != nil }
      guard !ids.isEmpty else { continue }
      let names = function.body.fixedNames(function.variables)
      for id in ids where !(free[id]?.isDisjoint(with: names) ?? true) { hidden.insert(id) }
    }
    return hidden
  }

  /// Returns the functions that some code calls. A function that is called twice is in the result twice.
  private static func called(_ body: [Statement]) -> [FunctionID] {
    var all: [FunctionID] = []
    body.forEachExpression { if case .call(let call) = $0, case .own(let id) = call.callee { all.append(id) } }
    return all
  }
}

extension [Statement] {
  /// The names that pieces of the file's Swift in the list use for something other than the function's variables. A
  /// type or a property of the machine has such a name, for example.
  var freeNames: Set<String> {
    var names: Set<String> = []
    forEachExpression { node in
      guard case .piece(let piece) = node else { return }
      names.formUnion(piece.text.names.subtracting(piece.uses.map(\.name)))
    }
    return names
  }

  /// Returns the names that are declared in the list and that no pass can change. They are declared in the file's
  /// Swift, or belong to variables with `isFixed`, whose names the file's Swift uses.
  func fixedNames(_ variables: Variables) -> Set<String> {
    var names: Set<String> = []
    for variable in allDeclared where variables[variable].isFixed { names.insert(variables[variable].hint) }
    forEachStatement { if case .block(let piece) = $0.kind { names.formUnion(piece.text.declared) } }
    return names
  }

  /// The variables that are declared in the list, at any depth.
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
