import CommandSupport
import StateMachineReports
import SystemSupport

/// `sm-gen explain`: explains findings by their codes, such as `W311`. Without a code, it lists all codes.
struct Explain: Subcommand {
  static let name = "explain"
  static let usage = "[<code> ...]"
  static let overview = "Explains diagnostics: what is wrong, why, and what to write instead."
  static let summary = "Explain diagnostics by their codes."
  static let operand: Operand = (
    "<code>", "The code that stands at the end of a diagnostic: 'E105'. Without one, all codes are listed."
  )
  static let examples = ["sm-gen explain E101", "sm-gen explain"]

  static func files(_ arguments: Arguments) -> FileKind? { nil }

  /// Throws an error if an argument is not the code of a finding.
  static func validate(_ arguments: inout Arguments) throws(CommandFailure) {
    for code in arguments.given where Explanation.of(code) == nil {
      let suggestions = Explanation.suggestions(for: code).map { "'\($0)'" }
      guard let last = suggestions.last else {
        throw CommandFailure("there is no diagnostic '\(code)': 'sm-gen explain' lists all codes")
      }
      let others = suggestions.dropLast().joined(separator: ", ")
      throw CommandFailure(
        "there is no diagnostic '\(code)'; did you mean \(others.isEmpty ? "" : others + " or ")\(last)?")
    }
  }

  /// The codes of findings as the user has written them. There is an explanation of each.
  private let codes: [String]

  init(arguments: Arguments) { codes = arguments.given }

  func run() -> ExitCode {
    Terminal.print(codes.isEmpty ? list : codes.compactMap { Explanation.of($0)?.text }.joined(separator: "\n"))
    return .success
  }

  /// The list of all codes of findings, one line for each code, under the titles of their sections.
  private var list: String {
    var text = ""
    var section: String?
    for entry in Explanation.all {
      if entry.section != section {
        text += (section == nil ? "" : "\n") + entry.section + ":\n"
        section = entry.section
      }
      text += "  \(entry.code.rawValue)  \(entry.title)\n"
    }
    return text + "\n'sm-gen explain E101' explains one of them.\n"
  }
}
