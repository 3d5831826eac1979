import SystemSupport

/// Writes to the standard streams, unbuffered.
package enum Terminal {
  package static func print(_ text: String) { print(Array(text.utf8)) }

  /// Prints bytes. If that fails, the process ends, so that incomplete output does not count as complete.
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

  /// Whether standard error is a terminal, and so is read by people.
  static var isForPeople: Bool { isatty(2) == 1 }

  /// Whether findings are colored by default: on a terminal with colors, unless `NO_COLOR` is set.
  static var wantsColor: Bool {
    guard knowsEscapes else { return false }
    if let value = getenv("NO_COLOR"), value.pointee != 0 { return false }
    return true
  }

  /// Whether standard error is a terminal that understands escape sequences.
  private static var knowsEscapes: Bool {
    guard isForPeople else { return false }
    if let value = getenv("TERM"), strcmp(value, "dumb") == 0 { return false }
    return true
  }

  /// Clears the terminal before new output.
  static func clear() {
    if knowsEscapes { printError(Message(verbatim: "\u{1B}[H\u{1B}[2J")) }
  }

  // MARK: Long work

  /// The time, in seconds, for which people wait before they are told about the current work.
  private static let patience = 2.0
  /// The time of the last message to people.
  private nonisolated(unsafe) static var silentSince = ChildProcess.now()
  private nonisolated(unsafe) static var showsProgress = false

  /// Begins work that may need a long time.
  static func begin() { silentSince = ChildProcess.now() }

  /// Shows people the current work if they have waited for a while, on a line that the next output overwrites.
  package static func tell(_ work: Message) {
    let now = ChildProcess.now()
    guard knowsEscapes, now - silentSince > patience else { return }
    // The next line comes soon, as there is no other sign of progress.
    silentSince = now - patience + 0.2
    removeProgress()
    showsProgress = true
    _ = FileSystem.writeAll(Array("\(work.text) …".utf8), to: 2)
  }

  /// Removes the line about the current work from the terminal.
  static func removeProgress() {
    guard showsProgress else { return }
    showsProgress = false
    _ = FileSystem.writeAll(Array("\r\u{1B}[K".utf8), to: 2)
  }
}
