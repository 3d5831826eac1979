import Testing

@testable import StateMachineCompiler

/// What a picture shows of a machine.
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
    #expect(diagram.boxes.map(\.name).suffix(2) == ["any state", "any state except s0"])
    #expect(diagram.boxes.map(\.kind).suffix(3) == [.state, .anyState, .anyState])
    #expect(arrows(diagram).suffix(2) == ["any state -> s0 : reset", "any state except s0 -> end : stop"])
    #expect(lines(diagram.boxes[6]) == ["stop [1 < 2] / o"])
    #expect(diagram.arrows.count == 4 + 2)
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
