extension FileSystem {
  /// Returns keys that identify the file at a path, which need not exist. Callers compare the keys of two paths. If the
  /// paths lead to the same file, they have a key in common. Names that differ only in case have a common key, too,
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

  /// Returns a key of the folder that contains the file at a path. For a folder that exists, the key is its device
  /// number and its inode number. For another folder, it is the key of the folder that contains it, with its name.
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

  /// Returns a text that identifies the file or folder at a path: its device number and its inode number. Nil if there
  /// is neither a file nor a folder at the path.
  private static func number(of path: String) -> String? {
    var status = stat()
    guard stat(SystemText.path(path), &status) == 0 else { return nil }
    return "\(status.st_dev).\(status.st_ino)"
  }
}
