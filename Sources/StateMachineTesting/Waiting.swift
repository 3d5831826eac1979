/// A configuration of a machine with timers or tasks: the machine, together with the timers and tasks that are running.
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

/// The running timers and tasks of a machine and of its submachines. The name of a submachine's timer or task begins
/// with the name of the owner's state: `busy.timeout`.
public struct WaitedFor: Hashable, Sendable {
  /// The running timers, in the order in which they began.
  fileprivate(set) var timers: [RunningTimer] = []
  /// The bounds that are known of the deadlines of `timers`, in the same order.
  private var deadlines = Deadlines()
  /// The names of the running tasks, sorted. If two running tasks have the same name, it occurs twice.
  fileprivate(set) var tasks: [String] = []

  /// A running timer.
  struct RunningTimer: Hashable {
    var name: String
    /// The duration; nil if it is an expression, which exploring does not evaluate.
    var duration: Duration?
    var repeats: Bool
    /// The number of the step in which the timer began. Timers that began in the same step have the same number. Timers
    /// that began later have a greater number. The numbers are 0, 1 and so on, without gaps.
    var step: Int
  }

  // MARK: Timers

  /// Begins a timer. If a timer with that name is already running, it begins again.
  ///
  /// - Parameters:
  ///   - duration: the duration; nil if it is not known, so that the timer may elapse at any time.
  ///   - repeats: whether the timer is an `every`, which begins again each time it elapses.
  public mutating func schedule(_ timer: String, after duration: Duration?, repeats: Bool = false) {
    cancel(timer)
    timers.append(RunningTimer(name: timer, duration: duration, repeats: repeats, step: Int.max))
    deadlines.begin(after: duration)
  }

  /// Cancels a timer. If no timer of that name is running, it does nothing.
  public mutating func cancel(_ timer: String) {
    guard let index = timers.firstIndex(where: { $0.name == timer }) else { return }
    timers.remove(at: index)
    deadlines.remove(index)
  }

  /// Returns whether a timer is running, and may elapse before all other running timers. Of two timers with the same
  /// deadline, the timer that began in an earlier step elapses first. If both began in the same step, either may be
  /// first.
  public func mayElapse(_ timer: String) -> Bool {
    guard let index = timers.firstIndex(where: { $0.name == timer }) else { return false }
    // At the same deadline, the timer of the earlier step elapses first. So this timer must be able to be earlier.
    let isBeforeOthers = timers.indices.allSatisfy { other in
      other == index || timers[other].step >= timers[index].step || deadlines.mayBeBefore(index, other)
    }
    return isBeforeOthers && deadlines.first(index) != nil
  }

  /// Removes a timer that elapses, and lets time pass until its deadline. A repeating timer begins again. The function
  /// is called before the machine handles the timer's event.
  public mutating func elapse(_ timer: String) {
    guard let index = timers.firstIndex(where: { $0.name == timer }) else { return }
    if let first = deadlines.first(index) { deadlines = first }
    deadlines.elapse(index)
    let elapsed = timers.remove(at: index)
    if elapsed.repeats { schedule(timer, after: elapsed.duration, repeats: true) }
  }

  /// Ends a step. All timers that have begun in the step get the same number, and time may pass until the next step.
  public mutating func endStep() {
    var (steps, last) = (-1, -1)
    for index in timers.indices {
      if timers[index].step != last {
        last = timers[index].step
        steps += 1
      }
      timers[index].step = steps
    }
    deadlines.pass()
  }

  // MARK: Tasks

  /// Begins a task. Several tasks may have the same name.
  public mutating func begin(_ task: String) { tasks.insert(task, at: tasks.firstIndex { $0 > task } ?? tasks.count) }

  /// Removes one running task with a name. If no task with that name is running, it does nothing.
  public mutating func end(_ task: String) { tasks.firstIndex(of: task).map { _ = tasks.remove(at: $0) } }

  /// Returns whether a task with a name is running.
  public func isDoing(_ task: String) -> Bool { tasks.contains(task) }

  /// The largest number of running tasks that have the same name: 2 for the tasks `load`, `load` and `save`.
  public var equalTasks: Int {
    Dictionary(tasks.map { ($0, 1) }, uniquingKeysWith: +).values.max() ?? 0
  }
}

