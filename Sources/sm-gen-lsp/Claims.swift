import LanguageServer
import SystemSupport

/// Claims of texts that all servers of a user share: locks on single bytes of one empty file. The system releases the locks
/// of a process that ends, however it ends.
final class Claims: DocumentClaims {
  /// Negative where the file cannot be opened: then nobody is found.
  private let descriptor: Int32

  init() {
    let folder = getenv("TMPDIR").map { SystemText.string($0) } ?? ""
    let path = "\(folder.isEmpty ? "/tmp" : folder)/sm-gen-lsp-\(getuid()).lock"
    descriptor = open(SystemText.path(path), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func claim(_ document: String, editor: Int) -> Int? {
    guard descriptor >= 0 else { return nil }
    var lock = Self.lock(document, editor, Int32(F_WRLCK))
    if fcntl(descriptor, F_SETLK, &lock) == 0 { return nil }
    guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
    return Int(lock.l_pid)
  }

  func release(_ document: String, editor: Int) {
    guard descriptor >= 0 else { return }
    var lock = Self.lock(document, editor, Int32(F_UNLCK))
    _ = fcntl(descriptor, F_SETLK, &lock)
  }

  /// A lock on the byte that stands for a text in an editor. The file is never so long.
  private static func lock(_ document: String, _ editor: Int, _ type: Int32) -> flock {
    // FNV-1a with 64 bits.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "\(editor) \(document)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(hash >> 2)
    lock.l_len = 1
    return lock
  }
}
