import StateMachineModel

extension WrapperSupport {
  /// The Swift of the types that let code in another isolation follow the states of a wrapper.
  static let readersText = #"""
    /// The streams by which other isolations follow a machine: its states, its steps, or its states from one event on.
    nonisolated struct Readers<State: Swift.Sendable, Step: Swift.Sendable>: Swift.Sendable {
      private struct Reader {
        let states: _Concurrency.AsyncStream<State>.Continuation
        /// The number of the event that it waits for; nil where it is told every state.
        let event: Swift.Int?
      }

      private var readers: [Swift.Int: Reader] = [:]
      private var stepReaders: [Swift.Int: _Concurrency.AsyncStream<Step>.Continuation] = [:]
      /// The number of the last reader.
      private(set) var lastNumber = 0
      // Stored, as every event looks at them.
      private(set) var isEmpty = true
      private(set) var needSteps = false

      /// Adds a reader of states.
      ///
      /// - Parameters:
      ///   - state: what it is told first.
      ///   - event: the number in the queue of the event that it waits for.
      ///   - remove: has `remove` called, in the wrapper's isolation.
      mutating func add(
        _ state: State?, waitingFor event: Swift.Int? = nil,
        remove: @escaping @Sendable (Swift.Int) async -> Swift.Void
      ) -> _Concurrency.AsyncStream<State> {
        let (stream, continuation) = _Concurrency.AsyncStream.makeStream(of: State.self)
        self.lastNumber += 1
        self.readers[self.lastNumber] = Reader(states: continuation, event: event)
        continuation.onTermination = { [number = self.lastNumber] _ in _Concurrency.Task { await remove(number) } }
        if let state { continuation.yield(state) }
        self.isEmpty = false
        return stream
      }

      /// Adds a reader of steps.
      mutating func addSteps(
        remove: @escaping @Sendable (Swift.Int) async -> Swift.Void
      ) -> _Concurrency.AsyncStream<Step> {
        let (stream, continuation) = _Concurrency.AsyncStream.makeStream(of: Step.self)
        self.lastNumber += 1
        self.stepReaders[self.lastNumber] = continuation
        continuation.onTermination = { [number = self.lastNumber] _ in _Concurrency.Task { await remove(number) } }
        self.isEmpty = false
        self.needSteps = true
        return stream
      }

      mutating func remove(_ number: Swift.Int) {
        self.readers[number] = nil
        self.stepReaders[number] = nil
        self.needSteps = !self.stepReaders.isEmpty
        self.isEmpty = self.readers.isEmpty && !self.needSteps
      }

      /// Tells what an event has led to.
      ///
      /// - Parameters:
      ///   - isNew: whether the event did anything. Who waits for the event itself is told the state in any case.
      ///   - event: the number of the last event that was taken out of the queue.
      ///   - last: the last reader that had come when the machine took the event. Those who came later know the state.
      func tell(
        _ state: State, isNew: Swift.Bool, after event: Swift.Int, _ step: Step?, upTo last: Swift.Int = .max
      ) {
        for (number, reader) in self.readers where number <= last {
          if let first = reader.event, isNew ? event < first : event != first { continue }
          if isNew || reader.event != nil { reader.states.yield(state) }
        }
        if let step { for (number, reader) in self.stepReaders where number <= last { reader.yield(step) } }
      }

      /// Ends all sequences, as the machine has ended.
      mutating func finish() {
        self.cancel()
        self.readers.removeAll()
        self.stepReaders.removeAll()
        (self.isEmpty, self.needSteps) = (true, false)
      }

      /// Ends all sequences, as the wrapper goes.
      func cancel() {
        for reader in self.readers.values { reader.states.finish() }
        for reader in self.stepReaders.values { reader.finish() }
      }
    }
    """#
}
