import Testing

@testable import StateMachineDiagrams

/// Arrows are drawn between the right nodes.
@Suite struct DotLayoutTests {
  static let work = """
    machine Work {
      initial state idle
      state working(item: Int = 0) {
        entry / begin
        initial state first
        state second
        first -> second : next
        second -> first : again
        : tick / count
      }
      final state end
      event next, again, stop, finish, tick, fail
      output begin, count
      idle -> working : next
      working -> idle : stop
      working -> end : finish
      working -> end : fail / count

    """

  private func routes(_ diagram: Diagram) -> [String] {
    let layout = DotLayout(diagram)
    func name(_ node: DotLayout.Node, _ frame: Int?) -> String {
      let name =
        switch node {
        case .box(let box): diagram.boxes[box].path
        case .initialDot(let parent): (parent.map { diagram.boxes[$0].path } ?? "") + "()"
        case .finalDot(let box): diagram.boxes[box].path + "(())"
        case .inside(let box): diagram.boxes[box].path + "(.)"
        case .beginning(let box): diagram.boxes[box].path + "(from)"
        case .place(let box): diagram.boxes[box].path + "(place)"
        case .label(let route, _): "'\(layout.routes[route].arrows.map(\.label.text).joined(separator: " | "))'"
        }
      return (frame.map { "\(diagram.boxes[$0].path) at " } ?? "") + name
    }
    return layout.routes.flatMap { route in
      // An arrow with a label between its halves counts as one arrow, unless it changes its direction at the label.
      if let first = route.arrows.first, !diagram.isInside(first.source, first.target),
        !diagram.isInside(first.target, first.source), let tail = route.edges.first(where: { !$0.hasArrowhead }),
        let head = route.edges.first(where: \.hasArrowhead)
      {
        let ends = (name(tail.tail, tail.tailFrame), name(head.head, head.headFrame))
        let texts = route.arrows.map(\.label.text).joined(separator: " | ")
        return ["\(ends.0) ->\(head.leadsUp ? " ^" : "") \(ends.1) : \(texts)"]
      }
      let label = route.hasLabelNode ? "" : " : \(route.arrows.map(\.label.text).joined(separator: " | "))"
      return route.edges.map { edge in
        let line = edge.hasArrowhead ? "->" : "--"
        return
          "\(name(edge.tail, edge.tailFrame)) \(line)\(edge.leadsUp ? " ^" : "") \(name(edge.head, edge.headFrame))"
          + label
      }
    }
  }

  private func routes(_ text: String) throws -> [String] { routes(Diagram(try machine(text))) }

