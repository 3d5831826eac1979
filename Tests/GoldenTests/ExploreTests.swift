import StateMachineTesting
import Testing

/// Example machines, explored by the glue that is generated for tests.
@Suite struct ExploreTests {
  @Test func machinesAreSeenToTheirEnds() throws {
    #expect(try explore(ElevatorDoor.self).configurations == 22)
    #expect(try explore(RemoteContent.self).configurations == 5)
    #expect(try explore(TCPConnection.self).configurations == 12)
  }

  /// Each row has a way, and the way leads to the row.
  @Test(arguments: TCPConnection.ways()) func aWayTakesItsRow(_ way: Way<TCPConnection>) {
    #expect(way.swift.count >= 2)
    #expect(way.before != way.after || !way.outputs.isEmpty)
  }

  @Test func waysArePasted() throws {
    let ways = ElevatorDoor.ways()
    #expect(ways.map(\.row.place.line) == [10, 11, 12, 13])
    // The way of the page, by hand.
    var machine = ElevatorDoor()
    machine.handle(event: .personsEntered(count: 0)) { _ in }
    #expect(ways[0].after == machine)
    #expect(
      ways[3].swift == [
        "var machine = ElevatorDoor()", "machine.handle(event: .closeButton)", "machine.handle(event: .doorLocked)",
      ])
    #expect(ways[2].outputs == [.close(speed: 2)])
  }
}
