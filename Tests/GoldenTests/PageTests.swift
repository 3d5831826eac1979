import Foundation
import Testing

/// The parts of `specs` in README and the pages are those that are compiled and run here.
@Suite struct PageTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized
  private static let pages = "Sources/StateMachineCompiler/StateMachineCompiler.docc"

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The blocks of a page in one language.
  private static func blocks(of page: String, _ language: String) throws -> [String] {
    try text(page).components(separatedBy: "\n```\(language)\n").dropFirst().map { block in
      String(block.prefix(upTo: block.range(of: "```")?.lowerBound ?? block.endIndex))
    }
  }

  @Test(arguments: [
    ("README.md", "ElevatorDoor"), ("\(pages)/Servers.md", "SharedToken"),
  ])
  func aMachineOfAPageIsThatOfItsSpec(_ page: String, _ name: String) throws {
    let spec = try Self.text("specs/\(name).sm")
    #expect(try Self.blocks(of: page, "sm").contains(spec))
  }

  @Test(arguments: [("\(pages)/Servers.md", "SharedToken")])
  func anExtensionOfAPageIsTheOneThatIsTested(_ page: String, _ name: String) throws {
    let head = "extension \(name)StateMachine {\n"
    let tested = try Self.text("Tests/GoldenTests/\(name)Tests.swift")
    let start = try #require(tested.range(of: head))
    let end = try #require(tested.range(of: "\n}\n", range: start.upperBound..<tested.endIndex))
    let code = String(tested[start.lowerBound..<end.upperBound])
    #expect(try Self.blocks(of: page, "swift").contains { $0.hasPrefix(code) })
  }
}
