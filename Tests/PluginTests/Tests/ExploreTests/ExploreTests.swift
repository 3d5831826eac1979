import StateMachineTesting
import Testing

@testable import Machines

extension Ticket: Tried {
  public static func tries(near constants: [Int]) -> [Trial<Ticket>] {
    [Trial(Ticket(number: 1), swift: "Ticket(number: 1)")]
  }
}

/// The glue of the plugin for test targets explores the machines of another module.
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

  @Test(arguments: Queue.rowPaths()) func eachRowHasAWay(_ path: RowPath<Queue>) { #expect(!path.swift.isEmpty) }
}

/// The guard of a `try` decides when an event comes, also if the machine is a submachine.
@Suite struct MeterTests {
  @Test func guardsOfTriesCountInTheMachinesAround() throws {
    #expect(try explore(Meter.self).configurations == 5)
    #expect(try explore(Panel.self).configurations == 6)
    #expect(try explore(Cabinet.self).configurations == 7)
  }
}

/// A row without an event counts as taken if a step takes it.
@Suite struct FollowingRowsTests {
  @Test func rowsWithoutAWayAreFound() throws {
    var report: Report?
    withKnownIssue { report = try explore(Plant.self) }
    #expect(
      report?.findings.map(\.text) == [
        "no path leads to this row: kind -> finished : [n > 100] / beep",
        "no path leads to this row: busy -> idle : always [n < 0] / boom",
        "no path leads to this row: waiting.late -> finished : after 3s",
        "'finished' is never reached",
      ])
  }

  @Test func aRowOfAChoiceHasAShortestWay() throws {
    let path = try #require(Plant.rowPaths().first { $0.row.text == "kind -> waiting : [else]" })
    #expect(path.swift.last == "machine.handle(event: .start(n: 0))")
    let timer = try #require(Plant.rowPaths().first { $0.row.text == "waiting.late -> busy : after 1s / beep" })
    #expect(timer.swift.count == 4 && timer.swift.last == "machine.handle(event: .elapsed(.waitingLate2))")
  }
}
