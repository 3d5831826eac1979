import StateMachineSyntax
import Testing

@testable import StateMachineDiagrams

/// SVGs have what the page Diagrams says: titles, the reader's colour scheme, and class names for style sheets.
@Suite struct AccessibleSVGTests {
  private static let door = """
    /// A door & its lock.
    machine Door {
      initial state open
      state closed
      event close, lock
      open -> closed : close
      closed : lock
    }
    """

  private func finished(_ theme: DiagramOptions.Theme?) throws -> String {
    let svg = "<!-- Title -->\n<svg width=\"1pt\">\n<g id=\"graph0\"></g></svg>\n"
    return String(
      decoding: AccessibleSVG.finish(Array(svg.utf8), of: try machine(Self.door), theme: theme), as: UTF8.self)
  }

  @Test func aPictureHasATitleAndADescription() throws {
    let svg = try finished(nil)
    #expect(svg.contains("\n<svg role=\"img\" aria-labelledby=\"Door-title Door-desc\" width=\"1pt\">\n<title"))
    #expect(svg.contains("<title id=\"Door-title\">Door</title>\n<desc id=\"Door-desc\">A door &amp; its lock.\n"))
    #expect(svg.contains("2 states, 2 transitions</desc>"))
    #expect(svg.hasSuffix("\n<g id=\"graph0\"></g></svg>\n"))
    #expect(AccessibleSVG.finish([1, 2], of: try machine(Self.door), theme: nil) == [1, 2])
  }

  @Test func withoutAThemeTheReadersSchemeCounts() throws {
    let sheet = try finished(nil)
    #expect(sheet.contains("<style>@media (prefers-color-scheme: dark) { [fill=\"#ffffff\"] { fill: #0d1117 }"))
    for (light, dark) in zip(DiagramTheme(.light).colors, DiagramTheme(.dark).colors) {
      #expect(sheet.contains("[fill=\"\(light)\"] { fill: \(dark) } [stroke=\"\(light)\"] { stroke: \(dark) }"))
    }
    for theme in DiagramOptions.Theme.allCases { #expect(!(try finished(theme)).contains("<style>")) }
  }

  /// The names in a picture, each with the class after it.
  private func names(_ text: String) throws -> Set<Substring> {
    let dot = try machine(text).drawing(format: .dot, options: DiagramOptions())
    return Set(dot.matches(of: #/id="[^"]*"( class="[^"]*")?/#).map(\.0))
  }

  @Test func namesStayWhenAStateIsAdded() throws {
    let names = try names(Self.door)
    for name in [
      "id=\"Door-open\" class=\"state initial\"", "id=\"Door-closed\" class=\"state\"",
      "id=\"Door-open-closed\" class=\"transition\"", "id=\"Door-open-closed--label\" class=\"transition\"",
    ] { #expect(names.contains(name[...]), "\(names)") }
    let more = try self.names(
      Self.door.replacing("  initial", with: "  state ajar\n  initial").replacing(
        "  closed : lock", with: "  open -> ajar : lock\n  closed : lock"))
    #expect(names.isSubset(of: more) && names.count < more.count)
  }

  @Test func kindsAreClasses() throws {
    let names = try names(
      """
      machine M {
        initial state a
        choice c
        final state z
        state p {
          region one { initial state x; state u }
          region two { initial state y; state v }
        }
        state q { initial state k; state l; k -> l : e }
        event e, f, g, h
        a -> c : e
        c -> z : [1 < 2]
        c -> a : [else]
        a -> p.one.u, p.two.v : f
        a -> q.history : g
        p -> a : h
        q -> a : h
      }
      """)
    let classes = Set(names.compactMap { $0.split(separator: " class=").dropFirst().first })
    #expect(
      classes.isSuperset(of: [
        "\"state initial\"", "\"state final\"", "\"state\"", "\"composite\"", "\"region\"", "\"choice\"", "\"history\"",
        "\"fork\"", "\"transition\"",
      ]), "\(classes)")
  }
}
