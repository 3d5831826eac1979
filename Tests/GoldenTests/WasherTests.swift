import Testing

/// `Washer.sm` has initial transitions, guards about active states, and rows with several targets.
@Suite struct WasherTests {
  /// A machine that has begun, and what it has asked for since.
  private struct Run {
    var machine = Washer()
    var outputs: [String] = []

    init() { machine.start { _ in } }

    mutating func send(_ events: Washer.Event...) {
      for event in events { outputs += machine.handle(event: event).map { "\($0)" } }
    }

    var standsStill: Bool { machine.state.isStanding }
  }

  @Test func theMachineBeginsByItsArrow() {
    var machine = Washer()
    #expect(machine.state.name == .initial)
    var outputs: [String] = []
    machine.start { outputs.append("\($0)") }
    #expect(outputs == [#"log("power on")"#])
    #expect(machine.state.name == .ready)
  }

  @Test(arguments: [(3, Washer.State.Running.Drum.Name.workingWashing), (6, .workingSoaking)])
  func aChoiceSaysWhereTheDrumBegins(_ load: Int, _ drum: Washer.State.Running.Drum.Name) throws {
    var run = Run()
    run.send(.put(count: load), .start)
    guard case .running(load, let regions) = run.machine.state else {
      Issue.record("\(run.machine.state)")
      return
    }
    #expect(regions.drum.name == drum)
    #expect(run.outputs == [#"log("start")"#, "fill"])
  }

  @Test func theDoorOpensWhileTheDrumStandsStill() {
    var run = Run()
    run.send(.put(count: 3), .start)
    #expect(!run.standsStill)
    #expect(!run.machine.accepts(.openDoor))
    run.send(.pause)
    #expect(run.standsStill)
    #expect(run.machine.accepts(.openDoor))
    run.send(.openDoor)
    // The drum waits for the door.
    #expect(!run.machine.accepts(.proceed))
    run.send(.closeDoor, .proceed)
    #expect(!run.standsStill)
  }

  @Test func itGoesOnAsItWas() {
    var run = Run()
    run.send(.put(count: 9), .start, .next, .pause, .proceed)
    guard case .running(_, let regions) = run.machine.state else {
      Issue.record("\(run.machine.state)")
      return
    }
    #expect(regions.drum.name == .workingWashing)
    #expect(!run.outputs.contains { $0.contains("nothing") })
  }

  @Test func anArrowLeadsIntoBothRegions() {
    var run = Run()
    run.send(.put(count: 9), .recover)
    #expect(run.standsStill)
    #expect(run.outputs == [#"log("start")"#])
    run.send(.proceed)
    #expect(run.outputs.last == #"log("nothing to go on with")"#)
    guard case .running(_, let regions) = run.machine.state else {
      Issue.record("\(run.machine.state)")
      return
    }
    #expect(regions.drum.name == .workingSoaking)
  }
}
