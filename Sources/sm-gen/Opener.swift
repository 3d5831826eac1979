import CommandSupport
import SystemSupport

/// The program of the system that opens a file for the user.
enum Opener {
  #if canImport(Darwin)
    private static let program = "open"
  #else
    private static let program = "xdg-open"
  #endif
  /// The largest number of files that are opened together.
  static let limit = 20
  /// The time in seconds within which a failure of the program is noticed. It may continue while the file is shown.
  private static let patience = 3.0

  /// Opens a file for the user, or prints its path if that fails.
  ///
  /// - Parameter what: the word for the file in messages.
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

  /// Returns a folder for temporary pictures, with a slash at its end: always the same, and private to the user.
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
