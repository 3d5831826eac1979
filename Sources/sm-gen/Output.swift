import SystemSupport

/// What a subcommand makes of one input, and where it goes.
struct Output {
  /// Nil for standard output.
  let path: String?
  let bytes: [UInt8]

  /// Writes outputs, all or none, and makes the folder that they are for.
  ///
  /// - Parameters:
  ///   - arguments: what was asked for: no output replaces what it was made from.
  ///   - dependencies: what a build system is to know, if it has asked.
  static func write(
    _ outputs: [Output], _ arguments: Arguments, dependencies: Output? = nil
  ) throws(CommandFailure) {
    if let destination = arguments.output, destination.hasSuffix("/") { try FileSystem.makeDirectory(destination) }
    var files: [(path: String, bytes: [UInt8])] = []
    for output in outputs + (dependencies.map { [$0] } ?? []) {
      guard let path = output.path else { continue }
      for input in arguments.inputs + arguments.relatedFiles where input != "-" && FileSystem.isSame(path, input) {
        throw CommandFailure("'\(path)' would replace '\(input)', which it is made from: give another name with '-o'")
      }
      files.append((path, output.bytes))
    }
    try FileSystem.write(files)
    for output in outputs where output.path == nil { Terminal.print(output.bytes) }
  }
}
