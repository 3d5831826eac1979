import StateMachineCodeGeneration
import StateMachineModel
import StateMachineSyntax
import SystemSupport

/// The parsed arguments of the command line.
package struct Arguments {
  package enum Action: Equatable {
    case compile, help
    case print(String)
  }

  package struct UsageError: Error {
    let message: Message
    /// The name of the subcommand.
    let subcommand: String?
  }

  package var subcommand: any Subcommand.Type
  /// Whether the user has written the name of the subcommand, so that `--help` shows the subcommand's help.
  var isExplicit = false
  package var action = Action.compile
  /// The files and folders to read, as the user has written them.
  package var given: [String] = []
  /// The files to read: those of `given`, with the files of each folder in place of the folder.
  package var inputs: [String] = []
  /// The number of folders for which an error was reported, as they have no file of the kind, or cannot be read.
  var reportedFolders = 0
  package var hasReportedFolder: Bool { reportedFolders > 0 }
  package var output: String?
  package var checksOutput = false
  /// The file to which the dependencies of the outputs are written; nil for none.
  var dependencyFile: String?
  package var isStrict = false
  var writesSourceLocations = false
  /// The name of the module with the machines, which tests import.
  package var module: String?
  /// The file to which the support of wrappers is written; nil if each output contains the support.
  var supportFile: String?
  /// Whether no file gets the support of wrappers, as another command writes it.
  var omitsSupport = false
  /// The layout of the generated code.
  var layout = CodeLayout()
  /// The access level of machines without an access modifier.
  var access = AccessLevel.internal
  var assumedFileName: String?
  /// The files whose machines may be submachines of machines in the inputs.
  package var relatedFiles: [String] = []
  /// Whether the folders of the inputs are not searched for files with related machines.
  package var isStandalone = false
  var color: Bool?
  /// Whether the command continues, and repeats its work whenever a file changes.
  package var isWatching = false
  /// Whether the output is for people and not for programs, so that it ends with a line of counts.
  package var isForPeople = true
  /// The words behind `--` if they are arguments for another program; nil if they are files.
  package var rest: [String]?
  /// The options that only one subcommand has, by their type.
  private var ownOptions: [ObjectIdentifier: any OwnOptions] = [:]

  init(subcommand: any Subcommand.Type) { self.subcommand = subcommand }

  /// The options that only one subcommand has, as declared in the subcommand's file.
  package subscript<Options: OwnOptions>(options: Options.Type) -> Options {
    get { ownOptions[ObjectIdentifier(options)] as? Options ?? Options() }
    set { ownOptions[ObjectIdentifier(options)] = newValue }
  }

  /// The style options as written, each followed by a blank, for a command that generates the code again.
  package var styleOptions: String {
    let standard = CodeLayout()
    var words: [String] = []
    if layout.indent != standard.indent { words += ["--indent", layout.indent.rawValue] }
    if layout.lineWidth != standard.lineWidth { words += ["--line-width", "\(layout.lineWidth)"] }
    if access != .internal { words += ["--access", access.rawValue] }
    return words.map { $0 + " " }.joined()
  }

  /// Returns the name of an input in messages: for `-` (standard input), the name given by an option, or `<stdin>`.
  package func name(of input: String) -> String { input == "-" ? assumedFileName ?? "<stdin>" : input }

  /// Returns the path of the output for an input; nil for standard output. If `-o` is a folder, the output is in it and
  /// has the input's name with another extension.
  package func outputPath(for input: String, ending: String) -> String? {
    guard let output, output != "-" else { return nil }
    guard output.hasSuffix("/") || FileSystem.isDirectory(output) else { return output }
    var name = FileSystem.name(of: self.name(of: input))
    if name.lowercased().hasSuffix(".sm") { name.removeLast(3) }
    return output + (output.hasSuffix("/") ? "" : "/") + name + ending
  }

  /// Parses the words of the command line behind the command's own name.
  package static func parse(_ arguments: [String], of command: any Command.Type) throws(UsageError) -> Arguments {
    var parser = ArgumentParser(arguments, command)
    do throws(CommandFailure) {
      return try parser.parse()
    } catch {
      throw UsageError(message: error.message, subcommand: parser.subcommand?.name)
    }
  }
}

