import SystemSupport

/// The files of a folder that a subcommand is about, and what they are called where there are none.
package typealias FileKind = (name: String, includes: (String) -> Bool)

extension Arguments {
  /// The arguments with the files that they are about: the files of a folder stand in its place. A folder without any is
  /// reported.
  package var withInputs: Arguments {
    var result = self
    result.inputs = []
    guard let kind = subcommand.files(self) else { return result }
    result.reportedFolders = 0
    // A file may be given, and stand in a folder that is.
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

  /// Is true where the work ends with a line that counts: it is about several files, or may be, and people read it.
  package var isCounting: Bool {
    guard isForPeople else { return false }
    return isWatching || given.count > 1 || given.contains { $0 != "-" && FileSystem.isDirectory($0) }
  }
}

extension FileSystem {
  /// Files in a folder and in those within it, with these folders, and those of them that cannot be read.
  struct FolderContents {
    var files: [String] = []
    var folders: [String] = []
    var unreadable: [String] = []
  }

  package static var machines: FileKind { (".sm files", { $0.lowercased().hasSuffix(".sm") }) }

  /// The `.sm` files in a folder and those within it, and these folders.
  static func machines(below folder: String) -> FolderContents {
    files(below: folder, where: machines.includes)
  }

  /// Files in a folder and those within it, each folder in alphabetical order, and these folders. Hidden ones are left
  /// out, and so are folders that links lead to: they may lead back.
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
