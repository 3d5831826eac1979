import TestSupport
import Testing

@testable import StateMachineModel

/// Names of the file may equal names in the generated code.
@Suite struct CollidingNamesTests {
  @Test func aFieldDoesNotHideAPropertyThatAnotherRowUses() throws {
    let text = try generated(
      """
      machine A {
        var n: Int = 0
        initial state a
        event e(n: Int, k: Int)
        output o(Int)
        a : e(_, 3) [n > 1] / { n += 1 }
        a : e / o(n)
      }
      """)
    #expect(text.contains("case .e(let eventN, let k):"))
    #expect(text.contains("if case 3 = k, n > 1 {"))
    #expect(text.contains("let n = eventN"))
  }

  @Test func aRowsNameForAFieldDoesNotHideAPropertyEither() throws {
    let text = try generated(
      """
      machine A {
        var n: Int = 0
        initial state a(x: Int = 0)
        event e, f
        output o(Int)
        a(n) : e / o(n)
        a : f / o(n)
      }
      """)
    #expect(text.contains("case .a(let x):"))
    #expect(text.contains("case .e:\n        let n = x\n        emit(.o(n))\n        return .stayed\n      case .f:"))
  }

  /// The payload that `done` matches and the submachine that has ended are two values.
  @Test func theFinalStateOfASubmachineDoesNotHideTheSubmachine() throws {
    let text = try generated(
      """
      machine A {
        initial state a(n: Int = 0) { initial state b: Inner }
        a.b : done(.end(let k)) / n = k
      }
      machine Inner {
        initial state c
        final state end(k: Int)
        event e
        c -> end(k: 1) : e
      }
      """)
    #expect(text.contains("let finalState = child.state"))
    #expect(text.contains(".b(child))"))
  }

  /// The nested types of a wrapper get other names if the type of an output's payload has the same name.
  @Test func theTypesOfAWrapperDoNotHideThoseOfPayloads() throws {
    func text(_ type: String) throws -> String {
      try generated(
        """
        machine A: Sendable {
          wrapper actor
          initial state a
          final state b
          event e
          output o(\(type))
          a -> b : e
        }
        """)
    }
    for name in ["Step", "Ended"] {
      #expect(try text("Int").contains("struct \(name): Swift."))
      #expect(try text(name).contains("struct \(name)_: Swift."))
      #expect(try text(name).contains("o: @escaping @Sendable (\(name)) -> Void"))
    }
  }

  /// A type that generated code refers to by its name alone cannot be declared again.
  @Test(arguments: ["WrapperSupport", "FileWrapperSupport", "Sendable", "Swift"])
  func aTypeThatGeneratedCodeNeedsIsRefused(_ name: String) {
    let body = "initial state a\nevent e\na -> a : e"
    #expect(findings(body, head: "machine \(name) {") == ["1 E020"])
    #expect(findings("\(body)\ntypealias \(name) = Int") == ["5 E020"])
  }

  @Test func aFieldDoesNotHideAGeneratedType() throws {
    let text = try generated(
      """
      machine A {
        initial state a(Outcome: Int = 0) {
          region r { initial state s ; state t ; s -> t : e ; t : e / o(Outcome) }
          region u { initial state v ; v : e / o(Outcome) }
          r.s : f / o(Outcome)
        }
        event e, f
        output o(Int)
      }
      """)
    #expect(text.contains("case .a(let stateOutcome, var regions):"))
    #expect(text.contains("var outcome: Outcome = .stayed"))
    // Where the type is not named, nothing is hidden.
    #expect(text.contains("case .a(let Outcome, let regions):"))
  }

  @Test func aPropertyIsNotCalledLikeAGeneratedType() {
    expectDiagnostics(
      """
      machine A {
        var Event: Int = 0
      //    ^~~~~ E104 'Event' is the name of a generated member: choose another for the property
        var Timer: Int = 0
        initial state a
        event e
        a : e / Timer += 1, Event += 1
      }
      """)
  }

