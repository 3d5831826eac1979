/// Files are written beside the files that they replace, and renamed at the end: if the process is interrupted, each
/// file is either the old or the new one.
extension FileSystem {
  /// Writes a file completely or not at all, and only if its bytes differ, as build systems look at the file's time.
  package static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    try write([(path, bytes)])
  }

  /// Writes several files, all of them or none: if one fails for lack of space or permission, the others stay
  /// unchanged. Two processes that write the same files do not see half of each other's.
  ///
  /// - Returns: the paths of the files whose bytes have changed.
  @discardableResult
  package static func write(_ files: [(path: String, bytes: [UInt8])]) throws(CommandFailure) -> [String] {
    var written: [String] = []
    var replaced: [(path: String, bytes: [UInt8])] = []
    for (path, bytes) in files {
      if exists(path), !isRegularFile(path) {
        try writeInPlace(bytes, to: path)
        written.append(path)
      } else if !holds(path, bytes) {
        replaced.append((path, bytes))
      }
    }
    let files = replaced
    if !files.isEmpty { try uninterrupted { () throws(CommandFailure) in try replace(files) } }
    return written + files.map(\.path)
  }

  /// Creates a file that does not exist. If another process creates the file meanwhile, that file is kept.
  package static func create(_ path: String, _ bytes: [UInt8]) throws(CommandFailure) {
    try uninterrupted { () throws(CommandFailure) in
      let temporary = try stage(bytes, beside: path, for: path, 0)
      defer { unlink(SystemText.path(temporary)) }
      if link(SystemText.path(temporary), SystemText.path(path)) == 0 { return }
      // Some file systems have no links.
      guard isFree(path) else { throw CommandFailure("write", path, EEXIST) }
      guard rename(SystemText.path(temporary), SystemText.path(path)) == 0 else {
        throw CommandFailure("write", path, errno)
      }
    }
  }

  /// Calls a function, and delays signals that end the process until it returns, so that no temporary files remain.
  private static func uninterrupted(_ body: () throws(CommandFailure) -> Void) throws(CommandFailure) {
    var held = sigset_t()
    var old = sigset_t()
    sigemptyset(&held)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&held, signal) }
    sigprocmask(SIG_BLOCK, &held, &old)
    defer { sigprocmask(SIG_SETMASK, &old, nil) }
    try body()
  }

  private static func replace(_ files: [(path: String, bytes: [UInt8])]) throws(CommandFailure) {
    var staged: [(temporary: String, target: String)] = []
    defer { for file in staged { unlink(SystemText.path(file.temporary)) } }
    for (path, bytes) in files {
      let target = try linkTarget(path)
      staged.append((try stage(bytes, beside: target, for: path, staged.count), target))
    }
    while let (temporary, target) = staged.first {
      guard rename(SystemText.path(temporary), SystemText.path(target)) == 0 else {
        throw CommandFailure("write", target, errno)
      }
      staged.removeFirst()
    }
  }

  /// Writes a file under a temporary name beside the one that it will replace, and returns its path.
  ///
  /// - Parameter number: the number of files already written, which makes the temporary name unique.
  private static func stage(
    _ bytes: [UInt8], beside target: String, for path: String, _ number: Int
  ) throws(CommandFailure) -> String {
    let old = open(SystemText.path(target), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    defer { if old >= 0 { platformClose(old) } }
    var status = stat()
    let isReplacement = stat(SystemText.path(target), &status) == 0
    var descriptor: Int32 = -1
    var temporary = ""
    // A file that a process with the same id has left behind is skipped.
    for attempt in 0..<100 {
      // The name is no longer than needed, as that of the file may have the largest length of the file system.
      temporary = prefix(of: target) + ".sm-gen-\(getpid())-\(number)-\(attempt)"
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
      descriptor = open(SystemText.path(temporary), flags, isReplacement ? 0o600 : 0o666)
      if descriptor >= 0 || errno != EEXIST { break }
    }
    guard descriptor >= 0 else { throw CommandFailure("write", path, errno) }
    let failure = writeAll(bytes, to: descriptor)
    if isReplacement { FileAttributes.copy(status, from: old, to: descriptor) }
    let closing = platformClose(descriptor) == 0 ? nil : errno
    if let code = failure ?? closing {
      unlink(SystemText.path(temporary))
      throw CommandFailure("write", path, code)
    }
    return temporary
  }

  /// Returns a path without its last component: with a slash at the end, or empty if the path has one component.
  private static func prefix(of path: String) -> String {
    String(path.unicodeScalars.dropLast(name(of: path).unicodeScalars.count))
  }

  /// Returns whether anything exists at a path: a file, a folder or something else.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(SystemText.path(path), &status) == 0
  }

  /// Returns whether nothing exists at a path, not even a broken link.
  private static func isFree(_ path: String) -> Bool {
    var status = stat()
    return lstat(SystemText.path(path), &status) != 0
  }

  /// Returns the path of the file to replace: the path itself or, if it is a link, the target within the same folder. A
  /// link to another folder is an error, as an output in a folder should change nothing outside of it.
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

  /// Writes bytes to a device or a pipe, which cannot be replaced by a file.
  private static func writeInPlace(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    let descriptor = open(SystemText.path(path), O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CommandFailure("write", path, errno) }
    defer { platformClose(descriptor) }
    if let code = writeAll(bytes, to: descriptor) { throw CommandFailure("write", path, code) }
  }
}

