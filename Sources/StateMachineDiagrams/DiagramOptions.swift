/// The parts that a picture shows, and how.
package struct DiagramOptions: Sendable {
  package enum Labels: String, CaseIterable, Sendable {
    /// Events, guards and effects.
    case full
    /// The names of events only.
    case events
    case none
  }

  package enum Direction: String, CaseIterable, Sendable {
    case down, right
  }

  package enum Theme: String, CaseIterable, Sendable {
    case light, dark
  }

  /// Rows that can be left out, so that those that matter are seen.
  package enum Hidden: String, CaseIterable, Sendable {
    /// Those that lead nowhere: they stand in the boxes.
    case `internal`
    /// Those that trap, and so say what cannot happen.
    case trapped
  }

  package var labels = Labels.full
  package var hidden: Set<Hidden> = []
  package var direction = Direction.down
  /// Nil where the reader's scheme decides, in an SVG, and elsewhere for the light theme.
  package var theme: Theme?
  /// Is true where a state's payload stands with its name.
  package var showsPayloads = true
  /// Is true where the statements for tests stand in the picture, and not in comments alone.
  package var showsStatements = false
  /// How often tests have taken each row, by where it begins in the source; nil where that is not drawn.
  package var heat: [Int: Diagram.Heat]?
  /// In a page that plays machines, the place of this one among them: what can be lit or clicked is called after it, and
  /// after the state (`m0s3`), the body of a state (`m0b3`), the transition (`m0t7`) or the row of a choice (`m0r7`).
  package var page: Int?
  /// The first comment of the output: the command that made it.
  package var heading: String?

  package init() {}
}
