import Foundation
import Observation
import Testing

/// What every wrapper with tasks promises, shown with `specs/Downloader.sm` and a clock that the tests move.
@Suite struct WrapperTests {
  /// What the world did: what the closures have been called for, and what lets them go on.
  final class World: Sendable {
    let clock = ManualClock()
    let log = Locked<[String]>([])
    let connection = Gate<Void>()
    let logged = Gate<Void>()
    /// What the latest stream is written to.
    let chunks = Locked<AsyncStream<Downloader.Event>.Continuation?>(nil)
    let network = Locked<AsyncStream<Downloader.Event>.Continuation?>(nil)
    let ended = Locked<[String]>([])

    func stream(_ name: String, _ keep: Locked<AsyncStream<Downloader.Event>.Continuation?>) -> AsyncStream<
      Downloader.Event
    > {
      log.change { $0.append(name) }
      let (stream, continuation) = AsyncStream.makeStream(of: Downloader.Event.self)
      let ended = ended
      continuation.onTermination = { _ in ended.change { $0.append(name) } }
      keep.change { $0 = continuation }
      return stream
    }

    func connect(_ url: String) async -> Downloader.Event? {
      log.change { $0.append("connect \(url)") }
      let isOpen = await connection.pass() != nil
      if !isOpen { ended.change { $0.append("connect") } }
      return .connected
    }
  }

  static func actor(_ world: World, _ machine: Downloader = Downloader()) -> DownloaderStateMachine {
    DownloaderStateMachine(machine, clock: world.clock) { url in
      await world.connect(url)
    } log: { text in
      world.log.change { $0.append(text) }
      return await world.logged.pass() == nil ? nil : .networkLost
    } receive: { _ in
      world.stream("receive", world.chunks)
    } watchNetwork: {
      world.stream("watch", world.network)
    } showProgress: { bytes in
      world.log.change { $0.append("progress \(bytes)") }
    }
  }

  @MainActor static func main(_ world: World) -> MainDownloader {
    MainDownloader(clock: world.clock) { url in
      await world.connect(url)
    } log: { _ in
      nil
    } receive: { _ in
      world.stream("receive", world.chunks)
    } watchNetwork: {
      world.stream("watch", world.network)
    } showProgress: { bytes in
      world.log.change { $0.append("progress \(bytes)") }
    }
  }

  @MainActor static func observable(_ world: World) -> ObservableDownloader {
    ObservableDownloader(clock: world.clock) { url in
      await world.connect(url)
    } log: { _ in
      nil
    } receive: { _ in
      world.stream("receive", world.chunks)
    } watchNetwork: {
      world.stream("watch", world.network)
    } showProgress: { _ in
    }
  }

  // MARK: What states do

  @Test func anAsynchronousOutputEndsWithAnEvent() async {
    let world = World()
    let machine = Self.actor(world)
    await machine.send(.begin(url: "u"))
    #expect(await machine.state == .active(url: "u", .connecting))
    world.connection.open(())
    await eventually { await machine.state == .active(url: "u", .receiving) }
  }

  @Test func aStreamSendsEvents() async {
    let world = World()
    let machine = Self.actor(world, Downloader(state: .active(url: "u", .receiving)))
    await machine.start()
    for count in 1...100 { world.chunks.value?.yield(.received(count)) }
    await eventually { await machine.state == .active(url: "u", bytes: 5050, .receiving) }
    // A stream that ends is no event.
    world.chunks.value?.finish()
    await settle()
    #expect(await machine.state == .active(url: "u", bytes: 5050, .receiving))
  }

  @Test func timersElapse() async {
    let world = World()
    let machine = Self.actor(world, Downloader(state: .active(url: "u", bytes: 1, .receiving)))
    await machine.start()
    await eventually { world.clock.sleeperCount == 1 }
    world.clock.advance(by: .seconds(1))
    await eventually { world.log.value.contains("progress 1") }
    // A jump makes up for what it has passed.
    world.clock.advance(by: .seconds(3))
    await eventually { world.log.value.count { $0 == "progress 1" } == 4 }
    await settle()
    #expect(world.log.value.count { $0 == "progress 1" } == 4)
  }

