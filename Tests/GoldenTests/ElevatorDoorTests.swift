import Testing

/// The value passes the test cases of the elevator's description.
@Suite struct ElevatorDoorTests {
  @Test func personsEnter() {
    var door = ElevatorDoor()
    #expect(door.handle(event: .personsEntered(count: 1)) == [])
    #expect(door.state == .open(persons: 1))
  }

  @Test func theDoorClosesWithFewPersons() {
    var door = ElevatorDoor(state: .open(persons: 5))
    #expect(door.handle(event: .closeButton) == [.close(speed: 2)])
    #expect(door.state == .closing(persons: 5))
  }

  @Test func theDoorClosesSlowlyWithMany() {
    var door = ElevatorDoor(state: .open(persons: 6))
    #expect(door.handle(event: .closeButton) == [.close(speed: 1)])
  }

  @Test func theDoorStaysOpenWhenFull() {
    var door = ElevatorDoor(state: .open(persons: 15))
    #expect(!door.accepts(.closeButton))
    #expect(door.handle(event: .closeButton) { _ in } == .ignored)
    #expect(door.state == .open(persons: 15))
  }

  @Test func nobodyMoreThanTenGetsIn() {
    var door = ElevatorDoor(state: .open(persons: 9))
    #expect(door.handle(event: .personsEntered(count: 2)) == [.buzz])
    #expect(door.state == .open(persons: 9))
    #expect(door.handle(event: .personsEntered(count: 1)) == [])
    #expect(door.state == .open(persons: 10))
  }

  @Test func theDoorLocks() {
    var door = ElevatorDoor(state: .closing(persons: 1))
    #expect(!door.isFinal)
    #expect(door.handle(event: .doorLocked) == [])
    #expect(door.state == .closed)
    #expect(door.isFinal)
    #expect(door.handle(event: .closeButton) { _ in } == .ignored)
  }

  @Test func acceptsChangesNothing() {
    let door = ElevatorDoor()
    #expect(door.accepts(.closeButton))
    #expect(door.accepts(.personsEntered(count: 99)))
    #expect(!door.accepts(.doorLocked))
    #expect(door == ElevatorDoor())
  }

  @Test func eventsFromAnOutputWaitTheirTurn() {
    var log: [String] = []
    var machine: ElevatorDoorStateMachine?
    machine = ElevatorDoorStateMachine(
      close: { speed in
        log.append("close(\(speed)) in \(machine?.state as Any)")
        machine?.send(.doorLocked)
        log.append("still \(machine?.state as Any)")
      },
      buzz: { log.append("buzz") })
    let recorder = ElevatorRecorder { log.append($0) }
    machine?.delegate = recorder
    machine?.send(.personsEntered(count: 3))
    machine?.send(.closeButton)
    machine?.send(.closeButton)
    #expect(
      log == [
        "did change from open(persons: 0) on nil",
        "did enter open(persons: 0) on nil",
        "will handle personsEntered(count: 3) in open(persons: 0)",
        "did change from open(persons: 0) on personsEntered(count: 3)",
        "did stay in open(persons: 3) on personsEntered(count: 3)",
        "will handle closeButton in open(persons: 3)",
        "close(2) in \(Optional(ElevatorDoor.State.closing(persons: 3)) as Any)",
        "still \(Optional(ElevatorDoor.State.closing(persons: 3)) as Any)",
        "did change from open(persons: 3) on closeButton",
        "did enter closing(persons: 3) on closeButton",
        "will handle doorLocked in closing(persons: 3)",
        "did change from closing(persons: 3) on doorLocked",
        "did enter closed on doorLocked",
        "will handle closeButton in closed",
        "did ignore closeButton in closed",
      ])
  }

  @Test func theDelegateIsHeldWeakly() {
    let machine = ElevatorDoorStateMachine(close: { _ in }, buzz: {})
    var recorder: ElevatorRecorder? = ElevatorRecorder { _ in }
    machine.delegate = recorder
    #expect(machine.delegate != nil)
    recorder = nil
    #expect(machine.delegate == nil)
    machine.start()
  }
}

private final class ElevatorRecorder: ElevatorDoorStateMachineDelegate {
  let record: (String) -> Void
  init(record: @escaping (String) -> Void) { self.record = record }

  func stateMachine(
    _ stateMachine: ElevatorDoorStateMachine, didChangeFrom oldState: ElevatorDoor.State, on event: ElevatorDoor.Event?
  ) {
    record("did change from \(oldState) on \(event.map { "\($0)" } ?? "nil")")
  }
  func stateMachine(
    _ stateMachine: ElevatorDoorStateMachine, didEnter state: ElevatorDoor.State, from oldState: ElevatorDoor.State?,
    on event: ElevatorDoor.Event?
  ) {
    record("did enter \(state) on \(event.map { "\($0)" } ?? "nil")")
  }
  func stateMachine(
    _ stateMachine: ElevatorDoorStateMachine, willHandle event: ElevatorDoor.Event, in state: ElevatorDoor.State
  ) {
    record("will handle \(event) in \(state)")
  }
  func stateMachine(
    _ stateMachine: ElevatorDoorStateMachine, didStayIn state: ElevatorDoor.State, on event: ElevatorDoor.Event
  ) {
    record("did stay in \(state) on \(event)")
  }
  func stateMachine(
    _ stateMachine: ElevatorDoorStateMachine, didIgnore event: ElevatorDoor.Event, in state: ElevatorDoor.State
  ) {
    record("did ignore \(event) in \(state)")
  }
}
