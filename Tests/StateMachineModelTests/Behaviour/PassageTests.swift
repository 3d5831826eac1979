import TestSupport
import Testing

@testable import StateMachineModel

/// A transition exits and enters the right states, in order.
@Suite struct PassageTests {
  private static let nested = """
    initial state a {
      entry / o
      exit / o
      initial state b { exit / o }
      state c { entry / o }
      b -> c : x
    }
    state d {
      entry / o
      initial state e { entry / o ; initial state f { entry / o } }
    }
    event x, y, z, w
    output o
    a.b -> d : y
    d -> d.e : z
    d -> a : w
    a : z / trap
    """

  private func arrival(_ passage: Passage) throws -> Passage.Arrival {
    guard case .arrival(let arrival) = passage.end else { throw Unexpected() }
    return arrival
  }

  private struct Unexpected: Error {}

  @Test func outFromWithinThenInFromOutside() throws {
    let machine = try SmallMachine(Self.nested)
    let passage = machine.behaviour.passage(of: try machine.transition("b", "y"))
    #expect(machine.words(passage.exits) == ["exit b", "exit a"])
    let arrival = try arrival(passage)
    #expect(machine.name(arrival.state) == "f")
    #expect(machine.words(arrival.entries) == ["enter d", "enter e", "enter f"])
  }

  @Test func whatStaysIsNeitherLeftNorEntered() throws {
    let machine = try SmallMachine(Self.nested)
    let inner = machine.behaviour.passage(of: try machine.transition("b", "x"))
    #expect(machine.words(inner.exits) == ["exit b"])
    #expect(machine.words(try arrival(inner).entries) == ["enter c"])
    let local = machine.behaviour.passage(of: try machine.transition("d", "z"))
    #expect(machine.words(try arrival(local).entries) == ["enter e", "enter f"])
  }

  @Test func aCompositeLeavesWhateverIsActiveWithin() throws {
    let machine = try SmallMachine(Self.nested + "\na -> d : w")
    let passage = machine.behaviour.passage(of: try machine.transition("a", "w"))
    #expect(machine.words(passage.exits) == ["exit within a", "exit a"])
    let back = machine.behaviour.passage(of: try machine.transition("d", "w"))
    // Nothing is done when 'd', or what is within it, is left.
    #expect(machine.words(back.exits) == [])
    #expect(machine.words(try arrival(back).entries) == ["enter a"])
  }

  @Test func theWayToACompositeAroundLeavesItAndEntersItAgain() throws {
    let machine = try SmallMachine(Self.nested + "\na.b -> a : w\na.b -> a.b : z")
    let out = machine.behaviour.passage(of: try machine.transition("b", "w"))
    #expect(machine.words(out.exits) == ["exit b", "exit a"])
    #expect(machine.words(try arrival(out).entries) == ["enter a"])
    let itself = machine.behaviour.passage(of: try machine.transition("b", "z"))
    #expect(machine.words(itself.exits) == ["exit b"])
    #expect(machine.words(try arrival(itself).entries) == [])
  }

  @Test func whatTrapsGoesNowhere() throws {
    let machine = try SmallMachine(Self.nested)
    guard case .trap = machine.behaviour.passage(of: try machine.transition("a", "z")).end else {
      Issue.record("it does not trap")
      return
    }
  }

  @Test func outOfARegionTheOthersAreLeftToo() throws {
    let machine = try SmallMachine(
      """
      initial state p {
        region q { initial state q1 { exit / o } ; state q2 ; q1 -> q2 : y }
        region r { initial state r1 { entry / o ; exit / o } }
      }
      state out { exit / o }
      event x, y
      output o
      p.q.q1 -> out : x
      out -> p.q.q2 : y
      """)
    let passage = machine.behaviour.passage(of: try machine.transition("q1", "x"))
    #expect(machine.words(passage.exits) == ["exit within p"])
    let back = machine.behaviour.passage(of: try machine.transition("out", "y"))
    #expect(machine.words(back.exits) == ["exit out"])
    let arrival = try arrival(back)
    #expect(machine.name(arrival.state) == "q2")
    #expect(machine.names(arrival.regions.map(\.leaf)) == ["r1"])
    #expect(machine.words(arrival.entries) == ["enter r1"])
  }

  /// A transition to a choice beside the regions of the machine's body exits all of them.
  @Test func allRegionsOfTheMachineAreLeftAndEntered() throws {
    let machine = try SmallMachine(
      """
      region q { initial state q1 { entry / o ; exit / o } ; state q2 { entry / o } ; q1 -> k : x }
      region r { initial state r1 { entry / o ; exit / o } ; state r2 { entry / o } ; r1 -> k : x }
      choice k
      k -> r.r2 : [n > 1]
      k -> q.q2, r.r2 : [else]
      event x
      output o
      let n: Int
      """)
    for (source, left) in [("q1", ["q", "q1", "r", "r1", "r2"]), ("r1", ["q", "q1", "q2", "r", "r1"])] {
      let transition = try machine.transition(source, "x")
      let passage = machine.behaviour.passage(of: transition)
      #expect(machine.words(passage.exits) == ["exit within machine"])
      guard case .choice(let branches) = passage.end else {
        Issue.record("it leads to no choice")
        return
      }
      #expect(branches.map { machine.words($0.passage.exits) } == [[], []])
      let arrivals = try branches.map { try arrival($0.passage) }
      #expect(arrivals.map { machine.name($0.state) } == ["r2", "q2"])
      #expect(arrivals.map { machine.names($0.regions.map(\.leaf)) } == [["q1"], ["r2"]])
      #expect(arrivals.map { machine.words($0.entries) } == [["enter q1", "enter r2"], ["enter q2", "enter r2"]])
      let whole = machine.machine.transitions[transition]
      let exits = machine.behaviour.exitSet(of: whole, endingWith: branches[0].transition)
      #expect(machine.names(machine.machine.states.indices.filter(exits.contains)) == left)
    }
  }

