import Testing

/// The four hooks of the description: before the transition, exit, entry, after the transition.
private final class Screen: DownloadScreenStateMachineDelegate {
  private(set) var log: [String] = []
  private(set) lazy var machine = DownloadScreenStateMachine(
    beginFetch: { [unowned self] in log.append("entry: begin fetch") },
    beginDownload: { [unowned self] in log.append("entry: begin download") },
    hideProgress: { [unowned self] in log.append("exit: hide progress") })

  func send(_ event: DownloadScreen.Event) -> [String] {
    log = []
    machine.delegate = self
    machine.send(event)
    return log
  }

  func stateMachine(
    _ stateMachine: DownloadScreenStateMachine, willHandle event: DownloadScreen.Event, in state: DownloadScreen.State
  ) {
    log.append("before: \(event)")
  }
  func stateMachine(
    _ stateMachine: DownloadScreenStateMachine, didChangeFrom oldState: DownloadScreen.State,
    on event: DownloadScreen.Event?
  ) {}
  func stateMachine(
    _ stateMachine: DownloadScreenStateMachine, didEnter state: DownloadScreen.State,
    from oldState: DownloadScreen.State?, on event: DownloadScreen.Event?
  ) {
    if event != nil { log.append("after: \(state)") }
  }
  func stateMachine(
    _ stateMachine: DownloadScreenStateMachine, didStayIn state: DownloadScreen.State, on event: DownloadScreen.Event
  ) {
    log.append("same: \(state)")
  }
}

@Suite struct DownloadScreenTests {
  @Test func theHooksRunInOrder() {
    let screen = Screen()
    #expect(
      screen.send(.beginFetch) == ["before: beginFetch", "entry: begin fetch", "after: fetching(progress: 0.0)"])
    #expect(screen.send(.progressed(0.5)) == ["before: progressed(0.5)", "same: fetching(progress: 0.5)"])
    #expect(
      screen.send(.fetchCompleted(description: "a bunny")) == [
        "before: fetchCompleted(description: \"a bunny\")", "exit: hide progress",
        "after: fetched(description: \"a bunny\")",
      ])
    #expect(
      screen.send(.beginDownload) == [
        "before: beginDownload", "entry: begin download", "after: downloading(progress: 0.0)",
      ])
    #expect(
      screen.send(.downloadCompleted) == ["before: downloadCompleted", "exit: hide progress", "after: downloaded"])
    #expect(screen.send(.reset) == ["before: reset", "after: initial"])
    #expect(screen.machine.state == .initial)
  }

  @Test func resetLeadsBackFromEveryState() {
    for state: DownloadScreen.State in [
      .fetching(progress: 0.3), .fetched(description: "x"), .downloading(progress: 0.1), .downloaded,
    ] {
      var machine = DownloadScreen(state: state)
      #expect(machine.handle(event: .reset) { _ in } == .transitioned)
      #expect(machine.state == .initial)
    }
    #expect(!DownloadScreen().accepts(.reset))
  }

  @Test func progressDoesNotLeaveTheState() {
    var machine = DownloadScreen(state: .downloading(progress: 0.1))
    var outputs: [DownloadScreen.Output] = []
    #expect(machine.handle(event: .progressed(0.2)) { outputs.append($0) } == .stayed)
    #expect(machine.state == .downloading(progress: 0.2))
    #expect(outputs == [])
  }
}
