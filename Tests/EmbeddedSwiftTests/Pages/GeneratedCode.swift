// specs: ElevatorDoor, MediaPlayer, Workout
// statements: @MainActor
import Foundation

final class Observer: ElevatorDoorStateMachineDelegate {
  func stateMachine(
    _ stateMachine: ElevatorDoorStateMachine, didChangeFrom oldState: ElevatorDoor.State,
    on event: ElevatorDoor.Event?
  ) {}
}

let observer = Observer()
let file = URL(filePath: "workout.json")
let stored = try Data(contentsOf: file)
