/// Graphviz' `dot`, which lays out and draws.
package enum Graphviz {
  /// What `dot` makes of a text.
  ///
  /// Now and then, Graphviz 2.43 crashes where it cuts an arrow off at a frame: an assertion in its compound.c. Such a
  /// picture is drawn without that, with arrows that end at what stands in the frame.
  ///
  /// - Parameters:
  ///   - options: of the command: `-Tsvg`.
  ///   - timeout: in seconds; a program that takes longer is stopped.
  package static func run(
    _ dot: String, options: [String], timeout: Int
  ) throws(ChildProcess.Failure) -> ChildProcess.Ended {
    let ended = try ChildProcess.run(["dot"] + options, input: Array(dot.utf8), timeout: timeout)
    guard case .signal = ended.reason, let frame = dot.firstRange(of: " compound=true") else { return ended }
    let plain = String(dot[..<frame.lowerBound] + dot[frame.upperBound...])
    return try ChildProcess.run(["dot"] + options, input: Array(plain.utf8), timeout: timeout)
  }
}
