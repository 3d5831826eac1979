import TestSupport
import Testing

@testable import StateMachineModel

/// `unhandled trap "…"` and `unhandled assert "…"` have messages of their own.
@Suite struct PolicyMessageTests {
  @Test func namesStandForStateAndEvent() throws {
    let text = try generated(
      ##"""
      machine A {
        unhandled trap "\(state) cannot take \( event ), \(state.name), \(limit), \\(state)"
        let limit: Int = 3
        event go, back unhandled assert #"\(state) \#(event)"#, again unhandled trap
        initial state a
        a : go, back, again [limit > 3]
      }
      """##)
    #expect(
      text.contains(
        ##"""
            switch event {
            case .back:
              assertionFailure(#"\(state) \#(event.name)"#)
              return .ignored
            case .go:
              preconditionFailure("\(self.state.name) cannot take \(event.name), \(state.name), \(limit), \\(state)")
            case .again:
              preconditionFailure("A: event \(event.name) is not handled in state \(self.state.name)")
            }
        """##))
    // The word is no name of the embedded Swift that a parameter could hide.
    #expect(text.contains("func handle(event: Event)"))
  }

  @Test func statesWithRegionsNameThoseOfTheirRegions() throws {
    let text = try generated(
      ##"""
      machine A {
        unhandled trap "\(state) cannot take \(event)"
        event go
        initial state top {
          region r { initial state a; state b; a -> b : go; b -> a : go }
          region s { initial state c; state d; c -> d : go [1 > 2]; d -> c : go }
        }
      }
      """##)
    #expect(text.contains(#"preconditionFailure("\(Self.name(of: self.state)) cannot take \(event.name)")"#))
    #expect(text.contains("private static func name(of value: State) -> String"))
  }

  @Test func itHasItsPlaceInTheSource() throws {
    let text = try generated(
      ##"""
      machine A {
        unhandled trap "\(state) cannot \(limit)"
        let limit: Int = 3
        event go
        initial state a
        a : go [limit > 3]
      }
      """##, locations: true)
    #expect(
      text.contains(
        ##"""
            #sourceLocation(file: "test.sm", line: 1)
            preconditionFailure(
                         "\(self.state.name) cannot \(limit)")
            #sourceLocation()
        """##))
  }

  /// In a row, Swift means what it means elsewhere.
  @Test func aRowNeedsNoParentheses() throws {
    let text = try generated(
      ##"""
      machine A {
        event go, back
        initial state a
        a : go / trap "in \(state), not \("b")", ; a : back / trap("c")
      }
      """##.replacing(", ;", with: ";"))
    #expect(text.contains(##"preconditionFailure("in \(state), not \("b")")"##))
    #expect(text.contains(#"preconditionFailure("c")"#))
  }

  @Test func aMessageIsOneStringLiteral() {
    expectDiagnostics(
      ##"""
      machine A {
        unhandled trap 3
      //               ^ E010 '3' stands where the end of the policy should be: an error follows 'throw', and nothing 'trap'
        event go unhandled trap "a" + "b"
      //                            ^ E010 '+' stands where the end of the message should be: it is one string literal
        event back unhandled ignore "a"
      //                            ^ E010
        event more unhandled assert "a \(limit + "b")", less unhandled trap "c", last
        initial state a
        a : more, less, last / trap "a" "b"
      //                                ^~~ E010
      }
      """##)
  }
}
