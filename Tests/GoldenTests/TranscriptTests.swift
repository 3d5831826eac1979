import StateMachineTesting
import Testing

/// The ways to all rows, beside transcripts that somebody has read.
@Suite struct TranscriptTests {
  @Test func waysAreAsInTheTranscripts() throws {
    try expectWays(of: ElevatorDoor.self, in: "Ways/ElevatorDoor.ways")
    try expectWays(of: Workout.self, in: "Ways/Workout.ways")
    try expectWays(of: ConnectionPool.self, in: "Ways/ConnectionPool.ways")
  }
}
