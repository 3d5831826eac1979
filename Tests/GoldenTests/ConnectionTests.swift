import Testing

/// A connection whose owner queries groups of states runs its named effects and its guarded actions.
@Suite struct ConnectionTests {
  typealias Output = Connection.Output

  private func connected() -> Connection {
    var machine = Connection()
    for event in [Connection.Event.open(host: "a"), .linkUp, .secured] { machine.handle(event: event) { _ in } }
    return machine
  }

  @Test func aGroupIsAQueryOfTheState() {
    func groups(_ state: Connection.State) -> [Bool] {
      [state.isLinked, state.isBusy, state.isWritable, state.isResting]
    }
    #expect(groups(.closed) == [false, false, false, true])
    #expect(groups(.dialing(host: "a")) == [false, true, false, false])
    #expect(groups(.securing(host: "a")) == [true, true, false, false])
    #expect(groups(.established(host: "a", .idle)) == [true, true, true, false])
    #expect(groups(.established(host: "a", .sending(count: 3))) == [true, true, false, false])
    #expect(groups(.draining(host: "a")) == [true, true, false, false])
    #expect(groups(.failed(reason: "b")) == [false, false, false, true])
  }

  @Test(arguments: [Connection.State.closed, .failed(reason: "b")])
  func whatRestsIsOpened(_ state: Connection.State) {
    var machine = Connection(state: state)
    #expect(machine.handle(event: .open(host: "a")) == [.dial(host: "a")])
    #expect(machine.state == .dialing(host: "a"))
  }

  /// A row for a group carries over what its states have.
  @Test func aLostLinkIsDialledAgain() {
    var machine = connected()
    #expect(
      machine.handle(event: .linkDown) == [.closeSocket, .log("hung up"), .log("attempt 2"), .dial(host: "a")])
    #expect(machine.state == .dialing(host: "a"))
    _ = machine.handle(event: .linkDown)
    _ = machine.handle(event: .linkDown)
    #expect(
      machine.handle(event: .linkDown) == [.closeSocket, .log("hung up"), .log("gave up after 3 attempts")])
    #expect(machine.state == .failed(reason: "no link"))
    #expect(machine.attempts == 0)
  }

  /// Each line of an 'exit' decides for itself.
  @Test func whatIsSaidAtTheEndDependsOnWhatWasSent() {
    var machine = connected()
    #expect(machine.handle(event: .abort(reason: "c")).contains(.log("5 bytes were sent")) == false)
    machine = connected()
    #expect(machine.handle(event: .write(count: 5)) == [.sendBytes(5)])
    #expect(machine.handle(event: .write(count: 2)) == [.sendBytes(2)])
    #expect(machine.state == .established(host: "a", unsent: 2, .sending(count: 2)))
    #expect(
      machine.handle(event: .close) == [.log("2 bytes may be lost"), .log("5 bytes were sent")])
    #expect(machine.state == .draining(host: "a"))
    machine = connected()
    _ = machine.handle(event: .write(count: 5))
    _ = machine.handle(event: .sent)
    #expect(machine.state.isWritable)
    #expect(machine.handle(event: .close) == [.log("5 bytes were sent"), .closeSocket, .log("hung up")])
  }
}
