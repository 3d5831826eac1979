import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// Mistakes in states with submachines.
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

  /// What an owner says of the events and the states of its submachine is looked up in that machine.
  @Test func namesOfASubmachineAreDeclaredThere() {
    expectDiagnostics(
      """
      machine Child: Sendable {
        event work(Int), stop, send(to: String, at: Int = 0)
        initial state idle
        state busy { initial state sending(to: String); state waiting }
        final state over(result: Int)
        idle -> over(result: 3) : work, stop, after 3s
        idle -> busy : send
      }
      machine Owner: Sendable {
        event begin
        initial state off
        state on: Child
        off -> on : begin
        on -> off : on(.nonsense)
      //                ^~~~~~~~ E101 'nonsense' is no event of 'Child': it has 'work', 'stop' and 'send'
        on -> off : on(.stop(let x))
      //                     ^~~~~ E108 one pattern too many: the event 'stop' has no payload
        on -> off : on(.send(too: let to, at: _))
      //                     ^~~ E107 the event 'send' has no label 'too': did you mean 'to'?
        on -> off : on(.send(to: let t))
      //                ^~~~ E108 'send' holds 2 values: write '.send', or a pattern for each as in '.send(let value1, let value2)'
        on -> off : on(.work( , , ))
      //                ^~~~ E108 one pattern too many: the event 'work' takes one
        on : on(.work(_)) / raise on(.work(3,))
        on : on(.stop) / raise on(.sto)
      //                           ^~~ E101 'sto' is no event of 'Child': did you mean 'stop'?
        on : on(.work) / raise on(.work)
      //                           ^~~~ E105 the event 'work' needs a value of type 'Int': write '.work(…)'
        on : begin / raise on(.send(to: "x"))
        on(.idel) -> off : begin
      //    ^~~~ E101 'idel' is no state of 'Child': did you mean 'idle'?
        on(.busy(.waitin)) -> off : begin
      //          ^~~~~~ E101 'waitin' is no state of 'Child': did you mean 'waiting'?
        on(.busy(.sending(to: "x"))) -> off : begin
        on(.over(1, 2)) -> off : begin
      //            ^ E108 one pattern too many: the state 'over' takes one
        off -> on(.busy) : begin [n > 3]
        off -> on(.over(resul: 3)) : begin
      //                ^~~~~ E107 the state 'over' has no label 'resul': did you mean 'result'?
        on -> off : done(.over(res: 3))
      //                       ^~~ E107 the state 'over' has no label 'res': it has 'result'
        on -> off : on(.elapsed(.idle))
        on -> off : on(Child.Event.stop)
        on : on(.send) / raise on(Child.Event.helper)
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
    // What is held has a way in of its own.
    func swift(_ compiler: Compiler) -> String {
      String(decoding: compiler.generate(child).swift ?? [], as: UTF8.self)
    }
    #expect(swift(known).contains("func attempt(event: Event) -> Outcome?"))
    #expect(!swift(Compiler()).contains("attempt"))
  }

  /// A state is copied, with what it holds.
  @Test func aNoncopyableMachineIsNotHeld() {
    expectDiagnostics(
      """
      machine A {
        initial state a: B
      //                 ^ E214 'B' is '~Copyable', and the payload of a state is copied: leave '~Copyable' out of 'machine B'
        final state c
        a -> c : done
      }
      machine B: ~Copyable {
        initial state p
        final state q
        event go
        p -> q : go
      }
      """)
  }
}
