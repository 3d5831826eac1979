import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineDiagrams
@testable import StateMachineModel
@testable import StateMachineReports
@testable import StateMachineSyntax

/// The initial state of a body is a state with `initial` before it, or the target of a row from `initial`.
@Suite struct InitialTransitionTests {
  @Test func anArrowToAStateOfTheBodyIsTheSameAsTheWordBeforeIt() throws {
    let small = try SmallMachine("initial -> b\nstate a, b\nevent e\na -> b : e\nb -> a : e")
    let b = try small.state("b")
    #expect(small.machine.initialState == b)
    #expect(small.machine.states.filter(\.isPseudostate).isEmpty)
  }

  @Test func anArrowWithEffectsIsTheRowOfAPseudostate() throws {
    let small = try SmallMachine(
      "initial -> a(n: 2) / beep\nstate a(n: Int)\noutput beep\nevent e\na : e / n += 1")
    let initial = try #require(small.machine.initialPseudostate(of: nil))
    let step = try #require(small.behaviour.certainStep(from: initial))
    #expect(small.text(small.machine.transitions[step].row) == "initial -> a(n: 2) / beep")
    let a = try small.state("a")
    #expect(small.machine.transitions[step].target == a)
  }

  @Test func compositesAndRegionsBeginByArrowsToo() throws {
    let small = try SmallMachine(
      """
      initial state off
      state on(level: Int = 0) {
        region light {
          initial -> dim / level += 1
          state dim, bright
          dim -> bright : more
        }
        region sound {
          initial -> volume
          choice volume
          volume -> loud  : [level > 2]
          volume -> quiet : [else]
          state loud, quiet
        }
      }
      event press, more
      off -> on : press
      """)
    let regions = ["light", "sound"]
    let pseudostates = try regions.map { small.machine.initialPseudostate(of: try small.state($0)) }
    #expect(!pseudostates.contains(nil))
    #expect(small.machine.states.count(where: \.isPseudostate) == 2)
  }

  @Test func whatIsWrongIsSaidAtItsPlace() {
    expectDiagnostics(
      """
      machine A {
        initial state a
      //              ^ note: the first is here
        initial -> b
      //           ^ E103
        state b {
          initial -> c.x / { }
          state c {
            initial -> a
      //               ^ E103 'c' begins in a state or with a choice within it: name one
            state x
          }
        }
        state d {
          initial -> y
      //             ^ E101
          state z
        }
        event e
        a -> b : e
        b -> d : e
        d -> a : e
      }
      """)
  }

  @Test func aStateOfThatNameHasRowsOfItsOwn() throws {
    let small = try SmallMachine(
      "initial state initial\nstate open\nevent e\ninitial -> open : e\nopen -> initial : e")
    #expect(small.machine.states.filter(\.isPseudostate).isEmpty)
    #expect(small.machine.transitions.count == 2)
  }

  @Test func wildcardsChecksAndTheTableLeavePseudostatesOut() throws {
    let small = try SmallMachine(
      """
      unhandled error
      initial -> a / { }
      state a, b
      event e
      a -> b : e
      * : e
      """)
    let initial = try #require(small.machine.initialPseudostate(of: nil))
    #expect(!small.machine.transitions.contains { $0.source == initial && $0.trigger != .always })
    #expect(Coverage(small.machine).rows.map(\.state) == ["a", "b"])
    #expect(Coverage(small.machine).keywords == [])
  }

  @Test func picturesDrawTheDotWithItsLabel() throws {
    let small = try SmallMachine("initial -> a / beep\nstate a\noutput beep\nevent e\na : e")
    let diagram = Diagram(small.machine)
    #expect(diagram.boxes.map(\.kind) == [.initial, .state])
    #expect(diagram.arrows.map(\.label.text) == ["/ beep"])
    let options = DiagramOptions()
    #expect(MermaidWriter.write(diagram, options: options).contains("[*] --> a : / beep"))
    #expect(PlantUMLWriter.write(diagram, options: options).contains("[*] --> a : "))
  }

  // MARK: History

