/// Reads files and facts about files by calls of the C library. Error messages contain the texts of the system.
package enum FileSystem {
  /// The largest number of bytes that is read from a file. State machines are much smaller. The limit ends the reading
  /// of endless input.
  static let sizeLimit = 64 << 20

  /// Returns the contents of a file. For the path `-`, returns the contents of standard input.
  ///
  /// - Parameter limit: the largest number of bytes. A larger file is an error.
  package static func read(_ path: String, limit: Int = sizeLimit) throws(CommandFailure) -> [UInt8] {
    if path == "-" { return try readAll(0, path: "standard input", limit: limit) }
    if isDirectory(path) { throw CommandFailure("read", path, EISDIR) }
    let descriptor = open(SystemText.path(path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CommandFailure("read", path, errno) }
    defer { platformClose(descriptor) }
    return try readAll(descriptor, path: path, limit: limit)
  }

  /// Reads all bytes of a descriptor. Throws an error if there are more than `limit` bytes. `path` is the name for the
  /// message.
  private static func readAll(_ descriptor: Int32, path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var status = stat()
    let size = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
    // The buffer is one byte larger than the file, to notice a longer one, and no larger, because an editor keeps the
    // bytes while the file is open.
    let room = size > 0 ? min(size, limit) + 1 : 64 * 1024
    while size <= limit {
      var count = 0
      let read = [UInt8](unsafeUninitializedCapacity: room) { buffer, initialized in
        count = platformRead(descriptor, buffer.baseAddress, buffer.count)
        initialized = max(0, count)
      }
      if count == 0 { return bytes }
      if count < 0, errno != EINTR { throw CommandFailure("read", path, errno) }
      // Most files are read at once.
      if bytes.isEmpty { bytes = read } else { bytes += read }
      if bytes.count > limit { break }
    }
    throw CommandFailure("cannot read '\(path)': it is larger than \(limit >> 20) MB")
  }

  package static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(SystemText.path(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  package static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(SystemText.path(path), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Returns whether a path leads to something that is neither a file nor a folder, such as a device or a pipe.
  package static func isDevice(_ path: String) -> Bool {
    var status = stat()
    return stat(SystemText.path(path), &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  /// Returns whether a file was modified later than another file. False if one of them does not exist.
  package static func isNewer(_ path: String, than other: String) -> Bool {
    var (one, another) = (stat(), stat())
    guard stat(SystemText.path(path), &one) == 0, stat(SystemText.path(other), &another) == 0 else { return false }
    let (new, old) = (time(one), time(another))
    return (new.tv_sec, new.tv_nsec) > (old.tv_sec, old.tv_nsec)
  }

  private static func time(_ status: stat) -> timespec {
    #if canImport(Darwin)
      status.st_mtimespec
    #else
      status.st_mtim
    #endif
  }

  /// Returns a text that changes when a file changes. It consists of the time of the last change, the size and the
  /// inode number. Nil if there is no file.
  package static func stamp(of path: String) -> String? {
    var status = stat()
    guard stat(SystemText.path(path), &status) == 0 else { return nil }
    let time = Self.time(status)
    return "\(time.tv_sec).\(time.tv_nsec) \(status.st_size) \(status.st_ino)"
  }

  /// Returns the path of the folder that contains the last component: `a` for `a/b`, `.` for `b`, `/` for `/b`.
  package static func folder(of path: String) -> String {
    guard let slash = path.unicodeScalars.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path.unicodeScalars[..<slash])
  }

  /// Returns the last component of a path: `b` for `a/b`.
  package static func name(of path: String) -> String {
    guard let slash = path.unicodeScalars.lastIndex(of: "/") else { return path }
    return String(path.unicodeScalars[path.unicodeScalars.index(after: slash)...])
  }

  /// Returns the names in a folder, sorted; empty if the folder cannot be read.
  package static func names(in folder: String) -> [String] { namesIfReadable(in: folder) ?? [] }

  /// Returns the names in a folder, sorted; nil if the folder cannot be read.
  package static func namesIfReadable(in folder: String) -> [String]? {
    guard let stream = opendir(SystemText.path(folder)) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let capacity = MemoryLayout.size(ofValue: entry.pointee.d_name)
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: capacity) { SystemText.string($0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The folder for temporary files, with a slash at its end.
  package static var temporaryFolder: String {
    let path = getenv("TMPDIR").map { SystemText.string($0) } ?? ""
    return path.isEmpty ? "/tmp/" : path.hasSuffix("/") ? path : path + "/"
  }

  /// Creates a folder if it does not exist.
  package static func makeDirectory(_ path: String) throws(CommandFailure) {
    guard !isDirectory(path) else { return }
    guard mkdir(SystemText.path(path), 0o777) != 0, errno != EEXIST else { return }
    throw CommandFailure("make the folder", path, errno)
  }

  /// Returns whether a file has exactly these bytes. The file may be larger than `sizeLimit`.
  package static func holds(_ path: String, _ bytes: [UInt8]) -> Bool {
    var status = stat()
    guard stat(SystemText.path(path), &status) == 0 else { return false }
    if status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) != bytes.count { return false }
    guard let old = try? read(path, limit: bytes.count) else { return false }
    return isSame(old, bytes)
  }

  /// Returns whether two arrays have the same bytes. It is faster than `==`, which compares one byte after the other.
  private static func isSame(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    guard first.count == second.count else { return false }
    return first.withUnsafeBytes { first in
      second.withUnsafeBytes { second in
        guard let one = first.baseAddress, let other = second.baseAddress else { return true }
        return memcmp(one, other, first.count) == 0
      }
    }
  }

  /// Writes all bytes to a descriptor. Returns nil if this succeeds; otherwise the `errno`.
  package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        platformWrite(descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      written += count
    }
    return nil
  }
}

extension FileSystem {
  /// Returns a path relative to the current folder if the path is in that folder; otherwise the path unchanged. A
  /// relative path is also right in another user's copy of the folder.
  package static func relativePath(_ path: String) -> String {
    guard path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    let prefix = SystemText.string(folder) + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
