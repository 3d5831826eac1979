import Testing

/// The machine of `specs/Workout.sm` works as a value.
@Suite struct WorkoutTests {
  @Test func aSensorIsFoundAndRead() {
    var machine = Workout()
    #expect(machine.handle(event: .start) == [.schedule(.running, after: .seconds(3600)), .search])
    #expect(machine.handle(event: .found(sensor: "s")) == [.cancelSearch, .read("s")])
    #expect(
      machine.handle(event: .measured(60)) == [
        .schedule(.runningReadingBeating, every: .seconds(1)), .schedule(.runningReadingBeating2, after: .seconds(5)),
      ])
    #expect(machine.handle(event: .elapsed(.runningReadingBeating)) == [.show(60)])
    #expect(machine.state == .beating(60))
    #expect(machine.highest == 60)
  }

  @Test func aRateThatIsOldIsNotShown() {
    var machine = Workout(state: .beating(60))
    #expect(machine.handle(event: .elapsed(.runningReadingBeating2)).last == .warn)
    #expect(machine.state == .running(.reading(sensor: "s", .silent)))
  }

  @Test func aPauseRemembersTheSensor() {
    var machine = Workout(state: .beating(60))
    machine.handle(event: .pause) { _ in }
    #expect(machine.state == .paused)
    #expect(machine.handle(event: .goOn).contains(.read("s")))
    #expect(machine.state == .beating(60))
  }

  @Test func theHighestRateIsSaved() {
    var machine = Workout(state: .beating(60))
    for rate in [90, 120, 70] { machine.handle(event: .measured(rate)) { _ in } }
    #expect(machine.handle(event: .elapsed(.running)).suffix(2) == [.log("ended"), .save(highest: 120)])
    #expect(machine.isFinal)
  }
}
