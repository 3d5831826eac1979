import StateMachineCodeGeneration
import StateMachineDiagrams

/// One option, for the parser, the help and the completion scripts.
struct OptionDescription {
  let names: [String]
  /// The name of its value in the help; nil for a flag.
  var value: String?
  /// The values that it can have, where they can be listed.
  var choices: [String] = []
  /// Is true where it means something to give it more than once.
  var isRepeatable = false
  let help: String
  let subcommands: [Arguments.Subcommand]

  var takesValue: Bool { value != nil || !choices.isEmpty }

  /// How its value is shown: `<path>` or `<light|dark>`.
  var valueText: String { "<\(choices.isEmpty ? value ?? "" : choices.joined(separator: "|"))>" }

  static let all: [OptionDescription] = [
    OptionDescription(
      names: ["-o", "--output"], value: "path",
      help: "Write to this file, or into this folder if it ends in '/'; '-' is standard output.",
      subcommands: [.generate, .diagram, .support]),
    OptionDescription(
      names: ["--check"], help: "Write nothing; fail if the output is not up to date.",
      subcommands: [.generate, .diagram]),
    OptionDescription(
      names: ["--check"], help: "Write nothing; fail if a file is not formatted, and name it.",
      subcommands: [.format]),
    OptionDescription(
      names: ["-i", "--in-place"], help: "Write to the files themselves, and not to standard output.",
      subcommands: [.format]),
    OptionDescription(
      names: ["--diff"], help: "Show what formatting would change, as 'diff -u' does.", subcommands: [.format]),
    OptionDescription(
      names: ["--update"],
      help: "Make pictures, and marked parts of Markdown files, anew where they are not up to date.",
      subcommands: [.diagram]),
    OptionDescription(
      names: ["--format"], choices: PictureFormat.allCases.map(\.rawValue),
      help: "What to write; the default is what the output's name ends in, else dot.", subcommands: [.diagram]),
    OptionDescription(
      names: ["--format"], choices: Arguments.Checking.Format.allCases.map(\.rawValue),
      help: "How findings are told: to people, or as JSON or SARIF 2.1.0 on standard output.", subcommands: [.check]),
    OptionDescription(
      names: ["--coverage"],
      help: "Show what every pair of state and event does, as a table; '--format markdown' for a page.",
      subcommands: [.check]),
    OptionDescription(
      names: ["--fix"],
      help: "Make the fixes that are safe, in the files themselves, and tell what is done and what is left.",
      subcommands: [.check]),
    OptionDescription(
      names: ["--swift"],
      help: "Let 'swiftc' check the generated code, too; what stands behind '--' are arguments for it.",
      subcommands: [.check]),
    OptionDescription(
      names: ["--watch"], help: "Go on, and do it again whenever a file changes; Ctrl-C ends.",
      subcommands: [.generate, .check]),
    OptionDescription(
      names: ["--open"], help: "Draw, and let the system show the picture; without '-o', in a temporary file.",
      subcommands: [.diagram]),
    OptionDescription(
      names: ["--machine"], value: "name", help: "Which machine to draw, where a file has several.",
      subcommands: [.diagram]),
    OptionDescription(
      names: ["--labels"], choices: DiagramOptions.Labels.allCases.map(\.rawValue),
      help: "What stands at arrows: events with guards and effects, events only, or nothing.", subcommands: [.diagram]),
    OptionDescription(
      names: ["--hide"], choices: DiagramOptions.Hidden.allCases.map(\.rawValue), isRepeatable: true,
      help: "Leave out internal transitions, or rows that trap; give it twice for both.", subcommands: [.diagram]),
    OptionDescription(
      names: ["--no-payloads"], help: "Show states without what they carry.", subcommands: [.diagram]),
    OptionDescription(
      names: ["--direction"], choices: DiagramOptions.Direction.allCases.map(\.rawValue),
      help: "Where arrows lead.", subcommands: [.diagram]),
    OptionDescription(
      names: ["--theme"], choices: DiagramOptions.Theme.allCases.map(\.rawValue),
      help:
        "For a light page or a dark one. Without it, an SVG follows the scheme of its reader, and others are light.",
      subcommands: [.diagram]),
    OptionDescription(
      names: ["--since"], value: "old",
      help: "Draw, or tell, what has changed since this older version: a file, or 'REV:path' for git.",
      subcommands: [.diagram, .check]),
    OptionDescription(
      names: ["--timeout"], value: "seconds", help: "How long Graphviz may take; the default is 60.",
      subcommands: [.diagram]),
    OptionDescription(
      names: ["--source-locations"], value: nil,
      help: "Let the Swift compiler report errors in guards and effects in the .sm file.", subcommands: [.generate]),
    OptionDescription(
      names: ["--support"], value: "path",
      help: "Write what wrappers are made of to this file of the module, and not into each output.",
      subcommands: [.generate]),
    OptionDescription(
      names: ["--omit-support"],
      help: "Leave out what wrappers are made of: 'sm-gen support' writes it to another file of the module.",
      subcommands: [.generate]),
    OptionDescription(
      names: ["--indent"], choices: CodeLayout.Indent.allCases.map(\.rawValue),
      help: "How many blanks a step of indentation has, or that it is a tab; the default is 2.",
      subcommands: [.generate, .support]),
    OptionDescription(
      names: ["--line-width"], value: "columns",
      help: "How long generated lines may be, your own Swift aside; the default is 120.",
      subcommands: [.generate, .support]),
    OptionDescription(
      names: ["--access"], choices: Arguments.accessLevels.map(\.rawValue),
      help: "The access of machines that say none; the default is internal.", subcommands: [.generate]),
    OptionDescription(
      names: ["--dependency-file"], value: "path",
      help: "Also write what the output was made from, as a rule for Make and Ninja.", subcommands: [.generate]),
    OptionDescription(
      names: ["--strict"], help: "Make errors of warnings.", subcommands: [.generate, .diagram, .check]),
    OptionDescription(
      names: ["--assume-filename"], value: "name", help: "What to call the file that is read from standard input.",
      subcommands: [.generate, .diagram, .check, .format]),
    OptionDescription(
      names: ["--with"], value: "file", isRepeatable: true,
      help: "A file whose machines those of the inputs may hold; those in the inputs' folders are known.",
      subcommands: [.generate, .diagram, .check, .support]),
    OptionDescription(
      names: ["--standalone"], help: "Know no files but the inputs and those of '--with'.",
      subcommands: [.generate, .diagram, .check, .support]),
    OptionDescription(
      names: ["--color-diagnostics"], help: "Colour diagnostics; the default on a terminal.",
      subcommands: [.generate, .diagram, .check, .format]),
    OptionDescription(
      names: ["--no-color-diagnostics"], help: "Do not colour diagnostics.",
      subcommands: [.generate, .diagram, .check, .format]),
    OptionDescription(
      names: ["--generate-completion-script"], choices: Arguments.Shell.allCases.map(\.rawValue),
      help: "Print a script for bash, zsh or fish.",
      subcommands: []),
    OptionDescription(names: ["--version"], help: "Show the version.", subcommands: []),
    OptionDescription(names: ["-h", "--help"], help: "Show help information.", subcommands: []),
  ]

  /// Options that belong to the command as a whole have no subcommand of their own.
  func applies(to subcommand: Arguments.Subcommand) -> Bool {
    subcommands.isEmpty || subcommands.contains(subcommand)
  }
}
