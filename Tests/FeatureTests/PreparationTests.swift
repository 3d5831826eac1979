import TestSupport
import Testing

/// Effects in the declaration of an event, which the language once had, are an error with a replacement.
@Suite struct PreparationTests {
  @Test(arguments: ["event e", "event e(n: Int)", "event f, e", "event e unhandled trap"])
  func whatIsWrittenInTheirPlaceIsSaid(_ declaration: String) {
    let mark = String(repeating: " ", count: declaration.count + 1)
    expectDiagnostics(
      """
      machine A {
        var total: Int = 0
        initial state a
        \(declaration) / total = 1, { total += 1 }
      //\(mark)^ E024 an effect of an event in every state is no longer part of the language: write it in the rows for 'e', and in '* : e / …' for all other states
        a -> a : e
        \(declaration.contains("f") ? "a : f" : "")
      }
      """)
  }

  @Test func aMethodHasNoneEither() {
    expectDiagnostics(
      """
      machine A {
        interface methods
        var total: Int = 0
        initial state a
        event e
        event f -> Int = 3 unhandled ignore / total = 1
      //                                    ^ E024
        a : e, f
      }
      """)
  }
}
