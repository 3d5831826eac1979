import CommandSupport
import SystemSupport

/// `sm-gen diagram --check` and `--update` for files that contain the commands by which they were made: pictures, and
/// Markdown files with generated parts. A path in a command is relative to the folder in which the user runs `sm-gen`.
struct RefreshCommand {
  let arguments: Arguments

  private enum Outcome {
    case current, written, outdated
  }

  func run() -> ExitCode {
    var outcomes: [Outcome] = []
    for path in arguments.inputs {
      Terminal.tell("file \(outcomes.count + 1) of \(arguments.inputs.count): \(FileSystem.name(of: path))")
      do throws(CommandFailure) {
        outcomes.append(try keep(path))
      } catch {
        Terminal.printError("\(path): error: \(error.message)\n")
        outcomes.append(.outdated)
      }
    }
    if arguments.isCounting { tellCounts(outcomes) }
    return outcomes.contains(.outdated) || arguments.hasReportedFolder ? .failure : .success
  }

  private func tellCounts(_ outcomes: [Outcome]) {
    var parts: [String] = []
    for (outcome, words) in [(Outcome.written, "written"), (.current, "up to date"), (.outdated, "not up to date")] {
      let count = outcomes.count { $0 == outcome }
      if count > 0 { parts.append("\(count) \(words)") }
    }
    let count = outcomes.count
    Terminal.printError(
      "\(count) file\(count == 1 ? "" : "s")\(count == 0 ? "" : ": ")\(parts.joined(separator: ", "))\n")
  }

  /// Returns whether a file contains the command by which it was made. Other files in a folder are left unchanged.
  static func canRenew(_ path: String) -> Bool {
    guard let format = PictureFormat(ending: path), let file = try? FileSystem.read(path) else { return false }
    return format == .table ? MarkdownFile(file).hasMarks : PictureMetadata.command(in: file) != nil
  }

  static let unsaid = CommandFailure("does not say how it was made: give the machine's file as well")

  /// Checks whether a file is up to date. If it is not, `--update` makes it again; `--check` reports it.
  private func keep(_ path: String) throws(CommandFailure) -> Outcome {
    let file = try FileSystem.read(path)
    let output: CommandOutput
    var sources: [String] = []
    if PictureFormat(ending: path) == .table {
      let (renewed, mistakes) = try MarkdownFile(file).renewed { command throws(CommandFailure) in
        try picture(command).picture
      }
      for mistake in mistakes {
        Terminal.printError("\(path): error: line \(mistake.line): \(mistake.message)\n")
      }
      guard let renewed else { return .outdated }
      if renewed == file { return .current }
      output = CommandOutput(path: path, bytes: renewed, origin: path)
    } else {
      let isPicture = PictureFormat(ending: path) != nil
      guard let command = PictureMetadata.command(in: file, isPicture: isPicture),
        !RegenerationCommand.namesNoFile(command)
      else { throw Self.unsaid }
      let picture: Picture
      (picture, sources) = try self.picture(command)
      try checkFormat(of: picture, for: path, command)
      if picture.matches(file) { return .current }
      // A check needs no Graphviz.
      let bytes = arguments.drawing.updates ? try picture.bytes(timeout: arguments.drawing.timeout) : []
      output = CommandOutput(path: path, bytes: bytes, origin: picture.machine)
    }
    guard arguments.drawing.updates else {
      let command = "\(Shell.program) diagram --update \(Shell.quoted(path))"
      Terminal.printError("\(path): error: not up to date: run '\(command)'\n")
      return .outdated
    }
    try CommandOutput.write([output], into: nil, madeFrom: sources)
    return .written
  }

  /// Throws an error if the command in a file makes another kind of file: a text in place of an SVG, for example.
  private func checkFormat(of picture: Picture, for path: String, _ command: String) throws(CommandFailure) {
    guard let format = PictureFormat(ending: path), format != picture.format else { return }
    if format.isPlainText, picture.format.isPlainText { return }
    throw CommandFailure(
      "'\(command)' makes '\(picture.format.rawValue)' and not '\(format.rawValue)': draw it again with '-o'")
  }

  /// Returns the picture that a command makes, and the files from which it is made.
  private func picture(_ command: String) throws(CommandFailure) -> (picture: Picture, sources: [String]) {
    guard let arguments = RegenerationCommand.arguments(of: command) else {
      throw CommandFailure("'\(command)' is no command that makes one picture from one file")
    }
    let diagram = try DiagramCommand(arguments: arguments)
    guard let pictures = diagram.pictures(), pictures.count == 1, let first = pictures.first else {
      throw CommandFailure("'\(command)' does not work in this folder")
    }
    return (first.picture, diagram.sources)
  }
}
