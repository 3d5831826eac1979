import StateMachineModel

/// The printer of the code for a wrapper's tasks. Events of a task are delivered in the wrapper's isolation, and only
/// while the task's ticket is listed. A task has a weak reference to the wrapper.
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

  /// `try? ` before `send`, if it throws: a task has no caller that an error could be thrown to. Else empty.
  private var attempt: String { model.throws ? "try? " : "" }

  /// Writes the function `run`, whose task calls an output's closure unless the task was cancelled before it began.
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

  /// Whether an output declares the events that it sends.
  private var checksEvents: Bool { plan.activities.contains { !sent(by: $0).isEmpty } }

  private func sent(by activity: ActivityName) -> [EventID] {
    guard case .output(let output) = activity.duty else { return [] }
    return model.machine.outputs[output].sent
  }

  /// The code for an event of a stream.
  private var delivery: String {
    guard model.hasEvents else { return "// There are no events." }
    return checksEvents
      ? "guard self.jobs.contains(ticket) else { return }\n" + sendingWithCheck
      : "if self.jobs.contains(ticket) { \(attempt)self.send(event) }"
  }

  /// The code for the event with which a task ends.
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

  /// Writes the check of the events that outputs may send. The check runs on delivery, as a type for each output's
  /// events would complicate the closures.
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
