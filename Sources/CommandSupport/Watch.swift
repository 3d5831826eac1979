import SystemSupport

/// `--watch`: executes a subcommand, and again whenever a file has changed, until the process is interrupted.
struct Watch {
  let arguments: Arguments
  /// Executes the subcommand.
  let work: (Arguments) -> ExitCode

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

  /// The files on which the result depends, with stamps of their versions: also files beside the inputs, whose machines
  /// may be submachines.
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
