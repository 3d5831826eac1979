import Foundation

/// The operations of a race's tasks on a machine, whatever its wrapper is.
private protocol Racer: AnyObject, Sendable {
  func send(_ event: Stress.Event) async
  func wait(_ event: Stress.Event) async
  func follow(_ count: Int) async
  func look() async
}

extension StressStateMachine: Racer {
  fileprivate func wait(_ event: Stress.Event) async {
    _ = try? await send(event) { if case .active(_, .waiting) = $0 { true } else { false } }
  }
  fileprivate func follow(_ count: Int) async {
    for await _ in states.prefix(count) {}
    for await _ in steps.prefix(count) {}
  }
  fileprivate func look() { _ = (machine.entries, accepts(.again), isFinal) }
}

extension MainStress: Racer {
  fileprivate func wait(_ event: Stress.Event) async {
    _ = try? await send(event) { if case .active(_, .waiting) = $0 { true } else { false } }
  }
  fileprivate func follow(_ count: Int) async {
    for await _ in states.prefix(count) {}
    for await _ in steps.prefix(count) {}
  }
  fileprivate func look() { _ = (machine.entries, accepts(.again), isFinal) }
}

extension ObservableStress: Racer {
  fileprivate func wait(_ event: Stress.Event) async {
    _ = try? await send(event) { if case .active(_, .waiting) = $0 { true } else { false } }
  }
  fileprivate func follow(_ count: Int) async {
    for await _ in states.prefix(count) {}
    for await _ in steps.prefix(count) {}
  }
  fileprivate func look() { _ = (machine.entries, accepts(.again), isFinal) }
}

/// Eight tasks do with some machines whatever one can do, at random, while the clock jumps forwards and backwards. Nothing
/// comes late, nothing is stuck, and in the end everything is freed.
final class Race: Sendable {
  private typealias Continuation = AsyncStream<Stress.Event>.Continuation

  /// Counts the machines that are alive: the closures of each hold one of these.
  private final class Life: Sendable {
    let count: Locked<Int>
    init(_ count: Locked<Int>) {
      self.count = count
      count.change { $0 += 1 }
    }
    deinit { count.change { $0 -= 1 } }
  }

  private let clock = ManualClock()
  private let racers = Locked<[(any Racer)?]>(Array(repeating: nil, count: 24))
  /// The continuations of streams, each with the number that its stream was begun with.
  private let streams = Locked<[(number: Int, continuation: Continuation)]>([])
  private let random: Locked<SeededGenerator>
  private let liveCount = Locked(0)
  private let machineCount = Locked(0)
  private let stepCount = Locked(0)
  private let lateEvents = Locked<[String]>([])

  init(seed: UInt64) { random = Locked(SeededGenerator(state: seed)) }

  private func number(_ range: Range<Int>) -> Int { random.change { Int.random(in: range, using: &$0) } }

