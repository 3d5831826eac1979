import Testing

/// A wrapper keeps no event that it has handled.
@Suite struct WrapperMemoryTests {
  final class Payload: Hashable, Sendable {
    static func == (first: Payload, second: Payload) -> Bool { first === second }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// The payloads of the events that were sent, and the most that have ever been alive together.
  final class Watch: Sendable {
    private let payloads = Locked<[Weak<Payload>]>([])
    let highest = Locked(0)
    let count = Locked(0)

    /// The payload of the next event, as long as there are to be more.
    func next() -> Payload? {
      let number = count.change { count in
        count += 1
        return count
      }
      return number < 10_000 ? payload() : nil
    }

    func payload() -> Payload {
      let payload = Payload()
      payloads.change { payloads in
        payloads.removeAll { $0.object == nil }
        payloads.append(Weak(payload))
        highest.change { [count = payloads.count] in $0 = max($0, count) }
      }
      return payload
    }
  }

  /// One run of the machine: the queue is never empty before its end.
  @Test func anOutputThatSendsTheNextEventKeepsNoHandledEvents() throws {
    let watch = Watch()
    weak var weakMachine: EveryFeatureStateMachine<Payload, Int>?
    let machine = EveryFeatureStateMachine(
      EveryFeature<Payload, Int>(limit: 0, state: .collecting(items: [], generation: 0)),
      began: { _ in }, ended: { _ in },
      refused: { _, _ in
        if let payload = watch.next() { try? weakMachine?.send(.add(payload)) }
      },
      finish: {}, flush: { _, _ in }, return: { _ in })
    weakMachine = machine
    try machine.send(.add(watch.payload()))
    #expect(watch.count.value == 10_000)
    // The one at hand, and the one that is sent meanwhile.
    #expect(watch.highest.value <= 3)
  }

  @Test func aDelegateThatSendsTheNextEventKeepsNoHandledEvents() async {
    let watch = Watch()
    let sender = Sender(watch)
    let actor = SharedTokenStateMachine<Payload> {
      .refreshed(.failure(CancellationError()))
    } resume: { _, _ in
    }
    await actor.setDelegate(sender)
    await actor.send(.refreshed(.success(watch.payload())))
    #expect(watch.count.value == 10_000)
    #expect(watch.highest.value <= 3)
  }

  private final class Sender: SharedTokenStateMachineDelegate {
    typealias Token = Payload

    let watch: Watch

    init(_ watch: Watch) { self.watch = watch }

    func stateMachine(
      _ stateMachine: isolated SharedTokenStateMachine<Payload>, willHandle event: SharedToken<Payload>.Event,
      in state: SharedToken<Payload>.State
    ) {
      if let payload = watch.next() { stateMachine.send(.refreshed(.success(payload))) }
    }

    func stateMachine(
      _ stateMachine: isolated SharedTokenStateMachine<Payload>, didChangeFrom oldState: SharedToken<Payload>.State,
      on event: SharedToken<Payload>.Event?
    ) {}
  }

  /// A wrapper forgets a caller that waits for a state as soon as the state is reached.
  @Test func manyWhoWaitAreForgotten() async throws {
    let world = WorkoutWorld()
    let actor = world.actor(Workout(state: .beating(60)))
    for rate in 0..<1_000 {
      #expect(try await actor.send(.measured(rate)) { $0 == .beating(rate) } == .beating(rate))
    }
    #expect(await actor.machine.highest == 999)
  }
}
