import StateMachineCompiler
import StateMachineModel
import StateMachineReports
import StateMachineSyntax
import SystemSupport

/// `sm-gen check`: diagnostics, for people or for tools; and, where it is asked for, what every pair of state and event does.
struct Check {
  let arguments: Arguments

  func run() throws(CommandFailure) -> ExitCode {
    let inputs = try Inputs(arguments)
    return inputs.concluding { summary throws(CommandFailure) in try check(inputs, &summary) }
  }

  private func check(_ inputs: Inputs, _ summary: inout [String]) throws(CommandFailure) -> ExitCode {
    let compiler = inputs.compiler
    let locatingCompiler = arguments.checking.asksSwift ? inputs.locatingCompiler : compiler
    var code = arguments.hasReportedFolder ? ExitCode.failure : .success
    var report: [DiagnosticReport.File] = []
    let older = try arguments.since.map { since throws(CommandFailure) in
      compiler.machines(of: try OlderVersion.read(since, for: arguments.inputs[0])).machines
    }
    var generated: [SwiftCheck.File] = []
    for input in arguments.inputs {
      guard var source = inputs.read(input) else {
        code = .failure
        continue
      }
      if arguments.checking.makesFixes {
        if source.isPage {
          Terminal.printError("error: '\(source.path)' is a page: '--fix' changes .sm files\n")
          code = .failure
        } else {
          source = try fix(source, input, compiler)
        }
      }
      let (machines, result) = compiler.machines(of: source)
      switch arguments.checking.format {
      case .text, .markdown: inputs.report(result, source)
      case .json, .sarif:
        report.append(
          DiagnosticReport.File(source: source, diagnostics: result.diagnostics, omittedCount: result.omittedCount))
      }
      guard !result.hasErrors else {
        code = .failure
        continue
      }
      if arguments.checking.showsCoverage { for machine in machines { printCoverage(of: machine) } }
      if let older { for machine in machines { printChanges(of: machine, since: older) } }
      if arguments.checking.asksSwift, let swift = locatingCompiler.generate(source).swift {
        generated.append(SwiftCheck.File(source: source, swift: swift))
      }
    }
    // The Swift of one file may need that of another.
    if !generated.isEmpty {
      let given = Set(arguments.inputs)
      for file in inputs.relatedFiles where !given.contains(file.path) {
        guard let swift = locatingCompiler.generate(file.source).swift else { continue }
        generated.append(SwiftCheck.File(source: file.source, swift: swift))
      }
    }
    if !generated.isEmpty, code == .success,
      try !SwiftCheck(arguments: arguments.checking.swiftArguments, color: inputs.color).run(generated)
    {
      code = .failure
      summary.append("errors in Swift")
    }
    switch arguments.checking.format {
    case .text, .markdown: break
    case .json: Terminal.print(DiagnosticReport.json(report))
    case .sarif: Terminal.print(DiagnosticReport.sarif(report, version: SMGen.version))
    }
    return code
  }

  /// Makes the safe fixes of a file, writes it, and returns it.
  private func fix(_ source: SourceFile, _ input: String, _ compiler: Compiler) throws(CommandFailure) -> SourceFile {
    let application = FixApplication(source) { compiler.check($0).diagnostics }
    for step in application.steps {
      let (line, column) = LineTable(step.source.bytes).position(of: step.diagnostic.range.lowerBound)
      Terminal.printError(
        "\(source.path):\(line):\(column): fixed: \(step.fix.title) [\(step.diagnostic.code.rawValue)]\n")
    }
    if input == "-" {
      Terminal.print(application.source.bytes)
    } else {
      try FileSystem.write(application.source.bytes, to: input)
    }
    return application.source
  }

  private func printChanges(of machine: StateMachine, since older: [StateMachine]) {
    guard let old = machine.counterpart(in: older) else {
      Terminal.print("machine \(machine.displayName.visible): is new\n")
      return
    }
    let changes = ChangeReport(from: old, to: machine)
    let title = "machine \(machine.displayName.visible): "
    let count = changes.changes.count
    Terminal.print(title + (count == 0 ? "nothing has changed" : "\(count) change\(count == 1 ? "" : "s")") + "\n")
    Terminal.print(changes.plainText)
  }

