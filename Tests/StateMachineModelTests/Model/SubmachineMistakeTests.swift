import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// Mistakes in states with submachines are found.
@Suite struct SubmachineMistakeTests {
  @Test func statesHoldMachines() {
    expectDiagnostics(
      """
      machine A: Hashable {
        initial state a: B
      //                 ^ E214 'A' is 'Hashable', and so must be what it holds: write 'machine B: Hashable'
        state c: Bb
      //         ^~ E101 'Bb' is not declared as a machine: did you mean 'B'?
        state d(n: Int): D { initial state x }
      //      ^ E214 'd' holds a machine and has states of its own: move them into that machine
        state e: D
      //      ^ note: 'e' is declared here
      //      ^ note: the state is here
        event e, f, g, h
      //      ^ E102 the event 'e' is that of the machine in the state 'e': rename one of them
        output o
        a -> c : f
        a -> d(n: 1, .y, limit: 3) : g
        d -> d(.y) : g
      //     ^ E105
        d -> e(.y, limit: 1, other: 2) : f
      //                     ^~~~~ E107 the state 'e' has no label 'other': it has 'limit'
        d -> a : h
        e -> a : done(.z)
        e -> a : done(.y)
      //               ^ E210 'y' is no final state of 'e': name one that is
        a : a(.p) / o
        a -> a : done
      //         ^~~~ E210 'a' is never done: declare one of the states of 'B' 'final'
      }
      machine B {
        initial state p
        event p
        p -> p : p
      }
      machine D: Hashable {
        var limit: Int
        initial state y
        final state z
        event go
        y -> z : go [limit > 2]
      }
      """, warnings: false)
  }

  @Test func machinesDoNotHoldEachOther() {
    expectDiagnostics(
      """
      machine A {
        initial state a: B
      //                 ^ E214 machines cannot hold each other, as A -> B -> C -> A do: let one of them send events to the other instead
      }
      machine B {
        initial state b: C
      }
      machine C {
        initial state c: A
      }
      machine D {
        initial state d: D
      //                 ^ E214 machines cannot hold each other, as D -> D do: let one of them send events to the other instead
      }
      """)
  }

  @Test func machinesOfOtherFilesAreKnown() {
    let child = SourceFile(
      path: "b.sm",
      text: """
        machine B {
          initial state p
          final state q
          event go
          p -> q : go
        }
        """)
    let parent = SourceFile(
      path: "a.sm",
      text: """
        machine A {
          initial state a: B
          final state c
          a -> c : done(.q)
        }
        """)
    var context = MachineContext()
    context.add(child)
    context.add(parent)
    #expect(Compiler().check(parent).diagnostics.map(\.code) == [.undeclaredName])
    let known = Compiler(context: context)
    #expect(known.check(parent).diagnostics.map(\.message) == [])
    // A submachine has a function of its own for the events of its owner.
    func swift(_ compiler: Compiler) -> String {
      String(decoding: compiler.generate(child).swift ?? [], as: UTF8.self)
    }
    #expect(swift(known).contains("func attempt(event: Event) -> Outcome?"))
    #expect(!swift(Compiler()).contains("attempt"))
  }
}
