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

  @Test func aFileInAFolderWithASpaceInItsName() {
    let machine = LightSwitchStateMachine()
    machine.send(.press)
    #expect(machine.state == .on)
  }
}
