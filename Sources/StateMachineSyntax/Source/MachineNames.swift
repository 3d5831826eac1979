/// The names in a file that may be names of machines. They show which files use or declare each other's machines.
/// Because many files are searched, they are not parsed. Therefore, some of the names are names of other things.
package struct MachineNames: Sendable {
  /// The names after the word `machine`.
  package private(set) var declared: Set<String> = []
  /// The names after a colon, such as `LoadedContent` in `state loaded: LoadedContent`, which may be submachines.
  private(set) var mentioned: Set<String> = []

  /// The possible meanings of the next name, which follow from the text before it.
  private struct Expected {
    /// Whether the word `machine` precedes the name.
    var isDeclared = false
    /// Whether a colon precedes the name.
    var isMentioned = false
    /// Whether the name continues a path after a colon, as `Inner` does in `: Outer<Int>.Inner`.
    var isInPath = false

    mutating func formUnion(_ other: Expected) {
      isDeclared = isDeclared || other.isDeclared
      isMentioned = isMentioned || other.isMentioned
      isInPath = isInPath || other.isInPath
    }

    /// Updates the flags after a byte that is not in a name. For example, a colon sets `isMentioned`. A blank, a line
    /// ending or a back-tick leaves it as it is, and any other byte clears it.
    mutating func pass(_ byte: UInt8) {
      let belongsToPath = [Ascii.dot, Ascii.leftAngle, Ascii.rightAngle, Ascii.comma, Ascii.backtick].contains(byte)
      isInPath = isInPath && (belongsToPath || Ascii.isBlank(byte))
      if Ascii.isBlank(byte) || Ascii.isNewline(byte) { return }
      isDeclared = isDeclared && byte == Ascii.backtick
      isMentioned = byte == Ascii.colon || isMentioned && byte == Ascii.backtick
    }
  }

  /// Searches a file for names after the word `machine`, and for paths after a colon, such as `Outer.Inner`. Words in
  /// comments are read, too. After a comment, the same names are expected as before it.
  package init(_ bytes: [UInt8]) {
    var expected = Expected()
    // The same is expected before and after a comment. In strings that look like comments, words are read all the same.
    var beforeLine = Expected()
    var beforeBlock = Expected()
    var depth = 0
    var index = 0
    while index < bytes.count {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if let word = Self.word(bytes, at: index) {
        let name = String(decoding: bytes[word.name], as: UTF8.self)
        if expected.isDeclared { declared.insert(name) }
        if expected.isMentioned || expected.isInPath { mentioned.insert(name) }
        expected = Expected(
          isDeclared: name == "machine" && !word.isQuoted, isInPath: expected.isMentioned || expected.isInPath)
        index = word.end
        continue
      }
      switch (bytes[index], next) {
      case (Ascii.slash, Ascii.slash): beforeLine.formUnion(expected)
      case (Ascii.slash, Ascii.asterisk):
        if depth == 0 { beforeBlock = Expected() }
        beforeBlock.formUnion(expected)
        depth += 1
      default: break
      }
      expected.pass(bytes[index])
      if Ascii.isNewline(bytes[index]) {
        expected.formUnion(beforeLine)
        beforeLine = Expected()
      } else if bytes[index] == Ascii.slash, index > 0, bytes[index - 1] == Ascii.asterisk, depth > 0 {
        depth -= 1
        expected.formUnion(beforeBlock)
      }
      index += 1
    }
  }

  /// Returns the range of the name that begins at `start`, without its back-ticks, and the offset `end` after its
  /// back-ticks. `isQuoted` is true if the name has back-ticks. Nil if no name begins at `start`.
  private static func word(_ bytes: [UInt8], at start: Int) -> (name: Range<Int>, end: Int, isQuoted: Bool)? {
    var end = start
    if Ascii.beginsIdentifier(bytes[start]) {
      while end < bytes.count, Ascii.continuesIdentifier(bytes[end]) { end += 1 }
      return (start..<end, end, false)
    }
    guard bytes[start] == Ascii.backtick else { return nil }
    end = start + 1
    while end < bytes.count, bytes[end] != Ascii.backtick, !Ascii.isNewline(bytes[end]) { end += 1 }
    guard end < bytes.count, bytes[end] == Ascii.backtick, end > start + 1 else { return nil }
    return (start + 1..<end, end + 1, true)
  }

  /// Returns the files among `candidates` that are related to the files `own`, directly or through other candidates.
  /// Two files are related if one declares a machine that the other mentions.
  ///
  /// - Parameters:
  ///   - names: the property of `File` that has the names found in a file.
  ///   - withNamesakes: whether two files are also related if they declare machines of the same name.
  package static func related<File>(
    _ candidates: [File], to own: [File], by names: KeyPath<File, MachineNames>, withNamesakes: Bool = true
  ) -> [File] {
    var rest = candidates
    var found: [File] = []
    var pending = own
    while let next = pending.popLast(), !rest.isEmpty {
      let isConcerned = { (file: File) in
        file[keyPath: names].concerns(next[keyPath: names], withNamesakes: withNamesakes)
      }
      let concerned = rest.filter(isConcerned)
      rest.removeAll(where: isConcerned)
      found += concerned
      pending += concerned
    }
    return found
  }

  /// Returns whether a file with these names is related to a file with the names `other`. They are related if one file
  /// declares a machine that the other mentions. If `withNamesakes` is true, they are also related if both declare a
  /// machine with the same name.
  func concerns(_ other: MachineNames, withNamesakes: Bool = true) -> Bool {
    withNamesakes && !declared.isDisjoint(with: other.declared) || !mentioned.isDisjoint(with: other.declared)
      || !declared.isDisjoint(with: other.mentioned)
  }
}
