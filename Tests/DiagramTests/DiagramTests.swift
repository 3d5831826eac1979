import Testing

@testable import StateMachineDiagrams

/// A diagram has the states and arrows of its machine.
@Suite struct DiagramTests {
  private func diagram(_ text: String, _ change: (inout DiagramOptions) -> Void = { _ in }) throws -> Diagram {
    var options = DiagramOptions()
    change(&options)
    return Diagram(try machine(text), options: options)
  }

  private func lines(_ box: Diagram.Box) -> [String] { box.lines.map(\.label.text) }

  private func arrows(_ diagram: Diagram) -> [String] {
    diagram.arrows.map { arrow in
      "\(diagram.boxes[arrow.source].name) -> \(diagram.boxes[arrow.target].name) : \(arrow.label.text)"
    }
  }

  static let player = """
    /// Plays.
    /// Loudly.
    machine Player {
      var volume: Int = 3
      guard isLoud = volume > 5

      /// Nothing plays.
      initial state stopped
      state playing(song: String, at: Double = 0) {
        entry / show(song), volume += 1
        exit / hide
      }
      final state broken

      event play(song: String), stop, louder(by: Int), smash
      output show(String), hide

      /// Music!
      stopped -> playing : play [volume > 0]
      stopped : stop
      playing(song: "silence") -> stopped : stop / hide
      playing -> stopped : stop [isLoud] / hide
      playing -> playing(song: next) : play(song: next)
      playing : louder(by: let n) [n > 0,
        n < 9] / volume += n, { print(n)
          print(volume) } // loud
      stopped, playing -> broken : smash / trap("no")
    }
    """

  @Test func statesAreBoxes() throws {
    let diagram = try diagram(Self.player)
    #expect(diagram.title == "Player")
    #expect(diagram.documentation == "Plays.\nLoudly.")
    #expect(diagram.boxes.map(\.name) == ["stopped", "playing", "broken"])
    #expect(diagram.boxes.map(\.payload) == ["", "(song: String, at: Double)", ""])
    #expect(diagram.boxes.map(\.isInitial) == [true, false, false])
    #expect(diagram.boxes.map(\.isFinal) == [false, false, true])
    #expect(diagram.boxes.map(\.documentation) == ["Nothing plays.", "", ""])
  }

