/// Writes how the states of a wrapper are followed from elsewhere, and what happens at the machine's end.
struct ReaderPrinter {
  let model: SwiftModel
  let plan: WrapperPlan

  func write(_ out: inout SwiftWriter) {
    writeStates(&out)
    writeSend(&out)
    writeBookkeeping(&out)
  }

  /// A reader's end, where the machine has come to its own.
  private var ending: String { model.run.canEnd ? "\n  if self.machine.isFinal { reader.finish() }" : "" }

  private func writeStates(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// The current state, then the state after every event that was not ignored. Finishes when the machine ends.
      \(model.access)var states: _Concurrency.AsyncStream<\(plan.state)> {
        let (states, reader) = self.makeReader()
        reader.yield(self.machine.state)\(ending)
        return states
      }
      """)
  }

  private func writeSend(_ out: inout SwiftWriter) {
    let attempt = model.throwsUnhandled ? "try " : ""
    let isolation = plan.isActor ? "@Sendable " : plan.isolation
    let parameters = "_ event: \(plan.event), until condition: \(isolation)(\(plan.state)) -> Bool"
    out.lines(
      """

      /// Sends `event`, and returns the first state from then on that satisfies the condition.
      ///
      /// - Throws: `CancellationError` when the task is cancelled, or the machine ends, before there is such a state. \
      The event
      ///   is sent all the same.
      \(model.access)func send(\(parameters)) async throws -> \(plan.state) {
        let (states, reader) = self.makeReader()
        \(attempt)self.send(event)
        reader.yield(self.machine.state)\(ending)
        for await state in states where condition(state) { return state }
        throw _Concurrency.CancellationError()
      }
      """)
  }

  private func writeBookkeeping(_ out: inout SwiftWriter) {
    out.lines(
      """

      private func makeReader() -> (_Concurrency.AsyncStream<\(plan.state)>, _Concurrency.AsyncStream<\(plan.state)>.Continuation) {
        let (states, reader) = _Concurrency.AsyncStream.makeStream(of: \(plan.state).self)
        self.lastReader += 1
        let id = self.lastReader
        self.readers[id] = reader
        reader.onTermination = { [weak self] _ in
          guard let self else { return }
          _Concurrency.Task { await self.removeReader(id) }
        }
        return (states, reader)
      }

      private func removeReader(_ id: Int) {
        self.readers[id] = nil
      }

      private func tellReaders() {
        for reader in self.readers.values { reader.yield(self.machine.state) }
      }
      """)
  }

  /// Writes what happens when the machine has come to its end.
  func writeEnd(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Cancels the running tasks and finishes the sequences of states, as the machine has ended.
      """)
    out.write("private func end()")
    out.openBrace()
    if plan.runsTasks {
      out.lines(
        """
        for task in self.tasks.values { task.cancel() }
        self.tasks.removeAll()
        """)
    }
    if plan.hasReaders { out.line("for reader in self.readers.values { reader.finish() }") }
    out.closeBrace()
  }
}
