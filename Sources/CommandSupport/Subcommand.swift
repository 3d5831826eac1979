import StateMachineSyntax
import SystemSupport

/// The result of an import: the file with machines, or nil if the import has failed, and the findings in the imported
/// file.
package typealias ImportedFile = (file: SourceFile?, diagnostics: [Diagnostic])

/// A subcommand: its name, its texts in the help, and its work.
package protocol Subcommand {
  static var name: String { get }
  /// Wrong names that a user may write for the subcommand, because similar tools use them: `lint` for `check`. The
  /// error about such a name suggests the right one.
  static var synonyms: [String] { get }
  /// The arguments after the subcommand's name in usage messages.
  static var usage: String { get }
  /// The description at the beginning of the subcommand's own help.
  static var overview: String { get }
  /// The description in the list of all subcommands.
  static var summary: String { get }
  /// The name and the explanation of the subcommand's arguments that are no options, as the help shows them. An example
  /// is the name `<file or folder>`.
  typealias Operand = (name: String, explanation: String)
  static var operand: Operand { get }
  /// Examples of the command for the help. A test executes them, one after the other, in a folder with Door.sm and
  /// Gate.sm.
  static var examples: [String] { get }
  static var options: [OptionDescription] { get }

  /// Returns the kind of files that the subcommand reads and looks for in folders. Nil if the subcommand's arguments
  /// are not files.
  static func files(_ arguments: Arguments) -> FileKind?
  /// Imports a file in another notation, such as a chart (a statechart in Mermaid, PlantUML or SCXML). Returns the file
  /// with machines and the findings. Nil if there is nothing to import, because the file is a `.sm` file, for example.
  static func imported(_ source: SourceFile) -> ImportedFile?
  /// Throws an error if the parsed arguments do not fit together: `--check` and `--update` exclude each other, for
  /// example. Also sets arguments that follow from others: `-o Door.svg` sets the format of the picture to SVG.
  static func validate(_ arguments: inout Arguments) throws(CommandFailure)

  init(arguments: Arguments) throws(CommandFailure)
  func run() throws(CommandFailure) -> ExitCode
  /// Ends what the subcommand has begun, such as pages that a browser shows. It is called when the user ends `--watch`.
  static func endWatching()
}

/// The defaults for subcommands that read machines, as most do.
extension Subcommand {
  package static var synonyms: [String] { [] }
  package static var operand: Operand {
    (
      "<file or folder>",
      """
      A .sm file, a Markdown page with machines in it, or a folder for all .sm files in it and in the folders within it; \
      '-' reads standard input.
      """
    )
  }
  package static var options: [OptionDescription] { [] }

  package static func files(_ arguments: Arguments) -> FileKind? { FileSystem.machines }
  package static func imported(_ source: SourceFile) -> ImportedFile? { nil }
  package static func validate(_ arguments: inout Arguments) {}
  package static func endWatching() {}

  static func has(_ option: String) -> Bool { options.contains { $0.names.contains(option) } }
}
