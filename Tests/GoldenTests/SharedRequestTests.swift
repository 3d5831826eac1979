import Testing

/// The method for callers of `specs/SharedRequest.sm`, as on the page `SideEffects`.
extension SharedRequestStateMachine {
  func request() async throws -> Response {
    let caller = UInt64.random(in: .min ... .max)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        // A caller that is cancelled already does not begin: its event may be here before this one.
        guard !Task.isCancelled else { return waiter.resume(throwing: CancellationError()) }
        self.send(.start(caller, waiter))
      }
    } onCancel: {
      Task { await self.send(.cancelled(caller)) }
    }
  }
}

/// In `specs/SharedRequest.sm`, a cancelled caller does not affect the other callers, in virtual time.
@Suite struct SharedRequestTests {
  struct Failure: Error {}

  /// A scheduler whose requests end when the test lets them.
  final class Server: Sendable {
    let clock = ManualClock()
    let gate = Gate<Result<String, any Error>>()
    let requestCount = Locked(0)
    let scheduler: SharedRequestStateMachine<String>

    init() {
      let gate = gate
      let requestCount = requestCount
      scheduler = SharedRequestStateMachine(clock: clock) {
        requestCount.change { $0 += 1 }
        return await gate.pass().map { .receivedResult($0) }
      } resume: { waiters, result in
        for waiter in waiters.values { waiter.resume(with: result) }
      }
    }

    /// A caller in a task of its own, when its request has come.
    func caller() async -> Task<String, any Error> {
      let count = await waiterCount()
      let scheduler = scheduler
      let caller = Task { try await scheduler.request() }
      await eventually { await self.waiterCount() == count + 1 }
      return caller
    }

    func waiterCount() async -> Int {
      if case .requesting(let waiters, _) = await scheduler.state { waiters.count } else { 0 }
    }

    func isIdle() async -> Bool {
      if case .idle = await scheduler.state { true } else { false }
    }

    /// Lets the current request fail, and waits until the next is scheduled.
    func fail() async {
      await eventually { self.gate.waitingCount == 1 }
      gate.open(.failure(Failure()))
      await eventually {
        if case .requesting(_, .scheduledForRetry) = await self.scheduler.state { true } else { false }
      }
    }
  }

  @Test func whoIsCancelledLeavesAlone() async throws {
    let server = Server()
    let first = await server.caller()
    let second = await server.caller()
    let third = await server.caller()
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(await server.waiterCount() == 2)
    await eventually { server.gate.waitingCount == 1 }
    #expect(server.gate.cancellationCount == 0)
    server.gate.open(.success("hello"))
    #expect(try await first.value == "hello")
    #expect(try await third.value == "hello")
    #expect(server.requestCount.value == 1)
  }

  @Test func theLastOneCancelsTheRequest() async throws {
    let server = Server()
    let first = await server.caller()
    let second = await server.caller()
    await eventually { server.gate.waitingCount == 1 }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    await eventually { server.gate.cancellationCount == 1 }
    #expect(await server.isIdle())
    // Who comes later begins anew.
    let third = await server.caller()
    server.gate.open(.success("hello"))
    #expect(try await third.value == "hello")
    #expect(server.requestCount.value == 2)
  }

  @Test func theLastOneEndsTheWaitForARetry() async {
    let server = Server()
    let caller = await server.caller()
    await server.fail()
    await eventually { server.clock.sleeperCount == 1 }
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    await eventually { server.clock.sleeperCount == 0 }
    #expect(await server.isIdle())
    #expect(server.requestCount.value == 1)
  }

  @Test func whoIsCancelledAlreadyDoesNotBegin() async {
    let server = Server()
    let caller = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await server.scheduler.request()
    }
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(server.requestCount.value == 0)
  }

  @Test func whoHasHisAnswerCancelsNothing() async throws {
    let server = Server()
    let caller = await server.caller()
    server.gate.open(.success("hello"))
    #expect(try await caller.value == "hello")
    caller.cancel()
    await server.scheduler.send(.cancelled(0))
    #expect(try await server.scheduler.request() == "hello")
    #expect(server.requestCount.value == 1)
  }

  @Test func tenFailuresEndWithTheError() async {
    let server = Server()
    let caller = await server.caller()
    for _ in 1...9 {
      await server.fail()
      server.clock.advance(by: .seconds(10))
    }
    await eventually { server.gate.waitingCount == 1 }
    server.gate.open(.failure(Failure()))
    await #expect(throws: Failure.self) { try await caller.value }
    #expect(server.requestCount.value == 10)
  }

  /// Each of many callers that are cancelled at any time gets an error, and no request is left.
  @Test func manyCallersAreCancelledAtAnyTime() async {
    let server = Server()
    let callers = (0..<200).map { _ in Task { try await server.scheduler.request() } }
    for caller in callers { caller.cancel() }
    for caller in callers { await #expect(throws: CancellationError.self) { try await caller.value } }
    #expect(await server.isIdle())
    await eventually { server.gate.waitingCount == 0 }
  }
}
