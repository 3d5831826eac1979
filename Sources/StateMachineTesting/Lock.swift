#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock for data that several threads of the tests share.
final class Lock: @unchecked Sendable {
  #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(mutex, nil) }

    func lock() { pthread_mutex_lock(mutex) }

    func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body()
    }
  #else
    func lock() {}
    func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
  #endif
}
