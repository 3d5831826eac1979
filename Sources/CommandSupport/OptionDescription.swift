import StateMachineCodeGeneration
import StateMachineCompiler
import StateMachineSyntax
import SystemSupport

/// The description of an option. The parser, the help and the completion scripts use it.
package struct OptionDescription {
  package let names: [String]
  /// The word for the option's value in the help, such as `path`. Nil for an option without a value, and for an option
  /// whose possible values are in `choices`.
  package var value: String?
  /// The possible values of the option; empty if any text may be a value.
  package var choices: [String] = []
  /// Whether the option may be written more than once.
  package var isRepeatable = false
  package let help: String
  /// Changes the arguments as the option asks. The second parameter is the option's value; it is empty for an option
  /// without a value.
  let apply: (inout Arguments, String) throws(CommandFailure) -> Void

  package static func flag(_ names: String..., help: String, set: @escaping (inout Arguments) -> Void) -> Self {
    Self(names: names, help: help) { arguments, _ in set(&arguments) }
  }

  package static func value(
    _ names: String..., as value: String, isRepeatable: Bool = false, help: String,
    set: @escaping (inout Arguments, String) throws(CommandFailure) -> Void
  ) -> Self {
    Self(names: names, value: value, isRepeatable: isRepeatable, help: help, apply: set)
  }

  package static func choice<Value: RawRepresentable<String>>(
    _ name: String, of values: [Value], isRepeatable: Bool = false, help: String,
    set: @escaping (inout Arguments, Value) -> Void
  ) -> Self {
    Self(names: [name], choices: values.map(\.rawValue), isRepeatable: isRepeatable, help: help) { arguments, word in
      if let value = Value(rawValue: word) { set(&arguments, value) }
    }
  }

  var takesValue: Bool { value != nil || !choices.isEmpty }

  /// The value as the help shows it: `<path>` or `<light|dark>`.
  var valueText: String { "<\(choices.isEmpty ? value ?? "" : choices.joined(separator: "|"))>" }
}

/// The options that several subcommands have.
extension OptionDescription {
  package static var output: Self {
    .value(
      "-o", "--output", as: "path",
      help: "Write to this file, or into this folder if it ends in '/'; '-' is standard output."
    ) { arguments, path throws(CommandFailure) in
      if path.isEmpty { throw CommandFailure("'-o' needs the name of a file or folder") }
      if arguments.output != nil { throw CommandFailure("'-o' is given twice") }
      arguments.output = path
    }
  }
  package static var check: Self {
    .flag("--check", help: "Write nothing; fail if the output is not up to date.") { $0.checksOutput = true }
  }
  package static var watch: Self {
    .flag("--watch", help: "Go on, and do it again whenever a file changes; Ctrl-C ends.") { $0.isWatching = true }
  }
  package static var indent: Self {
    .choice(
      "--indent", of: CodeLayout.Indent.allCases,
      help: "How many blanks a step of indentation has, or that it is a tab; the default is 2."
    ) { $0.layout.indent = $1 }
  }
  package static var lineWidth: Self {
    .value(
      "--line-width", as: "columns", help: "How long generated lines may be, your own Swift aside; the default is 120."
    ) { arguments, value throws(CommandFailure) in
      let widths = CodeLayout.lineWidths
      guard let width = Int(value), widths.contains(width) else {
        throw CommandFailure(
          "'--line-width' needs a number of columns from \(widths.lowerBound) to \(widths.upperBound), not '\(value)'")
      }
      arguments.layout.lineWidth = width
    }
  }
  package static var access: Self {
    .choice(
      "--access", of: [AccessLevel.internal, .package, .public],
      help: "The access of machines that say none; the default is internal."
    ) { $0.access = $1 }
  }
  package static var strict: Self { .flag("--strict", help: "Make errors of warnings.") { $0.isStrict = true } }
  package static var assumeFileName: Self {
    .value("--assume-filename", as: "name", help: "What to call the file that is read from standard input.") {
      $0.assumedFileName = $1
    }
  }
  package static var with: Self {
    .file(
      "--with", as: "file", isRepeatable: true,
      help: "A file whose machines those of the inputs may hold; those in the inputs' folders are known."
    ) { $0.relatedFiles.append($1) }
  }
  package static var standalone: Self {
    .flag("--standalone", help: "Know no files but the inputs and those of '--with'.") { $0.isStandalone = true }
  }
  package static var color: Self {
    .flag("--color-diagnostics", help: "Colour diagnostics; the default on a terminal.") { $0.color = true }
  }
  package static var noColor: Self {
    .flag("--no-color-diagnostics", help: "Do not colour diagnostics.") { $0.color = false }
  }
  static var version: Self {
    .flag("--version", help: "Show the version.") {
      if $0.action == .compile { $0.action = .print("sm-gen \(ToolVersion.current)\n") }
    }
  }
  static var help: Self { .flag("-h", "--help", help: "Show help information.") { $0.action = .help } }

  /// Returns an option whose value is the name of a file. The value `-`, which elsewhere means standard input or
  /// output, is not allowed.
  package static func file(
    _ name: String, as value: String, isRepeatable: Bool = false, help: String,
    set: @escaping (inout Arguments, String) -> Void
  ) -> Self {
    .value(name, as: value, isRepeatable: isRepeatable, help: help) { arguments, path throws(CommandFailure) in
      if path.isEmpty || path == "-" { throw CommandFailure("'\(name)' needs the name of a file") }
      set(&arguments, path)
    }
  }
}
