import TestSupport
import Testing

@testable import StateMachineDiagrams

/// What events do in every state: what is a mistake, and what is generated. What it means is `OracleTests`' business.
@Suite struct PreparationTests {
  @Test func theyChangePropertiesAndNothingElse() {
    expectDiagnostics(
      """
      machine A {
        var total: Int = 0
        effect tally = total += 1
        effect report = tally, log("x")
        output log(String)
        event e1(n: Int) / total = n, tally, { total += n }
        event e2 / log("x")
      //           ^~~~~~~~ E232 an effect of the event 'e2' itself changes properties, and cannot produce an output: write it in the rows for 'e2'
        event e3 / report
      //           ^~~~~~ E232 an effect of the event 'e3' itself changes properties, and cannot do more than change properties: write it in the rows for 'e3'
        event e4 / raise e2
      //           ^~~~~~~~ E232 an effect of the event 'e4' itself changes properties, and cannot raise an event: write it in the rows for 'e4'
        event e5 / trap
      //           ^~~~ E232 an effect of the event 'e5' itself changes properties, and cannot trap: write it in the rows for 'e5'
        event e6 / throw Bad()
      //           ^~~~~~~~~~~ E232 an effect of the event 'e6' itself changes properties, and cannot throw: write it in the rows for 'e6'
        event e8(n: Int) / n = 3
      //                   ^ E111 'n' is the event's and cannot be changed: only the state's labels and properties can
        event e9 / totel = 3
      //           ^~~~~ E101 'totel' is not declared as a label or property: did you mean 'total'?
        event f1, f2 / total = 1
      //             ^ E232 effects behind several events would belong to the last: declare 'f2' in a statement of its own
        initial state a(count: Int = 0)
        a : e1, e2, e3, e4, e5, e6, e8, e9, f1, f2 / log("x")
      }
      """, notesElsewhere: true)
  }

  @Test func labelsOfStatesAreNotInScope() {
    expectDiagnostics(
      """
      machine A {
        initial state a(count: Int = 0)
        event e / count = 1
      //          ^~~~~ E101 'count' is not declared as a label or property: 'a' has it, and effects of an event change properties: write it in rows
        a : e
      }
      """)
  }

  @Test func aMachineThatCannotBeCopiedHasNone() {
    expectDiagnostics(
      """
      machine A: ~Copyable {
        var n: Int = 0
        initial state a
        event e / n = 1
      //          ^~~~~ E232
        a : e
      }
      """)
  }

  @Test func anEventWithoutRowsIsUsedByWhatItDoes() throws {
    let text = "var n: Int = 0\ninitial state a\nevent e(k: Int) / n = k\nevent f\na : f"
    let small = try SmallMachine(text)
    #expect(small.machine.events[try small.event("e")].preparation?.effects.count == 1)
    #expect(findings(text) == [])
  }

  @Test func theEffectsOfAnEventMayStandInLinesOfTheirOwn() throws {
    let text = """
      var n: Int = 0
      var m: Int = 0
      initial state a
      event e(k: Int) unhandled throw Bad(state, event)
        / n = k,
          m = k
      event f unhandled trap / n = 0
      a : f
      """
    let small = try SmallMachine(text)
    #expect(small.machine.events.map { $0.preparation?.effects.count } == [2, 1])
    #expect(small.machine.events.map { $0.unhandled?.policy } == [.throw, .trap])
  }

  // MARK: What is generated

  @Test func handleDoesThemFirst() throws {
    let text = try generated(
      """
      machine A {
        var n: Int = 0
        initial state a
        event e(k: Int, _ l: Int) / n = k
        event f
        a : e [n > 3] / n = 0
        a : f
      }
      """)
    #expect(text.contains("-> Outcome {\n    self.prepare(for: event)\n    switch self.state {"))
    #expect(text.contains("case .e(let k, _):\n      self.n = k\n    case .f:\n      break\n    }"))
    #expect(text.contains("case .e:\n      var machine = self\n      machine.prepare(for: event)"))
    #expect(text.contains("case .f:\n      return self.acceptsPrepared(event)"))
  }

  @Test func aPropertyMayBeCalledLikeALabel() throws {
    let text = try generated("machine A {\nvar n: Int = 0\ninitial state a\nevent e(n: Int) / n = n\na : e\n}")
    #expect(text.contains("case .e(let n):\n      self.n = n\n"))
  }

  @Test func whatFollowsFromAStepFollowsFromThem() throws {
    let text = try generated(
      """
      machine A {
        var n: Int = 0
        initial state a
        state b
        event e(k: Int) / n = k
        event f
        a -> b : always [n > 3]
        b -> a : f / raise e(k: 0)
      }
      """)
    #expect(text.contains("let isPrepared = self.prepare(for: event)"))
    #expect(text.contains("return self.settle(outcome, isPrepared: isPrepared, run: &run)"))
    #expect(text.contains("_ = self.prepare(for: raised)"))
  }

  @Test func machinesWithoutThemHaveNoneOfIt() throws {
    let text = try generated("machine A {\ninitial state a\nevent e\na -> a : e\n}")
    #expect(!text.lowercased().contains("prepare"))
  }

  // MARK: Pictures

  @Test func picturesHaveThemInAFrameForAllStates() throws {
    let text = "var n: Int = 0\ninitial state a\nstate b\nevent e(k: Int) / n = k\nevent f\na, b -> a : f"
    let small = try SmallMachine(text)
    let options = DiagramOptions()
    let diagram = Diagram(small.machine, options: options)
    let frame = try #require(diagram.boxes.first { $0.kind == .anyState })
    #expect(frame.name == "any state")
    #expect(frame.lines.map(\.label.text) == ["e(k) / n = k"])
    #expect(diagram.declarations.contains { $0.text == "event e(k: Int) / n = k" })
    let scxml = small.machine.drawing(format: .scxml, options: options)
    #expect(scxml.contains("<!-- in every state, first: e(k) / n = k -->"))
  }
}
