import TestSupport
import Testing

/// A generated machine has the right parts. The golden tests and `Tests/Integration` check that the Swift compiles.
@Suite struct MachinePrinterTests {
  @Test func policies() throws {
    func machine(_ policy: String) throws -> String {
      try generated(
        """
        machine A {
          wrapper none
          unhandled \(policy)
          initial state a
          state b
          event e, f
          a -> b : e
          b -> a : e
          b : f
        }
        """)
    }
    #expect(try !machine("ignore").contains("unhandled("))
    #expect(try machine("assert").contains("return self.unhandled(event)"))
    #expect(try machine("assert").contains("assertionFailure("))
    #expect(try machine("trap").contains("\n        self.unhandled(event)\n"))
    #expect(try machine("trap").contains("-> Never"))
    #expect(try machine("throw").contains("return try self.unhandled(event)"))
    #expect(try machine("throw").contains("throws(UnhandledEvent)"))
  }

  @Test func machinesWithoutOutputsHaveNoEmit() throws {
    let text = try generated("machine A { initial state a { entry / n += 1 }; var n: Int = 0; event e; a -> a : e }")
    #expect(!text.contains("emit"))
    #expect(!text.contains("Output"))
    #expect(text.contains("mutating func start() {"))
  }

  /// A row for several events is written once for each state, and so are the rows of its choice.
  @Test func theEventsOfARowShareACase() throws {
    let text = try generated(
      """
      machine A {
        var strict: Bool = false
        event e, f(n: Int), g
        output beep
        initial state a
        state b
        choice check
        a -> check : e, f, g / beep
        b -> a : e
        b -> a : f
        check -> b : [strict]
        check -> a : [else]
      }
      """)
    // Where that is all that there is, nothing asks for the event.
    #expect(text.contains("case .a:\n      emit(.beep)\n      if strict {\n        self.state = .b\n"))
    #expect(text.ranges(of: "if strict {").count == 1)
    // Two rows that do the same share a case, too.
    #expect(text.contains("case .e, .f:\n        self.state = .a\n"))
  }

  @Test func theTextDependsOnNothingButTheSource() throws {
    let text = "machine A { initial state a; event e; a -> a : e }"
    #expect(try generated(text, path: "/one/A.sm") == generated(text, path: "two/A.sm"))
  }
}
