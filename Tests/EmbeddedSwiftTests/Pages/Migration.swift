nonisolated enum BodyError: Error {
  case tooLong, tooShort
}

struct Connection {
  func write(_ file: String) {}
}

func scheduleTimer() {}
func showAlert() {}

let connection = Connection()
var machine = UploadMachine()
