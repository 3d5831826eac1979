import Testing

/// Named by the payloads of the machine that uses every feature.
public struct FeatureFailure: Error, Hashable {
  public init() {}
}

@Suite struct EveryFeatureTests {
  typealias Machine = EveryFeature<String, Int>

  /// Every output as text, as the machine's types are not equatable.
  private func run(_ machine: inout Machine, _ event: Machine.Event) throws -> [String] {
    try machine.handle(event: event).map { "\($0)" }
  }

  @Test func sourcePatternsGuardsAndEntry() throws {
    var machine = Machine()
    #expect(try run(&machine, .begin) == ["began(1)"])
    #expect("\(machine.state)" == "collecting(items: [], generation: 1)")

    machine = Machine(refusals: 4, state: .idle(generation: 7))
    #expect(try run(&machine, .begin) == ["refused(why: \"seven\", times: 1)"])
    machine = Machine(refusals: 4, state: .idle(generation: 8))
    #expect(try run(&machine, .begin) == ["began(9)"])
  }

  @Test func namedGuardsAndElse() throws {
    var machine = Machine(limit: 2, state: .collecting(items: [], generation: 3))
    #expect(try run(&machine, .add("a")) == [])
    #expect(try run(&machine, .add("b")) == [])
    #expect(try run(&machine, .add("c")) == ["refused(why: \"full: 2 of 2 [3]\", times: 1)"])
    #expect(machine.refusals == 1)
    #expect("\(machine.state)" == "collecting(items: [\"a\", \"b\"], generation: 3)")
  }

  @Test func selfArrowsLeaveAndEnter() throws {
    var machine = Machine(state: .collecting(items: ["a"], generation: 3))
    #expect(try run(&machine, .restart) == ["ended(count: 1)", "began(3)"])
    #expect(machine.names.isEmpty)
  }

  @Test func patternsThatMayFail() throws {
    var machine = Machine(state: .collecting(items: ["a"], generation: 3))
    #expect(try run(&machine, .move(to: 5, level: 9)).count == 2)
    #expect("\(machine.state)" == "waiting(buffer: Optional([\"a\"]), [5: [\"a\"]])")
    #expect(try run(&machine, .restart) == ["return(1)", "began(1)"])
    #expect(machine.names["total"] == 1)

    machine = Machine(state: .collecting(items: ["a"], generation: 3))
    #expect(try run(&machine, .move(to: 5, level: 42)) == ["ended(count: 1)"])
    #expect("\(machine.state)" == "default(in: 42, for: nil)")
    #expect(try run(&machine, .repeat(times: 3)) == [])
    #expect("\(machine.state)" == "default(in: 45, for: nil)")
    #expect(try run(&machine, .tuple((1, 2))) == [])
    #expect(machine.refusals == -1)

    machine = Machine(state: .waiting(buffer: nil, [:]))
    #expect(try run(&machine, .skip) == ["return(0)"])
    #expect(try run(&machine, .received(.success(["x", "y"]))) == ["finish"])
    #expect(machine.isFinal)
  }

  @Test func unhandledEventsThrow() throws {
    var machine = Machine(state: .collecting(items: [], generation: 0))
    #expect(throws: Machine.UnhandledEvent(state: .collecting, event: .move)) {
      try machine.handle(event: .move(to: 1, level: 100)) { _ in }
    }
    #expect(throws: Machine.UnhandledEvent(state: .collecting, event: .begin)) {
      try machine.handle(event: .begin) { _ in }
    }
    // Deliberately ignored: no policy complains.
    #expect(try machine.handle(event: .skip) { _ in } == .ignored)
    #expect(!machine.accepts(.skip))
    #expect(!machine.accepts(.impossible))
    #expect(machine.accepts(.restart))
  }

  @Test func theWrapperThrowsWhenTheRunIsOver() throws {
    var outputs: [String] = []
    var machine: Collector<String, Int>?
    machine = Collector(
      began: { generation in
        outputs.append("began \(generation)")
        // Sent from inside a callback: what it throws comes out of the outer `send`.
        try? machine?.send(.begin)
        outputs.append("sent")
      }, ended: { _ in }, refused: { _, _ in }, finish: {}, flush: { _, _ in }, return: { _ in })
    let error = #expect(throws: Machine.UnhandledEvent.self) { try machine?.send(.begin) }
    #expect(error == Machine.UnhandledEvent(state: .collecting, event: .begin))
    #expect(error?.description == "event begin is not handled in state collecting")
    #expect(outputs == ["began 1", "sent"])
  }

  @Test func collectionsGrowInPlace() throws {
    var items: [String] = []
    items.reserveCapacity(200)
    var machine = Machine(limit: 1_000, state: .collecting(items: items, generation: 0))
    items = []
    func address() -> UInt? {
      guard case .collecting(let items, _) = machine.state else { return nil }
      return items.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    let before = address()
    for index in 0..<100 {
      try machine.handle(event: .add("\(index)")) { _ in }
      #expect(address() == before)
    }
  }

  @Test func theOtherMachineIgnoresInSilence() {
    var machine = Silent()
    #expect(machine.handle(event: .hold) == .ignored)
    #expect(machine.handle(event: .press) == .transitioned)
    #expect(machine.handle(event: .hold) == .ignored)
    #expect(machine.state == .off)
  }
}
