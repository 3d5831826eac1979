import Testing

@testable import StateMachineTesting

/// Exploring handwritten models has the expected counts and findings.
@Suite struct ExplorerTests {
  private func report(_ model: some Model, _ bounds: Bounds = Bounds()) -> Report {
    let explorer = Explorer(model, bounds)
    explorer.run()
    return explorer.report
  }

  @Test func everythingIsSeenOnce() {
    let report = report(Door.glue)
    // 0 to 10 persons in the open door, 0 to 9 in the closing one, and the closed one.
    #expect(report.configurations == 22)
    #expect(report.steps == (22 - 1) * 6 + 6)
    #expect(report.ending == nil)
    #expect(report.findings.isEmpty)
    #expect(report.chanceOfMissing < 1e-10)
  }

  /// With ten persons in it, the door never closes.
  @Test func theWayToAFindingIsAShortestOne() throws {
    var glue = Door.glue
    glue.properties = [
      ModelProperty(
        "open can reach closed", Place("Door.sm", 14, 3),
        .canReach(
          from: { if case .open = $0.state { true } else { false } }, to: { $0.state == .closed })),
      ModelProperty(
        "never closing [persons >= 9]", Place("Door.sm", 15, 3),
        .never { if case .closing(let persons) = $0.state { persons >= 9 } else { false } }),
    ]
    let report = report(glue)
    #expect(
      report.description == """
        Door.sm:15:3: 'never closing [persons >= 9]' does not hold
            var door = Door()                              // open(persons: 0)
            door.handle(event: .personsEntered(count: 9))  // open(persons: 9)
            door.handle(event: .closeButton)               // closing(persons: 9)
            // Door.html#Door;personsEntered(count:9);closeButton
        Door.sm:14:3: 'open can reach closed' does not hold
            var door = Door()                               // open(persons: 0)
            door.handle(event: .personsEntered(count: 10))  // open(persons: 10)
            // Door.html#Door;personsEntered(count:10)
        22 configurations, 132 steps, depth 9; the odds of having missed one are below 1 in 10^16
        """)
  }

  @Test func waysLeadToEachRow() throws {
    let paths = Door.rowPaths()
    #expect(paths.map(\.description) == Door.glue.rows.map(\.text))
    #expect(paths[1].before == Door(state: .open(persons: 1)))
    #expect(paths[1].after == paths[1].before)
    #expect(paths[1].outputs == ["buzz"])
    #expect(
      paths[3].swift == [
        "var door = Door()", "door.handle(event: .closeButton)", "door.handle(event: .doorLocked)",
      ])
    #expect(paths[3].after.state == .closed)
  }

  @Test func aRowOrAStateWithoutAWayIsFound() {
    let model = Number(
      tries: [ModelTry(swift: "number += 1")],
      rows: [ModelRow("up", Place("Number.sm", 2, 3)), ModelRow("down", Place("Number.sm", 3, 3))],
      states: [ModelState("any", Place("Number.sm", 1, 1)), ModelState("other", Place("Number.sm", 1, 9))],
      rowOf: { _, _ in 0 }, isFinal: { $0 == 3 }, change: { $1 < 3 ? $1 + 1 : nil })
    #expect(
      report(model).findings.map(\.description) == [
        "Number.sm:3:3: no path leads to this row: down", "Number.sm:1:9: 'other' is never reached",
      ])
  }

  @Test func whereNothingHappensAnyMoreIsFoundOnce() {
    let model = Number(
      tries: [ModelTry(swift: "number += 1"), ModelTry(swift: "number += 2")],
      change: { $1 < 3 ? $1 + $0 + 1 : nil })
    let report = report(model)
    #expect(report.configurations == 5)
    #expect(
      report.findings.map(\.description) == [
        """
        Number.sm:1:1: nothing happens any more in 'any', which is not final
            var number = 0  // 0
            number += 1     // 1
            number += 2     // 3
        """
      ])
  }

  /// A configuration beyond the bound is checked, and may lead anywhere.
  @Test func boundsOfTheFile() {
    let model = Number(
      tries: [ModelTry(swift: "number += 1")],
      properties: [
        ModelProperty("* can reach 1000", Place("Number.sm", 5, 1), .canReach(from: { _ in true }, to: { $0 == 1000 })),
        ModelProperty("never 6", Place("Number.sm", 6, 1), .never { $0 == 6 }),
        ModelProperty("never 7", Place("Number.sm", 7, 1), .never { $0 == 7 }),
      ],
      isWithin: { $0 < 6 }, change: { $1 + 1 })
    let report = report(model)
    #expect(report.configurations == 7)
    #expect(report.beyond == 1)
    #expect(report.findings.map(\.text) == ["'never 6' does not hold"])
  }

  @Test func boundsOfTheCall() throws {
    let endless = Number(tries: [ModelTry(swift: "number += 1")], change: { $1 + 1 })
    let bounded = report(endless, Bounds(configurations: 50))
    #expect(bounded.ending == "50 configurations")
    #expect(bounded.findings.isEmpty)
    #expect(report(endless, Bounds(depth: 7)).configurations == 8)
    #expect(report(endless, Bounds(depth: 7)).depth == 7)
    #expect(report(endless, Bounds(depth: 7)).ending == "7 steps")
    #expect(report(endless, Bounds(depth: 0)).configurations == 1)
    // Nothing is farther away than the bound.
    let round = Number(tries: [ModelTry(swift: "number += 1")], change: { ($1 + 1) % 8 })
    #expect(report(round, Bounds(depth: 7)).ending == nil)
    #expect(report(round, Bounds(depth: 6)).configurations == 7)
    #expect(report(endless, Bounds(configurations: .max, seconds: 0.01)).ending == "0.01 seconds")
    let partial = Number(
      tries: [ModelTry(swift: "number += 1")],
      rows: [ModelRow("up", Place("Number.sm", 2, 3)), ModelRow("down", Place("Number.sm", 3, 3))],
      states: [ModelState("any", Place("Number.sm", 1, 1)), ModelState("other", Place("Number.sm", 1, 9))],
      rowOf: { _, _ in 0 }, change: { $1 + 1 })
    #expect(
      report(partial, Bounds(depth: 7)).unseen == ["no path yet to this row: down", "not reached yet: 'other'"])
    // With bounds in the call, ending there is no finding.
    #expect(try explore(endless, Bounds(configurations: 50)).findings.isEmpty)
    try withKnownIssue {
      try explore(endless)
    } matching: { issue in
      "\(issue)".contains("not all was seen within 100000 configurations: say by 'within'")
    }
  }

  /// A trap in the file says that an event does not come, unless the file says when it does.
  @Test func declaredTrapsAreLeftOut() {
    var taken: [Int] = []
    let model = Number(
      tries: [
        ModelTry(swift: "up"), ModelTry(swift: "trap"), ModelTry(swift: "unhandled"),
      ],
      rows: [ModelRow("up", Place("N.sm", 1, 1)), ModelRow("trap", Place("N.sm", 2, 1))],
      rowOf: { step, _ in step < 2 ? step : nil },
      stop: { step, _ in step == 1 ? .stop : step == 2 ? .stopByPolicy : nil }, isFinal: { $0 == 2 },
      change: { step, number in
        taken.append(step)
        return number < 2 ? number + 1 : nil
      })
    let report = report(model)
    #expect(report.findings.isEmpty)
    #expect(report.forbidden == 6)
    #expect(Set(taken) == [0])
  }

  @Test func findingsAreIssuesAtTheirPlaces() throws {
    var glue = Door.glue
    glue.properties = [ModelProperty("never closed", Place("specs/Door.sm", 14, 3), .never { $0.state == .closed })]
    try withKnownIssue {
      try explore(glue)
    } matching: { issue in
      issue.sourceLocation?.line == 14 && issue.sourceLocation?.fileName == "Door.sm"
        && "\(issue)".contains("door.handle(event: .doorLocked)")
    }
  }
}
