import StateMachineCompiler
import SystemSupport

/// The command. It reads arguments and files, and prints; everything else is the compiler's.
@main
struct SMGen {
  static let version = ToolVersion.current

  static func main() {
    exit(run(SystemText.arguments))
  }

  /// Runs the command, and returns its exit code.
  static func run(_ arguments: [String]) -> ExitCode {
    let parsed: Arguments
    switch Arguments.parse(arguments) {
    case .success(let arguments): parsed = arguments
    case .failure(let error):
      let usage = Help.usage(error.subcommand)
      Terminal.printError("error: \(error.message)\n\(usage)\nSee '\(Help.command(error.subcommand))' for more.\n")
      return .usage
    }
    switch parsed.action {
    case .help:
      Terminal.print(Help.text(parsed.subcommand, explicit: parsed.isExplicit))
      return .success
    case .languageHelp:
      Terminal.print(Help.language)
      return .success
    case .version:
      Terminal.print("sm-gen \(version)\n")
      return .success
    case .completionScript(let shell):
      Terminal.print(CompletionScript.text(for: shell))
      return .success
    case .compile:
      return parsed.isWatching ? Watch(arguments: parsed, work: work).run() : work(parsed.withInputs)
    }
  }

  /// Does what is asked for, once.
  private static func work(_ arguments: Arguments) -> ExitCode {
    Terminal.begin()
    defer { Terminal.removeProgress() }
    do throws(CommandFailure) {
      return try run(arguments)
    } catch {
      Terminal.printError("error: \(error.message)\n")
      return .failure
    }
  }

  private static func run(_ arguments: Arguments) throws(CommandFailure) -> ExitCode {
    switch arguments.subcommand {
    case .generate: try Generate(arguments: arguments).run()
    case .diagram: try DiagramCommand(arguments: arguments).run()
    case .check: try Check(arguments: arguments).run()
    case .format: FormatCommand(arguments: arguments).run()
    case .support: try Support(arguments: arguments).run()
    case .explain: Explain(codes: arguments.given).run()
    case .initialize: try Initialize(name: arguments.given.first ?? "").run()
    }
  }
}
