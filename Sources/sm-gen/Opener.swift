import CommandSupport
import SystemSupport

/// The system's program that shows a file to the user.
enum Opener {
  #if canImport(Darwin)
    private static let program = "open"
  #else
    private static let program = "xdg-open"
  #endif
  /// How many files are opened at once.
  static let limit = 20
  /// How long the program may take to say that it cannot, in seconds. It may go on as long as the file is shown.
  private static let patience = 3.0

  /// Shows a file, or tells where it is.
  ///
  /// - Parameter what: what the file is to people.
  static func open(_ path: String, _ what: Message) {
    // A name may begin with a dash.
    let file = path.hasPrefix("/") ? path : "./" + path
    let ended: ChildProcess.Ended.Reason?
    do throws(ChildProcess.Failure) {
      ended = try ChildProcess.launch([program, file], waiting: patience)
    } catch {
      return Terminal.printError("note: '\(program)' was not found: the \(what) is '\(path)'\n")
    }
    switch ended {
    case nil, .exit(0): return
    case .exit, .signal:
      Terminal.printError("note: the \(what) is '\(path)', and '\(program)' found no program to show it\n")
    }
  }

  /// A folder for pictures that nobody has asked to keep, with a slash at its end: the same each time, and nobody else's.
  static func folder() throws(CommandFailure) -> String {
    let path = FileSystem.temporaryFolder + "sm-gen-\(getuid())"
    if mkdir(SystemText.path(path), 0o700) == 0 { return path + "/" }
    let code = errno
    var status = stat()
    guard code == EEXIST, lstat(SystemText.path(path), &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == getuid()
    else { throw CommandFailure("make the folder", path, code) }
    return path + "/"
  }
}
