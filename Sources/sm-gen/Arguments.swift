import StateMachineCodeGeneration
import StateMachineDiagrams
import StateMachineModel
import StateMachineReports
import StateMachineSyntax
import SystemSupport

/// The arguments of the command line, read.
struct Arguments {
  enum Subcommand: String, CaseIterable {
    case generate, diagram, check, format, support, explain
    case initialize = "init"
  }

  enum Action: Equatable {
    case compile, help, languageHelp, version
    case completionScript(Shell)
  }

  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  struct UsageError: Error {
    let message: Message
    let subcommand: Subcommand?
  }

  var subcommand = Subcommand.generate
  /// Is true where the subcommand was written: the help for the whole command differs from that of `generate`.
  var isExplicit = false
  var action = Action.compile
  /// Files, and folders with such files in them, as the user has written them.
  var given: [String] = []
  /// The files, with those of a folder in its place.
  var inputs: [String] = []
  /// How many folders have been reported: there is no such file in them, or they cannot be read.
  var reportedFolders = 0
  var hasReportedFolder: Bool { reportedFolders > 0 }
  var output: String?
  var checksOutput = false
  /// Where to write what the outputs depend on.
  var dependencyFile: String?
  var isStrict = false
  var writesSourceLocations = false
  /// The file for what wrappers are made of, where it does not stand in each output.
  var supportFile: String?
  /// Is true where the support is left out, as another command writes it.
  var omitsSupport = false
  /// How generated code is laid out.
  var layout = CodeLayout()
  /// The access of machines that say none.
  var access = AccessLevel.internal
  static let accessLevels: [AccessLevel] = [.internal, .package, .public]
  var assumedFileName: String?
  /// Files with machines that may be submachines of those of the inputs.
  var relatedFiles: [String] = []
  /// Is true where the other files in the folders of the inputs are not read.
  var isStandalone = false
  var color: Bool?
  /// Is true where the command goes on, and does its work again when a file changes.
  var isWatching = false
  /// The file with the older version of the machine, or `REV:path`.
  var since: String?
  var drawing = Drawing()
  var checking = Checking()
  var formatting = Formatting()

  /// The options of `format`: where the layout goes.
  struct Formatting {
    /// Is true where the files are replaced.
    var isInPlace = false
    /// Is true where the changes are shown.
    var showsDifference = false
  }

  /// The options of `check`: the output besides diagnostics on the terminal, and its format.
  struct Checking {
    enum Format: String, CaseIterable {
      case text, json, sarif, markdown
    }

    var format = Format.text
    /// Is true where the outcome of every pair of state and event is shown.
    var showsCoverage = false
    /// Is true where the fixes that are safe are made.
    var makesFixes = false
    /// Is true where the Swift compiler is asked, too.
    var asksSwift = false
    /// The arguments behind `--`, for the Swift compiler.
    var swiftArguments: [String] = []
  }

  /// The options of `diagram`.
  struct Drawing {
    /// Nil where the ending of the output decides, or nothing does.
    var format: PictureFormat?
    /// The name of the machine, where a file has several.
    var machine: String?
    var options = DiagramOptions()
    /// Is true where the inputs are files that tell how they were made, to be made anew.
    var updates = false
    /// Is true where the system shows the picture.
    var isOpened = false
    /// How long Graphviz may take.
    var timeout = 60
  }

  /// The options that say how generated code looks, with a blank behind each, as they are needed to make it again.
  var styleOptions: String {
    let standard = CodeLayout()
    var words: [String] = []
    if layout.indent != standard.indent { words += ["--indent", layout.indent.rawValue] }
    if layout.lineWidth != standard.lineWidth { words += ["--line-width", "\(layout.lineWidth)"] }
    if access != .internal { words += ["--access", access.rawValue] }
    return words.map { $0 + " " }.joined()
  }

  /// The name of an input: for standard input, the one that the user gives, or `<stdin>`.
  func name(of input: String) -> String { input == "-" ? assumedFileName ?? "<stdin>" : input }

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

private struct ArgumentParser {
  private var rest: ArraySlice<String>
  private var result = Arguments()
  /// Is true where 'help' stands before the word to be explained.
  private var hasHelpWord = false
  private var seen: [(option: String, subcommands: [Arguments.Subcommand])] = []

  init(_ arguments: [String]) { rest = arguments[...] }

