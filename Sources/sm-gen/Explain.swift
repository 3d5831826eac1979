import StateMachineReports

/// `sm-gen explain`: what diagnostics mean, by their codes; without codes, which there are.
struct Explain {
  /// As the user has written them; there is an entry for each.
  let codes: [String]

  func run() -> ExitCode {
    Terminal.print(codes.isEmpty ? list : codes.compactMap { Explanation.of($0)?.text }.joined(separator: "\n"))
    return .success
  }

  /// A line for each code, below the title of its section.
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