  @Test func aHistoryMayLeadToAChoiceByDefault() throws {
    let small = try SmallMachine(
      """
      initial state off
      state on {
        initial state a
        state b, c
        choice pick
        history -> pick / beep
        pick -> b : [count > 3]
        pick -> c : [else]
        a -> b : press
      }
      let count: Int = 0
      output beep
      event press, stop
      off -> on.history : press
      on -> off : stop
      """)
    let on = try small.state("on")
    let fallback = try #require(small.machine.states[on].historyDefault)
    #expect(small.machine.states[fallback].pseudostate == .historyDefault)
    let diagram = Diagram(small.machine)
    let arrow = try #require(diagram.arrows.first { $0.label.text == "/ beep" })
    #expect(diagram.boxes[arrow.source].kind == .history)
    #expect(diagram.boxes[arrow.target].kind == .choice)
  }

  @Test func aDefaultWithoutEffectsToAStateNeedsNoPseudostate() throws {
    let small = try SmallMachine(
      """
      initial state off
      state on { initial state a; state b; history -> b; a -> b : press }
      event press, stop
      off -> on.history : press
      on -> off : stop
      """)
    let on = try small.state("on")
    let b = try small.state("b")
    #expect(small.machine.states[on].historyDefault == b)
    #expect(small.machine.states.filter(\.isPseudostate).isEmpty)
  }

  @Test func aSecondDefaultAndOneThatLeadsOutAreMistakes() {
    expectDiagnostics(
      """
      machine A {
        initial state off
        state on {
          initial state a
          state b
          history -> b / { }
          history -> a / { }
      //  ^~~~~~~ E102
          a -> b : e
          b -> a : e
        }
        state other {
          history -> off / { }
      //             ^~~ E103 'other' begins in a state or with a choice within it: name one
          initial state x
          x : e
        }
        event e, f, g
        off -> on.history : e
        on -> off : f
        off -> other.history : f
        off -> other : g
        other -> off : f
      }
      """)
  }

  // MARK: Machines within states, names

  @Test func aMachineThatBeginsByAnArrowBeginsByItself() throws {
    let result = Compiler().generate(
      SourceFile(
        path: "m.sm",
        text: """
          machine Plain: Sendable { initial -> q; state q; event e; q : e }
          machine Arrow: Sendable { initial -> q(n: 2) / { }; state q(n: Int); event e; q : e }
          machine Owner: Sendable {
            initial state plain: Plain
            state arrow: Arrow
            event go
            plain -> arrow : go
            arrow -> plain : go
          }
          """))
    #expect(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
  }

  @Test func severalTargetsOfOneBodyAndStatesCalledAsThePseudostateAreMistakes() {
    expectDiagnostics(
      """
      machine A {
        initial -> x, y
      //              ^ E213
        state x, y
        event e
        x -> y : e
        y -> x : e
      }
      machine B {
        initial -> `initial` / { }
      //^~~~~~~ note: the first is here
        state `initial`, on
      //       ^~~~~~~ E102
        event e
        `initial` -> on : e
        on -> `initial` : e
      }
      """)
  }

  @Test func theArrowHasNeitherAnEventNorAHistoryOfItsOwn() {
    expectDiagnostics(
      """
      machine A {
        initial -> a : e
      //               ^ E103 the arrow from 'initial' waits for no event: write 'initial -> a', with effects after '/'
        state a
        state b { initial state x; initial -> y : e; state y; x -> y : e }
      //                                          ^ E103
        state c { initial -> history; state z }
      //                     ^~~~~~~ E103 'c' cannot begin at a history of its own: name a state within it, and let arrows lead to 'c.history'
        state d { initial -> d.deepHistory; state w }
      //                       ^~~~~~~~~~~ E103
        state f { initial => v; state v }
      //                  ^~ E011
        state g { initial state u; history -> u : e }
      //                                          ^ E209 the arrow from 'history' waits for no event: write 'history -> u', with effects after '/'
        event e
        a -> b : e
        b -> c : e
        c -> d : e
        d -> f : e
        f -> g.history : e
        g -> history : e
      //     ^~~~~~~ E209 'history' stands at the end of a target, as in '-> player.history'
      }
      """, notesElsewhere: true)
    expectDiagnostics(
      """
      machine A {
        initial -> history
      //           ^~~~~~~ E103 a machine begins but once, and has no history: name a state, or the history of one
        state a
        event e
        a : e / { }
      }
      """)
  }
}
