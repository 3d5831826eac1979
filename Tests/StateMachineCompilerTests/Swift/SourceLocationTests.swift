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
    // Each piece has the column that it has in the source. What stands before it gives way, or stands a line above.
    #expect(
      text.contains(
        #"""
              case .e(let eventValue1):
                #sourceLocation(file: "/a folder/\"A\".sm", line: 5)
                if case        1...3 = eventValue1 {
                  #sourceLocation()
                  #sourceLocation(file: "/a folder/\"A\".sm", line: 5)
                  if self.guard1(x) {
                    #sourceLocation()
                    #sourceLocation(file: "/a folder/\"A\".sm", line: 7)
        emit(.o(x))
                    #sourceLocation()
                    #sourceLocation(file: "/a folder/\"A\".sm", line: 8)
              print(x)
                    #sourceLocation()
                    #sourceLocation(file: "/a folder/\"A\".sm", line: 4)
                    state = .a(x:
                    x + 1)
                    #sourceLocation()
        """#))
    #expect(
      text.contains(
        #"""
          private func guard1(_ x: GuardParameter1) -> Bool {
            #sourceLocation(file: "/a folder/\"A\".sm", line: 5)
            if                         x > 1
            && x < 5 {
              #sourceLocation()
              return true
            }
            return false
          }
        """#))
  }

  /// Named guards that are part of a condition would move what stands behind them.
  @Test func aNamedGuardKeepsWhatFollowsInItsColumn() throws {
    let text = try generated(
      """
      machine A {
        initial state a(x: Int)
        event e
        guard isBig = x > 9
        a : e [isBig && x > 1]
      }
      """, locations: true)
    #expect(text.contains("line: 4)\n        return (x > 9)\n"))
    #expect(text.contains("line: 5)\n      if isBig && x > 1 {\n"))
  }

  @Test func rowsWithoutSwiftHaveALocation() throws {
    let text = try generated(
      """
      machine A {
        initial state a
        state b
        event e
        output o
        a -> b : e
        b : e / o
      }
      """, locations: true)
    #expect(text.contains("line: 6)\n        state = .b\n"))
    #expect(text.contains("line: 7)\n        emit(.o)\n"))
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
    #expect(text.contains("line: 5)\n  if x > 1 {"))
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
    #expect(text.contains("line: 1)\n    associatedtype T:\n             P\n    #sourceLocation()"))
  }
}
