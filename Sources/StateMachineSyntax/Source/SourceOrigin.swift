/// The origin of a `.sm` file that was made from another file, such as Swift or a statechart in PlantUML. It has the
/// other file and, for each part of the `.sm` file, the range in the other file from which the part was made.
package struct SourceOrigin: Sendable {
  /// The path of the other file. Findings show the lines of the other file, and not those of the `.sm` file.
  private let path: String
  private let bytes: [UInt8]
  /// The offset of each part in the `.sm` file, in ascending order. For each part, `places` has the range in the other
  /// file at the same index.
  private let starts: [Int]
  private let places: [SourceRange]

  package init(of source: SourceFile, starts: [Int], places: [SourceRange]) {
    (path, bytes) = (source.path, source.bytes)
    (self.starts, self.places) = (starts, places)
  }

  package var source: SourceFile { SourceFile(path: path, bytes: bytes) }

  /// Returns the range in the other file from which the text at the beginning of `range`, in the `.sm` file, was made.
  /// Returns an empty range at the beginning of the other file if no part begins before this text.
  package func place(of range: SourceRange) -> SourceRange {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? places[low - 1] : SourceRange(0, 0)
  }
}
