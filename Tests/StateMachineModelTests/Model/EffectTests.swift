import StateMachineSyntax
import TestSupport
import Testing

@testable import StateMachineModel

/// Each kind of effect has its properties, both as written and as resolved.
@Suite struct EffectTests {
  private static let effects =
    "log(n, \"x\"), limit += n, raise next(n), { print(n) }, tell, throw Failure()"
  private static let text = """
    machine M {
      initial state a
      state b
      event e(n: Int)
      event next(Int)
      output log(Int, String)
      var limit: Int = 0
      effect tell = log(limit, ""), { print(limit) }
      a -> b : e(n) / \(effects)
      b -> a : next(_) / trap("\\(limit)")
    }
    """

  @Test func anEffectTellsItsTextsAndItsPlace() throws {
    let source = SourceFile(path: "M.sm", text: Self.text)
    let rows = try #require(Parser.parse(source).tree.machines.first).body.compactMap { item -> TransitionSyntax? in
      if case .transition(let row) = item { row } else { nil }
    }
    let effects = rows.flatMap(\.effects)
    let texts = effects.map { effect -> String in
      var texts: [String] = []
      effect.forEachText { texts.append(source.text($0.range)) }
      return source.text(effect.range) + " -> " + texts.joined(separator: " | ")
    }
    #expect(
      texts == [
        "log(n, \"x\") -> n | \"x\"", "limit += n -> n", "raise next(n) -> n", "{ print(n) } -> print(n)", "tell -> ",
        "throw Failure() -> Failure()", "trap -> \"\\(limit)\"",
      ])
    #expect(effects.map { $0.assigned.map { source.text($0.range) } } == [nil, "limit", nil, nil, nil, nil, nil])
    #expect(effects.map { $0.called.map { source.text($0.range) } } == ["log", nil, nil, nil, "tell", nil, nil])
  }

  @Test func aResolvedEffectTellsItsKind() throws {
    let machine = try SmallMachine(Self.text).machine
    #expect(
      machine.rows.first?.effects.map(\.kind) == [.output, .assignment, .raise, .block, .scope, .ending])
    #expect(machine.rows.first?.effects.allSatisfy { !$0.isImplied } == true)
    var singles: [Effect.Kind] = []
    machine.rows.first?.effects.forEachSingle { singles.append($0.kind) }
    #expect(singles == [.output, .assignment, .raise, .block, .output, .block, .ending])
  }
}
