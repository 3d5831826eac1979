import SystemSupport

/// Writes to the standard streams, unbuffered.
enum Terminal {
  static func print(_ text: String) { print(Array(text.utf8)) }

  /// Ends the process where it cannot be written: half an output is none.
  static func print(_ bytes: [UInt8]) {
    guard let code = FileSystem.writeAll(bytes, to: 1), code != EPIPE else { return }
    printError("error: \(CommandFailure("write", "standard output", code).message)\n")
    exit(.failure)
  }

  static func printError(_ message: Message) {
    // There is nowhere to tell that this cannot be written.
    _ = FileSystem.writeAll(Array(message.text.utf8), to: 2)
  }

  /// Whether somebody reads what is printed as an error while it is printed.
  static var isForPeople: Bool { isatty(2) == 1 }

  /// Whether diagnostics are coloured where the user has not said so: on a terminal that can, unless `NO_COLOR` is set.
  static var wantsColor: Bool {
    guard isForPeople else { return false }
    if let value = getenv("NO_COLOR"), value.pointee != 0 { return false }
    if let value = getenv("TERM"), strcmp(value, "dumb") == 0 { return false }
    return true
  }
}
