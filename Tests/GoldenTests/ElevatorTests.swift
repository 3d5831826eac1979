import Observation
import Testing

/// `specs/Elevator.sm` has each feature of the runtime that its description is taken from: one test for each, in the
/// order of the table in the article on side effects.
@Suite struct ElevatorTests {
  /// The building that the elevator's outputs drive: it logs their calls, and its motor stops when a test lets it.
  final class Building: Sendable {
    let speeds = Locked<[Int]>([])
    let rings = Locked(0)
    let closed = Gate<Void>()
    let opened = Gate<Void>()
    let sensor = Locked<AsyncStream<Elevator.Event>.Continuation?>(nil)
    let sensorUses = Locked(0)

    func close(speed: Int) async -> Elevator.Event? {
      speeds.change { $0.append(speed) }
      return await closed.pass() == nil ? nil : .doorLocked
    }

    func open() async -> Elevator.Event? { await opened.pass() == nil ? nil : .doorOpened }

    func watchSensor() -> AsyncStream<Elevator.Event> {
      sensorUses.change { $0 += 1 }
      let (stream, continuation) = AsyncStream.makeStream(of: Elevator.Event.self)
      sensor.change { $0 = continuation }
      return stream
    }

    func elevator(_ machine: Elevator = Elevator()) -> ElevatorStateMachine {
      ElevatorStateMachine(machine) { speed in
        await self.close(speed: speed)
      } open: {
        await self.open()
      } watchSensor: {
        self.watchSensor()
      } ring: {
        self.rings.change { $0 += 1 }
      }
    }

    @MainActor func model() -> ElevatorModel {
      ElevatorModel { speed in
        await self.close(speed: speed)
      } open: {
        await self.open()
      } watchSensor: {
        self.watchSensor()
      } ring: {
        self.rings.change { $0 += 1 }
      }
    }
  }

  // MARK: The machine

  /// States and events with values; transitions.
  @Test func personsEnter() {
    var elevator = Elevator()
    #expect(elevator.handle(event: .personsEntered(persons: 3)) == [])
    #expect(elevator.state == .open(persons: 3))
  }

  /// Guards.
  @Test func aGuardKeepsTheDoorOpen() {
    var elevator = Elevator(state: .open(persons: 10))
    #expect(elevator.handle(event: .closeButtonPressed) { _ in } == .ignored)
    #expect(elevator.handle(event: .personsEntered(persons: 1)) == [.ring])
    #expect(!elevator.accepts(.closeButtonPressed))
  }

  /// Outputs of a state, and none.
  @Test func aStateAsksForItsOutput() {
    var elevator = Elevator(state: .open(persons: 1))
    #expect(elevator.handle(event: .closeButtonPressed) == [.watchSensor, .close(speed: 2)])
    #expect(elevator.handle(event: .doorLocked) == [.cancelClose, .cancelWatchSensor])
    #expect(elevator.state == .closed(persons: 1))
  }

  /// One row for a set of states, and a composite for a set that shares what it does.
  @Test func aSetOfStates() {
    for state in [Elevator.State.closed(persons: 2), .moving(persons: 2, .closing)] {
      var elevator = Elevator(state: state)
      #expect(elevator.handle(event: .openButtonPressed).last == .open)
      #expect(elevator.state == .moving(persons: 2, .opening))
    }
  }

  // MARK: Side effects

  /// A side effect that returns an event.
  @Test func theMotorAnswersWithAnEvent() async {
    let building = Building()
    let elevator = building.elevator(Elevator(state: .open(persons: 6)))
    await elevator.send(.closeButtonPressed)
    await eventually { building.speeds.value == [1] }
    building.closed.open(())
    await eventually { await elevator.state == .closed(persons: 6) }
  }

  /// A side effect that returns a sequence of events.
  @Test func theSensorIsASequence() async {
    let building = Building()
    let elevator = building.elevator()
    await elevator.send(.closeButtonPressed)
    building.sensor.value?.yield(.doorOpened)  // is ignored here
    building.sensor.value?.yield(.personDetected)
    await eventually { await elevator.state == .moving(persons: 0, .opening) }
  }

  /// The priority of a side effect.
  @Test func theMotorHasAPriority() async {
    let priority = Locked<TaskPriority?>(nil)
    let elevator = ElevatorStateMachine(closePriority: .background) { _ in
      priority.change { $0 = Task.currentPriority }
      return .doorLocked
    } open: {
      nil
    } watchSensor: {
      AsyncStream { $0.finish() }
    } ring: {
    }
    await elevator.send(.closeButtonPressed)
    await eventually { priority.value == .background }
  }

  /// Cancelled on any other state: what a state does.
  @Test func theMotorStopsWhenTheDoorTurnsRound() async {
    let building = Building()
    let elevator = building.elevator()
    await elevator.send(.closeButtonPressed)
    await eventually { building.closed.waitingCount == 1 }
    await elevator.send(.openButtonPressed)
    await eventually { building.closed.cancellationCount == 1 && building.opened.waitingCount == 1 }
  }

  /// Cancelled on some states: what a composite does goes on while only its children change.
  @Test func theSensorIsReadWhileTheDoorMoves() async {
    let building = Building()
    let elevator = building.elevator()
    await elevator.send(.closeButtonPressed)
    await elevator.send(.openButtonPressed)
    #expect(building.sensorUses.value == 1)
    let isEnded = Locked(false)
    building.sensor.value?.onTermination = { _ in isEnded.change { $0 = true } }
    await settle()
    #expect(!isEnded.value)
    building.opened.open(())
    await eventually { isEnded.value }
    #expect(await elevator.state == .open(persons: 0))
  }

