import TestSupport
import Testing

/// A mistake at the beginning of a declaration is found, and a missing part.
@Suite struct HeadTests {
  @Test func aColonAsksForAProtocol() {
    expectDiagnostics(
      """
      machine A: {
      //@10-10 E010 a protocol should follow ':'
        initial state x
        event e
        x : e
      }
      machine B: Sendable where {
      //@21-25 E010 the requirements should follow 'where'
        initial state x
        event e
        x : e
      }
      """)
  }

  @Test func aMachineHasNoPackOfTypes() {
    expectDiagnostics(
      """
      machine A<each T> {
              //^~~~~~ E022
        wrapper none
        initial state x
        event e
        x : e
      }
      """)
  }

  @Test func aTypeAliasHasAName() {
    expectDiagnostics(
      """
      machine A {
        typealias typealias B = Int
      //@3-11 E010 'Name = Type' should follow 'typealias'
        initial state x
        event e
        x : e
      }
      """, warnings: false)
  }

  @Test func aPropertyHasAName() {
    expectDiagnostics(
      """
      machine A {
        private let: Int
      //@11-13 E010
        initial state x
        event e
        x : e
      }
      """, warnings: false)
  }

  @Test func anAnswerAfterCaseMayBeInBackTicks() throws {
    let swift = try generated(
      """
      machine A {
        interface methods
        action OnE { case `default`, none }
        initial state x
        /// After an attribute, too.
        @discardableResult
        /// What it does.
        event e(n: Int)
          -> OnE
        x : e / none
      }
      """)
    #expect(swift.contains("case `default`"))
  }
}
