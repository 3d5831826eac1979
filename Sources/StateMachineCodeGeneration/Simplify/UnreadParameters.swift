/// A pass that drops parameters that their functions do not read, and the arguments for these parameters.
///
/// It drops only parameters with `mayGo`: the parameters of functions that only generated code calls.
enum UnreadParameters: WholePass {
  static func run(_ functions: inout [Function]) {
    while true {
      let needed = needed(in: functions)
      var gone: [FunctionID: Set<Int>] = [:]
      for index in functions.indices { remove(from: &functions[index], besides: needed, &gone) }
      if gone.isEmpty { return }
      for index in functions.indices {
        functions[index].body.updateExpressions { node in
          guard case .call(var call) = node, case .own(let id) = call.callee, let gone = gone[id] else { return node }
          call.arguments = call.arguments.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
          return .call(call)
        }
      }
    }
  }

  /// Returns, for each function, the indices of the arguments that must stay. In some call of the function, such an
  /// argument calls something itself, and must therefore be evaluated.
  private static func needed(in functions: [Function]) -> [FunctionID: Set<Int>] {
    var places: [FunctionID: Set<Int>] = [:]
    for function in functions {
      function.body.forEachExpression { node in
        guard case .call(let call) = node, case .own(let id) = call.callee else { return }
        for (place, argument) in call.arguments.enumerated() where !argument.value.isMovable {
          places[id, default: []].insert(place)
        }
      }
    }
    return places
  }

  /// Drops those parameters of a function that it does not read, and adds their indices to `gone`.
  ///
  /// - Parameter needed: for each function, the indices of the arguments, and thus of the parameters, that must stay.
  private static func remove(
    from function: inout Function, besides needed: [FunctionID: Set<Int>], _ gone: inout [FunctionID: Set<Int>]
  ) {
    guard let parameters = function.signature.parameters, parameters.contains(where: \.mayGo) else { return }
    let usage = Usage(function.body)
    let unread = parameters.indices.filter { place in
      let parameter = parameters[place]
      return parameter.mayGo && !usage.isRead(parameter.variable) && !function.variables[parameter.variable].isInout
        && needed[function.id]?.contains(place) != true
    }
    guard !unread.isEmpty else { return }
    gone[function.id] = Set(unread)
    for place in unread.reversed() { function.signature.parameters?.remove(at: place) }
  }
}
