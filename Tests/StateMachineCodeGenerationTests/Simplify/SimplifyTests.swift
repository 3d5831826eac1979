import TestSupport
import Testing

@testable import StateMachineCodeGeneration

/// All passes together keep the behaviour of random functions.
@Suite struct SimplifyTests {
  /// `SM_GEN_PASSES_SEED` says one function that is tried alone, and is written out.
  private static let only = TestExtent.number("SM_GEN_PASSES_SEED")
  private static let seeds =
    only.map { $0...$0 } ?? 1...TestExtent.count("SM_GEN_PASSES", short: 600, long: 20_000)

  private func functions(_ seed: UInt64) -> (CodeSamples, [Function]) {
    var random = RandomFunctions(seed: seed)
    let functions = random.functions()
    if Self.only != nil { for function in functions { TestExtent.say(random.code.lines(function)) } }
    return (random.code, functions)
  }

  @Test func simplifiedFunctionsDoTheSame() {
    for seed in Self.seeds {
      let (code, before) = functions(seed)
      var after = before
      Simplify.run(&after)
      for number in 0..<16 {
        let world = RandomFunctions.world(number)
        let expected = TreeInterpreter.run(before, code, world, byNames: false)
        let found = TreeInterpreter.run(after, code, world, byNames: true)
        if found == expected { continue }
        Issue.record(
          """
          seed \(seed), world \(number)
          expected \(expected)
          found    \(found)
          \(before.map { code.lines($0) }.joined(separator: "\n---\n"))
          =====
          \(after.map { code.lines($0) }.joined(separator: "\n---\n"))
          """)
        return
      }
    }
  }

  @Test func noNameHidesAnotherOnceVariablesAreNamed() {
    for seed in Self.seeds {
      let (code, functions) = functions(seed)
      for var function in functions {
        Naming.run(&function)
        let conflicts = NameCheck.conflicts(in: function.body, of: function, function.names)
        #expect(conflicts.isEmpty, "seed \(seed): \(code.lines(function))")
      }
    }
  }
}
