import TestSupport
import Testing

@testable import StateMachineModel

/// A row can select one of several events with one base name.
@Suite struct OverloadsTests {
  /// The full name of the event that the only row of a machine waits for.
  private func meant(by pattern: String, among events: String) throws -> String {
    let small = try SmallMachine("interface methods\ninitial state s\n\(events)\ns : \(pattern)")
    let trigger = try #require(small.machine.transitions.first?.trigger)
    return small.machine.name(of: trigger)
  }

  private let events = "event e\nevent e(a: Int)\nevent e(a: Int, b: Int)\nevent e(c: Int, d: Int, _ rest: Int)"

  @Test func labelsTellEventsApart() throws {
    #expect(try meant(by: "e(a:)", among: events) == "e(a:)")
    #expect(try meant(by: "e(a:b:)", among: events) == "e(a:b:)")
    #expect(try meant(by: "e(c:d:_:)", among: events) == "e(c:d:_:)")
    #expect(try meant(by: "e(a: let x, b: let y)", among: events) == "e(a:b:)")
  }

  @Test func withoutLabelsTheNumberOfParametersCounts() throws {
    let events = "event e\nevent e(_ a: Int)\nevent e(_ a: Int, _ b: Int, c: Int)"
    #expect(try meant(by: "e(x)", among: events) == "e(_:)")
    #expect(try meant(by: "e(x, y)", among: events) == "e(_:_:c:)")
  }

  @Test func aPatternMayLeaveParametersOut() throws {
    #expect(try meant(by: "e(b: let x)", among: events) == "e(a:b:)")
    #expect(try meant(by: "e(d: let x)", among: events) == "e(c:d:_:)")
  }

  @Test func whatFitsSeveralOrNoneIsReported() {
    expectDiagnostics(
      """
      machine A {
        interface methods
        initial state s
        event e(a: Int, b: Int)
      //      ^ note: 'e(a:b:)' is declared here
      //      ^ note: 'e(a:b:)' is declared here
        event e(a: Int, c: Int)
      //      ^ note: 'e(a:c:)' is declared here
      //      ^ note: 'e(a:c:)' is declared here
        s : e(a: let x)
      //    ^~~~~~~~~~~ E106 'e(a: let x)' names no event for certain: write 'e(a:b:)' or 'e(a:c:)'
        s : e(x, y)
      //    ^~~~~~~ E106 'e(x, y)' names no event for certain: write 'e(a:b:)' or 'e(a:c:)'
      }
      """)
  }
}
