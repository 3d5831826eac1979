import TestSupport

/// A model of the wrappers of `specs/Workout.sm`: the value, with a list of its timers.
struct WorkoutByHand {
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

  /// Moves the clock. Each timer that is due sends one event, by deadline; timers of equal deadlines, in the order of
  /// their start.
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

  /// Restarts the activities of the active states after a pause; timers keep their deadlines. Returns the timers that
  /// are due.
  mutating func resume(after duration: Duration) -> [Workout.Timer] {
    let before = timers
    now += duration
    resume()
    for index in timers.indices {
      guard let same = before.first(where: { $0.timer == timers[index].timer }) else { continue }
      timers[index].deadline = same.deadline
    }
    let due = timers.enumerated().filter { $1.deadline <= now }
      .sorted { ($0.element.deadline, $0.offset) < ($1.element.deadline, $1.offset) }
    return due.map(\.element.timer)
  }

  /// Restarts the activities and the timers of the active states, with their full durations.
  mutating func resume() {
    timers = []
    var outputs: [Workout.Output] = []
    machine.resume { outputs.append($0) }
    perform(outputs)
  }

  /// An event that a sensor or a user may send; the end comes seldom.
  static func event(_ random: inout SeededGenerator) -> Workout.Event {
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
}
