/// A machine with what it waits for: a configuration of a machine with timers or tasks.
public struct Waiting<Machine> {
  public var machine: Machine
  public var waitedFor = WaitedFor()

  public init(_ machine: Machine) { self.machine = machine }
}

extension Waiting: Sendable where Machine: Sendable {}

extension Waiting: Composed {
  var part: Any { machine }
  var besides: String {
    let parts = [("timers", waitedFor.timers.map(\.name)), ("tasks", waitedFor.tasks)]
    return parts.filter { !$1.isEmpty }.map { "\($0): \($1.joined(separator: ", "))" }.joined(separator: "; ")
  }
}

/// What a machine, and the machines within it, wait for. A timer or a task of a machine within another has the name of its
/// state before its own: `busy.timeout`.
///
/// Time is no number here. Of timers that run, none elapses before one that began no later and takes no longer.
public struct WaitedFor: Hashable, Sendable {
  /// The timers that run, in the order in which they began.
  fileprivate(set) var timers: [RunningTimer] = []
  /// What states and effects have begun and not ended; sorted, and with one name for each.
  fileprivate(set) var tasks: [String] = []

  /// A timer that runs.
  struct RunningTimer: Hashable {
    var name: String
    var duration: Duration
    var repeats: Bool
    /// Timers that began in one step have the same number; 0 is that of the first.
    var step: Int
  }

  // MARK: Timers

  /// Begins a timer, anew where it runs.
  public mutating func schedule(_ timer: String, after duration: Duration, repeats: Bool = false) {
    cancel(timer)
    timers.append(RunningTimer(name: timer, duration: duration, repeats: repeats, step: Int.max))
  }

  public mutating func cancel(_ timer: String) { timers.removeAll { $0.name == timer } }

  /// Tells whether a timer may be the next that elapses.
  public func mayElapse(_ timer: String) -> Bool {
    guard let running = timers.first(where: { $0.name == timer }) else { return false }
    return !timers.contains { other in
      other.name != timer && other.step <= running.step
        && (other.duration < running.duration || other.duration == running.duration && other.step < running.step)
    }
  }

  /// Notes that a timer has elapsed, before the machine is told: one that repeats begins anew.
  public mutating func elapse(_ timer: String) {
    guard let index = timers.firstIndex(where: { $0.name == timer }) else { return }
    var running = timers.remove(at: index)
    guard running.repeats else { return }
    running.step = Int.max
    timers.append(running)
  }

  /// Notes that a step has ended: the timers that began in it began together.
  public mutating func endStep() {
    var (steps, last) = (-1, -1)
    for index in timers.indices {
      if timers[index].step != last {
        last = timers[index].step
        steps += 1
      }
      timers[index].step = steps
    }
  }

  // MARK: Tasks

  public mutating func begin(_ task: String) { tasks.insert(task, at: tasks.firstIndex { $0 > task } ?? tasks.count) }

  public mutating func end(_ task: String) { tasks.firstIndex(of: task).map { _ = tasks.remove(at: $0) } }

  public func isDoing(_ task: String) -> Bool { tasks.contains(task) }
}
