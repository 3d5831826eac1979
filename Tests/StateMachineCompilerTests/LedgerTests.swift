import Foundation
import TestSupport
import Testing

/// `Tests/ledger --check` works in a repository with commits of its own.
@Suite struct LedgerTests {
  private let repository: TemporaryFolder

  init() throws {
    repository = try TemporaryFolder()
    let folder = repository.url
    for path in ["Tests", "Sources/StateMachineSyntax", "Sources/StateMachineModel", "Sources/StateMachineFormat"] {
      try FileManager.default.createDirectory(at: folder.appending(path: path), withIntermediateDirectories: true)
    }
    try FileManager.default.copyItem(
      at: Repository.root.appending(path: "Tests/ledger"), to: folder.appending(path: "Tests/ledger"))
    _ = try git("init", "-q")
    try commit("The rule", ["StateMachineSyntax/A": 20, "StateMachineModel/B": 20])
    // What came before the rule is not weighed.
    #expect(try check().code == 0)
  }

  private func git(_ arguments: String...) throws -> ProcessResult {
    try .run("/usr/bin/env", ["git"] + arguments, in: repository.url)
  }

  /// Commits files of `Sources` with so many lines.
  private func commit(_ message: String, _ files: [String: Int]) throws {
    for (name, lines) in files {
      let text = (0..<lines).map { "let line\($0) = \($0)\n" }.joined()
      try Data(text.utf8).write(to: repository.url.appending(path: "Sources/\(name).swift"))
    }
    _ = try git("add", "-A")
    let author = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
    let result = try ProcessResult.run(
      "/usr/bin/env", ["git"] + author + ["commit", "-qm", message], in: repository.url)
    #expect(result.code == 0, "\(result.output)")
  }

  private func check(_ arguments: String...) throws -> ProcessResult {
    try .run("/usr/bin/env", ["bash", "Tests/ledger", "--check"] + arguments, in: repository.url)
  }

  @Test func aBaseThatIsNoCommitIsNoSuccess() throws {
    #expect(try check("HEAD").code == 0)
    #expect(try check("nowhere").code != 0)
  }

  @Test(arguments: [
    ("Longer", 25, 20, false), ("Moved", 25, 15, true), ("Shorter", 10, 20, true),
    ("Longer\n\nLedger: +5 because a row has a part more.", 25, 20, true),
    ("Longer\n\nLedger: +4 because a row has a part more.", 25, 20, false), ("Longer\n\nLedger: +5", 25, 20, false),
  ])
  func growthWantsAReason(_ message: String, _ syntax: Int, _ model: Int, isAllowed: Bool) throws {
    try commit(message, ["StateMachineSyntax/A": syntax, "StateMachineModel/B": model])
    let result = try check()
    #expect((result.code == 0) == isAllowed, "\(result.output)")
    #expect(result.output.contains("the compiler has \(String(format: "%+d", syntax + model - 40)) lines"))
    if !isAllowed { #expect(result.output.contains("Longer: error: the compiler has 5 lines more")) }
  }

  @Test func otherTargetsAndTagsDoNotCount() throws {
    try commit("More formats", ["StateMachineFormat/C": 30])
    #expect(try check().output.hasPrefix("the compiler has +0 lines since "))
    try commit("Longer", ["StateMachineModel/B": 21])
    #expect(try check().code == 1)
    _ = try git("tag", "1.0.0")
    #expect(try check().output == "the compiler has +0 lines since 1.0.0\n")
  }
}