  @Test func aLabelOfTheEventAndTheSourceIsAmbiguousInAChoiceToo() {
    expectDiagnostics(
      """
      machine A {
        choice k
        initial state a(n: Int = 0)
        event e(n: Int)
        a -> k : e
        k -> a(n: 1) : [n > 1]
      //                ^ E106 'n' is a label of the event and of the source: bind the one that is meant, as in 'e(n: n)', or leave the other out, as in 'a(n: _)'
        k -> a(n: 2) : [else]
      }
      """)
  }

  @Test func whatIsKeptOfATransitionMayHaveAKeywordsName() throws {
    let text = try generated(
      """
      machine A {
        wrapper none
        event e(Int), f
        region r {
          initial state `switch`
          state none
          `switch` -> none : e(0)
          `switch` -> none : e(1)
          none -> `switch` : e(2)
        }
        region R {
          initial state x
          state y
          x -> y : e(0)
          y -> x : e(1)
          y -> x : f
        }
      }
      """)
    #expect(text.contains("enum InR { case `switch`, switch_2, none_1 }"))
    #expect(text.contains("enum In_R { case x, y }"))
    #expect(text.contains("inR = .none_1"))
  }

  @Test func aHistoryHasATypeAndAPropertyOfDifferentNames() throws {
    let text = try generated(
      """
      machine A {
        initial state a
        state Player(n: Int) {
          initial state x
          state y
          x -> y : e
        }
        event e, f
        a -> Player(n: 1).history : f
        Player -> a : f
      }
      """)
    #expect(text.contains("private struct PlayerHistoryValue {"))
    #expect(text.contains("private var PlayerHistory: PlayerHistoryValue?"))
  }

  @Test func theTypesOfAnOutputHaveNamesOfTheirOwn() throws {
    let text = try generated(
      """
      machine A {
        wrapper class
        initial state a
        event e
        output set(Int), Set(Int)
        a : e / set(1), Set(2)
      }
      """, locations: true)
    #expect(text.contains("private let setOutput: (SetOutput1) -> Void"))
    #expect(text.contains("private let SetOutput: (SetOutput1_) -> Void"))
  }

  /// Names of states and events stand in messages, too.
  @Test func aQuoteInANameIsOneInTheMessage() throws {
    let text = try generated(
      """
      machine `M"` {
        unhandled trap
        initial state `a"b`
        state c
        event `x"`, y
        `a"b` -> c : `x"`
        c : y / trap
      }
      """)
    #expect(text.contains(#"case .`a"b`: return "a\"b""#))
    #expect(text.contains(#"return "x\"""#))
    #expect(text.contains(#"preconditionFailure("`M\"`: event "#))
    #expect(text.contains(#"preconditionFailure("M\": event y cannot happen in state c")"#))
  }

  /// A name that is composed of others needs back-ticks if one of its parts does.
  @Test func aNameThatBeginsWithADigitKeepsItsBackticks() throws {
    let text = try generated(
      """
      machine M {
        initial state `1st` {
          initial state `a×b`
        }
        event x
        `1st` -> `1st` : x
      }
      """)
    #expect(text.contains("case `1st`(`1stStates` = .`a×b`)"))
  }

  /// Events of a machine with methods, and properties, are members beside the functions of states.
  @Test func functionsOfStatesAreCalledLikeNoMember() throws {
    let text = try generated(
      """
      machine M {
        interface methods
        var enterC: Int = 0
        initial state a { exit / { print(1) } }
        state b { entry / { print(2) } }
        final state c { entry / { print(3) } }
        event enterB, exitA
        unhandled ignore
        a -> b : enterB / enterC += 1
        b -> c : exitA
      }
      """)
    for name in ["exitA_", "enterB_", "enterC_"] {
      #expect(text.contains("private func \(name)()"))
      #expect(text.contains("self.\(name)()"))
    }
  }
}
