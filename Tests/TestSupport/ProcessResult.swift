import Foundation

/// The result of a program: its exit code, and its standard output and standard error in one text.
package struct ProcessResult {
  package var code: Int32
  package var output: String

  /// Runs a program, waits for its end, and returns its result.
  ///
  /// The output goes through a file, because a pipe can hold only a limited amount. Each call has its own file, so that
  /// several programs may run in one folder at once.
  ///
  /// - Parameter input: the name of a file in `folder` that the program reads as its standard input; nil for no input.
  package static func run(
    _ program: String, _ arguments: [String], in folder: URL, input: String? = nil
  ) throws -> ProcessResult {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    if let input { process.standardInput = try FileHandle(forReadingFrom: folder.appending(path: input)) }
    let log = FileManager.default.temporaryDirectory.appending(path: "sm-gen-test-\(UUID().uuidString).log")
    try Data().write(to: log)
    defer { try? FileManager.default.removeItem(at: log) }
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return ProcessResult(
      code: process.terminationStatus, output: String(decoding: try Data(contentsOf: log), as: UTF8.self))
  }
}
