import StateMachineModel

/// The functions of a machine in Swift, in the order in which they are written: lowered, and simplified.
struct MachineCode {
  /// `handle`, or `take`, or the methods, with the functions that these call.
  var events: [Function] = []
  /// `accepts`, with the functions that it calls; what is done on entry and exit, and with submachines.
  var others: [Function] = []
  /// Whether the code tells Swift that something may change.
  let mayChange: Bool

  /// - Parameter types: names for the types of parameters.
  init(_ model: SwiftModel, _ types: LocatedTypes) {
    let lowerer = Lowerer(model, types: types)
    if model.machine.hasMethods {
      for event in model.machine.events.indices { lowerer.method(event) }
    } else {
      lowerer.handle()
    }
    // `accepts` is `handle` without its effects, as it was lowered.
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
  /// The same as passes leave it, where it calls no other function of the machine.
  var simplified: Function {
    var functions = [self]
    Simplify.run(&functions)
    return functions[0]
  }
}

extension SwiftModel {
  /// Writes a function that calls no other of the machine.
  func write(_ function: Function, _ out: inout SwiftWriter) {
    CodePrinter.write(function.simplified, &out)
  }
}
