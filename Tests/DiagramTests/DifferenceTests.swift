import Testing

@testable import StateMachineDiagrams

/// The picture of a change.
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

  /// What the picture does not show: the legend does.
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
}
