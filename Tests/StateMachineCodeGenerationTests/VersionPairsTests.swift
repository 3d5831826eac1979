import Foundation
import StateMachineCompiler
import StateMachineSyntax
import TestSupport
import Testing

/// In random pairs of versions of a machine, the newer version reads the data that the older version has stored, as the
/// newer version's file says.
@Suite struct VersionPairsTests {
  @Test func whatTheOlderVersionHasStoredIsRead() throws {
    let count = TestExtent.count("SM_GEN_VERSION_PAIRS", short: 8, long: 100)
    var files: [(String, String)] = []
    var main = "import Foundation\nvar count = 0\n" + Self.check
    for seed in 0..<count {
      var random = SeededGenerator(seed: seed)
      let pair = VersionPair(Int(seed), &random)
      for (name, text) in [("Old\(seed)", pair.older), ("New\(seed)", pair.newer)] {
        let result = Compiler().generate(SourceFile(path: "\(name).sm", text: text))
        let errors = result.diagnostics.filter { $0.severity == .error }.map(\.message)
        let swift = try #require(result.swift, "\(errors)\n\(text)")
        files.append(("\(name).swift", String(decoding: swift, as: UTF8.self)))
      }
      for (kind, older, newer) in pair.values {
        main += "check(Old\(seed)\(kind)\(older), New\(seed)\(kind)\(newer))\n"
      }
    }
    main += "print(count)\n"
    let folder = try TemporaryFolder(files + [("main.swift", main)])
    let compiled = try SwiftCompiler().compile(
      files.map(\.0) + ["main.swift"], ["-wmo", "-o", "program"], in: folder.url)
    try #require(compiled.code == 0 && !compiled.output.contains("warning"), "\(compiled.output)")
    let result = try ProcessResult.run(folder.url.appending(path: "program").path, [], in: folder.url)
    #expect(Int(result.output.filter { !$0.isWhitespace }).map { $0 > count * 5 } == true, "\(result.output)")
  }

  /// Tells where what is read is not what is expected, and counts what is as it should be.
  private static let check = """
    @MainActor func check<Old: Encodable, New: Decodable & Equatable>(_ old: Old, _ new: New) {
      do {
        let data = try JSONEncoder().encode(old)
        let read = try JSONDecoder().decode(New.self, from: data)
        if read == new { count += 1 } else { print(String(decoding: data, as: UTF8.self), "is read as", read, "and not", new) }
      } catch { print(old, "is not read:", error) }
    }

    """
}
