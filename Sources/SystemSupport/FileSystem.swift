/// Files, by the C library's calls. Errors are the system's words.
package enum FileSystem {
  /// The largest file that is read, in bytes: no state machine comes near it, and what never ends is read no further.
  package static let sizeLimit = 64 << 20

  /// The contents of a file, or of standard input for `-`.
  ///
  /// - Parameter limit: how many bytes it may have.
  package static func read(_ path: String, limit: Int = sizeLimit) throws(CommandFailure) -> [UInt8] {
    if path == "-" { return try readAll(0, path: "standard input", limit: limit) }
    if isDirectory(path) { throw CommandFailure("read", path, EISDIR) }
    let descriptor = open(SystemText.path(path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CommandFailure("read", path, errno) }
    defer { platformClose(descriptor) }
    return try readAll(descriptor, path: path, limit: limit)
  }

  private static func readAll(_ descriptor: Int32, path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var status = stat()
    let size = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
    var buffer = [UInt8](repeating: 0, count: max(64 * 1024, min(size, limit) + 1))
    while size <= limit {
      let count = buffer.withUnsafeMutableBytes { platformRead(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count < 0, errno != EINTR { throw CommandFailure("read", path, errno) }
      bytes.append(contentsOf: buffer[..<max(0, count)])
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

  /// What tells one version of a file from another: when it was written, and its size. Nil where it is not there.
  package static func stamp(of path: String) -> String? {
    var status = stat()
    guard stat(SystemText.path(path), &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return "\(time.tv_sec).\(time.tv_nsec) \(status.st_size)"
  }

  /// The folder that a path leads into: `.` for a name alone.
  package static func folder(of path: String) -> String {
    guard let slash = path.unicodeScalars.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path.unicodeScalars[..<slash])
  }

  /// The last component of a path.
  package static func name(of path: String) -> String {
    guard let slash = path.unicodeScalars.lastIndex(of: "/") else { return path }
    return String(path.unicodeScalars[path.unicodeScalars.index(after: slash)...])
  }

  /// The names in a folder, sorted; none where it cannot be read.
  package static func names(in folder: String) -> [String] {
    guard let stream = opendir(SystemText.path(folder)) else { return [] }
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

  /// Makes a directory if it is not there.
  package static func makeDirectory(_ path: String) throws(CommandFailure) {
    guard !isDirectory(path) else { return }
    guard mkdir(SystemText.path(path), 0o777) != 0, errno != EEXIST else { return }
    throw CommandFailure("make the folder", path, errno)
  }

  /// Writes a file, whole or not at all, and only where its bytes differ: a build system then sees no change.
  package static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    try write([(path, bytes)])
  }

  /// Writes a file that must not be there before: another process that makes it meanwhile keeps what it has made.
  package static func create(_ path: String, _ bytes: [UInt8]) throws(CommandFailure) {
    let descriptor = open(SystemText.path(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw CommandFailure("write", path, errno) }
    let failure = writeAll(bytes, to: descriptor)
    let closing = platformClose(descriptor) == 0 ? nil : errno
    if let code = failure ?? closing {
      unlink(SystemText.path(path))
      throw CommandFailure("write", path, code)
    }
  }

  /// Writes several files, all of them or none: what has no room on the disk, or no permission, leaves the others as they
  /// are. Two processes that write the same files do not see half of one another's.
  package static func write(_ files: [(path: String, bytes: [UInt8])]) throws(CommandFailure) {
    var staged: [(temporary: String, target: String)] = []
    defer { for file in staged { unlink(SystemText.path(file.temporary)) } }
    for (path, bytes) in files {
      var status = stat()
      let exists = stat(SystemText.path(path), &status) == 0
      if exists, status.st_mode & S_IFMT != S_IFREG {
        try writeInPlace(bytes, to: path)
        continue
      }
      if exists, holds(path, bytes) { continue }
      let target = try linkTarget(path)
      staged.append((try stage(bytes, beside: target, for: path, mode: exists ? status.st_mode : nil), target))
    }
    while let (temporary, target) = staged.first {
      guard rename(SystemText.path(temporary), SystemText.path(target)) == 0 else {
        throw CommandFailure("write", target, errno)
      }
      staged.removeFirst()
    }
  }

  /// Writes a file beside the one that it is to replace; returns its path.
  ///
  /// - Parameter mode: that of the file, if it is there: who may read it stays as it is.
  private static func stage(
    _ bytes: [UInt8], beside target: String, for path: String, mode: mode_t?
  ) throws(CommandFailure) -> String {
    var descriptor: Int32 = -1
    var temporary = ""
    // One that a process of the same number has left behind is in nobody's way.
    for attempt in 0..<100 {
      temporary = "\(target).\(getpid()).\(attempt).sm-gen-tmp"
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
      descriptor = open(SystemText.path(temporary), flags, mode == nil ? 0o666 : 0o600)
      if descriptor >= 0 || errno != EEXIST { break }
    }
    guard descriptor >= 0 else { throw CommandFailure("write", path, errno) }
    let failure = writeAll(bytes, to: descriptor)
    // Some file systems have no modes, and so none to keep.
    if let mode { _ = fchmod(descriptor, mode & 0o7777) }
    let closing = platformClose(descriptor) == 0 ? nil : errno
    if let code = failure ?? closing {
      unlink(SystemText.path(temporary))
      throw CommandFailure("write", path, code)
    }
    return temporary
  }

  /// The file that is to be replaced: the path itself, or the one that a link leads to within the same folder. A link that
  /// leads elsewhere is refused: who asks for an output in a folder expects nothing to change outside of it.
  private static func linkTarget(_ path: String) throws(CommandFailure) -> String {
    var status = stat()
    guard lstat(SystemText.path(path), &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
    guard let target = realpath(SystemText.path(path), nil) else {
      throw CommandFailure("cannot write '\(path)': it is a link to what is not there: remove it")
    }
    defer { free(target) }
    let real = SystemText.string(target)
    guard let home = realpath(SystemText.path(folder(of: path)), nil) else {
      throw CommandFailure("write", path, errno)
    }
    defer { free(home) }
    guard folder(of: real) == SystemText.string(home) else {
      throw CommandFailure(
        "cannot write '\(path)': it is a link that leads to '\(real)': name that, or remove the link")
    }
    return real
  }

  /// Whether two paths lead to the same file.
  package static func isSame(_ first: String, _ second: String) -> Bool {
    var one = stat()
    var other = stat()
    guard stat(SystemText.path(first), &one) == 0, stat(SystemText.path(second), &other) == 0 else { return false }
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }

  /// Whether a file has some contents. It may be larger than what is read as an input.
  package static func holds(_ path: String, _ bytes: [UInt8]) -> Bool {
    var status = stat()
    guard stat(SystemText.path(path), &status) == 0 else { return false }
    if status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) != bytes.count { return false }
    guard let old = try? read(path, limit: bytes.count) else { return false }
    return isSame(old, bytes)
  }

  /// Whether bytes are the same: `==` looks at one after the other, and takes as long as to write them.
  private static func isSame(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    guard first.count == second.count else { return false }
    return first.withUnsafeBytes { first in
      second.withUnsafeBytes { second in
        guard let one = first.baseAddress, let other = second.baseAddress else { return true }
        return memcmp(one, other, first.count) == 0
      }
    }
  }

  /// A device or a pipe cannot be replaced.
  private static func writeInPlace(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    let descriptor = open(SystemText.path(path), O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CommandFailure("write", path, errno) }
    defer { platformClose(descriptor) }
    if let code = writeAll(bytes, to: descriptor) { throw CommandFailure("write", path, code) }
  }

  /// Writes everything; returns the error's number where that fails.
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
  /// The path within the current folder, where it leads there: what a file may say that others will read.
  package static func relativePath(_ path: String) -> String {
    guard path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    let prefix = SystemText.string(folder) + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
