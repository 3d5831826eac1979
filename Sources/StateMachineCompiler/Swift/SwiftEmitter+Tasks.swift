/// The tasks of a wrapper. Each has a number; what it brings is delivered in the wrapper's isolation, and only while the
/// number is listed there: cancellation alone would come too late for what waits already. Tasks hold the wrapper weakly.
extension SwiftEmitter {
  mutating func emitTasks(_ plan: WrapperPlan) {
    emitBookkeeping(plan)
    let event = "\(plan.machine).Event"
    if plan.closures.contains(where: { $0.kind == .async }) { emitRun(plan, event) }
    if plan.closures.contains(where: { $0.kind == .stream }) { emitFollow(plan, event) }
    if plan.hasTimersAfter { emitScheduleAfter(plan, event) }
    if plan.hasTimersEvery { emitScheduleEvery(plan, event) }
    emitDelivery(plan, event)
  }

  private mutating func emitBookkeeping(_ plan: WrapperPlan) {
    let isFree = plan.closures.contains { $0.kind != .plain }
    if isFree {
      writer.lines(
        """

        /// A number for a task.
        private func beginTask() -> Int {
          self.lastTask += 1
          return self.lastTask
        }
        """)
    }
    guard !plan.activities.isEmpty else { return }
    writer.lines(
      """

      /// A number for the task of what a state begins.
      private func beginTask(of activity: \(activityType)) -> Int {
        self.endTask(of: activity)
        self.lastTask += 1
        self.activities[activity] = self.lastTask
        return self.lastTask
      }

      /// From here on, nothing of the activity is delivered.
      private func endTask(of activity: \(activityType)) {
        guard let id = self.activities.removeValue(forKey: activity) else { return }
        self.tasks.removeValue(forKey: id)?.cancel()
      }
      """)
  }

  private mutating func emitRun(_ plan: WrapperPlan, _ event: String) {
    writer.lines(
      """

      private func run(
        _ id: Int, _ priority: _Concurrency.TaskPriority?, _ operation: @escaping \(plan.closureAttribute)() async -> \(event)?
      ) {
        self.tasks[id] = \(job)(priority: priority) { \(plan.capture) in
          let event = await operation()
          \(plan.hop)self?.finish(id, event)
        }
      }
      """)
  }

  private mutating func emitFollow(_ plan: WrapperPlan, _ event: String) {
    let generic = wrapsStreams ? "<Element: Sendable>" : ""
    let element = wrapsStreams ? "Element" : event
    let wrap = wrapsStreams ? ",\n  _ wrap: @escaping @Sendable (Element) -> \(event)" : ""
    let value = wrapsStreams ? "wrap(event)" : "event"
    writer.lines(
      """

      private func follow\(generic)(
        _ id: Int, _ priority: _Concurrency.TaskPriority?, _ events: AsyncStream<\(element)>\(wrap)
      ) {
        self.tasks[id] = \(job)(priority: priority) { \(plan.capture) in
          for await event in events {
            guard \(plan.hop)self?.deliver(id, \(value)) == true else { return }
          }
          \(plan.hop)self?.finish(id, nil)
        }
      }
      """)
  }

  private mutating func emitScheduleAfter(_ plan: WrapperPlan, _ event: String) {
    writer.lines(
      """

      private func schedule<Clock: _Concurrency.Clock>(
        _ activity: \(activityType), _ event: \(event), after delay: Swift.Duration, on clock: Clock
      ) where Clock.Duration == Swift.Duration {
        let id = self.beginTask(of: activity)
        let deadline = clock.now.advanced(by: delay)
        self.tasks[id] = \(job) { \(plan.capture) in
          do { try await clock.sleep(until: deadline, tolerance: nil) } catch { return }
          \(plan.hop)self?.finish(id, event)
        }
      }
      """)
  }

  private mutating func emitScheduleEvery(_ plan: WrapperPlan, _ event: String) {
    let message = "\(text(machine.name.range)): the interval of 'every' is not positive"
    writer.lines(
      """

      private func schedule<Clock: _Concurrency.Clock>(
        _ activity: \(activityType), _ event: \(event), every interval: Swift.Duration, on clock: Clock
      ) where Clock.Duration == Swift.Duration {
        precondition(interval > .zero, "\(message)")
        let id = self.beginTask(of: activity)
        let start = clock.now
        self.tasks[id] = \(job) { \(plan.capture) in
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

  private mutating func emitDelivery(_ plan: WrapperPlan, _ event: String) {
    let attempt = throwsUnhandled ? "try? " : ""
    writer.lines(
      """

      /// A task is done: sends the event that it ends with, unless it was cancelled.
      private func finish(_ id: Int, _ event: \(event)?) {
        guard self.tasks.removeValue(forKey: id) != nil, let event else { return }
        \(attempt)self.send(event)
      }
      """)
    guard plan.closures.contains(where: { $0.kind == .stream }) || plan.hasTimersEvery else { return }
    writer.lines(
      """

      /// Sends an event of a task that goes on, unless it was cancelled: then it is false.
      private func deliver(_ id: Int, _ event: \(event)) -> Bool {
        guard self.tasks[id] != nil else { return false }
        \(attempt)self.send(event)
        return true
      }
      """)
  }
}
