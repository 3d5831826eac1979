import StateMachineSyntax

/// Identifiers for the boxes of a diagram in one format: `open`, `open_2`, `s_end`. They are the names of the states. A
/// name is changed if the format does not allow it, or if another box uses it already.
struct DiagramIdentifiers {
  /// For each box of the diagram, its identifier.
  let identifiers: [String]

  /// Gives each box an identifier that no other box has.
  ///
  /// - Parameter reserved: the keywords of the format in lower case, which cannot be identifiers.
  init(_ diagram: Diagram, reserved: Set<String>) {
    var taken: Set<String> = []
    identifiers = diagram.boxes.map { box in
      let name =
        switch box.kind {
        case .anyState: "any_state"
        case .fork: "fork"
        case .initial: (box.parent.map { diagram.boxes[$0].name + "_" } ?? "") + "initial"
        case .history: (box.parent.map { diagram.boxes[$0].name } ?? "") + "_history"
        case .deepHistory: (box.parent.map { diagram.boxes[$0].name } ?? "") + "_deepHistory"
        case .state, .choice: box.name
        }
      let isPlain = name.utf8.allSatisfy { $0 < 0x80 && $0 != 0x24 && Ascii.continuesIdentifier($0) }
      var identifier = isPlain ? name : "s_" + String(decoding: name.utf8.filter(Self.isPlain), as: UTF8.self)
      if identifier.isEmpty || reserved.contains(identifier.lowercased()) || identifier.first?.isLetter != true {
        identifier = "s_" + identifier
      }
      // Two different names may have become equal, and a state may itself be called `open_2`.
      return taken.insertNumbered(identifier, separator: "_")
    }
  }

  /// Returns a text in which only ASCII letters, digits and `_` are left. If it does not begin with a letter, `m_` is
  /// put before it: `m_2doors`.
  static func plain(_ text: String) -> String {
    let plain = String(decoding: text.utf8.filter(isPlain), as: UTF8.self)
    return plain.first?.isLetter == true ? plain : "m_" + plain
  }

  /// Returns whether a byte is an ASCII letter, a digit or `_`. `0x24` is `$`, which Swift allows in an identifier, but
  /// not all formats.
  private static func isPlain(_ byte: UInt8) -> Bool { byte < 0x80 && byte != 0x24 && Ascii.continuesIdentifier(byte) }

  subscript(box: Int) -> String { identifiers[box] }
}
