import CommandSupport
import StateMachineDiagrams
import SystemSupport

/// The command that makes a picture, written into the picture itself, so that it can be made anew and checked.
struct RegenerationCommand {
  /// `sm-gen diagram --theme dark specs/Door.sm`, for a shell.
  let command: String

  static let prefix = "sm-gen diagram "

  /// Nil where the picture cannot be made again: the machine came from standard input, or its name cannot stand in
  /// a comment of every format.
  init?(_ arguments: Arguments, format: PictureFormat, input: String, machine: String?) {
    let drawing = arguments.drawing
    let standard = DiagramOptions()
    var words: [String] = []
    if format != .dot { words += ["--format", format.rawValue] }
    if let machine { words += ["--machine", machine] }
    if drawing.options.labels != standard.labels { words += ["--labels", drawing.options.labels.rawValue] }
    for hidden in DiagramOptions.Hidden.allCases where drawing.options.hidden.contains(hidden) {
      words += ["--hide", hidden.rawValue]
    }
    if !drawing.options.showsPayloads { words.append("--no-payloads") }
    if drawing.options.showsStatements { words.append("--statements") }
    if drawing.options.direction != standard.direction { words += ["--direction", drawing.options.direction.rawValue] }
    if let theme = drawing.options.theme { words += ["--theme", theme.rawValue] }
    if let old = arguments.since { words += ["--since", FileSystem.relativePath(old)] }
    if let heat = drawing.heat {
      words += ["--heat", FileSystem.relativePath(heat)]
      words += arguments.styleOptions.split(separator: " ").map(String.init)
    }
    let path = FileSystem.relativePath(input)
    if path.hasPrefix("-") { words.append("--") }
    words.append(path)
    guard input != "-", arguments.since != "-", words.allSatisfy(Self.canStandInComments) else { return nil }
    command = Self.prefix + words.map(Shell.quoted).joined(separator: " ")
  }

  /// Tells whether a word ends no comment with a `>`, begins no directive with a `%`, and is read again as it was.
  private static func canStandInComments(_ word: String) -> Bool {
    word.visible == word && SystemText.isReadable(word) && !word.utf8.contains { $0 == 0x3E || $0 == 0x25 }
  }

  /// The arguments of such a command; nil where it is none.
  static func arguments(of command: String) -> Arguments? {
    guard command.hasPrefix(prefix), let words = Shell.words(of: String(command.dropFirst(prefix.count))),
      let arguments = try? Arguments.parse(["diagram"] + words, of: SMGen.self), arguments.action == .compile,
      arguments.output == nil, !arguments.checksOutput, !arguments.drawing.updates, arguments.given.count == 1
    else { return nil }
    return arguments.withInputs
  }
}
