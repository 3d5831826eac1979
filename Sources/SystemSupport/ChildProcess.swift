/// Runs programs without a shell. A program's input is written while its output is read, so that neither has to wait
/// for the other.
package enum ChildProcess {
  package struct Ended {
    package enum Reason {
      case exit(Int32)
      case signal(Int32)
    }

    package var reason: Reason
    package var output: [UInt8]
    package var error: [UInt8]
  }

  package enum Failure: Error {
    case notFound
    /// A system call has failed. The value is its `errno`.
    case system(Int32)
    case timeout
  }

  /// Runs a program, writes `input` to it, and returns its output after it has ended.
  ///
  /// - Parameters:
  ///   - arguments: the name of the program, which is looked up in `PATH`, and its arguments.
  ///   - timeout: the time in seconds after which the program is killed.
  ///   - whileRunning: called at least about once a second until the program ends.
  package static func run(
    _ arguments: [String], input: [UInt8], timeout: Int, whileRunning: () -> Void = {}
  ) throws(Failure) -> Ended {
    let process = try BackgroundProcess(arguments, input: input, timeout: Double(timeout))
    while process.outcome == nil {
      process.step(waiting: 1)
      whileRunning()
    }
    guard let outcome = process.outcome else { throw .timeout }
    return try outcome.get()
  }

  /// Starts a program whose input and output are empty, such as one that opens a window. The program may continue after
  /// this process has ended. The function waits a short time for the program's end, to notice a failure.
  ///
  /// - Parameter seconds: the longest time to wait.
  /// - Returns: the reason why the program has ended; nil if it is still running.
  package static func launch(_ arguments: [String], waiting seconds: Double) throws(Failure) -> Ended.Reason? {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nothing >= 0 else { throw .system(errno) }
    let silence = Descriptor(nothing)
    let child = try spawn(arguments, silence.descriptor, silence.descriptor, silence.descriptor)
    let deadline = now() + seconds
    repeat {
      var status: Int32 = 0
      if waitpid(child, &status, WNOHANG) == child { return reason(status) }
      poll(nil, 0, 10)
    } while now() < deadline
    return nil
  }

  /// Starts a program whose errors are discarded. Returns the number of its process, and two descriptors: one to write
  /// its input to, and one to read its output from. The caller has to close both.
  static func start(_ arguments: [String]) throws(Failure) -> (child: pid_t, input: Int32, output: Int32) {
    let standardInput = try Pipe()
    let standardOutput = try Pipe()
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nothing >= 0 else { throw .system(errno) }
    let standardError = Descriptor(nothing)
    let child = try spawn(
      arguments, standardInput.reading.descriptor, standardOutput.writing.descriptor, standardError.descriptor)
    return (child, standardInput.writing.release(), standardOutput.reading.release())
  }

  /// Returns the reason why a program has ended, from the status that `waitpid` returns. In C, the macros of
  /// `sys/wait.h` do this, but Swift cannot use them.
  fileprivate static func reason(_ status: Int32) -> Ended.Reason {
    // The lowest 7 bits are the number of the signal, and the next byte is the exit code.
    status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }

  /// Returns the time in seconds, by a clock that is never set back.
  package static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Starts a program, and returns the number of its process. The descriptors are its standard input, output and error.
  fileprivate static func spawn(
    _ arguments: [String], _ input: Int32, _ output: Int32, _ error: Int32
  ) throws(Failure) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, error, 2)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let code = posix_spawnp(&child, arguments[0], &actions, &attributes, words, environ)
    guard code == 0 else { throw code == ENOENT ? .notFound : .system(code) }
    return child
  }
}

extension ChildProcess {
  /// Returns whether a folder in `PATH` contains a program with the given name.
  package static func isInPath(_ program: String) -> Bool {
    let path = getenv("PATH").map { SystemText.string($0) } ?? ""
    return path.split(separator: ":").contains { access(SystemText.path("\($0)/\(program)"), X_OK) == 0 }
  }
}

