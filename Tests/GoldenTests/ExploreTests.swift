import StateMachineTesting
import Testing

/// The generated glue explores the example machines.
@Suite struct ExploreTests {
  /// The statements of each example hold, each row has a path, and each continuation is resumed once.
  @Test func machinesAreSeenToTheirEnds() throws {
    #expect(try explore(Connection.self).configurations == 99)
    #expect(try explore(ConnectionPool.self).configurations == 545)
    #expect(try explore(DownloadQueue.self).configurations == 140)
    #expect(try explore(DownloadScreen.self).configurations == 8)
    #expect(try explore(Downloader.self).configurations == 24)
    #expect(try explore(Elevator.self).configurations == 41)
    #expect(try explore(ElevatorDoor.self).configurations == 22)
    #expect(try explore(FormField.self).configurations == 11)
    #expect(try explore(FrameReader.self).configurations == 63)
    #expect(try explore(GracefulShutdown.self).configurations == 46)
    #expect(try explore(LeaseHolder.self).configurations == 7)
    #expect(try explore(LoadedContent.self).configurations == 4)
    #expect(try explore(MailSession.self).configurations == 17)
    #expect(try explore(MediaPlayer.self).configurations == 962)
    #expect(try explore(Onboarding.self).configurations == 16)
    let screens = try explore(OnboardingCoordinator.self).configurations
    #expect(screens == 28)
    #expect(try explore(Oven.self).configurations == 1263)
    #expect(try explore(PermitQueue.self).configurations == 33)
    #expect(try explore(PushPermission.self).configurations == 4)
    #expect(try explore(RemoteContent.self).configurations == 5)
    #expect(try explore(RemoteContentComposite.self).configurations == 15)
    #expect(try explore(RemoteContentParent.self).configurations == 7)
    #expect(try explore(RequestScheduler<Int>.self).configurations == 81)
    #expect(try explore(SharedRequest<Int>.self).configurations == 232)
    #expect(try explore(SharedToken<Int>.self).configurations == 13)
    #expect(try explore(TCPConnection.self).configurations == 12)
    #expect(try explore(TokenRefresh<Int>.self).configurations == 9)
    #expect(try explore(TrafficLight.self).configurations == 3)
    #expect(try explore(Turnstile.self).configurations == 2)
    #expect(try explore(VideoCall.self).configurations == 39)
    #expect(try explore(Washer.self).configurations == 95)
    #expect(try explore(Workout.self).configurations == 55)
  }

  /// The fault that README, the tutorial and the page on testing show, as they print it.
  @Test func theDoorOfThePagesHasAFault() throws {
    let reach = ModelProperty<ElevatorDoor>.Condition.canReach(
      from: { if case .open = $0.state { true } else { false } }, to: { $0.isFinal })
    let model = Stated(
      model: ElevatorDoor.glue, properties: [.init("open can reach closed", Place("Door.sm", 15, 3), reach)])
    try withKnownIssue {
      try explore(model)
    } matching: { issue in
      "\(issue)".contains(
        """
        'open can reach closed' does not hold
            var machine = ElevatorDoor()                       // open(persons: 0)
            machine.handle(event: .personsEntered(count: 10))  // open(persons: 10)
            // ElevatorDoor.html#ElevatorDoor;personsEntered(count:10)
        """)
    }
  }

  /// A noncopyable machine repeats the steps of each path: the paths do not share a machine.
  @Test func whatCannotBeCopiedHasWays() throws {
    let paths = LeaseHolder.rowPaths()
    #expect(paths.count == LeaseHolder.glue.rows.count)
    let release = try #require(paths.first { $0.row.text.hasPrefix("held : release") })
    #expect(
      release.swift == [
        "var machine = LeaseHolder()", "machine.acquired(Lease(slot: 7))", "try machine.use()", "machine.release()",
      ])
    #expect("\(release.outputs)" == "[GoldenTests.LeaseHolder.Glue.Reply.release(\"none\")]")
  }

  /// The bounds end exploring if the configurations are unlimited.
  @Test func boundsEndExploring() throws {
    let report = try explore(EveryFeature<Int, String>.self, Bounds(configurations: 2000))
    #expect(report.ending == "2000 configurations" && report.findings.isEmpty)
  }

  /// Each row has a path, and the last step of the path takes the row.
  @Test(arguments: TCPConnection.rowPaths()) func aWayTakesItsRow(_ path: RowPath<TCPConnection>) {
    #expect(path.swift.count >= 2)
    #expect(path.before != path.after || !path.outputs.isEmpty)
  }

  @Test func waysArePasted() throws {
    let paths = ElevatorDoor.rowPaths()
    #expect(paths.map(\.row.place.line) == [10, 11, 12, 13])
    // The path of the page, written by hand.
    var machine = ElevatorDoor()
    machine.handle(event: .personsEntered(count: 0)) { _ in }
    #expect(paths[0].after == machine)
    #expect(
      paths[3].swift == [
        "var machine = ElevatorDoor()", "machine.handle(event: .closeButton)", "machine.handle(event: .doorLocked)",
      ])
    #expect(paths[2].outputs == [.close(speed: 2)])
  }
}

/// A model with statements that its file does not have.
private struct Stated<Base: Model>: Model {
  var model: Base
  var properties: [ModelProperty<Base.Configuration>]

  var starts: [ModelStart<Base.Configuration>] { model.starts }
  var tries: [ModelTry] { model.tries }
  var rows: [ModelRow] { model.rows }
  var states: [ModelState] { model.states }

  var tellings: [Base.Telling] { model.tellings }
  func take(
    _ step: Int, in configuration: inout Base.Configuration, _ telling: inout Base.Telling, _ trace: Trace,
    emit: (Base.Output) -> Void
  ) -> Bool {
    model.take(step, in: &configuration, &telling, trace, emit: emit)
  }
  func feed(_ telling: Base.Telling, of configuration: Base.Configuration, to hasher: inout Hasher) {
    model.feed(telling, of: configuration, to: &hasher)
  }
  func feedHidden(_ telling: Base.Telling, to hasher: inout Hasher) { model.feedHidden(telling, to: &hasher) }
  func feed(_ configuration: Base.Configuration, to hasher: inout Hasher) { model.feed(configuration, to: &hasher) }
  func isFinal(_ configuration: Base.Configuration) -> Bool { model.isFinal(configuration) }
  func forEachState(of configuration: Base.Configuration, _ body: (Int) -> Void) {
    model.forEachState(of: configuration, body)
  }
}
