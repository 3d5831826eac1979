import TestSupport
import Testing

/// Which parts a machine has in Swift. That the Swift compiles is tested with the goldens and in `Tests/Integration`.
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

  @Test func theTextDependsOnNothingButTheSource() throws {
    let text = "machine A { initial state a; event e; a -> a : e }"
    #expect(try generated(text, path: "/one/A.sm") == generated(text, path: "two/A.sm"))
  }
}
