import StateMachineCompiler
import StateMachineModel
import StateMachineSyntax
import SystemSupport

/// Reads input files and reports the compiler's findings, in the same form for every subcommand.
package struct Inputs {
  private let arguments: Arguments
  /// Whether findings are printed in color.
  package let color: Bool
  /// The files whose machines may be submachines or owners of machines in the inputs.
  package let relatedFiles: [RelatedFiles.File]
  private let found = Findings()

  /// The findings of all inputs so far, which copies of `Inputs` share.
  private final class Findings {
    /// The codes of the findings that have been printed, each once.
    var codes: [DiagnosticCode] = []
    var files = 0
    var errors = 0
    var warnings = 0
    var omitted = 0
  }

  package init(_ arguments: Arguments) throws(CommandFailure) {
    self.arguments = arguments
    relatedFiles = try RelatedFiles(arguments: arguments).read()
    color = arguments.color ?? Terminal.wantsColor
  }

  /// Creates inputs without related files, for subcommands for which names are not resolved.
  package init(reading arguments: Arguments) {
    self.arguments = arguments
    relatedFiles = []
    color = arguments.color ?? Terminal.wantsColor
  }

  /// The compiler, which knows the machines of the related files.
  package var compiler: Compiler {
    Compiler(options: options, context: RelatedFiles.context(of: relatedFiles))
  }

  /// The compiler, with `#sourceLocation` for the `.sm` file in the Swift that it generates.
  package var locatingCompiler: Compiler {
    var compiler = compiler
    compiler.options.writesSourceLocations = true
    return compiler
  }

  private var options: Compiler.Options {
    var options = Compiler.Options()
    options.isStrict = arguments.isStrict
    options.writesSourceLocations = arguments.writesSourceLocations
    options.supportPlace = arguments.supportFile != nil || arguments.omitsSupport ? .module : .file
    options.layout = arguments.layout
    options.access = arguments.access
    return options
  }

  /// Reads a file with machines, or imports another file if the subcommand can do so.
  ///
  /// - Returns: the file with machines; nil if an error was reported.
  package func read(_ path: String) -> SourceFile? {
    guard let source = readWhole(path) else { return nil }
    guard let imported = arguments.subcommand.imported(source) else {
      return SourceFile.named(source.path, contents: source.bytes)
    }
    report(imported.diagnostics, omitting: 0, source)
    return imported.file
  }

  /// Returns a file, of a Markdown page the whole page; nil if an error was reported.
  package func readWhole(_ path: String) -> SourceFile? {
    found.files += 1
    Terminal.tell("file \(found.files) of \(arguments.inputs.count): \(FileSystem.name(of: path))")
    do throws(CommandFailure) {
      return SourceFile(path: SystemText.readable(arguments.name(of: path)), bytes: try FileSystem.read(path))
    } catch {
      Terminal.printError("error: \(error.message)\n")
      found.errors += 1
      return nil
    }
  }

  package func report(_ result: Compiler.Result, _ source: SourceFile) {
    report(result.diagnostics, omitting: result.omittedCount, source)
    count(result)
  }

  /// Adds the numbers of a file's findings to the counts.
  package func count(_ result: Compiler.Result) {
    found.errors += result.diagnostics.count { $0.severity == .error }
    found.warnings += result.diagnostics.count { $0.severity == .warning }
    found.omitted += result.omittedCount
  }

  package func report(_ diagnostics: [Diagnostic], omitting omittedCount: Int, _ source: SourceFile) {
    guard !diagnostics.isEmpty else { return }
    let (source, diagnostics) = source.atOrigin(diagnostics)
    let renderer = DiagnosticRenderer(source: source, color: color)
    Terminal.printError(Message(verbatim: diagnostics.map(renderer.render).joined()))
    if omittedCount > 0 {
      Terminal.printError("\(source.path): note: \(omittedCount) more findings are not shown\n")
    }
    for diagnostic in diagnostics where !found.codes.contains(diagnostic.code) {
      found.codes.append(diagnostic.code)
    }
  }

  /// Calls the function `work`, and then prints the end of the output: a line of counts if there may be several files,
  /// and a hint at the explanations of the findings.
  ///
  /// - Parameter work: does the subcommand's work. It can add words about the result to the line of counts.
  package func concluding(_ work: (inout [String]) throws(CommandFailure) -> ExitCode) -> ExitCode {
    var outcome: [String] = []
    var code = ExitCode.failure
    do throws(CommandFailure) {
      code = try work(&outcome)
    } catch {
      Terminal.printError("error: \(error.message)\n")
      found.errors += 1
    }
    if arguments.isCounting { tellCounts(outcome) }
    suggestExplanation()
    return code
  }

  private func tellCounts(_ outcome: [String]) {
    var parts = outcome + some(found.errors + arguments.reportedFolders, "error") + some(found.warnings, "warning")
    if found.omitted > 0 { parts.append("\(found.omitted) more not shown") }
    if parts.isEmpty { parts = ["no errors or warnings"] }
    Terminal.printError("\(some(found.files, "file").first ?? "no files"): \(parts.joined(separator: ", "))\n")
  }

  /// Returns a number and a noun as the only element of a list; an empty list for 0.
  private func some(_ count: Int, _ what: String) -> [String] {
    count == 0 ? [] : ["\(count) \(what)\(count == 1 ? "" : "s")"]
  }

  /// Prints the command that explains the codes of all findings, once and only for people.
  package func suggestExplanation() {
    guard let first = found.codes.first, Terminal.isForPeople else { return }
    let codes = found.codes.map(\.rawValue).joined(separator: " ")
    let what = found.codes == [first] ? "an explanation" : "explanations"
    Terminal.printError("note: for \(what), run 'sm-gen explain \(codes)'\n")
  }
}
