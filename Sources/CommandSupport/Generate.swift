import StateMachineCodeGeneration
import StateMachineModel
import StateMachineSyntax
import SystemSupport

/// `sm-gen generate`: writes Swift to standard output, to a file, or to a folder.
package struct Generate: Subcommand {
  package static let name = "generate"
  package static let synonyms = ["gen", "build", "compile"]
  package static let usage = "[-o <path>] [--check] [--watch] <file or folder> ..."
  package static let overview = "Generates Swift from .sm files, and prints it or writes it to a file."
  package static let summary = "Generate Swift from .sm files."
  package static let examples = [
    "sm-gen generate -o Door.swift Door.sm", "sm-gen generate -o Generated/ .",
    "sm-gen generate --check -o Generated/ .",
  ]
  package static var options: [OptionDescription] {
    [
      .output, .check, .watch,
      .flag("--source-locations", help: "Let the Swift compiler report errors in guards and effects in the .sm file.") {
        $0.writesSourceLocations = true
      },
      .file(
        "--support", as: "path",
        help: "Write what wrappers are made of to this file of the module, and not into each output."
      ) { $0.supportFile = $1 },
      .flag(
        "--omit-support",
        help: "Leave out what wrappers are made of: 'sm-gen support' writes it to another file of the module."
      ) { $0.omitsSupport = true },
      .indent, .lineWidth, .access,
      .file(
        "--dependency-file", as: "path", help: "Also write what the output was made from, as a rule for Make and Ninja."
      ) { $0.dependencyFile = $1 },
      .strict, .assumeFileName, .with, .standalone, .color, .noColor,
    ]
  }

  package static func validate(_ arguments: inout Arguments) throws(CommandFailure) {
    try arguments.validateWatching()
    let isPrinted = arguments.output == nil || arguments.output == "-"
    if arguments.dependencyFile != nil, isPrinted || arguments.checksOutput {
      throw CommandFailure("'--dependency-file' is about files that are written: give '-o'")
    }
    if arguments.supportFile != nil, arguments.omitsSupport {
      throw CommandFailure("'--support' and '--omit-support' exclude each other")
    }
    if arguments.supportFile != nil, isPrinted {
      throw CommandFailure("'--support' is about files that are written: give '-o'")
    }
    if arguments.checksOutput, isPrinted { throw CommandFailure("'--check' needs '-o' and the file to compare with") }
    try arguments.validateFolder()
    if arguments.isWatching, isPrinted { throw CommandFailure("'--watch' writes files: give '-o'") }
  }

  let arguments: Arguments
  /// Whether people read the Swift on a terminal. The output then lacks the code that wrappers share, because this code
  /// is longer than most machines.
  private let isForReading: Bool

  package init(arguments: Arguments) {
    let isPrinted = arguments.output == nil || arguments.output == "-"
    // The output goes to standard output, which is a terminal.
    isForReading = isPrinted && isatty(1) == 1 && !arguments.omitsSupport
    var arguments = arguments
    if isForReading { arguments.omitsSupport = true }
    self.arguments = arguments
  }

  package func run() throws(CommandFailure) -> ExitCode {
    let inputs = try Inputs(arguments)
    return inputs.concluding { summary throws(CommandFailure) in try generate(inputs, &summary) }
  }

  /// Generates the Swift of all inputs, and then writes, prints or compares all of it. If one input has errors, nothing
  /// is written, unless the command runs with `--watch`. Sets `summary` to the texts for the line of counts.
  private func generate(_ inputs: Inputs, _ summary: inout [String]) throws(CommandFailure) -> ExitCode {
    summary = ["nothing written"]
    let compiler = inputs.compiler
    var outputs: [CommandOutput] = []
    var isClean = !arguments.hasReportedFolder
    var support: WrapperSupport = []
    for input in arguments.inputs {
      guard let source = inputs.read(input) else {
        isClean = false
        continue
      }
      let result = compiler.generate(source)
      inputs.report(result, source)
      guard let swift = result.swift else {
        isClean = false
        continue
      }
      support.formUnion(result.support)
      outputs.append(
        CommandOutput(
          path: arguments.outputPath(for: input, ending: ".sm.swift"), bytes: swift, origin: input,
          replaces: CommandOutput.isGeneratedSwift))
    }
    // All or nothing: an error in one file leaves the others unchanged, except with `--watch`.
    guard isClean || arguments.isWatching else { return .failure }
    let relatedFiles = inputs.relatedFiles.map(\.path)
    var others: [CommandOutput] = []
    if let path = arguments.supportFile, isClean {
      others.append(
        CommandOutput(
          path: path, bytes: support.file(layout: arguments.layout), origin: "--support",
          replaces: CommandOutput.isGeneratedSwift))
    }
    if arguments.checksOutput {
      try CommandOutput.checkPlaces(of: outputs + others, madeFrom: arguments.inputs + relatedFiles)
      return compare(outputs, others, &summary)
    }
    if let path = arguments.dependencyFile, isClean {
      let file = try DependencyFile(outputs, relatedFiles: relatedFiles)
      others.append(CommandOutput(path: path, bytes: file.bytes, origin: "--dependency-file"))
    }
    let written = try CommandOutput.write(
      outputs + others, into: arguments.output, madeFrom: arguments.inputs + relatedFiles)
    let count = (outputs + others).count { $0.path != nil }
    summary = CommandOutput.summary(written: written, of: count)
    if isForReading, !support.isEmpty { tellOfSupport() }
    return isClean ? .success : .failure
  }

  /// Prints a note that the output lacks the code which wrappers share, and by which command the user gets this code.
  private func tellOfSupport() {
    let files = arguments.given.map(Shell.quoted).joined(separator: " ")
    Terminal.printError(
      """
      note: 'WrapperSupport', which the wrapper is made of, is not shown: 'sm-gen support \(files)' prints it, and '-o' \
      writes it into the file

      """)
  }

  /// Prints an error for each output that differs from its file on the disk, for `--check`. Sets `summary` to their
  /// number as text.
  private func compare(_ outputs: [CommandOutput], _ others: [CommandOutput], _ summary: inout [String]) -> ExitCode {
    let support = arguments.supportFile.map { "--support \(Shell.quoted($0)) " } ?? ""
    let count = CommandOutput.countOutdated(outputs + others) { output, path in
      // The support of wrappers depends on all inputs.
      let inputs = support.isEmpty ? [output.origin] : arguments.given
      let files = inputs.map(Shell.quoted).joined(separator: " ")
      return "\(Shell.program) \(arguments.styleOptions)\(support)-o \(Shell.quoted(arguments.output ?? path)) \(files)"
    }
    summary = [count == 0 ? "all up to date" : "\(count) not up to date"]
    return count == 0 ? .success : .failure
  }
}
