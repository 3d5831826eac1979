extension Diagram {
  /// The number of times that tests have taken a row.
  package struct Heat: Sendable {
    /// The number of times; nil if it is unknown.
    let count: Int?
    /// The number as the label of the row shows it: `7×`.
    let label: String
    /// The text of the arrow's tooltip.
    let note: String

    /// - Parameter text: the number as shown, but without `×`: `7`, `≤ 7`, or `?`.
    package init(count: Int?, text: String, note: String) {
      self.count = count
      label = text + "×"
      self.note = note
    }

    var change: Change { count.map { $0 > 0 ? .taken : .untaken } ?? .uncounted }
  }
}

/// The thickness of arrows by the number of times that tests have taken them. It grows from 1 to 5 with the number's
/// binary digits, as one row may be taken a thousand times as often as another.
struct HeatScale {
  private let most: Int

  init(_ diagram: Diagram) { most = Self.digits(diagram.arrows) }

  /// - Parameter arrows: arrows that one line shows.
  func thickness(of arrows: [Diagram.Arrow]) -> Int { 1 + 4 * Self.digits(arrows) / max(1, most) }

  private static func digits(_ arrows: [Diagram.Arrow]) -> Int {
    arrows.reduce(0) { max($0, Int.bitWidth - ($1.heat?.count ?? 0).leadingZeroBitCount) }
  }
}
