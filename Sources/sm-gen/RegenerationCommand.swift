import CommandSupport
import StateMachineDiagrams
import SystemSupport

/// The command that makes a picture. It is written into the picture, so that the picture can be checked and made again.
struct RegenerationCommand {
  /// The command, such as `sm-gen diagram --theme dark specs/Door.sm`. It is written so that shells can read it, and
  /// comments of all formats can contain it. If the machine was read from standard input, the command names no file,
  /// and the picture cannot be made again.
  let command: String
  let isComplete: Bool

  static let prefix = "sm-gen diagram "

  /// Creates the command that makes a picture again. Options with their default values are left out.
  ///
  /// - Parameter machine: the name for `--machine`; nil if the picture needs no such option.
  init(_ arguments: Arguments, format: PictureFormat, input: String, machine: String?) {
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
    var files = [input]
    if let old = arguments.since {
      words += ["--since", Self.lasting(old)]
      if !old.contains(":") { files.append(old) }
    }
    if let heat = drawing.heat {
      words += ["--heat", Self.lasting(heat)]
      words += arguments.styleOptions.split(separator: " ").map(String.init)
      files.append(heat)
    }
    for file in arguments.relatedFiles { words += ["--with", Self.lasting(file)] }
    if arguments.isStandalone { words.append("--standalone") }
    isComplete = files.allSatisfy(Self.isLasting)
    if isComplete {
      let path = Self.lasting(input)
      words += path.hasPrefix("-") ? ["--", path] : [path]
    }
    command = Self.prefix + words.map(Shell.escaped).joined(separator: " ")
  }

  /// Returns whether a file will still be at the path later, so that its picture can be made again. False for standard
  /// input, a pipe or a terminal.
  private static func isLasting(_ path: String) -> Bool {
    path != "-" && !["/dev/", "/proc/"].contains(where: path.hasPrefix) && !FileSystem.isDevice(path)
  }

  /// Returns a path as it is written in the command: relative to the current folder if the path is in that folder,
  /// otherwise unchanged.
  private static func lasting(_ path: String) -> String {
    let path = FileSystem.relativePath(path)
    return path == "-" ? "./-" : path
  }

  /// Returns the arguments of a command that is stored in a picture. Nil if the text is not a command that makes
  /// exactly one picture from one file.
  static func arguments(of command: String) -> Arguments? {
    guard let arguments = parsed(command, [])?.withInputs, arguments.output == nil, !arguments.checksOutput,
      !arguments.drawing.updates, !arguments.drawing.isOpened, arguments.given.count == 1,
      (arguments.given + [arguments.since, arguments.drawing.heat].compactMap(\.self)).allSatisfy(isLasting)
    else { return nil }
    return arguments
  }

  /// Returns whether a text is a command that makes a picture from standard input, or from something else that will not
  /// exist later. The picture can then not be made again.
  static func namesNoFile(_ command: String) -> Bool {
    // A command without a file is read as if it had `-`. Nil, for a text that is no command, is not equal to false.
    (parsed(command, []) ?? parsed(command, ["-"]))?.given.allSatisfy(isLasting) == false
  }

  private static func parsed(_ command: String, _ files: [String]) -> Arguments? {
    guard command.hasPrefix(prefix), let words = Shell.words(of: String(command.dropFirst(prefix.count))),
      let arguments = try? Arguments.parse(["diagram"] + words + files, of: SMGen.self), arguments.action == .compile
    else { return nil }
    return arguments
  }
}
