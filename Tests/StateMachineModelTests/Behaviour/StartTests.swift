import StateMachineModel
import TestSupport
import Testing

/// A machine starts in its initial states.
@Suite struct StartTests {
  private func words(_ text: String) throws -> [String] {
    let small = try SmallMachine(text)
    guard let start = small.behaviour.start else { return [] }
    return [small.name(start.state)] + start.regions.map { "\(small.name($0.region)): \(small.name($0.leaf))" }
      + small.words(start.entries)
  }

  @Test func entersTheInitialLeafFromOutside() throws {
    #expect(
      try words(
        "event e; output o\ninitial state a { entry / o; initial state b { entry / o }; state c }\na.b -> a.c : e")
        == ["b", "enter a", "enter b"])
  }

  @Test func entersAllRegions() throws {
    #expect(
      try words(
        """
        event e
        output o
        region r { initial state a { entry / o } ; state a2 }
        region s {
          initial state b {
            region t { initial state c { entry / o } }
            region u { initial state d }
          }
        }
        r.a -> r.a2 : e
        """) == ["a", "s: b", "t: c", "u: d", "enter a", "enter c"])
  }

  @Test func ofAMachineWithMethodsIsNotEntered() throws {
    #expect(try words("machine M {\ninterface methods\ninitial state a\nevent e\na : e\n}") == ["a"])
  }
}
