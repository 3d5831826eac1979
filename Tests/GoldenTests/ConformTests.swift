import StateMachineTesting
import Testing

/// The elevator door and the connection pool of `specs` do the same as other implementations.
@Suite struct ConformTests {
  struct HandDoor: Hashable {
    var persons = 0
    var isOpen = true
    var isLocked = false
    var maximum = 10

    mutating func take(_ event: ElevatorDoor.Event) -> [ElevatorDoor.Output] {
      switch event {
      case .personsEntered(let count) where isOpen:
        guard persons + count <= maximum else { return [.buzz] }
        persons += count
      case .closeButton where isOpen && persons < 10:
        isOpen = false
        return [.close(speed: persons > 5 ? 1 : 2)]
      case .doorLocked where !isOpen: isLocked = true
      default: break
      }
      return []
    }
  }

  @Test func theDoorConforms() async throws {
    try conform(ElevatorDoor.self, to: HandDoor(), isFinal: \.isLocked) { $0.take($1) }
    try await conform(ElevatorDoor.self, to: { _ in HandDoor() }, isFinal: \.isLocked, step: { $0.take($1) })
  }

  @Test func aDifferenceHasAShortestWay() throws {
    try withKnownIssue {
      try conform(ElevatorDoor.self, to: HandDoor(maximum: 9)) { $0.take($1) }
    } matching: { issue in
      "\(issue)".contains("machine.handle(event: .personsEntered(count: 10))  // open(persons: 10); HandDoor(")
        && "\(issue)".hasSuffix(
          """
              // ElevatorDoor.html#ElevatorDoor;personsEntered(count:10)
              // ElevatorDoor: nothing
              // HandDoor: buzz
          """)
    }
  }

  /// A machine conforms to itself, with regions, timers and what it keeps for later: there are as many pairs as
  /// configurations.
  @Test func machinesConformToThemselves() async throws {
    let workout = try conform(Workout.self, to: Workout()) { $0.handle(event: $1) }
    #expect(workout.configurations == 55)
    let player = try conform(MediaPlayer.self, to: MediaPlayer(), begin: { $0 = $1 }, step: { $0.handle(event: $1) })
    #expect(player.configurations == 962)
    // Those who wait have continuations: the two are told the same ones.
    try await conform(RequestScheduler<Int>.self, to: { $0.machine }, step: { $0.handle(event: $1) })
  }

  /// A wrapper of a pool, driven by its methods; their results are compared, although their types have no `==`.
  struct OtherPool: Sendable {
    var pool: ConnectionPool
    var closesWhatIsIdle = true

    var name: String {
      switch pool.state {
      case .running: "running"
      case .closing: "closing"
      case .closed: "closed"
      }
    }

    mutating func take(_ call: ConnectionPool.Glue.Call) -> [ConnectionPool.Glue.Reply] {
      switch call {
      case .requested(let request): [.requested(pool.requested(request))]
      case .cancelled(let request): [.cancelled(pool.cancelled(request))]
      case .opened(let connection): [.opened(pool.opened(connection))]
      case .openingFailed: [.openingFailed(pool.openingFailed())]
      case .released(let connection, let isReusable): [.released(pool.released(connection, isReusable: isReusable))]
      case .idleTimedOut(let connection): [.idleTimedOut(closesWhatIsIdle ? pool.idleTimedOut(connection) : .none)]
      case .shutDown: [.shutDown(pool.shutDown())]
      }
    }
  }

  /// It is made for each start of the machine, which has two limits.
  @Test func walksGoBesideAPool() async throws {
    try await conform(ConnectionPool.self, to: { OtherPool(pool: $0) }, state: \.name, step: { $0.take($1) })
    let task = Task.detached {
      try await conform(
        ConnectionPool.self, to: { OtherPool(pool: $0, closesWhatIsIdle: false) }, seed: 1, step: { $0.take($1) })
    }
    let finding = try await #require(throws: Finding.self) { try await task.value }
    // One connection is asked for, is opened, becomes idle and times out.
    #expect(finding.path.count == 1 + 4)
    #expect(finding.difference.last == "// OtherPool: idleTimedOut(none)")
  }
}
