import CommandSupport
import StateMachineGlue
import StateMachineReports
import SystemSupport

/// The program `sm-gen`, with all subcommands.
@main
struct SMGen: Command {
  static var subcommands: [any Subcommand.Type] {
    [
      Generate.self, DiagramCommand.self, Play.self, Check.self, CoverageCommand.self, FormatCommand.self, Import.self,
      Support.self,
      GlueCommand.self,
      Explain.self,
      Initialize.self,
    ]
  }
  static var ownOptions: [OptionDescription] {
    [
      .choice(
        "--generate-completion-script", of: CompletionScript.Shell.allCases,
        help: "Print a script for bash, zsh or fish."
      ) { $0.action = .print(CompletionScript.text(for: $1)) }
    ]
  }
  static let topics = ["language": CheatSheet.text]
  static let examples = ["sm-gen init Lamp", "sm-gen check Lamp.sm", "sm-gen -o Lamp.swift Lamp.sm"]
  static let ending = """
    See 'sm-gen <subcommand> --help' for more, and 'sm-gen help language' for
    every statement of a .sm file.
    """
  static let hint: Message = ""
}
