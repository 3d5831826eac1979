import CommandSupport
import StateMachineDiagrams
import SystemSupport

/// The options that only `diagram` has.
struct Drawing: OwnOptions {
  /// The format of the picture. Nil if the extension of the output decides, or if the default is used.
  var format: PictureFormat?
  /// The name of the machine to draw; nil if none is chosen.
  var machine: String?
  var options = DiagramOptions()
  /// The file with the counts of tests that the picture shows. Nil if the picture shows no counts.
  var heat: String?
  /// Whether pictures and Markdown files are made again, for `--update`. Each of these files contains the command that
  /// makes it.
  var updates = false
  /// Whether to show the picture after it has been made, in a program of the system.
  var isOpened = false
  /// The longest time that Graphviz may need, in seconds.
  var timeout = 60
}

extension Arguments {
  var drawing: Drawing {
    get { self[Drawing.self] }
    set { self[Drawing.self] = newValue }
  }

  /// Whether the inputs are pictures or Markdown files, which are made again or checked. They are with `--update`, and
  /// with `--check` without an output. Otherwise, the inputs are files with machines.
  var isRefreshing: Bool { drawing.updates || checksOutput && output == nil }
}

extension OptionDescription {
  /// Returns the option `--machine`.
  ///
  /// - Parameter help: the explanation of the option in the subcommand's help.
  static func machine(_ help: String) -> Self {
    .value("--machine", as: "name", help: help) { $0.drawing.machine = $1 }
  }
}

extension DiagramCommand {
  static let name = "diagram"
  static let synonyms = ["draw", "render", "graph", "dot", "svg"]
  static let usage = "[-o <path>] [--open] [--check] <file or folder> ..."
  static let overview = "Draws the machines of .sm files: pictures, tables, pages that play."
  static let summary = "Draw machines, or write them as tables."
  static let operand: Operand = (
    Generate.operand.name,
    Generate.operand.explanation + " With '--check' or '--update' alone: a picture or Markdown file made before."
  )
  static let examples = [
    "sm-gen diagram -o Door.svg Door.sm", "sm-gen diagram --open Door.sm", "sm-gen diagram -o Door.html Door.sm",
  ]
  static var options: [OptionDescription] {
    [
      .output, .check, .watch,
      .flag(
        "--update", help: "Make pictures, and marked parts of Markdown files, anew where they are not up to date."
      ) { $0.drawing.updates = true },
      .choice(
        "--format", of: PictureFormat.allCases,
        help: "What to write; the default is what the output's name ends in, else dot."
      ) { $0.drawing.format = $1 },
      .flag("--open", help: "Draw, and let the system show the picture; without '-o', in a temporary file.") {
        $0.drawing.isOpened = true
      },
      .machine("Which machine to draw, where a file has several."),
      .choice(
        "--labels", of: DiagramOptions.Labels.allCases,
        help: "What stands at arrows: events with guards and effects, events only, or nothing."
      ) { $0.drawing.options.labels = $1 },
      .choice(
        "--hide", of: DiagramOptions.Hidden.allCases, isRepeatable: true,
        help: "Leave out internal transitions, or rows that trap; give it twice for both."
      ) { $0.drawing.options.hidden.insert($1) },
      .flag("--no-payloads", help: "Show states without what they carry.") {
        $0.drawing.options.showsPayloads = false
      },
      .flag("--statements", help: "Show what the file says to tests: 'never', 'can reach' and the like.") {
        $0.drawing.options.showsStatements = true
      },
      .choice("--direction", of: DiagramOptions.Direction.allCases, help: "Where arrows lead.") {
        $0.drawing.options.direction = $1
      },
      .choice(
        "--theme", of: DiagramOptions.Theme.allCases,
        help:
          "For a light page or a dark one. Without it, an SVG follows the scheme of its reader, and others are light."
      ) { $0.drawing.options.theme = $1 },
      .since("Draw what has changed since this older version: a file, or 'REV:path' for git."),
      .file(
        "--heat", as: "path",
        help: "Draw how often tests have taken each row, by these counts: JSON or LCOV, as for 'sm-gen coverage'."
      ) { $0.drawing.heat = $1 },
      .indent, .lineWidth, .access,
      .value("--timeout", as: "seconds", help: "How long Graphviz may take; the default is 60.") {
        arguments, value throws(CommandFailure) in
        guard let seconds = Int(value), (1...86_400).contains(seconds) else {
          throw CommandFailure("'--timeout' needs a number of seconds from 1 to 86400, not '\(value)'")
        }
        arguments.drawing.timeout = seconds
      },
      .strict, .assumeFileName, .with, .standalone, .color, .noColor,
    ]
  }

