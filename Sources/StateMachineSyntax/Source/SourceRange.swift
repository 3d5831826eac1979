/// A range of bytes in a file: from `start` to before `end`.
///
/// Offsets of four bytes keep the syntax tree small; the command reads no file near 2 GiB. Lines and columns are
/// computed only for output.
public struct SourceRange: Hashable, Sendable {
  /// The offset of the first byte.
  public var start: UInt32
  /// The offset after the last byte.
  public var end: UInt32

  @inlinable public init(_ start: Int, _ end: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
  }

  @inlinable public var lowerBound: Int { Int(start) }
  @inlinable public var upperBound: Int { Int(end) }
  @inlinable public var isEmpty: Bool { start >= end }

  /// Returns whether all bytes of `other` are in this range.
  @inlinable public func contains(_ other: SourceRange) -> Bool { start <= other.start && other.end <= end }

  /// Returns the smallest range that contains this one and `other`.
  @inlinable public func union(_ other: SourceRange) -> SourceRange {
    SourceRange(min(lowerBound, other.lowerBound), max(upperBound, other.upperBound))
  }
}
