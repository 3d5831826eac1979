/// Names in a file that may be those of machines, found without parsing, as the search for related files must be quick.
/// Some of the names may be no machines.
package struct MachineNames: Sendable {
  /// The words after `machine`.
  package private(set) var declared: Set<String> = []
  /// The words after a colon: `state loaded: LoadedContent`.
  private(set) var mentioned: Set<String> = []

  /// The meaning of the next name, by the text before the name.
  private struct Expected {
    /// Whether the name follows `machine`; below: a colon, or another name of a path, `: Outer<Int>.Inner`.
    var isDeclared = false
    var isMentioned = false
    var isInPath = false

    mutating func formUnion(_ other: Expected) {
      isDeclared = isDeclared || other.isDeclared
      isMentioned = isMentioned || other.isMentioned
      isInPath = isInPath || other.isInPath
    }

    /// Updates the expectation for a byte that is not in a name.
    mutating func pass(_ byte: UInt8) {
      let belongsToPath = [Ascii.dot, Ascii.leftAngle, Ascii.rightAngle, Ascii.comma, Ascii.backtick].contains(byte)
      isInPath = isInPath && (belongsToPath || Ascii.isBlank(byte))
      if Ascii.isBlank(byte) || Ascii.isNewline(byte) { return }
      isDeclared = isDeclared && byte == Ascii.backtick
      isMentioned = byte == Ascii.colon || isMentioned && byte == Ascii.backtick
    }
  }

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

  /// Returns the name that begins at an offset, with or without back-ticks; nil if there is none.
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

  /// Returns the candidates that are related to some files, directly or through other candidates.
  ///
  /// - Parameter withNamesakes: whether files that declare machines of the same name are related.
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

  /// Returns whether machines of one of the two files may be submachines of the other's, or may have the same names.
  func concerns(_ other: MachineNames, withNamesakes: Bool = true) -> Bool {
    withNamesakes && !declared.isDisjoint(with: other.declared) || !mentioned.isDisjoint(with: other.declared)
      || !declared.isDisjoint(with: other.mentioned)
  }
}
