import StateMachineTesting
import Testing

/// Watches check the order of outputs while a machine is explored.
@Suite struct WatchTests {
  struct TooManyBuzzes: Error, CustomStringConvertible {
    let description: String
  }

  /// Nobody buzzes more often than that before the door closes.
  struct FewBuzzes: Watch {
    let maximum: Int
    private var buzzes = 0

    init(maximum: Int) { self.maximum = maximum }

    mutating func see(_ step: Step<Door>) throws {
      if step.outputs.contains("buzz") { buzzes = min(buzzes + 1, maximum + 1) }
      if case .closeButton = step.event, step.after == "closing", buzzes > maximum {
        throw TooManyBuzzes(description: "\(buzzes) buzzes before \(step.before) → \(step.after): \(step.swift)")
      }
    }
  }

  @Test func aThrownErrorIsAFindingWithAShortestWay() throws {
    try withKnownIssue {
      let report = try explore(Door.self, watching: FewBuzzes(maximum: 1))
      #expect(report.findings.count == 1)
    } matching: {
      "\($0)".hasSuffix(
        """
        Door.sm:11:3: FewBuzzes: 2 buzzes before open → closing: door.handle(event: .closeButton)
            var door = Door()                               // open(persons: 0); FewBuzzes(maximum: 1, buzzes: 0)
            door.handle(event: .personsEntered(count: 1))   // open(persons: 1); FewBuzzes(maximum: 1, buzzes: 0)
            door.handle(event: .personsEntered(count: 10))  // open(persons: 1); FewBuzzes(maximum: 1, buzzes: 1)
            door.handle(event: .personsEntered(count: 10))  // open(persons: 1); FewBuzzes(maximum: 1, buzzes: 2)
            door.handle(event: .closeButton)                // closing(persons: 1); FewBuzzes(maximum: 1, buzzes: 2)
            // Door.html#Door;personsEntered(count:1);personsEntered(count:10);personsEntered(count:10);closeButton
        """)
    }
  }

  /// Configurations with different watches are different.
  @Test func aWatchIsPartOfConfigurations() throws {
    struct Parity: Watch {
      var isOdd = false
      mutating func see(_ step: Step<Door>) { if step.event == .personsEntered(count: 1) { isOdd.toggle() } }
    }
    // Both are seen with a door that is moving or closed, and only with 9 or 10 persons in the open one.
    #expect(try explore(Door.self, watching: Parity()).configurations == 2 * 10 + 2 + 9 + 2 * 2)
  }
}
