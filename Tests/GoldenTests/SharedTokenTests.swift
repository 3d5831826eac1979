import Testing

/// The method for callers of `specs/SharedToken.sm`, as on the page `Servers`.
extension SharedTokenStateMachine {
  func token() async throws -> Token {
    let caller = UInt64.random(in: .min ... .max)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        // A caller that is cancelled already does not begin: its event may be here before this one.
        guard !Task.isCancelled else { return waiter.resume(throwing: CancellationError()) }
        self.send(.tokenRequested(caller, waiter))
      }
    } onCancel: {
      Task { await self.send(.cancelled(caller)) }
    }
  }
}

/// In `specs/SharedToken.sm`, all callers share one refresh, and some of them are cancelled.
@Suite struct SharedTokenTests {
  /// A store of tokens that the test refreshes.
  final class Store: Sendable {
    let gate = Gate<Result<String, any Error>>()
    let tokens: SharedTokenStateMachine<String>

    init() {
      let gate = gate
      tokens = SharedTokenStateMachine {
        await gate.pass().map { .refreshed($0) }
      } resume: { waiters, result in
        for waiter in waiters.values { waiter.resume(with: result) }
      }
    }

    /// A caller in a task of its own, when its question has come.
    func caller() async -> Task<String, any Error> {
      let count = await waiterCount()
      let tokens = tokens
      let caller = Task { try await tokens.token() }
      await eventually { await self.waiterCount() == count + 1 }
      return caller
    }

    func waiterCount() async -> Int {
      if case .refreshing(let waiters) = await tokens.state { waiters.count } else { 0 }
    }
  }

  @Test func whoIsCancelledLeavesAlone() async throws {
    let store = Store()
    let first = await store.caller()
    let second = await store.caller()
    await eventually { store.gate.waitingCount == 1 }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(store.gate.cancellationCount == 0)
    store.gate.open(.success("new"))
    #expect(try await second.value == "new")
  }

  @Test func theLastOneCancelsTheRefresh() async throws {
    let store = Store()
    let callers = [await store.caller(), await store.caller()]
    await eventually { store.gate.waitingCount == 1 }
    for caller in callers {
      caller.cancel()
      await #expect(throws: CancellationError.self) { try await caller.value }
    }
    await eventually { store.gate.cancellationCount == 1 }
    let next = await store.caller()
    store.gate.open(.success("new"))
    #expect(try await next.value == "new")
  }
}
