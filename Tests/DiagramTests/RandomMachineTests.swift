import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// The machines that the other tests draw are valid, and they have a variety of features.
@Suite struct RandomMachineTests {
  @Test func randomMachinesAreValid() throws {
    let machines = try Machines.random()
    #expect(machines.allSatisfy { $0.states.count >= 2 })
    #expect(machines.contains { $0.rows.contains(where: \.isWildcard) })
    #expect(machines.contains { $0.states.contains(where: \.isFinal) })
    #expect(machines.contains { $0.isParallel })
  }

  /// The generated code compiles without errors and warnings. Each batch uses the next mode of Swift.
  @Test func randomMachinesCompile() throws {
    let seeds = Array(Machines.seeds)
    for (batch, start) in stride(from: 0, to: seeds.count, by: 100).enumerated() {
      let chosen = seeds[start..<min(start + 100, seeds.count)]
      let files = try chosen.map { (name: "Random\($0).swift", text: try Self.swift(seed: $0)) }
      let mode = SwiftMode.turn(batch)
      let support = (name: "Support.swift", text: RandomMachine.support)
      let found = try SwiftCompiler(mode: mode, isThorough: true).firstFindings(in: files, support: [support])
      for (message, group) in Dictionary(grouping: found, by: \.value.message).sorted(by: { $0.key < $1.key }) {
        Issue.record("\(mode): \(group.count) of \(files.count): \(message)\n\(group[0].value)")
      }
    }
  }

  private static func swift(seed: UInt64) throws -> String {
    let source = SourceFile(path: "Random\(seed).sm", text: RandomMachine.text(seed: seed))
    return String(decoding: try #require(Compiler().generate(source).swift), as: UTF8.self)
  }
}
