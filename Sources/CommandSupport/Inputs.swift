import StateMachineCompiler
import StateMachineModel
import StateMachineSyntax
import SystemSupport

/// Reads the input files, and reports their findings in the same form for every subcommand.
package struct Inputs {
  private let arguments: Arguments
  /// Whether findings are printed in color.
  package let color: Bool
  /// The files whose machines may be submachines or owners of machines in the inputs. The inputs are among them.
  package let relatedFiles: [RelatedFiles.File]
  private let found = Findings()

  /// The counts of all findings so far. It is a class, so that copies of `Inputs` share the counts.
  private final class Findings {
    /// The codes of the findings that have been printed, each once, in the order in which they were printed first.
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

  /// Prepares to read files for a subcommand that needs no submachines or owners from other files. `relatedFiles` is
  /// then empty.
  package init(reading arguments: Arguments) {
    self.arguments = arguments
    relatedFiles = []
    color = arguments.color ?? Terminal.wantsColor
  }

  /// A compiler that knows the machines of the related files.
  package var compiler: Compiler {
    Compiler(options: options, context: RelatedFiles.context(of: relatedFiles))
  }

  /// A compiler that knows the machines of the related files and writes `#sourceLocation` into the Swift. The Swift
  /// compiler then reports its errors at places in the `.sm` file.
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

  /// Reads a file with machines. If the subcommand imports files of this kind, such as charts (statecharts in Mermaid,
  /// PlantUML or SCXML), it imports the file.
  ///
  /// - Returns: the file with machines. Nil if the file cannot be read or imported; the error has then been reported.
  package func read(_ path: String) -> SourceFile? {
    guard let source = readWhole(path) else { return nil }
    guard let imported = arguments.subcommand.imported(source) else {
      return SourceFile.named(source.path, contents: source.bytes)
    }
    report(imported.diagnostics, omitting: 0, source)
    return imported.file
  }

  /// Reads a file without changing its contents. Of a Markdown page, the result also has the text outside of the
  /// machines. Nil if the file cannot be read; the error has then been reported.
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

  /// Adds the errors, warnings and omitted findings of a file to the counts.
  package func count(_ result: Compiler.Result) {
    found.errors += result.diagnostics.count { $0.severity == .error }
    found.warnings += result.diagnostics.count { $0.severity == .warning }
    found.omitted += result.omittedCount
  }

  /// Prints findings in a file, and remembers their codes. A last note tells of findings that are not shown.
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

  /// Runs the work of a subcommand, and prints the error that it throws. After that, it prints a line of counts, such
  /// as `2 files: 1 error`, if `isCounting` is true. Last, it prints the command that explains the findings.
  ///
  /// - Parameter work: does the subcommand's work. It can append texts such as `2 written` to its argument, for the
  ///   line of counts.
  /// - Returns: the exit code that `work` returns; `failure` if it throws.
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

  /// Returns a list with one text, such as `2 errors`; an empty list if `count` is 0.
  ///
  /// - Parameter what: the singular of the counted thing: `error`.
  private func some(_ count: Int, _ what: String) -> [String] {
    count == 0 ? [] : ["\(count) \(what)\(count == 1 ? "" : "s")"]
  }

  /// Prints the command that explains the findings, such as `sm-gen explain E101 W305`. Prints nothing if there are no
  /// findings, or if standard error is no terminal.
  package func suggestExplanation() {
    guard let first = found.codes.first, Terminal.isForPeople else { return }
    let codes = found.codes.map(\.rawValue).joined(separator: " ")
    let what = found.codes == [first] ? "an explanation" : "explanations"
    Terminal.printError("note: for \(what), run '\(Shell.program) explain \(codes)'\n")
  }
}
