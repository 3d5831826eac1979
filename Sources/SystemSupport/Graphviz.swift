/// Graphviz' program `dot`, which lays out and draws graphs.
package enum Graphviz {
  /// Returns the output of `dot` for a text in DOT.
  ///
  /// - Parameters:
  ///   - options: the options of the command, such as `-Tsvg`.
  ///   - timeout: the time in seconds after which the program is killed.
  ///   - whileRunning: a function that is called about once a second until the program ends.
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

  /// Returns a changed text, to be drawn after a crash of `dot`; nil if `dot` has not crashed.
  ///
  /// Graphviz 2.43 sometimes crashes when it clips an arrow at a frame, by an assertion in its compound.c. Such a
  /// picture is drawn without clipping: arrows end at nodes in the frame.
  private static func withoutFrames(_ dot: String, _ ended: ChildProcess.Ended) -> String? {
    guard case .signal = ended.reason, let frame = dot.firstRange(of: " compound=true") else { return nil }
    return String(dot[..<frame.lowerBound] + dot[frame.upperBound...])
  }

  /// A picture that is drawn in the background.
  package final class Drawing {
    private let dot: String
    private let options: [String]
    private let timeout: Double
    private var process: BackgroundProcess
    private var isSecond = false
    /// The result of `dot`; nil until the picture is drawn.
    package private(set) var outcome: Result<ChildProcess.Ended, ChildProcess.Failure>?

    /// - Parameters:
    ///   - options: the options of the command, such as `-Tsvg`.
    ///   - timeout: the time in seconds after which the program is killed.
    package init(_ dot: String, options: [String], timeout: Double) throws(ChildProcess.Failure) {
      self.dot = dot
      self.options = options
      self.timeout = timeout
      process = try BackgroundProcess(["dot"] + options, input: Array(dot.utf8), timeout: timeout)
    }

    /// Writes and reads as many bytes as possible, without waiting.
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

    /// The descriptors that `step` can use when they are ready, and the longest time to wait for them in milliseconds.
    package var pending: (descriptors: [pollfd], milliseconds: Int32) { process.pending }
  }
}
