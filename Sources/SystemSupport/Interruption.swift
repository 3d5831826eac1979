/// Requests by the user to end the process, with Ctrl-C or `kill`.
package enum Interruption {
  /// Whether the process has been requested to end since the call of `expect()`.
  package static var isThere: Bool { hasCome != 0 }

  /// Makes the process continue after the first request to end. A second request ends the process.
  package static func expect() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] {
      sigaddset(&signals, number)
      signal(number, noteSignal)
    }
    // The parent process may have blocked the signals.
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }
}

/// The flag that the signal handler sets, which can do little else.
private nonisolated(unsafe) var hasCome: sig_atomic_t = 0

private func noteSignal(_ number: Int32) {
  hasCome = 1
  signal(number, SIG_DFL)
}
