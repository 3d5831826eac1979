/// Runs Graphviz' program `dot`, which draws graphs.
package enum Graphviz {
  /// Returns the result of `dot` for a text in the language DOT. If `dot` has crashed, runs it again with a simpler
  /// text.
  ///
  /// - Parameters:
  ///   - options: the options for `dot`, such as `-Tsvg`.
  ///   - timeout: the time in seconds after which the program is killed.
  ///   - whileRunning: called at least about once a second until the program ends.
  package static func run(
    _ dot: String, options: [String], timeout: Int, whileRunning: () -> Void = {}
  ) throws(ChildProcess.Failure) -> ChildProcess.Ended {
    func run(_ dot: String) throws(ChildProcess.Failure) -> ChildProcess.Ended {
      try ChildProcess.run(
        ["dot"] + options, input: Array(dot.utf8), timeout: timeout, whileRunning: whileRunning)
    }
    let ended = try run(dot)
    guard let plain = withoutFrames(dot, ended) else { return ended }
    return try run(plain)
  }

  /// Returns a simpler text to draw if `dot` has crashed. Nil if it has not crashed, or if the text cannot be simpler.
  ///
  /// Graphviz 2.43 sometimes crashes when it cuts an arrow off at the frame of a composite state. In the simpler text,
  /// arrows end at nodes in the frame, and are not cut off.
  private static func withoutFrames(_ dot: String, _ ended: ChildProcess.Ended) -> String? {
    guard case .signal = ended.reason, let frame = dot.firstRange(of: " compound=true") else { return nil }
    return String(dot[..<frame.lowerBound] + dot[frame.upperBound...])
  }

  /// A picture that `dot` draws in the background.
  package final class Drawing {
    private let dot: String
    private let options: [String]
    private let timeout: Double
    private var process: BackgroundProcess
    private var isSecond = false
    /// The result of `dot`; nil until it has ended.
    package private(set) var outcome: Result<ChildProcess.Ended, ChildProcess.Failure>?

    /// Starts `dot`.
    ///
    /// - Parameters:
    ///   - options: the options for `dot`, such as `-Tsvg`.
    ///   - timeout: the time in seconds after which the program is killed.
    package init(_ dot: String, options: [String], timeout: Double) throws(ChildProcess.Failure) {
      self.dot = dot
      self.options = options
      self.timeout = timeout
      process = try BackgroundProcess(["dot"] + options, input: Array(dot.utf8), timeout: timeout)
    }

    /// Writes as many bytes of input, and reads as many bytes of output, as are possible now. Sets `outcome` if `dot`
    /// has ended, or if its time is over. If `dot` has crashed, starts it again with a simpler text.
    package func step() {
      guard outcome == nil else { return }
      process.step()
      guard let ended = process.outcome else { return }
      if !isSecond, case .success(let ended) = ended, let plain = Graphviz.withoutFrames(dot, ended),
        let second = try? BackgroundProcess(["dot"] + options, input: Array(plain.utf8), timeout: timeout)
      {
        isSecond = true
        process = second
      } else {
        outcome = ended
      }
    }

    /// The arguments with which a caller waits by `poll` until it should call `step` again. They are the descriptors of
    /// `dot`, and the longest time to wait, in milliseconds.
    package var pending: (descriptors: [pollfd], milliseconds: Int32) { process.pending }
  }
}
