import StateMachineCompiler

/// `sm-gen check`: diagnostics, and nothing else.
struct Check {
  let arguments: Arguments

  func run() -> ExitCode {
    let inputs = Inputs(arguments)
    let compiler = inputs.compiler
    var code = ExitCode.success
    for input in arguments.inputs {
      guard let source = inputs.read(input) else {
        code = .failure
        continue
      }
      let result = compiler.check(source)
      inputs.report(result, source)
      if result.hasErrors { code = .failure }
    }
    return code
  }
}

/// Reads input files and reports what the compiler says of them: the same for every subcommand.
struct Inputs {
  private let arguments: Arguments
  private let color: Bool

  init(_ arguments: Arguments) {
    self.arguments = arguments
    color = arguments.color ?? Terminal.wantsColor
  }

  /// The compiler, with what it is to know of other files.
  var compiler: Compiler {
    Compiler(options: options, context: Companions(arguments: arguments).context)
  }

  private var options: Compiler.Options {
    var options = Compiler.Options()
    options.isStrict = arguments.isStrict
    options.writesSourceLocations = arguments.writesSourceLocations
    return options
  }

  /// Nil where the file cannot be read, which has been reported.
  func read(_ path: String) -> SourceFile? {
    do throws(CommandFailure) {
      let bytes = try FileSystem.read(path)
      return SourceFile(path: path == "-" ? arguments.assumedFileName ?? "<stdin>" : path, bytes: bytes)
    } catch {
      var message = error.message
      let subcommands = Arguments.Subcommand.allCases.map(\.rawValue)
      if !path.contains("."), let nearest = Spelling.nearest(to: path, among: subcommands) {
        message += "; did you mean the subcommand '\(nearest)'?"
      }
      Terminal.printError("error: \(message)\n")
      return nil
    }
  }

  func report(_ result: Compiler.Result, _ source: SourceFile) {
    guard !result.diagnostics.isEmpty else { return }
    let renderer = DiagnosticRenderer(source: source, color: color)
    Terminal.printError(result.diagnostics.map(renderer.render).joined())
    if result.omittedCount > 0 {
      Terminal.printError("\(source.path): note: \(result.omittedCount) more findings are not shown\n")
    }
  }
}
