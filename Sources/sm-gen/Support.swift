import StateMachineCodeGeneration
import StateMachineModel
import SystemSupport

/// `sm-gen support`: the file with what the wrappers of a module are made of, for outputs that leave it out. A build system
/// that runs one command for each `.sm` file has one more for this.
struct Support {
  let arguments: Arguments

  func run() throws(CommandFailure) -> ExitCode {
    let inputs = try Inputs(arguments)
    let compiler = inputs.compiler
    var support: WrapperSupport = []
    if arguments.hasReportedFolder { return .failure }
    for input in arguments.inputs {
      guard let source = inputs.read(input) else { return .failure }
      let result = compiler.generate(source)
      // Errors in a file are reported where its own Swift is generated. The support that it needs is not known before.
      support.formUnion(result.hasErrors ? .all : result.support)
    }
    let path = arguments.output.flatMap { $0 == "-" ? nil : $0 }
    let output = Output(path: path, bytes: support.file(layout: arguments.layout), origin: "support")
    try Output.write(
      [output], into: arguments.output, madeFrom: arguments.inputs + inputs.relatedFiles.map(\.path))
    return .success
  }
}
