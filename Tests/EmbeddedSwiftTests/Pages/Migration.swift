nonisolated enum BodyError: Error {
  case tooLong
}

struct Connection {
  func write(_ file: String) {}
}

protocol OldDoorState {
  func close(_ door: OldDoor)
}

struct OldClosing: OldDoorState {
  func close(_ door: OldDoor) {}
}

final class OldDoor {
  var state: any OldDoorState = OldOpen()
  func ring() {}
}

func scheduleTimer() {}
func showAlert() {}

let connection = Connection()
var machine = UploadMachine()
