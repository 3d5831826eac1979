/// Requests to end the process, by Ctrl-C or by `kill`.
package enum Interruption {
  /// Is true where the process has been asked to end since `expect`.
  package static var isThere: Bool { hasCome != 0 }

  /// Lets the process go on where it is asked for the first time. The second time, it ends.
  package static func expect() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] {
      sigaddset(&signals, number)
      signal(number, noteSignal)
    }
    // Whoever has started the process may have blocked them.
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }
}

/// Written by a signal's handler, which can do little else.
private nonisolated(unsafe) var hasCome: sig_atomic_t = 0

private func noteSignal(_ number: Int32) {
  hasCome = 1
  signal(number, SIG_DFL)
}
