/// Prints the asynchronous sequences `states` and `steps`, by which code in another isolation waits for changes.
/// `states` has the state after each event that was not ignored. `steps` has the outcome of each event.
struct ReaderPrinter {
  let model: SwiftModel
  let plan: WrapperPlan

  func write(_ out: inout SwiftWriter) {
    writeStepType(&out)
    writeSequences(&out)
    writeSend(&out)
    writeTelling(&out)
  }

  private var remove: String { "remove: { \(plan.capture) in \(plan.hop)self?.removeReader($0) }" }

  /// The statement that ends a new sequence (`states` or `steps`) at once if the machine has already ended.
  /// `self.readers` contains the sequence.
  private static let ending = "if self.value.isFinal { self.readers.finish() }"

  private func writeStepType(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// The outcome of an event.
      nonisolated \(plan.access)struct \(plan.stepType): Swift.Sendable {
        \(plan.access)let event: \(plan.event)
        \(plan.access)let oldState, state: \(plan.state)
        \(plan.access)let outcome: \(plan.machine).Outcome
        \(if: model.hasOutputs, "\(plan.access)let outputs: [\(plan.output)]")
      }
      """)
  }

  private func writeSequences(_ out: inout SwiftWriter) {
    let end = model.run.canEnd ? " Finishes when the machine ends." : ""
    out.blankLine()
    out.write("/// The current state, then the state after every event that was not ignored. Starts the machine.")
    out.line(string: end)
    write("states", plan.state, "add(self.value.state, \(remove))", &out)
    out.blankLine()
    out.line(string: "/// An element for each event from now on: what it did. Starts the machine.\(end)")
    write("steps", plan.stepType, "addSteps(\(remove))", &out)
  }

  private func write(_ name: String, _ element: String, _ call: String, _ out: inout SwiftWriter) {
    out.lines(
      """
      \(plan.access)var \(name): _Concurrency.AsyncStream<\(element)> {
        self.start()
        \(if: model.run.canEnd, "defer { \(Self.ending) }")
        return self.readers.\(call)
      }
      """)
  }

  /// Writes the asynchronous `send(_:until:)`, which sends an event and waits for a state that satisfies a condition.
  private func writeSend(_ out: inout SwiftWriter) {
    let isolation = plan.isActor ? "@Sendable " : plan.isolation
    let ended = "nonisolated \(plan.access)struct \(plan.endedType): Swift.Error {}"
    out.lines(
      """

      \(if: model.run.canEnd, "/// The machine has ended before it came to the state that somebody waits for.\n\(ended)\n")
      /// Sends `event`, and returns the first state from then on that satisfies the condition.
      /// - Throws: \(model.run.canEnd ? "`\(plan.endedType)` when the machine ends before, " : "")`CancellationError` when the task \
      is cancelled. The event is sent all the same.
      \(plan.access)func send(
        _ event: \(plan.event), until condition: \(isolation)(\(plan.state)) -> Swift.Bool
      ) async throws -> \(plan.state) {
        \(model.hasEvents ? sending : "// There are no events.")
      }
      """)
  }

  private var sending: Lines {
    """
    self.start()
    let states = self.readers.add(nil, waitingFor: self.events.sentCount + 1, \(remove))
    self.events.append(event)
    if self.phase == .resting { self.settle() }
    \(if: model.throws, "try self.throwFailure()")
    for await state in states where condition(state) { return state }
    \(if: model.run.canEnd, "try _Concurrency.Task<Swift.Never, Swift.Never>.checkCancellation()")
    throw \(model.run.canEnd ? plan.endedType : "_Concurrency.CancellationError")()
    """
  }

  /// Writes the function that tells the readers of `states` and `steps` of an event. Also writes the function that
  /// removes a reader.
  private func writeTelling(_ out: inout SwiftWriter) {
    out.blankLine()
    out.line("private func removeReader(_ number: Swift.Int) { self.readers.remove(number) }")
    guard model.hasEvents else { return }
    let slots = model.hasOutputs ? plan.outputSlots : []
    let parameters = slots.map { ", _ \($0): \(plan.output)?" }.joined()
    let gathered =
      slots.count == 1 ? "(first.map { [$0] } ?? [])" : "[\(slots.joined(separator: ", "))].compactMap(\\.self)"
    let rest = plan.hasBuffer ? " + self.outputs.rest" : ""
    let outputs = model.hasOutputs ? ", outputs: \(gathered)\(rest)" : ""
    out.lines(
      """

      private func tellReaders(
        _ oldState: \(plan.state)?, _ event: \(plan.event), _ outcome: \(plan.machine).Outcome, _ last: Swift.Int\(parameters)
      ) {
        let step = !self.readers.needSteps ? nil : oldState.map {
          \(plan.stepType)(event: event, oldState: $0, state: self.value.state, outcome: outcome\(outputs))
        }
        self.readers.tell(
          self.value.state, isNew: outcome != .ignored, after: self.events.takenCount, step, upTo: last)
        \(if: model.run.canEnd, Self.ending)
      }
      """)
  }
}
