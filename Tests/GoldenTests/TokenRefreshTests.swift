import Testing

extension TokenRefreshStateMachine {
  /// A token that is good, refreshed where the stored one is not.
  public func token() async throws -> Token {
    try await withCheckedThrowingContinuation { waiter in self.send(.tokenRequested(waiter)) }
  }
}

/// The authentication service of `specs/TokenRefresh.sm` serves any number of concurrent callers.
@Suite struct TokenRefreshTests {
  struct Denied: Error {}

  /// A store for a token and a server that makes new ones; both write what they do into a log.
  final class Backend: Sendable {
    let log = Locked<[String]>([])
    let stored = Locked<String?>("old")
    let refreshed = Gate<Result<String, any Error>>()
    let service: TokenRefreshStateMachine<String>

    init(isValid: @escaping @Sendable (String) -> Bool = { $0 != "old" }) {
      let (log, stored, refreshed) = (log, stored, refreshed)
      service = TokenRefreshStateMachine {
        log.change { $0 += ["Checking the keychain for credentials..."] }
        guard let token = stored.value else { return .expired }
        log.change { $0 += ["Credentials found!", "Checking the expiry on the credentials..."] }
        guard !isValid(token) else { return .found(token) }
        log.change { $0 += ["Credentials expired!"] }
        return .expired
      } refresh: {
        log.change { $0 += ["Refreshing auth token..."] }
        guard let result = await refreshed.pass() else { return nil }
        if case .success(let token) = result {
          log.change { $0 += ["Token refreshed!", "Storing fresh token on the keychain...", "Token stored!"] }
          stored.change { $0 = token }
        }
        return .refreshed(result)
      } resume: { waiters, result in
        for waiter in waiters { waiter.resume(with: result) }
      }
    }

    func waiterCount() async -> Int {
      if case .working(let waiters, _) = await service.state { waiters.count } else { 0 }
    }
  }

  @Test func anyNumberOfCallersGetOneToken() async throws {
    let backend = Backend()
    let callers = (0..<200).map { _ in Task { try await backend.service.token() } }
    await eventually { await backend.waiterCount() == 200 }
    backend.refreshed.open(.success("new"))
    for caller in callers { #expect(try await caller.value == "new") }
    #expect(backend.log.value.count { $0 == "Refreshing auth token..." } == 1)
  }

  @Test func allCallersGetTheSameErrorAndTheNextStartsAnew() async throws {
    let backend = Backend()
    let callers = (0..<20).map { _ in Task { try await backend.service.token() } }
    await eventually { await backend.waiterCount() == 20 }
    backend.refreshed.open(.failure(Denied()))
    for caller in callers { await #expect(throws: Denied.self) { try await caller.value } }
    let next = Task { try await backend.service.token() }
    backend.refreshed.open(.success("new"))
    #expect(try await next.value == "new")
    #expect(backend.log.value.count { $0 == "Refreshing auth token..." } == 2)
  }

  @Test func aTokenThatIsStillGoodIsNotRefreshed() async throws {
    let backend = Backend()
    backend.stored.change { $0 = "good" }
    #expect(try await backend.service.token() == "good")
    #expect(try await backend.service.token() == "good")
    #expect(!backend.log.value.contains("Refreshing auth token..."))
  }

  @Test func anExpiredTokenIsRefreshedAgain() async throws {
    let expired = Locked<Set<String>>(["old"])
    let backend = Backend { token in !expired.value.contains(token) }
    backend.refreshed.open(.success("second"))
    #expect(try await backend.service.token() == "second")
    #expect(try await backend.service.token() == "second")
    expired.change { _ = $0.insert("second") }
    backend.refreshed.open(.success("third"))
    #expect(try await backend.service.token() == "third")
  }

  /// The log that the document shows for two services and one refresh.
  @Test func oneRefreshForTwoServices() async throws {
    let backend = Backend()
    let log = backend.log
    let user = Task {
      log.change { $0 += ["Fetching user info..."] }
      _ = try await backend.service.token()
      return "User Jacob found!"
    }
    await eventually { log.value.contains("Refreshing auth token...") }
    let friends = Task {
      log.change { $0 += ["Fetching friends..."] }
      _ = try await backend.service.token()
      return "5 friends found!"
    }
    await eventually { await backend.waiterCount() == 2 }
    backend.refreshed.open(.success("new"))
    for line in [try await user.value, try await friends.value] { log.change { $0.append(line) } }
    #expect(
      log.value == [
        "Fetching user info...", "Checking the keychain for credentials...", "Credentials found!",
        "Checking the expiry on the credentials...", "Credentials expired!", "Refreshing auth token...",
        "Fetching friends...", "Token refreshed!", "Storing fresh token on the keychain...", "Token stored!",
        "User Jacob found!", "5 friends found!",
      ])
  }
}
