import Foundation

/// Which back end writes the functions of machines, while there are two.
enum Backend {
  static let isTree = ProcessInfo.processInfo.environment["SM_GEN_BACKEND"] == "tree"

  static func write(_ model: SwiftModel, _ out: inout SwiftWriter) {
    let run = RunLowering(model)
    let code = MachineCode(model)
    var isFirst = true
    func write(_ functions: [Function], _ out: inout SwiftWriter) {
      for function in functions {
        if !isFirst { out.blankLine() }
        isFirst = false
        CodePrinter.write(function, guards: model.machine.namedGuards, &out)
      }
    }
    if model.machine.hasMethods {
      write(code.events, &out)
      run.writeSettleOfMethods(&out)
    } else if model.takesSteps {
      run.write(&out)
      isFirst = false
      write(model.hasEvents ? code.events : code.events.filter { $0.name != "take" }, &out)
    } else {
      write(Array(code.events.prefix(1)), &out)
      run.writeCollecting(&out)
      write(Array(code.events.dropFirst()), &out)
    }
    write(code.questions + code.actions + code.submachines, &out)
    guard code.mayChange else { return }
    // A generic parameter of the machine may be called so.
    let type = model.machine.names.fresh("Value")
    out.lines(
      """

      /// Passes `value` as `inout`: an effect calls a method of it that may be mutating.
      @inline(__always)
      private static func mayChange<\(type)>(_ value: inout \(type)) {}
      """)
  }
}
