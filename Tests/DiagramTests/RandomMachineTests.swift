import Testing

@testable import StateMachineCompiler

/// The machines that the other tests draw are worth drawing: they are valid, and they differ.
@Suite struct RandomMachineTests {
  @Test func randomMachinesAreValid() throws {
    let machines = try Machines.random()
    #expect(machines.allSatisfy { $0.states.count >= 2 })
    #expect(machines.contains { $0.rows.contains(where: \.isWildcard) })
    #expect(machines.contains { $0.states.contains(where: \.isFinal) })
  }
}
