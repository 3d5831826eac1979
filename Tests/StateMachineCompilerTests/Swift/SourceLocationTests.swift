import Testing

@testable import StateMachineCompiler

/// Where the Swift compiler reports errors in embedded Swift.
@Suite struct SourceLocationTests {
  @Test func sourceLocationsStandBeforeEmbeddedSwift() throws {
    let text = try generated(
      """
      machine A {
        initial state a(x: Int = 0)
        event e(Int)
        output o(Int)
        a -> a(x: x + 1) : e(1...3) [x > 1
          && x < 5]
          / o(x), {
            print(x)
          }
      }
      """, path: "/a folder/\"A\".sm", locations: true)
    #expect(
      text.contains(
        """
                #sourceLocation(file: "/a folder/\\"A\\".sm", line: 5)
                if case 1...3 = eventValue1, x > 1
                  && x < 5 {
                  #sourceLocation()
                  #sourceLocation(file: "/a folder/\\"A\\".sm", line: 7)
                  emit(.o(x))
                  #sourceLocation()
                  #sourceLocation(file: "/a folder/\\"A\\".sm", line: 8)
                  print(x)
                  #sourceLocation()
                  #sourceLocation(file: "/a folder/\\"A\\".sm", line: 5)
                  self.state = .a(x: x + 1)
                  #sourceLocation()
                  return .transitioned
        """))
  }

  @Test func codeOnALaterLineIsReportedThere() throws {
    let text = try generated(
      """
      machine A {
        initial state a(x: Int = 0)
        event e(Int)
        a -> a : e(1...3)
          [x > 1]
      }
      """, locations: true)
    #expect(text.contains("line: 4)\n        if case 1...3 = eventValue1, \n        x > 1 {"))
  }

  /// What the head says stands in the struct's line, the wrapper's and the delegate's, with the attributes before it.
  @Test func theHeadIsReportedWhereItIsWritten() throws {
    let text = try generated(
      """
      @available(*, unavailable)
      machine A<T: P>: Q where T: R {
        wrapper @S class B
        initial state a(x: T)
        event e
        a : e
      }
      """, locations: true)
    #expect(text.contains("line: 2)\n@available(*, unavailable) nonisolated struct A<T: P>: Q where T: R {\n"))
    #expect(text.contains("@available(*, unavailable) @S final class B<T: P> where T: R {\n    #sourceLocation()"))
    #expect(text.contains("line: 2)\n    associatedtype T: P\n    #sourceLocation()"))
  }
}
