import Testing

@testable import StateMachineCodeGeneration

/// Each state has its place in the Swift types, and some states can be entered without arguments.
@Suite struct StateLayoutTests {
  private func player() throws -> PlanWords {
    try PlanWords(
      """
      initial state idle(n: Int = 1)
      state off
      state active(track: String) {
        region playback {
          initial state playing(position: Int = 0)
          state paused(position: Int)
          playing -> paused : e
          paused : e / position += 1
        }
        region sound {
          initial state audible {
            initial state loud
            audible : f / track = ""
          }
          state muted {
            region left { initial state l }
            region right { initial state r }
          }
        }
      }
      event e, f
      """)
  }

  // MARK: Segments

  @Test func aPathHasASegmentForEachRegionOnTheWay() throws {
    let plan = try player()
    func segments(_ state: String) throws -> [String] {
      try plan.model.layout.segments(of: plan.state(state)).map { segment in
        "\(segment.region.map(plan.small.name) ?? "machine"): \(plan.small.name(segment.last))"
      }
    }
    #expect(try segments("idle") == ["machine: idle"])
    #expect(try segments("playing") == ["machine: active", "playback: playing"])
    #expect(try segments("loud") == ["machine: active", "sound: loud"])
    #expect(try segments("r") == ["machine: active", "sound: muted", "right: r"])
  }

  @Test func aMachineWithoutRegionsHasOneSegment() throws {
    let plan = try PlanWords("initial state a { initial state b ; b : e }\nevent e")
    let segments = plan.model.layout.segments(of: try plan.state("b"))
    #expect(segments.count == 1)
  }

  @Test func whatASegmentIsReadFrom() throws {
    let plan = try player()
    let layout = plan.model.layout
    let segments = layout.segments(of: try plan.state("r"))
    #expect(segments.map(layout.firstField) == [0, 1, 1])
  }

  @Test func aNameOfTheFileIsNotTakenForTheRegions() throws {
    let plan = try PlanWords(
      """
      initial state a { region b { initial state c ; c : e } ; region d { initial state f } }
      event e
      var regions: Int = 0
      """)
    #expect(plan.model.layout.regionsName(0) == "regions_")
    #expect(plan.model.layout.regionsName(1) == "regions2")
  }

  // MARK: Single states

  @Test func aStateHasADefaultWhereAllOfItsFieldsHave() throws {
    let plan = try player()
    let layout = plan.model.layout
    for name in ["idle", "off", "playing", "audible", "muted", "playback", "sound"] {
      #expect(layout.hasDefault(try plan.state(name)), "\(name)")
    }
    for name in ["paused", "active"] { #expect(!layout.hasDefault(try plan.state(name)), "\(name)") }
  }

  @Test func aMachineHasADefaultInitWhereItsStateAndItsPropertiesHave() throws {
    func hasDefaultInit(_ text: String) throws -> Bool { try PlanWords(text).model.layout.hasDefaultInit }
    #expect(try hasDefaultInit("initial state a(n: Int = 0)\nevent e\na : e\nvar k: Int = 1"))
    #expect(try !hasDefaultInit("initial state a(n: Int = 0)\nevent e\na : e\nlet k: Int"))
    #expect(try !hasDefaultInit("initial state a(n: Int)\nevent e\na : e"))
    #expect(try hasDefaultInit("region a { initial state b ; b : e }\nregion c { initial state d }\nevent e"))
    #expect(try !hasDefaultInit("region a { initial state b ; b : e }\nregion c { initial state d(n: Int) }\nevent e"))
  }

  // MARK: Storing

  @Test func aTransitionReplacesTheStateOfTheRegionThatItDoesNotLeave() throws {
    let plan = try player()
    let layout = plan.model.layout
    let playing = try plan.state("playing")
    #expect(layout.storingSegment(of: playing, domain: try plan.state("playback")) == 1)
    #expect(layout.storingSegment(of: playing, domain: try plan.state("active")) == 0)
    #expect(layout.storingSegment(of: playing, domain: nil) == 0)
  }

  @Test func anEmptyStateStandsInWhileAPayloadChanges() throws {
    let plan = try player()
    func names(_ state: String, _ segment: Int) throws -> [String]? {
      try plan.model.layout.emptyStates(of: plan.state(state), through: segment)?.map { plan.text($0) }
    }
    #expect(try names("idle", 0) == ["off"])
    #expect(try names("playing", 0) == ["off"])
    // No state of `playback` is without payload.
    #expect(try names("playing", 1) == nil)
    #expect(try names("r", 0) == ["off"])
  }
}
