import Testing

/// The errors of a client that breaks the protocol, declared outside of the machine, as callers catch them.
enum ProtocolViolation: Error, Equatable {
  case unexpected(MailSession.Event.Name, in: MailSession.State.Name)
  case tooLong(Int)
  case busy
}

/// Policies and rows throw errors, and one output sends several events.
@Suite struct MailSessionTests {
  /// The error is typed: it needs no cast.
  private func error(_ session: inout MailSession, _ event: MailSession.Event) -> ProtocolViolation? {
    do throws(ProtocolViolation) {
      _ = try session.handle(event: event)
      return nil
    } catch {
      return error
    }
  }

  @Test func theMachinesPolicyThrowsTheUsersError() {
    var session = MailSession()
    #expect(error(&session, .endOfMessage) == .unexpected(.endOfMessage, in: .connected))
    #expect(session.state == .connected)
  }

  @Test func anEventsOwnPolicyComesFirst() throws {
    var session = MailSession()
    #expect(try session.handle(event: .receivedEOF) { _ in } == .ignored)
    session = MailSession(state: .receiving(sender: "a"))
    #expect(try session.handle(event: .receivedEOF) { _ in } == .transitioned)
  }

  @Test func aRowThrowsOnceItsStepIsDone() {
    var session = MailSession(limit: 1, state: .receiving(sender: "a", lines: 1))
    var outputs: [MailSession.Output] = []
    #expect(throws: ProtocolViolation.tooLong(1)) { try session.handle(event: .line) { outputs.append($0) } }
    #expect(outputs == [.reply(552)])
    #expect(session.state == .ready)
  }

  @Test func anInternalTransitionMayThrow() {
    var session = MailSession(state: .receiving(sender: "a", lines: 3))
    #expect(error(&session, .shutDown) == .busy)
    #expect(session.state == .receiving(sender: "a", lines: 3))
    #expect(session.accepts(.shutDown))
  }

  /// `quit` waits while the sender is looked up, and is handled then.
  @Test func whatFollowsRunsAsEver() throws {
    var session = MailSession(state: .checking(sender: "a"))
    #expect(try session.handle(event: .quit) { _ in } == .deferred)
    #expect(try session.handle(event: .unknown) == [.cancelLookUp, .reply(550), .reply(221)])
    #expect(session.isFinal)
  }

  // MARK: The wrapper

  private final class Recorder: MailSessionStateMachineDelegate {
    let steps = Locked<[String]>([])
    func stateMachine(
      _ stateMachine: isolated MailSessionStateMachine, didChangeFrom oldState: MailSession.State,
      on event: MailSession.Event?
    ) {}
    func stateMachine(
      _ stateMachine: isolated MailSessionStateMachine, didEnter state: MailSession.State,
      from oldState: MailSession.State?, on event: MailSession.Event?
    ) {
      steps.change { $0.append("entered \(state.name)") }
    }
    func stateMachine(
      _ stateMachine: isolated MailSessionStateMachine, didIgnore event: MailSession.Event, in state: MailSession.State
    ) {
      steps.change { $0.append("ignored \(event.name)") }
    }
  }

  @Test func sendThrowsWhatARowThrowsAndTellsTheStep() async throws {
    let session = MailSessionStateMachine(
      MailSession(limit: 0, state: .receiving(sender: "a")), reply: { _ in }, deliver: { _ in }, lookUp: { _ in nil })
    let recorder = Recorder()
    await session.setDelegate(recorder)
    await session.start()
    await #expect(throws: ProtocolViolation.tooLong(0)) { try await session.send(.line) }
    await #expect(throws: ProtocolViolation.unexpected(.line, in: .ready)) { try await session.send(.line) }
    try await session.send(.receivedEOF)
    #expect(
      recorder.steps.value == ["entered receiving", "entered ready", "ignored line", "ignored receivedEOF"])
  }

  @Test func anOutputSendsWhatItIsDeclaredToSend() async throws {
    let session = MailSessionStateMachine(
      reply: { _ in }, deliver: { _ in }, lookUp: { $0 == "known" ? .known : .unknown })
    try await session.send(.hello("client"))
    let state = try await session.send(.mail(from: "known")) { if case .receiving = $0 { true } else { false } }
    #expect(state == .receiving(sender: "known"))
  }
}
