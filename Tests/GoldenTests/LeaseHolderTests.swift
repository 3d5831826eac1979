import Testing

/// The methods of a noncopyable machine with a noncopyable payload take the state out, and put one back.
@Suite struct LeaseHolderTests {
  /// The slot that is given back.
  private func slot(_ answer: consuming LeaseHolder.OnRelease) -> Int? {
    switch consume answer {
    case .giveBack(let lease): lease.slot
    case .none: nil
    }
  }

  private func name(_ holder: borrowing LeaseHolder) -> String {
    switch holder.state {
    case .empty: "empty"
    case .held: "held"
    case .closing: "closing"
    case .closed: "closed"
    }
  }

  @Test func theLeaseComesBackAfterTheLastUser() throws {
    var holder = LeaseHolder()
    holder.acquired(Lease(slot: 7))
    #expect(try holder.use() == 7)
    #expect(try holder.use() == 7)
    #expect(holder.users() == 2)
    #expect(slot(holder.close()) == nil)
    #expect(name(holder) == "closing")
    #expect(slot(holder.release()) == nil)
    #expect(holder.users() == 1)
    #expect(slot(holder.release()) == 7)
    #expect(name(holder) == "closed")
    #expect(slot(holder.close()) == nil)
    #expect(name(holder) == "closed")
  }

  /// A row that throws puts the state back.
  @Test func aRowThatThrowsLeavesItsState() throws {
    var holder = LeaseHolder(limit: 1)
    holder.acquired(Lease(slot: 3))
    _ = try holder.use()
    #expect(throws: LeaseError.tooMany(1)) { try holder.use() }
    #expect(name(holder) == "held")
    #expect(holder.users() == 1)
    #expect(slot(holder.release()) == nil)
    #expect(slot(holder.close()) == 3)
  }

  @Test func whatIsEmptyClosesAtOnce() {
    var holder = LeaseHolder()
    #expect(holder.users() == 0)
    #expect(slot(holder.close()) == nil)
    #expect(name(holder) == "closed")
  }
}
