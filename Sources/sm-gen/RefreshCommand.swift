import CommandSupport
import SystemSupport

/// `sm-gen diagram --check` and `--update` for files that tell how they were made: pictures, and Markdown files with
/// marked parts. The paths in a command are those of the folder in which it was run.
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

  /// Tells whether a file in a folder tells how it was made: others are no mistakes.
  static func canRenew(_ path: String) -> Bool {
    guard let format = PictureFormat(ending: path), let file = try? FileSystem.read(path) else { return false }
    return format == .table ? MarkdownFile(file).hasMarks : PictureMetadata.command(in: file) != nil
  }

  /// Checks a file or makes it anew.
  private func keep(_ path: String) throws(CommandFailure) -> Outcome {
    let file = try FileSystem.read(path)
    let renewed: [UInt8]
    if PictureFormat(ending: path) == .table {
      renewed = try MarkdownFile(file).renewed(by: picture)
      if renewed == file { return .current }
    } else {
      guard let command = PictureMetadata.command(in: file) else {
        throw CommandFailure("does not say how it was made: give the machine's file as well")
      }
      let picture = try picture(command)
      if picture.matches(file) { return .current }
      // A check needs no Graphviz.
      renewed = arguments.drawing.updates ? try picture.bytes(timeout: arguments.drawing.timeout) : []
    }
    guard arguments.drawing.updates else {
      Terminal.printError("\(path): error: not up to date: run 'sm-gen diagram --update \(Shell.quoted(path))'\n")
      return .outdated
    }
    try FileSystem.write(renewed, to: path)
    return .written
  }

  /// The picture that a command makes.
  private func picture(_ command: String) throws(CommandFailure) -> Picture {
    guard let arguments = RegenerationCommand.arguments(of: command) else {
      throw CommandFailure("'\(command)' is no command that makes one picture from one file")
    }
    guard let pictures = try DiagramCommand(arguments: arguments).pictures(), pictures.count == 1,
      let first = pictures.first
    else {
      throw CommandFailure("'\(command)' does not work in this folder")
    }
    return first.picture
  }
}
