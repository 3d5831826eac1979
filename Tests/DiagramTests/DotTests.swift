import Foundation
import TestSupport
import Testing

@testable import StateMachineDiagrams

/// The DOT text is right, and Graphviz places the nodes where it should.
@Suite struct DotTests {
  private func dot(
    _ text: String, since old: String? = nil, _ change: (inout DiagramOptions) -> Void = { _ in }
  ) throws -> String {
    var options = DiagramOptions()
    change(&options)
    return try machine(text).drawing(format: .dot, since: old.map { try machine($0) }, options: options)
  }

  // MARK: The text

  @Test func aCompositeIsAFrameWithAHeader() throws {
    let text = try dot(DotLayoutTests.work + "}")
    #expect(text.contains("\n  subgraph \"cluster working\" {\n"))
    #expect(text.contains("\n  subgraph \"cluster working (body)\" {\n"))
    #expect(text.contains(" margin=4 labelloc=t labeljust=l label=<<table"))
    #expect(text.contains("<b>working</b>(item: Int)</td></tr><tr>"))
    // No node stands for it.
    #expect(!text.contains("\n  working ["))
  }

  /// To Graphviz, heads are below tails.
  @Test func whatLeadsUpIsWrittenFromItsHead() throws {
    let lines = try dot(DotLayoutTests.work + "}").split(separator: "\n")
    func has(_ prefix: String, _ suffix: String) -> Bool {
      lines.count { $0.hasPrefix("  \(prefix) [") && $0.hasSuffix(suffix) } == 1
    }
    // Each arrow has two halves, and its head on the second, or, where it leads up, on the first.
    #expect(has("first -> \"first - second\"", " dir=none]") && has("\"first - second\" -> second", "\"]"))
    #expect(has("first -> \"second - first\"", " dir=back]") && has("\"second - first\" -> second", " dir=none]"))
    #expect(has("\"idle - working\" -> \"working (initial)\"", " lhead=\"cluster working\"]"))
    #expect(has("\"working - idle\" -> \"working (initial)\"", " lhead=\"cluster working\" dir=none]"))
    #expect(has("second -> \"working - end\"", " ltail=\"cluster working\" dir=none]"))
  }

  /// Renderers drop blanks at the beginning of a line, and librsvg those that are not to be broken, too.
  @Test func spaceIsMadeByCells() throws {
    let long =
      "idle : tick / { print(\"a text that is so long that it is broken into lines, of which it has three\") }\n}"
    for direction in DiagramOptions.Direction.allCases {
      let text = try dot(DotLayoutTests.work + long) { $0.direction = direction }
      #expect(!text.contains("&#160;") && !text.contains("\u{A0}") && !text.contains("\\l"))
      let space = direction == .down ? "<tr><td height=\"1\"></td></tr>" : "<td width=\"4\"></td><td cellpadding"
      #expect(text.contains(space))
      #expect(text.matches(of: /<br align="left"\/>/).count >= 2)
    }
  }

  @Test func ignoredEventsShareALine() throws {
    let text = try dot(
      "machine M { initial state a; event e, f(n: Int), g; output o; a : e; a : f [n > 1]; a : g; a : f / o }")
    #expect(text.contains(">e, g (ignored)</font>") && text.contains(">f [n &gt; 1] (ignored)</font>"))
  }

  @Test func rowsOfAChoiceThatStayAreTextWithoutALoop() throws {
    let body = "choice c; event e; output o; a -> c : e; c : [1 < 2] / o; c : [else]"
    let text = try dot("machine M { initial state a; \(body) }")
    #expect(text.contains("  c -> \"c (stays)\" [") && !text.contains("c -> c"))
    #expect(text.contains("<i>stays in a</i>"))
    let several = try dot("machine M { initial state a; state b; \(body); a -> b : f; b -> c : e; event f }")
    #expect(several.contains("<i>stays</i>"))
  }

  @Test func aBarStandsInTheCompositeOfItsRegions() throws {
    let text = try dot(
      """
      machine M {
        initial state a
        state p {
          region one { initial state x; state u }
          region two { initial state y; state v }
        }
        event e, f
        a -> p.one.u, p.two.v : e
        p -> a : f
      }
      """)
    let body = try #require(text.split(separator: "cluster p (body)").last)
    #expect(body.prefix { $0 != "}" }.isEmpty == false && body.contains("\n  fork ["))
    #expect(text.contains("  fork -> \"one (place)\" [style=invis]"))
    #expect(text.contains("  fork -> \"two (place)\" [style=invis]"))
  }

