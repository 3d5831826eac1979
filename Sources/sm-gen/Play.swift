import CommandSupport
import StateMachineSyntax
import SystemSupport

/// `sm-gen play`: makes a page that plays machines, and opens it. Without `-o`, the page is a temporary file.
struct Play: Subcommand {
  static let name = "play"
  static let synonyms = ["simulate", "run"]
  static let usage = "[-o <path>] [--open] [--watch] <file or folder> ..."
  static let overview = "Plays the machines of a .sm file on a page in the browser."
  static let summary = "Play machines in the browser."
  static let examples = ["sm-gen play Door.sm"]
  /// The options of `play`: its own, and the options of `diagram` that make sense for a page.
  static var options: [OptionDescription] {
    let names: Set<String> = ["--output", "--labels", "--direction", "--no-payloads", "--timeout"]
    return [
      .flag("--open", help: "Let the system show the page; without '-o', it does so anyway.") {
        $0.drawing.isOpened = true
      },
      .machine("Which machine to play, where a file has several."),
    ] + DiagramCommand.options.filter { !names.isDisjoint(with: $0.names) }
      + [.watch, .strict, .assumeFileName, .with, .standalone, .color, .noColor]
  }

  static func imported(_ source: SourceFile) -> ImportedFile? { Import.inMemory(source) }

  static func validate(_ arguments: inout Arguments) throws(CommandFailure) {
    arguments.drawing.format = .html
    if arguments.output == nil || arguments.output == "-" { arguments.drawing.isOpened = true }
    try DiagramCommand.validate(&arguments)
  }

  private let diagram: DiagramCommand

  init(arguments: Arguments) throws(CommandFailure) { diagram = try DiagramCommand(arguments: arguments) }

  func run() throws(CommandFailure) -> ExitCode { try diagram.run() }

  static func endWatching() { DiagramCommand.endWatching() }
}
