/// Many events through each kind of wrapper: the memory does not grow.
enum Events {
  /// The bytes by which the memory may differ between two measurements.
  private static let tolerance = 4 << 20

  @MainActor static func check(count: Int) async -> Bool {
    let sum = Locked(0)
    let add: @Sendable (Int) -> Void = { value in sum.change { $0 &+= value } }
    var results: [Bool] = []

    let plain = CountingStateMachine(counted: add, done: {})
    results.append(await measure("class", count) { for _ in 0..<$0 { plain.send(.next) } })
    let main = MainCounting(counted: add, done: {})
    results.append(await measure("@MainActor class", count) { for _ in 0..<$0 { main.send(.next) } })
    let observable = ObservableCounting(counted: add, done: {})
    results.append(await measure("@Observable class", count) { for _ in 0..<$0 { observable.send(.next) } })
    let counting = CountingActor(counted: add, done: {})
    results.append(await measure("actor", count) { await counting.sendNext($0) })

    let chain = Chain()
    results.append(await measure("class, each event sent by an output of the one before", count) { chain.run($0) })
    results.append(await followers(count / 100))

    let waiting = WaitingStateMachine { nil }
    results.append(await measure("actor, each event with its timer", count) { await waiting.send(.wait, $0) })
    let working = WaitingStateMachine {
      await Task.yield()
      return .rest
    }
    results.append(
      await measure("actor, each event with its task", count / 100) { count in
        for _ in 0..<count / 100 {
          await working.send(.work, 100)
          await Task.yield()
        }
      })
    return results.allSatisfy { $0 }
  }

  /// Somebody reads all states, and many wait for one each.
  @MainActor private static func followers(_ count: Int) async -> Bool {
    let counting = CountingActor(counted: { _ in }, done: {})
    let isWell = await measure("actor, each event waited for", count) { count in
      for _ in 0..<count { _ = try? await counting.send(.next) { _ in true } }
    }
    return isWell
  }

  /// Sends in ten parts, and compares the memory after the first with that after each other.
  @MainActor private static func measure(_ name: String, _ count: Int, _ send: (Int) async -> Void) async -> Bool {
    var bytes: [Int] = []
    let time = await ContinuousClock().measure {
      for _ in 0..<10 {
        await send(count / 10)
        if let resident = residentBytes() { bytes.append(resident) }
      }
    }
    let growth = (bytes.dropFirst().max() ?? 0) - (bytes.first ?? 0)
    let (seconds, attoseconds) = time.components
    let nanoseconds = (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(count)
    let isWell = growth < tolerance
    print(
      "  \(name): \(count) events, \(Int(nanoseconds)) ns each, memory grows by \(growth / 1024) kB", terminator: "")
    print(isWell ? "" : ": TOO MUCH")
    return isWell
  }
}

/// A machine whose output sends the next event, until enough were sent: one run.
@MainActor private final class Chain {
  private var machine: CountingStateMachine?
  private var left = 0

  init() {
    machine = CountingStateMachine(
      counted: { [weak self] _ in
        MainActor.assumeIsolated { self?.sendNext() }
      }, done: {})
  }

  private func sendNext() {
    left -= 1
    if left > 0 { machine?.send(.next) }
  }

  func run(_ count: Int) {
    left = count
    machine?.send(.next)
  }
}

extension CountingActor {
  fileprivate func sendNext(_ count: Int) { for _ in 0..<count { send(.next) } }
}

extension WaitingStateMachine {
  fileprivate func send(_ event: Waiting.Event, _ count: Int) { for _ in 0..<count { send(event) } }
}
