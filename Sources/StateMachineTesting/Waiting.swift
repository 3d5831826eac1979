/// A machine with what it waits for: a configuration of a machine with timers or tasks.
///
/// Time is no number here. Of timers that run, none elapses before one that began no later and takes no longer.
public struct Waiting<Machine, Timer: Hashable> {
  public var machine: Machine
  /// What it waits for.
  public private(set) var waitedFor = WaitedFor()
  private var timers: [RunningTimer] {
    get { waitedFor.timers }
    _modify { yield &waitedFor.timers }
  }
  private var tasks: [Int] {
    get { waitedFor.tasks }
    _modify { yield &waitedFor.tasks }
  }

  /// What a machine waits for.
  public struct WaitedFor: Hashable {
    /// The timers that run, in the order in which they began.
    public fileprivate(set) var timers: [RunningTimer] = []
    /// What states and effects have begun and not ended, by numbers of the glue; sorted, and with one number for each.
    public fileprivate(set) var tasks: [Int] = []
  }

  /// A timer that runs.
  public struct RunningTimer: Hashable {
    public var timer: Timer
    var duration: Duration
    var repeats: Bool
    /// Timers that began in one step have the same number; 0 is that of the first.
    var step: Int
  }

  public init(_ machine: Machine) { self.machine = machine }

  // MARK: Timers

  /// Begins a timer, anew where it runs.
  public mutating func schedule(_ timer: Timer, after duration: Duration, repeats: Bool = false) {
    cancel(timer)
    timers.append(RunningTimer(timer: timer, duration: duration, repeats: repeats, step: Int.max))
  }

  public mutating func cancel(_ timer: Timer) { timers.removeAll { $0.timer == timer } }

  /// Tells whether a timer may be the next that elapses.
  public func mayElapse(_ timer: Timer) -> Bool {
    guard let running = timers.first(where: { $0.timer == timer }) else { return false }
    return !timers.contains { other in
      other.timer != timer && other.step <= running.step
        && (other.duration < running.duration || other.duration == running.duration && other.step < running.step)
    }
  }

  /// Notes that a timer has elapsed, before the machine is told: one that repeats begins anew.
  public mutating func elapse(_ timer: Timer) {
    guard let index = timers.firstIndex(where: { $0.timer == timer }) else { return }
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

  public mutating func begin(_ task: Int) { tasks.insert(task, at: tasks.firstIndex { $0 > task } ?? tasks.count) }

  public mutating func end(_ task: Int) { tasks.firstIndex(of: task).map { _ = tasks.remove(at: $0) } }

  public func isDoing(_ task: Int) -> Bool { tasks.contains(task) }

  /// Feeds what is waited for; the glue feeds the machine.
  public func feedWaiting(to hasher: inout Hasher) {
    hasher.combine(waitedFor)
  }
}

extension Waiting: Composed {
  var part: Any { machine }
  /// Tasks have no names here.
  var besides: String {
    waitedFor.timers.isEmpty
      ? "" : "timers: " + waitedFor.timers.map { plainText(of: $0.timer) }.joined(separator: ", ")
  }
}

extension Waiting: Sendable where Machine: Sendable, Timer: Sendable {}
extension Waiting.WaitedFor: Sendable where Timer: Sendable {}
extension Waiting.RunningTimer: Sendable where Timer: Sendable {}
