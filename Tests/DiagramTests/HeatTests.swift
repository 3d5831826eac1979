import StateMachineModel
import TestSupport
import Testing

@testable import StateMachineDiagrams

/// A heat picture shows how often tests have taken each row.
@Suite struct HeatTests {
  /// The lines of a picture where the rows, in their order, have been taken so many times; nil where that is not known.
  private func drawing(
    _ text: String, _ counts: [Int?], _ format: DiagramFormat, _ change: (inout DiagramOptions) -> Void = { _ in }
  ) throws -> [String] {
    let machine = try machine("machine M {\n\(text)\n}")
    var options = DiagramOptions()
    options.heat = [:]
    for (row, count) in zip(machine.rows.map(\.range.lowerBound).sorted(), counts) {
      let told = count.map(String.init) ?? "?"
      options.heat?[row] = Diagram.Heat(count: count, text: told, note: "taken: \(told)")
    }
    change(&options)
    return machine.drawing(format: format, options: options).split(separator: "\n").map { $0.drop { $0 == " " } + "" }
  }

  private static let text = """
    initial state a; state b; state c; event e, f, g; output o
    a -> b : e
    a -> b : f
    a -> b : g
    b -> c : e
    b : f / o
    """

  @Test func linesByCounts() throws {
    let lines = try drawing(Self.text, [100, 0, nil, 3, 0], .dot)
    func ends(_ arrow: String) -> [Substring] {
      lines.filter { $0.hasPrefix(arrow + " [") }.map { $0[$0.range(of: " color=")!.lowerBound...].dropFirst() }
    }
    // Of 7 binary digits, 3 has 2.
    #expect(ends("\"a - b\" -> b") == ["color=\"#1f2328\" penwidth=5]"])
    #expect(ends("\"a - b 2\" -> b") == ["color=\"#a40e26\" style=dashed]"])
    #expect(ends("\"a - b 3\" -> b") == ["color=\"#1f2328\" style=dotted]"])
    #expect(ends("\"b - c\" -> c") == ["color=\"#1f2328\" penwidth=2]"])
    for label in ["100× e<", "0× f<", "?× g<", "3× e<", "\\ntaken: 100\"", "color=\"#a40e26\">0× f / o<"] {
      #expect(lines.contains { $0.contains(label) }, "\(label)")
    }
    #expect(lines.contains { $0.contains("id=\"M-a-b\"") } && lines.contains { $0.contains("id=\"M-a-b-untaken\"") })
  }

  @Test func otherFormats() throws {
    let mermaid = try drawing(Self.text, [100, 0, nil, 0, 2], .mermaid)
    #expect(mermaid.contains("b : 2× f / o") && mermaid.contains("a --> b : 0× f"))
    #expect(mermaid.contains("a --> b : ?× g") && mermaid.contains("class c untaken"))
    #expect(mermaid.contains("classDef untaken stroke:#a40e26,stroke-width:3px,stroke-dasharray:4"))
    let plantuml = try drawing(Self.text, [100, 0, nil, 0, 2], .plantuml) { $0.theme = .dark }
    #expect(plantuml.contains("a -[#e6edf3,thickness=5]-> b : 100<U+00D7> e"))
    #expect(plantuml.contains("a -[#ff7b72,dashed]-> b : 0<U+00D7> f"))
    #expect(plantuml.contains("a -[dotted]-> b : <U+003F><U+00D7> g"))
    #expect(plantuml.contains("state \"c\" as c ##[dashed]ff7b72"))
  }

  @Test func countsAloneAreLabels() throws {
    let lines = try drawing(Self.text, [100, 0, nil, 3, 0], .mermaid) { $0.labels = .none }
    #expect(lines.contains("a --> b : 100×") && lines.contains("b --> c : 3×"))
    #expect(!lines.contains { $0.hasPrefix("b :") })
  }

  /// A history leads to the states of its composite state, and the entry of a composite state to its initial state.
  @Test func statesThatNoTakenRowLeadsTo() throws {
    let text = """
      initial state out
      state w {
        initial state a
        state b
        state c
        a -> b : e
        b -> c : e
      }
      state x { initial state d; state f; d -> f : e }
      event e, h
      choice which
      out -> w : e
      out -> w.history : h
      w -> which : h
      which -> x : [1 > 0]
      which -> out : [else]
      """
    func unseen(_ counts: [Int?]) throws -> String {
      let line = try drawing(text, counts, .mermaid).first { $0.hasSuffix(" untaken") && $0.hasPrefix("class ") }
      return (line ?? "").split(separator: " ").dropFirst().first.map(String.init) ?? ""
    }
    // The rows: in w, in x, then those of the machine.
    #expect(try unseen([0, 0, 0, 1, 0, 0, 0, 0]) == "b,c,x,d,f,which")
    #expect(try unseen([1, 0, 0, 1, 0, 0, 0, 0]) == "c,x,d,f,which")
    #expect(try unseen([0, 0, 0, 0, nil, 1, 0, 1]) == "x,d,f")
    #expect(try unseen([0, 1, 0, 0, 0, 0, 1, 0]) == "b,f,which")
  }
}
