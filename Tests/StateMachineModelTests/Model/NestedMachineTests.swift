import TestSupport
import Testing

@testable import StateMachineModel
@testable import StateMachineSyntax

/// `machine Name in Outer` declares a machine in an extension of another type.
@Suite struct NestedMachineTests {
  @Test func theStructStandsInAnExtension() throws {
    let text = try generated(
      """
      /// What it is for.
      @available(macOS 15, *) @frozen
      public machine M<T> in A.B: Sendable where T: Sendable {
        initial state a(T?)
        event go
        a : go
      }
      """)
    #expect(
      text.contains(
        """
        @available(macOS 15, *)
        extension A.B {
          /// What it is for.
          @frozen
          public struct M<T>: Sendable where T: Sendable {
            /// A state of the machine.
            public enum State: Sendable {

        """))
    // What holds it drives it.
    #expect(!text.contains("class"))
    #expect(text.hasSuffix("\n  }\n}\n"))
  }

  @Test func wrappersStandBesideIt() throws {
    let text = try generated(
      """
      private machine M in A {
        wrapper class
        initial state a
        event go
        a : go
      }
      """)
    #expect(text.contains("\nextension A {\n  fileprivate struct M {\n"))
    #expect(text.contains("    fileprivate protocol MStateMachineDelegate: AnyObject {\n"))
    #expect(
      text.contains(
        """
            fileprivate final class MStateMachine {
              /// The delegate, which is told of every event.
              weak var delegate: (any MStateMachineDelegate)?

              private var value: A.M

        """))
    #expect(
      text.contains(
        """
          #endif
        }

        #if !hasFeature(Embedded)
          nonisolated extension A.MStateMachineDelegate {
            func stateMachine(_ stateMachine: some AnyObject, willHandle event: some Any, in state: some Any) {}

        """))
  }

  @Test func theExtensionHasItsPlaceInTheSource() throws {
    let text = try generated(
      """
      @available(macOS 15, *)
      machine M in A {
        initial state a
        event go
        a : go
      }
      """, locations: true)
    #expect(
      text.contains(
        """
        #sourceLocation(file: "test.sm", line: 1)
        @available(macOS 15, *)
        extension    A {
          #sourceLocation()

        """.replacing("(macOS 15, *)\nextension   ", with: "(macOS 15, *) extension\n            ")))
  }

  // MARK: Names

  @Test func namesAreTakenOnceInEachType() {
    expectDiagnostics(
      """
      machine M in A { wrapper none; initial state a; event go; a : go }
      machine M in B { wrapper class; initial state a; event go; a : go }
      machine M { wrapper none; initial state a; event go; a : go }
      machine M in A { wrapper none; initial state a; event go; a : go }
      //      ^ E102 the type 'A.M' is declared twice: rename one of them
      machine MStateMachine in B { wrapper none; initial state a; event go; a : go }
      //      ^~~~~~~~~~~~~ E102 the type 'B.MStateMachine' is declared twice: rename one of them
      machine MStateMachine { wrapper none; initial state a; event go; a : go }
      """, notesElsewhere: true)
  }

  @Test func theNearestMachineOfANameIsMeant() throws {
    let text = try generated(
      """
      machine Inner { wrapper none; initial state a(Int); event top; a : top }
      machine Inner in A { wrapper none; initial state a; event nested; a : nested }
      machine Owner in A.B { wrapper none; initial state held: Inner; event go; held -> held : go }
      machine Other { wrapper none; initial state held: A.Inner; event go; held -> held : go }
      machine Third in C { initial state held: Inner; state other; event go; other -> held(.a(1)) : go }
      """)
    #expect(text.contains("case held(Inner = Inner())"))
    #expect(text.contains("case held(A.Inner = A.Inner())"))
    // That at the top begins with a payload.
    #expect(text.contains("case held(Inner)\n"))
  }

  @Test func aMachineInATypeIsNamedInFull() {
    expectDiagnostics(
      """
      machine Inner in A { initial state a; event nested; a : nested }
      machine Owner { initial state held: Inner; event go; held -> held : go }
      //                                  ^~~~~ E101 'Inner' is not declared as a machine: did you mean 'A.Inner'?
      machine Ring in A { initial state held: A.Ring2; event go; held : go }
      //                                      ^~~~~~~ E214 machines cannot hold each other, as A.Ring -> A.Ring2 -> A.Ring do: let one of them send events to the other instead
      machine Ring2 in A { initial state held: Ring; event go; held : go }
      """)
  }

  // MARK: Generic types

  @Test func aGenericTypeHoldsNoWrappers() {
    expectDiagnostics(
      """
      swift {
        struct Box<T> {}
        struct Plain {}
      }
      machine Generic<T> { wrapper none; initial state a(T); event go; a : go }
      machine M in Box {
        wrapper class
      //^~~~~~~~~~~~~ E116 'Box' is generic, and Swift has no protocols in generic types, as that of a wrapper's delegate: write 'wrapper none'
        initial state a; event go; a : go
      }
      machine N in Array<Int> {
        wrapper class
      //^~~~~~~~~~~~~ E116
        initial state a; event go; a : go
      }
      machine O in Generic.State {
        wrapper class
      //^~~~~~~~~~~~~ E116
        initial state a; event go; a : go
      }
      machine P in Plain { wrapper class; initial state a; event go; a : go }
      machine Q in Box { initial state a; event go; a : go }
      machine R in Box { wrapper none; initial state a; event go; a : go }
      """)
  }

  // MARK: Mistakes

  @Test func whatStandsAfterInIsAType() {
    expectDiagnostics(
      """
      machine M in { initial state a; event go; a : go }
      //           ^ E010 '{' stands where the type that holds the machine should be
      """)
    expectDiagnostics(
      """
      machine M in A. { initial state a; event go; a : go }
      //              ^ E010
      """)
    expectDiagnostics(
      """
      machine M in `self`.Type: Sendable { initial state a; event go; a : go }
      //           ^~~~~~ E020
      //                  ^~~~ E020
      """)
  }

  @Test func filesThatNameItAreFound() {
    let file = MachineNames(Array("machine A { state b: Outer<Int, X>.Inner }".utf8))
    #expect(file.mentioned.contains("Inner"))
    #expect(file.concerns(MachineNames(Array("machine Inner in Outer {".utf8))))
    #expect(!file.concerns(MachineNames(Array("machine b in Outer {".utf8))))
  }

  /// Comments and back-ticks may stand wherever a name begins, and what looks like a comment in a string hides nothing.
  @Test(arguments: [
    "state x: /* c */ Inner", "state x: /* a /* b */ c */ Inner", "state x: // a: B\n  Inner", "state x: `Inner`",
    "state x:/**/`Inner`", "state x: /* c */\n  // d\n  /* e */ `Inner`", "state x: Outer. /* c */ Inner",
    "state y(a: String = \"http://a\"): Inner", "state y(a: String = \"/*\"): Other; state z: /* c */ Inner",
    "state x: Outer</* c */ `Int`>.`Inner`",
  ])
  func commentsAndBackTicksHideNoName(_ text: String) {
    let file = MachineNames(Array("machine A { \(text) }".utf8))
    for declaration in ["machine Inner {", "machine `Inner` {", "machine /* c */ Inner {", "machine // c\n Inner {"] {
      #expect(file.concerns(MachineNames(Array(declaration.utf8))), "\(declaration)")
    }
    #expect(!file.concerns(MachineNames(Array("machine Another {".utf8))))
  }

  @Test func rawNamesAreFound() {
    let file = MachineNames(Array("machine A { state b: `9 lives` }".utf8))
    #expect(file.concerns(MachineNames(Array("machine `9 lives` {".utf8))))
  }
}
