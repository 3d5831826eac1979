import SystemSupport

/// The exit code of the process.
package enum ExitCode: Int32 {
  case success = 0
  /// Diagnostics with errors, a file that could not be read or written, or one that `--check` found out of date.
  case failure = 1
  /// `EX_USAGE` of sysexits.h.
  case usage = 64
}

func exit(_ code: ExitCode) -> Never { exit(code.rawValue) }
