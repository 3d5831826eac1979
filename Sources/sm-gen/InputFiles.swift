import SystemSupport

extension Arguments {
  /// Whether this is about files that tell how they were made.
  var isRefreshing: Bool { subcommand == .diagram && (drawing.updates || checksOutput && output == nil) }

  /// The arguments with the files that they are about: the files of a folder stand in its place. A folder without any is
  /// reported.
  var withInputs: Arguments {
    var result = self
    result.inputs = []
    // What these are given are no files.
    if subcommand == .initialize || subcommand == .explain { return result }
    result.hasEmptyFolder = false
    // A file may be given, and stand in a folder that is.
    var seen: Set<[UInt8]> = []
    for path in given {
      var files = [path]
      if path != "-", FileSystem.isDirectory(path) {
        files =
          isRefreshing
          ? FileSystem.files(below: path, where: RefreshCommand.canRenew).files : FileSystem.machines(below: path).files
        if files.isEmpty {
          let kind = isRefreshing ? "files that say how they were made" : ".sm files"
          Terminal.printError("error: there are no \(Message(verbatim: kind)) in '\(path)'\n")
          result.hasEmptyFolder = true
        }
      }
      result.inputs += files.filter { seen.insert($0 == "-" ? [] : FileSystem.entry(of: $0)).inserted }
    }
    return result
  }

  /// Whether the work ends with a line that counts: it is about several files, or may be, and people read it.
  var isCounting: Bool {
    guard checking.format == .text || checking.format == .markdown else { return false }
    return isWatching || given.count > 1 || given.contains { $0 != "-" && FileSystem.isDirectory($0) }
  }
}

extension FileSystem {
  /// The `.sm` files in a folder and those within it, and these folders.
  static func machines(below folder: String) -> (files: [String], folders: [String]) {
    files(below: folder) { $0.lowercased().hasSuffix(".sm") }
  }

  /// Files in a folder and those within it, each folder in alphabetical order, and these folders. What is hidden is left
  /// out, and so is what links to folders lead to: they may lead back.
  static func files(
    below folder: String, where belongs: (String) -> Bool
  ) -> (files: [String], folders: [String]) {
    var files: [String] = []
    var folders: [String] = []
    var pending = [folder]
    while let path = pending.popLast() {
      if path == folder || isDirectory(path) {
        guard path == folder || !isLink(path) else { continue }
        folders.append(path)
        let prefix = path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
        let names = names(in: path).filter { !$0.hasPrefix(".") }
        pending += names.reversed().map { prefix + $0 }
      } else if belongs(path) {
        files.append(path)
      }
    }
    return (files, folders)
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(SystemText.path(path), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
