import StateMachineCodeGeneration
import StateMachineModel
import SystemSupport

/// `sm-gen support`: writes a file with the code that all wrappers of a module share. The outputs of
/// `sm-gen generate --omit-support` lack this code. A build system that runs `sm-gen generate` for each `.sm` file runs
/// `sm-gen support` once.
package struct Support: Subcommand {
  package static let name = "support"
  package static let usage = "[-o <path>] <file or folder> ..."
  package static let overview = "Writes what the wrappers of all machines of a module are made of."
  package static let summary = "Write what the wrappers of a module are made of."
  package static let examples = [
    "sm-gen support -o WrapperSupport.swift .", "sm-gen generate --omit-support -o Door.swift Door.sm",
  ]
  package static var options: [OptionDescription] { [.output, .indent, .lineWidth, .with, .standalone] }

  private let arguments: Arguments

  package init(arguments: Arguments) { self.arguments = arguments }

  /// Writes the code that the wrappers in all inputs need together. Writes nothing if an input or a folder cannot be
  /// read.
  package func run() throws(CommandFailure) -> ExitCode {
    let inputs = try Inputs(arguments)
    let compiler = inputs.compiler
    var support: WrapperSupport = []
    if arguments.hasReportedFolder { return .failure }
    for input in arguments.inputs {
      guard let source = inputs.read(input) else { return .failure }
      let result = compiler.generate(source)
      // Errors in a file are reported where its own Swift is generated. Until then, all support may be needed.
      support.formUnion(result.hasErrors ? .all : result.support)
    }
    let path = arguments.output.flatMap { $0 == "-" ? nil : $0 }
    let output = CommandOutput(
      path: path, bytes: support.file(layout: arguments.layout), origin: "support",
      replaces: CommandOutput.isGeneratedSwift)
    try CommandOutput.write(
      [output], into: arguments.output, madeFrom: arguments.inputs + inputs.relatedFiles.map(\.path))
    return .success
  }
}
