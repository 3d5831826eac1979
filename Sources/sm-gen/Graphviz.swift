import CommandSupport
import SystemSupport

extension Graphviz {
  /// Returns the picture that `dot` draws from a text in the language DOT, and prints the warnings of `dot`. If
  /// Graphviz is missing, throws an error that says how to install it. Also throws if `dot` fails or takes too long.
  ///
  /// - Parameter timeout: the time in seconds after which `dot` is killed.
  static func render(_ dot: String, as format: PictureFormat, timeout: Int) throws(CommandFailure) -> [UInt8] {
    try picture(run(dot, as: format, timeout: timeout))
  }

  /// Runs `dot` in a format. Errors of the system become messages that say what the user can do.
  private static func run(
    _ dot: String, as format: PictureFormat, timeout: Int
  ) throws(CommandFailure) -> ChildProcess.Ended {
    var options = ["-T\(format.rawValue)"]
    // Twice the usual density, for high-resolution screens.
    if format == .png { options.append("-Gdpi=144") }
    do throws(ChildProcess.Failure) {
      return try run(dot, options: options, timeout: timeout) { Terminal.tell("'dot' draws") }
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
          '--labels none' makes the picture simpler
          """)
      }
    }
  }

  private static func picture(_ ended: ChildProcess.Ended) throws(CommandFailure) -> [UInt8] {
    let said = String(decoding: ended.error.prefix(2000), as: UTF8.self)
      .split(whereSeparator: \.isNewline).map { String($0).visible }.joined(separator: "\n  ")
    if case .exit(0) = ended.reason, !ended.output.isEmpty {
      // For example, a picture was made smaller, or a font is missing.
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
