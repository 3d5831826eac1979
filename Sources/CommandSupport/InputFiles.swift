import SystemSupport

/// A kind of files that a subcommand reads from folders: its name in messages, and the test of a file's name.
package typealias FileKind = (name: String, includes: (String) -> Bool)

extension Arguments {
  /// The arguments with `inputs`: the given files, and the files of each folder in its place. Reports empty folders.
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

  /// Whether the output ends with a line of counts: there are or may be several files, and the output is for people.
  package var isCounting: Bool {
    guard isForPeople else { return false }
    return isWatching || given.count > 1 || given.contains { $0 != "-" && FileSystem.isDirectory($0) }
  }
}

extension FileSystem {
  /// The files in a folder and its subfolders, all these folders, and the folders that cannot be read.
  struct FolderContents {
    var files: [String] = []
    var folders: [String] = []
    var unreadable: [String] = []
  }

  package static var machines: FileKind { (".sm files", { $0.lowercased().hasSuffix(".sm") }) }

  /// Returns the `.sm` files in a folder and its subfolders, and all these folders.
  static func machines(below folder: String) -> FolderContents {
    files(below: folder, where: machines.includes)
  }

  /// Returns files in a folder and its subfolders, each folder in alphabetical order, and these folders. Hidden files
  /// are left out, and so are links to folders, which may be circular.
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
