import StateMachineSyntax
import SystemSupport

/// A file with machines that is made of one without, nil where nothing can be made of it, and the findings in that one.
package typealias ImportedFile = (file: SourceFile?, diagnostics: [Diagnostic])

/// A subcommand: its words, what the help says of it, and what it does.
package protocol Subcommand {
  static var name: String { get }
  /// What other tools call it.
  static var synonyms: [String] { get }
  /// What stands behind its name where its use is told.
  static var usage: String { get }
  /// What it does, in the help for it.
  static var overview: String { get }
  /// What it does, in the help for the whole command.
  static var summary: String { get }
  /// An argument that is no option, in the help.
  typealias Operand = (name: String, explanation: String)
  static var operand: Operand { get }
  /// Commands that work in a folder with the files Door.sm and Gate.sm, one after the other. A test runs them.
  static var examples: [String] { get }
  static var options: [OptionDescription] { get }

  /// The files that stand for a folder; nil where the arguments are no files.
  static func files(_ arguments: Arguments) -> FileKind?
  /// Makes a file with machines of a file that has none, such as Swift; nil for a file that is read as it is.
  ///
  /// - Returns: the file, where there is anything to make it of, and what was found in the other one.
  static func imported(_ source: SourceFile) -> ImportedFile?
  /// Checks arguments that are all read, and completes them.
  static func validate(_ arguments: inout Arguments) throws(CommandFailure)

  init(arguments: Arguments) throws(CommandFailure)
  func run() throws(CommandFailure) -> ExitCode
  /// Does what is left to do once `--watch` ends.
  static func endWatching()
}

/// Most subcommands take machines.
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
