/// The colours of a picture, as `#rrggbb`: text and lines have a contrast of at least 4.5 to 1 with what is behind them
/// (WCAG 2.2, 1.4.3), and read in grey.
struct DiagramTheme {
  let background: String
  let box: String
  /// A composite's name and rows stand on the one, what it holds on the other: states stand out there, too.
  let header: String
  let frame: String
  let line: String
  let text: String
  let added: String
  let removed: String
  let changed: String

  init(_ theme: DiagramOptions.Theme) {
    switch theme {
    case .light:
      background = "#ffffff"
      box = "#f6f8fa"
      header = "#eff2f5"
      frame = "#fbfcfd"
      line = "#57606a"
      text = "#1f2328"
      added = "#116329"
      removed = "#a40e26"
      changed = "#7d4e00"
    case .dark:
      background = "#0d1117"
      box = "#161b22"
      header = "#1c2128"
      frame = "#10151b"
      line = "#8b949e"
      text = "#e6edf3"
      added = "#56d364"
      removed = "#ff7b72"
      changed = "#e3b341"
    }
  }

  /// All of them, in the same order for each theme.
  var colors: [String] { [background, box, header, frame, line, text, added, removed, changed] }

  func color(_ change: Diagram.Change) -> String {
    switch change {
    case .none, .taken, .uncounted: text
    case .added: added
    case .removed, .untaken: removed
    case .changed: changed
    }
  }
}

extension Diagram.Label {
  /// The pieces, the first of which begins with the mark of a change.
  func pieces(marked change: Diagram.Change) -> [String] {
    var pieces = pieces
    if !pieces.isEmpty { pieces[0] = change.mark + pieces[0] }
    return pieces
  }
}

extension Diagram.Change {
  /// Stands before the text of what has changed.
  var mark: String {
    switch self {
    case .none, .untaken, .taken, .uncounted: ""
    case .added: "+ "
    case .removed: "− "
    case .changed: "± "
    }
  }

  var word: String {
    switch self {
    case .none: "unchanged"
    case .added: "added"
    case .removed: "removed"
    case .changed: "changed"
    case .untaken: "untaken"
    case .taken: "taken"
    case .uncounted: "uncounted"
    }
  }

  /// Is true where lines are dashed: what has been removed, and what tests have not come to.
  var isDashed: Bool { self == .removed || self == .untaken }
}
