extension Diagram {
  /// The number of times that tests have taken a row, with the texts that show the number.
  package struct Heat: Sendable {
    /// The number of times that tests have taken the row; nil if the number is unknown.
    let count: Int?
    /// The number as the row's label shows it: `7×`.
    let label: String
    /// The sentence about the number. It is shown while the pointer is over the arrow.
    let note: String

    /// Creates the number of a row together with the texts that show it.
    ///
    /// - Parameters:
    ///   - text: the number as shown, but without `×`: `7`, `≤ 7` or `?`.
    ///   - note: the sentence for the tooltip.
    package init(count: Int?, text: String, note: String) {
      self.count = count
      label = text + "×"
      self.note = note
    }

    /// The highlighting of the row: taken if the number is not 0, untaken if it is 0, and uncounted if it is unknown.
    var change: Change { count.map { $0 > 0 ? .taken : .untaken } ?? .uncounted }
  }
}

/// The thickness of arrows, from 1 to 5: an arrow is thicker if tests have taken its row more often. The thickness
/// grows with the number of binary digits, because one row may be taken a thousand times as often as another.
struct HeatScale {
  private let most: Int

  /// Creates the scale for a diagram. The arrow that was taken most often has the thickness 5.
  init(_ diagram: Diagram) { most = Self.digits(diagram.arrows) }

  /// Returns the thickness of a line that shows several arrows. The arrow that was taken most often decides. If no
  /// arrow of the diagram was taken, the thickness is 1.
  func thickness(of arrows: [Diagram.Arrow]) -> Int { 1 + 4 * Self.digits(arrows) / max(1, most) }

  /// Returns the number of binary digits of the largest number among the arrows: 3 if tests have taken one row 7 times
  /// and no row more often.
  private static func digits(_ arrows: [Diagram.Arrow]) -> Int {
    arrows.reduce(0) { max($0, Int.bitWidth - ($1.heat?.count ?? 0).leadingZeroBitCount) }
  }
}
