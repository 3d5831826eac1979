import Foundation
import TestSupport
import Testing

/// A `wrapper struct`, `TimedWorkout` of `specs/Workout.sm`, does the same as a value with a list of timers.
@Suite struct TimedValueTests {
  private static func stored(_ value: TimedWorkout) throws -> TimedWorkout {
    try JSONDecoder().decode(TimedWorkout.self, from: JSONEncoder().encode(value))
  }

  private static func expect(_ value: TimedWorkout, _ log: [String], _ model: WorkoutByHand) {
    #expect(log == model.log)
    #expect(value.machine == model.machine)
    let timers = model.timers.sorted { $0.deadline < $1.deadline }
    #expect(value.deadlines.map(\.timer) == timers.map(\.timer))
    #expect(value.deadlines.map(\.time) == timers.map(\.deadline))
    #expect(value.deadlines.map(\.interval) == timers.map(\.interval))
  }

  /// Random lives; the value is stored and read at any point, and is the same.
  @Test func aStoredValueGoesOnWithItsDeadlines() throws {
    var elapsedCount = 0
    for seed in 0..<200 {
      var random = SeededGenerator(state: UInt64(seed))
      var model = WorkoutByHand()
      var value = TimedWorkout()
      var log: [String] = []
      for _ in 0..<100 {
        if Int.random(in: 0..<3, using: &random) == 0 {
          let duration = Duration.milliseconds(Int.random(in: 0...4_000, using: &random))
          model.advance(by: duration)
          elapsedCount += value.deadlines.count { $0.time <= model.now }
          value.elapse(at: model.now) { log.append("\($0)") }
        } else {
          let event = WorkoutByHand.event(&random)
          model.send(event)
          value.handle(event: event, at: model.now) { log.append("\($0)") }
        }
        Self.expect(value, log, model)
        let read = try Self.stored(value)
        #expect(read == value)
        value = read
      }
    }
    #expect(elapsedCount > 1_000)
  }

  /// One event at a time, for callers that write each down.
  @Test func eventsOfTimersCanBeTakenOneByOne() {
    var value = TimedWorkout(Workout(state: .running(.reading(sensor: "s", .beating(rate: 60)))))
    value.resume(at: .zero) { _ in }
    #expect(value.deadlines.map(\.time) == [.seconds(1), .seconds(5), .seconds(3600)])
    #expect(value.popElapsed(at: .milliseconds(999)) == nil)
    // Firings that were missed are one firing, and the rhythm stays.
    let event = value.popElapsed(at: .milliseconds(3_500))
    #expect(event == .elapsed(.runningReadingBeating))
    #expect(value.deadlines.map(\.time) == [.seconds(4), .seconds(5), .seconds(3600)])
    #expect(value.popElapsed(at: .milliseconds(3_500)) == nil)
    var outputs: [Workout.Output] = []
    if let event { value.handle(event: event, at: .milliseconds(3_500)) { outputs.append($0) } }
    #expect(outputs == [.show(60)])
  }

  /// The event of a timer that is due is not sent if another event ends the timer; the end of the machine ends all
  /// timers.
  @Test func anEventThatEndsATimerIsTheOnlyOneThatComes() {
    var value = TimedWorkout(Workout(state: .running(.reading(sensor: "s", .beating(rate: 60)))))
    value.resume(at: .zero) { _ in }
    var outputs: [Workout.Output] = []
    value.elapse(at: .seconds(3600)) { outputs.append($0) }
    #expect(outputs.filter { $0 == .show(60) || $0 == .warn } == [.show(60), .warn])
    #expect(value.machine.isFinal && value.deadlines.isEmpty)
    #expect(value.popElapsed(at: .seconds(9_999)) == nil)
  }

  /// A value that was stored says anew what its states do, and keeps its deadlines, none later than a new timer's.
  @Test func resumingKeepsDeadlines() {
    var value = TimedWorkout(Workout(state: .running(.reading(sensor: "s", .beating(rate: 60)))))
    value.resume(at: .zero) { _ in }
    var outputs: [Workout.Output] = []
    value.resume(at: .seconds(2)) { outputs.append($0) }
    #expect(outputs == [.read("s")])
    #expect(value.deadlines.map(\.time) == [.seconds(1), .seconds(5), .seconds(3600)])
    // The scale was put back.
    value.resume(at: .seconds(-10)) { _ in }
    #expect(value.deadlines.map(\.time) == [.seconds(-9), .seconds(-5), .seconds(3590)])
  }

  /// Nothing hangs on what somebody has written into the data.
  @Test func anIntervalThatIsNotPositiveFiresOnce() throws {
    var value = TimedWorkout(Workout(state: .running(.reading(sensor: "s", .beating(rate: 60)))))
    value.resume(at: .zero) { _ in }
    let text = String(decoding: try JSONEncoder().encode(value.deadlines[0]), as: UTF8.self)
    let interval = String(decoding: try JSONEncoder().encode(Duration.seconds(1)), as: UTF8.self)
    let zero = String(decoding: try JSONEncoder().encode(Duration.zero), as: UTF8.self)
    let whole = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    #expect(text.contains("\"interval\":\(interval)"))
    let damaged = whole.replacing("\"interval\":\(interval)", with: "\"interval\":\(zero)")
    var read = try JSONDecoder().decode(TimedWorkout.self, from: Data(damaged.utf8))
    #expect(read.popElapsed(at: .seconds(1)) == .elapsed(.runningReadingBeating))
    #expect(read.popElapsed(at: .seconds(1)) == nil)
  }
}
