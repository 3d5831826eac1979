/// Files are written beside those that they replace, and take their names at the end: whenever the process is ended, each
/// file is the old one or the new one.
extension FileSystem {
  /// Writes a file, whole or not at all, and only where its bytes differ: a build system then sees no change.
  package static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    try write([(path, bytes)])
  }

  /// Writes several files, all of them or none: what has no room on the disk, or no permission, leaves the others as they
  /// are. Two processes that write the same files do not see half of one another's.
  ///
  /// - Returns: the paths of the files whose bytes differ from what was there.
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

  /// Writes a file that must not be there before: another process that makes it meanwhile keeps what it has made.
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

  /// Signals that end the process come when all files have their names: an interrupted process leaves nothing behind.
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

  /// Writes a file beside the one that it is to replace; returns its path.
  ///
  /// - Parameter number: how many have been written before, which may stand in the same folder.
  private static func stage(
    _ bytes: [UInt8], beside target: String, for path: String, _ number: Int
  ) throws(CommandFailure) -> String {
    let old = open(SystemText.path(target), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    defer { if old >= 0 { platformClose(old) } }
    var status = stat()
    let isReplacement = stat(SystemText.path(target), &status) == 0
    var descriptor: Int32 = -1
    var temporary = ""
    // One that a process of the same number has left behind is in nobody's way.
    for attempt in 0..<100 {
      // No longer than the name of the file, which may be as long as the file system takes.
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

  /// The path without its last component: empty for a name alone, else with a slash at its end.
  private static func prefix(of path: String) -> String {
    String(path.unicodeScalars.dropLast(name(of: path).unicodeScalars.count))
  }

  /// Whether there is something of that name, of any kind.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(SystemText.path(path), &status) == 0
  }

  /// Tells whether there is nothing of that name, not even a link that leads nowhere.
  private static func isFree(_ path: String) -> Bool {
    var status = stat()
    return lstat(SystemText.path(path), &status) != 0
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

  /// A device or a pipe cannot be replaced.
  private static func writeInPlace(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    let descriptor = open(SystemText.path(path), O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CommandFailure("write", path, errno) }
    defer { platformClose(descriptor) }
    if let code = writeAll(bytes, to: descriptor) { throw CommandFailure("write", path, code) }
  }
}

/// The attributes of a file besides its contents.
private enum FileAttributes {
  /// Gives a file the owner, the group, the mode, the access control list and the extended attributes of another, as far
  /// as the system allows it, and as far as the file system has such things.
  ///
  /// - Parameters:
  ///   - old: the descriptor of the other file; negative where it cannot be read.
  static func copy(_ status: stat, from old: Int32, to new: Int32) {
    var mode = status.st_mode & 0o7777
    var own = stat()
    _ = fstat(new, &own)
    if own.st_uid != status.st_uid { _ = fchown(new, status.st_uid, gid_t.max) }
    if own.st_gid != status.st_gid, fchown(new, uid_t.max, status.st_gid) != 0 {
      // Another group must not read what only the old one could.
      mode &= ~0o070 | (mode & 0o007) << 3
    }
    // A change of the owner takes some modes away.
    _ = fchmod(new, mode)
    guard old >= 0 else { return }
    #if canImport(Darwin)
      _ = fcopyfile(old, new, nil, copyfile_flags_t(COPYFILE_ACL | COPYFILE_XATTR))
    #else
      copyExtendedAttributes(from: old, to: new)
    #endif
  }

  #if !canImport(Darwin)
    /// On Linux, an access control list is an extended attribute. The new file may have one from its folder.
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
