import Observation
import Testing

/// Every kind of wrapper has the properties of its machine.
@Suite struct WrapperStateTests {
  @Test func aClassTellsOfItsMachine() {
    let machine = ElevatorDoorStateMachine(ElevatorDoor(state: .open(persons: 3)), close: { _ in }, buzz: {})
    #expect(machine.machine == ElevatorDoor(state: .open(persons: 3)))
    #expect(machine.accepts(.closeButton))
    #expect(!machine.accepts(.doorLocked))
    machine.send(.closeButton)
    machine.send(.doorLocked)
    #expect(machine.isFinal)
    #expect(machine.state == .closed)
    #expect(!machine.accepts(.closeButton))
  }

  @Test func anActorTellsOfItsMachine() async {
    let actor = WorkoutWorld().actor(Workout(limit: .seconds(60)))
    await actor.send(.start)
    await actor.send(.found(sensor: "s"))
    await actor.send(.measured(90))
    let machine = await actor.machine
    #expect(machine.limit == .seconds(60))
    #expect(machine.highest == 90)
    #expect(machine.state == .beating(90))
    #expect(await actor.accepts(.elapsed(.running)))
    #expect(await !actor.accepts(.found(sensor: "t")))
    #expect(await !actor.isFinal)
    await actor.send(.stop)
    #expect(await actor.isFinal)
  }

  @Test @MainActor func classesOfTheMainActorTellOfTheirMachines() {
    let controller = WorkoutWorld().controller(Workout(state: .beating(60)))
    controller.send(.measured(90))
    #expect(controller.machine.highest == 90)
    #expect(controller.accepts(.lost))
    controller.send(.stop)
    #expect(controller.isFinal)

    let model = WorkoutWorld().model(Workout(state: .beating(60)))
    model.send(.measured(90))
    #expect(model.machine.highest == 90)
    #expect(model.accepts(.lost))
    model.send(.stop)
    #expect(model.isFinal)
  }

  /// An output and a delegate see the new state, and may look at the machine.
  @Test @MainActor func anOutputMayLookAtTheMachine() {
    let world = WorkoutWorld()
    let controller = world.controller(Workout(highest: 80, state: .beating(60)))
    let seen = Locked<[Int]>([])
    world.whenShown.change { [weak controller] in
      $0 = { _ in
        MainActor.assumeIsolated {
          if let controller { seen.change { $0.append(controller.machine.highest) } }
        }
      }
    }
    controller.send(.elapsed(.runningReadingBeating))
    #expect(seen.value == [80])
  }

  // MARK: Observation

  /// Returns how often the observer of a property is notified of a change.
  @MainActor private func changes(of look: @escaping @MainActor () -> Void, while act: () -> Void) -> Int {
    let count = Locked(0)
    withObservationTracking(look) { count.change { $0 += 1 } }
    act()
    return count.value
  }

  @Test @MainActor func anObserverIsToldOfProperties() {
    let model = WorkoutWorld().model(Workout(state: .beating(60)))
    model.start()
    #expect(changes(of: { _ = model.machine.highest }, while: { model.send(.measured(90)) }) == 1)
    #expect(changes(of: { _ = model.accepts(.lost) }, while: { model.send(.lost) }) == 1)
    #expect(changes(of: { _ = model.isFinal }, while: { model.send(.stop) }) == 1)
    // An event that is ignored changes nothing.
    #expect(changes(of: { _ = model.machine.highest }, while: { model.send(.lost) }) == 0)
  }

  @Test @MainActor func anObserverIsToldOfTimersAndStreams() async {
    let world = WorkoutWorld()
    let model = world.model(Workout(state: .beating(60)))
    model.start()
    let count = Locked(0)
    withObservationTracking {
      _ = model.state
    } onChange: {
      count.change { $0 += 1 }
    }
    world.beats.value?.yield(.measured(61))
    await eventually { count.value == 1 }
    withObservationTracking {
      _ = model.state
    } onChange: {
      count.change { $0 += 1 }
    }
    world.clock.advance(by: .seconds(5))
    await eventually { count.value == 2 }
  }
}
