/// Locks with names, which all processes of a user share. The system releases a process's locks when the process ends,
/// for any reason.
///
/// All locks are in one empty file, because the system can lock bytes beyond the end of a file. The name of a lock
/// decides which byte is locked.
package final class SharedLocks {
  /// The descriptor of the file with the locks. It is negative if the file cannot be opened; each attempt to acquire a
  /// lock then succeeds.
  private let descriptor: Int32

  /// Opens the file with the locks, `NAME-UID.lock` in the temporary folder.
  ///
  /// - Parameter name: the name of this set of locks.
  package init(name: String) {
    let folder = getenv("TMPDIR").map { SystemText.string($0) } ?? ""
    let path = "\(folder.isEmpty ? "/tmp" : folder)/\(name)-\(getuid()).lock"
    descriptor = open(SystemText.path(path), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }

  deinit { if descriptor >= 0 { platformClose(descriptor) } }

  /// Acquires a lock. Returns nil if this succeeds; otherwise the number of the process that has the lock. Also nil if
  /// the file with the locks cannot be opened, or if that process releases the lock just now.
  package func take(_ name: String) -> Int? {
    guard descriptor >= 0 else { return nil }
    var lock = Self.lock(name, Int32(F_WRLCK))
    if fcntl(descriptor, F_SETLK, &lock) == 0 { return nil }
    guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
    return Int(lock.l_pid)
  }

  package func release(_ name: String) {
    guard descriptor >= 0 else { return }
    var lock = Self.lock(name, Int32(F_UNLCK))
    _ = fcntl(descriptor, F_SETLK, &lock)
  }

  private static func lock(_ name: String, _ type: Int32) -> flock {
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(Digest.number(of: name.utf8) >> 2)
    lock.l_len = 1
    return lock
  }
}
