import Testing

/// Choices, `always`, `done`, `raise` and `defer` work together.
@Suite struct OvenTests {
  private func baking() -> Oven {
    var machine = Oven()
    _ = machine.handle(event: .start(target: 180, minutes: 2))
    return machine
  }

  @Test func aChoiceDecidesOnTheWay() {
    var machine = Oven()
    #expect(machine.handle(event: .start(target: 300, minutes: 5)) == [.refuse])
    #expect(machine.state == .idle)
    #expect(machine.handle(event: .start(target: 180, minutes: 0)) == [.ring])
    #expect(machine.state == .ready)
    #expect(machine.handle(event: .start(target: 180, minutes: 5)) == [.heater(on: true)])
    #expect(machine.state == .baking(target: 180, minutes: 5, .heating(temperature: 20)))
  }

  @Test func whatNeedsNoEventFollowsByItself() {
    var machine = baking()
    _ = machine.handle(event: .temperatureRead(temperature: 100))
    #expect(machine.state == .baking(target: 180, minutes: 2, .heating(temperature: 100)))
    let outcome = machine.handle(event: .temperatureRead(temperature: 180)) { _ in }
    #expect(outcome == .transitioned)
    #expect(machine.state == .baking(target: 180, minutes: 2, .holding))
  }

  /// The last minute, the end of the programme and the bell are one run.
  @Test func aFinishedProgrammeIsDone() {
    var machine = baking()
    for event in [Oven.Event.temperatureRead(temperature: 180), .tick] { _ = machine.handle(event: event) }
    #expect(machine.handle(event: .tick) == [.heater(on: false), .ring])
    #expect(machine.state == .ready)
  }

  /// A raised event comes before a completion event.
  @Test func anOverheatedOvenIsBroken() {
    var machine = baking()
    #expect(machine.handle(event: .temperatureRead(temperature: 300)) == [.soundAlarm, .heater(on: false)])
    #expect(machine.state == .broken)
    #expect(machine.isFinal)
    #expect(machine.handle(event: .clean) == [])
  }

  @Test func theDoorInterrupts() {
    var machine = baking()
    for event in [Oven.Event.temperatureRead(temperature: 180), .tick, .doorOpened] { _ = machine.handle(event: event) }
    #expect(machine.state == .open(target: 180, minutes: 1))
    #expect(machine.handle(event: .doorClosed) == [.heater(on: true)])
    #expect(machine.state == .baking(target: 180, minutes: 1, .holding))
  }

  @Test func aFirstDoorBeginsWhereTheDefaultSays() {
    var machine = Oven(state: .open(target: 180, minutes: 3))
    _ = machine.handle(event: .doorClosed)
    #expect(machine.state == .baking(target: 180, minutes: 3, .holding))
  }

  @Test func whatIsAskedForWhileCleaningIsDoneAfterwards() {
    var machine = Oven()
    #expect(machine.handle(event: .clean) == [.lockDoor])
    var outcome = machine.handle(event: .start(target: 180, minutes: 3)) { _ in }
    #expect(outcome == .deferred)
    outcome = machine.handle(event: .start(target: 200, minutes: 4)) { _ in }
    #expect(outcome == .deferred)
    #expect(!machine.accepts(.start(target: 180, minutes: 3)))
    _ = machine.handle(event: .tick)
    #expect(machine.state == .cleaning(minutes: 1))
    // The second programme finds the oven baking, which has no row for it: it is gone.
    #expect(machine.handle(event: .tick) == [.unlockDoor, .heater(on: true)])
    #expect(machine.state == .baking(target: 180, minutes: 3, .heating()))
  }

  @Test func nothingThatIsDeferredIsLostOrDoubled() {
    var machine = Oven()
    _ = machine.handle(event: .clean)
    for _ in 0..<3 { _ = machine.handle(event: .doorOpened) }
    _ = machine.handle(event: .start(target: 180, minutes: 0))
    _ = machine.handle(event: .tick)
    // Three times the door, which idle ignores; then the programme that is too short.
    #expect(machine.handle(event: .tick) == [.unlockDoor, .ring])
    #expect(machine.state == .ready)
  }
}
