import SystemSupport

/// The exit code of the process.
package enum ExitCode: Int32 {
  case success = 0
  /// The command has failed: a finding is an error, a file could not be read or written, or `--check` has found a file
  /// that is not up to date.
  case failure = 1
  /// The arguments are wrong. The number is that of `EX_USAGE` in sysexits.h.
  case usage = 64
}

func exit(_ code: ExitCode) -> Never { exit(code.rawValue) }
