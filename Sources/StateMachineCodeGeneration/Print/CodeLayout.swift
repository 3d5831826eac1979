import StateMachineSyntax

/// How generated code is laid out, where houses differ.
package struct CodeLayout: Equatable, Sendable {
  package enum Indent: String, CaseIterable, Sendable {
    case two = "2"
    case four = "4"
    case tab

    /// The blanks, or the tab, of one step.
    var bytes: [UInt8] {
      switch self {
      case .two: [Ascii.space, Ascii.space]
      case .four: Array(repeating: Ascii.space, count: 4)
      case .tab: [Ascii.tab]
      }
    }

    /// How many columns a step takes; a tab as many as most editors give it.
    var width: Int { self == .two ? 2 : 4 }
  }

  package var indent = Indent.two
  /// Lines of code that is not the user's own end here, where they can be broken.
  package var lineWidth = 120

  /// The widths that can be asked for.
  package static let lineWidths = 60...1000

  package init() {}
}
