import TestSupport
import Testing

@testable import StateMachineModel

/// A name that a block of a row declares hides labels after the block.
@Suite struct BlockNameTests {
  private static func machine(_ row: String) -> String {
    """
    initial state a(z: Int = 0)
    state b(z: Int)
    event e(k: Int)
    output tell(Int)
    var t: Int = 0
    effect declares = { let z = 3; print(z) }
    b -> a : e
    \(row)
    """
  }

  /// A transition uses the labels that no block hides, besides those that carry over.
  @Test(arguments: [
    ("a : e / { let z = 3 }, tell(z)", []), ("a : e / { let k = t }, t = k", []),
    ("a : e / { let z = t; print(z) }", []),
    ("a -> b(z: z) : e / { let z = 3 }", []), ("a : e [z > 3] / { let z = 3 }, tell(z)", ["z"]),
    ("a : e / { if t > 3 { let z = 3; print(z) } }, tell(z)", ["z"]), ("a : e / declares, tell(z)", ["z"]),
    ("a : e / { if let z = Optional(k) { print(z) } }, tell(z)", ["k", "z"]),
    ("a : e / { guard let z = Optional(k) else { fatalError() } }, tell(z)", ["k"]),
    ("a : e / { let other = z; print(other) }, tell(k)", ["k", "z"]),
  ])
  func labels(_ row: String, _ expected: [String]) throws {
    let machine = try SmallMachine(Self.machine(row)).machine
    let transition = try #require(machine.transitions.last { $0.source == machine.initialState })
    #expect(transition.locals.map { machine.names.text($0.name.id) }.sorted() == expected)
  }

  /// Swift has no two names in one scope.
  @Test(arguments: [
    "a : e / tell(z), { let z = 3 }", "a : e / { let y = z; let z = y + 1; print(z) }",
    "a : e / t = k, { var k = 3; k += 1 }",
  ])
  func labelsThatHaveBeenUsed(_ row: String) {
    let name = row.contains("var k") ? "k" : "z"
    #expect(
      messages(.ambiguousLabel, Self.machine(row)) == [
        "'\(name)' is a label that is used here: give what the block declares another name"
      ])
  }
}
