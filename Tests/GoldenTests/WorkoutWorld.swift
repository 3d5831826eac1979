import Foundation

/// The surroundings of the machines of `specs/Workout.sm` in tests: closures that log their calls, streams of sensor
/// events, and saving and logging that continue when a test lets them.
final class WorkoutWorld: Sendable {
  typealias Events = AsyncStream<Workout.Event>

  let clock = ManualClock()
  let log = Locked<[String]>([])
  let saving = Gate<Void>()
  let logging = Gate<Void>()
  /// The continuation of the latest stream.
  let sensors = Locked<Events.Continuation?>(nil)
  let beats = Locked<Events.Continuation?>(nil)
  /// A function of the test that is called whenever something is shown.
  let whenShown = Locked<(@Sendable (Int) -> Void)?>(nil)

  func add(_ line: String) { log.change { $0.append(line) } }

  private func stream(_ name: String, _ keep: Locked<Events.Continuation?>) -> Events {
    add("\(name) begins")
    let (stream, continuation) = Events.makeStream()
    continuation.onTermination = { _ in self.add("\(name) ends") }
    keep.change { $0 = continuation }
    return stream
  }

  private func search() -> Events { stream("search", sensors) }

  private func read(_ sensor: String) -> Events { stream("read \(sensor)", beats) }

  private func save(_ highest: Int) async -> Workout.Event? {
    add("save \(highest)")
    add(await saving.pass() == nil ? "save is cancelled" : "saved")
    return .start
  }

  private func log(_ text: String) async -> Workout.Event? {
    add("log \(text)")
    add(await logging.pass() == nil ? "log is cancelled" : "logged")
    return .start
  }

  private func show(_ rate: Int) {
    add("show \(rate)")
    whenShown.value?(rate)
  }

  // MARK: Wrappers

  func actor(_ machine: Workout = Workout()) -> WorkoutStateMachine {
    WorkoutStateMachine(machine, clock: clock) {
      self.search()
    } read: {
      self.read($0)
    } save: {
      await self.save($0)
    } log: {
      await self.log($0)
    } show: {
      self.show($0)
    } warn: {
      self.add("warn")
    }
  }

  @MainActor func controller(_ machine: Workout = Workout()) -> WorkoutController {
    WorkoutController(machine, clock: clock) {
      self.search()
    } read: {
      self.read($0)
    } save: {
      await self.save($0)
    } log: {
      await self.log($0)
    } show: {
      self.show($0)
    } warn: {
      self.add("warn")
    }
  }

  @MainActor func model(_ machine: Workout = Workout()) -> WorkoutModel {
    WorkoutModel(machine, clock: clock) {
      self.search()
    } read: {
      self.read($0)
    } save: {
      await self.save($0)
    } log: {
      await self.log($0)
    } show: {
      self.show($0)
    } warn: {
      self.add("warn")
    }
  }
}

extension Workout.State {
  static func beating(_ rate: Int, sensor: String = "s") -> Workout.State {
    .running(.reading(sensor: sensor, .beating(rate: rate)))
  }
}
