/// A program that runs at the same time as this process, such as `sourcekit-lsp`. This process sends requests to the
/// program, and reads its responses.
package final class Conversation {
  private let child: pid_t
  private let input: Int32
  private let output: Int32
  private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
  /// Whether this process can exchange bytes with the program. It becomes false when writing or reading fails, for
  /// example because the program has ended.
  package private(set) var isOpen = true

  /// Starts a program. The text that it writes to standard error is discarded.
  ///
  /// - Parameter arguments: the name of the program, which is looked up in `PATH`, and its arguments.
  package init(_ arguments: [String]) throws(ChildProcess.Failure) {
    signal(SIGPIPE, SIG_IGN)
    (child, input, output) = try ChildProcess.start(arguments)
    _ = fcntl(input, F_SETFL, fcntl(input, F_GETFL) | O_NONBLOCK)
  }

  deinit {
    closeStreams()
    kill(child, SIGKILL)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
  }

  private func closeStreams() {
    guard isOpen else { return }
    isOpen = false
    platformClose(input)
    platformClose(output)
  }

  /// Writes bytes to the program. Returns whether all of them were written.
  ///
  /// - Parameter timeout: the longest time to wait, in seconds.
  package func write(_ bytes: [UInt8], timeout: Double) -> Bool {
    var written = 0
    let deadline = ChildProcess.now() + timeout
    while written < bytes.count, isOpen {
      let count = bytes[written...].withUnsafeBytes { platformWrite(input, $0.baseAddress, $0.count) }
      if count > 0 {
        written += count
        continue
      }
      guard errno == EINTR || errno == EAGAIN, wait(for: input, Int16(POLLOUT), until: deadline) else {
        closeStreams()
        return false
      }
    }
    return isOpen
  }

  /// Waits for bytes from the program, and returns them. Nil if no bytes come before the deadline, or if the program
  /// has ended. Nil also if a signal ends the wait; the caller may then call the function again.
  ///
  /// - Parameter deadline: a time as `ChildProcess.now()` returns it.
  package func read(until deadline: Double) -> ArraySlice<UInt8>? {
    guard isOpen, wait(for: output, Int16(POLLIN), until: deadline) else { return nil }
    let count = buffer.withUnsafeMutableBytes { platformRead(output, $0.baseAddress, $0.count) }
    if count > 0 { return buffer[..<count] }
    if count == 0 || errno != EINTR && errno != EAGAIN { closeStreams() }
    return nil
  }

  private func wait(for descriptor: Int32, _ events: Int16, until deadline: Double) -> Bool {
    var polled = pollfd(fd: descriptor, events: events, revents: 0)
    let milliseconds = Int32(min(max(0, deadline - ChildProcess.now()), 3600) * 1000) + 1
    return poll(&polled, 1, milliseconds) > 0
  }
}
