import JSON
import StateMachineCodeGeneration
import StateMachineSyntax

/// The number of times that tests have reached the places of Swift files, from LCOV, or from the JSON of `llvm-cov
/// export`, which `swift test --enable-code-coverage` writes.
package struct CoverageCounts: Sendable {
  /// The counts of one file.
  private struct File {
    /// The segments in the order of the text. The count of each is valid up to the next; nil for no count.
    var segments: [(start: RowLine.Position, count: Int?)] = []
    /// The counts by line, used if there are no segments.
    var lines: [Int: Int] = [:]
  }

  private var files: [String: File] = [:]

  /// The paths of the files that have counts.
  package var paths: [String] { files.keys.sorted() }

  /// Reads the counts of a report; nil if the bytes are in neither of the two formats.
  package init?(_ bytes: [UInt8]) {
    let isRead =
      bytes.first { !Ascii.isBlank($0) && !Ascii.isNewline($0) } == UInt8(ascii: "{")
      ? readExport(bytes) : readTrace(bytes)
    guard isRead else { return nil }
  }

  /// Returns the number of times that a place in a file has been reached; nil if no count is known.
  package func count(of position: RowLine.Position, in path: String) -> Int? {
    guard let file = files[path] else { return nil }
    if file.segments.isEmpty { return file.lines[position.line] }
    // Finds the last segment that begins before the place, or at it.
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

  /// Reads LCOV: `SF:path`, then `DA:line,count` for each line. Several counts of a line are added.
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
