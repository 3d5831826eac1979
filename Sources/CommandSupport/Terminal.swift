import SystemSupport

/// Prints to standard output and standard error. Nothing is buffered.
package enum Terminal {
  package static func print(_ text: String) { print(Array(text.utf8)) }

  /// Prints bytes to standard output. If the write fails, the process ends with an error, so that nobody takes
  /// incomplete output for complete output. It is no error if the reader has ended, as in `sm-gen … | head`.
  package static func print(_ bytes: [UInt8]) {
    removeProgress()
    guard let code = FileSystem.writeAll(bytes, to: 1), code != EPIPE else { return }
    printError("error: \(CommandFailure("write", "standard output", code).message)\n")
    exit(.failure)
  }

  package static func printError(_ message: Message) {
    removeProgress()
    // A failure cannot be reported anywhere.
    _ = FileSystem.writeAll(Array(message.text.utf8), to: 2)
  }

  /// Whether standard error is a terminal, so that people read it.
  static var isForPeople: Bool { isatty(2) == 1 }

  /// Whether findings are printed in color if no option decides it. They are if standard error is a terminal with
  /// colors and `NO_COLOR` is not set.
  static var wantsColor: Bool {
    guard knowsEscapes else { return false }
    if let value = getenv("NO_COLOR"), value.pointee != 0 { return false }
    return true
  }

  /// Whether standard error is a terminal that understands escape sequences, for colors for example.
  private static var knowsEscapes: Bool {
    guard isForPeople else { return false }
    if let value = getenv("TERM"), strcmp(value, "dumb") == 0 { return false }
    return true
  }

  /// Clears the terminal, before output that replaces the old one.
  static func clear() {
    if knowsEscapes { printError(Message(verbatim: "\u{1B}[H\u{1B}[2J")) }
  }

  // MARK: Long work

  /// The time in seconds after which people are told what the command is doing.
  private static let patience = 2.0
  /// The time at which the command last showed something, or at which its work began.
  private nonisolated(unsafe) static var silentSince = ChildProcess.now()
  private nonisolated(unsafe) static var showsProgress = false

  /// Stores the present time as the beginning of work that may take long. `tell(_:)` shows nothing in the first two
  /// seconds after it.
  static func begin() { silentSince = ChildProcess.now() }

  /// Shows what the command is doing, once two seconds have passed since `begin()`. After that, it shows at most five
  /// lines per second. The next output overwrites the line. Nothing is shown if standard error is no terminal.
  package static func tell(_ work: Message) {
    let now = ChildProcess.now()
    guard knowsEscapes, now - silentSince > patience else { return }
    // The next line is shown soon, because there is no other sign of progress.
    silentSince = now - patience + 0.2
    removeProgress()
    showsProgress = true
    _ = FileSystem.writeAll(Array("\(work.text) …".utf8), to: 2)
  }

  /// Removes the line that shows what the command is doing.
  static func removeProgress() {
    guard showsProgress else { return }
    showsProgress = false
    _ = FileSystem.writeAll(Array("\r\u{1B}[K".utf8), to: 2)
  }
}
