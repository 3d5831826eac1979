import TestSupport
import Testing

/// The initializer of a machine has the right parameters.
@Suite struct MemberPrinterTests {
  @Test func aPropertyThatIsAFunctionIsGivenAsOneThatEscapes() throws {
    let text = try generated(
      """
      machine A {
        let f: @Sendable (Int) -> Int
        let g: [() -> Int]
        var h: () -> Int = { 1 }
        initial state a
        event e
        output o(Int)
        a : e / o(f(g.count + h()))
      }
      """)
    #expect(
      text.contains("init(f: @escaping @Sendable (Int) -> Int, g: [() -> Int], h: @escaping () -> Int = { 1 }, state:"))
  }
}
