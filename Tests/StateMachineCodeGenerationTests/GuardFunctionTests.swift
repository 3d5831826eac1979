import TestSupport
import Testing

@testable import StateMachineCodeGeneration

/// With source locations, some guards are functions of the names that they use.
@Suite struct GuardFunctionTests {
  /// `x > 1 (x: Int)` for each function.
  private func functions(_ rows: String) throws -> [String] {
    let small = try SmallMachine(
      """
      typealias Number = Int
      let limit: Int = 3
      guard isBig = x > limit
      state a(x: Int = 0)
      initial state b(x: Int = 0, y: Number? = nil)
      event e(n: Int), f((Int, Int)), g
      output o(Int)
      \(rows)
      """)
    return SwiftModel(small.behaviour, isLocated: true).guards.functions.map { function in
      let parameters = function.parameters.map {
        "\(small.machine.source.text($0.name.range)): \(small.machine.source.text($0.field.type))"
      }
      return small.machine.source.text(function.condition.range) + " (\(parameters.joined(separator: ", ")))"
    }
  }

  @Test func aGuardTakesWhatItUsesOfPayloads() throws {
    let rows = "b : e [n > x]\nb : g [limit > 2]\nb -> a : f [y == nil] / o(x)"
    #expect(try functions(rows) == ["n > x (n: Int, x: Int)", "limit > 2 ()", "y == nil (y: Number?)"])
  }

  @Test func rowsShareANamedGuardWhoseNamesMeanTheSame() throws {
    #expect(try functions("b : e [isBig]\nb -> a : g [isBig]\na -> b : g [isBig]") == ["x > limit (x: Int)"])
    #expect(try functions("b : e [isBig && n > 2]") == ["isBig && n > 2 (n: Int, x: Int)"])
  }

  @Test func aBranchTakesWhatAnyBranchUses() throws {
    let rows = "choice c\nb -> c : e\nc -> a : [n > 1]\nc -> b : [x > n]\nc -> b : [else]"
    #expect(try functions(rows) == ["n > 1 (n: Int, x: Int)", "x > n (n: Int, x: Int)"])
  }

  @Test func whatAPatternOrAConditionBindsHasNoKnownType() throws {
    #expect(try functions("b : f((let p, let q)) [p > q]") == [])
    #expect(try functions("b : g [let z = y] / o(z)") == [])
    // A label has a known type, also under another name.
    #expect(try functions("b : e(n: let m) [m > 1]") == ["m > 1 (m: Int)"])
    #expect(try functions("b : e(n: 1...3) [x > 1]") == ["x > 1 (x: Int)"])
  }

  @Test func withoutSourceLocationsThereAreNone() throws {
    let small = try SmallMachine("initial state a(x: Int = 0)\nevent e\na : e [x > 1]")
    #expect(SwiftModel(small.behaviour).guards.functions.isEmpty)
  }
}
