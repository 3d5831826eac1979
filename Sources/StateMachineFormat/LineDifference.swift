import StateMachineSyntax

/// The lines that formatting changes in a file, in the format of `diff -u`.
///
/// The formatter changes only whitespace, so both files contain the same other characters. Two lines correspond if the
/// same number of these characters comes before them in their files. So no search is needed.
package struct LineDifference {
  /// The number of unchanged lines that are shown before and after a changed line.
  private static let context = 3

  private enum Change { case none, removed, added }

  private let old: [ArraySlice<UInt8>]
  private let new: [ArraySlice<UInt8>]
  /// The lines of both files in one order. Removed lines come before the added lines that replace them.
  private var lines: [(change: Change, text: ArraySlice<UInt8>)] = []

  package init(_ old: [UInt8], _ new: [UInt8]) {
    self.old = Self.lines(old)
    self.new = Self.lines(new)
    compare()
  }

  /// Returns the lines of a file. Each line includes the newline at its end.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: Ascii.lineFeed).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }

  /// Returns the number of characters in a line that are not whitespace, counted in bytes.
  private static func marks(_ line: ArraySlice<UInt8>) -> Int {
    line.reduce(0) { $0 + (Ascii.isBlank($1) || Ascii.isNewline($1) ? 0 : 1) }
  }

  /// Computes `lines`. Equal lines of both files are unchanged. Between them, reads lines of both files until they
  /// contain equally many characters that are not whitespace.
  private mutating func compare() {
    var (left, right) = (0, 0)
    // Added lines come after all lines that are removed with them.
    var added: [ArraySlice<UInt8>] = []
    while left < old.count || right < new.count {
      if left < old.count, right < new.count, old[left] == new[right] {
        lines += added.map { (.added, $0) }
        added.removeAll()
        lines.append((.none, old[left]))
        left += 1
        right += 1
        continue
      }
      let (firstLeft, firstRight) = (left, right)
      // Reads lines of both files until equally many characters have been read from each. `surplus` is the number of
      // characters that were read from the old file and not yet from the new one. A blank line is a difference by
      // itself.
      var surplus = 0
      repeat {
        if left < old.count, surplus <= 0 || right >= new.count {
          surplus += Self.marks(old[left])
          left += 1
        } else {
          surplus -= Self.marks(new[right])
          right += 1
        }
      } while surplus != 0 && (left < old.count || right < new.count)
      lines += old[firstLeft..<left].map { (.removed, $0) }
      added += new[firstRight..<right]
    }
    lines += added.map { (.added, $0) }
  }

  /// The edits that change the old file into the new one. No edit contains unchanged lines, so that an editor does not
  /// move the cursor in these lines.
  package var edits: [TextEdit] {
    var edits: [TextEdit] = []
    var position = 0
    var index = 0
    while index < lines.count {
      guard lines[index].change != .none else {
        position = lines[index].text.endIndex
        index += 1
        continue
      }
      let start = position
      var added: [UInt8] = []
      while index < lines.count, lines[index].change != .none {
        if lines[index].change == .removed { position = lines[index].text.endIndex } else { added += lines[index].text }
        index += 1
      }
      edits.append(TextEdit(SourceRange(start, position), String(decoding: added, as: UTF8.self)))
    }
    return edits
  }

  /// Returns the difference in the format of `diff -u`; empty if the files are equal.
  ///
  /// - Parameter name: the name that is shown for both files.
  package func unified(name: String) -> [UInt8] {
    let changed = lines.indices.filter { lines[$0].change != .none }
    guard !changed.isEmpty else { return [] }
    var text = Array("--- \(name)\n+++ \(name)\n".utf8)
    var (left, right) = (1, 1)
    var position = 0
    var index = 0
    while index < changed.count {
      var last = changed[index]
      let start = max(position, last - Self.context)
      // Changes belong to one part of the output if the unchanged lines that are shown after one and before the next
      // meet.
      while index < changed.count, changed[index] - last <= 2 * Self.context + 1 {
        last = changed[index]
        index += 1
      }
      left += start - position
      right += start - position
      let hunk = lines[start..<min(lines.count, last + Self.context + 1)]
      let (removed, added) = (hunk.count { $0.change != .added }, hunk.count { $0.change != .removed })
      text += Array("@@ -\(Self.range(left, removed)) +\(Self.range(right, added)) @@\n".utf8)
      for line in hunk { Self.append(line.change, line.text, to: &text) }
      left += removed
      right += added
      position = hunk.endIndex
    }
    return text
  }

  private static func range(_ start: Int, _ count: Int) -> String {
    count == 1 ? "\(start)" : "\(count == 0 ? start - 1 : start),\(count)"
  }

  private static func append(_ change: Change, _ line: ArraySlice<UInt8>, to text: inout [UInt8]) {
    switch change {
    case .none: text.append(Ascii.space)
    case .removed: text.append(Ascii.minus)
    case .added: text.append(Ascii.plus)
    }
    text += line
    if line.last != Ascii.lineFeed { text += Array("\n\\ No newline at end of file\n".utf8) }
  }
}
