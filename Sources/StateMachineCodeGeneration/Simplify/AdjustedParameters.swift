/// Hands no parameter that nobody reads, and none to be changed that nobody changes; and lets a function that changes
/// what it is handed by value take that over.
///
/// Is about the parameters that say so: those of functions that the generator alone calls.
enum AdjustedParameters: WholePass {
  static func run(_ functions: inout [Function]) {
    /// By function, the places of the parameters that go, and of those that are handed by value.
    var changes: [FunctionID: (gone: Set<Int>, byValue: Set<Int>)]
    repeat {
      let needed = places(in: functions)
      changes = [:]
      for index in functions.indices { adjust(&functions[index], needed, &changes) }
      for index in functions.indices where !changes.isEmpty {
        functions[index].body.updateExpressions { node in
          guard case .call(var call) = node, case .own(let id) = call.callee, let change = changes[id] else {
            return node
          }
          for place in change.byValue {
            if case .reference(let inner) = call.arguments[place].value { call.arguments[place].value = inner }
          }
          call.arguments = call.arguments.enumerated().filter { !change.gone.contains($0.offset) }.map(\.element)
          return .call(call)
        }
      }
    } while !changes.isEmpty
  }

  /// By function, the places of the arguments that call something, which is done all the same.
  private static func places(in functions: [Function]) -> [FunctionID: Set<Int>] {
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

  private static func adjust(
    _ function: inout Function, _ needed: [FunctionID: Set<Int>],
    _ changes: inout [FunctionID: (gone: Set<Int>, byValue: Set<Int>)]
  ) {
    guard var parameters = function.signature.parameters, parameters.contains(where: \.isAdjusted) else { return }
    let usage = Usage(function.body)
    var (gone, byValue): (Set<Int>, Set<Int>) = ([], [])
    for (place, parameter) in parameters.enumerated() where parameter.isAdjusted {
      let variable = parameter.variable
      if function.variables[variable].isInout, !usage.isChanged(variable) {
        function.variables[variable].isInout = false
        parameters[place].specifier = []
        byValue.insert(place)
      }
      if !function.variables[variable].isInout, usage.isChanged(variable), parameter.specifier.isEmpty {
        parameters[place].specifier = [.text("consuming ")]
        function.signature.parameters = parameters
      }
      let isNeeded = needed[function.id]?.contains(place) ?? false
      if !usage.isRead(variable), !function.variables[variable].isInout, !isNeeded { gone.insert(place) }
    }
    guard !gone.isEmpty || !byValue.isEmpty else { return }
    changes[function.id] = (gone, byValue)
    function.signature.parameters = parameters.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
  }
}
