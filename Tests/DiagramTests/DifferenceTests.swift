import Testing

@testable import StateMachineDiagrams

/// The picture of a change shows what was added, changed and removed.
@Suite struct DifferenceTests {
  static let old = """
    machine Door {
      var count: Int = 0
      guard isFull = count > 9
      initial state open(persons: Int = 0) { entry / light }
      state closing, gone
      state closed
      event close, lock(key: String), open
      output light, lamp
      open : open [isFull] / lamp
      open : open
      open -> closing : close [persons < 10]
      closing -> closed : lock
      closing -> gone : open
      gone -> closed : close
    }
    """

  private func difference(_ replacements: [(String, String)]) throws -> Diagram {
    var new = Self.old
    for (before, after) in replacements {
      try #require(new.contains(before))
      new = new.replacing(before, with: after)
    }
    return Diagram.difference(from: Diagram(try machine(Self.old)), to: Diagram(try machine(new)))
  }

  private func changes(_ diagram: Diagram) -> [String] {
    var changes: [String] = []
    for box in diagram.boxes {
      if box.change != .none { changes.append("\(box.change) \(box.name)\(box.payload)") }
      for line in box.lines where line.change != .none {
        changes.append("\(line.change) \(box.name): \(line.label.text)")
      }
    }
    for arrow in diagram.arrows where arrow.change != .none {
      let (source, target) = (diagram.boxes[arrow.source].name, diagram.boxes[arrow.target].name)
      changes.append("\(arrow.change) \(source) -> \(target) : \(arrow.label.text)")
    }
    return changes
  }

  private func legend(_ diagram: Diagram) -> [String] {
    diagram.legend?.entries.map { "\($0.change) \($0.text)" } ?? []
  }

  @Test func nothingHasChanged() throws {
    let diagram = try difference([])
    #expect(changes(diagram) == [])
    #expect(legend(diagram) == [])
    #expect(diagram.legend != nil)
  }

