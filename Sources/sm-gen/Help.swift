/// Texts of `--help`.
enum Help {
  /// The columns that every terminal shows in one line.
  private static let width = 80
  /// Where explanations begin.
  private static let indentation = 26

  static func usage(_ subcommand: Arguments.Subcommand?) -> String {
    switch subcommand {
    case nil: "Usage: sm-gen [<subcommand>] [<options>] <file or folder> ..."
    case .generate: "Usage: sm-gen generate [-o <path>] [--check] [--watch] <file or folder> ..."
    case .diagram: "Usage: sm-gen diagram [-o <path>] [--open] [--check] <file or folder> ..."
    case .check: "Usage: sm-gen check [--strict] [--watch] <file or folder> ..."
    case .format: "Usage: sm-gen format [-i] [--check] [--diff] <file or folder> ..."
    case .support: "Usage: sm-gen support [-o <path>] <file or folder> ..."
    case .explain: "Usage: sm-gen explain [<code> ...]"
    case .initialize: "Usage: sm-gen init <name>"
    }
  }

  static func text(_ subcommand: Arguments.Subcommand, explicit: Bool) -> String {
    let overview =
      switch subcommand {
      case _ where !explicit: "Turns state diagrams written as text into Swift."
      case .generate: "Generates Swift from .sm files, and prints it or writes it to a file."
      case .diagram: "Draws the machines of .sm files, or writes them as tables."
      case .check: "Reports what is wrong in .sm files, and generates nothing."
      case .format: "Formats .sm files: only their whitespace changes."
      case .support: "Writes what the wrappers of all machines of a module are made of."
      case .explain: "Explains diagnostics: what is wrong, why, and what to write instead."
      case .initialize: "Writes a small machine to begin with into the current folder."
      }
    let argument =
      switch subcommand {
      case .initialize: entry("<name>", "What the machine is called, as a type of Swift: 'Door'.")
      case .explain:
        entry("<code>", "The code that stands at the end of a diagnostic: 'E105'. Without one, all codes are listed.")
      case .diagram where explicit:
        entry(
          "<file or folder>",
          Self.files + " With '--check' or '--update' alone: a picture or Markdown file made before.")
      case .format:
        entry("<file or folder>", "A .sm file, or a folder with such files in it; '-' reads standard input.")
      default: entry("<file or folder>", Self.files)
      }
    var text = """
      OVERVIEW: \(overview)

      USAGE: \(usage(explicit ? subcommand : nil).dropFirst("Usage: ".count))

      ARGUMENTS:
      \(argument)
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
          format                  Format .sm files.
          support                 Write what the wrappers of a module are made of.
          explain                 Explain diagnostics by their codes.
          init                    Write a small machine to begin with.

          See 'sm-gen <subcommand> --help' for more, and 'sm-gen help language' for
          every statement of a .sm file.

        """
    }
    text += "\nEXAMPLES:\n"
    for example in Self.examples(explicit ? subcommand : nil) { text += "  \(example)\n" }
    return text
  }

  private static let files = """
    A .sm file, a Markdown page with machines in it, or a folder for all .sm files in it and in the folders within it; \
    '-' reads standard input.
    """

  /// Commands that work in a folder with the files Door.sm and Gate.sm, one after the other. A test runs them.
  private static func examples(_ subcommand: Arguments.Subcommand?) -> [String] {
    switch subcommand {
    case nil: ["sm-gen init Lamp", "sm-gen check Lamp.sm", "sm-gen -o Lamp.swift Lamp.sm"]
    case .generate:
      [
        "sm-gen generate -o Door.swift Door.sm", "sm-gen generate -o Generated/ .",
        "sm-gen generate --check -o Generated/ .",
      ]
    case .diagram:
      ["sm-gen diagram -o Door.svg Door.sm", "sm-gen diagram --open Door.sm", "sm-gen diagram --format table Door.sm"]
    case .check: ["sm-gen check Door.sm", "sm-gen check --strict .", "sm-gen check --coverage Door.sm"]
    case .format: ["sm-gen format Door.sm", "sm-gen format -i .", "sm-gen format --check ."]
    case .support: ["sm-gen support -o WrapperSupport.swift .", "sm-gen generate --omit-support -o Door.swift Door.sm"]
    case .explain: ["sm-gen explain E101", "sm-gen explain"]
    case .initialize: ["sm-gen init Lamp", "sm-gen diagram --open Lamp.sm"]
    }
  }

  /// The command that explains what a subcommand, or for nil the whole command, can do.
  static func command(_ subcommand: Arguments.Subcommand?) -> String {
    "sm-gen \(subcommand.map { $0.rawValue + " " } ?? "")--help"
  }

  /// Names in the first column; the explanation in the second, or below where the names are long.
  private static func entry(_ names: String, _ help: String) -> String {
    let blanks = String(repeating: " ", count: indentation)
    let explanation = lines(of: help).map { blanks + $0 + "\n" }.joined()
    let head = "  " + names
    guard head.count < indentation else { return head + "\n" + explanation }
    return head + explanation.dropFirst(head.count)
  }

  /// An explanation, broken where words end.
  private static func lines(of text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width - indentation {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
