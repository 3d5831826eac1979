import Foundation
import Testing

/// A program that a test needs. Where it is not installed the test is skipped, and says so; with
/// `SM_GEN_REQUIRE_TOOLS=1`, as in `.ci/run`, it fails instead.
struct Tool {
  let name: String
  let package: String

  static let dot = Tool(name: "dot", package: "graphviz")
  static let plantuml = Tool(name: "plantuml", package: "plantuml")

  var isWanted: Bool { path != nil || ProcessInfo.processInfo.environment["SM_GEN_REQUIRE_TOOLS"] == "1" }

  var path: String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs the program; its exit code and what it has written to standard output and standard error together.
  func run(_ arguments: [String], in folder: URL) throws -> (code: Int32, output: String) {
    let path = try #require(path, "'\(name)' is not installed: it is in the package \(package)")
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let log = folder.appending(path: "log")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: try Data(contentsOf: log), as: UTF8.self))
  }
}

/// A folder for the files of one test, removed with its last reference.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "sm-gen diagrams \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