  @Test func arrowsBeginAndEndAtTheFrame() throws {
    #expect(
      try routes(Self.work + "}") == [
        "working.first -> working.second : next", "working.second -> ^ working.first : again",
        "idle -> working at working() : next",
        // Up from the top, down from the bottom: and those with one target are one.
        "working at working() -> ^ idle : stop", "working at working.second -> end : finish | fail / count",
      ])
  }

  /// There is no frame between them.
  @Test func arrowsToWhatTheCompositeHoldsBeginBelowItsName() throws {
    let found = try routes(Self.work + "working -> working.second : again [1 < 2]\n}")
    #expect(found.suffix(2) == ["working(from) -- 'again [1 < 2]'", "'again [1 < 2]' -> working.second"])
    let history = try routes(Self.work + "working -> working.history : again [1 < 2]\n}")
    #expect(history.suffix(2) == ["working(from) -- 'again [1 < 2]'", "'again [1 < 2]' -> working.history"])
  }

  /// Arrows from a composite state to a state within it begin below the rank in which arrows into the composite state
  /// end.
  @Test func arrowsToWhatTheCompositeHoldsHaveARankOfTheirOwn() throws {
    func lengths(_ row: String) throws -> [Int] {
      let layout = DotLayout(Diagram(try machine(Self.work + row + "}")))
      let inner = row.isEmpty ? "a : again" : "-> b : again"
      let text = "machine M { initial state a { initial state b; \(inner) }; event again }"
      let dot = DotLayout(Diagram(try machine(text))).initialEdge(to: 0)
      return layout.routes[2...3].compactMap { $0.edges.last?.length } + [dot.length]
    }
    #expect(try lengths("") == [1, 1, 2])
    #expect(try lengths("working -> working.second : again\n") == [2, 2, 3])
  }

  /// They leave it and enter it: they are drawn outside.
  @Test func arrowsToWhatHoldsTheirSourceTurnRoundAtTheirLabel() throws {
    let itself = try routes(Self.work + "working -> working : again\n}")
    #expect(itself.suffix(2) == ["working at working.second -- 'again'", "'again' -> ^ working at working()"])
    let inner = try routes(Self.work + "working.first -> working : again\n}")
    #expect(inner.suffix(2) == ["working.first -- 'again'", "'again' -> ^ working at working()"])
  }

  @Test func initialStatesThatAreCompositesHaveTheirDotAtTheFrame() throws {
    let diagram = Diagram(
      try machine("machine M { initial state a { initial state b { initial state c } }; event e; a : e }"))
    let layout = DotLayout(diagram)
    for (box, frame) in [(0, 0), (1, 1)] {
      let edge = layout.initialEdge(to: box)
      #expect(edge.headFrame == frame && edge.tailFrame == nil)
    }
    #expect(layout.initialEdge(to: 2).headFrame == nil)
  }

  @Test func bodiesThatBeginByAnArrowAreEnteredThere() throws {
    func entry(_ body: String) throws -> String? {
      try routes("machine M { initial state a; event e; output o; a -> b : e; state b { \(body) } }").first {
        $0.hasPrefix("a -> b at")
      }
    }
    #expect(try entry("initial -> c / o; state c")?.hasPrefix("a -> b at b.initial") == true)
    // The dot stands beside what it leads into.
    #expect(
      try entry("initial -> c.d / o; state c { initial state f; state d; f -> d : e }") == "a -> b at b.c() : e")
  }

  @Test func whatLeavesRegionsDownwardsBeginsAtTheLowestOne() throws {
    let text = """
      machine M {
        initial state a {
          region one { initial state x; state y; final state z; x -> y : e; y -> z : e }
          region two { initial state u; state v; u -> v : e }
        }
        state b
        event e, f, g
        a -> b : f
        b -> a : g
        b -> a.two.v : f
      }
      """
    #expect(
      try routes(text).suffix(3) == [
        "a at a.one.z(()) -> b : f", "b -> ^ a at a.two(place) : g", "b -> ^ a.two.v : f",
      ])
  }

  @Test func arrowsOfOtherColoursStayApart() throws {
    let old = try machine(Self.work.replacing("  working -> end : fail / count\n", with: "") + "}")
    let new = try machine(
      Self.work.replacing("  working -> end : finish\n", with: "  working -> end : finish, stop\n")
        .replacing("  working -> idle : stop\n", with: "  working -> idle : stop [1 < 2]\n") + "}")
    let difference = Diagram.difference(from: Diagram(old), to: Diagram(new))
    #expect(
      routes(difference).suffix(3) == [
        "working at working() -> ^ idle : stop [1 < 2]",
        "working at working.second -> end : finish, stop | fail / count", "working at working.second -> end : finish",
      ])
  }

  /// Loops would be drawn within one another, across their labels.
  @Test func loopsAreOneArrowWhateverTheirColours() throws {
    func loops(_ rows: String) throws -> Diagram {
      Diagram(try machine("machine M { initial state a; event e, f; \(rows) }"))
    }
    let difference = Diagram.difference(from: try loops("a -> a : e"), to: try loops("a -> a : e; a -> a : f"))
    #expect(routes(difference) == ["a -> a : e | f"])
    #expect(difference.bundles.map { $0.map(\.change) } == [[.none, .added]])
  }

  /// A composite of one version that is a final state of the other.
  @Test func aFinalStateThatWasACompositeHasItsDotOutside() throws {
    let old = Diagram(try machine("machine M { initial state a; state b { initial state c }; event e; a -> b : e }"))
    let new = Diagram(try machine("machine M { initial state a; final state b; event e; a -> b : e }"))
    let edge = DotLayout(Diagram.difference(from: old, to: new)).finalEdge(from: 1)
    #expect(edge.tailFrame == 1)
  }
}
