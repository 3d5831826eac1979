import StateMachineTesting
import Testing

/// A watch checks the outputs of the elevator door while it is explored.
@Suite struct WatchTests {
  struct BuzzAfterClose: Error {}

  /// The door buzzes at nobody whom it has closed before.
  struct NoBuzzAfterClose: Watch {
    private var hasClosed = false

    mutating func see(_ step: Step<ElevatorDoor>) throws {
      for output in step.outputs {
        switch output {
        case .close: hasClosed = true
        case .buzz: if hasClosed { throw BuzzAfterClose() }
        }
      }
    }
  }

  @Test func anOrderOfOutputsIsWatched() throws {
    #expect(try explore(ElevatorDoor.self, watching: NoBuzzAfterClose()).configurations == 22)
  }
}
