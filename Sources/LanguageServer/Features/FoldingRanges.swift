import JSON
import StateMachineSyntax

extension AnalysedDocument {
  /// The ranges that the editor can fold: bodies in braces, blocks of Swift, and several `//` comments in successive
  /// lines.
  var foldingRanges: JSONValue {
    guard let tree = analysis.tree else { return [] }
    var ranges: [(range: SourceRange, kind: String?)] = []
    ranges += tree.swift.map { ($0.range, nil) }
    for machine in tree.machines {
      if let body = machine.bodyRange { ranges.append((body, nil)) }
      machine.body.forEachDeep { item in
        switch item {
        case .state(let state): if let body = state.bodyRange { ranges.append((body, nil)) }
        case .region(let region): if let body = region.bodyRange { ranges.append((body, nil)) }
        case .swift(let block): ranges.append((block.range, nil))
        default: break
        }
      }
    }
    ranges += comments.map { ($0, "comment") }
    let folded = ranges.compactMap { range, kind -> JSONValue? in
      let first = document.positions.position(of: range.lowerBound).line
      let last = document.positions.position(of: range.upperBound).line
      // The line of a closing brace stays visible.
      let end = kind == nil ? last - 1 : last
      guard end > first else { return nil }
      var members: [JSONValue.Member] = [
        .init(key: "startLine", value: .int(first)), .init(key: "endLine", value: .int(end)),
      ]
      if let kind { members.append(.init(key: "kind", value: .string(kind))) }
      return .object(members)
    }
    return .array(folded)
  }

  /// The ranges of successive lines that contain only a `//` comment.
  private var comments: [SourceRange] {
    let bytes = document.source.bytes
    var runs: [SourceRange] = []
    var current: SourceRange?
    let lines = LineTable(bytes)
    for line in 1...max(1, lines.count) {
      let range = lines.range(ofLine: line, count: bytes.count)
      let text = bytes[range].drop { $0 == 0x20 || $0 == 0x09 }
      if text.starts(with: [0x2F, 0x2F]) {
        let end = text.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? range.upperBound
        current = current?.union(SourceRange(range.lowerBound, end)) ?? SourceRange(text.startIndex, end)
      } else if let run = current {
        runs.append(run)
        current = nil
      }
    }
    return runs + (current.map { [$0] } ?? [])
  }
}
