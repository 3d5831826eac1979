extension FileSystem {
  /// Returns keys of a file that do not depend on the spelling of its path: two paths with a common key lead to the
  /// same file. The file does not have to exist.
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

  /// Returns the key of an entry in a folder: equal for `a`, `./a` and `b/../a`, but different for a link to `a`.
  package static func entry(of path: String) -> [UInt8] {
    // Bytes are used, as two names with different encodings of an accent are equal as text.
    SystemText.bytes(folderPlace(of: path) + "/" + name(of: path))
  }

  /// Returns the key of the folder that contains a path's entry. If there is no such folder, its parent's key is used.
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

  /// Returns the numbers that the system has for a file or a folder, as text; nil if it does not exist.
  private static func number(of path: String) -> String? {
    var status = stat()
    guard stat(SystemText.path(path), &status) == 0 else { return nil }
    return "\(status.st_dev).\(status.st_ino)"
  }
}
