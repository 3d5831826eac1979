import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// A group is replaced by its states, and mistakes in groups are found. `OracleTests` test what rows for a group do.
@Suite struct GroupTests {
  private func machine(_ text: String) throws -> StateMachine {
    let (machines, result) = Compiler().machines(of: SourceFile(path: "test.sm", text: text))
    #expect(result.diagnostics.map(\.message) == [])
    return try #require(machines.first)
  }

  private func members(_ machine: StateMachine) -> [[String]] {
    machine.groups.map { group in group.members.map { MachineText(machine).path($0) } }
  }

  @Test func aGroupHasEachStateOnceInTheOrderInWhichTheyAreNamed() throws {
    let machine = try machine(
      """
      machine A {
        group all = odd, even, d
        group odd = c, a
        group even = d.y, c2
        group other = odd, all
        initial state a
        state c, c2
        state d { initial state x; state y; x -> y : f; y -> x : f }
        event e, f
        a -> c : e
        c -> c2 : e
        c2 -> d : e
        d -> a : e
      }
      """)
    #expect(
      members(machine) == [["c", "a", "d.y", "c2", "d"], ["c", "a"], ["d.y", "c2"], ["c", "a", "d.y", "c2", "d"]])
  }

  @Test func aRowForAGroupIsOneForEachOfItsStates() throws {
    let machine = try machine(
      """
      machine A {
        group open = a, b.x, c
        initial state a
        state b { initial state x; state y; x -> y : e; y -> x : e }
        state c
        state d
        event e, f, g
        open, d -> c : f
        * except open -> a : g
        a -> b : e
        c -> d : e
      }
      """)
    let transitions = machine.transitions.map { transition in
      "\(MachineText(machine).path(transition.source)) \(machine.name(of: transition.trigger))"
    }
    #expect(
      transitions == ["b.x e", "b.y e", "a f", "b.x f", "c f", "d f", "b g", "d g", "a e", "c e"])
  }

  /// A row for `*` needs no labels of a state for which a row of a group is always taken.
  @Test func statesOfAGroupHaveRowsOfTheirOwn() {
    expectDiagnostics(
      """
      machine A {
        group open = a, b
        initial state a
        state b
        state c(n: Int)
        event e, f
        open -> c(n: 1) : e
        * -> c : e
        a -> b : f
      }
      """)
  }

  @Test func labelsMustBeInAllOfItsStates() {
    expectDiagnostics(
      """
      machine A {
        group open = a, b
        initial state a(n: Int = 0)
        state b(n: Int, m: Int = 0)
        state c(n: Int, m: Int)
        event e, f
        output log(Int)
        open -> c(m: 1) : e / log(n)
        open -> c(m: 1) : f / log(m)
      //                          ^ E110 'm' is not known in 'a' on 'f': give that its own row, or write something that all of them have
        c -> b : e / log(m)
      }
      """)
  }

  @Test func aPatternIsForEachOfItsStates() {
    expectDiagnostics(
      """
      machine A {
        group open = a, b
        initial state a(n: Int = 0)
        state b(n: Int, m: Int = 0)
        state c(Int)
        event e, f, g
        open(n: 0...3) -> c(n) : e
        open(n: let k) -> c(k) : f
        open(m: 0) -> c(1) : g
      //     ^ E107 the state 'a' has no label 'm': it has 'n'
        c(k) -> b(n: k) : e
      }
      """, notesElsewhere: true)
  }

  @Test func membersAreStates() {
    expectDiagnostics(
      """
      machine A {
        group one = a, cc
      //               ^~ E101 'cc' is not declared as a state: declare it in the machine
        group two = inner, oen
      //            ^~~~~ E101 'inner' is not declared as a state: did you mean 'ab.inner'?
      //                   ^~~ E101 'oen' is not declared as a state: did you mean 'one'?
        group three = ab.one
      //                 ^~~ E101
        group four = how
      //             ^~~ E206 'how' is a choice, which the machine is never in: name a state
        group five = two.inner
      //             ^~~ E217 'two' is a group of states: name the one that is meant
        initial state a
        choice how
        state ab { initial state inner; state other; inner -> other : e; other -> inner : e }
        event e
        a -> how : e
        how -> ab : [else]
        one, two, three -> a : e
      }
      """, notesElsewhere: true)
  }

  @Test func submachinesAreOutOfReach() {
    expectDiagnostics(
      """
      machine Inner { initial state failed; state fine; event x; failed -> fine : x; fine -> failed : x }
      machine A {
        group bad = inner.failed
      //                  ^~~~~~ E101 no path leads into the machine that 'inner' holds: where a row is meant, write 'inner(.failed)'
        initial state a
        state inner: Inner
        event e
        a -> inner : e
        inner -> a : e
      }
      """)
  }

  @Test func nothingIsNamedTwice() {
    expectDiagnostics(
      """
      machine A {
        group open = a, b, a
      //                   ^ E102 this group names the state 'a' twice: leave one out
        group most = some, c, some
      //                      ^~~~ E102 this group names the group 'some' twice: leave one out
        group some = a, b
        group more = some, b
      //                   ^ E102 this group names the state 'b' twice: leave one out
        initial state a
        state b, c
        event e, f, g, h
        some, c, some -> a : e
      //         ^~~~ E102 this row names the group 'some' twice: leave one out
        a, some -> a : f
      //   ^~~~ E102 this row names the state 'a' twice: leave one out
        some, b -> c : g
      //      ^ E102 this row names the state 'b' twice: leave one out
        c -> b : h
      }
      """)
  }

  @Test func groupsMayShareStates() {
    expectDiagnostics(
      """
      machine A {
        group open = a, b
        group even = b, c
        group all = open, even
        initial state a
        state b, c
        event e, f
        open, even -> c : e
        c -> b : f
      }
      """)
  }

  @Test func noGroupIsInItself() {
    expectDiagnostics(
      """
      machine A {
        group one = a, one
      //               ^~~ E217 'one' is this group: leave it out
        group two = three, a
        group three = four
        group four = two, b
      //             ^~~ E217 'two' has 'four' in it, and cannot be in it, too: leave one out
        initial state a
        state b
        event e, f
        one, two -> b : e
        b -> a : f
      }
      """, notesElsewhere: true)
  }

  @Test func groupsDoNotLeadThroughTooManyOthers() {
    let groups = (0..<60).map { "group g\($0) = g\($0 + 1), s\($0)" }.joined(separator: "; ")
    let states = (0...60).map { "s\($0)" }.joined(separator: ", ")
    let source = SourceFile(
      path: "test.sm",
      text: "machine A { initial state g60; state \(states); event e; * -> s1 : e; \(groups) }"
        .replacing("g60;", with: "s; group g60 = s60;"))
    let codes = Compiler().generate(source).diagnostics.filter { $0.severity == .error }.map(\.code)
    #expect(codes == [.group])
  }

  @Test func namesAreThoseOfStates() {
    expectDiagnostics(
      """
      machine A {
        group a = b
      //      ^ E102 the state or group 'a' is declared twice: rename one of them
        group how = b
      //      ^~~ E102
        initial state a
        state b
        choice how
        group open = a
        group open = b
      //      ^~~~ E102 the state or group 'open' is declared twice: rename one of them
        event e
        a -> how : e
        how -> b : [else]
        b -> a : e
      }
      """, notesElsewhere: true)
  }

  @Test func queriesHaveNamesOfTheirOwn() {
    expectDiagnostics(
      """
      machine A {
        group open = a, isOpen
      //      ^~~~ E104 the group 'open' makes a property 'isOpen' of the state, and that name is taken: rename one of them
        group some = a
        group Some = isOpen
      //      ^~~~ E104
        initial state a
        state isOpen { initial state isSome }
        event e
        a -> isOpen : e
        isOpen -> a : e
      }
      """, notesElsewhere: true)
  }

  @Test func aGroupIsNotEntered() {
    expectDiagnostics(
      """
      machine A {
        group open = a, b
        initial state a
        state b { initial state x; state y; x -> y : e; y -> x : e; history -> open }
      //                                                                       ^~~~ E217 'open' is a group of states: name the one that is meant
        event e, f
        a -> open : e
      //     ^~~~ E217 'open' is a group of states: name the one that is meant
        open.x -> a : f
      //^~~~ E217 'open' is a group of states: name the one that is meant
        b -> a : f
      }
      """, notesElsewhere: true)
  }

  @Test func aSourceHasStatesThatCanHaveRows() {
    expectDiagnostics(
      """
      machine A {
        group over = a, fin
        group loud = a, b.sound
        initial state a
        final state fin
        state b {
          region sound { initial state x; state y; x -> y : e; y -> x : e }
          region sight { initial state z; z -> z : e }
        }
        event e, f
        over -> fin : e
      //^~~~ E217 no row begins in a final state, as 'fin' of the group 'over' is: take it out of the group
        loud -> b : f
      //^~~~ E217 no row begins in a region, as 'sound' of the group 'loud' is: name states in its place
        // What a group has that '*' has not makes no difference.
        * except over, loud -> a : f
      }
      """, notesElsewhere: true)
  }

  @Test func aRowSaysAMistakeOnceForTheGroup() {
    expectDiagnostics(
      """
      machine A {
        group open = a, b
        initial state a
        state b
        event e
        open -> b : done
      //            ^~~~ E210
        a -> b : e
        b -> a : e
      }
      """)
  }

  @Test func theFormOfADeclaration() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        group open a
      //           ^ E010 'a' stands where '=' and the group's states should be: write 'group open = a, b'
      }
      machine B {
        grup open = a
      //^~~~ E010
        initial state a {
          group inner = a
      //  ^~~~~ E022 'group' stands in the machine's body, not in a state's
        }
      }
      machine C {
        // A state may be called so.
        initial state group
        event e
        group -> group : e
      }
      """)
  }

  @Test func aGroupInItselfIsSaidOnce() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        group g = g
      //          ^ E217 'g' is this group: leave it out
        event e
        a : e
      }
      """, warnings: false)
  }
}
