import SystemSupport

/// The command: it reads arguments and files, and prints; everything else is the compiler's. There are two: the full one,
/// and a small one for the build plugin, whose users compile it.
package protocol Command {
  /// The first is meant where none is written.
  static var subcommands: [any Subcommand.Type] { get }
  /// Options of the command as a whole, besides those that each command has.
  static var ownOptions: [OptionDescription] { get }
  /// Words that `help` explains besides subcommands, and the texts.
  static var topics: [String: String] { get }
  static var examples: [String] { get }
  /// The end of the list of subcommands in the help.
  static var ending: String { get }
  /// The end of a message about a word that the command does not know.
  static var hint: Message { get }
}

extension Command {
  /// Options of the command as a whole.
  package static var options: [OptionDescription] { ownOptions + [.version, .help] }

  /// All options, each once: two of one name differ in what the help says.
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

  /// Does what is asked for, once.
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