  private func printCoverage(of machine: StateMachine) {
    let coverage = Coverage(machine)
    let title = machine.displayName.visible
    Terminal.print(
      arguments.checking.format == .markdown ? coverage.markdown(title: title) : coverage.plainText(title: title))
  }
}

/// Reads input files and reports what the compiler says of them: the same for every subcommand.
struct Inputs {
  private let arguments: Arguments
  /// Is true where findings are shown in color.
  let color: Bool
  /// The files whose machines may be submachines of those of the inputs, or have them as theirs.
  let relatedFiles: [RelatedFiles.File]
  private let found = Findings()

  /// The findings so far. All copies of the inputs share them.
  private final class Findings {
    /// The codes of the errors and warnings that have been printed, each once.
    var codes: [DiagnosticCode] = []
    var files = 0
    var errors = 0
    var warnings = 0
    var omitted = 0
  }

  init(_ arguments: Arguments) throws(CommandFailure) {
    self.arguments = arguments
    relatedFiles = try RelatedFiles(arguments: arguments).read()
    color = arguments.color ?? Terminal.wantsColor
  }

  /// Knows no other files: for what asks no name.
  init(reading arguments: Arguments) {
    self.arguments = arguments
    relatedFiles = []
    color = arguments.color ?? Terminal.wantsColor
  }

  /// The compiler, with what it is to know of other files.
  var compiler: Compiler {
    Compiler(options: options, context: RelatedFiles.context(of: relatedFiles))
  }

  /// The compiler, whose Swift says where in the `.sm` file it comes from.
  var locatingCompiler: Compiler {
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

  /// Nil where the file cannot be read, which has been reported.
  func read(_ path: String) -> SourceFile? {
    found.files += 1
    Terminal.tell("file \(found.files) of \(arguments.inputs.count): \(FileSystem.name(of: path))")
    do throws(CommandFailure) {
      let bytes = try FileSystem.read(path)
      return SourceFile.named(SystemText.readable(arguments.name(of: path)), contents: bytes)
    } catch {
      Terminal.printError("error: \(error.message)\n")
      found.errors += 1
      return nil
    }
  }

  func report(_ result: Compiler.Result, _ source: SourceFile) {
    report(result.diagnostics, omitting: result.omittedCount, source)
    count(result)
  }

  /// Counts what has been found in a file.
  func count(_ result: Compiler.Result) {
    found.errors += result.diagnostics.count { $0.severity == .error }
    found.warnings += result.diagnostics.count { $0.severity == .warning }
    found.omitted += result.omittedCount
  }

  func report(_ diagnostics: [Diagnostic], omitting omittedCount: Int, _ source: SourceFile) {
    guard !diagnostics.isEmpty else { return }
    let renderer = DiagnosticRenderer(source: source, color: color)
    Terminal.printError(Message(verbatim: diagnostics.map(renderer.render).joined()))
    if omittedCount > 0 {
      Terminal.printError("\(source.path): note: \(omittedCount) more findings are not shown\n")
    }
    for diagnostic in diagnostics where diagnostic.severity != .note && !found.codes.contains(diagnostic.code) {
      found.codes.append(diagnostic.code)
    }
  }

  /// Does the work, and ends what is told of it: with a line that counts, where it is about several files, and with what
  /// explains the findings.
  ///
  /// - Parameter work: may say what has become of the files.
  func concluding(_ work: (inout [String]) throws(CommandFailure) -> ExitCode) -> ExitCode {
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

  /// So many of something; nothing for none.
  private func some(_ count: Int, _ what: String) -> [String] {
    count == 0 ? [] : ["\(count) \(what)\(count == 1 ? "" : "s")"]
  }

  /// Tells, once behind all that has been reported, who explains it: to people, and not to files and other programs.
  func suggestExplanation() {
    guard let first = found.codes.first, Terminal.isForPeople else { return }
    let codes = found.codes.prefix(3).map(\.rawValue).joined(separator: " ")
    let what = found.codes == [first] ? "an explanation" : "explanations"
    Terminal.printError("note: for \(what), run 'sm-gen explain \(codes)'\n")
  }
}
