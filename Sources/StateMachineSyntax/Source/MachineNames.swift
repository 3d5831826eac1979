/// The names that may be those of machines in a file, found without reading it as the parser does: what tells which files
/// have to do with each other must be quick, and may say too much.
package struct MachineNames: Sendable {
  /// The words behind `machine`.
  package private(set) var declared: Set<String> = []
  /// The words behind a colon: `state loaded: LoadedContent`.
  private(set) var mentioned: Set<String> = []

  package init(_ bytes: [UInt8]) {
    var index = 0
    var isBehindMachine = false
    var isBehindColon = false
    /// Is true where the path of a type goes on: `: Outer<Int>.Inner`.
    var isInPath = false
    while index < bytes.count {
      let byte = bytes[index]
      if Ascii.beginsIdentifier(byte) {
        let start = index
        while index < bytes.count, Ascii.continuesIdentifier(bytes[index]) { index += 1 }
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        if isBehindMachine { declared.insert(word) }
        isInPath = isBehindColon || isInPath
        if isInPath { mentioned.insert(word) }
        isBehindMachine = word == "machine"
        isBehindColon = false
      } else {
        let belongsToPath =
          byte == Ascii.dot || byte == Ascii.backtick || byte == Ascii.leftAngle || byte == Ascii.rightAngle
        isInPath = isInPath && (belongsToPath || byte == Ascii.comma || Ascii.isBlank(byte))
        if !Ascii.isBlank(byte), !Ascii.isNewline(byte) {
          // Back-ticks belong to the name.
          isBehindMachine = isBehindMachine && byte == Ascii.backtick
          isBehindColon = byte == Ascii.colon || isBehindColon && byte == Ascii.backtick
        }
        index += 1
      }
    }
  }

  /// Those of some files that have to do with others, directly or through one another.
  package static func related<File>(
    _ candidates: [File], to own: [File], by names: KeyPath<File, MachineNames>
  ) -> [File] {
    var rest = candidates
    var found: [File] = []
    var pending = own
    while let next = pending.popLast(), !rest.isEmpty {
      let concerned = rest.filter { $0[keyPath: names].concerns(next[keyPath: names]) }
      rest.removeAll { $0[keyPath: names].concerns(next[keyPath: names]) }
      found += concerned
      pending += concerned
    }
    return found
  }

  /// Tells whether the machines of one file may be submachines of those of the other.
  func concerns(_ other: MachineNames) -> Bool {
    !mentioned.isDisjoint(with: other.declared) || !declared.isDisjoint(with: other.mentioned)
  }
}
