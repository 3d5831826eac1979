/// Writes to the standard streams, unbuffered.
enum Terminal {
  static func print(_ text: String) { write(Array(text.utf8), to: 1) }
  static func print(_ bytes: [UInt8]) { write(bytes, to: 1) }
  static func printError(_ text: String) { write(Array(text.utf8), to: 2) }

  /// Whether diagnostics are coloured where the user has not said so: on a terminal that can, unless `NO_COLOR` is set.
  static var wantsColor: Bool {
    guard isatty(2) == 1 else { return false }
    if let value = getenv("NO_COLOR"), value.pointee != 0 { return false }
    if let value = getenv("TERM"), strcmp(value, "dumb") == 0 { return false }
    return true
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    // A reader that has gone away is not the compiler's business.
    _ = FileSystem.writeAll(bytes, to: descriptor)
  }
}
