/// Writes the tasks of a wrapper. Each has a number; what it brings is delivered in the wrapper's isolation, and only
/// while the number is listed there: cancellation alone would come too late for what waits already. Tasks hold the
/// wrapper weakly.
struct TaskPrinter {
  let model: SwiftModel
  let plan: WrapperPlan

  func write(_ out: inout SwiftWriter) {
    if plan.hasClosure(.async) || plan.hasClosure(.stream) { writeBeginTask(&out) }
    if !plan.activities.isEmpty { writeActivityTasks(&out) }
    if plan.hasClosure(.async) { writeRun(&out) }
    if plan.hasClosure(.stream) { writeFollow(&out) }
    if plan.hasTimersAfter { writeScheduleAfter(&out) }
    if plan.hasTimersEvery { writeScheduleEvery(&out) }
    writeFinish(&out)
    if plan.hasClosure(.stream) || plan.hasTimersEvery { writeDeliver(&out) }
  }

  // MARK: Numbers

  private func writeBeginTask(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Returns the number of a new task.
      private func beginTask() -> Int {
        self.lastTask += 1
        return self.lastTask
      }
      """)
  }

  private func writeActivityTasks(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Returns the number of a new task for an activity, in place of the one before.
      private func beginTask(of activity: \(plan.activityType)) -> Int {
        self.endTask(of: activity)
        self.lastTask += 1
        self.activities[activity] = self.lastTask
        return self.lastTask
      }

      /// Cancels the task of an activity. Its events are not delivered any more.
      private func endTask(of activity: \(plan.activityType)) {
        guard let id = self.activities.removeValue(forKey: activity) else { return }
        self.tasks.removeValue(forKey: id)?.cancel()
      }
      """)
  }

  // MARK: Outputs

  private func writeRun(_ out: inout SwiftWriter) {
    let operation = "\(plan.closureAttribute)() async -> \(plan.event)?"
    out.lines(
      """

      private func run(
        _ id: Int, _ priority: _Concurrency.TaskPriority?, _ operation: @escaping \(operation)
      ) {
        self.tasks[id] = \(plan.taskType)(priority: priority) { \(plan.capture) in
          let event = await operation()
          \(plan.hop)self?.finish(id, event)
        }
      }
      """)
  }

  private func writeFollow(_ out: inout SwiftWriter) {
    let wraps = plan.wrapsStreams
    // A class on a global actor needs no events that cross isolations; those of a submachine are as the machine's own.
    let element = wraps ? "Element" : plan.event
    let sendable = model.machine.isSendable ? "@Sendable " : ""
    let wrap = wraps ? ",\n  _ wrap: @escaping \(sendable)(Element) -> \(plan.event)" : ""
    out.lines(
      """

      private func follow\(wraps ? model.machine.isSendable ? "<Element: Sendable>" : "<Element>" : "")(
        _ id: Int, _ priority: _Concurrency.TaskPriority?, _ events: _Concurrency.AsyncStream<\(element)>\(wrap)
      ) {
        self.tasks[id] = \(plan.taskType)(priority: priority) { \(plan.capture) in
          for await event in events {
            guard \(plan.hop)self?.deliver(id, \(wraps ? "wrap(event)" : "event")) == true else { return }
          }
          \(plan.hop)self?.finish(id, nil)
        }
      }
      """)
  }

  // MARK: Timers

  /// The generic parameter for the clock's type.
  private var clock: String { model.names.fresh("Clock") }

  private func writeScheduleAfter(_ out: inout SwiftWriter) {
    out.lines(
      """

      private func schedule<\(clock): _Concurrency.Clock>(
        _ activity: \(plan.activityType), _ event: \(plan.event), after delay: Swift.Duration, on clock: \(clock)
      ) where \(clock).Duration == Swift.Duration {
        let id = self.beginTask(of: activity)
        let deadline = clock.now.advanced(by: delay)
        self.tasks[id] = \(plan.taskType) { \(plan.capture) in
          do { try await clock.sleep(until: deadline, tolerance: nil) } catch { return }
          \(plan.hop)self?.finish(id, event)
        }
      }
      """)
  }

  private func writeScheduleEvery(_ out: inout SwiftWriter) {
    let message = "\(model.text(model.machine.name).inStringLiteral): the interval of 'every' is not positive"
    out.lines(
      """

      private func schedule<\(clock): _Concurrency.Clock>(
        _ activity: \(plan.activityType), _ event: \(plan.event), every interval: Swift.Duration, on clock: \(clock)
      ) where \(clock).Duration == Swift.Duration {
        precondition(interval > .zero, "\(message)")
        let id = self.beginTask(of: activity)
        let start = clock.now
        self.tasks[id] = \(plan.taskType) { \(plan.capture) in
          var deadline = start
          while true {
            deadline = deadline.advanced(by: interval)
            do { try await clock.sleep(until: deadline, tolerance: nil) } catch { return }
            guard \(plan.hop)self?.deliver(id, event) == true else { return }
          }
        }
      }
      """)
  }

  // MARK: Delivery

  /// What stands before `send`: where it throws, nobody is there to be told.
  private var attempt: String { model.throwsUnhandled ? "try? " : "" }

  private func writeFinish(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Sends the event with which a task has ended, unless the task was cancelled.
      private func finish(_ id: Int, _ event: \(plan.event)?) {
        guard self.tasks.removeValue(forKey: id) != nil, let event else { return }
        \(attempt)self.send(event)
      }
      """)
  }

  private func writeDeliver(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Sends an event of a running task. Returns false where the task was cancelled.
      private func deliver(_ id: Int, _ event: \(plan.event)) -> Bool {
        guard self.tasks[id] != nil else { return false }
        \(attempt)self.send(event)
        return true
      }
      """)
  }
}
