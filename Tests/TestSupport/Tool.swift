import Foundation
import Testing

/// A program that a test needs, such as `node`. If the program is not installed, the test is skipped and says so. With
/// `SM_GEN_REQUIRE_TOOLS=1` in the environment, as in `.ci/run`, the test fails instead.
package struct Tool: Sendable {
  package let name: String
  package let package: String

  package static let dot = Tool(name: "dot", package: "graphviz")
  package static let plantuml = Tool(name: "plantuml", package: "plantuml")
  package static let node = Tool(name: "node", package: "nodejs")

  package init(name: String, package: String) {
    self.name = name
    self.package = package
  }

  package var isWanted: Bool { path != nil || ProcessInfo.processInfo.environment["SM_GEN_REQUIRE_TOOLS"] == "1" }

  package var path: String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs the program in a folder, and returns its result.
  ///
  /// - Parameter input: the name of a file in `folder` that the program reads as its standard input; nil for no input.
  package func run(_ arguments: [String], in folder: URL, input: String? = nil) throws -> ProcessResult {
    let path = try #require(path, "'\(name)' is not installed: it is in the package \(package)")
    return try .run(path, arguments, in: folder, input: input)
  }
}
