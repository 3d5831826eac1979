import Testing

/// The error of `specs/RequestScheduler.sm` if all attempts together take too long.
public struct RequestTimeout: Error, Equatable {}

/// The method that callers know: what one adds to the generated actor.
extension RequestSchedulerStateMachine {
  public func request() async throws -> Response {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in self.send(.start(waiter)) }
    } onCancel: {
      Task { await self.send(.cancelled) }
    }
    return try result.get()
  }
}

/// `specs/RequestScheduler.sm` retries requests, in virtual time.
@Suite struct RequestSchedulerTests {
  typealias Scheduler = RequestSchedulerStateMachine<String>
  typealias Machine = RequestScheduler<String>

  struct Failure: Error {}

  /// A scheduler whose requests end when the test lets them.
  final class Server: Sendable {
    let clock = ManualClock()
    let gate = Gate<Result<String, any Error>>()
    let requestCount = Locked(0)
    let scheduler: Scheduler

    init() {
      let gate = gate
      let requestCount = requestCount
      scheduler = Scheduler(clock: clock) {
        requestCount.change { $0 += 1 }
        return await gate.pass().map { .receivedResult($0) }
      } resume: { waiters, result in
        for waiter in waiters { waiter.resume(returning: result) }
      }
    }

    func isWaitingForRetry() async -> Bool {
      if case .requesting(_, .scheduledForRetry) = await scheduler.state { true } else { false }
    }

    /// Lets the current request fail, and waits until the next is scheduled.
    func fail() async {
      await eventually { self.gate.waitingCount == 1 }
      gate.open(.failure(Failure()))
      await eventually { await self.isWaitingForRetry() }
    }

    func waiterCount() async -> Int {
      if case .requesting(let waiters, _) = await scheduler.state { waiters.count } else { 0 }
    }
  }

  @Test func tenFailuresEndWithTheError() async {
    let server = Server()
    let caller = Task { try await server.scheduler.request() }
    for attempt in 1...9 {
      await server.fail()
      #expect(server.requestCount.value == attempt)
      server.clock.advance(by: .seconds(10))
    }
    await eventually { server.gate.waitingCount == 1 }
    server.gate.open(.failure(Failure()))
    await #expect(throws: Failure.self) { try await caller.value }
    #expect(server.requestCount.value == 10)
  }

  @Test func successAtTheFifthAttempt() async throws {
    let server = Server()
    let caller = Task { try await server.scheduler.request() }
    for _ in 1...4 {
      await server.fail()
      server.clock.advance(by: .seconds(10))
    }
    await eventually { server.gate.waitingCount == 1 }
    server.gate.open(.success("hello"))
    #expect(try await caller.value == "hello")
    #expect(server.requestCount.value == 5)
    // It stays so, however often it is asked.
    #expect(try await server.scheduler.request() == "hello")
    #expect(server.requestCount.value == 5)
    await eventually { server.clock.sleeperCount == 0 }
  }

  @Test func theIntervalIsWaitedFor() async {
    let server = Server()
    let caller = Task { try await server.scheduler.request() }
    await server.fail()
    server.clock.advance(by: .seconds(9))
    await settle()
    #expect(server.requestCount.value == 1)
    server.clock.advance(by: .seconds(1))
    await eventually { server.requestCount.value == 2 }
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
  }

