import TestSupport
import Testing

/// A function of the reducer has the right cases, tries the right rows in each, and ends each.
@Suite struct ReducerTests {
  private func code(_ function: String, _ body: String) throws -> String {
    try generatedLines(of: function, "machine M {\n  wrapper none\n\(body)\n}\n").joined(separator: "\n")
  }

  // MARK: Cases

  private let small = """
    initial state a
    state b
    state c
    final state d
    event x, y, z
    a -> b : x
    a -> d : y
    b -> c : x
    """

  @Test func eventsWithTheSameEndShareAnArm() throws {
    let handle = try code("handle", small)
    #expect(handle.contains("case .x:\nself.state = .c\nreturn .transitioned\ncase .y, .z:\nreturn .ignored\n"))
    #expect(handle.hasSuffix("case .c, .d:\nreturn .ignored\n}"))
  }

  @Test func theMachinesEndIgnoresWhateverThePolicyIs() throws {
    let handle = try code("handle", small + "\nunhandled trap")
    #expect(handle.hasSuffix("case .c:\nself.unhandled(event)\ncase .d:\nreturn .ignored\n}"))
  }

  @Test func aStepLeavesToTheRunWhatNobodyTakes() throws {
    let text = small + "\nc -> a : always"
    #expect(try code("take", text).hasSuffix("case .c:\nreturn nil\ncase .d:\nreturn .ignored\n}"))
    #expect(
      try code("takeAlways", text)
        == "switch self.state {\ncase .c:\nself.state = .a\nreturn .transitioned\ncase .a, .b, .d:\nreturn nil\n}")
  }

  @Test func whatIsIgnoredOnPurposeNeedsAnArmForItsCommentOnly() throws {
    let text = "initial state a\nevent x, y, z\noutput o\na : x / o\na : y"
    #expect(try code("handle", text).contains("case .y, .z:\nreturn .ignored"))
    let documented = text.replacing("a : y", with: "/// Not yet.\na : y")
    #expect(try code("handle", documented).contains("case .y:\n// Not yet.\nreturn .ignored\ncase .z:"))
  }

  @Test func whatIsKeptForLater() throws {
    let text = """
      initial state a { defer x }
      state b
      event x, y
      let n: Bool
      a -> b : y
      b -> a : x
      a -> b : x [n]
      """
    #expect(
      try code("take", text).contains(
        "case .x:\nif n {\nself.state = .b\nreturn .transitioned\n}\nreturn .deferred\ncase .y:"))
    #expect(try code("accepts", text).contains("case .x:\nif n {\nreturn true\n}\nreturn false\ncase .y:\nreturn true"))
  }

  @Test func timersConcernTheirStateAlone() throws {
    let handle = try code(
      "handle", "initial state a\nstate b\nevent x\nlet n: Bool\na -> b : after 1s [n]\nb -> a : x\nunhandled trap")
    #expect(handle.contains("return .transitioned\n}\nreturn .ignored\ncase .x:\nself.unhandled(event)"))
    #expect(handle.hasSuffix("case .elapsed(.a):\nreturn .ignored\n}\n}"))
  }

  @Test func aSubmachineIsAskedFirst() throws {
    let text = """
      machine M {
        wrapper none
        initial state a: Inner
        state b
        event x
        a -> b : a
        b -> a : x
      }
      machine Inner {
        wrapper none
        initial state p
        event n
        p : n
      }
      """
    let take = try generatedLines(of: "take", text).joined(separator: "\n")
    #expect(take.contains("case .a(let inner):\nif let outcome = self.attemptA(inner) {\nreturn outcome\n}\n"))
  }

  @Test func aMachineWithoutEventsHasNoSwitch() throws {
    #expect(
      try code("handle", "initial state a { entry / o }\noutput o") == "// There are no events.")
  }

  // MARK: Composites

  private func nested(_ payload: String) -> String {
    """
    initial state p(\(payload)) {
      initial state q
      state r
      q -> r : x
      q : y [check(items)] / o
    }
    state s
    event x, y, z
    output o
    p -> s : y
    p : z / o
    """
  }

  @Test func aCompositeIsAskedByAFunction() throws {
    let text = nested("items: Int = 0")
    let handle = try code("handle", text)
    #expect(handle.contains("case .z:\nreturn self.handleP(event, emit: emit)\n"))
    #expect(handle.contains("case .p(_, .r):\nreturn self.handleP(event, emit: emit)\n"))
    #expect(!handle.contains("The bindings above end here"))
    #expect(try code("handleP", text).hasPrefix("switch event {\ncase .y:\nself.state = .s\nreturn .transitioned\n"))
  }

  @Test func whatIsBoundAndMayLiveOnTheHeapIsReleasedFirst() throws {
    let text = nested("items: [Int] = []").replacing("p : z / o", with: "p : z / { items.append(1) }")
    let handle = try code("handle", text)
    #expect(handle.contains("case .z:\nbreak\n"))
    #expect(
      handle.hasSuffix(
        "switch self.state {\ncase .s:\nreturn .ignored\ncase .p:\nreturn self.handleP(event, emit: emit)\n}"))
    // Without a change in place, the bound payload need not be released first.
    #expect(
      try code("handle", nested("items: [Int] = []")).contains("case .z:\nreturn self.handleP(event, emit: emit)\n"))
    // `accepts` changes nothing.
    #expect(try code("accepts", text).contains("case .z:\nreturn self.acceptsP(event)\n"))
  }

  /// The patterns of inner ones are part of those of outer ones.
  @Test func innerCompositesAreAskedBeforeOuterOnes() throws {
    let handle = try code(
      "handle",
      """
      initial state p(list: [Int] = []) {
        initial state q { initial state r ; r : x [check(list)] / o ; r : y [check(list)] / o }
        state t
        q -> t : x / { list.append(1) }
        t : x [check(list)] / o
      }
      state s
      event x, y
      output o
      p -> s : x
      p : y / { list.append(2) }
      """)
    #expect(
      handle.contains(
        "case .p(_, .q):\nreturn self.handleQ(event, emit: emit)\ncase .s:\nreturn .ignored\ncase .p:\n"
          + "return self.handleP(event, emit: emit)\n"))
  }

  // MARK: Accepts

  @Test func acceptsHasAnArmOnlyWhereThereIsSomethingToLookAt() throws {
    let accepts = try code(
      "accepts",
      """
      initial state a
      state b
      event t, u, v, w, x, y
      output o
      let n: Bool
      a -> b : t
      a : u / o
      a : v
      a : w / trap
      a : x [n] / o
      a : y [n]
      """)
    #expect(
      accepts.contains(
        "case .x:\nif n {\nreturn true\n}\nreturn false\ncase .t, .u:\nreturn true\ncase .v, .w, .y:\nreturn false\n"))
  }

  @Test func whatATransitionDoesNotTakeAnOuterOneMayStillAccept() throws {
    let accepts = try code(
      "accepts",
      """
      initial state a { initial state b ; state c { defer x } ; b : x [n] ; b -> c : y }
      event x, y
      output o
      let n: Bool
      a : x / o
      """)
    #expect(
      accepts.contains("case .x:\nif n {\nreturn false\n}\nreturn self.acceptsA(event)\ncase .y:\nreturn true\n"))
    #expect(accepts.contains("case .a(.c):\nreturn false"))
  }

  // MARK: Regions

  private let player = """
    initial state a(track: String = "") {
      region playback {
        initial state playing(position: Int = 0)
        state paused(position: Int)
        playing -> paused : pause
        paused -> playing : play
        playing : moved [n] / trap
      }
      region sound {
        initial state audible
        state muted
        audible -> muted : mute
        muted -> audible : mute
      }
      a -> b : moved
    }
    state b
    event play, pause, mute, moved, stop, ended
    let n: Bool
    a -> b : stop
    """

  /// The regions are bound once for all arms; the states of the region that has something are told apart.
  @Test func oneRegionIsAskedThenTheComposite() throws {
    let handle = try code("handle", player)
    #expect(handle.contains("case .a(let track, var regions):"))
    #expect(
      handle.contains(
        "case .play:\nguard case .paused(let position) = regions.playback else { return .ignored }\n"
          + "regions.playback = .playing(position: position)\nself.state = .a(track: track, regions)\n"))
    #expect(handle.contains("case .mute:\nswitch regions.sound {\ncase .audible:\n"))
    #expect(handle.contains("case .ended:\nreturn .ignored\n"))
  }

  @Test func whatTheRegionLeavesOverTheCompositeTakes() throws {
    #expect(
      try code("handle", player).contains(
        """
        case .moved:
        if case .playing = regions.playback {
        if n {
        preconditionFailure("M: event moved cannot happen in state playing")
        }
        }
        self.state = .b
        """))
  }

  @Test func compositesWithinARegionComeAfterItsStates() throws {
    let handle = try code(
      "handle",
      """
      initial state a {
        region p {
          initial state b { initial state c ; state d ; c -> d : x [n] ; b -> e : x }
          state e
        }
        region q { initial state q1 ; q1 : y / o }
      }
      event x, y
      output o
      let n: Bool
      """)
    #expect(
      handle.contains(
        """
        switch regions.p {
        case .b(.c):
        if n {
        regions.p = .b(.d)
        self.state = .a(regions)
        return .transitioned
        }
        regions.p = .e
        self.state = .a(regions)
        return .transitioned
        case .b(.d):
        regions.p = .e
        self.state = .a(regions)
        return .transitioned
        case .e:
        return .ignored
        }
        """))
  }

  private let workshop = """
    initial state a {
      region saw { initial state s ; state t ; s -> t : x ; t : x [n] / o }
      region press { initial state u ; state v ; u -> v : x ; v -> u : y }
    }
    event x, y
    output o
    let n: Bool
    """

  @Test func aStepHasAFunctionOfItsOwn() throws {
    #expect(try code("handle", workshop).contains("case .x:\nreturn self.takeXInA(emit: emit) ?? .ignored\n"))
    let always = workshop.replacing(": x", with: ": always")
    #expect(try code("takeAlways", always).contains("return self.takeAlwaysInA(emit: emit)"))
  }

  @Test func theFirstRegionThatDoesSomethingAnswers() throws {
    #expect(
      try code("acceptsXInA", workshop).contains(
        """
        guard case .t = regions.saw else { return true }
        if n {
        return true
        }
        guard case .u = regions.press else { return false }
        return true
        """))
  }

  /// If a row of one region may trap, all regions are tried before the event is accepted.
  @Test func allRegionsAnswerWhereOneMayTrap() throws {
    let accepts = try code("acceptsXInA", workshop.replacing("v -> u : y", with: "v : x [n] / trap"))
    #expect(accepts.contains("case .s:\ninSaw = .s\n"))
    #expect(accepts.contains("guard inSaw != nil || inPress != nil else { return false }\n"))
    #expect(accepts.contains("guard case .v = inPress else { return true }\nreturn false\n"))
  }

  /// A transition to a choice excludes the composite's own, also where the choice stays and does nothing.
  @Test func aTransitionThatIsExcludedIsNotAccepted() throws {
    let accepts = try code(
      "accepts",
      """
      initial state a {
        region p { initial state p1 ; state p2 ; p1 -> k : x ; p2 -> p1 : y }
        region q { initial state q1 }
      }
      state b
      choice k
      k : [n]
      k -> a.p.p2 : [else] / o
      event x, y
      output o
      let n: Bool
      a -> b : x
      """)
    #expect(
      accepts.contains(
        "case .x:\nguard case .p1 = regions.p else { return true }\nif n {\nreturn false\n}\nreturn true\ncase .y:"))
  }

  @Test func anAnswerThatIsCertainNeedsNoLook() throws {
    let accepts = try code(
      "accepts",
      """
      initial state a {
        region p { initial state p1 ; state p2 ; p1 -> p2 : x ; p2 -> p1 : x ; p1, p2 : y ; p1 : z [n] / o }
        region q { initial state q1 ; q1 : y / trap }
      }
      event x, y, z
      output o
      let n: Bool
      """)
    #expect(accepts.contains("case .z:\nif case .p1 = regions.p {\nif n {\nreturn true\n}\n}\nreturn false\n"))
    #expect(accepts.contains("case .x:\nreturn true\ncase .y:\nreturn false\n"))
  }
}
