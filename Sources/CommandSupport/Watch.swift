import SystemSupport

/// Runs a subcommand for `--watch`, and runs it again whenever a file has changed, until the user ends it.
struct Watch {
  let arguments: Arguments
  /// Runs the subcommand once.
  let work: (Arguments) -> ExitCode

  /// Runs the subcommand, and again whenever `stamps` have changed, until the user presses Ctrl-C.
  func run() -> ExitCode {
    Interruption.expect()
    let watch = FolderWatch()
    var known: [String: String]?
    while !Interruption.isThere {
      watch.look(at: folders)
      let stamps = stamps
      if stamps != known {
        if known != nil { Terminal.clear() }
        known = stamps
        _ = work(arguments.withInputs)
        if !Interruption.isThere { Terminal.printError("watching; Ctrl-C ends\n") }
      }
      if !Interruption.isThere { watch.wait() }
    }
    arguments.subcommand.endWatching()
    return .success
  }

  private var folders: [String] {
    (arguments.given + arguments.relatedFiles).flatMap { path in
      FileSystem.isDirectory(path) ? FileSystem.machines(below: path).folders : [FileSystem.folder(of: path)]
    }
  }

  /// The time of the last change and the size of each file on which the output depends. The key is the file's path; the
  /// value is a text of both. `--watch` compares the table with an earlier one to notice changes. The `.sm` files in
  /// the folders of the inputs are included, because their machines may be submachines.
  private var stamps: [String: String] {
    var paths = arguments.given + arguments.relatedFiles
    for folder in folders {
      paths += FileSystem.names(in: folder).filter { $0.lowercased().hasSuffix(".sm") }.map { folder + "/" + $0 }
    }
    var stamps: [String: String] = [:]
    for path in paths where !FileSystem.isDirectory(path) { stamps[path] = FileSystem.stamp(of: path) ?? "" }
    return stamps
  }
}
