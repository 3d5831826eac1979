/// The colors of a picture, as `#rrggbb`. Text and lines have a contrast of at least 4.5 to 1 with their background
/// (WCAG 2.2, 1.4.3), and are readable in gray.
struct DiagramTheme {
  let background: String
  let box: String
  /// The background of a composite state's name and rows.
  let header: String
  /// The background of the states inside a composite state.
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

  /// All colors of the theme. Each theme lists them in the same order, so that a color of one theme can be replaced
  /// with the color of another theme at the same index.
  var colors: [String] { [background, box, header, frame, line, text, added, removed, changed] }

  /// Returns the color of the texts and lines of a part, by the part's highlighting: whether it was added, removed or
  /// changed, or whether tests have reached it.
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
  /// Returns the pieces of the label: texts after each of which a line may end. For an arrow that was added, the first
  /// piece is `+ push` instead of `push`; a removed or changed arrow has another sign.
  func pieces(marked change: Diagram.Change) -> [String] {
    var pieces = pieces
    if !pieces.isEmpty { pieces[0] = change.mark + pieces[0] }
    return pieces
  }
}

extension Diagram.Change {
  /// The sign before the text of a part that has changed between two versions, with a blank after it: `+ ` (added),
  /// `− ` (removed) or `± ` (changed). Empty for other parts.
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

  /// Whether the part's lines are dashed. This is so for parts that were removed, and for parts that tests have not
  /// reached.
  var isDashed: Bool { self == .removed || self == .untaken }
}
