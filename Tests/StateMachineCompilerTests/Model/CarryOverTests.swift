import Testing

@testable import StateMachineCompiler

/// What the fields of an entered state are given where the row gives them nothing.
@Suite struct CarryOverTests {
  /// What each field on the way to the target is given, outer ones first.
  private func arguments(_ machine: SmallMachine, _ source: String, _ event: String) throws -> [String] {
    machine.machine.transitions[try machine.transition(source, event)].arguments.map { argument in
      switch argument {
      case .code(let code): machine.machine.source.text(code.range)
      case .local(let name): "as \(machine.machine.source.text(name.range))"
      case .defaultValue: "default"
      case .stays: "stays"
      case .restored: "restored"
      case .submachine: "submachine"
      case .same(let place): "same as \(place)"
      }
    }
  }

  /// The places of the fields of the source's path that a transition uses.
  private func used(_ machine: SmallMachine, _ source: String, _ event: String) throws -> [Int32] {
    machine.machine.transitions[try machine.transition(source, event)].locals.map(\.field)
  }

  private static let nested = """
    state outer(n: Int = 1) {
      initial state middle(n: Int = 2) { initial state inner(n: Int) }
    }
    initial state a
    state b(n: Int)
    event x, y, z(n: Int)

    """

  @Test func theNearestCompositeAroundTheTargetIsAsked() throws {
    let machine = try SmallMachine(Self.nested + "a -> outer : x\na -> outer(n: 7) : y\nouter, b -> a : x")
    #expect(try arguments(machine, "a", "x") == ["default", "same as 0", "same as 1"])
    #expect(try arguments(machine, "a", "y") == ["7", "same as 0", "same as 1"])
  }

  @Test func ofTheStatesThatAreLeftTheInnermostCounts() throws {
    let rows = "outer.middle.inner -> b : x\nouter.middle -> b : y\na, b -> outer : x"
    let machine = try SmallMachine(Self.nested.replacing(", z(n: Int)", with: "") + rows)
    #expect(try used(machine, "inner", "x") == [2])
    #expect(try used(machine, "middle", "y") == [1])
  }

  @Test func ofTheCompositesAroundTheSourceTheNearestCounts() throws {
    let text = """
      initial state outer(n: Int = 1) {
        initial state middle(n: Int = 2) { initial state inner }
      }
      state b(n: Int)
      event x
      outer.middle.inner -> b : x
      b -> outer : x
      """
    let machine = try SmallMachine(text)
    #expect(try arguments(machine, "inner", "x") == ["as n"])
    #expect(try used(machine, "inner", "x") == [1])
  }

  @Test func aCompositeThatIsEnteredAgainIsGivenItsFieldsAnew() throws {
    let text = """
      initial state a(n: Int = 1) { initial state b(m: Int = 2) ; state c(m: Int) }
      event x, y
      a.b -> a : x
      a.b -> a.c : y
      """
    let machine = try SmallMachine(text)
    #expect(try arguments(machine, "b", "x") == ["as n", "as m"])
    #expect(try arguments(machine, "b", "y") == ["stays", "as m"])
  }

  @Test func theEventAndTheSourceComeBeforeWhatIsAround() throws {
    let machine = try SmallMachine(Self.nested + "a -> outer : z\nb -> outer : x\nouter -> b : x")
    #expect(try arguments(machine, "a", "z") == ["as n", "as n", "as n"])
    #expect(try arguments(machine, "b", "x") == ["as n", "as n", "as n"])
  }

  /// What begins anew as a history leads back to it takes no arguments.
  @Test func whatBeginsAnewNeedsDefaults() {
    expectDiagnostics(
      """
      machine M {
        initial state off
        state on {
          initial state a
          state b { initial state c(k: Int) ; final state d ; c -> d : go }
          a -> b.c(k: 2) : go
        }
        event go, stop
        on -> off : stop
        off -> on.deepHistory : go
      //          ^~~~~~~~~~~ E105 'c' needs 'k: Int', which neither the event 'go' nor the state 'off' has: give it a default, as 'c' may begin anew where a history leads back
      }
      """, notesElsewhere: true)
  }
}