  /// The deadline counts from the entry of the state, however late the task comes to sleep.
  @Test func aTimerCountsFromTheEntry() async {
    let world = World()
    let machine = Self.actor(world)
    await machine.send(.begin(url: "u"))
    world.clock.advance(by: .seconds(30))
    await eventually { world.log.value.count { $0 == "connect u" } == 2 }
  }

  // MARK: Cancellation

  @Test func leavingAStateCancelsItsTaskBeforeTheNextIsEntered() async {
    let world = World()
    let order = Locked<[String]>([])
    let machine = DownloaderStateMachine(clock: world.clock) { _ in
      await withTaskCancellationHandler {
        _ = await world.connection.pass()
      } onCancel: {
        order.change { $0.append("connect is cancelled") }
      }
      return nil
    } log: { _ in
      nil
    } receive: { _ in
      order.change { $0.append("receive begins") }
      return world.stream("receive", world.chunks)
    } watchNetwork: {
      world.stream("watch", world.network)
    } showProgress: { _ in
    }
    await machine.send(.begin(url: "u"))
    await eventually { world.connection.waitingCount == 1 }
    await machine.send(.connected)
    #expect(order.value == ["connect is cancelled", "receive begins"])
  }

  @Test func aCompositeKeepsWhatItDoesWhileItsChildrenChange() async {
    let world = World()
    let machine = Self.actor(world)
    await machine.send(.begin(url: "u"))
    await machine.send(.connected)
    await eventually { world.ended.value == ["connect"] }
    await machine.send(.networkLost)
    await eventually { Set(world.ended.value) == ["connect", "receive", "watch"] }
    #expect(world.log.value.count { $0 == "watch" } == 1)
  }

  /// The result is there, and waits for the actor; the actor leaves the state first.
  @Test func aResultThatWaitsForTheActorIsNotDeliveredLate() async {
    for _ in 0..<10 {
      let world = World()
      let isDelivered = Locked(false)
      let machine = DownloaderStateMachine(clock: world.clock) { _ in
        _ = await world.connection.pass()
        return .connected
      } log: { text in
        nil
      } receive: { _ in
        isDelivered.change { $0 = true }
        return world.stream("receive", world.chunks)
      } watchNetwork: {
        world.stream("watch", world.network)
      } showProgress: { _ in
      }
      await machine.send(.begin(url: "u"))
      await eventually { world.connection.waitingCount == 1 }
      await machine.send([.networkLost, .networkRestored]) {
        world.connection.open(())
        block(for: 0.01)
      }
      // The state is the same again, and the result is still that of the first stay.
      await settle()
      #expect(await machine.state == .active(url: "u", .connecting))
      #expect(!isDelivered.value)
    }
  }

  @Test func anElementThatWaitsForTheActorIsNotDeliveredLate() async {
    for _ in 0..<10 {
      let world = World()
      let machine = Self.actor(world, Downloader(state: .active(url: "u", .receiving)))
      await machine.start()
      await settle()
      let chunks = world.chunks.value
      await machine.send([.networkLost, .networkRestored, .connected]) {
        chunks?.yield(.received(7))
        block(for: 0.01)
      }
      await settle()
      #expect(await machine.state == .active(url: "u", .receiving))
    }
  }

  @Test func aFiringThatWaitsForTheActorIsNotDeliveredLate() async {
    for _ in 0..<10 {
      let world = World()
      let machine = Self.actor(world, Downloader(state: .active(url: "u", .receiving)))
      await machine.start()
      await eventually { world.clock.sleeperCount == 1 }
      await machine.send([.networkLost, .networkRestored, .connected]) {
        world.clock.advance(by: .seconds(1))
        block(for: 0.01)
      }
      await settle()
      #expect(!world.log.value.contains { $0.hasPrefix("progress") })
    }
  }

  @Test @MainActor func onTheMainActorNothingIsDeliveredLateEither() async {
    let world = World()
    let machine = Self.main(world)
    machine.send(.begin(url: "u"))
    await eventually { world.connection.waitingCount == 1 && world.clock.sleeperCount == 1 }
    // The main actor is busy: both wait for it.
    world.connection.open(())
    world.clock.advance(by: .seconds(30))
    block(for: 0.02)
    machine.send(.networkLost)
    machine.send(.networkRestored)
    await settle()
    #expect(machine.state == .active(url: "u", .connecting))
    #expect(world.log.value.count { $0 == "connect u" } == 2)
  }