  func check(seconds: Int) async -> Bool {
    watch()
    let end = ContinuousClock.now + .seconds(seconds)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        let seed = random.change { $0.next() }
        group.addTask { await self.run(SeededGenerator(state: seed), until: end) }
      }
    }
    let isFreed = await freesEverything()
    print(
      "  \(stepCount.value) steps with \(machineCount.value) machines, \(lateEvents.value.count) late events,",
      isFreed ? "all freed" : "\(liveCount.value) machines and \(clock.sleeperCount) sleepers are NOT freed")
    for event in Set(lateEvents.value) { print("  \(event) came LATE") }
    return isFreed && lateEvents.value.isEmpty
  }

  /// Says so when nothing goes on any more.
  private func watch() {
    let thread = Thread {
      var last = -1
      while true {
        Thread.sleep(forTimeInterval: 60)
        let count = self.stepCount.value
        guard count != last else {
          print("  STUCK after \(count) steps")
          exit(1)
        }
        last = count
      }
    }
    thread.start()
  }

  /// Lets everything go, and moves the clock until all that sleeps has ended.
  private func freesEverything() async -> Bool {
    racers.change { racers in racers = racers.map { _ in nil } }
    for _ in 0..<10_000 {
      stepCount.change { $0 += 1 }
      if liveCount.value == 0, clock.sleeperCount == 0 { return true }
      clock.advance(by: .seconds(1))
      try? await Task.sleep(for: .milliseconds(1))
    }
    return false
  }

  // MARK: Steps

  private func run(_ seed: SeededGenerator, until end: ContinuousClock.Instant) async {
    var random = seed
    var tasks: [Task<Void, Never>] = []
    while ContinuousClock.now < end {
      for _ in 0..<100 { await step(&random, &tasks) }
      stepCount.change { $0 += 100 }
    }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }

  private func step(_ random: inout SeededGenerator, _ tasks: inout [Task<Void, Never>]) async {
    let racer = await racer(&random)
    let event = [Stress.Event.begin, .begin, .again, .again, .leave][Int.random(in: 0..<5, using: &random)]
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<45: await racer.send(event)
    case 45..<55: tasks.append(Task { await racer.wait(event) })
    case 55..<62: tasks.append(Task { [count = Int.random(in: 1..<5, using: &random)] in await racer.follow(count) })
    case 62..<67: await racer.look()
    case 67..<80: clock.advance(by: .microseconds(Int.random(in: -2_000...5_000, using: &random)))
    case 80..<90: yieldElement(&random)
    case 90..<95: drop(&random)
    case 95: await racer.send(.end)
    default: if !tasks.isEmpty { tasks.remove(at: Int.random(in: tasks.indices, using: &random)).cancel() }
    }
    while tasks.count > 20 { tasks.removeFirst().cancel() }
  }

  private func yieldElement(_ random: inout SeededGenerator) {
    let number = Int.random(in: 0..<1_000_000, using: &random)
    let ends = random.chance(5)
    let stream = streams.change { streams in
      streams.isEmpty ? nil : ends ? streams.remove(at: number % streams.count) : streams[number % streams.count]
    }
    if ends { stream?.continuation.finish() }
    if let stream { stream.continuation.yield(.received(stream.number)) }
  }

  private func drop(_ random: inout SeededGenerator) {
    let index = Int.random(in: 0..<24, using: &random)
    // What goes is freed outside of the lock.
    let dropped = racers.change { racers in
      defer { racers[index] = nil }
      return racers[index]
    }
    _ = dropped
  }

  // MARK: Machines

  private func racer(_ random: inout SeededGenerator) async -> any Racer {
    let index = Int.random(in: 0..<24, using: &random)
    if let racer = racers.value[index] { return racer }
    let racer = await newRacer(index % 4)
    racers.change { $0[index] = racer }
    return racer
  }

  private func newRacer(_ kind: Int) async -> any Racer {
    machineCount.change { $0 += 1 }
    let life = Life(liveCount)
    let late: @Sendable (String) -> Void = { text in self.isLate(text, life) }
    switch kind {
    case 0:
      return await MainActor.run {
        MainStress(
          clock: clock, follow: follow, load: load, save: save, heard: {}, ticked: {}, late: late)
      }
    case 1:
      return await MainActor.run {
        ObservableStress(
          clock: clock, follow: follow, load: load, save: save, heard: {}, ticked: {}, late: late)
      }
    default:
      return StressStateMachine(
        clock: clock, follow: follow, load: load, save: save, heard: {}, ticked: {}, late: late)
    }
  }

  private func isLate(_ text: String, _ life: Life) { lateEvents.change { $0.append(text) } }

  @Sendable private func follow(_ number: Int) -> AsyncStream<Stress.Event> {
    let (stream, continuation) = AsyncStream.makeStream(of: Stress.Event.self)
    streams.change { streams in
      streams.append((number, continuation))
      if streams.count > 200 { streams.removeFirst() }
    }
    return stream
  }

  /// Ends at once, soon, or by the clock: with its event even where it was cancelled.
  @Sendable private func load(_ number: Int) async -> Stress.Event? {
    await wait()
    return .loaded(number)
  }

  @Sendable private func save() async -> Stress.Event? {
    await wait()
    return .saved
  }

  private func wait() async {
    switch number(0..<3) {
    case 0: break
    case 1: await Task.yield()
    default: try? await clock.sleep(for: .microseconds(number(0..<10_000)))
    }
  }
}
