/// Graphviz' `dot`, which lays out and draws.
package enum Graphviz {
  /// The output of `dot` for a text.
  ///
  /// - Parameters:
  ///   - options: of the command: `-Tsvg`.
  ///   - timeout: in seconds; a program that takes longer is stopped.
  ///   - whileRunning: called about once a second as long as it runs.
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

  /// The text to be drawn once more, where `dot` has crashed; nil where it has not.
  ///
  /// Now and then, Graphviz 2.43 crashes where it cuts an arrow off at a frame: an assertion in its compound.c. Such a
  /// picture is drawn without that, with arrows that end at what stands in the frame.
  private static func withoutFrames(_ dot: String, _ ended: ChildProcess.Ended) -> String? {
    guard case .signal = ended.reason, let frame = dot.firstRange(of: " compound=true") else { return nil }
    return String(dot[..<frame.lowerBound] + dot[frame.upperBound...])
  }

  /// A picture that is drawn while other things are done.
  package final class Drawing {
    private let dot: String
    private let options: [String]
    private let timeout: Double
    private var process: BackgroundProcess
    private var isSecond = false
    /// How it has ended; nil as long as it is drawn.
    package private(set) var outcome: Result<ChildProcess.Ended, ChildProcess.Failure>?

    /// - Parameters:
    ///   - options: of the command: `-Tsvg`.
    ///   - timeout: in seconds; a program that takes longer is stopped.
    package init(_ dot: String, options: [String], timeout: Double) throws(ChildProcess.Failure) {
      self.dot = dot
      self.options = options
      self.timeout = timeout
      process = try BackgroundProcess(["dot"] + options, input: Array(dot.utf8), timeout: timeout)
    }

    /// Writes and reads what can be, without waiting.
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

    /// The descriptors to wait for until the next step, and for how many milliseconds at most.
    package var pending: (descriptors: [pollfd], milliseconds: Int32) { process.pending }
  }
}
