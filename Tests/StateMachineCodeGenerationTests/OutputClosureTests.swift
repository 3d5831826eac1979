import Testing

@testable import StateMachineCodeGeneration

/// A wrapper has a closure for each output of its machine.
@Suite struct OutputClosureTests {
  /// Returns the name and the type of each closure.
  private func closures(_ text: String) throws -> [String] {
    let plan = try PlanWords(text)
    return ClosurePlanner(model: plan.model, attribute: "@MainActor ").closures().map { closure in
      let pieces = closure.type.map { piece in
        switch piece {
        case .text(let text), .name(let text): text
        case .source(let range): plan.model.text(range)
        }
      }
      return "\(closure.name): " + pieces.joined()
    }
  }

  @Test func theirTypesAreThoseOfTheOutputs() throws {
    #expect(
      try closures("initial state a\nevent e\noutput o, p(Int, by: [Int])\na : e / o, p(1, by: [])") == [
        "o: @MainActor () -> Void", "p: @MainActor (Int, _ by: [Int]) -> Void",
      ])
  }

  /// In a payload it escapes without a word; as a parameter of a closure it has to be said.
  @Test func aFunctionInAPayloadEscapes() throws {
    #expect(
      try closures(
        """
        initial state a
        event e
        output o(@Sendable (Int) -> Void), p(done: () -> Void, all: [() -> Void], maybe: (() -> Void)?)
        a : e / o({ _ in }), p(done: {}, all: [], maybe: nil)
        """) == [
          "o: @MainActor (@escaping @Sendable (Int) -> Void) -> Void",
          "p: @MainActor (_ done: @escaping () -> Void, _ all: [() -> Void], _ maybe: (() -> Void)?) -> Void",
        ])
  }

  /// The labels of priorities and of the clock differ from the names of all outputs.
  @Test func prioritiesAndTheClockAreCalledAsNoOutputIs() throws {
    let plan = try PlanWords(
      """
      machine M: Sendable {
        wrapper actor
        initial state a
        event e
        output load async, loadPriority, loadPriority_, clock
        a : e / load, loadPriority, loadPriority_, clock
        a -> a : after 1s
      }
      """)
    let wrapper = try #require(plan.model.machine.wrappers.first)
    let wrapperPlan = WrapperPlan(wrapper, of: plan.model)
    #expect(wrapperPlan.closures.map { $0.priority?.label } == ["loadPriority__", nil, nil, nil])
    #expect(wrapperPlan.clockLabel == "timerClock")
  }

  // MARK: Submachines

  /// The owner's file knows neither the type aliases of a submachine nor its generic parameters; a member that is called
  /// the same is something else.
  @Test func theTypesOfASubmachineAreWrittenOutInItsOwner() throws {
    let text = """
      machine Owner {
        initial state s: Inner<[Int: String], (Int, Bool)>
        s : s
      }
      machine Inner<T, U> {
        typealias Key = String
        initial state p
        event n(T, U)
        output o(Key, T, U), p(Other.Key, Other<T>.U, KeyPath<Key, T?>)
        p : n(let t, let u) / o("", t, u), p(1, 2, path)
      }
      """
    let key = "Inner<[Int: String], (Int, Bool)>.Key"
    #expect(
      try closures(text) == [
        "sO: @MainActor (\(key), [Int: String], (Int, Bool)) -> Void",
        "sP: @MainActor (Other.Key, Other<[Int: String]>.U, KeyPath<\(key), [Int: String]?>) -> Void",
      ])
  }

  /// A closure's name that is composed of others differs from declared names, and from the names of earlier closures.
  @Test func closuresOfSubmachinesHaveNamesOfTheirOwn() throws {
    let plan = try PlanWords(
      """
      machine M: Sendable {
        wrapper actor
        initial state a: P
        state aB: Q
        state `x y`: Q
        event go
        output aB2
        a -> aB : go
        aB -> `x y` : go / aB2
      }
      machine P: Sendable {
        initial state p { do / bC }
        event e
        output bC async, b2
        p : e / b2
      }
      machine Q: Sendable {
        initial state q { do / c }
        event e
        output c stream
      }
      """)
    let wrapper = try #require(plan.model.machine.wrappers.first)
    let wrapperPlan = WrapperPlan(wrapper, of: plan.model)
    #expect(wrapperPlan.closures.map(\.name) == ["aB2", "aBC", "aB2_", "aBC_", "`x yC`"])
    #expect(
      wrapperPlan.closures.map(\.property) == [
        "aB2Output", "aBCOutput", "aB2_Output", "aBC_Output", "`x yCOutput`",
      ])
    #expect(wrapperPlan.activities.flatMap(\.names) == ["aBC", "aBC_", "`x yC`"])
  }
}
