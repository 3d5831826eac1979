import StateMachineSyntax
import TestSupport
import Testing

@testable import StateMachineCodeGeneration
@testable import StateMachineModel

/// Plans in words, so that tests can say what they expect of them.
struct PlanWords {
  let small: SmallMachine
  let model: SwiftModel

  init(_ text: String) throws {
    small = try SmallMachine(text)
    model = SwiftModel(small.behaviour)
  }

  /// A composite `a` with two regions, and rows of its own.
  static func composite(_ p: String, _ q: String = "", _ own: String = "") throws -> PlanWords {
    try PlanWords(
      """
      initial state a {
        region p { initial state p1 ; state p2 ; \(p) }
        region q { initial state q1 ; state q2 ; \(q) }
      }
      state z
      event x, y
      output o
      let n: Bool
      \(own)
      """)
  }

  var behaviour: Behaviour { model.behaviour }

  func state(_ name: String) throws -> StateID { try small.state(name) }

  func trigger(_ event: String) throws -> Trigger { try .event(small.event(event)) }

  /// The first transition of a state on an event.
  func transition(_ source: String, _ event: String) throws -> TransitionID { try small.transition(source, event) }

  /// The states within a composite or, for nil, the machine that have something for an event.
  func reactors(_ event: String, within composite: String? = nil) throws -> [StateID] {
    let within = try small.machine.descendants(of: composite.map(state))
    return try behaviour.reactors(to: small.event(event)).filter(within.contains)
  }

  func text(_ name: Identifier) -> String { small.machine.source.text(name.range) }
}
