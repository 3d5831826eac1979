import MachineDriver

@available(AsyncAlgorithms 1.1, *)
public func driveRealMachine() { printTime(of: life) }

/// Two producers send more than the buffer is to hold, and the consumer takes it; then both go. Nothing is resumed.
@available(AsyncAlgorithms 1.1, *)
private func life(_ round: Int) -> Int {
  typealias Channel = MultiProducerSingleConsumerAsyncChannel<Int, Never>
  var machine = Channel._Storage._StateMachine(
    backpressureStrategy: .watermark(.init(low: 2, high: 4, waterLevelForElement: nil)))
  let consumer: UnsafeContinuation<Int?, Error> = continuation(round)
  let producer: UnsafeContinuation<Void, Error> = continuation(round + 1)
  for source in 0..<2 {
    keep(machine.sourceInitialized())
    keep(machine.setOnTerminationCallback(sourceID: UInt64(source)) {})
  }
  machine.sequenceInitialized()
  machine.iteratorInitialized()
  keep(machine.sequenceDeinitialized())
  for _ in 0..<4 {
    keep(machine.next())
    keep(machine.suspendNext(continuation: consumer))
    for number in 0..<5 {
      if case .returnEnqueue(let token) = machine.send(CollectionOfOne(number)) {
        keep(machine.enqueueContinuation(callbackToken: token, continuation: producer))
      }
    }
    for _ in 0..<4 { keep(machine.next()) }
  }
  keep(machine.setOnTerminationCallback(sourceID: 0, callback: nil))
  for _ in 0..<2 { keep(machine.sourceDeinitialized()) }
  keep(machine.next())
  keep(machine.iteratorDeinitialized())
  return 4 + 3 + 4 * (2 + 5 + 1 + 4) + 1 + 2 + 2
}

/// A continuation that nobody resumes. Enums keep their case in the bits that addresses leave free, so that it has to be
/// one as far as they can tell.
func continuation<Success, Failure: Error>(_ number: Int) -> UnsafeContinuation<Success, Failure> {
  unsafeBitCast(65536 + number * 64, to: UnsafeContinuation<Success, Failure>.self)
}
