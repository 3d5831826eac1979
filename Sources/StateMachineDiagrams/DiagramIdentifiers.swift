import StateMachineSyntax

/// The identifiers of a diagram's boxes in a format: the names of states as far as the format allows them.
struct DiagramIdentifiers {
  /// The identifiers, by the index of the box.
  let identifiers: [String]

  /// - Parameter reserved: the keywords of the format, in lower case.
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
      // Two names may have become equal, and `open_2` may be a name itself.
      return taken.insertNumbered(identifier, separator: "_")
    }
  }

  /// Returns a text without any characters but ASCII letters, digits and `_`.
  static func plain(_ text: String) -> String {
    let plain = String(decoding: text.utf8.filter(isPlain), as: UTF8.self)
    return plain.first?.isLetter == true ? plain : "m_" + plain
  }

  private static func isPlain(_ byte: UInt8) -> Bool { byte < 0x80 && byte != 0x24 && Ascii.continuesIdentifier(byte) }

  subscript(box: Int) -> String { identifiers[box] }
}
