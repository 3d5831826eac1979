import Foundation
import TestSupport
import Testing

/// A machine that is stored and read at any point continues as if it had not been: `specs/Workout.sm` does the same as
/// a model with a list of timers.
@Suite struct WrapperStoringTests {
  /// Writes down what a wrapper performs, as the model does.
  private final class Wrapper: Sendable {
    let clock = ManualClock()
    let log = Locked<[String]>([])
    private let streams = Locked<[AsyncStream<Workout.Event>.Continuation]>([])

    private func add(_ output: Workout.Output) { log.change { $0.append("\(output)") } }

    private func stream(_ output: Workout.Output) -> AsyncStream<Workout.Event> {
      add(output)
      let (stream, continuation) = AsyncStream.makeStream(of: Workout.Event.self)
      streams.change { $0.append(continuation) }
      return stream
    }

    @MainActor func machine(_ machine: Workout) -> WorkoutController {
      WorkoutController(machine, clock: clock) {
        self.stream(.search)
      } read: {
        self.stream(.read($0))
      } save: { _ in
        nil
      } log: { _ in
        nil
      } show: {
        self.add(.show($0))
      } warn: {
        self.add(.warn)
      }
    }
  }

  private static func stored(_ machine: Workout) throws -> Workout {
    try JSONDecoder().decode(Workout.self, from: JSONEncoder().encode(machine))
  }

  /// Returns the outputs of the model's log that the wrapper performs at once: the others run in tasks, or cancel them.
  private static func performed(_ log: [String]) -> [String] {
    log.filter { line in !["cancel", "save", "log"].contains { line.hasPrefix($0) } }
  }

  /// Stored never, now and then, and at every point.
  @Test(arguments: [0, 10, 100]) @MainActor
  func aMachineThatIsStoredGoesOnAsOneThatIsNot(_ percentage: Int) async throws {
    for seed in 0..<20 {
      var random = SeededGenerator(state: UInt64(seed))
      let wrapper = Wrapper()
      var model = WorkoutByHand()
      var machine = wrapper.machine(model.machine)
      machine.start()
      for _ in 0..<100 {
        if Int.random(in: 0..<3, using: &random) == 0 {
          let duration = Duration.milliseconds(Int.random(in: 1...8_000, using: &random))
          model.advance(by: duration)
          wrapper.clock.advance(by: duration)
        } else {
          let event = WorkoutByHand.event(&random)
          model.send(event)
          machine.send(event)
        }
        let (expected, state) = (Self.performed(model.log), model.machine)
        await eventually { [machine] in
          await machine.machine == state && wrapper.log.value == expected
        }
        try #require(wrapper.log.value == expected)
        #expect(try Self.stored(machine.machine) == machine.machine)
        if Int.random(in: 0..<100, using: &random) < percentage {
          machine = wrapper.machine(try Self.stored(machine.machine))
          machine.resume()
          model.resume()
        }
      }
      await settle()
      #expect(wrapper.log.value == Self.performed(model.log))
    }
  }

  /// With its deadlines, its timers go on, too, over a time in which no wrapper was there.
  @Test(arguments: [10, 100]) @MainActor
  func timersGoOnWithTheDeadlinesThatWereStored(_ percentage: Int) async throws {
    let epoch = Duration.seconds(1_700_000_000)
    var elapsedCount = 0
    for seed in 0..<20 {
      var random = SeededGenerator(state: UInt64(seed))
      let wrapper = Wrapper()
      var model = WorkoutByHand()
      var machine = wrapper.machine(model.machine)
      machine.start()
      for _ in 0..<100 {
        if Int.random(in: 0..<3, using: &random) == 0 {
          let duration = Duration.milliseconds(Int.random(in: 1...3_000, using: &random))
          model.advance(by: duration)
          wrapper.clock.advance(by: duration)
        } else {
          let event = WorkoutByHand.event(&random)
          model.send(event)
          machine.send(event)
        }
        await expect(machine, wrapper, model)
        guard Int.random(in: 0..<100, using: &random) < percentage else { continue }
        let deadlines = machine.deadlines(at: epoch + model.now)
        #expect(deadlines == Dictionary(uniqueKeysWithValues: model.timers.map { ($0.timer, epoch + $0.deadline) }))
        let data = try JSONEncoder().encode(deadlines)
        machine = wrapper.machine(try Self.stored(machine.machine))
        let away = Duration.milliseconds(Int.random(in: 0...6_000, using: &random))
        wrapper.clock.advance(by: away)
        let expected = model.resume(after: away)
        let elapsed = machine.resume(
          at: epoch + model.now, deadlines: try JSONDecoder().decode([Workout.Timer: Duration].self, from: data))
        #expect(elapsed == expected)
        elapsedCount += elapsed.count
        model.advance(by: .zero)
        await expect(machine, wrapper, model)
      }
      #expect(machine.resume(at: .zero, deadlines: [:]) == [], "it has begun")
    }
    #expect(elapsedCount > 20)
  }

  @MainActor private func expect(_ machine: WorkoutController, _ wrapper: Wrapper, _ model: WorkoutByHand) async {
    let (expected, state) = (Self.performed(model.log), model.machine)
    await eventually { await machine.machine == state && wrapper.log.value == expected }
    #expect(wrapper.log.value == expected)
    #expect(machine.machine == state)
  }

  /// A scale that was put back delays no timer beyond its delay.
  @Test @MainActor func noTimerIsLaterThanOneThatBeginsNow() {
    let machine = Wrapper().machine(Workout(state: .running(.reading(sensor: "s", .beating(rate: 60)))))
    let far = Dictionary(uniqueKeysWithValues: [Workout.Timer.running].map { ($0, Duration.seconds(1_000_000)) })
    #expect(machine.resume(at: .seconds(5), deadlines: far) == [])
    #expect(machine.deadlines(at: .zero)[.running] == .seconds(3600))
    let other = Wrapper().machine(machine.machine)
    #expect(other.resume(at: .zero, deadlines: [:]) == [])
    #expect(other.deadlines(at: .zero)[.running] == .seconds(3600), "without a deadline, in full")
  }

  /// Resuming a machine does not repeat its `entry` actions.
  @Test func resumingBeginsWhatStatesDoAndTheirTimersAndRunsNoEntry() async {
    let world = WorkoutWorld()
    let actor = world.actor(Workout(state: .beating(60)))
    await actor.resume()
    #expect(world.log.value == ["read s begins"])
    world.clock.advance(by: .seconds(1))
    await eventually { world.log.value.contains("show 60") }
    // Who is resumed is started.
    await actor.start()
    #expect(world.log.value.count { $0 == "read s begins" } == 1)

    let ended = WorkoutWorld()
    let final = ended.actor(Workout(state: .finished))
    await final.resume()
    await settle()
    #expect(ended.log.value == [])
    let started = WorkoutWorld()
    await started.actor(Workout(state: .finished)).start()
    await eventually { started.log.value == ["save 0"] }
  }

  @Test func aMachineThatIsStartedIsNotResumed() async {
    let world = WorkoutWorld()
    let actor = world.actor(Workout(state: .beating(60)))
    await actor.start()
    await actor.resume()
    #expect(world.log.value == ["read s begins"])
  }
}
