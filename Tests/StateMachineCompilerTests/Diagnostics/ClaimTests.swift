import TestSupport
import Testing

/// The compiler reports mistakes in statements for tests, as in rows.
@Suite struct ClaimTests {
  /// Each mistake is one finding, at its place.
  @Test func theirFormIsChecked() {
    expectDiagnostics(
      """
      machine Door: Hashable {
        let limit: Int = 10
        initial state open(persons: Int = 0)
        state closing
        final state broken
        event enter(count: Int), closeButton, pair(a: Int, b: Int), plain(Int), bare(Int, Int)
        open : enter / persons += count
        open -> closing : closeButton
        closing : pair, plain, bare
        closing -> broken : closeButton

        never
      //     ^ E010 the end of the line stands where states after 'never' should be
        never [else]
      //       ^~~~ E010 every 'never' decides for itself, so there is no 'else': write a condition, or leave out the brackets
        invariant open
      //              ^ E010 the end of the line stands where '[' and a condition after 'invariant' should be
        within
      //      ^ E010 the end of the line stands where states after 'within' should be
        open can closing
      //         ^~~~~~~ E010 'closing' stands where 'reach' after 'can' should be
        open can reach
      //              ^ E010 the end of the line stands where a state after 'can reach' should be
        open can reach closing [limit > 2]
      //                       ^ E010 '[' stands where the end of the line should be: 'can reach' has no condition: leave it out
        open can reach nowhere
      //               ^~~~~~~ E101 'nowhere' is not declared as a state: declare it in the machine
        * can reach broken, broken
      //                    ^~~~~~ E102 this statement names the state 'broken' twice: leave one out
        try enter(cont: 1)
      //          ^~~~ E107 the event 'enter' has no label 'cont': did you mean 'count'?
        try enter(1)
      //          ^ E107 it is not said what this value is for: write its label, as in 'enter(count: …)'
        try plain(1, 2)
        try bare(1, 2)
      //         ^ E107 it is not said what this value is for: declare 'bare' with labels
        try nothing
      //    ^~~~~~~ E101 'nothing' is not declared as an event: declare it in the machine
        try
      //   ^ E010 the end of the line stands where an event, or 'init', after 'try' should be
        try closeButton(1)
      //                ^ E107 it is not said what this value is for: 'closeButton' takes no values: leave it out
        try init
      //        ^ E010 the end of the line stands where '(' and values for properties after 'try init' should be
        try init(limt: 1)
      //         ^~~~ E107 the initializer 'init' has no label 'limt': did you mean 'limit'?
        never open [persons > 3] / trap
      //                         ^ E010 '/' stands where the end of the line should be: 'never' tells tests what to look at, and has no effects: leave them out
        never open(persons: 3, 4)
      //                       ^ E108 one pattern too many: the state 'open' takes one
        state a {
          never closing
      //  ^~~~~ E022 'never' stands in the machine's body, not in a state's
          a can reach closing
      //    ^~~~~~~~~ E022 'can reach' stands in the machine's body, not in a state's
        }
      }
      """, notesElsewhere: true)
  }

  /// Names that a guard does not know.
  @Test func labelsAreThoseOfTheirSources() {
    expectDiagnostics(
      """
      machine Door: Hashable {
        initial state open(persons: Int = 0)
        state closing
        final state broken
        event enter(count: Int), closeButton, pair(a: Int, b: Int)
        open : enter / persons += count
        open -> closing : closeButton
        closing : pair
        closing -> broken : closeButton
        invariant closing [persons > 3]
      //                   ^~~~~~~ W315 'persons' is a label of 'open', and not known here: write what this row's states and events have
        try enter [persons > 3 && a > 3]
      //                          ^ W315 'a' is a label of 'pair', and not known here: write what this row's states and events have
        invariant [persons > 3]
      //           ^~~~~~~ W315 'persons' is a label of 'open', and not known here: write what this row's states and events have
        try enter(count: 1) [true]
      //                     ^~~~ W306 this guard always holds: leave it out
      }
      """, notesElsewhere: true)
  }

  /// `*` stands for all states.
  @Test func everySourceKnowsTheLabels() {
    expectDiagnostics(
      """
      machine Door: Hashable {
        initial state open(persons: Int = 0)
        state closing
        event enter(count: Int), closeButton
        open : enter / persons += count
        open -> closing : closeButton
        closing -> open(persons: 0) : closeButton
        never * [persons > 3]
      //         ^~~~~~~ E110 'persons' is not known in 'closing': give that its own statement, or write something that all of them have
        never open, closing [persons > 3]
      //                     ^~~~~~~ E110 'persons' is not known in 'closing': give that its own statement, or write something that all of them have
      }
      """, notesElsewhere: true)
  }

  /// The transitions alone decide some statements, without exploring.
  @Test func theArrowsAloneDecide() {
    expectDiagnostics(
      """
      machine Door {
        initial state a
        state b { initial state c; state d }
      //                        ^ W312 the machine has an end, and no row leads there from 'c', 'd', 'f': write one
        state f
        final state z
        event e, g
        event h unhandled ignore
        a -> b : e
        b.c -> b.d : e
        b.d -> f : e
        a -> z : g
        f -> f : e
        a can reach b.d
        b can reach a
      //^~~~~~~~~~~~~ W312 no rows lead from 'c' to 'a': write one, or leave 'c' out of this statement
        a, f can reach z
      //^~~~~~~~~~~~~~~~ W312 no rows lead from 'f' to 'z': write one, or leave 'f' out of this statement
        * can reach f
      //^~~~~~~~~~~~~ W312 no rows lead from 'z' to 'f': write one, or leave 'z' out of this statement
        try h
      //^~~~~ W305 no row has 'h' as its event, so that trying it does nothing: leave this out
      }
      """, notesElsewhere: true)
  }

  /// Before an arrow, a comma, a colon or a parenthesis, and as names of states, all words are names.
  @Test func theirWordsAreNames() {
    expectDiagnostics(
      """
      machine Words {
        initial state never(n: Int = 0)
        state invariant, within, can, reach
        final state try
        event e(n: Int), f
        never -> invariant : f
        never(n) : e [n > 3]
        invariant, within : e
        within -> can : f
        invariant -> within : f
        can -> reach : f
        reach -> try : f
        reach : e
        never never(n: 3)
        never can, reach [in(within)]
        invariant never [n < 5]
        within within [in(within)]
        can can reach try, reach
        * can reach try
        try e(n: 1...3, 5)
        try f [in(can) || in(never)]
        never `try`
      }
      """, notesElsewhere: true)
  }
}
