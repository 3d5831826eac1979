import Foundation
import StateMachineCompiler
import StateMachineSyntax
import TestSupport
import Testing

/// The machines of an app whose types and functions have no isolation annotations compile: as values, in tasks, and in
/// wrappers of each kind.
@Suite struct AppProgramTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "App")

  private static func files() throws -> [(name: String, text: String)] {
    let machine = try String(contentsOf: folder.appending(path: "App.sm"), encoding: .utf8)
    let result = Compiler().generate(SourceFile(path: "App.sm", text: machine))
    #expect(result.diagnostics.map(\.message) == [])
    return [
      ("Machines.swift", String(decoding: try #require(result.swift), as: UTF8.self)),
      ("App.swift", try String(contentsOf: folder.appending(path: "App.swift"), encoding: .utf8)),
    ]
  }

  /// With optimisation, the compiler finds what it finds without, and code that is never executed.
  @Test(arguments: SwiftMode.allCases, TestExtent.pick(short: ["-O"], long: ["-Onone", "-O"]))
  func itCompiles(_ mode: SwiftMode, _ level: String) throws {
    let findings = try SwiftCompiler(mode: mode, isThorough: true).check(Self.files(), ["-parse-as-library", level])
    #expect(findings.isEmpty, "\(mode):\n\(findings.map(\.description).joined(separator: "\n"))")
  }

  @Test(arguments: SwiftMode.allCases) func itRuns(_ mode: SwiftMode) throws {
    let files = try Self.files()
    let folder = try TemporaryFolder(files)
    let built = try SwiftCompiler(mode: mode)
      .compile(files.map(\.name), ["-parse-as-library", "-wmo", "-o", "run"], in: folder.url)
    try #require(built.code == 0, "\(built.output)")
    let result = try ProcessResult.run(folder.url.appending(path: "run").path, [], in: folder.url)
    #expect(
      result.output == """
        true empty
        true
        true true
        lost
        on
        true
        filled(3) (left.start, right.waiting) idle first away
        too fast for guest
        empty occupied
        waiting
        empty
        occupied
        idle

        """)
    #expect(result.code == 0)
  }
}
