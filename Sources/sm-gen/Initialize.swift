import CommandSupport
import StateMachineCompiler
import StateMachineSyntax
import SystemSupport

/// `sm-gen init`: writes a small machine to begin with, in a file with the machine's name in the current folder.
struct Initialize: Subcommand {
  static let name = "init"
  static let synonyms = ["new", "create"]
  static let usage = "<name>"
  static let overview = "Writes a small machine to begin with into the current folder."
  static let summary = "Write a small machine to begin with."
  static let operand: Operand = ("<name>", "What the machine is called, as a type of Swift: 'Door'.")
  static let examples = ["sm-gen init Lamp", "sm-gen diagram --open Lamp.sm"]

  static func files(_ arguments: Arguments) -> FileKind? { nil }

  static func validate(_ arguments: inout Arguments) throws(CommandFailure) {
    if arguments.given.isEmpty { throw CommandFailure("no name is given: what shall the machine be called?") }
    if arguments.given.count > 1 { throw CommandFailure("'init' begins one machine: give one name") }
  }

  /// The name of the machine, as the user has written it.
  private let given: String
  /// The name with its first letter in upper case, as types of Swift have it.
  private let name: String

  init(arguments: Arguments) {
    given = arguments.given.first ?? ""
    name = given.prefix(1).uppercased() + given.dropFirst()
  }

  /// Writes the file, and prints the commands with which the user can go on.
  func run() throws(CommandFailure) -> ExitCode {
    let source = SourceFile(path: "\(name).sm", bytes: Array(Self.text(of: name).utf8))
    try checkName(source)
    let path = name + ".sm"
    try FileSystem.create(path, source.bytes)
    if name != given { Terminal.print("The machine is called '\(name)', as types of Swift are.\n") }
    let command = Self.command
    Terminal.print(
      """
      '\(path)' is a machine to begin with. What comes of it:
        \(command) \(path)            prints its Swift
        \(command) diagram \(path)    draws it, as text for Graphviz
        \(command) play \(path)       plays it in a browser
        \(command) check \(path)      reports mistakes

      """)
    return .success
  }

  /// The words by which the user runs the command. For a SwiftPM plugin, they are the plugin's command. Otherwise, they
  /// are `sm-gen` if it is in `PATH`, `swift run sm-gen` if SwiftPM has built it, or its path.
  private static var command: String {
    if let plugin = Shell.plugin { return plugin }
    if ChildProcess.isInPath("sm-gen") { return "sm-gen" }
    return SystemText.command.contains("/.build/") ? "swift run sm-gen" : SystemText.command
  }

  /// Throws an error if the name cannot be the name of a machine. To find out, the function compiles the file: a name
  /// of several words, for example, is an error there. Keywords of Swift are errors, too, because users would have to
  /// write them in back-ticks.
  private func checkName(_ source: SourceFile) throws(CommandFailure) {
    let (machines, result) = Compiler().machines(of: source)
    guard machines.first?.displayName == name, SystemText.isReadable(name),
      SwiftKeyword.reserved.isDisjoint(with: [given, name])
    else {
      throw CommandFailure(
        "'\(given)' cannot be the name of a machine: write a name as types of Swift have, as in 'Door'")
    }
    guard let mistake = result.diagnostics.first else { return }
    throw CommandFailure("\(mistake.message)")
  }

  /// Returns the text of a small machine. It has the elements that most machines have.
  private static func text(of name: String) -> String {
    """
    /// Tries something up to three times. Write here what the machine is for: the generated Swift has this comment.
    machine \(name): Hashable, Sendable {
      // One state is the first. What a state carries is there while the state is active.
      initial state idle
      state trying(attempt: Int = 1)
      final state finished

      // What happens to the machine, and what the machine asks for.
      event start, succeeded, failed
      output begin(attempt: Int), giveUp

      // source -> target : event [guard] / effects. A row without an arrow stays in its state.
      idle -> trying     : start                / begin(attempt: 1)
      trying -> finished : succeeded
      trying             : failed [attempt < 3] / attempt += 1, begin(attempt: attempt)
      trying -> idle     : failed [else]        / giveUp
    }

    """
  }
}
