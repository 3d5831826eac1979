import Dispatch

/// A worker, which handles the events of machines and performs their outputs, beside others in any number of processes.
public actor Worker<Machine: DurableMachine> {
  /// Performs an output of the machine `id`, and returns an event for it, if there is a reply. `identity` names the
  /// output, however often it is performed.
  public typealias Perform = @Sendable (Machine.Output, _ id: String, _ identity: String) async throws -> Machine.Event?

  private let connect: @Sendable () throws -> any Database
  private let report: @Sendable (String) -> Void
  private let executor = ThreadExecutor()
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// A worker that connects by `connect`, also after a connection was lost, and tells `report` what goes wrong.
  public init(connect: @escaping @Sendable () throws -> any Database, report: @escaping @Sendable (String) -> Void) {
    (self.connect, self.report) = (connect, report)
  }

  /// Works until its task is cancelled.
  ///
  /// An output is performed at least once: its identity tells who must not do it twice. It is performed by another
  /// worker, too, where it takes longer than `lease`. One that throws is performed again later, and those after it in
  /// its machine wait.
  public func run(lease: Duration = .seconds(60), perform: @escaping Perform) async {
    async let outputs: Void = Worker(connect: connect, report: report).loop { worker, store in
      let rows = try await worker.perform(store.claimOutputs(lease: lease), perform)
      if !rows.isEmpty { try store.finish(rows) }
      return rows
    }
    await loop { _, store in try store.handle() }
    await outputs
  }

  /// Performs outputs at the same time, and returns their rows with events that are replies, or with failures.
  private nonisolated func perform(_ rows: [Row], _ perform: @escaping Perform) async -> [Row] {
    await withTaskGroup(of: Row.self) { group in
      for row in rows {
        group.addTask {
          do {
            let event = try await perform(row.value("output"), row["id", default: ""], row["identity", default: ""])
            return try event.map { row.with(["event": try $0.json]) } ?? row
          } catch {
            return row.with(["failure": "\(error)"])
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  /// Repeats `body`, which returns the rows that it has changed, until the task is cancelled.
  ///
  /// After an error, the connection is made anew. Whether the last transaction was committed is not known then, and
  /// need not be: the tables say what is to be done.
  private func loop(_ body: @Sendable (isolated Worker, Store<Machine>) async throws -> [Row]) async {
    while !Task.isCancelled {
      do {
        let database = try connect()
        let store = Store<Machine>(database)
        try store.prepare()
        while !Task.isCancelled {
          let rows = try await body(self, store)
          for row in rows where row["failure"] != nil {
            report("'\(row["id"] ?? "")' \(row["event"] ?? row["output"] ?? "cannot go on"): \(row["failure"] ?? "")")
          }
          if rows.isEmpty { try database.wait(for: store.pause()) }
        }
      } catch {
        report("\(error)")
        // A task that is cancelled does not sleep, and ends.
        try? await Task.sleep(for: .milliseconds(Int.random(in: 100...500)))
      }
    }
  }
}

/// Runs an actor where it may wait for a database, as it must not on the threads of Swift's pool.
private final class ThreadExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "durable")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
