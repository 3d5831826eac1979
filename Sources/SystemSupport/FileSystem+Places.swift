extension FileSystem {
  /// The places of a file, which are the same however its path is written: two paths that have one of these in common
  /// lead to one file. The file may not be there yet.
  package static func places(of path: String) -> Set<String> {
    // Names that differ in case, or in how an accent is encoded, are one name to many file systems.
    let names: Set<String> = [folderPlace(of: path) + "/" + name(of: path).lowercased()]
    guard isRegularFile(path), let file = number(of: path) else { return names }
    return names.union([file])
  }

  /// Tells whether two paths lead to the same file.
  package static func isSame(_ first: String, _ second: String) -> Bool {
    guard let file = number(of: first) else { return false }
    return file == number(of: second)
  }

  /// The identity of an entry of a folder: the same for `a`, `./a` and `b/../a`, but not for a link to it.
  package static func entry(of path: String) -> [UInt8] {
    // Bytes: two names may be the same text, with an accent that is encoded otherwise.
    SystemText.bytes(folderPlace(of: path) + "/" + name(of: path))
  }

  /// The number of the folder that a path leads into. One that is not there yet has a place in another.
  private static func folderPlace(of path: String) -> String {
    let folder = folder(of: path)
    if let number = number(of: folder) { return number }
    guard folder != path, folder != "." else { return folder }
    let place = folderPlace(of: folder)
    switch name(of: folder) {
    case "", ".": return place
    case "..": return self.folder(of: place)
    case let name: return place + "/" + name.lowercased()
    }
  }

  /// The numbers that the system has for a file, or for a folder; nil where it is not there.
  private static func number(of path: String) -> String? {
    var status = stat()
    guard stat(SystemText.path(path), &status) == 0 else { return nil }
    return "\(status.st_dev).\(status.st_ino)"
  }
}
