import StateMachineModel
import StateMachineSyntax

/// Makes an SVG that Graphviz wrote accessible. It adds a title and a description for screen readers (SVG 2, §5.8). If
/// the options set no theme, it also adds a style sheet that follows the reader's light or dark color scheme.
package enum AccessibleSVG {
  /// Returns the SVG with a title, a description and, without a theme, the style sheet for dark screens. An SVG without
  /// an `<svg …>` tag is returned unchanged.
  ///
  /// - Parameter theme: the theme of the picture; nil for colors that follow the reader's light or dark scheme.
  package static func finish(_ svg: [UInt8], of machine: StateMachine, theme: DiagramOptions.Theme?) -> [UInt8] {
    guard let tag = svg.firstRange(of: Array("<svg".utf8)),
      let end = svg[tag.upperBound...].firstIndex(of: Ascii.rightAngle)
    else { return svg }
    let text = MachineText(machine)
    let name = text.title
    let identifier = DiagramIdentifiers.plain(name)
    var head = "\n<title id=\"\(identifier)-title\">\(Markup.escaped(name))</title>"
    head += "\n<desc id=\"\(identifier)-desc\">\(Markup.escaped(description(machine, text)))</desc>"
    if theme == nil { head += "\n<style>\(styleSheet)</style>" }
    let attributes = " role=\"img\" aria-labelledby=\"\(identifier)-title \(identifier)-desc\""
    return svg[..<tag.upperBound] + Array(attributes.utf8) + svg[tag.upperBound...end] + Array(head.utf8)
      + svg[svg.index(after: end)...]
  }

  /// Returns the description for screen readers: the machine's documentation, and the numbers of its states and rows,
  /// such as `3 states, 5 transitions`.
  private static func description(_ machine: StateMachine, _ text: MachineText) -> String {
    let states = machine.states.count { !$0.isRegion && !$0.isPseudostate }
    let rows = machine.rows.count
    let counts = "\(states) state\(states == 1 ? "" : "s"), \(rows) transition\(rows == 1 ? "" : "s")"
    let documentation = text.documentation(machine.documentation)
    return documentation.isEmpty ? counts : documentation + "\n" + counts
  }

  /// The style sheet for dark screens. For each color of the light theme, a rule replaces it by the color of the dark
  /// theme, in the attributes `fill` and `stroke` that Graphviz writes.
  private static let styleSheet: String = {
    let rules = zip(DiagramTheme(.light).colors, DiagramTheme(.dark).colors).map { light, dark in
      "[fill=\"\(light)\"] { fill: \(dark) } [stroke=\"\(light)\"] { stroke: \(dark) }"
    }
    return "@media (prefers-color-scheme: dark) { \(rules.joined(separator: " ")) }"
  }()
}
