import SystemSupport

/// A program with subcommands, such as `sm-gen`. It reads arguments and files, calls the compiler, and prints or writes
/// the results.
///
/// Smaller programs, such as `sm-gen-build` for the build plugin, have few subcommands. They are small because users of
/// the plugins have to compile them.
package protocol Command {
  /// The subcommands. The first is used if the user writes none.
  static var subcommands: [any Subcommand.Type] { get }
  /// The options that can be written without a subcommand. `--version` and `--help` are not listed, because every
  /// command has them.
  static var ownOptions: [OptionDescription] { get }
  /// The topics that `help` explains besides subcommands. The key is the word for the topic, such as `language` in
  /// `sm-gen help language`, and the value is the text.
  static var topics: [String: String] { get }
  static var examples: [String] { get }
  /// The text that the help shows after the list of all subcommands.
  static var ending: String { get }
  /// The end of a message about an unknown word, if no known word is similar. For `sm-gen-build`, it is
  /// `; this is the command of the build plugin, and 'sm-gen' can do more`. Empty if the message needs no such end.
  static var hint: Message { get }
}

extension Command {
  /// The options that can be written without a subcommand.
  package static var options: [OptionDescription] { ownOptions + [.version, .help] }

  /// The options of all subcommands, and those that need no subcommand, such as `--version`. An option of several
  /// subcommands is listed once for each different help text.
  package static var allOptions: [OptionDescription] {
    var seen: Set<String> = []
    return (subcommands.flatMap { $0.options } + options).filter { seen.insert($0.help).inserted }
  }

  static func subcommand(_ name: String) -> (any Subcommand.Type)? { subcommands.first { $0.name == name } }

  package static func main() { exit(run(SystemText.arguments)) }

  /// Parses the arguments, prints the help or runs the subcommand, and returns the exit code of the process.
  private static func run(_ arguments: [String]) -> ExitCode {
    let parsed: Arguments
    do throws(Arguments.UsageError) {
      parsed = try Arguments.parse(arguments, of: self)
    } catch {
      let name = error.subcommand
      let usage = usage(name.flatMap(subcommand))
      let help = ([Shell.program] + [name, "--help"].compactMap { $0 }).joined(separator: " ")
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

  /// Runs the subcommand, and prints the error that it throws.
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
