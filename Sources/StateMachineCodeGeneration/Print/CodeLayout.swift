import StateMachineSyntax

/// The layout of generated code, as far as users can choose it.
package struct CodeLayout: Equatable, Sendable {
  package enum Indent: String, CaseIterable, Sendable {
    case two = "2"
    case four = "4"
    case tab

    /// The spaces, or the tab, of one level of indentation.
    var bytes: [UInt8] {
      switch self {
      case .two: [Ascii.space, Ascii.space]
      case .four: Array(repeating: Ascii.space, count: 4)
      case .tab: [Ascii.tab]
      }
    }

    /// The number of columns of one level; a tab counts as four, as in most editors.
    var width: Int { self == .two ? 2 : 4 }
  }

  package var indent = Indent.two
  /// The maximal width of lines, apart from Swift of the file and from lines that cannot be broken.
  package var lineWidth = 120

  /// The widths that a user may choose.
  package static let lineWidths = 60...1000

  package init() {}
}
