import Foundation
import Testing

@testable import StateMachineCompiler

/// What every example machine becomes. The expected files are part of this target: they are compiled, and the other
/// files of it run them.
///
/// `swift run sm-gen -o Tests/GoldenTests/Expected/ specs/*.sm` writes them anew; read the difference before committing.
@Suite struct GoldenTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let specs: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: "specs").path)) ?? []
    return names.filter { $0.hasSuffix(".sm") }.sorted()
  }()

  @Test func thereAreSpecs() {
    #expect(Self.specs.count >= 10)
  }

  @Test(arguments: specs) func generatedSwiftIsAsExpected(_ name: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: "specs/\(name)"), encoding: .utf8)
    let result = Compiler().generate(SourceFile(path: "specs/\(name)", text: text))
    #expect(result.diagnostics.map(\.message) == [])
    let swift = String(decoding: try #require(result.swift), as: UTF8.self)
    let expected = Self.root.appending(path: "Tests/GoldenTests/Expected/\(name).swift")
    #expect(try swift == String(contentsOf: expected, encoding: .utf8))
  }

  @Test func everyExpectedFileHasASpec() throws {
    let expected = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appending(path: "Tests/GoldenTests/Expected").path)
    #expect(expected.sorted() == Self.specs.map { "\($0).swift" })
  }
}
