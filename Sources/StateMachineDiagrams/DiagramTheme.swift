/// The colors of a picture, as `#rrggbb`. Text and lines have a contrast of at least 4.5 to 1 with their background
/// (WCAG 2.2, 1.4.3), and are readable in gray.
struct DiagramTheme {
  let background: String
  let box: String
  /// The background behind a composite state's name and rows; `frame` is the background behind the states in it.
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

  /// All colors of a theme, in an order that is the same for each theme.
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
  /// Returns the pieces with the sign for a change at the beginning of the first.
  func pieces(marked change: Diagram.Change) -> [String] {
    var pieces = pieces
    if !pieces.isEmpty { pieces[0] = change.mark + pieces[0] }
    return pieces
  }
}

extension Diagram.Change {
  /// The sign that is written before the text of a changed part: `+`, `−` or `±` and a blank; empty for no change.
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

  /// Whether lines are dashed: those of removed parts, and of parts that tests have not reached.
  var isDashed: Bool { self == .removed || self == .untaken }
}
