import Foundation
import Testing

/// The machines are made by the build plugin from the `.sm` files beside this one.
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

  /// What a machine remembers, and what it keeps for later, is stored with it.
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

  /// What `Compatibility` says of stored machines: a property and deferred events must be in the data.
  @Test(arguments: ["opened", "deferredEvents"]) func oldDataMayLackWhatIsNew(_ key: String) throws {
    func restore<Machine: Codable>(_ machine: Machine, without key: String?) throws {
      let data = try JSONEncoder().encode(machine)
      var object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
      if let key { #expect(object.removeValue(forKey: key) != nil) }
      _ = try JSONDecoder().decode(Machine.self, from: JSONSerialization.data(withJSONObject: object))
    }
    let machine: any Codable = key == "opened" ? Bookmark() : Lift()
    try restore(machine, without: nil)
    #expect {
      try restore(machine, without: key)
    } throws: { error in
      if case DecodingError.keyNotFound(let missing, _) = error { missing.stringValue == key } else { false }
    }
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