  @Test func labelsAndPayloadsAreBrokenWhereTheirPartsEnd() {
    #expect(LineBreaking.label(["go", "[n > 1]"], width: 16, pieceWidth: 36) == ["go [n > 1]"])
    #expect(
      LineBreaking.label(["received(n)", "[n > limit]", "/ log,", "stop"], width: 16, pieceWidth: 36)
        == ["received(n)", "[n > limit]", "/ log, stop"])
    // As long as each other: no line is left with a lone word.
    let long = LineBreaking.label(["/ send(a: 1111, b: 2222, c: 3333, d: 4444)"], width: 16, pieceWidth: 36)
    #expect(long.count == 2 && long.allSatisfy { $0.count < 28 }, "\(long)")
    #expect(
      LineBreaking.fields(of: "(a: [Int: Int], b: (Int, Int), c: Int)") == [
        "(a: [Int: Int],", "b: (Int, Int),", "c: Int)",
      ])
    #expect(LineBreaking.fields(of: "(a: () -> Int, b: [Int])") == ["(a: () -> Int,", "b: [Int])"])
  }

  @Test func wordsAreBrokenBetweenTheirPartsOnly() {
    let name = "theExtraordinarilyLongIdentifierOfAValue"
    let texts = [
      "[\(name).isReachableFromHere(usingTheConfigurationOf: self.configuration.networkLayer)]",
      "/ { values[\(name).identifier] = \(name).copyOfTheContents(withZone:nil,options:[]) }",
      "[someNamespace.someFunction(withLabel:\(name),andOther:\(name))&&!somethingElse||1...12ofThem==3.25]",
    ]
    func names(_ text: String) -> [Substring] { text.matches(of: /[A-Za-z0-9_]+/).map(\.output) }
    for text in texts {
      for lines in [LineBreaking.label([text], width: 16, pieceWidth: 36), LineBreaking.lines([text], width: 48)] {
        #expect(lines.flatMap(names) == names(text), "\(lines)")
        #expect(lines.allSatisfy { $0.count <= 72 }, "\(lines)")
      }
    }
  }

  /// Graphviz 2.43 reads them as text after the table.
  @Test func closingBracketsAloneAreWrittenAsReferences() {
    #expect(["]", "]]", "a]", ""].map(DotLabel.escaped) == ["&#93;", "&#93;&#93;", "a]", ""])
  }

  @Test func labelsOfOneArrowHaveTheirColours() throws {
    let old = "machine M { initial state a; event e, f; a -> a : e }"
    let text = try dot("machine M { initial state a; event e, f; a -> a : e; a -> a : f }", since: old)
    #expect(text.contains(">e</td>"))
    #expect(text.contains("><font color=\"#116329\">+ f</font></td>"))
    #expect(text.split(separator: "\n").count { $0.hasPrefix("  a -> a [") } == 1)
  }

  /// The frame of what a composite holds reaches from one side to the other: where the header is wider, by a label.
  @Test func wideHeadersMakeWideBodies() throws {
    func composite(_ payload: String, _ inner: String) throws -> String {
      try dot("machine M { initial state a(\(payload)) { initial state \(inner) }; event e; a : e }")
    }
    #expect(try composite("n: Int = 0", "aStateWithAVeryLongName").contains(" label=\"\" tooltip=\"a(n: Int)\""))
    let wide = try composite("numberOfThings: Int = 0, ofOthers: Int = 0", "b")
    #expect(wide.matches(of: /<td width="\d+" height="1">/).count == 1)
  }

  @Test(arguments: DiagramOptions.Theme.allCases)
  func textCanBeReadOnEveryGround(_ theme: DiagramOptions.Theme) {
    func luminance(_ color: String) -> Double {
      let parts = stride(from: 1, to: 7, by: 2).map { start in
        let digits = color.dropFirst(start).prefix(2)
        let value = Double(Int(digits, radix: 16) ?? 0) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let theme = DiagramTheme(theme)
    for ground in [theme.background, theme.box, theme.header, theme.frame] {
      for color in [theme.line, theme.text, theme.added, theme.removed, theme.changed] {
        let (first, second) = (luminance(ground), luminance(color))
        #expect((max(first, second) + 0.05) / (min(first, second) + 0.05) >= 4.5, "\(color) on \(ground)")
      }
    }
  }

  // MARK: The picture

  /// A picture in Graphviz's own JSON, in points.
  private struct Picture: Decodable {
    struct Object: Decodable {
      var name: String
      /// Of a frame: left, bottom, right, top.
      var bb: String?
      /// The middle of a node, and of a frame's label.
      var pos, lp, lwidth, lheight, width, height: String?
      var nodes, subgraphs: [Int]?
    }
    struct Edge: Decodable {
      var tail, head: Int
      var pos: String
      var ltail, lhead, dir: String?
    }
    var objects: [Object]
    var edges: [Edge]?
  }

  private struct Box {
    var left, bottom, right, top: Double

    init?(_ text: String?) {
      guard let numbers = text.map({ DotTests.numbers($0) }), numbers.count == 4 else { return nil }
      (left, bottom, right, top) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }

    func contains(_ point: [Double], tolerance: Double = 0) -> Bool {
      point[0] > left - tolerance && point[0] < right + tolerance && point[1] > bottom - tolerance
        && point[1] < top + tolerance
    }

    /// Whether a point is at the frame's line.
    func isAt(_ point: [Double]) -> Bool { contains(point, tolerance: 2) && !contains(point, tolerance: -2) }
  }

  private static func numbers(_ text: some StringProtocol) -> [Double] {
    text.split { ", ".contains($0) }.compactMap { Double($0) }
  }

  /// The ends of an edge: where the arrowhead is, its point.
  private static func ends(_ edge: Picture.Edge) -> (tail: [Double], head: [Double]) {
    let parts = edge.pos.split(separator: " ")
    let points = parts.filter { !$0.hasPrefix("s,") && !$0.hasPrefix("e,") }.map { numbers($0) }
    let start = parts.first { $0.hasPrefix("s,") }.map { numbers($0.dropFirst(2)) }
    let end = parts.first { $0.hasPrefix("e,") }.map { numbers($0.dropFirst(2)) }
    return (start ?? points[0], end ?? points[points.count - 1])
  }

  private func pictures(_ change: (inout DiagramOptions) -> Void = { _ in }) throws -> [(String, Picture)] {
    var options = DiagramOptions()
    change(&options)
    let folder = try TemporaryFolder()
    return try Machines.specs().filter { $0.states.contains(where: \.isComposite) }.map { machine in
      let text = machine.drawing(format: .dot, options: options)
      try Data(text.utf8).write(to: folder.url.appending(path: "a.dot"))
      let result = try Tool.dot.run(["-Tjson", "-O", "a.dot"], in: folder.url)
      #expect(result.code == 0 && result.output == "", "\(result.output)")
      let json = try Data(contentsOf: folder.url.appending(path: "a.dot.json"))
      return (machine.source.text(machine.name.range), try JSONDecoder().decode(Picture.self, from: json))
    }
  }

  @Test(.enabled("'dot' is not installed (package graphviz)") { Tool.dot.isWanted })
  func arrowsOfCompositesEndAtTheirFrames() throws {
    var count = 0
    for (name, picture) in try pictures() {
      let frames = Dictionary(picture.objects.map { ($0.name, Box($0.bb)) }, uniquingKeysWith: { first, _ in first })
      for edge in picture.edges ?? [] {
        let ends = Self.ends(edge)
        for (frame, point) in [(edge.ltail, ends.tail), (edge.lhead, ends.head)] {
          guard let frame else { continue }
          let box = try #require(frames[frame] ?? nil)
          #expect(box.isAt(point), "\(name): \(edge.pos) does not end at \(frame)")
          count += 1
        }
      }
    }
    #expect(count > 20)
  }

  @Test(.enabled("'dot' is not installed (package graphviz)") { Tool.dot.isWanted })
  func headersStandAcrossTheTopOfTheirFrames() throws {
    var count = 0
    for (name, picture) in try pictures() {
      for frame in picture.objects where frame.name.hasPrefix("cluster ") && !frame.name.hasSuffix(" (body)") {
        guard let body = picture.objects.first(where: { $0.name == frame.name + " (body)" }) else { continue }
        count += 1
        let (outer, inner) = (try #require(Box(frame.bb)), try #require(Box(body.bb)))
        // The header's ground shows around what it holds.
        let gaps = [inner.left - outer.left, outer.right - inner.right, inner.bottom - outer.bottom]
        #expect(gaps.allSatisfy { $0 > 2 && $0 < 6 }, "\(name): \(frame.name), \(gaps)")
        let label = Self.numbers(try #require(frame.lp))
        let height = try #require(frame.lheight.flatMap { Double($0) }) * 72
        let width = try #require(frame.lwidth.flatMap { Double($0) }) * 72
        #expect(outer.contains([label[0] - width / 2, label[1] + height / 2]), "\(name): \(frame.name)")
        #expect(label[0] + width / 2 < outer.right, "\(name): \(frame.name)")
        #expect(label[1] - height / 2 >= inner.top - 1, "\(name): \(frame.name)")
        for node in frame.nodes ?? [] {
          // Below the name begin arrows to what is within.
          if picture.objects[node].name.hasSuffix(" (from)") { continue }
          let position = Self.numbers(try #require(picture.objects[node].pos))
          #expect(inner.contains(position), "\(name): \(picture.objects[node].name) is in the header of \(frame.name)")
        }
      }
    }
    #expect(count > 8)
  }

  @Test(.enabled("'dot' is not installed (package graphviz)") { Tool.dot.isWanted })
  func initialDotsStandRightAboveTheirStates() throws {
    var count = 0
    for (name, picture) in try pictures() {
      for edge in picture.edges ?? [] where edge.lhead == nil && edge.ltail == nil && edge.dir == nil {
        let (tail, head) = (picture.objects[edge.tail], picture.objects[edge.head])
        guard tail.name.hasSuffix("(initial)"), let width = head.width.flatMap({ Double($0) }) else { continue }
        let (dot, state) = (Self.numbers(tail.pos ?? ""), Self.numbers(head.pos ?? ""))
        #expect(abs(dot[0] - state[0]) < width * 36 && dot[1] > state[1], "\(name): \(tail.name), \(dot), \(state)")
        count += 1
      }
    }
    #expect(count > 15)
  }
}
