import StateMachineSyntax
import SystemSupport

/// The file with machines that is made of another, nil if that is impossible, and the findings in the other one.
package typealias ImportedFile = (file: SourceFile?, diagnostics: [Diagnostic])

/// A subcommand: its names, its texts in the help, and its work.
package protocol Subcommand {
  static var name: String { get }
  /// Names of the subcommand in other tools.
  static var synonyms: [String] { get }
  /// The arguments behind the name in usage messages.
  static var usage: String { get }
  /// The description in the help for the subcommand.
  static var overview: String { get }
  /// The description in the help for the whole command.
  static var summary: String { get }
  /// The name and the explanation of an argument that is no option, in the help.
  typealias Operand = (name: String, explanation: String)
  static var operand: Operand { get }
  /// Commands for a folder with the files Door.sm and Gate.sm, one after the other. A test runs them.
  static var examples: [String] { get }
  static var options: [OptionDescription] { get }

  /// Returns the kind of files that replace a folder; nil if the arguments are no files.
  static func files(_ arguments: Arguments) -> FileKind?
  /// Imports a file without machines, such as Swift; returns nil for a file that is read as it is.
  ///
  /// - Returns: the imported file, if there is anything to import, and the findings in the other one.
  static func imported(_ source: SourceFile) -> ImportedFile?
  /// Checks parsed arguments, and completes them.
  static func validate(_ arguments: inout Arguments) throws(CommandFailure)

  init(arguments: Arguments) throws(CommandFailure)
  func run() throws(CommandFailure) -> ExitCode
  /// Finishes the work when `--watch` ends.
  static func endWatching()
}

/// Defaults, as most subcommands take machines.
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
