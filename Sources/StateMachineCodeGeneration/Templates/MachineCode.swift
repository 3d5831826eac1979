import StateMachineModel

/// The functions of a machine after all passes, in the order in which they are printed.
struct MachineCode {
  /// The functions that take transitions, and the functions that they call. They are `handle` and `take` or, if events
  /// are methods, the methods.
  var events: [Function] = []
  /// The function `accepts`, the functions that it calls, and the functions for `entry`, `exit` and submachines.
  var others: [Function] = []
  /// Whether the code calls the function `mayChange`.
  let mayChange: Bool

  /// Translates the behaviour of a machine to functions, and runs the passes on the functions. A pass makes code
  /// shorter or faster.
  ///
  /// - Parameter types: the type aliases by which functions spell the types of payloads in code with source locations.
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
  /// The function after all passes. It must call no other function of the machine, because the passes would have to see
  /// that function, too.
  var simplified: Function {
    var functions = [self]
    Simplify.run(&functions)
    return functions[0]
  }
}

extension SwiftModel {
  /// Runs all passes on a function and writes it. The function must call no other function of the machine.
  func write(_ function: Function, _ out: inout SwiftWriter) {
    CodePrinter.write(function.simplified, &out)
  }
}
