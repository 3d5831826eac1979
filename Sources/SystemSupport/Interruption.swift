/// Requests to end the process, by Ctrl-C or by `kill`.
package enum Interruption {
  /// Whether the process has been requested to end since `expect()`.
  package static var isThere: Bool { hasCome != 0 }

  /// Lets the process continue after the first request. The second one ends the process.
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
