import Foundation
import StateMachineTesting
import Testing

/// Journals of older versions of a machine can be replayed.
@Suite struct ReplayTests {
  /// It was written before the machine knew `pause`, `paused`, its durations and the highest rate.
  @Test func aJournalOfAnOlderVersionIsReplayed() throws {
    let lines = [
      #"{"machine":"Workout","start":{"state":{"idle":{}}}}"#,
      #"{"event":{"start":{}},"state":{"running":{"_0":{"searching":{}}}}}"#,
      #"{"event":{"found":{"sensor":"s"}}}"#,
      #"{"event":{"measured":{"_0":60}},"state":\#(try json(Workout.State.beating(60)))}"#,
    ]
    #expect(try replay(lines, on: Workout.self)?.highest == 60)
  }

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }
}