/// A program that runs in the background, while this process continues. Each call of `step` writes some of the
/// program's input and reads some of its output.
package final class BackgroundProcess {
  private let child: pid_t
  private var transfer: Transfer
  private let deadline: Double
  /// The result of the program; nil until the program has ended.
  package private(set) var outcome: Result<ChildProcess.Ended, ChildProcess.Failure>?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: the name of the program, which is looked up in `PATH`, and its arguments.
  ///   - input: the bytes that `step` writes to the program.
  ///   - timeout: the time in seconds after which the next call of `step` kills the program.
  package init(_ arguments: [String], input: [UInt8], timeout: Double) throws(ChildProcess.Failure) {
    // A program that ends without reading its input must not end this one, too.
    signal(SIGPIPE, SIG_IGN)
    let standardInput = try Pipe()
    let standardOutput = try Pipe()
    let standardError = try Pipe()
    child = try ChildProcess.spawn(
      arguments, standardInput.reading.descriptor, standardOutput.writing.descriptor, standardError.writing.descriptor)
    standardInput.reading.close()
    standardOutput.writing.close()
    standardError.writing.close()
    deadline = ChildProcess.now() + timeout
    transfer = Transfer(
      input: input, sink: standardInput.writing, sources: [standardOutput.reading, standardError.reading])
  }

  deinit {
    if outcome == nil { end() }
  }

  /// Writes as many bytes of input, and reads as many bytes of output, as are possible now. Sets `outcome` if the
  /// program has ended, or if its time is over. Does nothing once `outcome` is set.
  ///
  /// - Parameter seconds: the longest time to wait until bytes can be written or read.
  package func step(waiting seconds: Double = 0) {
    guard outcome == nil else { return }
    guard ChildProcess.now() < deadline else {
      end()
      outcome = .failure(.timeout)
      return
    }
    guard transfer.isDone else {
      transfer.step(timeout: min(seconds, deadline - ChildProcess.now()))
      return
    }
    // The program has closed its streams, but may not have ended.
    var status: Int32 = 0
    let ended = waitpid(child, &status, WNOHANG)
    if ended == child {
      outcome = .success(
        ChildProcess.Ended(
          reason: ChildProcess.reason(status), output: transfer.collected[0], error: transfer.collected[1]))
    } else if ended < 0, errno != EINTR {
      outcome = .failure(.system(errno))
    } else if seconds > 0 {
      poll(nil, 0, 2)
    }
  }

  private func end() {
    var status: Int32 = 0
    kill(child, SIGKILL)
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
  }

  /// The arguments with which a caller waits by `poll` until it should call `step` again. They are the descriptors of
  /// the program's input and output, and the longest time to wait, in milliseconds.
  package var pending: (descriptors: [pollfd], milliseconds: Int32) {
    if transfer.isDone { return ([], 2) }
    let rest = Int32(min(max(0, deadline - ChildProcess.now()), 3600) * 1000) + 1
    return (transfer.polled, rest)
  }
}

/// A file descriptor that is closed when no variable refers to this object any more. It is closed only once, even if
/// `close` is called several times.
private final class Descriptor {
  private(set) var descriptor: Int32
  init(_ descriptor: Int32) { self.descriptor = descriptor }
  deinit { close() }

  var isOpen: Bool { descriptor >= 0 }

  func close() {
    guard isOpen else { return }
    platformClose(descriptor)
    descriptor = -1
  }

  /// Returns the descriptor. This object then no longer closes it, and the caller has to close it.
  func release() -> Int32 {
    defer { descriptor = -1 }
    return descriptor
  }
}

private struct Pipe: ~Copyable {
  let reading: Descriptor
  let writing: Descriptor

  init() throws(ChildProcess.Failure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system(errno) }
    reading = Descriptor(ends[0])
    writing = Descriptor(ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }
}

/// Exchanges bytes with a program: writes its input to one descriptor, and reads its output and its errors from two
/// others. In each step, it uses only the descriptors that are ready, so that it never waits for one of them.
private struct Transfer {
  private let input: [UInt8]
  private var written = 0
  private let sink: Descriptor
  private let sources: [Descriptor]
  /// The bytes that have been read from each of `sources` so far.
  private(set) var collected: [[UInt8]]
  private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

  init(input: [UInt8], sink: Descriptor, sources: [Descriptor]) {
    self.input = input
    self.sink = sink
    self.sources = sources
    collected = sources.map { _ in [] }
    for descriptor in [sink] + sources {
      _ = fcntl(descriptor.descriptor, F_SETFL, fcntl(descriptor.descriptor, F_GETFL) | O_NONBLOCK)
    }
    if input.isEmpty { sink.close() }
  }

  /// Whether the program has closed its output and its errors. Input that has not been written until then is no longer
  /// needed.
  var isDone: Bool { sources.allSatisfy { !$0.isOpen } }

  /// The open descriptors in the form for `poll`: the descriptors that are read, and the descriptor that is written to.
  var polled: [pollfd] {
    var polled: [pollfd] = []
    for source in sources where source.isOpen {
      polled.append(pollfd(fd: source.descriptor, events: Int16(POLLIN), revents: 0))
    }
    if sink.isOpen { polled.append(pollfd(fd: sink.descriptor, events: Int16(POLLOUT), revents: 0)) }
    return polled
  }

  /// Waits until bytes can be written or read, but at most `timeout` seconds. Then writes and reads them.
  mutating func step(timeout: Double) {
    var polled = polled
    let milliseconds = timeout > 0 ? Int32(min(timeout, 3600) * 1000) + 1 : 0
    guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return }
    for entry in polled where entry.revents != 0 {
      if entry.fd == sink.descriptor {
        write()
      } else if let index = sources.firstIndex(where: { $0.descriptor == entry.fd }) {
        read(index)
      }
    }
  }

  private mutating func write() {
    let count = input[written...].withUnsafeBytes {
      platformWrite(sink.descriptor, $0.baseAddress, $0.count)
    }
    if count > 0 {
      written += count
    } else if errno != EINTR, errno != EAGAIN {
      sink.close()
    }
    if written == input.count { sink.close() }
  }

  private mutating func read(_ index: Int) {
    let descriptor = sources[index].descriptor
    let count = buffer.withUnsafeMutableBytes { platformRead(descriptor, $0.baseAddress, $0.count) }
    if count > 0 {
      collected[index] += buffer[..<count]
    } else if count == 0 || errno != EINTR && errno != EAGAIN {
      // The program has closed the descriptor, or reading has failed for good.
      sources[index].close()
    }
  }
}
