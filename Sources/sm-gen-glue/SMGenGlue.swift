import CommandSupport
import StateMachineGlue
import SystemSupport

/// The command of the plugin for test targets: it writes the glue by which tests explore machines.
@main
struct SMGenGlue: Command {
  static var subcommands: [any Subcommand.Type] { [GlueCommand.self] }
  static var ownOptions: [OptionDescription] { [] }
  static let topics: [String: String] = [:]
  static let examples = ["sm-gen glue --module App Door.sm"]
  static let ending = "This is the command of the plugin for test targets. The command 'sm-gen' can do more."
  static let hint: Message = "; this is the command of the plugin for test targets, and 'sm-gen' can do more"
}
