// What examples leave to the code around them, as in the tests of their behaviour. The types of mutants have names of their
// own, so that errors know events and states by their texts.

public struct RequestTimeout: Error, Equatable {}

enum FrameError: Error, Equatable {
  case notReading, unfinished
  case tooLong(Int)

  static func check(_ buffer: [UInt8]) throws(FrameError) {
    if !buffer.isEmpty { throw .unfinished }
  }
}

enum ProtocolViolation: Error, Equatable {
  case unexpectedEvent(String, in: String)
  case tooLong(Int)
  case busy

  static func unexpected(_ event: some Any, in state: some Any) -> ProtocolViolation {
    .unexpectedEvent("\(event)", in: "\(state)")
  }
}
