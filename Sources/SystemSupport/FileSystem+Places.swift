extension FileSystem {
  /// Returns keys that identify the file at a path, which need not exist. Callers compare them to find two paths that
  /// lead to the same file: such paths have a key in common. Two files whose names differ only in case have one, too,
  /// because many file systems ignore case.
  package static func places(of path: String) -> Set<String> {
    // Names that differ in case, or in the encoding of an accent, are equal in many file systems.
    let names: Set<String> = [folderPlace(of: path) + "/" + name(of: path).lowercased()]
    guard isRegularFile(path), let file = number(of: path) else { return names }
    return names.union([file])
  }

  /// Returns whether two paths lead to the same file, also through links. False if one of the paths leads to no file.
  package static func isSame(_ first: String, _ second: String) -> Bool {
    guard let file = number(of: first) else { return false }
    return file == number(of: second)
  }

  /// Returns a key that identifies an entry in a folder. The key is equal for `a`, `./a` and `b/../a`. A link to `a` is
  /// another entry than `a`, and has another key.
  package static func entry(of path: String) -> [UInt8] {
    // Bytes are used, because two names that encode an accent differently are equal as text.
    SystemText.bytes(folderPlace(of: path) + "/" + name(of: path))
  }

  /// Returns a key of the folder that contains the file at a path. If the folder exists, the key is made of its device
  /// number and its inode number. Otherwise, the key is made of the key of its parent folder and the folder's name.
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

  /// Returns a text that identifies the file or folder at a path: its device number and its inode number. Nil if
  /// nothing is at the path.
  private static func number(of path: String) -> String? {
    var status = stat()
    guard stat(SystemText.path(path), &status) == 0 else { return nil }
    return "\(status.st_dev).\(status.st_ino)"
  }
}
