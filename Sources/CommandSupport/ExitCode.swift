import SystemSupport

/// The exit code of the process.
package enum ExitCode: Int32 {
  case success = 0
  /// There are errors in the findings, a file could not be read or written, or a file is not up to date for `--check`.
  case failure = 1
  /// The arguments are wrong: `EX_USAGE` of sysexits.h.
  case usage = 64
}

func exit(_ code: ExitCode) -> Never { exit(code.rawValue) }
