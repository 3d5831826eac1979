import Testing

/// A machine may have a collection that is not the standard library's in its payload, two policies, and a named effect
/// with a parameter.
@Suite struct PermitQueueTests {
  @Test func whoeverWaitsGoesInTurn() throws {
    var queue = PermitQueue(limit: 1)
    #expect(try queue.take(1) == .go)
    #expect(try queue.take(2) == .wait)
    #expect(try queue.take(3) == .wait)
    #expect(try queue.give() == .resume(waiter: 2))
    #expect(queue.state == .exhausted(waiting: [3]))
    #expect(try queue.give() == .resume(waiter: 3))
    #expect(try queue.give() == .none)
    #expect(queue.state == .free())
  }

  @Test func theEndRefusesThoseWhoComeLater() throws {
    var queue = PermitQueue(limit: 1)
    #expect(try queue.take(1) == .go)
    #expect(try queue.take(2) == .wait)
    #expect(queue.close() == [2])
    #expect(throws: Misuse("take after the end")) { try queue.take(3) }
    #expect(queue.lateRequest == "take")
    #expect(throws: Misuse("give in closed")) { try queue.give() }
  }
}