  /// An asynchronous output that no state does goes on when states are left, and its event is delivered.
  @Test func anEffectLivesOn() async {
    let world = World()
    let machine = Self.actor(world, Downloader(state: .active(url: "u", .receiving)))
    await machine.send(.cancelled)
    await machine.send(.begin(url: "v"))
    await eventually { world.logged.waitingCount == 1 }
    #expect(world.logged.cancellationCount == 0)
    world.logged.open(())
    await eventually { await machine.state == .paused(url: "v", bytes: 0) }
  }

  @Test func aFinalStateCancelsEverything() async {
    let world = World()
    let machine = Self.actor(world)
    let states = await machine.states
    await machine.send(.begin(url: "u"))
    await machine.send(.cancelled)
    await machine.send(.begin(url: "u"))
    await machine.send(.connected)
    await eventually { world.logged.waitingCount == 1 }
    await machine.send(.completed)
    await eventually { world.logged.cancellationCount == 1 && world.clock.sleeperCount == 0 }
    await eventually { world.ended.value.contains("receive") && world.ended.value.count { $0 == "watch" } == 2 }
    var last: Downloader.State?
    for await state in states { last = state }
    #expect(last == .finished(bytes: 0))
  }

  @Test func cancellingTheSenderDoesNotCancelTheMachine() async {
    let world = World()
    let machine = Self.actor(world)
    let sender = Task {
      while !Task.isCancelled { await Task.yield() }
      await machine.send(.begin(url: "u"))
    }
    sender.cancel()
    await sender.value
    await eventually { world.connection.waitingCount == 1 }
    #expect(world.connection.cancellationCount == 0)
    world.connection.open(())
    await eventually { await machine.state == .active(url: "u", .receiving) }
  }

  // MARK: The end of the last reference

  @Test func droppingTheLastReferenceFreesTheActor() async {
    let world = World()
    weak var weakMachine: DownloaderStateMachine?
    do {
      let machine = Self.actor(world)
      weakMachine = machine
      await machine.send(.begin(url: "u"))
      await machine.send(.connected)
      // An endless stream, a timer that repeats, and a reader.
      await eventually { world.clock.sleeperCount == 1 }
      let states = await machine.states
      _ = states
    }
    await eventually { [weakMachine = Weak(weakMachine)] in weakMachine.object == nil }
    await eventually { world.clock.sleeperCount == 0 }
    await eventually { Set(world.ended.value) == ["connect", "receive", "watch"] }
  }

  @Test @MainActor func droppingTheLastReferenceFreesTheClass() async {
    let world = World()
    let weakMachine: Weak<MainDownloader>
    do {
      let machine = Self.main(world)
      weakMachine = Weak(machine)
      machine.send(.begin(url: "u"))
      machine.send(.connected)
      await eventually { world.clock.sleeperCount == 1 }
    }
    await eventually { weakMachine.object == nil }
    await eventually { world.clock.sleeperCount == 0 }
    await eventually { world.ended.value.contains("watch") }
  }

  @Test func aReaderEndsWithTheMachine() async {
    let world = World()
    var machine: DownloaderStateMachine? = Self.actor(world)
    let states = await machine?.states
    machine = nil
    var seen: [Downloader.State] = []
    if let states { for await state in states { seen.append(state) } }
    #expect(seen == [.idle])
  }

  // MARK: One event after the other

