import JSON
import StateMachineCodeGeneration
import StateMachineSyntax

/// How often the places of Swift files have been reached in tests, by the JSON of `llvm-cov export`, which
/// `swift test --enable-code-coverage` leaves, or by LCOV.
package struct CoverageCounts: Sendable {
  /// The counts of one file.
  private struct File {
    /// In the order of the text: what is counted from a place on, up to the next; nil for nothing.
    var segments: [(start: RowLine.Position, count: Int?)] = []
    /// The same by line, where no more is known.
    var lines: [Int: Int] = [:]
  }

  private var files: [String: File] = [:]

  /// The files for which there are counts.
  package var paths: [String] { files.keys.sorted() }

  /// Nil where the bytes are neither.
  package init?(_ bytes: [UInt8]) {
    let isRead =
      bytes.first { !Ascii.isBlank($0) && !Ascii.isNewline($0) } == UInt8(ascii: "{")
      ? readExport(bytes) : readTrace(bytes)
    guard isRead else { return nil }
  }

  /// How often a place has been reached; nil where that has not been counted.
  package func count(of position: RowLine.Position, in path: String) -> Int? {
    guard let file = files[path] else { return nil }
    if file.segments.isEmpty { return file.lines[position.line] }
    // The last segment that begins before the place, or there.
    var (low, high) = (0, file.segments.count)
    while low < high {
      let middle = (low + high) / 2
      if position < file.segments[middle].start { high = middle } else { low = middle + 1 }
    }
    return low > 0 ? file.segments[low - 1].count : nil
  }

  /// Reads the JSON of llvm-cov. A segment is a list: line, column, count, whether there is a count, and more.
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

  /// Reads LCOV: `SF:path`, then `DA:line,count` for each line. What is told twice is a sum.
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
