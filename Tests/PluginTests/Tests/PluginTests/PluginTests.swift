import Foundation
import Testing

/// The build plugin generates the machines from the `.sm` files beside this one.
@Suite struct PluginTests {
  @Test func twoMachinesOfOneFile() {
    var door = Door()
    door.handle(event: .toggle)
    #expect(door.state == .closed)

    var bell = Bell()
    #expect(bell.handle(event: .press) == [.ring(times: 1)])
    #expect(bell.state == .quiet(rings: 1))
  }

  @Test func aMachineIsStoredAndRestored() throws {
    var bookmark = Bookmark()
    bookmark.handle(event: .open(title: "Emma"))
    bookmark.handle(event: .turn)
    bookmark.handle(event: .note("ball"))
    let restored = try JSONDecoder().decode(Bookmark.self, from: JSONEncoder().encode(bookmark))
    #expect(restored == bookmark)
    #expect(restored.state == .reading(title: "Emma", page: 2, notes: ["ball": 2]))
    #expect(restored.opened == 1)
    let event = try JSONDecoder().decode(Bookmark.Event.self, from: JSONEncoder().encode(Bookmark.Event.note("a")))
    #expect(event == .note("a"))
  }

  /// The histories and deferred events of a machine are stored with it.
  @Test func aMachineWithRegionsIsStoredAndRestored() throws {
    var lift = Lift()
    for event in [Lift.Event.light, .depart(to: 2), .call(floor: 2)] { lift.handle(event: event) }
    #expect(lift.state == .moving(floor: 0, to: 2))
    var restored = try JSONDecoder().decode(Lift.self, from: JSONEncoder().encode(lift))
    #expect(restored == lift)
    restored.handle(event: .arrive)
    #expect(restored.state == .standing(floor: 2, .init(doors: .open(seconds: 3), lamp: .lit)))
    #expect(restored != lift)
    for _ in 0..<3 { restored.handle(event: .tick) }
    #expect(restored.state == .standing(floor: 2, .init(doors: .shut, lamp: .lit)))
  }

  /// A machine as it is stored.
  private func stored(_ machine: some Encodable) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: JSONEncoder().encode(machine)) as? [String: Any])
  }

  private func restored<Machine: Decodable>(_: Machine.Type, _ data: [String: Any]) throws -> Machine {
    try JSONDecoder().decode(Machine.self, from: JSONSerialization.data(withJSONObject: data))
  }

  /// Older data may lack new parts, as `Compatibility` says: each is empty, or has its default.
  @Test(arguments: ["opened", "deferredEvents"]) func oldDataMayLackWhatIsNew(_ key: String) throws {
    func restore<Machine: Codable & Equatable>(_ machine: Machine) throws {
      var data = try stored(machine)
      #expect(data.removeValue(forKey: key) != nil)
      #expect(try restored(Machine.self, data) == machine)
    }
    let machine: any Codable & Equatable = key == "opened" ? Bookmark() : Lift()
    try restore(machine)
  }

  @Test func whatIsStoredKeepsItsNames() throws {
    var guest = Guest<String>(name: "Emma", seat: nil)
    #expect(try stored(guest).keys.sorted() == ["deferredEvents", "gifts", "name", "note", "state", "visits"])
    for event in [Guest<String>.Event.came, .called, .left, .offered("tea")] { guest.handle(event: event) }
    let data = try stored(guest)
    #expect(
      data.keys.sorted() == ["deferredEvents", "gifts", "name", "seat", "state", "visitingHistory", "visits"])
    // An optional that is nil is stored as nothing, and stays nil.
    #expect(try restored(Guest<String>.self, data) == guest)
  }

  @Test func everythingThatIsNewMayBeMissing() throws {
    let guest = try restored(Guest<String>.self, ["name": "Emma", "state": ["away": [:]]])
    #expect(guest.name == "Emma")
    #expect(guest.visits == 0)
    #expect(guest.gifts == [])
    #expect(guest.note == nil)
    #expect(guest.seat == nil)
    var expected = Guest<String>(name: "Emma", seat: nil)
    for event in [Guest<String>.Event.came, .left] { expected.handle(event: event) }
    var other = guest
    for event in [Guest<String>.Event.came, .left] { other.handle(event: event) }
    #expect(other == expected)
  }

  @Test(arguments: ["name", "state"]) func whatHasNoDefaultMustBeThere(_ key: String) throws {
    var data = try stored(Guest<String>(name: "Emma", seat: nil))
    data[key] = nil
    #expect {
      try restored(Guest<String>.self, data)
    } throws: { error in
      if case DecodingError.keyNotFound(let missing, _) = error { missing.stringValue == key } else { false }
    }
  }

  @Test func aConstantWithADefaultIsThatOfTheMachine() throws {
    var data = try stored(Guest<String>(name: "Emma", seat: nil))
    #expect(data["limit"] == nil)
    data["limit"] = 99
    #expect(try restored(Guest<String>.self, data).limit == 3)
  }

  @Test func aHeldMachineMayLackWhatIsNew() throws {
    let guest: [String: Any] = ["name": "Emma", "state": ["away": [:]], "limit": 99]
    let house = try restored(House.self, ["state": ["open": ["_0": guest]]])
    guard case .open(let held) = house.state else {
      Issue.record("it is shut")
      return
    }
    #expect(held.limit == 3)
    #expect(held.visits == 0)
    #expect(try restored(House.self, stored(house)) == house)
  }

  @Test func aMachineIsHeldInARegion() {
    var reader = Reader()
    #expect(reader.handle(event: .open(title: "Emma")) == [])
    #expect(
      reader.state
        == .init(content: .reading(title: "Emma", Pages(last: 2, state: .first)), bar: .hidden))
    // What the pages have no row for, both regions have one for.
    #expect(reader.accepts(.reading(.back)))
    #expect(reader.handle(event: .reading(.back)) == [.beep])
    #expect(reader.state.bar == .shown)
    #expect(reader.handle(event: .reading(.turn)) == [.reading(.turned)])
    #expect(reader.handle(event: .reading(.turn)) == [.report(2)])
    #expect(reader.state == .init(content: .closed, bar: .shown))
    #expect(!reader.accepts(.reading(.turn)))
  }

  @Test func aFileInAFolderWithASpaceInItsName() {
    let machine = LightSwitchStateMachine()
    machine.send(.press)
    #expect(machine.state == .on)
  }
}