/// The attributes of a file other than its contents.
private enum FileAttributes {
  /// Gives a file the owner, the group, the mode, the access control list and the extended attributes of another, as
  /// far as the system and the file system support them.
  ///
  /// - Parameters:
  ///   - old: the descriptor of the other file; negative if it cannot be read.
  static func copy(_ status: stat, from old: Int32, to new: Int32) {
    var mode = status.st_mode & 0o7777
    var own = stat()
    _ = fstat(new, &own)
    if own.st_uid != status.st_uid { _ = fchown(new, status.st_uid, gid_t.max) }
    if own.st_gid != status.st_gid, fchown(new, uid_t.max, status.st_gid) != 0 {
      // Another group must not read what only the old one could.
      mode &= ~0o070 | (mode & 0o007) << 3
    }
    // A change of the owner removes some modes, so the mode is set last.
    _ = fchmod(new, mode)
    guard old >= 0 else { return }
    #if canImport(Darwin)
      _ = fcopyfile(old, new, nil, copyfile_flags_t(COPYFILE_ACL | COPYFILE_XATTR))
    #else
      copyExtendedAttributes(from: old, to: new)
    #endif
  }

  #if !canImport(Darwin)
    /// Copies extended attributes, such as Linux' access control lists. The new file may have some from its folder.
    private static func copyExtendedAttributes(from old: Int32, to new: Int32) {
      let names = names(of: old)
      for name in self.names(of: new) where !names.contains(name) { _ = platformRemoveAttribute(new, name) }
      for name in names {
        let size = platformAttribute(old, name, nil, 0)
        guard size >= 0 else { continue }
        var value = [UInt8](repeating: 0, count: size)
        let count = value.withUnsafeMutableBytes { platformAttribute(old, name, $0.baseAddress, size) }
        guard count >= 0 else { continue }
        _ = value.withUnsafeBytes { platformSetAttribute(new, name, $0.baseAddress, count, 0) }
      }
    }

    private static func names(of descriptor: Int32) -> [[CChar]] {
      let size = platformAttributes(descriptor, nil, 0)
      guard size > 0 else { return [] }
      var list = [CChar](repeating: 0, count: size)
      let count = platformAttributes(descriptor, &list, size)
      return list.prefix(max(0, count)).split(separator: 0).map { Array($0) + [0] }
    }
  #endif
}
