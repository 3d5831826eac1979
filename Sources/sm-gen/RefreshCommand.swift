import StateMachineCompiler
import SystemSupport

/// `sm-gen diagram --check` and `--update` for files that tell how they were made: pictures, and Markdown files with
/// marked parts. The paths in a command are those of the folder in which it was run.
struct RefreshCommand {
  let arguments: Arguments

  func run() -> ExitCode {
    var code = ExitCode.success
    for path in arguments.inputs {
      do throws(CommandFailure) {
        if try !keep(path) { code = .failure }
      } catch {
        Terminal.printError("\(path): error: \(error.message)\n")
        code = .failure
      }
    }
    return code
  }

  /// Checks a file or makes it anew; false where the check fails.
  private func keep(_ path: String) throws(CommandFailure) -> Bool {
    let file = try FileSystem.read(path)
    let renewed: [UInt8]
    if PictureFormat(ending: path) == .table {
      renewed = try MarkdownFile(file).renewed(by: picture)
      if renewed == file { return true }
    } else {
      guard let command = PictureMetadata.command(in: file) else {
        throw CommandFailure("does not say how it was made: give the machine's file as well")
      }
      let picture = try picture(command)
      if picture.matches(file) { return true }
      // A check needs no Graphviz.
      renewed = arguments.drawing.updates ? try picture.bytes(timeout: arguments.drawing.timeout) : []
    }
    guard arguments.drawing.updates else {
      Terminal.printError("\(path): error: not up to date: run 'sm-gen diagram --update \(Shell.quoted(path))'\n")
      return false
    }
    try FileSystem.write(renewed, to: path)
    return true
  }

  /// What a command makes.
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
