import TestSupport
import Testing

@testable import StateMachineCodeGeneration

/// States and events have names without their payloads.
@Suite struct NameEnumTests {
  private func words(_ names: NameEnum) -> [String] { names.cases.map { "\($0.identifier) \($0.text)" } }

  @Test func statesAreNamedByTheirPathsAndEventsByTheirNames() throws {
    let plan = try PlanWords(
      """
      initial state signedOut
      state signedIn(token: String) {
        initial state idle
        state busy { initial state loading(String = "a") }
      }
      event signIn(token: String), signOut
      signedOut -> signedIn : signIn
      signedIn -> signedOut : signOut
      """)
    let names = plan.model.nameEnum(ofStatesIn: nil)
    #expect(names.type == "Name")
    #expect(
      words(names) == [
        "signedOut signedOut", "signedInIdle signedIn.idle", "signedInBusyLoading signedIn.busy.loading",
      ])
    #expect(words(plan.model.nameEnumOfEvents) == ["signIn signIn", "signOut signOut"])
  }

  @Test func aStateAtTheTopKeepsItsNameAndOthersAreNumbered() throws {
    let plan = try PlanWords(
      """
      initial state a { initial state bC ; state other }
      state aB { initial state c }
      state aBC
      state allCases
      event e
      a -> aB : e
      """)
    #expect(
      words(plan.model.nameEnum(ofStatesIn: nil)) == [
        "aBC2 a.bC", "aOther a.other", "aBC3 aB.c", "aBC aBC", "allCases2 allCases",
      ])
  }

  @Test func aTimerIsNamedAfterElapsed() throws {
    let plan = try PlanWords(
      """
      initial state player {
        initial state playing
        playing : after 1s / tick
        playing : after 2s / tick
      }
      event elapsedPlayerPlaying
      output tick
      player : elapsedPlayerPlaying
      """)
    #expect(
      words(plan.model.nameEnumOfEvents) == [
        "elapsedPlayerPlaying elapsedPlayerPlaying", "elapsedPlayerPlaying2 elapsed.playerPlaying",
        "elapsedPlayerPlaying22 elapsed.playerPlaying2",
      ])
  }

  /// A state with regions is one name: the names of its regions are their own.
  @Test func aRegionHasNamesOfItsOwn() throws {
    let plan = try PlanWords(
      """
      initial state idle
      state active {
        region playback {
          initial state paused
          state playing { initial state soft; state loud }
        }
        region sound { initial state on }
      }
      event e
      idle -> active : e
      """)
    #expect(words(plan.model.nameEnum(ofStatesIn: nil)) == ["idle idle", "active active"])
    #expect(
      words(plan.model.nameEnum(ofStatesIn: try plan.state("playback"))) == [
        "paused active.playback.paused", "playingSoft active.playback.playing.soft",
        "playingLoud active.playback.playing.loud",
      ])
    #expect(words(plan.model.nameEnum(ofStatesIn: try plan.state("sound"))) == ["on active.sound.on"])
  }

  // MARK: The name of the type

  private func types(_ text: String) throws -> [String] {
    let model = try PlanWords(text).model
    return [model.nameType(ofStatesIn: nil), model.nameEnumOfEvents.type, model.nameOfState]
  }

  @Test(arguments: [
    "initial state a(Name)", "initial state a([Name: Int] = [:])", "initial state a(Int = Name.count)",
    "initial state a { initial state b(owner: Name?) }",
  ])
  func aPayloadsTypeIsNotHidden(state: String) throws {
    #expect(try types("\(state)\nevent e\na : e") == ["StateName", "EventName", "name"])
  }

  @Test func aTypeThatIsMeantByItsModuleOrMachineIsNoObstacle() throws {
    #expect(try types("initial state a(Person.Name)\nevent e\na : e") == ["Name", "Name", "name"])
    #expect(try types("initial state a(Name, StateName)\nevent e\na : e") == ["StateName_", "EventName", "name"])
  }

  @Test func aStateOrAnEventMayBeCalledName() throws {
    #expect(try types("initial state name\nevent name\nname : name") == ["Name", "Name", "name"])
    #expect(try types("initial state Name\nevent e\nName : e") == ["StateName", "Name", "name"])
    #expect(try types("initial state a\nevent Name\na : Name") == ["Name", "EventName", "name"])
    #expect(try types("initial state name { initial state a }\nevent e\nname : e") == ["StateName", "Name", "name"])
  }

  @Test func aRegionMayBeCalledName() throws {
    #expect(
      try types("region name { initial state a; a : e }\nregion other { initial state b }\nevent e") == [
        "StateName", "Name", "stateName",
      ])
  }

  @Test func keywordsAndQuotesAreSpelledAsSwiftWantsThem() throws {
    let text = try generated(
      """
      machine A {
        initial state `default`
        state `a "b"` { initial state `1st` }
        event `inout`
        `default` -> `a "b"` : `inout`
      }
      """)
    #expect(text.contains("case `default`, `a \"b\"1st`\n"))
    #expect(text.contains("case .default: return .default\n"))
    #expect(text.contains("case .`a \"b\"`(.`1st`): return .`a \"b\"1st`\n"))
    #expect(text.contains("case .`a \"b\"1st`: return \"a \\\"b\\\".1st\"\n"))
    #expect(text.contains("case .`inout`: return .`inout`\n"))
  }
}