  static func files(_ arguments: Arguments) -> FileKind? {
    arguments.isRefreshing ? ("files that say how they were made", RefreshCommand.canRenew) : FileSystem.machines
  }

  static func validate(_ arguments: inout Arguments) throws(CommandFailure) {
    try arguments.validateWatching()
    try arguments.validateComparison()
    try arguments.validateDrawing()
    try arguments.validateFolder()
  }
}

extension Arguments {
  /// Throws an error if options exclude each other, or do not fit the format. Also derives the format from the
  /// extension of the output.
  fileprivate mutating func validateDrawing() throws(CommandFailure) {
    if drawing.updates, checksOutput { throw CommandFailure("'--check' and '--update' exclude each other") }
    try pairInputs()
    if drawing.updates, output != nil {
      throw CommandFailure("'--update' takes the files to be made anew, and no '-o'")
    }
    if checksOutput, output == "-" { throw CommandFailure("standard output cannot be compared with") }
    if drawing.heat != nil, since != nil { throw CommandFailure("'--heat' and '--since' exclude each other") }
    if drawing.heat == nil, !styleOptions.isEmpty {
      let option = styleOptions.prefix { $0 != " " }
      throw CommandFailure("'\(option)' says how the Swift looks that '--heat' has counts of")
    }
    if isWatching, drawing.updates { throw CommandFailure("'--watch' and '--update' exclude each other") }
    if isWatching, !drawing.isOpened, output == nil || output == "-" {
      throw CommandFailure("'--watch' writes files: give '-o', or '--open'")
    }
    try inferFormat()
    if drawing.isOpened { try validateOpening() }
    guard let format = drawing.format else { return }
    if !drawing.options.hidden.isEmpty, format == .scxml || format == .json {
      throw CommandFailure("'--hide' leaves rows out of what people read: '\(format.rawValue)' tells the whole machine")
    }
    let option = since != nil ? "--since" : drawing.heat != nil ? "--heat" : nil
    if let option, format == .scxml || format == .table || format.holdsAllMachines {
      throw CommandFailure("'\(option)' draws a picture: '\(format.rawValue)' is none")
    }
    if drawing.options.theme != nil, format.holdsAllMachines {
      throw CommandFailure("'--theme' is for pictures: a page follows the scheme of its reader")
    }
  }

  /// Moves a picture from the inputs to the output. It does so if `--check` or `--update` was given with two files: a
  /// picture and the file of its machine, in either order. In other cases, each input must itself contain the command
  /// by which it was made. Standard input contains none, and is then an error.
  private mutating func pairInputs() throws(CommandFailure) {
    guard isRefreshing else { return }
    let pictures = given.filter { $0 != "-" && !$0.lowercased().hasSuffix(".sm") }
    // One picture and one `.sm` file were given. A folder after `--update` is no picture, but may contain some.
    if pictures.count == 1, given.count == 2, checksOutput || output == nil && !FileSystem.isDirectory(pictures[0]) {
      output = pictures.first
      given.removeAll { $0 == pictures.first }
      drawing.updates = false
    } else if given.contains("-") {
      throw CommandFailure("standard input is no file that says how it was made")
    }
  }

  private mutating func validateOpening() throws(CommandFailure) {
    if checksOutput || drawing.updates {
      throw CommandFailure("'--open' shows what is drawn: leave out '\(checksOutput ? "--check" : "--update")'")
    }
    if output == "-" { throw CommandFailure("standard output cannot be opened: leave out '-o -'") }
    drawing.format = drawing.format ?? .svg
  }

  /// Sets the format to that of the output's extension, if the user has given no format. Throws an error if the
  /// extension is unknown.
  private mutating func inferFormat() throws(CommandFailure) {
    guard drawing.format == nil, let output, output != "-", !output.hasSuffix("/"), !FileSystem.isDirectory(output)
    else { return }
    guard let format = PictureFormat(ending: output) else {
      let endings = PictureFormat.allCases.flatMap(\.endings).map { "." + $0 }.joined(separator: ", ")
      throw CommandFailure(
        "the ending of '\(output)' does not tell the format: add '--format', or write one of \(endings)")
    }
    drawing.format = format
  }
}
