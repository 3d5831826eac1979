/// Files, by the C library's calls. Errors are the system's words.
enum FileSystem {
  /// The contents of a file, or of standard input for `-`.
  static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
    if path == "-" { return try readAll(0, path: "standard input") }
    if isDirectory(path) { throw CommandFailure("read", path, EISDIR) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CommandFailure("read", path, errno) }
    defer { close(descriptor) }
    return try readAll(descriptor, path: path)
  }

  private static func readAll(_ descriptor: Int32, path: String) throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var status = stat()
    let size = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
    var chunk = max(64 * 1024, size + 1)
    while true {
      var count = 0
      let old = bytes.count
      bytes.append(contentsOf: repeatElement(0, count: chunk))
      bytes.withUnsafeMutableBytes { buffer in
        count = platformRead(descriptor, buffer.baseAddress.map { $0 + old }, chunk)
      }
      let code = errno
      bytes.removeLast(chunk - max(0, count))
      if count == 0 { return bytes }
      // Offsets in a file have 32 bits.
      if bytes.count >= Int(Int32.max) { throw CommandFailure("read", path, EFBIG) }
      if count < 0, code != EINTR { throw CommandFailure("read", path, code) }
      chunk = 64 * 1024
    }
  }

  static func platformRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, buffer, count)
    #elseif canImport(Musl)
      Musl.read(descriptor, buffer, count)
    #else
      Darwin.read(descriptor, buffer, count)
    #endif
  }

  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The folder that a path leads into: `.` for a name alone.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The names in a folder, sorted; none where it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let capacity = MemoryLayout.size(ofValue: entry.pointee.d_name)
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: capacity) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Makes a directory if it is not there.
  static func makeDirectory(_ path: String) throws(CommandFailure) {
    guard !isDirectory(path) else { return }
    if mkdir(path, 0o777) != 0, errno != EEXIST { throw CommandFailure("make the folder", path, errno) }
  }

  /// Writes a file, whole or not at all, and only where its bytes differ: a build system then sees no change.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      try writeInPlace(bytes, to: path)
      return
    }
    if Int(status.st_size) == bytes.count, let old = try? read(path), old == bytes { return }
    // A link stays a link: the file that it leads to is replaced.
    let target = resolved(path)
    let temporary = "\(target).\(getpid()).sm-gen-tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw CommandFailure("write", path, errno) }
    let failure = writeAll(bytes, to: descriptor)
    let closing = close(descriptor) == 0 ? nil : errno
    if let code = failure ?? closing {
      unlink(temporary)
      throw CommandFailure("write", path, code)
    }
    guard rename(temporary, target) == 0 else {
      let code = errno
      unlink(temporary)
      throw CommandFailure("write", path, code)
    }
  }

  /// A device or a pipe cannot be replaced.
  private static func writeInPlace(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CommandFailure("write", path, errno) }
    defer { close(descriptor) }
    if let code = writeAll(bytes, to: descriptor) { throw CommandFailure("write", path, code) }
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Writes everything; returns the error's number where that fails.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
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

  static func platformWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, buffer, count)
    #elseif canImport(Musl)
      Musl.write(descriptor, buffer, count)
    #else
      Darwin.write(descriptor, buffer, count)
    #endif
  }
}

extension FileSystem {
  /// The path within the current folder, where it leads there: what a file may say that others will read.
  static func relativePath(_ path: String) -> String {
    guard path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    let prefix = String(cString: folder) + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