  /// Whichever of the regions the target stands in.
  @Test func regionsAreEnteredInTheirOrder() throws {
    let machine = try SmallMachine(
      """
      initial state out
      state p {
        region q { initial state q1 { entry / o } ; q1 : y }
        region r { initial state r1 ; state r2 { entry / o } ; r1 -> r2 : y }
        region s { initial state s1 { entry / o } ; s1 : y }
      }
      event x, y
      output o
      out -> p.r.r2 : x
      """)
    let passage = machine.behaviour.passage(of: try machine.transition("out", "x"))
    #expect(machine.words(try arrival(passage).entries) == ["enter q1", "enter r2", "enter s1"])
  }

  @Test func aChoiceIsDecidedOnceItsSourceIsLeft() throws {
    let machine = try SmallMachine(
      """
      initial state a { exit / o
        initial state b { exit / o }
        state c { entry / o }
        choice k
        b -> k : x
        k -> c : [n > 1]
        k -> d : [else]
      }
      state d { entry / o }
      event x
      output o
      let n: Int
      """)
    let passage = machine.behaviour.passage(of: try machine.transition("b", "x"))
    #expect(machine.words(passage.exits) == ["exit b"])
    guard case .choice(let branches) = passage.end else {
      Issue.record("it leads to no choice")
      return
    }
    #expect(branches.map { machine.words($0.passage.exits) } == [[], ["exit a"]])
    #expect(try branches.map { machine.words(try arrival($0.passage).entries) } == [["enter c"], ["enter d"]])
  }

  @Test func aHistoryIsKeptOnTheWayOutAndDroppedOnTheWayIn() throws {
    let machine = try SmallMachine(
      """
      initial state a { initial state b ; state c ; b -> c : x ; c -> b : x }
      state d
      event x, y
      a -> d : y
      d -> a.history : x
      d -> a : y
      """)
    let away = machine.behaviour.passage(of: try machine.transition("a", "y"))
    #expect(machine.words(away.exits) == ["remember a"])
    let anew = machine.behaviour.passage(of: try machine.transition("d", "y"))
    #expect(machine.words(try arrival(anew).entries) == ["forget a"])
    guard
      case .history(let returned, let otherwise) = machine.behaviour.passage(of: try machine.transition("d", "x")).end
    else {
      Issue.record("it leads to no history")
      return
    }
    #expect(returned.kind == .shallow)
    #expect(machine.name(returned.composite) == "a")
    #expect(machine.name(otherwise.state) == "b")
  }

  /// A body that has ended begins anew; the other states of the history are restored.
  @Test func aDeepHistoryBeginsAnewWhatHasEnded() throws {
    func renewals(_ kind: String) throws -> [String] {
      let machine = try SmallMachine(
        """
        initial state a {
          initial state b { initial state c { initial state d ; final state e ; d -> e : x } ; final state f ; c -> f : y }
          final state g
          b -> g : z
        }
        state h
        event x, y, z, w
        a -> h : w
        h -> a.\(kind) : w
        """)
      let passage = machine.behaviour.passage(of: try machine.transition("h", "w"))
      guard case .history(let returned, _) = passage.end else { throw Unexpected() }
      return returned.renewals.map { "\(machine.name($0.body)) at \(machine.name($0.arrival.state))" }
    }
    #expect(try renewals("deepHistory") == ["b at d", "c at d"])
    // Composites within begin anew.
    #expect(try renewals("history") == [])
  }

  /// Each region is remembered, or begins anew, by itself; so is what only passes through a pseudostate.
  @Test func aDeepHistoryBeginsRegionsAnewThatHaveEnded() throws {
    let machine = try SmallMachine(
      """
      initial state a {
        region p { initial state b ; final state c ; b -> c : x }
        region q { initial state d ; state e ; d -> e : x }
        region r {
          initial state f
          state g { initial state h ; history -> h / o ; state i ; h -> i : x }
          f -> g.history : x
        }
      }
      state j
      event x, w
      output o
      a -> j : w
      j -> a.deepHistory : w
      """)
    let passage = machine.behaviour.passage(of: try machine.transition("j", "w"))
    guard case .history(let returned, _) = passage.end else { throw Unexpected() }
    #expect(returned.renewals.map { machine.name($0.body) } == ["p", "g"])
    #expect(returned.whole?.state == returned.composite)
  }

  @Test func aSubmachineBeginsAndEndsWithItsState() throws {
    let machine = try SmallMachine(
      """
      machine M {
        initial state a: Inner { entry / o ; exit / o }
        state b
        event x
        output o
        a -> b : x
        b -> a : x
      }
      machine Inner { initial state p ; event n ; p : n }
      """)
    let state = try machine.state("a")
    #expect(machine.words(machine.behaviour.entry(of: state)) == ["enter a", "start a"])
    #expect(machine.words(machine.behaviour.exit(of: state)) == ["stop a", "exit a"])
  }

  @Test func aFinalStateMayFinishItsComposite() throws {
    let machine = try SmallMachine(
      """
      initial state a {
        initial state b
        final state c
        b -> c : x
      }
      state d { initial state e ; final state f ; e -> f : x }
      event x, y
      a -> d : done
      """)
    #expect(machine.words(machine.behaviour.entry(of: try machine.state("c"))) == ["finish a"])
    // No row waits for 'd' to be done.
    #expect(machine.words(machine.behaviour.entry(of: try machine.state("f"))) == [])
  }
}