  @Test func noEventIsLostOrDoubled() async {
    let world = World()
    let machine = Self.actor(world, Downloader(state: .active(url: "u", .receiving)))
    await machine.start()
    let recorder = Recorder()
    await machine.setDelegate(recorder)
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<1_000 {
        group.addTask {
          for event in 0..<5 { await machine.send(.received(sender * 5 + event)) }
        }
      }
    }
    #expect(await machine.state == .active(url: "u", bytes: (0..<5_000).reduce(0, +), .receiving))
    #expect(recorder.handled.value.count == 5_000)
    #expect(Set(recorder.handled.value).count == 5_000)
    #expect(!recorder.hasInterleaved.value)
  }

  @Test func eventsThatAreSentFromInsideWait() async {
    let machine = DownloaderStateMachine(clock: ManualClock()) { _ in
      nil
    } log: { _ in
      nil
    } receive: { _ in
      AsyncStream { $0.finish() }
    } watchNetwork: {
      AsyncStream { $0.finish() }
    } showProgress: { _ in
    }
    let recorder = Recorder(sends: [.begin(url: "u"): .connected, .connected: .received(1)])
    await machine.setDelegate(recorder)
    await machine.send(.begin(url: "u"))
    #expect(await machine.state == .active(url: "u", bytes: 1, .receiving))
    #expect(recorder.handled.value == [.begin(url: "u"), .connected, .received(1)])
    #expect(!recorder.hasInterleaved.value)
  }

  @Test func theDelegateIsToldInOrder() async {
    let world = World()
    let machine = Self.actor(world)
    let recorder = Recorder()
    await machine.setDelegate(recorder)
    await machine.start()
    await machine.send(.begin(url: "u"))
    await machine.send(.completed)
    await machine.send(.connected)
    await machine.send(.received(3))
    #expect(
      recorder.steps.value == [
        "entered idle", "will begin", "entered active", "will completed", "ignored completed", "will connected",
        "entered active", "will received", "stayed in active",
      ])
  }
}

// MARK: - Following a machine

extension WrapperTests {
  @Test func statesBeginWithTheCurrentOne() async {
    let world = World()
    let machine = Self.actor(world)
    await machine.send(.begin(url: "u"))
    let first = await machine.states
    let second = await machine.states
    await machine.send(.completed)  // is ignored
    await machine.send(.connected)
    await machine.send(.received(1))
    await machine.send(.completed)
    for states in [first, second] {
      var seen: [Downloader.State] = []
      for await state in states { seen.append(state) }
      #expect(
        seen == [
          .active(url: "u", .connecting), .active(url: "u", .receiving), .active(url: "u", bytes: 1, .receiving),
          .finished(bytes: 1),
        ])
    }
    // Who comes after the end gets the last state.
    var seen: [Downloader.State] = []
    for await state in await machine.states { seen.append(state) }
    #expect(seen == [.finished(bytes: 1)])
  }

  @Test func sendUntilWaitsForAState() async throws {
    let world = World()
    let machine = Self.actor(world)
    async let reached = machine.send(.begin(url: "u")) {
      if case .active(_, _, .receiving) = $0 { true } else { false }
    }
    await eventually { world.connection.waitingCount == 1 }
    world.connection.open(())
    #expect(try await reached == .active(url: "u", .receiving))
    // At once, where the event leads there, or the machine is there already.
    #expect(try await machine.send(.networkLost) { $0 == .paused(url: "u", bytes: 0) } == .paused(url: "u", bytes: 0))
    #expect(try await machine.send(.connected) { $0 == .paused(url: "u", bytes: 0) } == .paused(url: "u", bytes: 0))
  }

  @Test func sendUntilSeesStatesThatPass() async throws {
    let machine = Self.actor(World())
    let recorder = Recorder(sends: [.begin(url: "u"): .cancelled])
    await machine.setDelegate(recorder)
    let state = try await machine.send(.begin(url: "u")) { if case .active = $0 { true } else { false } }
    #expect(state == .active(url: "u", .connecting))
    #expect(await machine.state == .idle)
  }

  @Test func sendUntilThrowsOnCancellation() async {
    let world = World()
    let machine = Self.actor(world)
    let task = Task { try await machine.send(.begin(url: "u")) { $0 == .finished(bytes: 0) } }
    await eventually { world.connection.waitingCount == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(await machine.state == .active(url: "u", .connecting))
    #expect(world.connection.cancellationCount == 0)
  }

  @Test func sendUntilThrowsWhenTheMachineEnds() async {
    let machine = Self.actor(World())
    let task = Task { try await machine.send(.begin(url: "u")) { $0 == .paused(url: "?", bytes: 0) } }
    await eventually { await machine.state != .idle }
    await machine.send(.connected)
    await machine.send(.completed)
    await #expect(throws: CancellationError.self) { try await task.value }
    await #expect(throws: CancellationError.self) { try await machine.send(.cancelled) { $0 == .idle } }
  }

  @Test @MainActor func theMainActorsStatesCanBeFollowed() async throws {
    let world = World()
    let machine = Self.main(world)
    let states = machine.states
    let state = try await machine.send(.begin(url: "u")) { $0 != .idle }
    #expect(state == .active(url: "u", .connecting))
    machine.send(.connected)
    machine.send(.completed)
    var count = 0
    for await _ in states { count += 1 }
    #expect(count == 4)
  }

  @Test @MainActor func observationIsToldOfEventsThatWereNotIgnored() async {
    let machine = Self.observable(World())
    let changes = Locked(0)
    func observe() {
      withObservationTracking {
        _ = machine.state
      } onChange: {
        changes.change { $0 += 1 }
      }
    }
    observe()
    machine.send(.connected)  // is ignored
    #expect(changes.value == 0)
    machine.send(.begin(url: "u"))
    #expect(changes.value == 1)
    observe()
    machine.send(.connected)
    #expect(changes.value == 2)
    observe()
    machine.send(.received(1))
    #expect(changes.value == 3)
  }

  @Test func aTaskHasThePriorityThatIsAskedFor() async {
    let world = World()
    let priority = Locked<TaskPriority?>(nil)
    let machine = DownloaderStateMachine(clock: world.clock, connectPriority: .background) { _ in
      priority.change { $0 = Task.currentPriority }
      return nil
    } log: { _ in
      nil
    } receive: { _ in
      world.stream("receive", world.chunks)
    } watchNetwork: {
      world.stream("watch", world.network)
    } showProgress: { _ in
    }
    await machine.send(.begin(url: "u"))
    await eventually { priority.value != nil }
    #expect(priority.value == .background)
  }
}

