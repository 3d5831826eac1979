/// A configuration of a machine with timers or tasks: the machine, with its running timers and tasks.
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
  /// The deadlines of `timers`, in the same order: bounds of their differences from now and from each other.
  private var deadlines = Deadlines()
  /// The names of the running tasks, which states and effects have begun, sorted; a name occurs once for each task.
  fileprivate(set) var tasks: [String] = []

  /// A running timer.
  struct RunningTimer: Hashable {
    var name: String
    /// The duration; nil if it is not known.
    var duration: Duration?
    var repeats: Bool
    /// The number of the step in which the timer began, from 0 in order. Timers of one step have the same number.
    var step: Int
  }

  // MARK: Timers

  /// Begins a timer. If it runs already, it begins again.
  ///
  /// - Parameter duration: the duration; nil if it is not known, so that the timer may elapse at any time.
  public mutating func schedule(_ timer: String, after duration: Duration?, repeats: Bool = false) {
    cancel(timer)
    timers.append(RunningTimer(name: timer, duration: duration, repeats: repeats, step: Int.max))
    deadlines.begin(after: duration)
  }

  /// Cancels a timer, if it runs.
  public mutating func cancel(_ timer: String) {
    guard let index = timers.firstIndex(where: { $0.name == timer }) else { return }
    timers.remove(at: index)
    deadlines.remove(index)
  }

  /// Returns whether a timer may be the next to elapse. Of two timers with one deadline, the one that began first
  /// elapses first; if they began in the same step, either may.
  public func mayElapse(_ timer: String) -> Bool {
    guard let index = timers.firstIndex(where: { $0.name == timer }) else { return false }
    let isBeforeOthers = timers.indices.allSatisfy { other in
      other == index || timers[other].step >= timers[index].step || deadlines.mayBeBefore(index, other)
    }
    return isBeforeOthers && deadlines.first(index) != nil
  }

  /// Removes a timer that has elapsed, before the machine handles its event. A repeating timer begins again.
  public mutating func elapse(_ timer: String) {
    guard let index = timers.firstIndex(where: { $0.name == timer }) else { return }
    if let first = deadlines.first(index) { deadlines = first }
    deadlines.elapse(index)
    let elapsed = timers.remove(at: index)
    if elapsed.repeats { schedule(timer, after: elapsed.duration, repeats: true) }
  }

  /// Ends a step: its timers have all begun at one time, and time passes until the next step.
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

  /// Removes one of the running tasks with a name, if there is one.
  public mutating func end(_ task: String) { tasks.firstIndex(of: task).map { _ = tasks.remove(at: $0) } }

  /// Returns whether a task with a name is running.
  public func isDoing(_ task: String) -> Bool { tasks.contains(task) }

  /// The largest number of running tasks that have the same name.
  public var equalTasks: Int {
    Dictionary(tasks.map { ($0, 1) }, uniquingKeysWith: +).values.max() ?? 0
  }
}

/// The known bounds of the differences between deadlines and now, in nanoseconds. The time that passes between steps is
/// not known. These are difference bound matrices (Dill, 1989), as model checkers of timed automata use them.
private struct Deadlines: Hashable, Sendable {
  /// The bounds, line by line of the matrix; index 0 is now, and the others are the timers.
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

  /// Adds a timer that begins now.
  mutating func begin(after duration: Duration?) {
    let own = duration.flatMap(Self.nanoseconds)
    var new = Deadlines()
    new.count = count + 1
    new.bounds = Array(repeating: 0, count: new.count * new.count)
    for one in 0..<count {
      for other in 0..<count { new[one, other] = self[one, other] }
      new[count, one] = own.map { Self.sum($0, self[0, one]) } ?? Self.unbounded
      new[one, count] = own.map { Self.sum(self[one, 0], -$0) } ?? self[one, 0]
    }
    self = new
  }

  /// Returns a duration in nanoseconds, at least 0; nil for more than 2³¹ seconds, which are 68 years.
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

  /// Returns whether the deadline of a timer may be earlier than the deadline of another timer.
  func mayBeBefore(_ timer: Int, _ other: Int) -> Bool { self[other + 1, timer + 1] > 0 }

  /// Returns the deadlines, with the condition that a timer's is the first; nil if another must be earlier.
  func first(_ timer: Int) -> Deadlines? {
    var first = self
    for other in 1..<count { first[timer + 1, other] = min(first[timer + 1, other], 0) }
    first.close()
    return (0..<count).allSatisfy { first[$0, $0] >= 0 } ? first : nil
  }

  /// Advances now to the deadline of a timer, and removes that timer.
  mutating func elapse(_ timer: Int) {
    for other in 0..<count {
      self[0, other] = self[timer + 1, other]
      self[other, 0] = self[other, timer + 1]
    }
    self[0, 0] = 0
    remove(timer)
  }

  /// Lets time pass, at most until the first deadline is reached.
  mutating func pass() {
    for timer in 1..<max(1, count) { self[0, timer] = 0 }
    close()
  }

  /// Reduces each bound to the least value that follows from the others.
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
