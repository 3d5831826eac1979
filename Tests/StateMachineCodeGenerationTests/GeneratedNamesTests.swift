import Testing

@testable import StateMachineCodeGeneration

/// Generated names differ from the names of the file.
@Suite struct GeneratedNamesTests {
  @Test func namesGiveWayToThoseOfTheFile() throws {
    let plain = try PlanWords("initial state a\nevent e\na : e").model.names
    #expect([plain.event, plain.emit, plain.run, plain.runType] == ["event", "emit", "run", "Run"])
    let taken = try PlanWords(
      """
      initial state a(event: Int = 0, run: Int = 0, Run: Int = 0, Run_: Int = 0)
      event e
      a : e [emit]
      var emit: Bool = true
      """
    ).model.names
    #expect([taken.event, taken.emit, taken.run, taken.runType] == ["event_", "emit_", "run_", "Run__"])
  }

  @Test func timersAreCalledAfterThePathOfTheirState() throws {
    let plan = try PlanWords(
      """
      initial state player {
        initial state playing
        state paused
        playing -> paused : after 1s
        playing           : after 2s / tick
        paused -> playing : after 1s
      }
      state playerPlaying
      event e
      output tick
      player -> playerPlaying : e
      playerPlaying : every 1s / tick
      """)
    #expect(
      plan.small.machine.timers.indices.map(plan.model.names.timer) == [
        "playerPlaying", "playerPlaying2", "playerPaused", "playerPlaying3",
      ])
    #expect(GeneratedNames.repeating(besideAfter: true) == "repeat")
    #expect(GeneratedNames.repeating(besideAfter: false) == "schedule")
  }

  @Test func aCompositeHasATypeOfItsNameUnlessAStateIsCalledSo() throws {
    let plan = try PlanWords(
      """
      initial state loaded { initial state a ; a : e }
      state busy { initial state b ; b : e }
      state Busy
      event e
      """)
    #expect(plan.model.names.children(of: try plan.state("loaded")) == "Loaded")
    #expect(plan.model.names.children(of: try plan.state("busy")) == "BusyStates")
    #expect(plan.model.names.children(of: try plan.state("a")) == "")
  }

  @Test func functionsOfStatesThatDifferInTheirFirstLetterAreToldApart() throws {
    let plan = try PlanWords(
      """
      initial state open { entry / o }
      state Open { exit / o }
      state shut { entry / o }
      event e
      output o
      open -> Open : e
      Open -> shut : e
      """)
    let names = plan.model.names
    #expect(names.function("enter", try plan.state("open")) == "enter_open")
    #expect(names.function("exit", try plan.state("Open")) == "exit_Open")
    #expect(names.function("enter", try plan.state("shut")) == "enterShut")
    #expect(names.function("exitInside", within: try plan.state("shut")) == "exitInsideShut")
    #expect(names.function("exitInside", within: nil) == "exitInsideMachine")
  }

  @Test func cancellationsAndHistories() throws {
    let plan = try PlanWords(
      """
      initial state player {
        do / download
        initial state a
        state b
        a -> b : e
      }
      state idle
      event e, f
      output download async
      player -> idle : f
      idle -> player.history : f
      var playerHistory: Int = 0
      """)
    #expect(plan.model.names.history(of: try plan.state("player")) == "playerHistory_")
  }
}
