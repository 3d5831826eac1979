import CommandSupport
import StateMachineCompiler
import StateMachineModel
import StateMachineReports
import StateMachineSyntax
import SystemSupport

/// The options that only `check` has.
struct Checking: OwnOptions {
  enum Format: String, CaseIterable {
    case text, json, sarif, markdown
  }

  var format = Format.text
  /// Whether to print a table with the outcome of each event in each state.
  var showsCoverage = false
  /// Whether to make the safe fixes in the files.
  var makesFixes = false
  /// Whether to let the Swift compiler check the generated Swift. The words after `--` are arguments for the compiler.
  var asksSwift = false
}

/// `sm-gen check`: reports findings, for people or for tools. On request, it also prints what each event does in each
/// state.
struct Check: Subcommand {
  static let name = "check"
  static let synonyms = ["lint", "validate", "verify", "analyze"]
  static let usage = "[--strict] [--watch] <file or folder> ..."
  static let overview = "Reports what is wrong in .sm files, and generates nothing."
  static let summary = "Report what is wrong, and generate nothing."
  static let examples = ["sm-gen check Door.sm", "sm-gen check --strict .", "sm-gen check --coverage Door.sm"]
  static var options: [OptionDescription] {
    [
      .choice(
        "--format", of: Checking.Format.allCases,
        help: "How findings are told: to people, or as JSON or SARIF 2.1.0 on standard output."
      ) {
        $0[Checking.self].format = $1
        $0.isForPeople = $1 == .text || $1 == .markdown
      },
      .flag(
        "--coverage", help: "Show what every pair of state and event does, as a table; '--format markdown' for a page."
      ) { $0[Checking.self].showsCoverage = true },
      .flag(
        "--fix", help: "Make the fixes that are safe, in the files themselves, and tell what is done and what is left."
      ) { $0[Checking.self].makesFixes = true },
      .flag(
        "--swift", help: "Let 'swiftc' check the generated code, too; what stands after '--' are arguments for it."
      ) {
        $0[Checking.self].asksSwift = true
        $0.rest = []
      },
      .watch,
      .since(
        "Tell what has changed since this older version, and what it has stored that cannot be read: a file, or"
          + " 'REV:path' or 'REV' for git."),
      .strict, .assumeFileName, .with, .standalone, .color, .noColor,
    ]
  }

  static func imported(_ source: SourceFile) -> ImportedFile? { Import.inMemory(source) }

  static func validate(_ arguments: inout Arguments) throws(CommandFailure) {
    try arguments.validateComparison()
    let checking = arguments[Checking.self]
    if checking.showsCoverage, !arguments.isForPeople {
      throw CommandFailure("'--coverage' is a table: write '--format text' or '--format markdown'")
    }
    if !checking.showsCoverage, checking.format == .markdown {
      throw CommandFailure("'--format markdown' is for '--coverage'")
    }
    if checking.makesFixes, arguments.given.contains("-"),
      arguments.given.count > 1 || checking.showsCoverage || checking.format != .text
    {
      throw CommandFailure("'--fix' writes standard input, mended, to standard output: nothing else can go there")
    }
    try arguments.validateWatching()
  }

  let arguments: Arguments

  func run() throws(CommandFailure) -> ExitCode {
    let inputs = try Inputs(arguments)
    return inputs.concluding { summary throws(CommandFailure) in try check(inputs, &summary) }
  }

