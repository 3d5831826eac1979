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
public struct WaitedFor: Hashable, Sendable {
  /// The timers that run, in the order in which they began.
  fileprivate(set) var timers: [RunningTimer] = []
  /// How far their deadlines lie from now, and from each other.
  private var deadlines = Deadlines()
  /// What states and effects have begun and not ended: a name for each, sorted.
  fileprivate(set) var tasks: [String] = []

  /// A timer that runs.
  struct RunningTimer: Hashable {
    var name: String
    /// Nil where it is not known.
    var duration: Duration?
    var repeats: Bool
    /// Timers that began in one step have the same number; 0 is that of the first.
    var step: Int
  }

  // MARK: Timers

  /// Begins a timer, anew where it runs.
  ///
  /// - Parameter duration: nil for one that is not known: the timer may elapse whenever that is.
  public mutating func schedule(_ timer: String, after duration: Duration?, repeats: Bool = false) {
    cancel(timer)
    timers.append(RunningTimer(name: timer, duration: duration, repeats: repeats, step: Int.max))
    deadlines.begin(after: duration)
  }

  public mutating func cancel(_ timer: String) {
    guard let index = timers.firstIndex(where: { $0.name == timer }) else { return }
    timers.remove(at: index)
    deadlines.remove(index)
  }

  /// Tells whether a timer may be the next that elapses. Of two with one deadline, the one that began first does, unless
  /// they began together.
  public func mayElapse(_ timer: String) -> Bool {
    guard let index = timers.firstIndex(where: { $0.name == timer }) else { return false }
    let isBeforeOthers = timers.indices.allSatisfy { other in
      other == index || timers[other].step >= timers[index].step || deadlines.mayBeBefore(index, other)
    }
    return isBeforeOthers && deadlines.first(index) != nil
  }

  /// Notes that a timer has elapsed, before the machine is told: one that repeats begins anew.
  public mutating func elapse(_ timer: String) {
    guard let index = timers.firstIndex(where: { $0.name == timer }) else { return }
    if let first = deadlines.first(index) { deadlines = first }
    deadlines.elapse(index)
    let elapsed = timers.remove(at: index)
    if elapsed.repeats { schedule(timer, after: elapsed.duration, repeats: true) }
  }

  /// Notes that a step has ended: the timers that began in it began together. Time passes until the next step.
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

  public mutating func begin(_ task: String) { tasks.insert(task, at: tasks.firstIndex { $0 > task } ?? tasks.count) }

  public mutating func end(_ task: String) { tasks.firstIndex(of: task).map { _ = tasks.remove(at: $0) } }

  public func isDoing(_ task: String) -> Bool { tasks.contains(task) }

  /// How many tasks of one name go on, of the name that has most.
  public var equalTasks: Int {
    Dictionary(tasks.map { ($0, 1) }, uniquingKeysWith: +).values.max() ?? 0
  }
}

/// What is known of the deadlines of timers: by how many nanoseconds one is behind another at most, and behind now. Time
/// passes between steps, and how much of it nobody knows: these are difference bound matrices (Dill, 1989), as checkers of
/// timed automata have them.
private struct Deadlines: Hashable, Sendable {
  /// Row by row, with now before the timers.
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

  /// A further timer, which begins now.
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

  /// Whole nanoseconds, at least none; nil for more than some hundred years.
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

  /// Whether the deadline of a timer may lie before that of another.
  func mayBeBefore(_ timer: Int, _ other: Int) -> Bool { self[other + 1, timer + 1] > 0 }

  /// The same where no deadline lies before that of a timer; nil where that cannot be.
  func first(_ timer: Int) -> Deadlines? {
    var first = self
    for other in 1..<count { first[timer + 1, other] = min(first[timer + 1, other], 0) }
    first.close()
    return (0..<count).allSatisfy { first[$0, $0] >= 0 } ? first : nil
  }

  /// Now is the deadline of a timer, which is no more.
  mutating func elapse(_ timer: Int) {
    for other in 0..<count {
      self[0, other] = self[timer + 1, other]
      self[other, 0] = self[other, timer + 1]
    }
    self[0, 0] = 0
    remove(timer)
  }

  /// Time passes, at most until the first deadline.
  mutating func pass() {
    for timer in 1..<max(1, count) { self[0, timer] = 0 }
    close()
  }

  /// Each bound is the least that follows from the others.
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
