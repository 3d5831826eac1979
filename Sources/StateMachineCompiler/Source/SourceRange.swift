/// A half-open range of UTF-8 offsets in one source file.
///
/// Four bytes an end keep the syntax tree small; the command reads no file that is near 2 GiB. Lines and columns are
/// worked out only when something is printed.
package struct SourceRange: Hashable, Sendable {
  /// The offset of the first byte.
  package var start: UInt32
  /// The offset behind the last byte.
  package var end: UInt32

  package init(_ start: Int, _ end: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
  }

  package var lowerBound: Int { Int(start) }
  package var upperBound: Int { Int(end) }
  package var isEmpty: Bool { start >= end }

  /// Whether no byte of `other` is outside.
  package func contains(_ other: SourceRange) -> Bool { start <= other.start && other.end <= end }

  /// The smallest range that holds this one and `other`.
  package func union(_ other: SourceRange) -> SourceRange {
    SourceRange(min(lowerBound, other.lowerBound), max(upperBound, other.upperBound))
  }
}
