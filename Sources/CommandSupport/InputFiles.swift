import SystemSupport

/// A kind of files that a subcommand looks for in folders. `name` is the words for these files in messages, such as
/// `.sm files`. `includes` returns whether the file at a path is of this kind.
package typealias FileKind = (name: String, includes: (String) -> Bool)

extension Arguments {
  /// The arguments with `inputs` set to all files to read: each folder is replaced by the files in it. An error is
  /// reported for a folder that cannot be read, and for a folder without files for the subcommand. `inputs` is empty if
  /// the arguments of the subcommand are not files.
  package var withInputs: Arguments {
    var result = self
    result.inputs = []
    guard let kind = subcommand.files(self) else { return result }
    result.reportedFolders = 0
    // A file may be given itself, and with its folder.
    var seen: Set<[UInt8]> = []
    for path in given {
      var files = [path]
      if path != "-", FileSystem.isDirectory(path) {
        let found = FileSystem.files(below: path, where: kind.includes)
        files = found.files
        for folder in found.unreadable { Terminal.printError("error: cannot read the folder '\(folder)'\n") }
        result.reportedFolders += found.unreadable.count
        if files.isEmpty, found.unreadable.isEmpty {
          Terminal.printError("error: there are no \(Message(verbatim: kind.name)) in '\(path)'\n")
          result.reportedFolders += 1
        }
      }
      result.inputs += files.filter { seen.insert($0 == "-" ? [] : FileSystem.entry(of: $0)).inserted }
    }
    return result
  }

  /// Whether the output ends with a line of counts. Only people get such a line. The command must also work on several
  /// files or a folder, or repeat its work for `--watch`.
  package var isCounting: Bool {
    guard isForPeople else { return false }
    // A folder may contain several files. The argument `-` is standard input, even if a folder has this name.
    return isWatching || given.count > 1 || given.contains { $0 != "-" && FileSystem.isDirectory($0) }
  }
}

extension FileSystem {
  /// The result of a search in a folder and its subfolders: the files, the folders, and the folders that cannot be
  /// read.
  struct FolderContents {
    var files: [String] = []
    var folders: [String] = []
    var unreadable: [String] = []
  }

  package static var machines: FileKind { (".sm files", { $0.lowercased().hasSuffix(".sm") }) }

  /// Returns the `.sm` files in a folder and its subfolders.
  static func machines(below folder: String) -> FolderContents {
    files(below: folder, where: machines.includes)
  }

  /// Returns the files in a folder and its subfolders for whose paths `belongs` returns true, in alphabetical order.
  /// Also returns the folders, and those that cannot be read. Hidden files and folders are left out. Links to folders
  /// are left out, too, because they could lead back to a folder around them.
  static func files(below folder: String, where belongs: (String) -> Bool) -> FolderContents {
    var found = FolderContents()
    var pending = [folder]
    while let path = pending.popLast() {
      if path == folder || isDirectory(path) {
        guard path == folder || !isLink(path) else { continue }
        found.folders.append(path)
        guard let names = namesIfReadable(in: path) else {
          found.unreadable.append(path)
          continue
        }
        let prefix = path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
        pending += names.filter { !$0.hasPrefix(".") }.reversed().map { prefix + $0 }
      } else if belongs(path) {
        found.files.append(path)
      }
    }
    return found
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(SystemText.path(path), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
