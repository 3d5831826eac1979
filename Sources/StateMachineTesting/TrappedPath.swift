#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Prints a path if Swift traps. A trap ends the program, and a test cannot catch it. So a handler prints the path to
/// the step that traps before the program ends.
final class TrappedPath {
  private let path: () -> [String]

  init(_ path: @escaping () -> [String]) { self.path = path }

  #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    /// A lock that the first thread with a trap acquires and never releases, because the program then ends. Other
    /// threads with a trap wait for it, so that only one path is printed.
    private static let lock = Lock()
    private nonisolated(unsafe) static var owner: pthread_t?
    private nonisolated(unsafe) static var key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      for number in [SIGILL, SIGTRAP] {
        signal(number) { number in
          // The first thread to trap ends the program. Other threads that trap meanwhile wait for the lock.
          if let owner = TrappedPath.owner, pthread_equal(owner, pthread_self()) != 0 { abort() }
          TrappedPath.lock.lock()
          TrappedPath.owner = pthread_self()
          if let stopped = pthread_getspecific(TrappedPath.key) {
            let lines = Unmanaged<TrappedPath>.fromOpaque(stopped).takeUnretainedValue().path()
            var text = "this path stops the program:\n" + lines.map { "    \($0)\n" }.joined()
            text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
          }
          // The instruction runs again, with the default signal handler, and ends the program.
          signal(number, SIG_DFL)
        }
      }
      return key
    }()

    func watch(_ body: () -> Void) {
      let outer = pthread_getspecific(Self.key)
      pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
      body()
      pthread_setspecific(Self.key, outer)
    }
  #else
    func watch(_ body: () -> Void) { body() }
  #endif
}