  @Test func internalRowsAndActionsStandInTheBox() throws {
    let diagram = try diagram(Self.player)
    #expect(lines(diagram.boxes[0]) == ["stop (ignored)"])
    #expect(
      lines(diagram.boxes[1]) == [
        "entry / show(song), volume += 1", "exit / hide",
        "louder(by: let n) [n > 0, n < 9] / volume += n, { print(n); print(volume) }",
      ])
  }

  @Test func rowsAreArrowsWithLabelsAsUMLWritesThem() throws {
    let diagram = try diagram(Self.player)
    #expect(
      arrows(diagram) == [
        "stopped -> playing : play [volume > 0]",
        "playing -> stopped : stop [song: \"silence\"] / hide",
        "playing -> stopped : stop [isLoud] / hide",
        "playing -> playing : play(song: next)",
        "stopped -> broken : smash / trap(\"no\")",
        "playing -> broken : smash / trap(\"no\")",
      ])
    #expect(diagram.arrows[0].documentation == "Music!")
    #expect(diagram.arrows[3].arguments == "(song: next)")
  }

  @Test func optionsLeaveOut() throws {
    let events = try diagram(Self.player) { $0.labels = .events }
    // Both rows for `stop` are one arrow now.
    #expect(
      arrows(events) == [
        "stopped -> playing : play", "playing -> stopped : stop", "playing -> playing : play",
        "stopped -> broken : smash", "playing -> broken : smash",
      ])
    #expect(lines(events.boxes[1]) == ["louder"])
    let none = try diagram(Self.player) { $0.labels = .none }
    #expect(!none.arrows.contains { !$0.label.isEmpty })
    #expect(none.arrows.count == 5)
    #expect(!none.boxes.contains { !$0.lines.isEmpty })
    let plain = try diagram(Self.player) { $0.showsPayloads = false }
    #expect(plain.boxes.map(\.payload) == ["", "", ""])
  }

  @Test func whatIsLeftOverIsElse() throws {
    let diagram = try diagram(
      """
      machine M {
        initial state a(n: Int = 0)
        state b
        choice k
        event x, y
        let c: Bool
        k -> a : [c]
        k -> b : [else]
        a -> b : x [c]
        a(n: 1) -> a : x [else]
        a : x [else]
        b -> k : y
      }
      """)
    #expect(lines(diagram.boxes[0]) == ["x [else] (ignored)"])
    #expect(
      arrows(diagram) == [
        "k -> a : [c]", "k -> b : [else]", "a -> b : x [c]", "a -> a : x [n: 1, else]", "b -> k : y",
      ])
  }

  // MARK: Wildcards

  private func wildcards(states: Int, _ rows: String) throws -> Diagram {
    let names = (0..<states).map { "s\($0)" }
    let steps = zip(names, names.dropFirst()).map { "  \($0) -> \($1) : next" }.joined(separator: "\n")
    return try diagram(
      """
      machine Many {
        initial state s0
        state \(names.dropFirst().joined(separator: ", "))
        final state end
        event next, reset, stop
        output o
      \(steps)
      \(rows)
      }
      """)
  }

  @Test func aWildcardForManyStatesIsDrawnOnce() throws {
    let diagram = try wildcards(states: 5, "  * -> s0 : reset\n  * : stop [1 < 2] / o\n  * except s0 -> end : stop")
    let names = ["any state except final states", "any state except s0, final states"]
    #expect(diagram.boxes.map(\.name).suffix(2) == names)
    #expect(diagram.boxes.map(\.kind).suffix(3) == [.state, .anyState, .anyState])
    #expect(
      arrows(diagram).suffix(2) == [
        "any state except final states -> s0 : reset", "any state except s0, final states -> end : stop",
      ])
    #expect(lines(diagram.boxes[6]) == ["stop [1 < 2] / o"])
    #expect(diagram.arrows.count == 4 + 2)
  }

  /// A state that a row lists beside `*` has an arrow of its own.
  @Test func statesBesideAWildcardHaveArrows() throws {
    let diagram = try diagram(
      """
      machine Many {
        interface methods
        initial state s0
        state s1, s2, s3
        final state end, over
        event next, stop
        s0 -> s1 : next
        s1 -> s2 : next
        s2 -> s3 : next
        s3 -> s0 : next
        *, end -> over : stop
      }
      """)
    #expect(arrows(diagram).suffix(2) == ["any state except final states -> over : stop", "end -> over : stop"])
  }

  @Test func aWildcardForThreeStatesIsDrawnThreeTimes() throws {
    let diagram = try wildcards(states: 4, "  * except s1 -> s0 : reset")
    #expect(arrows(diagram).suffix(3) == ["s0 -> s0 : reset", "s2 -> s0 : reset", "s3 -> s0 : reset"])
    let four = try wildcards(states: 4, "  * -> s0 : reset")
    #expect(four.boxes.count == 6)
  }

  @Test func whatNeverAppliesIsARemark() throws {
    let diagram = try wildcards(states: 2, "  s0 -> s1 : reset [false] // never")
    #expect(diagram.arrows.count == 1)
    #expect(diagram.remarks == ["never applies: s0 -> s1 : reset [false]"])
    let machine = try machine("machine M { initial state a; event e; a : e [false] }")
    for format in DiagramFormat.allCases where format != .scxml {
      #expect(machine.drawing(format: format, options: DiagramOptions()).contains("never applies: a : e [false]"))
    }
  }

  // MARK: What is left out

  private static let trapping = """
    machine M {
      initial state a(n: Int = 0) { entry / show; defer x }
      state b, c, d
      choice k
      event x, y, z, w
      output show
      a : y / show
      a -> b : z
      a -> b : w / trap
      b : x / trap("no")
      * : y
      * : w / trap
      b -> k : z
      k -> a : [1 < 2]
      k -> b : [2 < 3] / trap
      k -> c : [else]
    }
    """

  @Test func rowsAreLeftOut() throws {
    let whole = try diagram(Self.trapping)
    #expect(!whole.isPartial && whole.remarks.isEmpty)
    let external = try diagram(Self.trapping) { $0.hidden = [.internal] }
    #expect(external.isPartial && external.remarks == ["not shown: internal transitions"])
    #expect(external.boxes.flatMap(lines) == ["entry / show", "x / defer"])
    #expect(arrows(external) == arrows(whole))
    // A frame for rows that are left out would be empty.
    #expect(!external.boxes.contains { $0.kind == .anyState })
    let possible = try diagram(Self.trapping) { $0.hidden = [.trapped] }
    #expect(possible.remarks == ["not shown: rows that trap"])
    #expect(arrows(possible) == ["k -> a : [1 < 2]", "k -> c : [else]", "a -> b : z", "b -> k : z"])
    #expect(!possible.boxes.flatMap(lines).contains { $0.contains("trap") })
    #expect(possible.boxes.flatMap(lines).contains("y (ignored)"))
    let both = try diagram(Self.trapping) { $0.hidden = [.internal, .trapped] }
    #expect(both.remarks == ["not shown: internal transitions", "not shown: rows that trap"])
    // Nothing is said of what was not there.
    let nothing = try diagram("machine M { initial state a; event e; a -> a : e }") {
      $0.hidden = [.internal, .trapped]
    }
    #expect(!nothing.isPartial && nothing.remarks.isEmpty)
  }

  @Test(arguments: DiagramFormat.allCases)
  func everyFormatForPeopleLeavesThemOut(_ format: DiagramFormat) throws {
    var options = DiagramOptions()
    options.hidden = [.internal, .trapped]
    let text = try machine(Self.trapping).drawing(format: format, options: options)
    if format == .scxml {
      #expect(text.contains("trap"))
      return
    }
    #expect(!text.contains("ignored)") && !text.contains("*ignored*") && !text.contains("/ trap"))
    #expect(text.contains("not shown: internal transitions") && text.contains("not shown: rows that trap"))
    // A table without some of its lines cannot say what the lack of one means.
    if format == .table { #expect(text.contains("An event that has no row for the current state is ignored.")) }
  }

  // MARK: Arrows that part

  @Test func arrowsToSeveralRegionsPart() throws {
    let player = """
      machine M {
        initial state off
        state on(n: Int = 0) {
          region one { initial state a; state b(at: Int); a -> b(at: 1) : e }
          region two { initial state c; state d; c -> d : e }
        }
        event e, f
        off -> on(n: 1).one.b(at: 2), on.two.d : e
        off -> on.one.b(at: 3), on.two.d : f
      }
      """
    let diagram = try diagram(player)
    let fork = try #require(diagram.boxes.firstIndex { $0.kind == .fork })
    #expect(diagram.boxes[fork].path == "fork to on.one.b and on.two.d")
    #expect(diagram.boxes[fork].parent == nil)
    // Both rows part at one bar.
    #expect(arrows(diagram).suffix(4) == ["fork -> b : ", "fork -> d : ", "off -> fork : e", "off -> fork : f"])
    let table = try machine(player).drawing(format: .table, options: DiagramOptions())
    #expect(table.contains("| `e` | | `on.one.b, on.two.d(n: 1, at: 2)` | |"))
    #expect(!table.contains("fork"))
  }

  // MARK: Choices beside regions

  private static let regions = """
    machine M {
      region one { initial state a; state b; a -> b : e; b -> k : e }
      region two { initial state c; state d; c -> d : f; d -> k : f }
      choice k
      k -> one.b, two.d : [1 > 2]
      k -> one.history : [2 > 1]
      k -> one.a : [else]
      event e, f
    }
    """

  @Test func choicesStandBesideTheRegionsOfAMachine() throws {
    let diagram = try diagram(Self.regions)
    let choice = try #require(diagram.boxes.first { $0.kind == .choice })
    #expect(choice.parent == nil)
    #expect(
      arrows(diagram) == [
        "fork -> b : ", "fork -> d : ", "k -> fork : [1 > 2]", "k -> H : [2 > 1]", "k -> a : [else]", "a -> b : e",
        "b -> k : e", "c -> d : f", "d -> k : f",
      ])
  }

  /// In SCXML, a transition to what stands beside the parallel leaves it.
  @Test func choicesStandBesideTheParallelOfADocument() throws {
    let text = try machine(Self.regions).drawing(format: .scxml, options: DiagramOptions())
    let parts = text.split(separator: "  </parallel>\n")
    try #require(parts.count == 2)
    #expect(parts[0].contains("<transition event=\"e\" target=\"k\"/>"))
    #expect(parts[1].contains("  <state id=\"k\">"))
    #expect(parts[1].contains("target=\"b d\"/>"))
  }

  /// Mermaid has no regions of the whole: a composite stands for the machine.
  @Test func choicesStandBesideTheMachineOfMermaid() throws {
    let text = try machine(Self.regions).drawing(format: .mermaid, options: DiagramOptions())
    let parts = text.split(separator: "\n  }\n")
    try #require(parts.count == 2)
    #expect(parts[1].contains("  state k <<choice>>\n"))
    #expect(parts[1].contains("  whole --> k : e (from b)\n  whole --> k : f (from d)\n"))
    #expect(parts[1].contains("  k --> whole : (to H) [2 #62; 1]<br/>(to a) [else]\n"))
    #expect(!text.contains("not drawn"))
  }

  // MARK: Arrows that are drawn as one

  @Test func arrowsWithOneTargetAreOne() throws {
    let diagram = try diagram(Self.player)
    #expect(
      diagram.bundles.map { bundle in bundle.map(\.label.trigger).joined(separator: " | ") } == [
        "play", "stop | stop", "play(song: next)", "smash", "smash",
      ])
  }

  /// Mermaid draws the last of several arrows from a box to itself alone.
  @Test func rowsThatStayAreOneLoopInMermaid() throws {
    let text = try machine(
      "machine M { var n: Int = 0; initial state a; choice k; event e; output x; a -> k : e; k : [n > 2] / x; k : [else] / x }"
    ).drawing(format: .mermaid, options: DiagramOptions())
    #expect(text.contains("  k --> k : [n #62; 2] / x<br/>(stays)<br/>[else] / x<br/>(stays)\n"), "\(text)")
  }

  /// A composite has no place for rows in Mermaid: they stand in a note.
  @Test func rowsOfCompositesStandInNotesOfMermaid() throws {
    let text = try machine(
      "machine M { initial state a { initial state b; : e, f / x; entry / x }; event e, f, g; output x; a : g / x }"
    ).drawing(format: .mermaid, options: DiagramOptions())
    #expect(text.contains("  note left of a\n    entry / x\n    e, f / x\n    g / x\n  end note\n"), "\(text)")
  }

  // MARK: Texts

  private func label(_ row: String) throws -> String {
    let diagram = try diagram(
      """
      machine M {
        var x: Int = 0
        initial state a
        event e(_ v: String)
        output o(String)
        \(row)
      }
      """)
    return try #require(diagram.boxes[0].lines.first).label.text
  }

  @Test func swiftIsShownOnOneLine() throws {
    #expect(try label("a : e / { f(1,\n  2)\n  g() }") == "e / { f(1, 2); g() }")
    #expect(
      try label("a : e / { if x > 1 {\n f()\n } else {\n g()\n }\n h() }")
        == "e / { if x > 1 { f() } else { g() }; h() }")
    #expect(try label("a : e / { f { y\n in g(y)\n h() } }") == "e / { f { y in g(y); h() } }")
    #expect(try label("a : e / { list\n  .map { $0 }\n  .count }") == "e / { list .map { $0 } .count }")
    #expect(try label("a : e / { x = 1 +\n 2 /* c */\n // d\n x = 3 }") == "e / { x = 1 + 2; x = 3 }")
    #expect(try label("a : e / o(\"\"\"\n    one\n      two\n    \"\"\")") == "e / o(\"\"\"↵one↵two↵\"\"\")")
    #expect(try label("a : e / o(\"a\\(x + 1)b\"), `o`(\"\")") == "e / o(\"a\\(x + 1)b\"), o(\"\")")
  }

  @Test func whatCannotBeSeenIsShown() throws {
    #expect(
      try label("a : e / o(\"a\u{202E}b\u{85}c\u{2028}d\u{FEFF}\")")
        == "e / o(\"a⟨U+202E⟩b⟨U+0085⟩c⟨U+2028⟩d⟨U+FEFF⟩\")"
    )
    #expect("a\tb é 🙂 שלום".visible == "a b é 🙂 שלום")
  }

  @Test func longLabelsAreBroken() {
    #expect(LineBreaking.lines(["a", "[b]", "/ c"], width: 10) == ["a [b] / c"])
    #expect(LineBreaking.lines(["event", "[guard]", "/ effect"], width: 10) == ["event", "[guard]", "/ effect"])
    #expect(LineBreaking.lines(["a bb ccc dddd"], width: 6) == ["a bb", "ccc", "dddd"])
    #expect(
      LineBreaking.lines([String(repeating: "x", count: 25)], width: 10) == [
        String(repeating: "x", count: 20), "xxxxx",
      ])
    #expect(LineBreaking.lines(["", ""], width: 10) == [])
    // What takes several lines anyway begins where there is room.
    #expect(LineBreaking.lines(["event", "/ a long effect"], width: 10) == ["event / a", "long", "effect"])
    #expect(LineBreaking.lines(["e", "/ { f(1); g(22) }"], width: 8) == ["e", "/ { f(1);", "g(22) }"])
  }

  // MARK: Identifiers

  @Test func identifiersAreTheNamesOrDiffer() throws {
    let text = """
      machine M {
        initial state open
        state `note`, s_note, `s_note_2`, `a b`, `a-b`, `größe`, `1`, Note, any_state
        event e
        open -> open : e
        * -> open : e
      }
      """
    let diagram = try diagram(text)
    let identifiers = DiagramIdentifiers(diagram, reserved: ["note"]).identifiers
    #expect(
      identifiers == [
        "open", "s_note", "s_note_2", "s_note_2_2", "s_ab", "s_ab_2", "s_gre", "s_1", "s_Note", "any_state",
        "any_state_2",
      ])
  }
}