  mutating func parse() throws(Arguments.UsageError) -> Arguments {
    var isLiteral = false
    while let argument = rest.popFirst() {
      if !isLiteral, argument == "--" {
        if result.checking.asksSwift {
          result.checking.swiftArguments = Array(rest)
          rest = []
        }
        isLiteral = true
      } else if result.action == .help, !result.isExplicit, argument == "language" {
        result.action = .languageHelp
      } else if !isLiteral, argument.hasPrefix("-"), argument != "-" {
        try parseOption(argument)
      } else if !isLiteral, argument == "help", !result.isExplicit, result.given.isEmpty, result.action != .help,
        FileSystem.stamp(of: argument) == nil
      {
        // As 'git help check' and the like: a file of that name comes first.
        result.action = .help
        hasHelpWord = true
      } else if !isLiteral, !result.isExplicit, result.given.isEmpty,
        let subcommand = Arguments.Subcommand(rawValue: argument)
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

  private func failure(_ message: Message) -> Arguments.UsageError {
    Arguments.UsageError(message: message, subcommand: subcommand)
  }

  /// The subcommand that is written, also where it has not been read yet.
  private var subcommand: Arguments.Subcommand? {
    if result.isExplicit { return result.subcommand }
    guard result.given.isEmpty else { return nil }
    return rest.prefix { $0 != "--" }.lazy.compactMap(Arguments.Subcommand.init).first
  }

  /// The first word may be a subcommand that is not written right: what stands behind it is not for another one.
  private func checkThatItIsNoSubcommand(_ word: String) throws(Arguments.UsageError) {
    guard word.allSatisfy({ $0.isLetter || $0 == "-" }), FileSystem.stamp(of: word) == nil else { return }
    if let nearest = Self.subcommand(meantBy: word) {
      throw failure("cannot read '\(word)': there is no such file; did you mean the subcommand '\(nearest)'?")
    }
    guard let option = OptionDescription.all.first(where: { $0.names.contains("--" + word) }) else { return }
    let command = (["sm-gen"] + option.subcommands.prefix(1).map(\.rawValue) + ["--" + word]).joined(separator: " ")
    throw failure("cannot read '\(word)': there is no such file; did you mean '\(command)'?")
  }

  /// The subcommand that a word is a misspelling of, or that other tools call so.
  private static func subcommand(meantBy word: String) -> String? {
    switch word {
    case "fmt", "tidy": "format"
    case "new", "create": "init"
    case "lint", "validate", "verify", "analyze": "check"
    case "gen", "build", "compile": "generate"
    case "draw", "render", "graph", "dot", "svg": "diagram"
    default: Spelling.nearest(to: word, among: Arguments.Subcommand.allCases.map(\.rawValue))
    }
  }

  /// A subcommand or another word that `help` explains.
  private static func topic(meantBy word: String) -> String? {
    Spelling.nearest(to: word, among: ["language"]) ?? subcommand(meantBy: word)
  }

  private mutating func parseOption(_ argument: String) throws(Arguments.UsageError) {
    var name = argument
    var value: String?
    if let equals = argument.firstIndex(of: "="), argument.hasPrefix("--") {
      name = String(argument[..<equals])
      value = String(argument[argument.index(after: equals)...])
    }
    // Two subcommands may have an option of one name.
    let options = OptionDescription.all.filter { $0.names.contains(name) }
    guard let option = options.first(where: { $0.applies(to: subcommand ?? result.subcommand) }) ?? options.first else {
      if name == "-v" || name == "-V" { throw failure("unknown option '\(name)'" + .suggestion("--version")) }
      let known = OptionDescription.all.flatMap(\.names).filter { $0.count > 2 }
      throw failure("unknown option '\(name)'" + .suggestion(Spelling.nearest(to: name, among: known)))
    }
    if option.takesValue, value == nil {
      guard let next = rest.popFirst() else {
        throw failure("'\(name)' needs a value: \(name) \(option.valueText)")
      }
      value = next
    } else if !option.takesValue, value != nil {
      throw failure("'\(name)' takes no value")
    }
    if let value, !option.choices.isEmpty, !option.choices.contains(value) {
      throw failure(
        "'\(name)' cannot be '\(value)': it is one of \(option.choices.joined(separator: ", "))"
          + .suggestion(Spelling.nearest(to: value, among: option.choices)))
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
    case "--dependency-file":
      if value.isEmpty || value == "-" { throw failure("'--dependency-file' needs the name of a file") }
      result.dependencyFile = value
    case "--check": result.checksOutput = true
    case "--in-place": result.formatting.isInPlace = true
    case "--diff": result.formatting.showsDifference = true
    case "--source-locations": result.writesSourceLocations = true
    case "--support":
      if value.isEmpty || value == "-" { throw failure("'--support' needs the name of a file") }
      result.supportFile = value
    case "--omit-support": result.omitsSupport = true
    case "--indent": CodeLayout.Indent(rawValue: value).map { result.layout.indent = $0 }
    case "--line-width":
      let widths = CodeLayout.lineWidths
      guard let width = Int(value), widths.contains(width) else {
        throw failure(
          "'--line-width' needs a number of columns from \(widths.lowerBound) to \(widths.upperBound), not '\(value)'")
      }
      result.layout.lineWidth = width
    case "--access": AccessLevel(rawValue: value).map { result.access = $0 }
    case "--strict": result.isStrict = true
    case "--assume-filename": result.assumedFileName = value
    case "--with":
      if value.isEmpty || value == "-" { throw failure("'--with' needs the name of a file") }
      result.relatedFiles.append(value)
    case "--standalone": result.isStandalone = true
    case "--watch": result.isWatching = true
    case "--color-diagnostics": result.color = true
    case "--no-color-diagnostics": result.color = false
    case "--version": if result.action == .compile { result.action = .version }
    case "--help": result.action = .help
    case "--generate-completion-script":
      if let shell = Arguments.Shell(rawValue: value) { result.action = .completionScript(shell) }
    default: try applyToDrawing(option, value)
    }
  }

  /// The options of `diagram`; values of those that have choices are known to be among them.
  private mutating func applyToDrawing(_ option: String, _ value: String) throws(Arguments.UsageError) {
    switch option {
    case "--format" where result.subcommand == .check:
      Arguments.Checking.Format(rawValue: value).map { result.checking.format = $0 }
    case "--coverage": result.checking.showsCoverage = true
    case "--fix": result.checking.makesFixes = true
    case "--swift": result.checking.asksSwift = true
    case "--format": result.drawing.format = PictureFormat(rawValue: value)
    case "--machine": result.drawing.machine = value
    case "--labels": DiagramOptions.Labels(rawValue: value).map { result.drawing.options.labels = $0 }
    case "--hide": DiagramOptions.Hidden(rawValue: value).map { _ = result.drawing.options.hidden.insert($0) }
    case "--direction": DiagramOptions.Direction(rawValue: value).map { result.drawing.options.direction = $0 }
    case "--theme": DiagramOptions.Theme(rawValue: value).map { result.drawing.options.theme = $0 }
    case "--no-payloads": result.drawing.options.showsPayloads = false
    case "--since": result.since = value
    case "--update": result.drawing.updates = true
    case "--open": result.drawing.isOpened = true
    case "--timeout":
      guard let seconds = Int(value), (1...86_400).contains(seconds) else {
        throw failure("'--timeout' needs a number of seconds from 1 to 86400, not '\(value)'")
      }
      result.drawing.timeout = seconds
    default: break
    }
  }

  private mutating func validate() throws(Arguments.UsageError) {
    if hasHelpWord, let word = result.given.first {
      throw Arguments.UsageError(
        message: result.isExplicit
          ? "'help \(result.subcommand.rawValue)' takes no '\(word)'"
          : "there is no subcommand '\(word)'" + .suggestion(Self.topic(meantBy: word)), subcommand: nil)
    }
    guard result.action == .compile else { return }
    for (option, subcommands) in seen where !subcommands.isEmpty && !subcommands.contains(result.subcommand) {
      throw failure("'\(result.subcommand.rawValue)' has no option '\(option)'")
    }
    if result.subcommand == .initialize {
      if result.given.isEmpty { throw failure("no name is given: what shall the machine be called?") }
      if result.given.count > 1 { throw failure("'init' begins one machine: give one name") }
      return
    }
    if result.subcommand == .explain { return try validateCodes() }
    if result.given.isEmpty { throw failure("no .sm file is given") }
    if result.given.filter({ $0 == "-" }).count > 1 { throw failure("standard input can be read once only") }
    if result.assumedFileName != nil, !result.given.contains("-") {
      throw failure("'--assume-filename' is for standard input: give '-' as the file")
    }
    if result.dependencyFile != nil, result.output == nil || result.output == "-" || result.checksOutput {
      throw failure("'--dependency-file' is about files that are written: give '-o'")
    }
    if result.supportFile != nil, result.omitsSupport {
      throw failure("'--support' and '--omit-support' exclude each other")
    }
    if result.supportFile != nil, result.output == nil || result.output == "-" {
      throw failure("'--support' is about files that are written: give '-o'")
    }
    if result.since != nil, hasSeveral {
      throw failure("'--since' compares two files: --since <old> <new>")
    }
    if result.subcommand == .check { try validateChecking() }
    if result.subcommand == .format {
      try validateFormatting()
    } else if result.subcommand == .diagram {
      try validateDrawing()
    } else if result.checksOutput, result.output == nil || result.output == "-" {
      throw failure("'--check' needs '-o' and the file to compare with")
    }
    if hasSeveral, result.subcommand != .support, let output = result.output, output != "-", !output.hasSuffix("/"),
      !FileSystem.isDirectory(output)
    {
      let hasEnding = output.split(separator: "/").last?.contains(".") == true
      throw failure("several files go into a folder: write '-o \(hasEnding ? "folder" : output)/'")
    }
    if result.isWatching { try validateWatching() }
  }

  /// Is true where there may be more than one file.
  private var hasSeveral: Bool { result.given.count > 1 || result.given.contains(where: FileSystem.isDirectory) }

  private func validateWatching() throws(Arguments.UsageError) {
    if result.given.contains("-") { throw failure("'--watch' is about files, and standard input is none") }
    if result.checksOutput { throw failure("'--watch' and '--check' exclude each other") }
    if result.subcommand == .generate, result.output == nil || result.output == "-" {
      throw failure("'--watch' writes files: give '-o'")
    }
  }

  /// The arguments of `explain` are codes, if there are any.
  private func validateCodes() throws(Arguments.UsageError) {
    for code in result.given where Explanation.of(code) == nil {
      let suggestions = Explanation.suggestions(for: code).map { "'\($0)'" }
      guard let last = suggestions.last else {
        throw failure("there is no diagnostic '\(code)': 'sm-gen explain' lists all codes")
      }
      let others = suggestions.dropLast().joined(separator: ", ")
      throw failure("there is no diagnostic '\(code)'; did you mean \(others.isEmpty ? "" : others + " or ")\(last)?")
    }
  }

  private func validateFormatting() throws(Arguments.UsageError) {
    guard result.formatting.isInPlace else {
      let hasMode = result.checksOutput || result.formatting.showsDifference
      guard !hasMode, hasSeveral else { return }
      throw failure("standard output has room for one file: add '-i', '--check' or '--diff'")
    }
    if result.checksOutput { throw failure("'-i' and '--check' exclude each other") }
    if result.formatting.showsDifference { throw failure("'-i' and '--diff' exclude each other") }
    if result.given.contains("-") { throw failure("standard input cannot be replaced: leave '-i' out") }
  }

  private func validateChecking() throws(Arguments.UsageError) {
    let isTable = result.checking.format == .text || result.checking.format == .markdown
    if result.checking.showsCoverage, !isTable {
      throw failure("'--coverage' is a table: write '--format text' or '--format markdown'")
    }
    if !result.checking.showsCoverage, result.checking.format == .markdown {
      throw failure("'--format markdown' is for '--coverage'")
    }
    if result.since != nil, result.checking.format != .text {
      throw failure("'--since' tells what has changed as text: leave out '--format'")
    }
    if result.checking.makesFixes, result.given.contains("-"),
      result.given.count > 1 || result.checking.showsCoverage || result.checking.format != .text
    {
      throw failure("'--fix' writes standard input, mended, to standard output: nothing else can go there")
    }
  }

  private mutating func validateDrawing() throws(Arguments.UsageError) {
    if result.drawing.updates, result.checksOutput { throw failure("'--check' and '--update' exclude each other") }
    // Without '-o', these are about files that tell how they were made: the picture's name may also stand beside the
    // machine's, in either order.
    let pictures = result.given.filter { $0 != "-" && !$0.lowercased().hasSuffix(".sm") }
    if result.checksOutput, result.output == nil, pictures.count == 1, result.given.count == 2 {
      result.output = pictures.first
      result.given.removeAll { $0 == pictures.first }
    }
    if result.drawing.updates, result.output != nil {
      throw failure("'--update' takes the files to be made anew, and no '-o'")
    }
    if result.checksOutput, result.output == "-" { throw failure("standard output cannot be compared with") }
    try inferFormat()
    if result.drawing.isOpened { try validateOpening() }
    if !result.drawing.options.hidden.isEmpty, result.drawing.format == .scxml {
      throw failure("'--hide' leaves rows out of what people read: 'scxml' tells the whole machine")
    }
    if result.since != nil, result.drawing.format == .scxml || result.drawing.format == .table {
      throw failure("'--since' draws a picture: '\(result.drawing.format?.rawValue ?? "")' is none")
    }
  }

  private mutating func validateOpening() throws(Arguments.UsageError) {
    if result.checksOutput || result.drawing.updates {
      throw failure("'--open' shows what is drawn: leave out '\(result.checksOutput ? "--check" : "--update")'")
    }
    if result.output == "-" { throw failure("standard output cannot be opened: leave out '-o -'") }
    result.drawing.format = result.drawing.format ?? .svg
  }

  /// Takes the format from the ending of the output.
  private mutating func inferFormat() throws(Arguments.UsageError) {
    guard result.drawing.format == nil, let output = result.output, output != "-", !output.hasSuffix("/") else {
      return
    }
    guard !FileSystem.isDirectory(output) else { return }
    guard let format = PictureFormat(ending: output) else {
      let endings = PictureFormat.allCases.flatMap(\.endings).map { "." + $0 }.joined(separator: ", ")
      throw failure("the ending of '\(output)' does not tell the format: add '--format', or write one of \(endings)")
    }
    result.drawing.format = format
  }
}
