// Foundation would cost six milliseconds at every start: the C library has all that is needed here.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif

// Within a type that has a `read`, `write` or `close` of its own, the name of the C library's function means the
// type's. These stand outside of all types.

package func platformRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

func platformWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}

/// Returns 0, or -1 with an `errno`.
@discardableResult
func platformClose(_ descriptor: Int32) -> Int32 {
  close(descriptor)
}

#if !canImport(Darwin)
  // The modules of the C libraries for Linux leave sys/xattr.h out.

  @_silgen_name("flistxattr")
  func platformAttributes(_ descriptor: Int32, _ list: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int

  @_silgen_name("fgetxattr")
  func platformAttribute(
    _ descriptor: Int32, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer?, _ size: Int
  ) -> Int

  @_silgen_name("fsetxattr")
  func platformSetAttribute(
    _ descriptor: Int32, _ name: UnsafePointer<CChar>, _ value: UnsafeRawPointer?, _ size: Int, _ flags: Int32
  ) -> Int32

  @_silgen_name("fremovexattr")
  func platformRemoveAttribute(_ descriptor: Int32, _ name: UnsafePointer<CChar>) -> Int32
#endif
