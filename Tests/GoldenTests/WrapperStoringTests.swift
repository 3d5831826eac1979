import Foundation
import TestSupport
import Testing

/// A machine is stored and read again at any point, and goes on as if nothing had been: `specs/Workout.sm`, beside a value
/// with timers that are written down in a list.
@Suite struct WrapperStoringTests {
  /// What the wrapper has to do: the value, and when its timers elapse.
  private struct Model {
    var machine = Workout()
    var now = Duration.zero
    var timers: [(timer: Workout.Timer, deadline: Duration, interval: Duration?)] = []
    var log: [String] = []

    mutating func perform(_ outputs: [Workout.Output]) {
      for output in outputs {
        switch output {
        case .schedule(let timer, after: let delay): timers.append((timer, now + delay, nil))
        case .repeat(let timer, every: let interval): timers.append((timer, now + interval, interval))
        case .cancel(let timer): timers.removeAll { $0.timer == timer }
        default: log.append("\(output)")
        }
      }
    }

    mutating func send(_ event: Workout.Event) { perform(machine.handle(event: event)) }

    /// Moves the clock: each timer that is due has one turn, by its deadline; those of one deadline as they were begun.
    mutating func advance(by duration: Duration) {
      now += duration
      let due = timers.enumerated().filter { $1.deadline <= now }
        .sorted { ($0.element.deadline, $0.offset) < ($1.element.deadline, $1.offset) }
      for (_, firing) in due {
        guard let index = timers.firstIndex(where: { $0.timer == firing.timer }) else { continue }
        if let interval = firing.interval {
          var next = timers.remove(at: index)
          while next.deadline <= now { next.deadline += interval }
          timers.append(next)
        } else {
          timers.remove(at: index)
        }
        send(.elapsed(firing.timer))
      }
    }

    /// What states do and their timers begin in full.
    mutating func resume() {
      timers = []
      var outputs: [Workout.Output] = []
      machine.resume { outputs.append($0) }
      perform(outputs)
    }
  }

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

  /// An event that a sensor or a user may send; the end comes seldom.
  private static func event(_ random: inout SeededGenerator) -> Workout.Event {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<20: .start
    case 20..<40: .found(sensor: ["a", "b"].randomElement(using: &random) ?? "a")
    case 40..<50: .pause
    case 50..<65: .goOn
    case 65..<72: .lost
    case 72: .stop
    default: .measured(Int.random(in: 50...200, using: &random))
    }
  }

  /// What the wrapper performs of the model's outputs at once: the rest is in tasks, or ends them.
  private static func performed(_ log: [String]) -> [String] {
    log.filter { line in !["cancel", "save", "log"].contains { line.hasPrefix($0) } }
  }

  /// Stored never, now and then, and at every point.
  @Test(arguments: [0, 10, 100]) @MainActor
  func aMachineThatIsStoredGoesOnAsOneThatIsNot(_ percentage: Int) async throws {
    for seed in 0..<20 {
      var random = SeededGenerator(state: UInt64(seed))
      let wrapper = Wrapper()
      var model = Model()
      var machine = wrapper.machine(model.machine)
      machine.start()
      for _ in 0..<100 {
        if Int.random(in: 0..<3, using: &random) == 0 {
          let duration = Duration.milliseconds(Int.random(in: 1...8_000, using: &random))
          model.advance(by: duration)
          wrapper.clock.advance(by: duration)
        } else {
          let event = Self.event(&random)
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

  /// What is done on entry is not done again.
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
