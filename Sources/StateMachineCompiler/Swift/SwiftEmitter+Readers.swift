/// How the states of a wrapper are followed from elsewhere.
extension SwiftEmitter {
  mutating func emitReaders(_ plan: WrapperPlan) {
    let state = "\(plan.machine).State"
    let attempt = throwsUnhandled ? "try " : ""
    let condition = plan.isActor ? "@Sendable (\(state)) -> Bool" : "\(plan.isolation)(\(state)) -> Bool"
    let ending = canEnd ? "\nif self.machine.isFinal { reader.finish() }" : ""
    writer.lines(
      """

      /// The current state, and then the state after every event that was not ignored. Ends with the machine.
      \(access)var states: AsyncStream<\(state)> {
        let (states, reader) = self.makeReader()
        reader.yield(self.machine.state)\(ending.replacing("\n", with: "\n  "))
        return states
      }

      /// Sends `event`, and returns the first state from then on that satisfies the condition.
      ///
      /// - Throws: `CancellationError` when the task is cancelled, or the machine ends, before there is such a state. The event
      ///   is sent all the same.
      \(access)func send(_ event: \(plan.machine).Event, until condition: \(condition)) async throws -> \(state) {
        let (states, reader) = self.makeReader()
        \(attempt)self.send(event)
        reader.yield(self.machine.state)\(ending.replacing("\n", with: "\n  "))
        for await state in states where condition(state) { return state }
        throw CancellationError()
      }

      private func makeReader() -> (AsyncStream<\(state)>, AsyncStream<\(state)>.Continuation) {
        let (states, reader) = AsyncStream.makeStream(of: \(state).self)
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

  /// What happens when the machine has come to its end.
  mutating func emitEnding(_ plan: WrapperPlan) {
    guard canEnd, plan.hasEnd else { return }
    writer.lines(
      """

      /// The machine has ended: what still goes on is cancelled, and nobody is told of more states.
      """)
    writer.write("private func end()")
    writer.openBrace()
    if plan.runsTasks {
      writer.lines(
        """
        for task in self.tasks.values { task.cancel() }
        self.tasks.removeAll()
        """)
    }
    if plan.hasReaders { writer.line("for reader in self.readers.values { reader.finish() }") }
    writer.closeBrace()
  }
}

extension WrapperPlan {
  /// Whether something is left to do when the machine ends.
  var hasEnd: Bool { runsTasks || hasReaders }
}
