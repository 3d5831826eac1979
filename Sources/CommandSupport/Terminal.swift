import SystemSupport

/// Writes to the standard streams, unbuffered.
package enum Terminal {
  package static func print(_ text: String) { print(Array(text.utf8)) }

  /// Ends the process where it cannot be written: half an output is none.
  package static func print(_ bytes: [UInt8]) {
    removeProgress()
    guard let code = FileSystem.writeAll(bytes, to: 1), code != EPIPE else { return }
    printError("error: \(CommandFailure("write", "standard output", code).message)\n")
    exit(.failure)
  }

  package static func printError(_ message: Message) {
    removeProgress()
    // There is nowhere to tell that this cannot be written.
    _ = FileSystem.writeAll(Array(message.text.utf8), to: 2)
  }

  /// Is true where standard error is a terminal, which somebody reads.
  static var isForPeople: Bool { isatty(2) == 1 }

  /// Is true where diagnostics are coloured by default: on a terminal that can, unless `NO_COLOR` is set.
  static var wantsColor: Bool {
    guard knowsEscapes else { return false }
    if let value = getenv("NO_COLOR"), value.pointee != 0 { return false }
    return true
  }

  /// Is true where standard error is a terminal that understands escape sequences.
  private static var knowsEscapes: Bool {
    guard isForPeople else { return false }
    if let value = getenv("TERM"), strcmp(value, "dumb") == 0 { return false }
    return true
  }

  /// Removes what a terminal shows, to show what holds now.
  static func clear() {
    if knowsEscapes { printError(Message(verbatim: "\u{1B}[H\u{1B}[2J")) }
  }

  // MARK: Long work

  /// How long people wait without being told what for, in seconds.
  private static let patience = 2.0
  /// Since when nothing has been told.
  private nonisolated(unsafe) static var silentSince = ChildProcess.now()
  private nonisolated(unsafe) static var showsProgress = false

  /// Begins work, which may turn out to be long.
  static func begin() { silentSince = ChildProcess.now() }

  /// Tells people what is being done, where they have waited for a while: in one line, which whatever is printed next
  /// replaces.
  package static func tell(_ work: Message) {
    let now = ChildProcess.now()
    guard knowsEscapes, now - silentSince > patience else { return }
    // The next line comes soon, as there is no other sign of life.
    silentSince = now - patience + 0.2
    removeProgress()
    showsProgress = true
    _ = FileSystem.writeAll(Array("\(work.text) …".utf8), to: 2)
  }

  /// Removes the line that tells what is being done.
  static func removeProgress() {
    guard showsProgress else { return }
    showsProgress = false
    _ = FileSystem.writeAll(Array("\r\u{1B}[K".utf8), to: 2)
  }
}
