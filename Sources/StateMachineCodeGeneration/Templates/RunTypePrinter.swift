import StateMachineModel

/// Prints the private types of a run, such as the queue of its raised events and completion events. Their names, such
/// as `Run`, occur nowhere in the `.sm` file. So Swift in the file never means these types by accident.
struct RunTypePrinter {
  private let model: SwiftModel
  private var run: RunShape { model.run }
  private var names: GeneratedNames { model.names }

  init(_ model: SwiftModel) { self.model = model }

  /// Writes the types of a run. Nothing is written if no run of the machine has raised events, completion events or
  /// errors.
  func write(_ out: inout SwiftWriter) {
    guard model.needsRun else { return }
    if run.hasDone { writeCompletion(&out) }
    if run.hasDone, run.raises { writePending(&out) }
    writeRun(&out)
  }

  /// Writes the property for the deferred events, which are part of the machine's value.
  func writeDeferredEvents(_ out: inout SwiftWriter) {
    guard run.defers else { return }
    out.lines(
      """
      /// Deferred events, in the order in which they came.
      private var \(names.deferredEvents): [Event] = []
      """)
  }

  // MARK: Types

  /// Whether the completion events that wait to be handled are stored in a `SIMD` vector, which allocates no memory.
  /// The vector has one number for each such event: the number of its state. It has space for at most 64 states. A
  /// machine that raises events has an array instead, because raised events may have payloads.
  private var hasVector: Bool { !run.raises && run.completable.count <= 64 }

  private func writeCompletion(_ out: inout SwiftWriter) {
    let cases = run.completable.map { "case \(model.spelling(model.machine.states[$0].name))" }
    out.lines(
      """
      /// A state that has a transition for its completion event.
      \(model.runAccess) enum \(names.completion)\(hasVector ? ": UInt8" : "") {
        \(cases.joined(separator: "\n"))
      }

      """)
  }

  private func writePending(_ out: inout SwiftWriter) {
    out.lines(
      """
      /// A raised event, or the completion event of a state.
      \(model.runAccess) enum \(names.pending) {
        case raised(Event)
        case done(\(names.completion))
      }

      """)
  }

  private func writeRun(_ out: inout SwiftWriter) {
    let waits = run.raises || run.hasDone
    out.lines(
      """
      /// \(run.needsQueue ? "The raised events and completion events that wait, in order." : "The error of a run.")
      \(model.runAccess) struct \(names.runType) {
        \(if: model.failsLate, failure)
        \(if: model.keepsFailure && run.needsQueue, "")
        \(if: waits, hasVector ? vector : queue)
        \(if: run.hasDone && finishesRegions, finishingLast)
      }

      """)
  }

  private var failure: Lines {
    let type = model.errors.optional(in: model.machine)
    guard model.keepsFailure else { return "var failure: \(type)" }
    return """
      /// The first error, which is thrown at the end of the run.
      private(set) var failure: \(type)

      mutating func fail(_ error: \(model.errors.type ?? "any \(model.machine.errorProtocol)")) {
        if self.failure == nil { self.failure = error }
      }
      """
  }

  /// Whether a transition waits for the completion event of a composite state with regions.
  private var finishesRegions: Bool { run.completable.contains(where: model.machine.isParallel) }

  // MARK: The queue

  /// The members that store waiting events in an array. `handled` counts the elements that `next` has returned already.
  /// The array is emptied only when it has no other elements.
  private var queue: Lines {
    let element = !run.hasDone ? "Event" : run.raises ? names.pending : names.completion
    let raising: Lines = """

      mutating func raise(_ event: Event) {
        self.queue.append(\(run.hasDone ? ".raised(event)" : "event"))
      }
      """
    let finishing: Lines = """

      /// Adds the completion event of a state, unless it is waiting already.
      mutating func finish(_ state: \(names.completion)) {
        let isWaiting = self.queue[self.handled...].contains { if case \(waiting) = $0 { true } else { false } }
        if !isWaiting { self.queue.append(\(waiting)) }
      }
      """
    return """
      private var queue: [\(element)] = []
      private var handled = 0

      mutating func next() -> \(element)? {
        guard self.handled < self.queue.count else {
          self.queue.removeAll(keepingCapacity: true)
          self.handled = 0
          return nil
        }
        self.handled += 1
        return self.queue[self.handled - 1]
      }
      \(if: run.raises, raising)
      \(if: run.hasDone, finishing)
      """
  }

  /// The Swift expression for the completion event of `state` as an element of the queue: `.done(state)`. If the
  /// machine raises no events, the elements are states, and the expression is `state`.
  private var waiting: String { run.raises ? ".done(state)" : "state" }

  /// The function `finishLast`, which moves the completion event of a state to the end of the queue. If the event is
  /// not waiting yet, it is added there.
  private var finishingLast: Lines {
    let inVector = """
      var kept = 0
      for index in 0..<self.count where self.states[index] != state.rawValue {
        self.states[kept] = self.states[index]
        kept += 1
      }
      self.states[kept] = state.rawValue
      self.count = kept + 1
      """
    let inQueue = """
      let first = self.handled
      let index = self.queue[first...].firstIndex { if case \(waiting) = $0 { true } else { false } }
      if let index { self.queue.remove(at: index) }
      self.queue.append(\(waiting))
      """
    return """

      /// Adds the completion event of a composite state with regions: it counts from the last region that completes.
      mutating func finishLast(_ state: \(names.completion)) {
        \(hasVector ? inVector : inQueue)
      }
      """
  }

  // MARK: The vector

  /// The members that store waiting completion events in a `SIMD` vector. Its number of lanes is a power of two. It has
  /// at least one lane for each state with a completion event.
  private var vector: Lines {
    var lanes = 2
    while lanes < run.completable.count { lanes *= 2 }
    return """
      private var states = SIMD\(lanes)<UInt8>()
      private var count = 0

      /// Adds the completion event of a state, unless it is waiting already.
      mutating func finish(_ state: \(names.completion)) {
        for index in 0..<self.count where self.states[index] == state.rawValue { return }
        self.states[self.count] = state.rawValue
        self.count += 1
      }

      mutating func next() -> \(names.completion)? {
        guard self.count > 0 else { return nil }
        let first = self.states[0]
        self.count -= 1
        for index in 0..<self.count { self.states[index] = self.states[index + 1] }
        return \(names.completion)(rawValue: first)
      }
      """
  }
}