/// The known bounds of the deadlines of running timers, in nanoseconds. The deadlines themselves are not known, because
/// the time between two steps is not known. But the difference between two deadlines has a bound, and also the
/// difference between a deadline and now.
///
/// These are difference bound matrices (Dill, 1989), as model checkers of timed automata use them.
private struct Deadlines: Hashable, Sendable {
  /// The bounds, line by line of a square matrix. The element `[one, other]` is the largest possible value of the
  /// deadline of `one` minus the deadline of `other`. Index 0 means now, and the timer n has the index n + 1.
  private var bounds: [Int] = [0]
  private var count = 1
  private static let unbounded = Int.max / 4

  private subscript(one: Int, other: Int) -> Int {
    get { bounds[one * count + other] }
    set { bounds[one * count + other] = newValue }
  }

  private static func sum(_ one: Int, _ other: Int) -> Int {
    one >= unbounded || other >= unbounded ? unbounded : one + other
  }

  /// Adds a timer that begins now. Its index follows the indices of all other timers.
  ///
  /// - Parameter duration: the duration; nil if it is not known, so that the deadline may be at any time from now on.
  mutating func begin(after duration: Duration?) {
    let own = duration.flatMap(Self.nanoseconds)
    var new = Deadlines()
    new.count = count + 1
    new.bounds = Array(repeating: 0, count: new.count * new.count)
    for one in 0..<count {
      for other in 0..<count { new[one, other] = self[one, other] }
      // The new deadline is now plus the duration. So its bounds follow from the bounds for now, which has index 0.
      new[count, one] = own.map { Self.sum($0, self[0, one]) } ?? Self.unbounded
      new[one, count] = own.map { Self.sum(self[one, 0], -$0) } ?? self[one, 0]
    }
    self = new
  }

  /// Returns a duration in nanoseconds, at least 0. Nil for 2³¹ seconds, which are 68 years, and for more, because such
  /// a duration counts as unknown.
  private static func nanoseconds(_ duration: Duration) -> Int? {
    let (seconds, rest) = duration.components
    guard seconds < 1 << 31 else { return nil }
    return max(0, Int(seconds) * 1_000_000_000 + Int(rest / 1_000_000_000))
  }

  mutating func remove(_ timer: Int) {
    let kept = (0..<count).filter { $0 != timer + 1 }
    bounds = kept.flatMap { one in kept.map { self[one, $0] } }
    count -= 1
  }

  /// Returns whether the deadline of the timer `timer` may be earlier than the deadline of the timer `other`. The
  /// parameters are indices of timers, from 0.
  func mayBeBefore(_ timer: Int, _ other: Int) -> Bool { self[other + 1, timer + 1] > 0 }

  /// Returns the bounds under the assumption that the timer `timer` elapses first: no other deadline is earlier than
  /// its deadline. Nil if another deadline is certainly earlier.
  func first(_ timer: Int) -> Deadlines? {
    var first = self
    for other in 1..<count { first[timer + 1, other] = min(first[timer + 1, other], 0) }
    first.close()
    // Bounds contradict each other if a deadline is earlier than itself by them.
    return (0..<count).allSatisfy { first[$0, $0] >= 0 } ? first : nil
  }

  /// Lets time pass until the deadline of `timer`, and removes that timer.
  mutating func elapse(_ timer: Int) {
    for other in 0..<count {
      self[0, other] = self[timer + 1, other]
      self[other, 0] = self[other, timer + 1]
    }
    self[0, 0] = 0
    remove(timer)
  }

  /// Lets an unknown time pass, at most until the first deadline.
  mutating func pass() {
    for timer in 1..<max(1, count) { self[0, timer] = 0 }
    close()
  }

  /// Replaces each bound by the smallest value that follows from the other bounds: if a − b ≤ 2 and b − c ≤ 3, then a −
  /// c ≤ 5.
  private mutating func close() {
    for middle in 0..<count {
      for one in 0..<count where self[one, middle] < Self.unbounded {
        for other in 0..<count {
          self[one, other] = min(self[one, other], Self.sum(self[one, middle], self[middle, other]))
        }
      }
    }
  }
}
