/// Writes files. A new file is first written under a temporary name in the folder of the old file. It is then renamed,
/// and so replaces the old file. If the process is interrupted, each file is therefore either the old one or the new
/// one, and is complete.
extension FileSystem {
  /// Writes a file completely or not at all. If the file already has these bytes, it is not changed, because build
  /// systems look at the time of its last change.
  package static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    try write([(path, bytes)])
  }

  /// Writes several files. If one of them cannot be written, for lack of space or permission, no file is changed. Even
  /// if another process writes a file at the same time, its bytes are those of one process. Devices and pipes cannot be
  /// replaced by new files, so bytes are written to them first.
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

  /// Creates a file. Throws an error if a file with this path exists. It does not overwrite a file even if another
  /// process has created it just now.
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

  /// Calls `body`. The signals SIGINT, SIGTERM and SIGHUP take effect only after `body` has returned, so that temporary
  /// files are removed.
  private static func uninterrupted(_ body: () throws(CommandFailure) -> Void) throws(CommandFailure) {
    var blocked = sigset_t()
    var old = sigset_t()
    sigemptyset(&blocked)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&blocked, signal) }
    sigprocmask(SIG_BLOCK, &blocked, &old)
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

  /// Writes bytes to a new file in the folder of `target`, and returns the temporary path of that file.
  ///
  /// - Parameters:
  ///   - target: the file that the new file will replace. Its owner, mode and other attributes are copied.
  ///   - path: the path of the file in error messages.
  ///   - number: the number of temporary files that this call of `write` has made before. It makes the name unique.
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
      // The name is short, because the name of the file itself may be as long as the file system permits.
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

  /// Returns a path without its last component, with a slash at its end: `a/` for `a/b`. Empty for a path of one
  /// component.
  private static func prefix(of path: String) -> String {
    String(path.unicodeScalars.dropLast(name(of: path).unicodeScalars.count))
  }

  /// Returns whether a path leads to anything, such as a file or a folder.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(SystemText.path(path), &status) == 0
  }

  /// Returns whether nothing is at a path, not even a link that leads nowhere.
  private static func isFree(_ path: String) -> Bool {
    var status = stat()
    return lstat(SystemText.path(path), &status) != 0
  }

  /// Returns the path of the file to replace. It is `path` or, if a link is at `path`, the file to which the link
  /// leads. A link to another folder is an error, because an output must not change files outside of its folder.
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

  /// Writes bytes to a device or a pipe, which cannot be replaced by a new file.
  private static func writeInPlace(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    let descriptor = open(SystemText.path(path), O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CommandFailure("write", path, errno) }
    defer { platformClose(descriptor) }
    if let code = writeAll(bytes, to: descriptor) { throw CommandFailure("write", path, code) }
  }
}

/// Copies the attributes of a file, such as its owner, but not its contents.
private enum FileAttributes {
  /// Gives a new file the attributes of the old file: owner, group, mode, access control list and extended attributes.
  /// Attributes that the system does not permit to be copied are left out.
  ///
  /// - Parameters:
  ///   - status: the status of the old file, as the C function `stat` returns it.
  ///   - old: the descriptor of the old file; negative if the file cannot be opened.
  ///   - new: the descriptor of the new file.
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
    /// Copies the extended attributes, which include access control lists on Linux. The new file may have got
    /// attributes from its folder; those that the old file does not have are removed.
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