  @Test func aHundredCallersMakeOneRequest() async throws {
    let server = Server()
    let callers = (0..<100).map { _ in Task { try await server.scheduler.request() } }
    await eventually { await server.waiterCount() == 100 }
    // The task that makes the request may begin later than the last caller comes.
    await eventually { server.requestCount.value == 1 }
    server.gate.open(.success("hello"))
    for caller in callers { #expect(try await caller.value == "hello") }
    #expect(server.requestCount.value == 1)
  }

  @Test func callersMayComeWhileItWaitsForARetry() async throws {
    let server = Server()
    let first = Task { try await server.scheduler.request() }
    await server.fail()
    let second = Task { try await server.scheduler.request() }
    await eventually { await server.waiterCount() == 2 }
    server.clock.advance(by: .seconds(10))
    server.gate.open(.success("hello"))
    #expect(try await first.value == "hello")
    #expect(try await second.value == "hello")
  }

  @Test func cancelledWhileSending() async {
    let server = Server()
    let caller = Task { try await server.scheduler.request() }
    await eventually { server.gate.waitingCount == 1 }
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    // The task that sends has ended, and the timeout with it.
    await eventually { server.gate.cancellationCount == 1 && server.clock.sleeperCount == 0 }
    await #expect(throws: CancellationError.self) { try await server.scheduler.request() }
    #expect(server.requestCount.value == 1)
  }

  @Test func cancelledWhileWaiting() async {
    let server = Server()
    let caller = Task { try await server.scheduler.request() }
    await server.fail()
    // One task sleeps for both timers.
    await eventually { server.clock.sleeperCount == 1 }
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    await eventually { server.clock.sleeperCount == 0 }
    server.clock.advance(by: .seconds(10))
    await settle()
    #expect(server.requestCount.value == 1)
  }

  @Test func cancelledBeforeItBegins() async {
    let server = Server()
    await server.scheduler.send(.cancelled)
    await #expect(throws: CancellationError.self) { try await server.scheduler.request() }
    #expect(server.requestCount.value == 0)
  }

  @Test func aCallerThatIsCancelledAlready() async {
    let server = Server()
    let caller = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await server.scheduler.request()
    }
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
  }

  @Test func connectivityRetriesAtOnce() async throws {
    let server = Server()
    let caller = Task { try await server.scheduler.request() }
    await server.fail()
    await server.scheduler.send(.connectivityRestored)
    await eventually { server.requestCount.value == 2 }
    // The timer of the interval is cancelled: that of the timeout is left.
    await eventually { server.clock.sleeperCount == 1 }
    server.gate.open(.success("hello"))
    #expect(try await caller.value == "hello")
  }

  @Test func oneTimeoutAcrossAllRetries() async {
    let server = Server()
    let caller = Task { try await server.scheduler.request() }
    await eventually { server.clock.sleeperCount == 1 }
    for _ in 1...5 {
      server.clock.advance(by: .seconds(13))
      await server.fail()
      server.clock.advance(by: .seconds(10))
      await eventually { server.gate.waitingCount == 1 }
    }
    // 115 s have passed.
    #expect(server.requestCount.value == 6)
    server.clock.advance(by: .seconds(4))
    await settle()
    #expect(await server.waiterCount() == 1)
    server.clock.advance(by: .seconds(1))
    await #expect(throws: RequestTimeout.self) { try await caller.value }
    await eventually { server.gate.cancellationCount == 1 }
  }

  // MARK: The value alone: no clock, no task, no await

  @Test func theMachineIsTestedBySendingEvents() {
    var machine = Machine(state: .requesting(waiters: [], .sending(tryCount: 9)))
    var outputs: [String] = []
    func send(_ event: Machine.Event) {
      machine.handle(event: event) { outputs.append(String("\($0)".prefix { $0 != "(" })) }
    }
    send(.receivedResult(.failure(Failure())))
    guard case .requesting(_, .scheduledForRetry(tryCount: 9)) = machine.state else {
      Issue.record("it does not wait")
      return
    }
    send(.elapsed(.requestingScheduledForRetry))
    guard case .requesting(_, .sending(tryCount: 10)) = machine.state else {
      Issue.record("it does not send again")
      return
    }
    send(.receivedResult(.failure(Failure())))
    guard case .finished(.failure) = machine.state else {
      Issue.record("it goes on after the tenth attempt")
      return
    }
    #expect(
      outputs == [
        "cancelMakeRequest", "schedule", "cancel", "makeRequest", "cancelMakeRequest", "cancel", "resume",
      ])
  }

  @Test func everythingIsSendable() {
    func check<Value: Sendable>(_: Value.Type) {}
    check(Scheduler.self)
    check(Machine.self)
    check(Machine.State.self)
    check(Machine.Event.self)
    check(Machine.Output.self)
  }
}
