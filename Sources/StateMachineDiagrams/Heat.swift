extension Diagram {
  /// How often tests have taken a row.
  package struct Heat: Sendable {
    /// Nil where that is not known.
    let count: Int?
    /// The count as it stands at the row: `7×`.
    let label: String
    /// What a tooltip says.
    let note: String

    /// - Parameter text: the count as it is told: `7`, or `≤ 7`, or `?`.
    package init(count: Int?, text: String, note: String) {
      self.count = count
      label = text + "×"
      self.note = note
    }

    var change: Change { count.map { $0 > 0 ? .taken : .untaken } ?? .uncounted }
  }
}

/// How thick arrows are by how often tests have taken them: from 1 to 5 for the most, by binary digits, as one row may be
/// taken a thousand times as often as another.
struct HeatScale {
  private let most: Int

  init(_ diagram: Diagram) { most = Self.digits(diagram.arrows) }

  /// - Parameter arrows: those that are drawn as one.
  func thickness(of arrows: [Diagram.Arrow]) -> Int { 1 + 4 * Self.digits(arrows) / max(1, most) }

  private static func digits(_ arrows: [Diagram.Arrow]) -> Int {
    arrows.reduce(0) { max($0, Int.bitWidth - ($1.heat?.count ?? 0).leadingZeroBitCount) }
  }
}
