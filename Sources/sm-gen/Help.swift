/// Texts of `--help`.
enum Help {
  static func usage(_ subcommand: Arguments.Subcommand?) -> String {
    switch subcommand {
    case nil: "Usage: sm-gen [<subcommand>] [<options>] <file> ..."
    case .generate: "Usage: sm-gen generate [-o <path>] [--check] [--strict] <file> ..."
    case .diagram: "Usage: sm-gen diagram [--format <format>] [-o <path>] [--check] <file> ..."
    case .check: "Usage: sm-gen check [--strict] <file> ..."
    }
  }

  static func text(_ subcommand: Arguments.Subcommand, explicit: Bool) -> String {
    let overview =
      switch subcommand {
      case _ where !explicit: "Turns state diagrams written as text into Swift."
      case .generate: "Generates Swift from .sm files, and prints it or writes it to a file."
      case .diagram: "Draws the machines of .sm files, or writes them as tables."
      case .check: "Reports what is wrong in .sm files, and generates nothing."
      }
    let argument =
      explicit && subcommand == .diagram
      ? "A .sm file; '-' reads standard input. With '--check' or '--update' alone: a picture or Markdown file made before."
      : "A .sm file; '-' reads standard input."
    var text = """
      OVERVIEW: \(overview)

      USAGE: \(usage(explicit ? subcommand : nil).dropFirst("Usage: ".count))

      ARGUMENTS:
        <file>                  \(argument)

      OPTIONS:

      """
    for option in OptionDescription.all where option.applies(to: subcommand) {
      let names = option.names.joined(separator: ", ") + (option.takesValue ? " \(option.valueText)" : "")
      text += entry(names, option.help)
    }
    if !explicit {
      text += """

        SUBCOMMANDS:
          generate (default)      Generate Swift from .sm files.
          diagram                 Draw machines, or write them as tables.
          check                   Report what is wrong, and generate nothing.

          See 'sm-gen <subcommand> --help' for more.

        """
    }
    return text
  }

  /// Names in the first column; the explanation in the second, or below where the names are long.
  private static func entry(_ names: String, _ help: String) -> String {
    let width = 24
    let padding = String(repeating: " ", count: max(0, width - names.count))
    if names.count < width { return "  \(names)\(padding)\(help)\n" }
    return "  \(names)\n  \(String(repeating: " ", count: width))\(help)\n"
  }
}
