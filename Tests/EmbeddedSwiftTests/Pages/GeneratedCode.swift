// specs: ElevatorDoor, MediaPlayer, Oven, Workout
// statements: @MainActor
import Foundation

final class Observer: ElevatorDoorStateMachineDelegate {
  func stateMachine(
    _ stateMachine: ElevatorDoorStateMachine, didChangeFrom oldState: ElevatorDoor.State,
    on event: ElevatorDoor.Event?
  ) {}
}

struct Logger {
  func info(_ message: String) {}
}

let logger = Logger()
let oven = Oven()
let event = Oven.Event.doorOpened
let observer = Observer()
let file = URL(filePath: "workout.json")
let stored = try Data(contentsOf: file)
