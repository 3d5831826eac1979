/// What a subcommand makes of one input, and where it goes.
struct Output {
  /// Nil for standard output.
  let path: String?
  let bytes: [UInt8]

  /// Writes outputs, and makes the folder that they are for.
  ///
  /// - Parameter destination: what `-o` is given.
  static func write(_ outputs: [Output], to destination: String?) throws(CommandFailure) {
    if let destination, destination.hasSuffix("/") { try FileSystem.makeDirectory(destination) }
    for output in outputs {
      if let path = output.path {
        try FileSystem.write(output.bytes, to: path)
      } else {
        Terminal.print(output.bytes)
      }
    }
  }
}
