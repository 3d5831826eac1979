import TestSupport
import Testing

@testable import StateMachineModel

/// Mistakes in composite states are found, and the generated code is right. `OracleTests` test what composite states
/// do.
@Suite struct CompositeTests {
  @Test func everyBodyHasOneInitialState() {
    expectDiagnostics(
      """
      machine A {
        initial state a {
      //              ^ E103
          state b, c
          b -> c : e
          c -> b : e
        }
        state d {
          initial state x
      //                ^ note: the first is here
          initial state y
      //                ^ E103
          x -> y : e
          y -> x : e
        }
        event e, f
        a -> d : f
        d -> a : f
      }
      """)
  }

  @Test func pathsLeadInward() {
    expectDiagnostics(
      """
      machine A {
        initial state a {
          initial state b
          state c
          // From within, names of the body and of those around it are known.
          b -> c : e
          c -> d : e
          c -> d.x : f
          b -> x : f
      //       ^ E101 'x' is not declared as a state: did you mean 'd.x'?
        }
        state d {
          initial state x
        }
        event e, f, g
        d -> c : e
      //     ^ E101 'c' is not declared as a state: did you mean 'a.c'?
        d -> a.c : f
        d -> a.x : g
      //       ^ E101
        d.x -> a.b : g
      }
      """)
  }

  @Test func payloadsOfCompositesAreInScope() {
    expectDiagnostics(
      """
      machine A {
        initial state a(n: Int = 0) {
          exit / n = 2
      //         ^ E111
          initial state b { entry / n = 3 }
      //                            ^ E111 'n' belongs to a composite around the state: an 'entry' can change the payload of its own state only
          state c(n: String)
        }
        state z(n: Int)
        event e, f, g, h(n: Int)
        a.b : e / n += 1
        a.b -> a.b : f / n = 2
        a.b -> z(n: 1) : g / n = 2
      //                     ^ E111
        a -> z : e
        a -> a.c(n: "") : h
        z -> a : e
      }
      """, warnings: false)
  }

  @Test func whatIsInitialMayBeFinal() {
    expectDiagnostics(
      """
      machine M {
        initial state a {
          initial final state f
        }
        state b
        event x
        a -> b : done
        b -> a : x
      }
      machine N {
        initial final state f
      }
      machine O {
        initial state a
        final initial state f
            //^~~~~~~ E010 'initial' stands where 'state' after 'final' should be: write 'initial final state'
        initial final f
                    //^ E010 'f' stands where 'state' after 'final' should be: write 'initial final state f'
      }
      """)
  }

  @Test func aFinalStateWithinACompositeIsLeftWithIt() {
    expectDiagnostics(
      """
      machine M: Sendable {
        initial state a {
          initial state b
          final state f { exit / o ; do / w ; defer x }
                        //^~~~ E202 the final state 'f' is left only with 'a': write the 'exit' in the body of 'a'
                        //           ^~ E202 the final state 'f' cannot have 'do': leave it out, or leave out 'final'
                        //                    ^~~~~ E211 the final state 'f' keeps no events: leave this out, or leave out 'final'
          b -> f : x
        }
        final state e { exit / o }
                      //^~~~ E202 the final state 'e' is never left: it cannot have 'exit'
        event x
        output o, w async
        a -> e : done
      }
      """)
  }

  @Test func whatStaysKeepsItsPayload() {
    expectDiagnostics(
      """
      machine M {
        initial state a(n: Int = 0) {
          initial state b
          state c(k: Int)
          b -> a(n: 1).c(k: 2) : e
      //            ^ E108 'a' is not left here and keeps its payload: leave this out, and change it by an effect: write '/ n = …'
          c -> b : f / n = 1
        }
        event e, f
        a -> a(n: 1) : f
      }
      """, notesElsewhere: true, warnings: false)
  }
}