  // MARK: The runtime

  /// Middleware on states and on events is the delegate.
  @Test func middlewareOnStatesAndEvents() async {
    let building = Building()
    let elevator = building.elevator()
    let log = Log()
    await elevator.setDelegate(log)
    await elevator.start()
    await elevator.send(.personsEntered(persons: 3))
    await elevator.send(.doorLocked)
    #expect(
      log.lines.value == [
        "State: open(persons: 0)", "Event: personsEntered(persons: 3)", "State: open(persons: 3)", "Event: doorLocked",
      ])
  }

  private final class Log: ElevatorStateMachineDelegate {
    let lines = Locked<[String]>([])

    func stateMachine(
      _ stateMachine: isolated ElevatorStateMachine, didChangeFrom oldState: Elevator.State, on event: Elevator.Event?
    ) {
      let state = stateMachine.state
      lines.change { $0.append("State: \(state)") }
    }

    func stateMachine(
      _ stateMachine: isolated ElevatorStateMachine, willHandle event: Elevator.Event, in state: Elevator.State
    ) {
      lines.change { $0.append("Event: \(event)") }
    }
  }

  /// The machine as a sequence of states, with the operators of sequences.
  @Test func theSequenceOfStates() async {
    let elevator = Building().elevator()
    let persons = await elevator.states.compactMap { state in
      if case .open(let persons) = state { persons } else { nil }
    }
    let seen = Task {
      var seen: [Int] = []
      for await count in persons {
        seen.append(count)
        if seen.count == 3 { break }
      }
      return seen
    }
    await elevator.send(.personsEntered(persons: 1))
    await elevator.send(.personsEntered(persons: 2))
    #expect(await seen.value == [0, 1, 3])
  }

  /// Sending, and going on when a state is reached.
  @Test func sendingResumesWhenTheDoorIsClosed() async throws {
    let building = Building()
    let elevator = building.elevator()
    building.closed.open(())
    let state = try await elevator.send(.closeButtonPressed) { if case .closed = $0 { true } else { false } }
    #expect(state == .closed(persons: 0))
  }

  // MARK: Around it

  /// The two closures of SwiftUI's `Binding`.
  @MainActor struct Binding<Value> {
    var get: @MainActor () -> Value
    var set: @MainActor (Value) -> Void
  }

  /// A binding on the state that sends an event, and one on a part of the state.
  @Test @MainActor func bindingsForAUserInterface() {
    let model = Building().model()
    let isOpen = Binding {
      if case .open = model.state { true } else { false }
    } set: { _ in
      model.send(.closeButtonPressed)
    }
    let persons = Binding {
      if case .open(let persons) = model.state { persons } else { 0 }
    } set: { count in
      model.send(.personsEntered(persons: count))
    }
    let changes = Locked(0)
    withObservationTracking {
      _ = persons.get()
    } onChange: {
      changes.change { $0 += 1 }
    }
    persons.set(4)
    #expect(persons.get() == 4)
    #expect(changes.value == 1)
    isOpen.set(false)
    #expect(!isOpen.get())
  }

  /// Two machines connected: the states of one send events to the other.
  @Test func twoElevatorsConnected() async {
    let first = Building()
    let second = Building()
    let sender = first.elevator()
    let receiver = second.elevator(Elevator(state: .closed(persons: 0)))
    let states = await sender.states
    let pipe = Task {
      for await state in states {
        if case .closed = state { await receiver.send(.openButtonPressed) }
      }
    }
    await sender.send(.closeButtonPressed)
    #expect(await receiver.state == .closed(persons: 0))
    first.closed.open(())
    await eventually { await receiver.state == .moving(persons: 0, .opening) }
    pipe.cancel()
  }

  /// Dependencies are what the closures capture.
  @Test func dependenciesAreCaptured() async {
    struct Engine { var delay: Int }
    let used = Locked(0)
    func makeClose(_ engine: Engine) -> @Sendable (Int) async -> Elevator.Event? {
      { speed in
        used.change { $0 = engine.delay / speed }
        return .doorLocked
      }
    }
    let elevator = ElevatorStateMachine(
      close: makeClose(Engine(delay: 10)), open: { nil }, watchSensor: { AsyncStream { $0.finish() } }, ring: {})
    await elevator.send(.closeButtonPressed)
    await eventually { await elevator.state == .closed(persons: 0) }
    #expect(used.value == 5)
  }

  /// Tests without mocks, clocks and tasks: the assertions of the document's test helper.
  @Test func testingWithoutMocks() {
    func check(
      when state: Elevator.State, on event: Elevator.Event, transitionsTo target: Elevator.State,
      outputs: [Elevator.Output] = []
    ) {
      var elevator = Elevator(state: state)
      #expect(elevator.handle(event: event) == outputs)
      #expect(elevator.state == target)
    }
    check(when: .open(persons: 0), on: .personsEntered(persons: 1), transitionsTo: .open(persons: 1))
    check(
      when: .open(persons: 5), on: .closeButtonPressed, transitionsTo: .moving(persons: 5, .closing),
      outputs: [.watchSensor, .close(speed: 2)])
    #expect(!Elevator(state: .open(persons: 15)).accepts(.closeButtonPressed))
    check(
      when: .moving(persons: 1, .closing), on: .doorLocked, transitionsTo: .closed(persons: 1),
      outputs: [.cancelClose, .cancelWatchSensor])
    var closed = Elevator(state: .closed(persons: 1))
    #expect(closed.handle(event: .doorLocked) == [])
  }
}
