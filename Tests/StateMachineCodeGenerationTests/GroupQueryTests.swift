import Testing

@testable import StateMachineCodeGeneration
@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// A group query matches exactly the states of its group.
@Suite struct GroupQueryTests {
  private func words(_ text: String) throws -> [String] {
    let (machines, result) = Compiler().machines(of: SourceFile(path: "test.sm", text: text))
    #expect(!result.hasErrors)
    let machine = try #require(machines.first)
    func name(_ state: StateID) -> String { machine.source.text(machine.states[state].name.range) }
    func words(_ choice: GroupQuery.Choice) -> String {
      let divided = choice.divided.map { "\(name($0.composite))(\($0.regions.map(words).joined(separator: " or ")))" }
      let place = choice.region.map { name($0) + " " } ?? ""
      let inside = choice.inside.map(name) + divided
      return "\(place)in \(inside.joined(separator: ", ")), not \(choice.outside.map(name).joined(separator: ", "))"
    }
    return machine.groups.map { GroupQuery(of: $0.members, in: machine).choices.map(words).joined(separator: " or ") }
  }

  @Test func aCompositeHasAllThatIsWithinIt() throws {
    let words = try words(
      """
      machine A {
        group simple = c, a
        group nested = b.x, b
        group part = b.y
        group all = a, b, c
        initial state a
        state b { initial state x; state y { initial state z }; x -> y : e }
        state c
        event e
        a -> b : e
        b -> c : e
        c -> a : e
      }
      """)
    #expect(words == ["in a, c, not b", "in b, not a, c", "in y, not a, x, c", "in a, b, c, not "])
  }

  @Test func regionsAreAskedOneAfterTheOther() throws {
    let words = try words(
      """
      machine A {
        group one = b.r.x
        group two = b.s.z, b.r.x, a
        group all = b.s
        initial state a
        state b {
          region r { initial state x; state y; x -> y : e; y -> x : e }
          region s { initial state w; state z; w -> z : e; z -> w : e }
        }
        event e, f
        a -> b : f
        b -> a : f
      }
      """)
    #expect(
      words == [
        "in b(r in x, not y), not a", "in a, b(r in x, not y or s in z, not w), not ", "in b, not a",
      ])
  }

  @Test func aRegionOfTheMachineIsAlwaysActive() throws {
    let words = try words(
      """
      machine A {
        group one = r.x
        group all = s, r.x
        group either = r.x, r.y, s.z
        region r { initial state x; state y; x -> y : e; y -> x : e }
        region s { initial state w; state z; w -> z : e; z -> w : e }
        event e
      }
      """)
    #expect(words == ["r in x, not y", "", ""])
  }
}
