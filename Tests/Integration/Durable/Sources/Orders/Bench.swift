import Durable
import Foundation
import OrdersV2

/// Compares events of machines with plain updates of their rows, in the same tables and in the same run.
struct Bench {
  let database: String
  let rows: Int
  let seconds: Int

  /// Prints the figures, and returns the least ratio of events to updates.
  func run() async throws -> Double {
    var least = Double.infinity
    let database = try connect(self.database)
    let store = Store<SecondOrder>(database)
    try store.prepare()
    try World.prepare(database)
    try send(.add(cents: 1), "0", to: store)
    _ = try await drain(workers: 1)
    // A line is seen when it is there, also in a pipe.
    defer { fflush(nil) }
    print("workers  updates/s  events/s  ratio  with outputs/s  ratio")
    for workers in [1, 2, 4] {
      let updates = try await update(workers: workers)
      // An event for each row, which changes the state alone.
      try send(.add(cents: 1), "add-\(workers)", to: store)
      let events = try await drain(workers: workers)
      // An event for each row, whose output is performed, and answered by another event; it begins and ends timers.
      try send(.checkout, "checkout-\(workers)", to: store)
      let withOutputs = try await drain(workers: workers)
      try reset(database)
      print(
        String(
          format: "%7d %10.0f %9.0f %6.2f %15.0f %6.2f", workers, updates, events, events / updates, withOutputs,
          withOutputs / updates))
      least = min(least, events / updates)
    }
    return least
  }

  private func send(_ event: SecondOrder.Event, _ identity: String, to store: Store<SecondOrder>) throws {
    try store.send((0..<rows).map { ("bench-\($0)", identity, event) })
  }

  /// Puts the orders back into their first state, without timers, for the next measurement.
  private func reset(_ database: any Database) throws {
    let state = try canonical(SecondOrder(Order(state: .draft(total: 1))))
    try database.run("UPDATE machines SET state = $1, due = NULL", [state])
  }

  /// Updates of a state by its key, each in a transaction, per second.
  private func update(workers: Int) async throws -> Double {
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for worker in 0..<workers {
        group.addTask { try await onThread { try updates(worker: worker, of: workers) } }
      }
      return try await group.reduce(0, +)
    }
    return Double(counts) / Double(seconds)
  }

  private func updates(worker: Int, of workers: Int) throws -> Int {
    let database = try connect(database)
    // SQLite writes nothing where a row stays the same.
    let states = try (2...3).map { try canonical(SecondOrder(Order(state: .draft(total: $0)))) }
    let end = Date().addingTimeInterval(Double(seconds))
    var count = 0
    while Date() < end {
      let (round, row) = (count * workers + worker).quotientAndRemainder(dividingBy: rows)
      let parameters = [states[round % 2], "bench-\(row)"]
      try database.run("UPDATE machines SET state = $1 WHERE kind = 'order' AND id = $2", parameters)
      count += 1
    }
    return count
  }

  /// Lets workers handle what waits, and returns how many events that is per second, with answers and timers.
  private func drain(workers: Int) async throws -> Double {
    let database = try connect(database)
    let before = try count("machine_events WHERE step IS NOT NULL", database)
    let began = ContinuousClock.now
    let tasks = (0..<workers).map { _ in Task { await work(SecondOrder.self, self.database, in: nil) } }
    let isLeft = """
      SELECT 1 WHERE EXISTS (SELECT 1 FROM machine_events WHERE kind = 'order' AND step IS NULL AND failure IS NULL)
      OR EXISTS (SELECT 1 FROM machine_outputs)
      """
    while try !database.run(isLeft, []).isEmpty { try await Task.sleep(for: .milliseconds(20)) }
    let took = ContinuousClock.now - began
    let handled = try count("machine_events WHERE step IS NOT NULL", database) - before
    for task in tasks {
      task.cancel()
      await task.value
    }
    return Double(handled) / (Double(took.components.seconds) + Double(took.components.attoseconds) * 1e-18)
  }
}

/// Runs what waits for the database on a thread of its own.
private func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result(catching: body)) }
  }
}
