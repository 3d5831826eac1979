import StateMachineTesting
import Testing

/// The paths to all rows are those of the transcripts, which are read when they change.
@Suite struct TranscriptTests {
  @Test func waysAreAsInTheTranscripts() throws {
    try expectRowPaths(of: ElevatorDoor.self, in: "Paths/ElevatorDoor.paths")
    try expectRowPaths(of: Workout.self, in: "Paths/Workout.paths")
    try expectRowPaths(of: ConnectionPool.self, in: "Paths/ConnectionPool.paths")
  }
}
