import Foundation
import StateMachineTesting
import Testing

/// Journals of a machine that is `Codable`.
@Suite struct ReplayTests {
  @Test func aJournalIsReplayed() throws {
    let beating = Workout.State.running(.reading(sensor: "s", .beating(rate: 60)))
    let lines = [
      #"{"machine":"Workout","schema":1,"start":\#(try json(Workout()))}"#,
      #"{"event":{"start":{}},"state":\#(try json(Workout.State.running(.searching)))}"#,
      #"{"event":{"found":{"sensor":"s"}}}"#,
      #"{"event":{"measured":{"_0":60}},"state":\#(try json(beating))}"#,
    ]
    #expect(try replay(lines, on: Workout.self)?.highest == 60)
  }

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }
}

extension Workout: Replayable {}
