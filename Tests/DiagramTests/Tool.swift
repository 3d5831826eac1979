import Foundation
import TestSupport
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

  func run(_ arguments: [String], in folder: URL) throws -> ProcessResult {
    try .run(#require(path, "'\(name)' is not installed: it is in the package \(package)"), arguments, in: folder)
  }
}
