import StateMachineSyntax

/// The layout of generated code, as far as a user may choose it.
package struct CodeLayout: Equatable, Sendable {
  package enum Indent: String, CaseIterable, Sendable {
    case two = "2"
    case four = "4"
    case tab

    /// The bytes of one level of indentation: spaces or a tab.
    var bytes: [UInt8] {
      switch self {
      case .two: [Ascii.space, Ascii.space]
      case .four: Array(repeating: Ascii.space, count: 4)
      case .tab: [Ascii.tab]
      }
    }

    /// The number of columns of one level of indentation. A tab counts as four, as in most editors.
    var width: Int { self == .two ? 2 : 4 }
  }

  package var indent = Indent.two
  /// The largest width of a line. Lines that contain Swift of the `.sm` file, and lines that cannot be broken, may be
  /// longer.
  package var lineWidth = 120

  /// The widths that a user may choose.
  package static let lineWidths = 60...1000

  package init() {}
}
