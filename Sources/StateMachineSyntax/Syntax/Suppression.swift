/// The warnings and notes that comments in the file silence, with a reason:
///
///     open -> closed : cancel   // sm-gen: ignore W311: the caller has gone
///
/// A comment applies to its own line. If the comment is alone on its line, it applies to the next line that is neither
/// empty nor a comment. If that line belongs to a row of several lines, the comment applies to the whole row. So a line
/// break in a row does not bring a finding back. A comment that silences nothing is reported. Errors cannot be
/// silenced.
package struct Suppression {
  private struct Entry {
    var code: DiagnosticCode
    /// The range of the finding's code in the comment, such as `W311`.
    var range: SourceRange
    /// The range of the whole comment.
    var comment: SourceRange
    /// Whether the comment names several codes, as in `ignore W305, W311: why`.
    var hasCompany = false
    /// The line whose findings with this code are silenced. Lines are counted from 1.
    var line: Int
    var isUsed = false
  }

  private static let marker = Array("sm-gen:".utf8)

  private var entries: [Entry] = []
  private var malformed: [SourceRange] = []
  private let source: SourceFile
  private let lines: LineTable
  /// The range of lines that the last call of `nextLine` has read, from the given line to before its result. For each
  /// of them, the result is `lastSearch.upperBound`. So a comment of many lines is read only once.
  private var lastSearch = 0..<0

  /// For each line of a row except its first line, the number of the first line. Lines are counted from 1.
  private var firstLines: [Int: Int] = [:]

  /// Reads the comments of a file that silence findings. Nil if the file has no such comments.
  ///
  /// - Parameter tree: the syntax tree of the file; nil if the file is not text.
  package init?(_ source: SourceFile, _ tree: SyntaxTree?) {
    self.source = source
    let bytes = source.bytes
    guard let first = Self.findMarker(bytes, from: 0) else { return nil }
    lines = LineTable(bytes)
    var marker = first
    while true {
      let line = lines.position(of: marker).line
      let range = lines.range(ofLine: line, count: bytes.count)
      if let comment = Self.comment(bytes, before: marker, from: range.lowerBound) {
        read(bytes, from: marker + Self.marker.count, to: range.upperBound, comment: comment, line: line)
      }
      guard let next = Self.findMarker(bytes, from: range.upperBound) else { break }
      marker = next
    }
    if entries.isEmpty, malformed.isEmpty { return nil }
    if let tree { findRows(tree) }
  }

  /// Returns `list` without the silenced findings. Adds a finding for each malformed comment, and for each code in a
  /// comment that silences nothing. Codes about older versions are not checked for this. If findings were omitted from
  /// `list`, only malformed comments are reported.
  ///
  /// - Parameter isComplete: whether every check has run. If errors have prevented some checks, only malformed comments
  ///   are reported, because the others may silence findings of these checks.
  package mutating func apply(to list: DiagnosticList, isComplete: Bool) -> DiagnosticList {
    let silenced = list.filtered { diagnostic in
      guard diagnostic.severity != .error else { return true }
      let line = firstLine(lines.position(of: diagnostic.range.lowerBound).line)
      var isKept = true
      for index in entries.indices
      where firstLine(entries[index].line) == line && entries[index].code == diagnostic.code {
        entries[index].isUsed = true
        isKept = false
      }
      return isKept
    }
    var result = silenced
    for range in malformed { result.append(.malformedSuppression(range)) }
    if isComplete, list.omittedCount == 0 {
      for entry in entries where !entry.isUsed && !entry.code.isAboutVersions {
        let removal = entry.hasCompany ? source.removingElement(entry.range) : source.removing(entry.comment)
        result.append(.suppressesNothing(entry.range, entry.code.rawValue, removal: removal))
      }
    }
    return result
  }

  /// Returns an edit that inserts a comment above the line of a finding: `// sm-gen: ignore W311: why`. The user
  /// replaces the word `why` by the reason. Nil if the finding cannot be silenced.
  static func silencing(_ diagnostic: Diagnostic, in source: SourceFile) -> TextEdit? {
    guard diagnostic.code.severity != .error, diagnostic.code != .suppression else { return nil }
    var start = min(diagnostic.range.lowerBound, source.bytes.count)
    while start > 0, !Ascii.isNewline(source.bytes[start - 1]) { start -= 1 }
    let indentation = source.indentation(at: start)
    return TextEdit(
      SourceRange(start, start), "\(indentation)// sm-gen: ignore \(diagnostic.code.rawValue): why\n")
  }

  // MARK: Rows of several lines

  private mutating func findRows(_ tree: SyntaxTree) {
    for machine in tree.machines {
      machine.body.forEachDeep { item in
        guard case .transition(let row) = item else { return }
        let first = lines.position(of: row.range.lowerBound).line
        let last = lines.position(of: row.range.upperBound).line
        guard first < last else { return }
        // A row may begin on the last line of another one.
        for line in (first + 1)...last { firstLines[line] = firstLine(first) }
      }
    }
  }

  private func firstLine(_ line: Int) -> Int { firstLines[line] ?? line }

  // MARK: Reading

  /// Returns the offset of the next `sm-gen:` at or after `start`; nil if there is no further `sm-gen:`. By Horspool's
  /// algorithm, it looks only at some bytes. A byte decides how many of the next bytes are skipped.
  private static func findMarker(_ bytes: [UInt8], from start: Int) -> Int? {
    let marker = marker
    var end = start + marker.count
    while end <= bytes.count {
      // If the byte before `end` is no byte of `sm-gen:`, the search goes on by the whole length of `sm-gen:`. If it is
      // one of these bytes, such as the `g`, the search goes on until the two `g` are at the same place.
      switch bytes[end - 1] {
      case UInt8(ascii: ":"):
        if bytes[(end - marker.count)..<end].elementsEqual(marker) { return end - marker.count }
        end += marker.count
      case UInt8(ascii: "n"): end += 1
      case UInt8(ascii: "e"): end += 2
      case UInt8(ascii: "g"): end += 3
      case UInt8(ascii: "-"): end += 4
      case UInt8(ascii: "m"): end += 5
      case UInt8(ascii: "s"): end += 6
      default: end += marker.count
      }
    }
    return nil
  }

  /// Returns the offset of the `//` before the `sm-gen:` at `marker`. Nil if other text than blanks is between the two,
  /// because the text then only mentions `sm-gen:`.
  ///
  /// - Parameter start: the offset at which the line begins.
  private static func comment(_ bytes: [UInt8], before marker: Int, from start: Int) -> Int? {
    var index = marker
    while index > start, Ascii.isBlank(bytes[index - 1]) { index -= 1 }
    guard index >= start + 2, bytes[index - 1] == Ascii.slash, bytes[index - 2] == Ascii.slash else { return nil }
    return index - 2
  }

  /// Reads the text after `sm-gen:`, such as `ignore W305, W311: why`, and adds an entry for each code. Adds only the
  /// comment to `malformed` if the text has another form, or a code that cannot be silenced.
  ///
  /// - Parameters:
  ///   - start: the offset after `sm-gen:`.
  ///   - end: the offset at which the line ends.
  ///   - comment: the offset of the comment's `//`.
  ///   - line: the line of the comment, counted from 1.
  private mutating func read(_ bytes: [UInt8], from start: Int, to end: Int, comment: Int, line: Int) {
    var limit = end
    while limit > start, Ascii.isNewline(bytes[limit - 1]) || Ascii.isBlank(bytes[limit - 1]) { limit -= 1 }
    let whole = SourceRange(comment, limit)
    let text = bytes[start..<limit]
    let word = text.drop(while: Ascii.isBlank)
    guard word.starts(with: "ignore".utf8), let colon = word.firstIndex(of: Ascii.colon),
      !bytes[(colon + 1)..<limit].allSatisfy(Ascii.isBlank)
    else {
      malformed.append(whole)
      return
    }
    // The line to which the comment applies.
    let target =
      Self.isAlone(bytes, comment, lines.range(ofLine: line, count: bytes.count).lowerBound)
      ? nextLine(bytes, after: line) : line
    var found: [Entry] = []
    for part in bytes[(word.startIndex + 6)..<colon].split(separator: Ascii.comma, omittingEmptySubsequences: false) {
      var code = part.drop(while: Ascii.isBlank)
      while let last = code.last, Ascii.isBlank(last) { code.removeLast() }
      guard let known = DiagnosticCode(rawValue: String(decoding: code, as: UTF8.self)), known.severity != .error,
        known != .suppression
      else {
        malformed.append(whole)
        return
      }
      found.append(
        Entry(code: known, range: SourceRange(code.startIndex, code.endIndex), comment: whole, line: target))
    }
    if found.count > 1 { for index in found.indices { found[index].hasCompany = true } }
    entries += found
  }

  /// Returns whether only blanks are before a comment on its line.
  ///
  /// - Parameters:
  ///   - comment: the offset of the comment.
  ///   - start: the offset at which the line begins.
  private static func isAlone(_ bytes: [UInt8], _ comment: Int, _ start: Int) -> Bool {
    bytes[start..<comment].allSatisfy(Ascii.isBlank)
  }

  /// Returns the number of the next line after `line` that is neither empty nor a comment.
  private mutating func nextLine(_ bytes: [UInt8], after line: Int) -> Int {
    if lastSearch.contains(line) { return lastSearch.upperBound }
    var next = line + 1
    while next <= lines.count {
      let text = bytes[lines.range(ofLine: next, count: bytes.count)].drop(while: Ascii.isBlank)
      let isEmpty = text.first.map(Ascii.isNewline) ?? true
      if !isEmpty, !text.starts(with: [Ascii.slash, Ascii.slash]) { break }
      next += 1
    }
    lastSearch = line..<next
    return next
  }
}

extension DiagnosticList {
  /// Adds a further fix to each finding that can be silenced. The fix inserts a comment such as
  /// `// sm-gen: ignore W311: why`.
  package mutating func offerSilence(in source: SourceFile) {
    mapDiagnostics { diagnostic in
      guard let comment = Suppression.silencing(diagnostic, in: source) else { return diagnostic }
      return diagnostic.fix("silence '\(diagnostic.code.rawValue)' here, and say why", comment, isSafe: false)
    }
  }
}
