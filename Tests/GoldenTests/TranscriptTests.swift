import StateMachineTesting
import Testing

/// The paths to all rows are those of the transcripts, which are read when they change.
@Suite struct TranscriptTests {
  @Test func waysAreAsInTheTranscripts() throws {
    try expectWays(of: ElevatorDoor.self, in: "Ways/ElevatorDoor.ways")
    try expectWays(of: Workout.self, in: "Ways/Workout.ways")
    try expectWays(of: ConnectionPool.self, in: "Ways/ConnectionPool.ways")
  }
}
