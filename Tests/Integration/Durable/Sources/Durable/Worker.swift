import Dispatch

/// A worker, which handles the events of machines and performs their outputs, beside others in any number of processes.
public struct Worker<Machine: DurableMachine>: Sendable {
  public typealias Perform = @Sendable (Job<Machine.Output>) async throws -> Machine.Event?
  private let connect: @Sendable () throws -> any Database
  private let report: @Sendable (String) -> Void

  /// A worker that connects by `connect`, also after a connection was lost, and tells `report` what goes wrong.
  public init(connect: @escaping @Sendable () throws -> any Database, report: @escaping @Sendable (String) -> Void) {
    (self.connect, self.report) = (connect, report)
  }

  /// Works until its task is cancelled. `perform` does what an output says, and returns an event for the machine, if
  /// there is an answer.
  ///
  /// An output is performed at least once: `job.identity` stays the same, and tells who must not do it twice. It is
  /// performed by another worker, too, where it takes longer than `lease`. One that throws is performed again later,
  /// and those behind it in its machine wait.
  public func run(lease: Duration = .seconds(60), perform: @escaping Perform) async {
    async let events: Void = Loop<Machine>().run(connect, report) { _, store in
      let (count, failures) = try store.handle()
      for failure in failures { report(failure) }
      return count > 0
    }
    async let outputs: Void = Loop<Machine>().run(connect, report) { _, store in
      let rows = try store.claimOutputs(lease: lease)
      let results = await performAll(rows, perform)
      for case (let row, .failure(let error)) in results {
        report("the output '\(row["identity"] ?? "")' has failed: \(error)")
      }
      if !rows.isEmpty { try store.finish(results) }
      return !rows.isEmpty
    }
    _ = await (events, outputs)
  }

  /// Performs outputs at the same time.
  private func performAll(_ rows: [Row], _ perform: @escaping Perform) async -> [Performed<Machine.Event>] {
    await withTaskGroup(of: Performed<Machine.Event>.self) { group in
      for row in rows {
        group.addTask {
          do { return (row, .success(try await perform(Job(row)))) } catch { return (row, .failure(error)) }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }
}

/// A row of an output, and what has become of it.
typealias Performed<Event> = (row: Row, answer: Result<Event?, any Error>)

/// An output to perform.
public struct Job<Output: Codable & Sendable>: Sendable {
  public let output: Output
  /// The machine that asks for it.
  public let id: String
  /// What names the output, however often it is performed.
  public let identity: String

  init(_ row: Row) throws {
    output = try Coding().decode(row.text("output"))
    (id, identity) = (try row.text("id"), try row.text("identity"))
  }
}

/// A loop with a connection of its own, and a thread, as it waits for the database.
private actor Loop<Machine: DurableMachine> {
  private let executor = ThreadExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Repeats `body`, which returns whether there was something to do, until the task is cancelled.
  ///
  /// After an error, the connection is made anew. Whether the last transaction was committed is not known then, and
  /// need not be: the tables say what is to be done.
  func run(
    _ connect: @Sendable () throws -> any Database, _ report: @Sendable (String) -> Void,
    _ body: @Sendable (isolated Loop, Store<Machine>) async throws -> Bool
  ) async {
    while !Task.isCancelled {
      do {
        let database = try connect()
        let store = Store<Machine>(database)
        try store.prepare()
        while !Task.isCancelled {
          if try await !body(self, store) { try database.wait(for: store.pause()) }
        }
      } catch {
        report("\(error)")
        // A task that is cancelled does not sleep, and ends.
        try? await Task.sleep(for: .milliseconds(Int.random(in: 100...500)))
      }
    }
  }
}

/// Runs an actor on a thread that may wait, as those of Swift's pool must not.
private final class ThreadExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "durable")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
