import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineReports
@testable import StateMachineSyntax

@Suite struct ChangeReportTests {
  private func machine(_ text: String) throws -> StateMachine {
    let (machines, result) = Compiler().machines(of: SourceFile(path: "test.sm", text: text))
    try #require(!result.hasErrors, "\(result.diagnostics.map(\.message))")
    return try #require(machines.first)
  }

  private static let old = """
    machine Door {
      var n: Int = 0
      initial state open(persons: Int = 0)
      state ajar
      final state closed
      event close, slam
      open -> closed : close [persons < 10]
      open -> ajar   : slam
      ajar           : close / n += 1
      ajar -> closed : slam
    }
    """

  @Test func nothingHasChangedWhereOnlyBlanksHave() throws {
    let report = ChangeReport(
      from: try machine(Self.old), to: try machine(Self.old.replacing("   : slam", with: " : slam")))
    #expect(report.changes.isEmpty)
    #expect(report.plainText == "")
  }

  @Test func aTimerWithAnotherNameIsTold() throws {
    func waiting(_ rows: String) throws -> StateMachine {
      try machine(
        "machine T: Sendable {\n event go\n initial state a\n state b, c\n\(rows)\n b, c -> a : go\n}")
    }
    let report = ChangeReport(
      from: try waiting("a -> b : after 5s\n a -> c : after 7s"),
      to: try waiting("a -> c : after 7s\n a -> b : after 5s"))
    #expect(
      report.plainText == """
          ~ timer of 'a : after 7s': '.a', was: '.a2'
          ~ timer of 'a : after 5s': '.a2', was: '.a'

        """)
  }

  @Test func changesAreTold() throws {
    let new = """
      machine Door {
        var n: Int = 1
        initial state open(persons: Int = 0, speed: Int = 1)
        state locked
        final state closed
        event close, lock
        open -> closed : close [persons < 12]
        open -> locked : lock
        locked         : close / n += 1
        locked -> closed : lock
      }
      """
    let report = ChangeReport(from: try machine(Self.old), to: try machine(new))
    #expect(
      report.plainText == """
          ~ state open(persons: Int, speed: Int), was: open(persons: Int)
          + state locked
          - state ajar
          + locked : close / n += 1
          - ajar : close / n += 1
          ~ open -> closed : close [persons < 12], was: open -> closed : close [persons < 10]
          + open -> locked : lock
          + locked -> closed : lock
          - open -> ajar : slam
          - ajar -> closed : slam
          ~ var n: Int = 1, was: var n: Int = 0
          + event lock
          - event slam

        """)
  }
}