/// The options that only one subcommand has, as declared in the subcommand's file.
package protocol OwnOptions {
  init()
}

/// Checks of arguments that several subcommands need.
extension Arguments {
  /// Whether the arguments may mean more than one file.
  package var hasSeveral: Bool { given.count > 1 || given.contains(where: FileSystem.isDirectory) }

  /// Throws an error if several files have outputs and `-o` is not a folder.
  package func validateFolder() throws(CommandFailure) {
    guard hasSeveral, let output, output != "-", !output.hasSuffix("/"), !FileSystem.isDirectory(output) else { return }
    let hasEnding = output.split(separator: "/").last?.contains(".") == true
    throw CommandFailure("several files go into a folder: write '-o \(hasEnding ? "folder" : output)/'")
  }

  package func validateWatching() throws(CommandFailure) {
    guard isWatching else { return }
    if given.contains("-") { throw CommandFailure("'--watch' is about files, and standard input is none") }
    if checksOutput { throw CommandFailure("'--watch' and '--check' exclude each other") }
  }

  /// Throws an error if the files do not fit a subcommand that reads files.
  fileprivate func validateFiles() throws(CommandFailure) {
    if given.isEmpty { throw CommandFailure("no .sm file is given") }
    if given.filter({ $0 == "-" }).count > 1 { throw CommandFailure("standard input can be read once only") }
    if assumedFileName != nil, !given.contains("-") {
      throw CommandFailure("'--assume-filename' is for standard input: give '-' as the file")
    }
  }
}

private struct ArgumentParser {
  private let command: any Command.Type
  private var rest: ArraySlice<String>
  private var result: Arguments
  /// Whether `help` has been read, so that the next word is the one to be explained.
  private var hasHelpWord = false
  /// The options that have been read, as written.
  private var seen: [String] = []

  init(_ arguments: [String], _ command: any Command.Type) {
    self.command = command
    rest = arguments[...]
    result = Arguments(subcommand: command.subcommands[0])
  }

  mutating func parse() throws(CommandFailure) -> Arguments {
    var isLiteral = false
    while let argument = rest.popFirst() {
      if !isLiteral, argument == "--" {
        if result.rest != nil {
          result.rest = Array(rest)
          rest = []
        }
        isLiteral = true
      } else if result.action == .help, !result.isExplicit, let text = command.topics[argument] {
        result.action = .print(text)
      } else if !isLiteral, argument.hasPrefix("-"), argument != "-" {
        try parseOption(argument)
      } else if !isLiteral, argument == "help", !result.isExplicit, result.given.isEmpty, result.action != .help,
        FileSystem.stamp(of: argument) == nil
      {
        // As in `git help check`; but a file of that name takes precedence.
        result.action = .help
        hasHelpWord = true
      } else if !isLiteral, !result.isExplicit, result.given.isEmpty,
        let subcommand = command.subcommand(argument)
      {
        result.subcommand = subcommand
        result.isExplicit = true
      } else {
        if !isLiteral, result.given.isEmpty, !result.isExplicit, result.action == .compile {
          try checkThatItIsNoSubcommand(argument)
        }
        result.given.append(argument)
      }
    }
    try validate()
    return result
  }

  /// The subcommand that the user has written, even if it is behind the word that is being parsed.
  fileprivate var subcommand: (any Subcommand.Type)? {
    if result.isExplicit { return result.subcommand }
    guard result.given.isEmpty else { return nil }
    return rest.prefix { $0 != "--" }.lazy.compactMap(command.subcommand).first
  }