/// Keeps the thread busy, so that what waits for its isolation goes on waiting.
private func block(for seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

/// A weak reference that a concurrent closure can look at.
final class Weak<Object: AnyObject>: @unchecked Sendable {
  weak var object: Object?
  init(_ object: Object?) { self.object = object }
}

extension DownloaderStateMachine {
  /// Keeps the actor busy, and then sends events without letting anybody else in.
  fileprivate func send(_ events: [Downloader.Event], after work: @Sendable () -> Void) {
    work()
    for event in events { send(event) }
  }
}

/// Writes down what it is told, and sends events from inside.
private final class Recorder: DownloaderStateMachineDelegate {
  let handled = Locked<[Downloader.Event]>([])
  let steps = Locked<[String]>([])
  let hasInterleaved = Locked(false)
  private let isHandling = Locked(false)
  private let sends: [Downloader.Event: Downloader.Event]

  init(sends: [Downloader.Event: Downloader.Event] = [:]) { self.sends = sends }

  private func name(_ value: Any) -> String { String("\(value)".prefix { $0 != "(" }) }

  func stateMachine(
    _ stateMachine: isolated DownloaderStateMachine, willHandle event: Downloader.Event, in state: Downloader.State
  ) {
    if isHandling.change({ wasHandling in
      defer { wasHandling = true }
      return wasHandling
    }) {
      hasInterleaved.change { $0 = true }
    }
    handled.change { $0.append(event) }
    steps.change { $0.append("will \(name(event))") }
    if let next = sends[event] { stateMachine.send(next) }
  }

  func stateMachine(
    _ stateMachine: isolated DownloaderStateMachine, didEnter state: Downloader.State, on event: Downloader.Event?
  ) {
    isHandling.change { $0 = false }
    steps.change { $0.append("entered \(name(state))") }
  }

  func stateMachine(
    _ stateMachine: isolated DownloaderStateMachine, didStayIn state: Downloader.State, on event: Downloader.Event
  ) {
    isHandling.change { $0 = false }
    steps.change { $0.append("stayed in \(name(state))") }
  }

  func stateMachine(
    _ stateMachine: isolated DownloaderStateMachine, didIgnore event: Downloader.Event, in state: Downloader.State
  ) {
    isHandling.change { $0 = false }
    steps.change { $0.append("ignored \(name(event))") }
  }
}
