// Foundation would cost six milliseconds at every start, and the C library suffices here.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif

// Within a type with its own `read`, `write` or `close`, this name means the method and not the function of the C
// library. The following functions are outside of all types.

package func platformRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

func platformWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}

/// Closes a descriptor. Returns 0, or -1 after an error, whose number is then in `errno`.
@discardableResult
func platformClose(_ descriptor: Int32) -> Int32 {
  close(descriptor)
}

#if !canImport(Darwin)
  // The modules of the C libraries for Linux do not contain sys/xattr.h.

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
