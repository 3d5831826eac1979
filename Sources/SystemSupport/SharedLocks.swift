/// Locks that the processes of a user share. Each lock is on one byte of an empty file, beyond its end. The system
/// releases the locks of a process when the process ends for any reason.
package final class SharedLocks {
  /// The descriptor of the file with the locks; negative if the file cannot be opened, so that every lock is free.
  private let descriptor: Int32

  /// - Parameter name: the name of the locks, whose file is `NAME-UID.lock` in the temporary folder.
  package init(name: String) {
    let folder = getenv("TMPDIR").map { SystemText.string($0) } ?? ""
    let path = "\(folder.isEmpty ? "/tmp" : folder)/\(name)-\(getuid()).lock"
    descriptor = open(SystemText.path(path), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }

  deinit { if descriptor >= 0 { platformClose(descriptor) } }

  /// Acquires a lock, and returns nil; if another process has the lock, returns that process.
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
