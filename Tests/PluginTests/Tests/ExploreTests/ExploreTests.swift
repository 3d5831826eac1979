import StateMachineTesting
import Testing

@testable import Machines

extension Ticket: Tried {
  public static func tries(near constants: [Int]) -> [Trial<Ticket>] {
    [Trial(Ticket(number: 1), swift: "Ticket(number: 1)")]
  }
}

/// What the plugin for test targets writes explores the machines of another module.
@Suite struct ExploreTests {
  @Test func aStatementThatDoesNotHoldHasTheShortestWay() throws {
    var report: Report?
    try withKnownIssue {
      report = try explore(Queue.self)
    } matching: { issue in
      let place = issue.sourceLocation.map { "\($0.fileName):\($0.line)" }
      return place == "Queue.sm:20"
        && "\(issue)".contains(
          """
          'never closed [!waiting.isEmpty]' does not hold: Nobody waits in vain.
              var machine = Queue(places: 2)                   // open(waiting: []), places: 2
              machine.handle(event: .come(Ticket(number: 1)))  // open(waiting: [Ticket(number: 1)]), places: 2
              machine.handle(event: .close)                    // closed(waiting: [Ticket(number: 1)]), places: 2
          """)
    }
    #expect(report?.configurations == 5 && report?.findings.count == 1)
  }

  @Test(arguments: Queue.ways()) func eachRowHasAWay(_ way: Way<Queue>) { #expect(!way.swift.isEmpty) }
}
