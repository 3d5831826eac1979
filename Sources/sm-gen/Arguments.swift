import StateMachineCompiler

/// What the user asked for.
struct Arguments {
  enum Subcommand: String, CaseIterable {
    case generate, check
  }

  enum Action: Equatable {
    case compile, help, version
    case completionScript(Shell)
  }

  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  struct UsageError: Error {
    let message: String
    let subcommand: Subcommand?
  }

  var subcommand = Subcommand.generate
  /// Whether the subcommand was written: the help for the whole command differs from that of `generate`.
  var isExplicit = false
  var action = Action.compile
  var inputs: [String] = []
  var output: String?
  var checksOutput = false
  var isStrict = false
  var writesSourceLocations = false
  var assumedFileName: String?
  var color: Bool?

  /// Reads the command line without the command's own name.
  static func parse(_ arguments: [String]) -> Result<Arguments, UsageError> {
    var parser = ArgumentParser(arguments)
    do throws(UsageError) {
      return .success(try parser.parse())
    } catch {
      return .failure(error)
    }
  }
}

/// One option, for the parser, the help and the completion scripts.
struct OptionDescription {
  let names: [String]
  /// What its value is called; nil for a flag.
  let value: String?
  let help: String
  let subcommands: [Arguments.Subcommand]

  static let all: [OptionDescription] = [
    OptionDescription(
      names: ["-o", "--output"], value: "path",
      help: "Write to this file, or into this folder if it ends in '/'; '-' is standard output.",
      subcommands: [.generate]),
    OptionDescription(
      names: ["--check"], value: nil, help: "Write nothing; fail if the output is not up to date.",
      subcommands: [.generate]),
    OptionDescription(
      names: ["--source-locations"], value: nil,
      help: "Let the Swift compiler report errors in guards and effects in the .sm file.", subcommands: [.generate]),
    OptionDescription(
      names: ["--strict"], value: nil, help: "Make errors of warnings.", subcommands: [.generate, .check]),
    OptionDescription(
      names: ["--assume-filename"], value: "name", help: "What to call the file that is read from standard input.",
      subcommands: [.generate, .check]),
    OptionDescription(
      names: ["--color-diagnostics"], value: nil, help: "Colour diagnostics; the default on a terminal.",
      subcommands: [.generate, .check]),
    OptionDescription(
      names: ["--no-color-diagnostics"], value: nil, help: "Do not colour diagnostics.",
      subcommands: [.generate, .check]),
    OptionDescription(
      names: ["--generate-completion-script"], value: "shell", help: "Print a script for bash, zsh or fish.",
      subcommands: []),
    OptionDescription(names: ["--version"], value: nil, help: "Show the version.", subcommands: []),
    OptionDescription(names: ["-h", "--help"], value: nil, help: "Show help information.", subcommands: []),
  ]

  /// Options that belong to the command as a whole have no subcommand of their own.
  func applies(to subcommand: Arguments.Subcommand) -> Bool {
    subcommands.isEmpty || subcommands.contains(subcommand)
  }
}

private struct ArgumentParser {
  private var rest: ArraySlice<String>
  private var result = Arguments()
  private var seen: [(option: String, subcommands: [Arguments.Subcommand])] = []

  init(_ arguments: [String]) { rest = arguments[...] }

  mutating func parse() throws(Arguments.UsageError) -> Arguments {
    var isLiteral = false
    while let argument = rest.popFirst() {
      if !isLiteral, argument == "--" {
        isLiteral = true
      } else if !isLiteral, argument.hasPrefix("-"), argument != "-" {
        try parseOption(argument)
      } else if !isLiteral, !result.isExplicit, result.inputs.isEmpty,
        let subcommand = Arguments.Subcommand(rawValue: argument)
      {
        result.subcommand = subcommand
        result.isExplicit = true
      } else {
        result.inputs.append(argument)
      }
    }
    try validate()
    return result
  }

  private func failure(_ message: String) -> Arguments.UsageError {
    Arguments.UsageError(message: message, subcommand: result.isExplicit ? result.subcommand : nil)
  }

  private mutating func parseOption(_ argument: String) throws(Arguments.UsageError) {
    var name = argument
    var value: String?
    if let equals = argument.firstIndex(of: "="), argument.hasPrefix("--") {
      name = String(argument[..<equals])
      value = String(argument[argument.index(after: equals)...])
    }
    guard let option = OptionDescription.all.first(where: { $0.names.contains(name) }) else {
      let nearest = Spelling.nearest(to: name, among: OptionDescription.all.flatMap(\.names).filter { $0.count > 2 })
      throw failure("unknown option '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
    }
    if option.value != nil, value == nil {
      guard let next = rest.popFirst() else {
        throw failure("'\(name)' needs a value: \(name) <\(option.value ?? "")>")
      }
      value = next
    } else if option.value == nil, value != nil {
      throw failure("'\(name)' takes no value")
    }
    seen.append((name, option.subcommands))
    try apply(option.names[option.names.count - 1], value ?? "")
  }

  private mutating func apply(_ option: String, _ value: String) throws(Arguments.UsageError) {
    switch option {
    case "--output":
      if value.isEmpty { throw failure("'-o' needs the name of a file or folder") }
      if result.output != nil { throw failure("'-o' is given twice") }
      result.output = value
    case "--check": result.checksOutput = true
    case "--source-locations": result.writesSourceLocations = true
    case "--strict": result.isStrict = true
    case "--assume-filename": result.assumedFileName = value
    case "--color-diagnostics": result.color = true
    case "--no-color-diagnostics": result.color = false
    case "--version": if result.action == .compile { result.action = .version }
    case "--help": result.action = .help
    case "--generate-completion-script":
      guard let shell = Arguments.Shell(rawValue: value) else {
        throw failure("there is no completion script for '\(value)': bash, zsh and fish have one")
      }
      result.action = .completionScript(shell)
    default: break
    }
  }

  private mutating func validate() throws(Arguments.UsageError) {
    guard result.action == .compile else { return }
    for (option, subcommands) in seen where !subcommands.isEmpty && !subcommands.contains(result.subcommand) {
      throw failure("'\(result.subcommand.rawValue)' has no option '\(option)'")
    }
    if result.inputs.isEmpty { throw failure("no .sm file is given") }
    if result.inputs.filter({ $0 == "-" }).count > 1 { throw failure("standard input can be read once only") }
    if result.checksOutput, result.output == nil || result.output == "-" {
      throw failure("'--check' needs '-o' and the file to compare with")
    }
    if result.assumedFileName != nil, !result.inputs.contains("-") {
      throw failure("'--assume-filename' is for standard input: give '-' as the file")
    }
    if result.inputs.count > 1, let output = result.output, output != "-", !output.hasSuffix("/"),
      !FileSystem.isDirectory(output)
    {
      throw failure("several files go into a folder: write '-o \(output)/'")
    }
  }
}
