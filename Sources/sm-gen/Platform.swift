// Foundation would cost six milliseconds at every start: the C library has all that is needed here.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif

/// What the process returns to its caller.
enum ExitCode: Int32 {
  case success = 0
  /// Diagnostics with errors, a file that could not be read or written, or one that `--check` found out of date.
  case failure = 1
  /// `EX_USAGE` of sysexits.h
  case usage = 64
}

func exit(_ code: ExitCode) -> Never { exit(code.rawValue) }
