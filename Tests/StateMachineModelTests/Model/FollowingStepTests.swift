import TestSupport
import Testing

@testable import StateMachineModel

/// Mistakes in `always`, `defer`, `done` and histories are found.
@Suite struct FollowingStepTests {
  // MARK: Always, raise, defer

  @Test func alwaysRowsComeToRest() {
    expectDiagnostics(
      """
      machine A {
        var n: Int = 0
        initial state a
        state b
        state c { : always / n += 1 }
      //          ^~~~~~~~~~~~~~~~~ E208 these 'always' rows never end: c -> c; give one of them a guard, or an event
        state d { : always [n > 3] }
      //          ^~~~~~~~~~~~~~~~ E208 this 'always' row does nothing, and so does it again for ever: give it an arrow or an effect
        state f(n: Int = 3)
        state outer {
          initial state x
          state y
          x -> y : always
          y -> x : e
        }
        event e
        a -> b : always
      //^~~~~~~~~~~~~~~ E208 these 'always' rows never end: a -> b -> a; give one of them a guard, or an event
        b -> a : always
        a -> c : e
        b -> d : e
        c -> f : e
        // A guard before it is a way out.
        f -> outer : always [n == 0]
        f : always / n -= 1
        outer -> a : e [n > 1]
      }
      """, warnings: false)
  }

  @Test func deferredEventsAreDeclaredAndHaveAUse() {
    expectDiagnostics(
      """
      machine A {
        initial state a {
          defer e, x, e
      //           ^ E101 'x' is not declared as an event: declare it in the machine
      //              ^ E102 'e' is deferred here already: leave it out
        }
        state b { defer e }
      //                ^ W303 'e' is never deferred: 'b' has a row that always takes it
        final state c { defer e }
      //                ^~~~~ E211 the final state 'c' keeps no events: leave this out, or leave out 'final'
        event e, f, g(n: Int)
      //            ^ note: 'g' is declared here
      //            ^ note: 'g' is declared here
        a -> b : f / raise h
      //                   ^ E101
        a : g / raise g
      //              ^ E105 the event 'g' needs 'n: Int': write 'g(n: n)'
        a : g(n: m) / raise g(n: m, o: 1)
      //                            ^ E107
        b -> c : e
      //^~~~~~~~~~ note: the row is here
      }
      """)
  }

  // MARK: History and done

  @Test func historyIsThatOfAComposite() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        state b {
          initial state c
          state d
          c -> d : e
          d -> c : e
          history -> d
          history -> a
      //             ^ E209 the history of 'b' begins in a state within it: name one
          history -> c
      //  ^~~~~~~ E102
        }
        state q { history -> a }
      //          ^~~~~~~ E209 'history ->' says where a composite's history begins: move it into the composite's body
        state f {
          initial state g
          state h
          g -> h : e
          h -> g : e
        }
        event e, x, y, z, w
        a -> a.history : x
      //       ^~~~~~~ E209 'a' has no states within it, and so no history: write '-> a'
        a -> b.history(1) : y
      //              ^~~ E209
        a -> b.history.c : z
      //       ^~~~~~~ E209 'history' stands at the end of a target, as in '-> player.history'
        a -> f.deepHistory : w
        b, f, q -> a : x
        a -> q : e
      }
      """)
  }

  @Test func onlyWhatCanEndIsDone() {
    expectDiagnostics(
      """
      machine A {
        initial state a {
          initial state b
          final state c(n: Int = 0)
          final state d
          b -> c : e
          b -> d : f
        }
        state x {
          initial state y
        }
        event e, f, g
        a -> x : done(.d)
        a -> x : done(.c(let n)) [n > 2]
        a -> x : done(.b)
      //               ^ E210 'b' is no final state of 'a': name one that is
        a -> x : done(.q)
      //               ^ E210
        a -> x : done(.c, .d)
      //                  ^~ E108 'done' takes one pattern without a label, for the final state: write 'done(.name)'
        x -> a : done
      //         ^~~~ E210 'x' is never done: declare one of the states within it 'final'
        y -> a : done
      //^ E101 'y' is not declared as a state: did you mean 'x.y'?
        x -> a : g
      }
      """, warnings: false)
  }
}
