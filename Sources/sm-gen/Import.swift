import CommandSupport
import StateMachineImport
import StateMachineSyntax
import SystemSupport

/// The options that only `import` has.
struct Importing: OwnOptions {
  /// The notation of the inputs. Nil if the name and the text of each file decide.
  var format: ImportFormat?
}

/// `sm-gen import`: makes a `.sm` file from Swift, or from a chart (a statechart in Mermaid, PlantUML or SCXML).
struct Import: Subcommand {
  static let name = "import"
  static let synonyms = ["convert", "read"]
  static let usage = "[-o <path>] [--from <format>] <file or folder> ..."
  static let overview = "Makes .sm files of Swift with an enum of states, and of charts."
  static let summary = "Make a .sm file of Swift or of a chart."
  static let operand: Operand = (
    "<file or folder>",
    """
    A Swift file, a chart in Mermaid, PlantUML or SCXML, a Markdown page with charts, or a folder for all such files in it \
    and in the folders within it; '-' reads standard input.
    """
  )
  static let examples = ["sm-gen diagram --format mermaid Door.sm -o Door.mmd", "sm-gen import Door.mmd -o Again.sm"]
  static var options: [OptionDescription] {
    [
      .output,
      .choice("--from", of: ImportFormat.allCases, help: "The notation of the input, where its text does not tell.") {
        $0[Importing.self].format = $1
      },
      .assumeFileName, .color, .noColor,
    ]
  }

  static func files(_ arguments: Arguments) -> FileKind? {
    ("files to import", { name in ImportFormat(of: SourceFile(path: name, bytes: [])) != nil })
  }

  static func validate(_ arguments: inout Arguments) throws(CommandFailure) { try arguments.validateFolder() }

  let arguments: Arguments

  func run() throws(CommandFailure) -> ExitCode {
    let inputs = Inputs(reading: arguments)
    return inputs.concluding { _ throws(CommandFailure) in
      var code = arguments.hasReportedFolder ? ExitCode.failure : .success
      for input in arguments.inputs {
        if try !importFile(input, inputs) { code = .failure }
      }
      return code
    }
  }

  /// Imports one file, and writes the resulting `.sm` file. Returns false if there is no result, or if a finding is an
  /// error.
  private func importFile(_ input: String, _ inputs: Inputs) throws(CommandFailure) -> Bool {
    guard let source = inputs.readWhole(input) else { return false }
    guard let format = arguments[Importing.self].format ?? ImportFormat(of: source) else {
      let notations = ImportFormat.allCases.map(\.rawValue).joined(separator: "|")
      throw CommandFailure(
        "'\(source.path)' is not known to be Swift or a chart: say what it is with '--from \(notations)'")
    }
    let path = arguments.outputPath(for: input, endingIn: ".sm")
    let result = Importer.run(source, as: format, path: path)
    inputs.report(result.diagnostics, omitting: 0, source)
    guard let file = result.file else { return false }
    tell(result.accounting, of: format == .swift ? "arm" : "arrow", source)
    if let path { try FileSystem.write(file.bytes, to: path) } else { Terminal.print(file.bytes) }
    return !result.diagnostics.contains { $0.severity == .error }
  }

  /// Prints a line that counts the arrows of a chart, or the `case`s of a `switch` in Swift. It shows that none is
  /// lost: some became rows, some share a row or became the policy, and the others were reported.
  ///
  /// - Parameter what: the word to print: `arrow` for a chart, `arm` for the cases of a `switch`.
  private func tell(_ accounting: Importer.Accounting, of what: Message, _ source: SourceFile) {
    guard accounting.arrows > 0 else { return }
    var parts = ["\(accounting.rows) became rows"]
    if accounting.merged > 0 { parts.append("\(accounting.merged) share one or are the policy") }
    if accounting.told > 0 { parts.append("\(accounting.told) told above") }
    let count = accounting.arrows
    Terminal.printError("\(source.path): \(count) \(what)\(count == 1 ? "" : "s"): \(parts.joined(separator: ", "))\n")
  }

  /// Imports a file for other subcommands, and writes nothing. Nil for a `.sm` file, and for a file that is not known
  /// to be Swift or a chart. The findings have places in the imported file, and not in the resulting `.sm` file.
  static func inMemory(_ source: SourceFile) -> ImportedFile? {
    guard !FileSystem.machines.includes(source.path), let format = ImportFormat(of: source) else { return nil }
    let result = Importer.run(source, as: format)
    return (result.file, result.diagnostics)
  }
}

extension Arguments {
  /// Returns the path of the output for an input. If the output is a folder, the path is in it, and has the extension
  /// `ending`. If the output is a file, it is the path of that file. Nil for standard output.
  fileprivate func outputPath(for input: String, endingIn ending: String) -> String? {
    guard let path = outputPath(for: input, ending: ""), path != output else { return output == "-" ? nil : output }
    let name = FileSystem.name(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return path + ending }
    return path.dropLast(name[dot...].count) + ending
  }
}
