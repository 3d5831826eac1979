import CommandSupport
import SystemSupport

/// The command that the build plugin runs: it generates Swift, and uses the words of the full command.
@main
struct SMGenBuild: Command {
  static var subcommands: [any Subcommand.Type] { [Generate.self, Support.self] }
  static var ownOptions: [OptionDescription] { [] }
  static let topics: [String: String] = [:]
  static let examples = ["sm-gen -o Door.swift Door.sm"]
  static let ending = "This is the command of the build plugin. The command 'sm-gen' can do more."
  static let hint: Message = "; this is the command of the build plugin, and 'sm-gen' can do more"
}
