import CommandSupport
import StateMachineModel
import SystemSupport

/// The command `sm-gen glue`. It writes the generated Swift (the glue) by which a test target explores machines of
/// another target.
package struct GlueCommand: Subcommand {
  package static let name = "glue"
  package static let usage = "[--module <name>] [-o <path>] [--check] <file or folder> ..."
  package static let overview =
    "Writes what tests need to explore machines of another target: a file for the test target."
  package static let summary = "Write what tests need to explore machines."
  package static let examples = [
    "sm-gen glue --module App Door.sm", "sm-gen glue --module App -o DoorGlue.swift Door.sm",
    "sm-gen glue --module App -o DoorGlue.swift --check Door.sm",
  ]
  package static var options: [OptionDescription] {
    [
      .value(
        "--module", as: "name",
        help: "The module that the machines are in; without it, they are in the module of the tests."
      ) { $0.module = $1 },
      .output, .check, .with, .standalone, .color, .noColor,
    ]
  }

  package static func validate(_ arguments: inout Arguments) throws(CommandFailure) {
    try arguments.validateFolder()
    if arguments.checksOutput, arguments.output == nil || arguments.output == "-" {
      throw CommandFailure("'--check' needs '-o' and the file to compare with")
    }
  }

  private let arguments: Arguments

  package init(arguments: Arguments) { self.arguments = arguments }

  /// Writes the glue of each given file, or compares it with the file that exists if `--check` is given. A machine that
  /// cannot be explored is reported with a note.
  package func run() throws(CommandFailure) -> ExitCode {
    let inputs = try Inputs(arguments)
    var outputs: [CommandOutput] = []
    var isClean = !arguments.hasReportedFolder
    for input in arguments.inputs {
      guard let source = inputs.read(input) else {
        isClean = false
        continue
      }
      let analysis = inputs.compiler.analysis(of: source)
      inputs.report(analysis.result, source)
      guard !analysis.result.hasErrors, let head = analysis.tree?.head else {
        isClean = false
        continue
      }
      for machine in analysis.machines {
        guard let reason = GluePrinter.reasonNotExplored(machine) else { continue }
        Terminal.printError("note: '\(source.text(machine.machine.name.range))' is not explored: \(reason)\n")
      }
      let swift = GluePrinter.write(
        analysis.machines, head: head, source: source, module: arguments.module)
      outputs.append(
        CommandOutput(
          path: arguments.outputPath(for: input, ending: ".glue.swift"), bytes: Array(swift.utf8), origin: input,
          replaces: CommandOutput.isGeneratedSwift))
    }
    guard isClean else { return .failure }
    if arguments.checksOutput {
      try CommandOutput.checkPlaces(of: outputs, madeFrom: arguments.inputs + inputs.relatedFiles.map(\.path))
      let module = arguments.module.map { "--module \(Shell.quoted($0)) " } ?? ""
      let outdated = CommandOutput.countOutdated(outputs) { output, path in
        "\(Shell.program) glue \(module)-o \(Shell.quoted(arguments.output ?? path)) \(Shell.quoted(output.origin))"
      }
      return outdated == 0 ? .success : .failure
    }
    try CommandOutput.write(
      outputs, into: arguments.output, madeFrom: arguments.inputs + inputs.relatedFiles.map(\.path))
    return .success
  }
}
