import StateMachineCodeGeneration
import StateMachineModel
import StateMachineSyntax
import SystemSupport

/// The arguments of the command line, parsed.
package struct Arguments {
  package enum Action: Equatable {
    case compile, help
    case print(String)
  }

  package struct UsageError: Error {
    let message: Message
    /// The name of the subcommand whose usage the message shows; nil if the user has written no subcommand.
    let subcommand: String?
  }

  package var subcommand: any Subcommand.Type
  /// Whether the user has written the name of a subcommand. If so, `--help` shows the help of this subcommand;
  /// otherwise, it shows the help of the whole command.
  var isExplicit = false
  package var action = Action.compile
  /// The files and folders to read, as the user has written them.
  package var given: [String] = []
  /// The files to read: `given` with each folder replaced by the files in it.
  package var inputs: [String] = []
  /// The number of folders for which the command has printed an error: it cannot read them, or they contain no files of
  /// the kind that the subcommand reads. Each counts as one error.
  var reportedFolders = 0
  package var hasReportedFolder: Bool { reportedFolders > 0 }
  package var output: String?
  package var checksOutput = false
  /// The file to which `--dependency-file` writes rules for Make. They name the files from which each output is made.
  /// Nil if the user has not written this option.
  var dependencyFile: String?
  package var isStrict = false
  var writesSourceLocations = false
  /// The name of the module that contains the machines, for tests that import it.
  package var module: String?
  /// The file of the option `--support`, to which the command writes the code that all wrappers share. Nil if the user
  /// has not written the option. Each output then contains this code, unless `omitsSupport` is true.
  var supportFile: String?
  /// Whether the option `--omit-support` is given. The outputs then lack the code that all wrappers share, because
  /// another command writes this code to a file of the same module.
  var omitsSupport = false
  /// The layout of the generated code.
  var layout = CodeLayout()
  /// The access level of machines that are declared without one.
  var access = AccessLevel.internal
  var assumedFileName: String?
  /// The files whose machines may be submachines of machines in the inputs.
  package var relatedFiles: [String] = []
  /// Whether `--standalone` is given: the command then does not search the folders of the inputs for submachines and
  /// owners.
  package var isStandalone = false
  var color: Bool?
  /// Whether the command keeps running, and repeats its work when a file changes.
  package var isWatching = false
  /// Whether the command prints findings for people, and not as JSON or SARIF for programs. Only for people, it may
  /// also print a line of counts (see `isCounting`).
  package var isForPeople = true
  /// The words after `--`, for a subcommand that hands them to another program. Nil for all other subcommands: for
  /// them, the words after `--` are files.
  package var rest: [String]?
  /// The options that only some subcommands have. The key is the type that declares them.
  private var ownOptions: [ObjectIdentifier: any OwnOptions] = [:]

  init(subcommand: any Subcommand.Type) { self.subcommand = subcommand }

  /// The options of some subcommands, as a value of the type that declares them. Options that the user has not written
  /// have their default values.
  ///
  /// - Parameter options: the type that declares the options, in the file of a subcommand.
  package subscript<Options: OwnOptions>(options: Options.Type) -> Options {
    get { ownOptions[ObjectIdentifier(options)] as? Options ?? Options() }
    set { ownOptions[ObjectIdentifier(options)] = newValue }
  }

  /// The options for layout and access level that differ from the defaults, each with a blank after it: `--indent 4 `.
  /// Messages suggest commands with these options, so that the suggested command generates the same code.
  package var styleOptions: String {
    let standard = CodeLayout()
    var words: [String] = []
    if layout.indent != standard.indent { words += ["--indent", layout.indent.rawValue] }
    if layout.lineWidth != standard.lineWidth { words += ["--line-width", "\(layout.lineWidth)"] }
    if access != .internal { words += ["--access", access.rawValue] }
    return words.map { $0 + " " }.joined()
  }

  /// Returns the name of an input for messages, which is its path. The input `-`, standard input, has the name that
  /// `--assume-filename` gives, or else `<stdin>`.
  package func name(of input: String) -> String { input == "-" ? assumedFileName ?? "<stdin>" : input }

  /// Returns the path to which the output for `input` is written: `out/Door.swift` for `Door.sm` with `-o out/` and the
  /// ending `.swift`. If `-o` names a file, it is this file. Nil if the output goes to standard output, because `-o` is
  /// missing or is `-`.
  package func outputPath(for input: String, ending: String) -> String? {
    guard let output, output != "-" else { return nil }
    guard output.hasSuffix("/") || FileSystem.isDirectory(output) else { return output }
    var name = FileSystem.name(of: self.name(of: input))
    if name.lowercased().hasSuffix(".sm") { name.removeLast(3) }
    return output + (output.hasSuffix("/") ? "" : "/") + name + ending
  }

  /// Parses the words of the command line after the command's own name. Throws an error that says what is wrong.
  package static func parse(_ arguments: [String], of command: any Command.Type) throws(UsageError) -> Arguments {
    var parser = ArgumentParser(arguments, command)
    do throws(CommandFailure) {
      return try parser.parse()
    } catch {
      throw UsageError(message: error.message, subcommand: parser.subcommand?.name)
    }
  }
}

