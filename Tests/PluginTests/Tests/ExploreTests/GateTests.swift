import StateMachineTesting
import Testing

@testable import Machines

/// A gate that somebody has written, with types of its own and a mistake that a test plants.
struct GateByHand: Sendable {
  enum Action {
    case unlock
    case refuse(left: Int)
    case block
  }
  enum State {
    case locked(mistakes: Int)
    case open, blocked
  }
  var state = State.locked(mistakes: 0)
  var patience = 3
  var isPassedWhenBlocked = false

  func canTake(_ call: Gate.Glue.Call) -> Bool {
    switch (call, state) {
    case (.entered, .open), (.passed, .locked): false
    case (.passed, .blocked): isPassedWhenBlocked
    default: true
    }
  }

  mutating func entered(_ number: Int) -> Action {
    guard case .locked(var mistakes) = state else { return .block }
    if number == 7 {
      state = .open
      return .unlock
    }
    mistakes += 1
    state = mistakes < patience ? .locked(mistakes: mistakes) : .blocked
    return mistakes < patience ? .refuse(left: patience - mistakes) : .block
  }

  mutating func take(_ call: Gate.Glue.Call) -> [Action] {
    switch call {
    case .entered(let number): return [entered(number)]
    case .passed:
      state = .locked(mistakes: 0)
      return []
    }
  }
}

@Suite struct GateTests {
  /// Its guard asks a property that only its file sees.
  @Test func everythingIsExplored() throws {
    #expect(try explore(Gate.self).configurations == 5)
  }

  /// The example of the page Testing.md.
  @Test func aGateByHandConforms() async throws {
    try await conform(
      Gate.self, to: { _ in GateByHand() }, forbids: { gate, call in !gate.canTake(call) },
      outputs: GateByHand.Action.self, step: { gate, call in gate.take(call) })
  }

  @Test func aDifferenceInTypesOfItsOwnIsFound() async throws {
    let path = try await path(GateByHand(patience: 2))
    #expect(
      path == [
        "var machine = Gate()", "machine.entered(0)", "// Gate: entered(refuse(left: 2))",
        "// GateByHand: refuse(left: 1)",
      ])
  }

  @Test func whatOneAloneForbidsIsFound() async throws {
    let path = try await path(GateByHand(isPassedWhenBlocked: true))
    #expect(path.count == 7)
    #expect(path.suffix(3) == ["machine.passed()", "// Gate: this cannot come", "// GateByHand: this can come"])
  }

  /// In no test of Swift Testing, what is found is thrown.
  private func path(_ other: GateByHand) async throws -> [String] {
    let task = Task.detached {
      try await conform(
        Gate.self, to: { _ in other }, seed: 1, forbids: { gate, call in !gate.canTake(call) },
        outputs: GateByHand.Action.self, step: { gate, call in gate.take(call) })
    }
    let finding = try await #require(throws: Finding.self) { try await task.value }
    return finding.path + finding.difference
  }
}
