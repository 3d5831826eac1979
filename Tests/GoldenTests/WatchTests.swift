import StateMachineTesting
import Testing

/// A watch checks the outputs of the elevator door while it is explored.
@Suite struct WatchTests {
  struct BuzzBehindClose: Error {}

  /// The door buzzes at nobody whom it has closed before.
  struct NoBuzzBehindClose: Watch {
    private var hasClosed = false

    mutating func see(_ step: Step<ElevatorDoor>) throws {
      for output in step.outputs {
        switch output {
        case .close: hasClosed = true
        case .buzz: if hasClosed { throw BuzzBehindClose() }
        }
      }
    }
  }

  @Test func anOrderOfOutputsIsWatched() throws {
    #expect(try explore(ElevatorDoor.self, watching: NoBuzzBehindClose()).configurations == 22)
  }
}
