/// The origin of the parts of a `.sm` file that was made from another file, such as Swift or a chart.
package struct SourceOrigin: Sendable {
  /// The path of the other file. Findings show lines of that file.
  private let path: String
  private let bytes: [UInt8]
  /// The offsets of the parts in the `.sm` file, in ascending order, and the range that each comes from.
  private let starts: [Int]
  private let places: [SourceRange]

  package init(of source: SourceFile, starts: [Int], places: [SourceRange]) {
    (path, bytes) = (source.path, source.bytes)
    (self.starts, self.places) = (starts, places)
  }

  package var source: SourceFile { SourceFile(path: path, bytes: bytes) }

  /// Returns the range in the other file from which a range of the `.sm` file was made.
  package func place(of range: SourceRange) -> SourceRange {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? places[low - 1] : SourceRange(0, 0)
  }
}