/// Options that only one or a few subcommands have. A file of these subcommands declares the type.
package protocol OwnOptions {
  init()
}

/// Checks of arguments that several subcommands use.
extension Arguments {
  /// Whether the arguments may mean more than one file.
  package var hasSeveral: Bool { given.count > 1 || given.contains(where: FileSystem.isDirectory) }

  /// Throws an error if several files are to be written and `-o` names one file.
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

  /// Throws an error if the user has named no file, if `-` (standard input) is given twice, or if `--assume-filename`
  /// is given without `-`.
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
  /// Whether the word `help` has been read. The next word is then the subcommand or topic that the help explains.
  private var hasHelpWord = false
  /// The names of the options that have been read, as written.
  private var seen: [String] = []

  init(_ arguments: [String], _ command: any Command.Type) {
    self.command = command
    rest = arguments[...]
    result = Arguments(subcommand: command.subcommands[0])
  }

  /// Parses all words, and then checks that the arguments fit together. A word that is neither an option nor the name
  /// of a subcommand is a file. After the word `help`, it is the subcommand or the topic to explain.
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

  /// The subcommand that the user has written, even if its name comes later: `check` while `--strict` is parsed in
  /// `sm-gen --strict check Door.sm`. Nil if the user has written no subcommand.
  fileprivate var subcommand: (any Subcommand.Type)? {
    if result.isExplicit { return result.subcommand }
    guard result.given.isEmpty else { return nil }
    return rest.prefix { $0 != "--" }.lazy.compactMap(command.subcommand).first
  }

  /// Throws an error if the first word is probably a subcommand or an option with a spelling mistake. Such a word has
  /// only letters and `-`, and names no file. For `chekc`, the error suggests `check`; for `strict`, it suggests
  /// `--strict`. If nothing is similar, an error is thrown only if the command has a `hint`. Without this check, the
  /// user would get one error for each later word.
  private func checkThatItIsNoSubcommand(_ word: String) throws(CommandFailure) {
    guard word.allSatisfy({ $0.isLetter || $0 == "-" }), FileSystem.stamp(of: word) == nil else { return }
    let problem: Message = "cannot read '\(word)': there is no such file"
    if let nearest = subcommand(meantBy: word) {
      throw CommandFailure(problem + "; did you mean the subcommand '\(nearest)'?")
    }
    let option = "--" + word
    if let subcommand = command.subcommands.first(where: { $0.has(option) }) {
      throw CommandFailure(problem + .suggestion("\(Shell.program) \(subcommand.name) \(option)"))
    }
    if command.options.contains(where: { $0.names.contains(option) }) {
      throw CommandFailure(problem + .suggestion("\(Shell.program) \(option)"))
    }
    if !command.hint.text.isEmpty { throw CommandFailure(problem + command.hint) }
  }

  /// Returns the name of the subcommand that the user has probably meant by a word: `check` for its synonym `lint`, and
  /// for the similar `chekc`. Nil if no subcommand matches.
  private func subcommand(meantBy word: String) -> String? {
    command.subcommands.first { $0.synonyms.contains(word) }?.name
      ?? Spelling.nearest(to: word, among: command.subcommands.map { $0.name })
  }

  /// Returns the topic of `help` or the name of the subcommand that the user has probably meant by a word. For
  /// `langage`, it is `language`. Nil if nothing is similar and the word is no synonym of a subcommand.
  private func topic(meantBy word: String) -> String? {
    Spelling.nearest(to: word, among: Array(command.topics.keys)) ?? subcommand(meantBy: word)
  }

  /// Returns the end of a message about an unknown word. If `name` is given, the known name that is most similar to the
  /// word, the end is `; did you mean 'name'?`. If it is nil, the end is the `hint` of the command.
  private func suggestion(_ name: String?) -> Message { name == nil ? command.hint : .suggestion(name) }

  /// Parses an option and its value, as in `--indent=4` or `--indent 4`, and changes `result` as the option asks.
  /// Throws an error for an unknown option, and for a missing or a wrong value.
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
      // Names such as `-o` are too short to be similar to a spelling mistake.
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
    // Options of the command fit every subcommand. Whether the others do is checked after the last word.
    if !command.options.contains(where: { $0.names == option.names }) { seen.append(name) }
    try option.apply(&result, value ?? "")
  }

  /// Checks the arguments after the last word: the words after `help`, the options of the subcommand, and the files.
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
