import TestSupport
import Testing

@testable import StateMachineModel

/// The generated wrapper has the right members.
@Suite struct WrapperPrinterTests {
  @Test func whatAStreamOfASubmachineSendsIsWrapped() throws {
    let text = try generated(
      """
      machine A {
        wrapper @MainActor class
        initial state a: B
      }
      machine B {
        wrapper none
        initial state b { do / o }
        event e
        output o stream
        b : e
      }
      """)
    #expect(text.contains("following: FileWrapperSupport.events(of: self.aOOutput()) { A.Event.a($0) }"))
    // A class on a global actor may have events that cannot go elsewhere, and those of its submachines are as its own.
    #expect(text.contains("nonisolated static func events<Element, Event>("))
  }

  /// Swift warns of what is never executed, as there is no value of a type without cases.
  @Test func aMachineWithoutEventsHandlesNone() throws {
    let text = try generated("machine A: Sendable { wrapper actor; initial state a; final state b; a -> b : always }")
    #expect(text.contains("func send(_ event: A.Event) {\n      // There are no events.\n    }"))
    #expect(!text.contains("handleRemaining") && !text.contains("tellReaders") && !text.contains("EventQueue<A"))
  }

  @Test func theClosuresOfTheInitializerEscape() throws {
    let text = try generated("machine A { initial state a ; event e ; output o, p(Int) ; a : e / o, p(1) }")
    #expect(
      text.contains(
        """
            init(
              _ machine: A = A(),
              o: @escaping () -> Void,
              p: @escaping (Int) -> Void
            )
        """))
  }
}
