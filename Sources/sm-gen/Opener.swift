import CommandSupport
import SystemSupport

/// Shows files to the user, with the program of the system that opens files.
enum Opener {
  #if canImport(Darwin)
    private static let program = "open"
  #else
    private static let program = "xdg-open"
  #endif
  /// The largest number of files that are opened at once.
  static let limit = 20
  /// The time in seconds for which `open` waits for a failure of the program. A program that runs longer is taken to
  /// show the file.
  private static let patience = 3.0

  /// Opens a file in the program that the system has for such files. If this fails, prints the path.
  ///
  /// - Parameter what: the word for the file in the message, such as `picture`.
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

  /// Returns the path of a folder for temporary pictures, with a slash at its end. The folder is the same each time. It
  /// is made so that only the user can read it. Throws an error if it cannot be made, or if it belongs to another user.
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
