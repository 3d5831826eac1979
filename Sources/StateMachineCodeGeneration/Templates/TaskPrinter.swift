import StateMachineModel

/// Prints the code for a wrapper's tasks, which perform outputs. Each task has a ticket, which identifies it. The
/// wrapper stores the ticket until the task ends or is cancelled. It delivers an event from a task only while it stores
/// the ticket of this task. A task does not keep the wrapper alive.
struct TaskPrinter {
  let model: SwiftModel
  let plan: WrapperPlan

  func write(_ out: inout SwiftWriter) {
    if plan.hasClosure(.async) { writeRun(&out) }
    if plan.hasClosure(.stream) { writeFollow(&out) }
    if plan.hasTasks { writeFinish(&out) }
    if checksEvents { writeSends(&out) }
    if plan.hasTimers { writeElapse(&out) }
  }

  private var ticket: String { "\(plan.support).Ticket<\(plan.activityType)>" }
  private var priority: String { "_Concurrency.TaskPriority?" }

  /// `try? `, which precedes a task's call of `send` if `send` may throw, because no code could catch the error.
  /// Otherwise it is empty.
  private var attempt: String { model.throws ? "try? " : "" }

  /// Writes the function `run`. It creates a task that calls the closure of an output. If the task is cancelled before
  /// it begins, it does not call the closure.
  private func writeRun(_ out: inout SwiftWriter) {
    out.lines(
      """

      private func run(
        _ ticket: \(ticket), _ priority: \(priority),
        _ operation: @escaping \(plan.closureAttribute)() async -> \(plan.event)?
      ) {
        let job = \(plan.support).Job(priority: priority) { \(plan.capture) in
          let event\(model.hasEvents ? "" : ": \(plan.event)?") = _Concurrency.Task.isCancelled ? nil : await operation()
          \(plan.hop)self?.finish(ticket, event)
        }
        self.jobs.set(job, for: ticket)
      }
      """)
  }

  /// Writes the function `follow`, which creates a task for a stream, and two functions that the task calls. `events`
  /// returns the stream, and `deliver` sends one of its events.
  private func writeFollow(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Sends the events of a stream. The task does not hold the stream while it waits for an event to be handled: so
      /// the stream ends as soon as its state is left.
      private func follow(_ ticket: \(ticket), _ priority: \(priority)) {
        let job = \(plan.support).Job(priority: priority) { \(plan.capture) in
          while let event = await \(plan.support).next(of: \(plan.hop)self?.events(of: ticket)) {
            \(plan.hop)self?.deliver(ticket, event)
          }
          \(plan.hop)self?.finish(ticket, nil)
        }
        self.jobs.set(job, for: ticket)
      }

      private func events(of ticket: \(ticket)) -> _Concurrency.AsyncStream<\(plan.event)>? {
        self.jobs.events(of: ticket)
      }

      private func deliver(_ ticket: \(ticket), _ event: \(plan.event)) {
        \(delivery)
      }
      """)
  }

  private func writeFinish(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Sends the event with which a task has ended, unless the task was cancelled.
      private func finish(_ ticket: \(ticket), _ event: \(plan.event)?) {
        \(end)
      }
      """)
  }

  // MARK: Delivered events

  /// Whether the wrapper has to check the events of tasks. It has to if an output declares the events that its task may
  /// send: `output load async -> loaded`.
  private var checksEvents: Bool { plan.activities.contains { !sent(by: $0).isEmpty } }

  /// Returns the events that the task of an output may send: `loaded` for `output load async -> loaded`. Empty if the
  /// output declares no events, so that its task may send any event.
  private func sent(by activity: ActivityName) -> [EventID] {
    guard case .output(let output) = activity.duty else { return [] }
    return model.machine.outputs[output].sent
  }

  /// The body of the function that receives an event from a stream.
  private var delivery: String {
    guard model.hasEvents else { return "// There are no events." }
    return checksEvents
      ? "guard self.jobs.contains(ticket) else { return }\n" + sendingWithCheck
      : "if self.jobs.contains(ticket) { \(attempt)self.send(event) }"
  }

  /// The body of the function that is called when a task ends. It delivers the event that the task has returned.
  private var end: String {
    guard model.hasEvents else { return "_ = self.jobs.finish(ticket)" }
    return checksEvents
      ? "guard self.jobs.finish(ticket), let event else { return }\n" + sendingWithCheck
      : "if self.jobs.finish(ticket), let event { \(attempt)self.send(event) }"
  }

  private var sendingWithCheck: String {
    let name = model.text(model.machine.name).inStringLiteral
    let message = "\(name): \\(ticket.activity) does not send \\(event.name)"
    return "Swift.assert(Self.sends(ticket.activity, event), \"\(message)\")\n\(attempt)self.send(event)"
  }

  /// Writes the function that checks whether the task of an output may send an event. The check is made when the event
  /// is delivered. Swift's types do not check it, because types for the events of each output would complicate the
  /// closures.
  private func writeSends(_ out: inout SwiftWriter) {
    out.blankLine()
    let arms = plan.activities.map { ($0.names, sent(by: $0)) }
    model.write(Lowerer(model).sends(arms, activity: plan.activityType, event: plan.event), &out)
  }

  private func writeElapse(_ out: inout SwiftWriter) {
    let event = plan.alarms.count == 1 ? plan.alarms[0].event : "timer.event"
    out.lines(
      """

      /// Sends the events of the timers that have elapsed by now, the earliest first.
      private func elapse(_ alarm: Swift.Duration) {
        guard self.timers.wakeUp(at: alarm) else { return }
        while let timer = self.timers.popElapsed() { \(attempt)self.send(\(event)) }
        self.settle()
      }
      """)
  }
}
