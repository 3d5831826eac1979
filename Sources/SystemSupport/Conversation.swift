/// A program that is executed at the same time; this process writes its input and reads its output.
package final class Conversation {
  private let child: pid_t
  private let input: Int32
  private let output: Int32
  private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
  /// Whether the pipes to and from the program are open, as far as is known.
  package private(set) var isOpen = true

  /// Starts the program with the name in `arguments[0]`, looked up in `PATH`. Its standard error is discarded.
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

  /// Writes all bytes to the program, and returns whether this was possible within a time in seconds.
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

  /// Returns bytes that the program has written; nil if there are none up to a deadline, a time as `now` returns it.
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
