import Testing

/// A delegate with only the required method is told of every change.
@Suite struct WrapperDelegateTests {
  @Test func theRequiredMethodSeesEveryChangeAndTheStateBefore() async {
    let world = DownloaderWorld()
    let actor = world.actor()
    let delegate = DownloaderChanges()
    await actor.setDelegate(delegate)
    await actor.send(.begin(url: "u"))
    await actor.send(.completed)  // is ignored
    await actor.send(.connected)
    // Internal transitions: the payload changes, or nothing that a state shows.
    await actor.send(.received(1))
    await actor.send(.received(2))
    await actor.send(.elapsed(.activeReceiving))
    await actor.send(.completed)
    #expect(
      delegate.changes.value == [
        "idle on nothing", "idle on begin", "active(url: \"u\", bytes: 0, connecting) on connected",
        "active(url: \"u\", bytes: 0, receiving) on received", "active(url: \"u\", bytes: 1, receiving) on received",
        "active(url: \"u\", bytes: 3, receiving) on elapsed", "active(url: \"u\", bytes: 3, receiving) on completed",
      ])
  }

  private final class DownloaderChanges: DownloaderStateMachineDelegate {
    let changes = Locked<[String]>([])

    func stateMachine(
      _ stateMachine: isolated DownloaderStateMachine, didChangeFrom oldState: Downloader.State,
      on event: Downloader.Event?
    ) {
      let state =
        switch oldState {
        case .active(let url, let bytes, .connecting): "active(url: \"\(url)\", bytes: \(bytes), connecting)"
        case .active(let url, let bytes, .receiving): "active(url: \"\(url)\", bytes: \(bytes), receiving)"
        default: "\(oldState)"
        }
      changes.change { $0.append("\(state) on \(event.map { "\($0)".prefix { $0 != "(" } } ?? "nothing")") }
    }
  }

  @Test @MainActor func theDelegateOfAClassSeesEveryChange() {
    let machine = ElevatorDoorStateMachine(ElevatorDoor(state: .open(persons: 3)), close: { _ in }, buzz: {})
    let delegate = DoorChanges()
    machine.delegate = delegate
    machine.start()
    machine.send(.personsEntered(count: 2))
    machine.send(.personsEntered(count: 9))
    machine.send(.doorLocked)  // is ignored
    machine.send(.closeButton)
    machine.send(.doorLocked)
    #expect(
      delegate.changes == [
        .init(old: .open(persons: 3), new: .open(persons: 3)), .init(old: .open(persons: 3), new: .open(persons: 5)),
        .init(old: .open(persons: 5), new: .open(persons: 5)), .init(old: .open(persons: 5), new: .closing(persons: 5)),
        .init(old: .closing(persons: 5), new: .closed),
      ])
  }

  @MainActor private final class DoorChanges: @MainActor ElevatorDoorStateMachineDelegate {
    struct Change: Equatable {
      var old, new: ElevatorDoor.State
    }

    var changes: [Change] = []

    func stateMachine(
      _ stateMachine: ElevatorDoorStateMachine, didChangeFrom oldState: ElevatorDoor.State,
      on event: ElevatorDoor.Event?
    ) {
      changes.append(Change(old: oldState, new: stateMachine.state))
    }
  }

  /// A delegate that is replaced from inside is told the end of the event at hand, and the next one what follows.
  @Test @MainActor func aDelegateThatIsReplacedIsToldTheEndOfTheEvent() {
    let world = WorkoutWorld()
    let controller = world.controller()
    let (first, second) = (Replaced(), Replaced())
    first.next = second
    controller.delegate = first
    controller.start()
    controller.send(.start)
    controller.send(.pause)
    #expect(first.steps == ["changed", "will", "changed"])
    #expect(second.steps == ["will", "changed"])
  }

  @MainActor private final class Replaced: WorkoutControllerDelegate {
    var steps: [String] = []
    var next: Replaced?

    func stateMachine(_ stateMachine: WorkoutController, willHandle event: Workout.Event, in state: Workout.State) {
      steps.append("will")
      if let next { stateMachine.delegate = next }
    }

    func stateMachine(
      _ stateMachine: WorkoutController, didChangeFrom oldState: Workout.State, on event: Workout.Event?
    ) {
      steps.append("changed")
    }
  }
}
