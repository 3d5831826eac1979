import TestSupport
import Testing

@testable import StateMachineModel

/// Rows of choices may have no arrow: the source of the transition stays active.
@Suite struct StayingRowTests {
  @Test func whatIsLeftBeforeDoesNothing() {
    expectDiagnostics(
      """
      machine A {
        var n: Int = 0
        output o
        initial state a {
          exit / o
      //         ^ note: what 'a' does when it is left
        }
        state b
        choice k
        event e
        a -> k : e / n += 1
      //^~~~~~~~~~~~~~~~~~~ note: this row leads to the choice
        b -> k : e
        k -> b : [n > 3]
        k : [else] / o
      //^~~~~~~~~~~~~~ E236 'a' cannot stay active here, as it does something when it is left, and is left before: write '-> target'
      }
      """)
  }

  @Test func timersAndCompositesEndToo() {
    let timer = """
      wrapper none
      initial state a
      choice k
      event e
      var n: Int = 0
      output o
      a : after 3s / n += 1
      a -> k : e / n += 1
      k -> a : [n > 3]
      k : [else] / o
      """
    #expect(findings(timer) == ["11 E236"])
    let composite = """
      initial state a {
        initial state b
        state c
        exit / o
      }
      state d
      choice k
      event e
      var n: Int = 0
      output o
      a.b -> k : e / n += 1
      a.b -> a.c : e [n > 2]
      a.c -> d : e
      d -> a : e
      k -> d : [n > 3]
      k : [else] / o
      """
    #expect(findings(composite).filter { !$0.contains("W") } == ["17 E236"])
    // Within the composite, it is not left.
    let inside = composite.replacing("choice k", with: "").replacing("state c", with: "state c\n  choice k")
      .replacing("k -> d", with: "a.k -> d").replacing("\nk :", with: "\na.k :").replacing("-> k", with: "-> a.k")
    #expect(findings(inside).filter { !$0.contains("W") } == [])
  }

  @Test func nothingStaysInAPseudostate() {
    let text = """
      initial -> k
      state a
      state b
      choice k
      event e
      var n: Int = 0
      a, b -> k : e / n += 1
      k -> b : [n > 3]
      k -> a : [n > 1]
      k : [else] / n += 1
      """
    #expect(findings(text).filter { !$0.contains("W") } == ["11 E236"])
  }

  @Test func anAlwaysRowThatMayStayDoesNotStayForEver() {
    let text = """
      initial state a
      state b
      choice k
      event e
      var n: Int = 0
      a -> k : always [n > 0]
      a : e / n += 1
      k -> b : [n > 3]
      k : [else]
      b -> a : e
      """
    #expect(findings(text) == ["7 E208"])
    #expect(findings(text.replacing("k : [else]", with: "k : [else] / n += 1")) == [])
  }

  @Test func thePayloadStaysAsItHasBeenChanged() throws {
    let text = try generated(
      """
      machine A {
        wrapper none
        initial state a(list: [Int] = [], n: Int = 0)
        state b
        choice k
        event e(x: Int), f
        a -> k : e(x) / { list.append(x) }
        a -> k : f
        k -> b : [n > 3]
        k : [else]
        b -> a : e, f
      }
      """)
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
    let leaving = "if n > 3 {\nself.state = .b\nreturn .transitioned\n}\n"
    #expect(
      lines.contains(
        "self.state = .b\nlist.append(x)\n\(leaving)self.state = .a(list: list, n: n)\nreturn .stayed\n"))
    // Nothing has been done.
    #expect(lines.contains("case .f:\n\(leaving)return .ignored\n"))
  }

  @Test func acceptsKnowsWhatIsIgnored() throws {
    let small = try SmallMachine(
      """
      initial state a(n: Int = 0)
      state b
      choice k
      event e, f
      output o
      a -> k : e
      a -> k : f / o
      k -> b : [n > 3]
      k : [else]
      b -> a : e
      b : f
      """)
    let behaviour = Behaviour(small.machine)
    let answers = small.machine.transitions.indices.prefix(2).map { behaviour.acceptance(of: $0).result }
    #expect(answers == [nil, true])
    #expect(small.machine.transitions.indices.prefix(2).allSatisfy { behaviour.passage(of: $0).exits.isEmpty })
  }

  @Test func aChoiceMayStayIfOneThatItLeadsToDoes() throws {
    let small = try SmallMachine(
      """
      interface methods
      initial state s
      state t
      var n: Int = 0
      event e, f
      choice first, second, third, leaving, trapping
      s -> first : e
      first -> second : [n > 1]
      first -> t : [else]
      second -> third : [n > 2]
      second -> leaving : [else]
      third : [n > 3]
      third -> t : [else]
      s -> leaving : f
      leaving -> trapping : [n > 4]
      leaving -> t : [else]
      trapping : [n > 5] / trap
      trapping -> t : [else]
      """)
    let machine = small.machine
    #expect(machine.transitions.map { $0.mayStay(in: machine) } == [true, false])
  }
}
