import TestSupport
import Testing

@testable import StateMachineModel

/// Mistakes in regions are found, and conflicts between rows of regions.
@Suite struct RegionTests {
  @Test func regionsStandSideBySide() {
    expectDiagnostics(
      """
      machine A {
        initial state a {
          region r {
            initial state b
            state c { entry / o }
            entry / o
      //    ^~~~~ E212 a region has no 'entry': move it into the composite, or into a state of the region
            : e / o
      //    ^ E016
            b -> c : e
            c -> b : e
          }
          region s {
            initial state d
            state f
            d -> c : e
      //         ^ E101 'c' is not declared as a state: did you mean 'a.r.c'?
            d -> f : e
            f -> a.r.c : e
      //             ^ E213
            f -> d : e [else]
            history -> f
          }
        }
        state one {
          region only { initial state p }
      //         ^~~~ E212 'one' has one region only: declare another, or its states without a region
        }
        state mixed {
          region t { initial state q }
      //         ^ note: a region is here
          initial state u
      //                ^ E212 'u' stands beside regions: move it into one of them
          region v { }
      //         ^ E212 the region 'v' has no states: declare an initial one
        }
        event e, g, h, i
        output o
        a.r -> a : g
      //^ E212 'r' is a region, which is always active with the others: name a state
        one -> a.s : g
      //         ^ E212
        a -> one : g
        one -> mixed : h
        mixed -> a.history : i
      //           ^~~~~~~ E209 'a' has regions, each with a history of its own: write 'a.r.history', or 'a.deepHistory' for all of them
      }
      """, warnings: false)
  }

  @Test func rowsOfRegionsCanConflict() {
    expectDiagnostics(
      """
      machine A {
        initial state a {
          region r {
            initial state b
            b -> out : e
      //    ^~~~~~~~~~~~ note: the other is here
          }
          region s {
            initial state c
            state d
            c -> out : e
      //    ^~~~~~~~~~~~ W310 this row and one of the region 'r' both leave 'a' on 'e': where both apply, the first region's is taken
            c -> d : f
            d -> c : f
          }
          // Every region takes it.
          : e
        }
        state out
        event e, f
        out -> a : e
      }
      """)
  }

  @Test func rowsThatAllChildrenOverride() {
    expectDiagnostics(
      """
      machine A {
        initial state a {
          initial state b
          state c
          final state d
          b -> c : e
          c -> b : e
          b, c : f / o
          c -> d : g
        }
        state x {
          initial state y
          state z { defer e }
          y -> z : e
          z -> y : f
        }
        event e, f, g
        output o
        // The final state has no row of its own.
        a -> x : e
        x -> a : e
      //^~~~~~~~~~ N401 this row never applies: every state within 'x' has a row of its own that always takes 'e'
        x -> a : g
        * : g / o
      }
      """)
  }

  /// A mistake that only follows from another is not reported.
  @Test func oneMistakeGivesOneDiagnostic() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        state b {
          region r
      //          ^ E010
            initial state c
            state d
            c -> d : e
            d -> c : e
            history -> d
          }
          region s {
            initial state f
            f : e
          }
          b -> a : g
        }
        state z
        choice k
      //       ^ E207
        event e, g
        a -> k : e
        k -> a : [1 > 2]
        a -> kk : g
      //     ^~ E101 'kk' is not declared as a state: did you mean 'k'?
        z -> a.history : g
      //       ^~~~~~~ E209
      }
      """)
  }

  @Test func choicesBesideTheRegionsOfACompositeAreToldWhereTheyBelong() {
    expectDiagnostics(
      """
      machine B {
        initial state all {
          region x { initial state x1; state x2; x1 -> x2 : e; x2 -> x1 : e }
      //         ^ note: a region is here
          region y { initial state y1; state y2; y1 -> y2 : e; y2 -> y1 : e }
          choice c
      //         ^ E212 'c' stands beside regions: declare it beside 'all', for arrows that leave all of them, or in one of them
          c -> x.x1 : [else]
        }
        event e
      }
      """)
  }

  @Test func oneRowMayLeaveACompositeFromTwoRegions() {
    expectDiagnostics(
      """
      machine M {
        initial state a {
          region r { initial state b }
          region s { initial state c }
          r.b, s.c -> d : e
      //  ^~~~~~~~~~~~~~~~~ W310 this row leaves 'a' on 'e' from the regions 'r' and 's': where both apply, it is taken once, for 'r'
        }
        state d
        event e
        d -> a : e
      }
      """)
  }

  @Test func choicesBesideTheRegionsOfAMachineLeadIntoThem() {
    expectDiagnostics(
      """
      machine A {
        var n: Int = 0
        region x {
          initial state x1
          state x2(size: Int)
      //        ^~ note: 'x2' is declared here
          x1 -> x2(size: n) : e
          x2 -> c : e
          x1 -> c : always [n > 9]
        }
        region y {
          initial state y1
          state y2
          y1 -> y2 : e
          y2 -> x.x1 : e
      //          ^~ E213
        }
        choice c, d
        c -> x.x2(size: 3), y.y2 : [n > 3]
        c -> x.x2 : [n > 2]
      //       ^~ E105
        c -> d : [n > 1]
        c -> y.history : [else]
        d -> x : [n > 6]
      //     ^ E212 'x' is a region, which is always active with the others: name a state
        d -> deepHistory : [n > 5]
      //     ^~~~~~~~~~~ E209 'deepHistory' stands at the end of a target, as in '-> player.deepHistory'
        d -> x.x1 : [else]
        event e
      }
      """)
  }

  /// No state stands in the machine's body, and the arrow leaves all regions whichever of them it begins in.
  @Test func aWildcardBesideRegionsIsToldWhereItBelongs() {
    expectDiagnostics(
      """
      machine A {
        region x { initial state x1; x1 -> c : f }
        region y { initial state y1; y1 : f / o }
        choice c
        c -> x.x1 : [else]
        * -> c : e
      //^~~~~~~~~~ W304 this '*' row never applies: its body holds regions and no states; write it in one region, of which all are left
        * : e / o
      //^~~~~~~~~ W304 this '*' row never applies: its body holds regions and no states; write it in each region
        event e, f
        output o
      }
      """)
  }
}
