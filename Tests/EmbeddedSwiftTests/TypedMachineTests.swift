import Foundation
import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// Random machines with many kinds of types, patterns and names compile without errors and warnings, in every mode.
///
/// `Tests/EmbeddedSwiftTests/run` compiles thousands; `SM_GEN_EMBEDDED_MACHINES` and `SM_GEN_EMBEDDED_SEED` set their
/// number and the first seed. `SM_GEN_EMBEDDED_MODES` sets the number of modes in which each is compiled; the default
/// is one.
@Suite struct TypedMachineTests {
  struct Sample {
    var seed: UInt64
    var machine: TypedMachine
    var swift: String

    /// Creates a sample; nil if the compiler refuses the machine. Every other sample has source locations, as the build
    /// plugin writes them.
    init?(_ machine: TypedMachine, seed: UInt64) {
      var options = Compiler.Options()
      options.writesSourceLocations = seed % 2 == 0
      let source = SourceFile(path: Self.name(seed) + ".sm", text: machine.source)
      guard let swift = Compiler(options: options).generate(source).swift else { return nil }
      self.seed = seed
      self.machine = machine
      self.swift = String(decoding: swift, as: UTF8.self)
    }

    static func name(_ seed: UInt64) -> String { "Random\(seed)" }
    var name: String { Self.name(seed) }
  }

  struct Failure {
    var sample: Sample
    var finding: SwiftCompiler.Finding
    /// Whatever the names are, it is the same.
    var signature: String { finding.message.replacing(#/'[^']*'/#, with: "'…'") }
  }

  private static func accepts(_ text: String) -> Bool {
    !Compiler().generate(SourceFile(path: "random.sm", text: text)).hasErrors
  }

  @Test func randomMachinesCompile() throws {
    let count = TestExtent.count("SM_GEN_EMBEDDED_MACHINES", short: 20, long: 240)
    let first = TestExtent.number("SM_GEN_EMBEDDED_SEED") ?? 1
    let modes = Int(TestExtent.number("SM_GEN_EMBEDDED_MODES") ?? 1)
    var refused = 0
    var parts = (kept: 0, refused: 0)
    for (batch, start) in stride(from: first, to: first + count, by: 80).enumerated() {
      var samples: [Sample] = []
      for seed in start..<min(start + 80, first + count) {
        let made = TypedMachineGenerator.machine(seed: seed, accepts: Self.accepts)
        guard let made, let sample = Sample(made.0, seed: seed) else {
          refused += 1
          continue
        }
        parts.kept += made.kept
        parts.refused += made.refused
        samples.append(sample)
      }
      TestExtent.say("TypedMachineTests: random types, machines from \(start) on, of \(count)")
      for number in 0..<modes {
        let mode = SwiftMode.turn(batch + number)
        report(try Self.failures(samples, mode), mode)
      }
    }
    #expect(refused * 5 < count, "\(refused) of \(count) machines are refused by the compiler")
    #expect(parts.refused < parts.kept, "\(parts.refused) parts are refused by the compiler, \(parts.kept) are not")
  }

  // MARK: Failures

  /// The first finding in each machine that does not compile in silence.
  private static func failures(_ samples: [Sample], _ mode: SwiftMode) throws -> [Failure] {
    let findings = try SwiftCompiler(mode: mode, isThorough: true).firstFindings(
      in: samples.map { (name: "\($0.name).swift", text: $0.swift) },
      support: [(name: "Support.swift", text: TypedMachineGenerator.support)])
    return samples.compactMap { sample in findings[sample.name].map { Failure(sample: sample, finding: $0) } }
  }

  /// Reports each group of similar failures once, with a small example.
  private func report(_ failures: [Failure], _ mode: SwiftMode) {
    for (signature, group) in Dictionary(grouping: failures, by: \.signature).sorted(by: { $0.key < $1.key }) {
      guard let smallest = group.min(by: { $0.sample.swift.utf8.count < $1.sample.swift.utf8.count }) else { continue }
      let example = Self.shrunk(smallest, mode)
      let seeds = group.map { "\($0.sample.seed)" }.prefix(20).joined(separator: ", ")
      Issue.record(
        "\(mode): \(group.count) machines (\(seeds)): \(signature)\n\(example.finding)\n\(example.sample.machine.source)"
      )
    }
  }

  /// Returns the failure of a machine with fewer parts and the same signature.
  private static func shrunk(_ failure: Failure, _ mode: SwiftMode, attempts: Int = 120) -> Failure {
    var best = failure
    var left = attempts
    search: while left > 0 {
      for smaller in best.sample.machine.smaller where left > 0 {
        guard let sample = Sample(smaller, seed: failure.sample.seed) else { continue }
        left -= 1
        guard let found = try? failures([sample], mode).first, found.signature == best.signature else { continue }
        best = found
        continue search
      }
      break
    }
    return best
  }
}
