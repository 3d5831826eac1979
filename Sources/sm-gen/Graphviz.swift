import StateMachineCompiler
import SystemSupport

/// Runs Graphviz' `dot`, which lays out and draws.
enum Graphviz {
  /// The picture of a DOT text.
  ///
  /// Now and then, Graphviz 2.43 crashes where it cuts an arrow off at a frame: an assertion in its compound.c. Such a
  /// picture is drawn without that, with arrows that end at what stands in the frame.
  ///
  /// - Parameter timeout: in seconds; a program that takes longer is stopped.
  static func render(_ dot: String, as format: PictureFormat, timeout: Int) throws(CommandFailure) -> [UInt8] {
    let ended = try run(dot, as: format, timeout: timeout)
    if case .signal = ended.reason, let frame = dot.firstRange(of: " compound=true") {
      return try picture(run(String(dot[..<frame.lowerBound] + dot[frame.upperBound...]), as: format, timeout: timeout))
    }
    return try picture(ended)
  }

  private static func run(
    _ dot: String, as format: PictureFormat, timeout: Int
  ) throws(CommandFailure) -> ChildProcess.Ended {
    var arguments = ["dot", "-T\(format.rawValue)"]
    // Twice the usual density, for screens that have it.
    if format == .png { arguments.append("-Gdpi=144") }
    do throws(ChildProcess.Failure) {
      return try ChildProcess.run(arguments, input: Array(dot.utf8), timeout: timeout)
    } catch {
      switch error {
      case .notFound:
        throw CommandFailure(
          """
          'dot' was not found: install Graphviz ('brew install graphviz', 'apt-get install graphviz', or see \
          graphviz.org/download); '--format dot' and '--format mermaid' need nothing
          """)
      case .system(let code):
        throw CommandFailure("cannot run 'dot': \(String(cString: strerror(code)))")
      case .timeout:
        throw CommandFailure(
          """
          'dot' has not finished after \(timeout) seconds and was stopped; '--timeout' gives it longer, \
          '--labels events' makes the picture simpler
          """)
      }
    }
  }

  private static func picture(_ ended: ChildProcess.Ended) throws(CommandFailure) -> [UInt8] {
    let said = String(decoding: ended.error.prefix(2000), as: UTF8.self)
      .split(whereSeparator: \.isNewline).map { String($0).visible }.joined(separator: "\n  ")
    if case .exit(0) = ended.reason, !ended.output.isEmpty {
      // A picture that had to be made smaller, a font that is missing.
      if !said.isEmpty { Terminal.printError("warning: 'dot' says:\n  \(Message(verbatim: said))\n") }
      return ended.output
    }
    let reason: Message =
      switch ended.reason {
      case .exit(0): "'dot' has written nothing"
      case .exit(let code): "'dot' failed with exit code \(code)"
      case .signal(let signal): "'dot' was ended by signal \(signal)"
      }
    throw CommandFailure(reason + (said.isEmpty ? "" : "; it says:\n  \(Message(verbatim: said))"))
  }
}
