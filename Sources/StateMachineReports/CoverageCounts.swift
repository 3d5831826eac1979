import JSON
import StateMachineCodeGeneration
import StateMachineSyntax

/// Execution counts: how often tests have reached each place in Swift files. They are read from a report in the format
/// LCOV, or in the JSON of `llvm-cov export`, which `swift test --enable-code-coverage` writes.
package struct CoverageCounts: Sendable {
  /// The counts of one Swift file.
  private struct File {
    /// The beginnings of the parts into which a report of `llvm-cov` divides the file, in order. A part ends where the
    /// next part begins. The count is nil if the report has no count for the part. The list is empty for a report in
    /// LCOV, which has only counts of lines.
    var segments: [(start: RowLine.Position, count: Int?)] = []
    /// The count of each line, by its number. It is used only if `segments` is empty.
    var lines: [Int: Int] = [:]
  }

  private var files: [String: File] = [:]

  /// The paths of the files that have counts.
  package var paths: [String] { files.keys.sorted() }

  /// Reads the counts from a report. Nil if the bytes are neither LCOV nor the JSON of `llvm-cov export`.
  package init?(_ bytes: [UInt8]) {
    let isRead =
      bytes.first { !Ascii.isBlank($0) && !Ascii.isNewline($0) } == UInt8(ascii: "{")
      ? readExport(bytes) : readTrace(bytes)
    guard isRead else { return nil }
  }

  /// Returns how often a place in a file was reached. For a report in LCOV, this is the count of the whole line. Nil if
  /// the report has no count for the place.
  package func count(of position: RowLine.Position, in path: String) -> Int? {
    guard let file = files[path] else { return nil }
    if file.segments.isEmpty { return file.lines[position.line] }
    // A binary search for the last segment that does not begin after the place.
    var (low, high) = (0, file.segments.count)
    while low < high {
      let middle = (low + high) / 2
      if position < file.segments[middle].start { high = middle } else { low = middle + 1 }
    }
    return low > 0 ? file.segments[low - 1].count : nil
  }

  /// Reads a report of `llvm-cov`; returns false if it is malformed. In the report, a segment is the beginning of a
  /// part of the file: a list of a line, a column, a count, whether the count is valid, and more.
  private mutating func readExport(_ bytes: [UInt8]) -> Bool {
    guard let data = JSONParser.parse(bytes, omitting: ["functions", "branches", "expansions"])?["data"]?.array else {
      return false
    }
    for file in data.flatMap({ $0["files"]?.array ?? [] }) {
      guard let path = file["filename"]?.string, let segments = file["segments"]?.array else { return false }
      var read: [(start: RowLine.Position, count: Int?)] = []
      read.reserveCapacity(segments.count)
      for segment in segments {
        guard let parts = segment.array, parts.count > 3, let line = parts[0].int, let column = parts[1].int,
          let count = parts[2].int, let isCounted = parts[3].bool
        else { return false }
        read.append((RowLine.Position(line: line, column: column), isCounted ? count : nil))
      }
      files[path] = File(segments: read)
    }
    return true
  }

  /// Reads a report in LCOV; returns false if it is malformed. `SF:path` begins a file, and `DA:line,count` gives the
  /// count of a line. Several counts of one line are added.
  private mutating func readTrace(_ bytes: [UInt8]) -> Bool {
    var path: String?
    for line in bytes.split(whereSeparator: Ascii.isNewline) {
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix("SF:") {
        path = String(text.dropFirst(3))
      } else if text.hasPrefix("DA:") {
        let parts = text.dropFirst(3).split(separator: ",")
        guard let path, parts.count > 1, let line = Int(parts[0]), let count = Int(parts[1]) else { return false }
        files[path, default: File()].lines[line, default: 0] += count
      }
    }
    return path != nil
  }
}
