extension FileSystem {
  /// Returns keys of a file, which do not depend on the spelling of its path: two paths with a common key lead to the
  /// same file. The file need not exist.
  package static func places(of path: String) -> Set<String> {
    // Names that differ in case, or in the encoding of an accent, are equal in many file systems.
    let names: Set<String> = [folderPlace(of: path) + "/" + name(of: path).lowercased()]
    guard isRegularFile(path), let file = number(of: path) else { return names }
    return names.union([file])
  }

  /// Returns whether two paths lead to the same file.
  package static func isSame(_ first: String, _ second: String) -> Bool {
    guard let file = number(of: first) else { return false }
    return file == number(of: second)
  }

  /// Returns the key of a folder's entry: the same for `a`, `./a` and `b/../a`, but not for a link to it.
  package static func entry(of path: String) -> [UInt8] {
    // Bytes are used, as two names with different encodings of an accent are equal as text.
    SystemText.bytes(folderPlace(of: path) + "/" + name(of: path))
  }

  /// Returns the key of the folder into which a path leads. If the folder does not exist, its parent's key is used.
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

  /// Returns the system's numbers of a file or a folder; nil if it does not exist.
  private static func number(of path: String) -> String? {
    var status = stat()
    guard stat(SystemText.path(path), &status) == 0 else { return nil }
    return "\(status.st_dev).\(status.st_ino)"
  }
}
