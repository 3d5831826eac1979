import StateMachineTesting
import Testing

/// Planted differences between a machine and another implementation are found, each with its shortest path.
@Suite struct ConformTests {
  struct Mistake: Sendable, CustomStringConvertible {
    let description: String
    let door: HandDoor
    let path: [String]
    let line: Int
  }

  static let mistakes = [
    Mistake(
      description: "nine persons are too many", door: HandDoor(maximum: 9),
      path: [
        "door.handle(event: .personsEntered(count: 10))", "// Door: nothing → open, not final",
        "// HandDoor: \"buzz\" → open, not final",
      ], line: 9),
    Mistake(
      description: "nine persons keep it open", door: HandDoor(crowd: 9),
      path: [
        "door.handle(event: .personsEntered(count: 9))", "door.handle(event: .closeButton)",
        "// Door: \"close\" → closing, not final", "// HandDoor: nothing → open, not final",
      ], line: 11),
    Mistake(
      description: "an empty one stays", door: HandDoor(locksEmpty: false),
      path: [
        "door.handle(event: .closeButton)", "door.handle(event: .doorLocked)", "// Door: nothing → closed, final",
        "// HandDoor: nothing → closing, not final",
      ], line: 12),
    Mistake(
      description: "it begins closed", door: HandDoor(isClosed: true),
      path: ["// Door: nothing → open, not final", "// HandDoor: nothing → closed, final"], line: 2),
  ]

  @Test func whatDoesTheSameConforms() async throws {
    let report = try conform(Door.self, to: HandDoor(), state: \.name, isFinal: \.isClosed) { $0.take($1) }
    // The hand door has as many as there are configurations, and keeps the persons in the closed one.
    #expect(report.configurations == 11 + 10 + 10)
    try await conform(Door.self, to: { _ in HandDoor() }, state: \.name, isFinal: \.isClosed, step: { $0.take($1) })
  }

  @Test(arguments: mistakes) func pairsFindTheShortestWay(_ mistake: Mistake) throws {
    try withKnownIssue {
      try conform(Door.self, to: mistake.door, state: \.name, isFinal: \.isClosed) { $0.take($1) }
    } matching: {
      isExpected($0, mistake, "the two differ\n")
    }
  }

  @Test(arguments: mistakes) func walksFindIt(_ mistake: Mistake) async throws {
    for seed in UInt64(0)..<20 {
      let finding = try await finding {
        try await conform(
          Door.self, to: { _ in mistake.door }, seed: seed, state: \.name, isFinal: \.isClosed, step: { $0.take($1) })
      }
      #expect(finding.place?.line == mistake.line, "seed \(seed)")
      #expect(finding.path + finding.difference == ["var door = Door()"] + mistake.path, "seed \(seed)")
    }
  }

  /// The walk that failed is the first one with the seed that it has said.
  @Test func aSeedBringsTheWalkAgain() async throws {
    let first = try await finding {
      try await conform(Door.self, to: { _ in HandDoor(crowd: 9) }, seed: 18, step: { $0.take($1) })
    }
    let seed = try #require(first.text.firstMatch(of: /seed: (\d+)/)?.1)
    let second = try await finding { [seed = String(seed)] in
      try await conform(Door.self, to: { _ in HandDoor(crowd: 9) }, seed: UInt64(seed), walks: 1, step: { $0.take($1) })
    }
    #expect(first.description == second.description)
  }

  /// In no test of Swift Testing, what is found is thrown.
  private func finding(_ body: @escaping @Sendable () async throws -> Void) async throws -> Finding {
    let task = Task.detached { try await body() }
    return try await #require(throws: Finding.self) { try await task.value }
  }

  /// A difference in the outputs is found without names of states.
  @Test func outputsAloneAreCompared() throws {
    try conform(Door.self, to: HandDoor(locksEmpty: false)) { $0.take($1) }
  }

  @MainActor final class Keeper {
    private var door: HandDoor
    init(_ door: HandDoor = HandDoor()) { self.door = door }
    func take(_ event: Door.Event) -> [String] { door.take(event) }
    var name: String { door.name }
  }

  @Test func anotherMayBeOnAnActor() async throws {
    try await conform(
      Door.self, to: { _ in await Keeper() }, walks: 20, state: { await $0.name }, step: { await $0.take($1) })
  }

  @Test func theOtherIsMadeAnewForEachWalk() async throws {
    let finding = try await finding {
      try await conform(Door.self, to: { _ in await Keeper(HandDoor(maximum: 9)) }, step: { await $0.take($1) })
    }
    #expect(finding.path.dropFirst().first == "door.handle(event: .personsEntered(count: 10))")
    #expect(finding.difference.last == "// Keeper: \"buzz\"")
  }

  @MainActor @Test func theTestMayBeOnAnActor() async throws {
    try await conform(
      Door.self, to: { _ in await Keeper() }, walks: 20, state: { await $0.name }, step: { await $0.take($1) })
  }

  @Test func boundsOfTheCallEndThem() throws {
    let report = try conform(Door.self, to: HandDoor(), Bounds(depth: 1)) { $0.take($1) }
    #expect(report.ending == "1 steps")
  }

  private func isExpected(_ issue: Issue, _ mistake: Mistake, _ beginning: String) -> Bool {
    let lines = "\(issue)".split(separator: "\n").map { $0.drop { $0 == " " } }.suffix(mistake.path.count + 2)
    // Each line of the path is followed by its configuration, and the difference by the link before it.
    let told = lines.filter { !$0.hasPrefix("// Door.html#Door") }.map {
      $0.hasPrefix("//") ? $0 : $0.prefix { $0 != "/" }
    }
    return told.elementsEqual(["var door = Door()"] + mistake.path) { $0.hasPrefix($1) }
      && "\(issue)".contains(beginning)
      && issue.sourceLocation?.line == mistake.line
  }
}
