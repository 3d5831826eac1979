import Foundation
import StateMachineImport
import StateMachineSyntax
import TestSupport
import Testing

/// Properties of the import hold for any Swift.
@Suite struct SwiftPropertyTests {
  /// Returns the first violated property, in words; nil if all hold.
  private func violation(of text: String) -> String? {
    let source = SourceFile(path: "any.swift", text: text)
    let result = Importer.run(source, as: .swift)
    if !result.accounting.isBalanced { return "\(result.accounting)" }
    if result.file == nil, result.diagnostics.isEmpty { return "nothing comes out, and nothing is said" }
    for diagnostic in result.diagnostics where diagnostic.range.upperBound > source.bytes.count {
      return "\(diagnostic.message) stands in no place of the file"
    }
    return nil
  }

  @Test func damagedMachinesAreRead() {
    var random = SeededGenerator(seed: 56)
    for machine in ByHand.all {
      let lines = machine.swift.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for _ in 1...30 {
        var damaged = lines
        for _ in 1...Int.random(in: 1...4, using: &random) {
          let index = damaged.indices.randomElement(using: &random) ?? 0
          switch Int.random(in: 0...4, using: &random) {
          case 0: damaged.remove(at: index)
          case 1: damaged.insert(damaged.randomElement(using: &random) ?? "", at: index)
          case 2: damaged[index] = String(damaged[index].prefix(Int.random(in: 0...20, using: &random)))
          case 3:
            damaged[index] = damaged[index].replacing(
              ["{", "(", "case", "."].randomElement(using: &random) ?? "", with: "")
          default: damaged.swapAt(index, damaged.indices.randomElement(using: &random) ?? 0)
          }
          if damaged.isEmpty { damaged = [""] }
        }
        let text = damaged.joined(separator: "\n")
        #expect(violation(of: text) == nil, "\(text)")
      }
    }
  }

  /// The files of this package are Swift that nobody wrote for this test.
  @Test func anyFileIsRead() throws {
    let sources = Repository.root.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path)).compactMap { $0 as? String }
    for file in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      #expect(violation(of: text) == nil, "\(file)")
    }
  }

  @Test(arguments: [
    String(repeating: "if state == .a { ", count: 5_000), String(repeating: "if a { } else ", count: 5_000),
    String(repeating: "switch state { case .a: ", count: 5_000), String(repeating: "struct A { ", count: 5_000),
    String(repeating: "((((", count: 5_000), String(repeating: "a<", count: 5_000),
    String(repeating: "case .a, ", count: 5_000),
  ])
  func nothingIsTooDeep(_ text: String) {
    let machine = "struct M { enum State { case a, b }; var state = State.a; mutating func e() { state = .b; \(text)"
    #expect(violation(of: machine) == nil)
    #expect(violation(of: text) == nil)
  }
}
