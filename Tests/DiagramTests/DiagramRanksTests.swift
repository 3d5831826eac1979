import Testing

@testable import StateMachineDiagrams

/// Arrows against the direction of the ranks lead up, and no others do.
@Suite struct DiagramRanksTests {
  /// The arrows that lead back, as they are drawn.
  private func back(_ body: String) throws -> [String] {
    let diagram = Diagram(try machine("machine M {\n\(body)\n}"))
    let ranks = DiagramRanks(diagram)
    return diagram.arrows.filter { ranks.leadsBack(from: $0.source, to: $0.target) }
      .map { "\(diagram.boxes[$0.source].path) -> \(diagram.boxes[$0.target].path)" }
  }

  private static let states = "initial state a; state b, c, d; final state end; event e, f, g"

  @Test func whatClosesACircleLeadsBackToWhereItBegins() throws {
    #expect(
      try back("\(Self.states); a -> b : e; b -> c : e; c -> a : e; b -> a : f; c -> d : f") == ["c -> a", "b -> a"])
    // A circle that does not hold the initial state begins where it is entered.
    #expect(
      try back("\(Self.states); a -> b : e; b -> c : e; c -> d : e; d -> b : e; d -> c : f") == ["d -> b", "d -> c"])
  }

  @Test func theOrderOfTheRowsDoesNotMatter() throws {
    let rows = ["a -> b : e", "b -> c : e", "c -> d : e", "d -> b : e", "d -> a : f", "b -> end : g"]
    let expected = try back("\(Self.states); \(rows.joined(separator: "; "))").sorted()
    #expect(expected == ["d -> a", "d -> b"])
    for shift in rows.indices {
      let shifted = rows[shift...] + rows[..<shift]
      #expect(try back("\(Self.states); \(shifted.joined(separator: "; "))").sorted() == expected)
    }
  }

  /// It can come early, and stands below everything all the same.
  @Test func whatEndsTheMachineIsNotBack() throws {
    #expect(try back("\(Self.states); a -> b : e; b -> c : e; c -> d : e; a -> end : f; d -> end : f") == [])
    // Nor what begins it anew, by an arrow that is the only one back.
    let again = "a -> b : e; b -> c : e; c -> d : e; a -> d : f; c -> d : f; d -> a : g"
    #expect(try back("\(Self.states); \(again)") == ["d -> a"])
  }

  private static let composite = """
    initial state idle
    state work {
      initial state first
      state second
      first -> second : e
      second -> first : f
      second -> idle : g
      second -> work.history : h
      history -> second
    }
    final state end
    event e, f, g, h
    """

  /// An arrow from within a composite counts for the composite, and what stands in it is compared with its like.
  @Test func bodiesAreComparedByThemselves() throws {
    #expect(
      try back("\(Self.composite); idle -> work : e; work -> end : e") == [
        "work.second -> work.first", "work.second -> idle", "work.second -> work.history",
      ])
    // The composite is entered elsewhere: that does not change what is within it.
    #expect(
      try back("\(Self.composite); idle -> work.second : e").prefix(2) == [
        "work.second -> work.first", "work.second -> idle",
      ])
  }

  @Test func arrowsToWhatHoldsTheirSourceAreNotBack() throws {
    let local = "work -> work.second : e [1 < 2]; work -> work : f; work.second -> work : e"
    let found = try back("\(Self.composite); idle -> work : e; \(local)")
    #expect(!found.contains("work -> work.second") && !found.contains("work.second -> work"))
  }

  /// Circles within circles within circles: the work grows with the machine.
  @Test func longChainsThatLeadBackEverywhere() throws {
    let count = 3000
    let names = (0..<count).map { "s\($0)" }
    let rows = zip(names, names.dropFirst()).map { "\($0) -> \($1) : e; \($1) -> \($0) : f" }
    let states = names.dropFirst().joined(separator: ", ")
    let found = try back("initial state s0; state \(states)\nevent e, f\n\(rows.joined(separator: "\n"))")
    #expect(found == (1..<count).map { "s\($0) -> s\($0 - 1)" })
  }
}
