import TestSupport
import Testing

@testable import StateMachineModel

/// The message about an event without a transition names the state and the event.
@Suite struct UnhandledLoweringTests {
  @Test func aMessageHasTheNamesOfTheStateAndTheEvent() throws {
    let text = try generated("machine A { unhandled trap; initial state a; state b; event e; a -> b : e }")
    #expect(
      text.contains(
        """
            preconditionFailure("A: event \\(event.name) is not handled in state \\(self.state.name)")

        """))
    #expect(!text.contains("func name(of"))
  }

  @Test func anErrorHasThemToo() throws {
    let text = try generated("machine A { unhandled throw; initial state a(Name); state b; event e; a -> b : e }")
    #expect(text.contains("    let state: State.StateName\n"))
    #expect(text.contains("    let event: Event.EventName\n"))
    #expect(text.contains("throw UnhandledEvent(state: self.state.name, event: event.name)"))
  }

  /// There is no such error, and the compiler warns of what is done with one.
  @Test func withoutEventsThereIsNothingToSay() throws {
    let text = try generated("machine A { unhandled throw; initial state a; final state b; a -> b : always }")
    #expect(text.contains("    var description: String { switch self.event {} }\n"))
  }

  /// The name of a state with regions alone does not say what is active.
  @Test func aMessageNamesTheStatesOfRegions() throws {
    let text = try generated(
      """
      machine A {
        unhandled assert
        initial state idle
        state active {
          region playback {
            initial state paused
            paused -> playing : f
            state playing {
              region left { initial state l }
              region right { initial state r }
            }
          }
          region sound { initial state on }
        }
        event e, f
        idle -> active : e
      }
      """)
    #expect(text.contains("is not handled in state \\(Self.name(of: self.state))"))
    #expect(
      text.contains(
        """
          private static func name(of value: State) -> String {
            switch value {
            case .active(let regions): return "active(\\(Self.name(of: regions.playback)), \\(regions.sound.name))"
            case .idle: return value.name.description
            }
          }

          private static func name(of value: State.Active.Playback) -> String {
            switch value {
            case .playing(let regions): return "active.playback.playing(\\(regions.left.name), \\(regions.right.name))"
            case .paused: return value.name.description
            }
          }

        """))
  }

  @Test func theNameOfAMachineOfRegionsHasThoseOfAll() throws {
    let text = try generated(
      """
      public machine A {
        unhandled trap
        region left { initial state l ; l : e }
        region description { initial state r; state s; r -> s : f }
        event e, f
      }
      """)
    #expect(text.contains("is not handled in state \\(self.state.name)\")"))
    #expect(
      text.contains(
        """
            /// The names of the states, one for each region, without what they hold.
            public var name: Name {
              Name(left: self.left.name, descriptionName: self.description.name)
            }

            /// The names of the regions' states.
            public struct Name: CustomStringConvertible, Hashable, Sendable {
              public let left: Left.Name
              public let descriptionName: Description.Name
              public var description: String { "(\\(self.left), \\(self.descriptionName))" }
            }
        """))
  }
}
