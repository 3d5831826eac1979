import Testing

@testable import StateMachineCompiler

/// What the class around a machine looks like.
@Suite struct WrapperPrinterTests {
  /// A class on a global actor may have events that cannot go elsewhere, and those of its submachines are as its own.
  @Test func streamsOfSubmachinesAreAsSendableAsTheMachine() throws {
    func text(_ conformance: String) throws -> String {
      try generated(
        """
        machine A\(conformance) {
          wrapper @MainActor class
          initial state a: B
        }
        machine B\(conformance) {
          wrapper none
          initial state b { do / o }
          event e
          output o stream
          b : e
        }
        """)
    }
    #expect(try text("").contains("private func follow<Element>("))
    #expect(try text("").contains("_ wrap: @escaping (Element) -> A.Event"))
    #expect(try text(": Sendable").contains("private func follow<Element: Sendable>("))
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