  /// Checks all inputs and prints the findings. Returns a failure if one of them has an error.
  ///
  /// - Parameter summary: gets texts for the line of counts at the end.
  private func check(_ inputs: Inputs, _ summary: inout [String]) throws(CommandFailure) -> ExitCode {
    let compiler = inputs.compiler
    let locatingCompiler = arguments[Checking.self].asksSwift ? inputs.locatingCompiler : compiler
    var code = arguments.hasReportedFolder ? ExitCode.failure : .success
    var report: [DiagnosticReport.File] = []
    var generated: [SwiftCheck.File] = []
    var tables: [Coverage] = []
    for input in arguments.inputs {
      guard var source = inputs.read(input) else {
        code = .failure
        continue
      }
      if arguments[Checking.self].makesFixes {
        if source.origin != nil {
          Terminal.printError("error: '\(input)' is no .sm file: '--fix' changes what 'sm-gen import' writes\n")
          code = .failure
        } else if source.isPage {
          Terminal.printError("error: '\(source.path)' is a page: '--fix' changes .sm files\n")
          code = .failure
        } else {
          source = try fix(source, input, compiler)
        }
      }
      var (machines, result) = compiler.machines(of: source)
      var comparisons: [MachineComparison] = []
      let older = try older(of: input, inputs, &code)
      if let older, !result.hasErrorsBesidesSwift {
        comparisons = machines.map { MachineComparison($0, since: older.former(of: $0, among: machines)) }
        result = compiler.adding(comparisons.flatMap(\.stored), to: result, of: source)
      }
      switch arguments[Checking.self].format {
      case .text, .markdown: inputs.report(result, source)
      case .json, .sarif:
        let (shown, diagnostics) = source.atOrigin(result.diagnostics)
        report.append(
          DiagnosticReport.File(source: shown, diagnostics: diagnostics, omittedCount: result.omittedCount))
      }
      if result.hasErrors { code = .failure }
      guard !result.hasErrorsBesidesSwift else { continue }
      if arguments[Checking.self].showsCoverage {
        for machine in machines { tables.append(printCoverage(of: machine)) }
      }
      if let older, arguments.isForPeople { printChanges(comparisons, source, since: older) }
      if arguments[Checking.self].asksSwift, let swift = locatingCompiler.generate(source).swift {
        generated.append(SwiftCheck.File(source: source, swift: swift))
      }
    }
    Terminal.print(Coverage.legend(of: tables, isMarkdown: arguments[Checking.self].format == .markdown))
    // The Swift of one file may need that of another.
    if !generated.isEmpty {
      let given = Set(arguments.inputs)
      for file in inputs.relatedFiles where !given.contains(file.path) {
        guard let swift = locatingCompiler.generate(file.source).swift else { continue }
        generated.append(SwiftCheck.File(source: file.source, swift: swift))
      }
    }
    if !generated.isEmpty, code == .success,
      try !SwiftCheck(arguments: arguments.rest ?? [], color: inputs.color).run(generated)
    {
      code = .failure
      summary.append("errors in Swift")
    }
    switch arguments[Checking.self].format {
    case .text, .markdown: break
    case .json: Terminal.print(DiagnosticReport.json(report))
    case .sarif: Terminal.print(DiagnosticReport.sarif(report, version: ToolVersion.current))
    }
    return code
  }

  /// Makes the safe fixes of a file's findings, prints a line for each fix, and writes the file. Standard input is
  /// written to standard output. Returns the changed file.
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

  /// A machine, and the older version of it with which it is compared.
  private struct MachineComparison {
    let machine: StateMachine
    let former: RenameSearch?
    /// The findings about stored data: the older version of the machine may have stored values that the current version
    /// cannot read.
    let stored: [Diagnostic]

    init(_ machine: StateMachine, since former: RenameSearch?) {
      (self.machine, self.former) = (machine, former)
      stored = former.map { StoredChanges(from: $0.original, to: machine, renames: $0.renames).findings } ?? []
    }
  }

  /// Returns the machines of the older version that `--since` names. Nil without `--since`, or if the older version has
  /// errors. These errors are reported.
  ///
  /// - Parameter code: is set to a failure if the older version has errors.
  private func older(
    of input: String, _ inputs: Inputs, _ code: inout ExitCode
  ) throws(CommandFailure) -> OlderMachines? {
    guard let since = arguments.since else { return nil }
    let older = try OlderMachines(since, inputs, for: input)
    if older == nil { code = .failure }
    return older
  }

  private func printChanges(_ comparisons: [MachineComparison], _ source: SourceFile, since older: OlderMachines) {
    let machines = comparisons.map(\.machine)
    let beside = ChangeReport(from: older.source, to: source)
    if !beside.changes.isEmpty { print(beside, of: "beside the machines") }
    for comparison in comparisons {
      let title = "machine \(comparison.machine.displayName.visible)"
      guard let former = comparison.former else {
        Terminal.print("\(title): is new\n")
        continue
      }
      print(ChangeReport(from: former.machine, to: comparison.machine, renames: former.renames), of: title)
    }
    for machine in older.gone(since: machines) { Terminal.print("machine \(machine.displayName.visible): is gone\n") }
  }

  private func print(_ report: ChangeReport, of title: String) {
    let count = report.changes.count
    Terminal.print(
      "\(title): " + (count == 0 ? "nothing has changed" : "\(count) change\(count == 1 ? "" : "s")") + "\n")
    Terminal.print(report.plainText)
  }

  private func printCoverage(of machine: StateMachine) -> Coverage {
    let coverage = Coverage(machine)
    let title = machine.displayName.visible
    Terminal.print(
      arguments[Checking.self].format == .markdown ? coverage.markdown(title: title) : coverage.plainText(title: title))
    return coverage
  }
}
