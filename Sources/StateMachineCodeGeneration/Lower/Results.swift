import StateMachineModel
import StateMachineSyntax

/// Translates the results that methods return, and the errors that they throw.
extension Lowerer {
  /// Returns `let result = count + 1`: code that evaluates the result, or the error, of a method's row and stores it in
  /// a variable. Sets `lowered.result` to this variable. Empty for a row without a result and without an error.
  func bindingResult(_ transition: Transition, _ row: Row, _ scope: RowScope, _ lowered: inout LoweredTransition)
    -> [Statement]
  {
    guard case .method(let event) = lowered.task else { return [] }
    if let error = row.error {
      let failure = variables.make(machine.names.fresh("failure"))
      lowered.result = .variable(failure)
      return located([.bind(failure, value(error, scope))], at: error.range)
    }
    guard let expected = machine.events[event].method.result, let result = transition.result else { return [] }
    let variable = variables.make(machine.names.fresh("result"), type: expected.type)
    lowered.result = .variable(variable)
    return located([.bind(variable, value(of: result, expected, scope), isTyped: true)], at: result.range)
  }

  /// Returns the expression for a row's result. It is Swift from the `.sm` file, or a case of an `action`, which is an
  /// enum of results.
  private func value(of result: TransitionResult, _ expected: Method.Result, _ scope: RowScope) -> Expression {
    guard case .action(let id, let index, let arguments, _) = result else {
      guard case .value(let code) = result else { return .literal("") }
      return value(code, scope)
    }
    let found = machine.actionEnums[id].cases[index]
    let values = arguments.map { given($0, scope) }
    // `.none` of an optional is nil, so that the enum has to be named.
    let (type, own, plain) = (model.text(expected.type), model.text(machine.actionEnums[id].name), text(found.name))
    // Swift finds a case without the enum's name if the expected type is the enum itself or its optional.
    let isFound = !type.hasSuffix("?") || type == "\(own)?" && plain != "none" && plain != "some"
    return new((isFound ? "" : own) + "." + member(found.name), found.fields, values)
  }

  /// Returns the statement that ends a method after a row: it throws the row's error or returns the row's result. For a
  /// row without both, it returns the default result of the method.
  func result(_ event: EventID, _ transition: Transition, _ lowered: LoweredTransition) -> Statement {
    if machine.rows[transition.row].error != nil { return .leave(lowered.result, .taken, kind: .throw) }
    return lowered.result.map { .leave($0, .taken) } ?? defaultResult(event)
  }

  /// Returns the statement that returns the default result of an event's method, which the event's declaration gives.
  func defaultResult(_ event: EventID) -> Statement {
    .leave(machine.events[event].method.result?.defaultValue.map(plain))
  }

  /// Returns the code that a method runs if the active state has no row for the event. It does what the machine's
  /// policy says.
  func policy(of event: EventID, _ outer: RowScope) -> [Statement] {
    let unhandled = machine.unhandled(event)
    var scope = outer
    name(event, in: &scope)
    let name = "\(text(machine.name)): \(machine.name(of: .event(event)))".inStringLiteral
    let message = unhandled.message.map { value($0, scope) } ?? .literal("\"\(name) cannot happen in this state\"")
    switch unhandled.policy {
    case .ignore: return [defaultResult(event)]
    case .assert:
      return (model.tellsRows ? [] : [.perform(call("assertionFailure", [message]))]) + [defaultResult(event)]
    case .trap, .error: return tellPolicy + [trap(message)]
    case .throw: return [.leave(unhandled.error.map { value($0, scope) }, kind: .throw)]
    }
  }

  /// Returns the text ` throws(Closed)` after a method's parameters; empty for a method that does not throw.
  func clause(of method: Method) -> [TypePiece] {
    if model.tellsRows { return [.text(" throws")] }
    guard let throwing = method.throwing else { return [] }
    return [.text(" throws")] + (throwing.type.map { [.text("("), .source($0), .text(")")] } ?? [])
  }
}

extension TransitionResult {
  /// The place of the result in the `.sm` file.
  fileprivate var range: SourceRange {
    switch self {
    case .value(let code): code.range
    case .action(_, _, _, let range): range
    }
  }
}
