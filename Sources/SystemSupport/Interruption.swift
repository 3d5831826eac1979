/// Notices when the user asks the process to end, with Ctrl-C or `kill`.
package enum Interruption {
  /// Whether the user has asked the process to end since `expect()` was called.
  package static var isThere: Bool { hasCome != 0 }

  /// Lets the process continue when the user asks it to end for the first time, so that it can finish its work. The
  /// second time, the process ends.
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

/// A flag that a signal handler sets to 1 when the user asks the process to end. The handler does little else, because
/// only few functions may be called in a signal handler.
private nonisolated(unsafe) var hasCome: sig_atomic_t = 0

private func noteSignal(_ number: Int32) {
  hasCome = 1
  signal(number, SIG_DFL)
}
