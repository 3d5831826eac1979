import StateMachineModel

/// The functions of a machine, lowered and simplified, in the order in which they are written.
struct MachineCode {
  /// `handle`, `take`, or the methods, with the functions that these call.
  var events: [Function] = []
  /// `accepts`, with the functions that it calls, and the functions for entries, exits and submachines.
  var others: [Function] = []
  /// Whether the code calls `mayChange`.
  let mayChange: Bool

  /// Creates the functions of a machine. `types` has the aliases for types of parameters.
  init(_ model: SwiftModel, _ types: LocatedTypes) {
    let lowerer = Lowerer(model, types: types)
    if model.machine.hasMethods {
      for event in model.machine.events.indices { lowerer.method(event) }
    } else {
      lowerer.handle()
    }
    // `accepts` is made of `handle` as it was lowered.
    var questions = model.machine.hasMethods || model.tellsRows ? [] : lowerer.questions(of: lowerer.functions)
    if model.run.hasAlways { lowerer.always() }
    if model.run.hasDone { lowerer.done() }
    let taking = Set(lowerer.functions.map(\.id))
    lowerer.actions()
    lowerer.submachines()
    mayChange = lowerer.tellsOfChanges
    var functions = lowerer.takeFunctions()
    Simplify.run(&functions)
    if model.machine.hasMethods { ReadingFunctions.run(&functions) }
    Simplify.run(&questions)
    events = functions.filter { taking.contains($0.id) }
    others = questions + functions.filter { !taking.contains($0.id) }
  }
}

extension Function {
  /// The function after all passes. It must not call other functions of the machine.
  var simplified: Function {
    var functions = [self]
    Simplify.run(&functions)
    return functions[0]
  }
}

extension SwiftModel {
  /// Writes a function that calls no other function of the machine.
  func write(_ function: Function, _ out: inout SwiftWriter) {
    CodePrinter.write(function.simplified, &out)
  }
}
