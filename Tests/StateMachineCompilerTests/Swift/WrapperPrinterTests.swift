import Testing

@testable import StateMachineCompiler

/// What the class around a machine looks like.
@Suite struct WrapperPrinterTests {
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
