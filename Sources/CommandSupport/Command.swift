import SystemSupport

/// A command: it reads arguments and files, and prints; all else is done by the compiler. There are two commands: one
/// with all subcommands, and a small one for the build plugin, as the users of the plugin compile it.
package protocol Command {
  /// The subcommands. The first is the one that is meant if none is written.
  static var subcommands: [any Subcommand.Type] { get }
  /// The options without a subcommand, other than those that every command has.
  static var ownOptions: [OptionDescription] { get }
  /// The texts of the words, other than subcommands, that `help` explains.
  static var topics: [String: String] { get }
  static var examples: [String] { get }
  /// The text at the end of the list of subcommands in the help.
  static var ending: String { get }
  /// The text at the end of messages about unknown words.
  static var hint: Message { get }
}

extension Command {
  /// The options that the command has without a subcommand.
  package static var options: [OptionDescription] { ownOptions + [.version, .help] }

  /// All options of all subcommands, each once. Options with the same name differ only in their help.
  package static var allOptions: [OptionDescription] {
    var seen: Set<String> = []
    return (subcommands.flatMap { $0.options } + options).filter { seen.insert($0.help).inserted }
  }

  static func subcommand(_ name: String) -> (any Subcommand.Type)? { subcommands.first { $0.name == name } }

  package static func main() { exit(run(SystemText.arguments)) }

  private static func run(_ arguments: [String]) -> ExitCode {
    let parsed: Arguments
    do throws(Arguments.UsageError) {
      parsed = try Arguments.parse(arguments, of: self)
    } catch {
      let name = error.subcommand
      let usage = usage(name.flatMap(subcommand))
      let help = (["sm-gen"] + [name, "--help"].compactMap { $0 }).joined(separator: " ")
      Terminal.printError("error: \(error.message)\nUsage: \(usage)\nSee '\(help)' for more.\n")
      return .usage
    }
    switch parsed.action {
    case .help:
      Terminal.print(help(parsed.isExplicit ? parsed.subcommand : nil))
      return .success
    case .print(let text):
      Terminal.print(text)
      return .success
    case .compile:
      return parsed.isWatching ? Watch(arguments: parsed, work: work).run() : work(parsed.withInputs)
    }
  }

  /// Runs the subcommand once.
  private static func work(_ arguments: Arguments) -> ExitCode {
    Terminal.begin()
    defer { Terminal.removeProgress() }
    do throws(CommandFailure) {
      return try arguments.subcommand.init(arguments: arguments).run()
    } catch {
      Terminal.printError("error: \(error.message)\n")
      return .failure
    }
  }
}
