import StateMachineSyntax
import SystemSupport

/// A file with machines made of an imported file (nil if it cannot be made), and the findings in the imported file.
package typealias ImportedFile = (file: SourceFile?, diagnostics: [Diagnostic])

/// A subcommand of a command: its names, its texts in the help, and its work.
package protocol Subcommand {
  static var name: String { get }
  /// The names that other tools have for such a subcommand, for suggestions.
  static var synonyms: [String] { get }
  /// The arguments in usage messages, as written behind the subcommand's name.
  static var usage: String { get }
  /// The description in the subcommand's own help.
  static var overview: String { get }
  /// The description in the list of subcommands.
  static var summary: String { get }
  /// The name and the explanation, in the help, of an argument that is not an option.
  typealias Operand = (name: String, explanation: String)
  static var operand: Operand { get }
  /// Example commands, executed one after the other in a folder with the files Door.sm and Gate.sm. A test does so.
  static var examples: [String] { get }
  static var options: [OptionDescription] { get }

  /// Returns the kind of files that are read from folders; nil if the arguments are not files.
  static func files(_ arguments: Arguments) -> FileKind?
  /// Imports a file that has no machines, such as Swift; returns nil if the file is to be read as it is.
  ///
  /// - Returns: the file with machines (nil if there is nothing to import), and the findings in the imported file.
  static func imported(_ source: SourceFile) -> ImportedFile?
  /// Checks arguments that have been parsed, and adds what follows from them.
  static func validate(_ arguments: inout Arguments) throws(CommandFailure)

  init(arguments: Arguments) throws(CommandFailure)
  func run() throws(CommandFailure) -> ExitCode
  /// Does what is left to do when `--watch` ends.
  static func endWatching()
}

/// Defaults for subcommands that read machines, as most do.
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
