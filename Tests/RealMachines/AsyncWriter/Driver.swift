import DequeModule
import MachineDriver

public func driveRealMachine() { printTime(of: life) }

/// Eight writes, of which the delegate takes four at once; the others wait until the sink is writable again. One of them
/// is cancelled. Then the writer ends. Nothing is resumed.
private func life(_ round: Int) -> Int {
  let continuation: NIOUnsafeContinuation<Writer.StateMachine.YieldResult, Error> = unsafeBitCast(
    65536 + round * 64, to: NIOUnsafeContinuation.self)
  var machine = Writer.StateMachine(isWritable: true, delegate: DrivenDelegate(number: round))
  for id in 0..<4 {
    keep(machine.yield(yieldID: yieldID(id)))
    keep(machine.unbufferQueuedEvents())
  }
  keep(machine.setWritability(to: false))
  for id in 4..<8 {
    keep(machine.yield(yieldID: yieldID(id)))
    keep(machine.yield(continuation: continuation, yieldID: yieldID(id)))
  }
  keep(machine.cancel(yieldID: yieldID(5)))
  keep(machine.writerFinish(error: nil))
  keep(machine.setWritability(to: true))
  for id in [4, 6, 7] {
    keep(machine.yield(yieldID: yieldID(id)))
    keep(machine.unbufferQueuedEvents())
  }
  keep(machine.sinkFinish(error: nil))
  return 4 * 2 + 1 + 4 * 2 + 3 + 3 * 2 + 1
}

typealias Writer = NIOAsyncWriter<Int, DrivenDelegate>

func yieldID(_ number: Int) -> Writer.StateMachine.YieldID { .init(value: UInt64(number)) }

struct DrivenDelegate: NIOAsyncWriterSinkDelegate {
  let number: Int

  func didYield(contentsOf sequence: Deque<Int>) {}
  func didTerminate(error: Error?) {}
}
