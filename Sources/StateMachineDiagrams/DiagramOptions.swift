/// The parts that a picture shows, and its appearance.
package struct DiagramOptions: Sendable {
  package enum Labels: String, CaseIterable, Sendable {
    /// Labels with events, guards and effects.
    case full
    /// Labels with the names of events only.
    case events
    case none
  }

  package enum Direction: String, CaseIterable, Sendable {
    case down, right
  }

  package enum Theme: String, CaseIterable, Sendable {
    case light, dark
  }

  /// The kinds of rows that can be left out, so that other rows are seen better.
  package enum Hidden: String, CaseIterable, Sendable {
    /// Internal rows, which boxes contain.
    case `internal`
    /// Rows that trap, for events that cannot happen.
    case trapped
  }

  package var labels = Labels.full
  package var hidden: Set<Hidden> = []
  package var direction = Direction.down
  /// The theme; nil for colors of the reader's scheme in an SVG, and for the light theme in other formats.
  package var theme: Theme?
  /// Whether payloads are shown behind the names of states.
  package var showsPayloads = true
  /// Whether the statements for tests are drawn; if not, they are in comments.
  package var showsStatements = false
  /// The number of times that tests have taken a row, by the row's offset in the source; nil if none is drawn.
  package var heat: [Int: Diagram.Heat]?
  /// The index of the machine in a page that plays machines. The names of highlighted and clickable elements begin with
  /// it: state `m0s3`, body of a state `m0b3`, transition `m0t7`, row of a choice `m0r7`.
  package var page: Int?
  /// The first comment of the output: the command that made it.
  package var heading: String?

  package init() {}
}
