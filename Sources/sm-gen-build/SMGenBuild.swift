import CommandSupport
import SystemSupport

/// The command of the build plugin: it generates Swift, with the options of the full command.
@main
struct SMGenBuild: Command {
  static var subcommands: [any Subcommand.Type] { [Generate.self, Support.self] }
  static var ownOptions: [OptionDescription] { [] }
  static let topics: [String: String] = [:]
  static let examples = ["sm-gen -o Door.swift Door.sm"]
  static let ending = "This is the command of the build plugin. The command 'sm-gen' can do more."
  static let hint: Message = "; this is the command of the build plugin, and 'sm-gen' can do more"
}