  @Test func statesComeAndGo() throws {
    let diagram = try difference([
      ("state closing, gone", "state closing, locked"), ("closing -> gone : open", "closing -> locked : open"),
      ("gone -> closed : close", "locked -> closed : close"),
    ])
    #expect(
      changes(diagram) == [
        "added locked", "removed gone", "added closing -> locked : open", "added locked -> closed : close",
        "removed closing -> gone : open", "removed gone -> closed : close",
      ])
  }

  @Test func rowsChange() throws {
    let diagram = try difference([
      ("[persons < 10]", "[persons < 12]"), ("entry / light", "entry / lamp"),
      ("open : open\n", "open : open / lamp\n"),
    ])
    #expect(
      changes(diagram) == [
        "changed open: entry / lamp", "changed open: open / lamp", "changed open -> closing : close [persons < 12]",
      ])
    #expect(
      legend(diagram) == [
        "changed was: open : entry / light", "changed was: open : open (ignored)",
        "changed was: open -> closing : close [persons < 10]",
      ])
    #expect(diagram.arrows[0].formerLabel == "open -> closing : close [persons < 10]")
  }

  @Test func anotherTargetIsAnotherArrow() throws {
    let diagram = try difference([("closing -> closed : lock", "closing -> gone : lock")])
    #expect(changes(diagram) == ["added closing -> gone : lock", "removed closing -> closed : lock"])
  }

  @Test func statesChange() throws {
    let diagram = try difference([
      ("persons: Int = 0", "persons: Int = 0, floor: Int = 1"), ("state closed\n", "final state closed\n"),
    ])
    #expect(changes(diagram) == ["changed open(persons: Int, floor: Int)", "changed closed"])
    #expect(legend(diagram) == ["changed was: state open(persons: Int)", "changed was: state closed"])
    let initial = try difference([
      ("initial state open(persons", "state open(persons"),
      ("state closing, gone", "initial state closing\n  state gone"),
    ])
    #expect(legend(initial) == ["changed was: initial state open"])
    #expect(initial.boxes.filter(\.isInitial).map(\.name) == ["closing"])
  }

  /// The legend lists the changes that the picture does not show.
  @Test func declarationsChange() throws {
    let diagram = try difference([
      ("count > 9", "count > 8"), ("persons: Int = 0", "persons: Int = 1"), ("lock(key: String)", "lock(key: Int)"),
      ("output light, lamp", "output light, lamp, buzz"),
      ("var count: Int = 0", "var count: Int = 0\n  unhandled trap"),
    ])
    #expect(changes(diagram) == [])
    #expect(
      legend(diagram) == [
        "changed guard isFull = count > 8, was: guard isFull = count > 9",
        "changed state open(persons: Int = 1), was: state open(persons: Int = 0)",
        "changed event lock(key: Int), was: event lock(key: String)", "added output buzz",
        "changed unhandled trap, was: unhandled ignore",
      ])
  }

  /// Pictures show the names of effects, and groups not at all.
  @Test func whatNamesStandForChanges() throws {
    let names = "effect shine = lamp, count += 1\n  group shut = closing, closed"
    let old = Self.old.replacing("guard isFull", with: "\(names)\n  guard isFull")
      .replacing("[isFull] / lamp", with: "[isFull] / shine")
    let new = old.replacing("count += 1", with: "count += 2").replacing("shut = closing,", with: "shut = gone,")
    let diagram = Diagram.difference(from: Diagram(try machine(old)), to: Diagram(try machine(new)))
    #expect(changes(diagram) == [])
    #expect(
      legend(diagram) == [
        "changed effect shine = lamp, count += 2, was: effect shine = lamp, count += 1",
        "changed group shut = gone, closed, was: group shut = closing, closed",
      ])
  }

  /// Rows are tried in their order, which no arrow shows.
  @Test func theOrderChanges() throws {
    let rows = "open : open [isFull] / lamp\n  open : open [count < 3] / light"
    let text = Self.old.replacing("open : open [isFull] / lamp", with: rows)
    let other = Self.old.replacing(
      "open : open [isFull] / lamp", with: "open : open [count < 3] / light\n  open : open [isFull] / lamp")
    let diagram = Diagram.difference(from: Diagram(try machine(text)), to: Diagram(try machine(other)))
    #expect(changes(diagram) == [])
    #expect(legend(diagram) == ["changed open : rows for open are tried in another order"])
  }

  @Test func equalRowsAreCounted() throws {
    let twice = Self.old.replacing(
      "closing -> closed : lock", with: "closing -> closed : lock\n  closing -> closed : lock [isFull]")
    let diagram = Diagram.difference(from: Diagram(try machine(twice)), to: Diagram(try machine(Self.old)))
    #expect(changes(diagram) == ["removed closing -> closed : lock [isFull]"])
  }

  /// The first of the new rows stands for the first of the old ones.
  @Test func rowsOfOnePlaceAreMatchedInTheirOrder() throws {
    func rows(_ first: String, _ second: String) throws -> Diagram {
      Diagram(
        try machine(
          "machine M { let n: Int; initial state a; state b; event e; a -> b : e [\(first)]; a -> b : e [\(second)] }"))
    }
    let diagram = Diagram.difference(from: try rows("n > 1", "n > 2"), to: try rows("n > 3", "n > 4"))
    #expect(
      diagram.arrows.map { "\($0.label.text), was: \($0.formerLabel ?? "")" } == [
        "e [n > 3], was: a -> b : e [n > 1]", "e [n > 4], was: a -> b : e [n > 2]",
      ])
    #expect(legend(diagram) == ["changed was: a -> b : e [n > 1]", "changed was: a -> b : e [n > 2]"])
  }

  @Test func framesAreTheSameIfTheySayTheSame() throws {
    func many(_ row: String) throws -> Diagram {
      Diagram(
        try machine(
          "machine M { initial state a; state b, c, d, e; event x, y; a -> b : x; a -> c : x [1 < 0]; \(row) }"))
    }
    let diagram = Diagram.difference(from: try many("* -> a : y"), to: try many("* except b -> a : y"))
    #expect(
      changes(diagram).sorted() == [
        "added any state except b", "added any state except b -> a : y", "removed any state",
        "removed any state -> a : y",
      ])
  }

  // MARK: What no row shows

  @Test func theOrderOfRegionsIsInTheLegend() throws {
    func player(_ regions: String) throws -> Diagram {
      Diagram(try machine("machine M { event e; initial state p { \(regions) } }"))
    }
    let (first, second) = ("region x { initial state a }", "region y { initial state b }")
    let diagram = Diagram.difference(from: try player("\(first); \(second)"), to: try player("\(second); \(first)"))
    #expect(legend(diagram) == ["changed region p.y now stands before region p.x"])
    #expect(DotWriter.write(diagram, options: DiagramOptions()).contains("region p.y now stands"))
  }

  @Test func aFinalThatWentIsDrawn() throws {
    let (old, new) = ("machine M { initial state a; final state z; event e; a -> z : e }", "state z")
    let after = try machine(old.replacing("final state z", with: new))
    let change = Diagram.difference(from: Diagram(try machine(old)), to: Diagram(after))
    let dot = DotWriter.write(change, options: DiagramOptions())
    #expect(dot.contains("before: final state z"))
    let edge = dot.split(separator: "\n").first { $0.contains("--final\"") }
    #expect(edge?.contains("style=dashed") == true)
    #expect(MermaidWriter.write(change, options: DiagramOptions()).contains("z --> [*] : − final"))
    #expect(PlantUMLWriter.write(change, options: DiagramOptions()).contains(",dashed]-> [*]"))
    let back = Diagram.difference(from: Diagram(after), to: Diagram(try machine(old)))
    #expect(back.boxes.map(\.finalChange) == [.none, .added])
  }

  @Test func theTargetOfAHistoryIsToldWithItsArrow() throws {
    func player(_ target: String) throws -> Diagram {
      let body = "initial state a; state b, c; history -> \(target); a -> b : e; b -> c : e; c -> a : e"
      return Diagram(try machine("machine M { event e, f; initial state o; state p { \(body) }; o -> p.history : f }"))
    }
    let diagram = Diagram.difference(from: try player("b"), to: try player("c"))
    #expect(
      diagram.arrows.filter { $0.change != .none }.map { "\($0.change) \($0.text)" } == [
        "added history -> c", "removed history -> b",
      ])
    #expect(DotWriter.write(diagram, options: DiagramOptions()).contains("tooltip=\"history -> c\""))
  }

  /// The first of two rows for one event, where another event has one of them, too; and the guards of an `entry`.
  @Test func theOrderOfRowsForEachEventCounts() throws {
    func rows(_ first: String, _ second: String) throws -> Diagram {
      Diagram(
        try machine(
          "machine M { let n: Int; initial state a; state b; event e, f; output o; \(first); \(second); b -> a : e }"))
    }
    let (first, second) = ("a -> b : e, f [n > 1]", "a : e [n > 2] / o")
    let change = Diagram.difference(from: try rows(first, second), to: try rows(second, first))
    #expect(legend(change) == ["changed a : rows for e are tried in another order"])
    let (wild, listed) = ("* -> b : f [n > 1]", "a, b : f [n > 2] / o")
    #expect(legend(Diagram.difference(from: try rows(wild, listed), to: try rows(listed, wild))) == [])
  }

  @Test func anotherNameIsOneChange() throws {
    let rename = Diagram.Rename(kind: "state", former: "gone", name: "away", path: "away")
    let renamed = Self.old.replacing("gone", with: "away")
    let diagram = Diagram.difference(
      from: Diagram(try machine(renamed)), to: Diagram(try machine(renamed)), renames: [rename])
    #expect(changes(diagram) == ["changed away"])
    #expect(legend(diagram) == ["changed state gone is now called away"])
    #expect(DotWriter.write(diagram, options: DiagramOptions()).contains("before: gone"))
  }
}
