/// The appearance of a picture, and which parts of a machine it shows.
package struct DiagramOptions: Sendable {
  package enum Labels: String, CaseIterable, Sendable {
    /// Labels show events, guards and effects.
    case full
    /// Labels show only the names of events.
    case events
    case none
  }

  package enum Direction: String, CaseIterable, Sendable {
    case down, right
  }

  package enum Theme: String, CaseIterable, Sendable {
    case light, dark
  }

  /// The kinds of rows that the options may leave out of the picture, so that other rows are seen better.
  package enum Hidden: String, CaseIterable, Sendable {
    /// Internal rows, which are drawn as lines in boxes.
    case `internal`
    /// Rows that trap (`a : e / trap`), for events that cannot happen.
    case trapped
  }

  package var labels = Labels.full
  package var hidden: Set<Hidden> = []
  package var direction = Direction.down
  /// The theme. If it is nil, an SVG follows the reader's light or dark scheme, and other formats have the light theme.
  package var theme: Theme?
  /// Whether payloads are shown after the names of states.
  package var showsPayloads = true
  /// Whether the picture has a note with the file's statements for tests, such as `never open`. If not, comments in the
  /// picture's text show these statements.
  package var showsStatements = false
  /// The number of times that tests have taken each row. The key is the offset of the row in the `.sm` file. Nil if the
  /// picture shows no such numbers.
  package var heat: [Int: Diagram.Heat]?
  /// The index of the machine in a page that plays machines; nil for other pictures. With it, identifiers in the SVG
  /// are made of indices. For the machine `m0`, they are `m0s3` for a state and `m0t7` for a transition. They are
  /// `m0r7` for a row of a choice, and `m0b3` for the frame around a state's children.
  package var page: Int?
  /// The first comment of the output: the command that made the picture. Nil for no such comment.
  package var heading: String?

  package init() {}
}