  /// Throws an error if a first word is a misspelled subcommand, as the words behind it then belong to that one.
  private func checkThatItIsNoSubcommand(_ word: String) throws(CommandFailure) {
    guard word.allSatisfy({ $0.isLetter || $0 == "-" }), FileSystem.stamp(of: word) == nil else { return }
    let problem: Message = "cannot read '\(word)': there is no such file"
    if let nearest = subcommand(meantBy: word) {
      throw CommandFailure(problem + "; did you mean the subcommand '\(nearest)'?")
    }
    let option = "--" + word
    if let subcommand = command.subcommands.first(where: { $0.has(option) }) {
      throw CommandFailure(problem + .suggestion("sm-gen \(subcommand.name) \(option)"))
    }
    if command.options.contains(where: { $0.names.contains(option) }) {
      throw CommandFailure(problem + .suggestion("sm-gen \(option)"))
    }
    if !command.hint.text.isEmpty { throw CommandFailure(problem + command.hint) }
  }

  /// Returns the name of the subcommand of which a word is a misspelling or a synonym; nil if there is none.
  private func subcommand(meantBy word: String) -> String? {
    command.subcommands.first { $0.synonyms.contains(word) }?.name
      ?? Spelling.nearest(to: word, among: command.subcommands.map { $0.name })
  }

  /// Returns a subcommand or a topic of `help` of which a word is a misspelling; nil if there is none.
  private func topic(meantBy word: String) -> String? {
    Spelling.nearest(to: word, among: Array(command.topics.keys)) ?? subcommand(meantBy: word)
  }

  /// Returns the end of a message about an unknown word: a suggestion, or the command's hint for nil.
  private func suggestion(_ name: String?) -> Message { name == nil ? command.hint : .suggestion(name) }

  private mutating func parseOption(_ argument: String) throws(CommandFailure) {
    var name = argument
    var value: String?
    if let equals = argument.firstIndex(of: "="), argument.hasPrefix("--") {
      name = String(argument[..<equals])
      value = String(argument[argument.index(after: equals)...])
    }
    // Two subcommands may have an option of the same name.
    let own = (subcommand ?? result.subcommand).options
    let options = own + command.allOptions
    guard let option = options.first(where: { $0.names.contains(name) }) else {
      if name == "-v" || name == "-V" { throw CommandFailure("unknown option '\(name)'" + .suggestion("--version")) }
      let known = options.flatMap(\.names).filter { $0.count > 2 }
      throw CommandFailure("unknown option '\(name)'" + suggestion(Spelling.nearest(to: name, among: known)))
    }
    if option.takesValue, value == nil {
      guard let next = rest.popFirst() else {
        throw CommandFailure("'\(name)' needs a value: \(name) \(option.valueText)")
      }
      value = next
    } else if !option.takesValue, value != nil {
      throw CommandFailure("'\(name)' takes no value")
    }
    if let value, !option.choices.isEmpty, !option.choices.contains(value) {
      throw CommandFailure(
        "'\(name)' cannot be '\(value)': it is one of \(option.choices.joined(separator: ", "))"
          + .suggestion(Spelling.nearest(to: value, among: option.choices)))
    }
    if !command.options.contains(where: { $0.names == option.names }) { seen.append(name) }
    try option.apply(&result, value ?? "")
  }

  private mutating func validate() throws(CommandFailure) {
    if hasHelpWord, let word = result.given.first {
      throw CommandFailure(
        result.isExplicit
          ? "'help \(result.subcommand.name)' takes no '\(word)'"
          : "there is no subcommand '\(word)'" + suggestion(topic(meantBy: word)))
    }
    guard result.action == .compile else { return }
    for option in seen where !result.subcommand.has(option) {
      throw CommandFailure("'\(result.subcommand.name)' has no option '\(option)'")
    }
    if result.subcommand.files(result) != nil { try result.validateFiles() }
    try result.subcommand.validate(&result)
  }
}
