import StateMachineSyntax

/// A chart (a statechart in Mermaid, PlantUML or SCXML) as its file has it. It consists of nodes, which are states and
/// pseudostates, of arrows between nodes, and of their texts. Readers of files only collect these; ``ChartResolver``
/// decides which states and rows they become.
struct Chart {
  let format: ImportFormat
  var name: String
  /// The titles and descriptions in the file that belong to the whole chart.
  var documentation: [String] = []
  /// The nodes: states and pseudostates. The first node is the root, which stands for the machine and contains all
  /// other nodes.
  var nodes: [ChartNode]
  var arrows: [ChartArrow] = []
  var variables: [ChartVariable] = []
  /// Notes in the chart that belong to no state, and the comments after the last statement.
  var notes: [String] = []
  /// The comments before the first statement of the chart.
  var comments: [String] = []
  /// Whether `sm-gen diagram` has written the chart. The labels of its arrows are then rows of a machine.
  var isOwnPicture = false
  var findings: [Diagnostic] = []
  /// For each kind of detail in the chart that machines do not have, such as colors: how often it occurs, and where it
  /// occurs first.
  var leftOut: [String: (count: Int, place: SourceRange)] = [:]
  var accounting = Importer.Accounting()
  var place: SourceRange

  init(format: ImportFormat, name: String, place: SourceRange) {
    (self.format, self.name, self.place) = (format, name, place)
    nodes = [ChartNode(id: "", kind: .root, parent: 0, place: place)]
  }

  /// The index in `nodes` of the root, which stands for the machine.
  static let root = 0
  /// Whether the texts of arrows have to be split into events, guards and effects, as in Mermaid and PlantUML. The
  /// order of arrows then has no meaning. False only for SCXML: it has attributes and elements for these parts.
  var hasLabels: Bool { format != .scxml }

  /// Counts a detail of the chart that machines do not have. One finding later reports all details of the same kind.
  mutating func leaveOut(_ kind: String, _ place: SourceRange) {
    leftOut[kind, default: (0, place)].count += 1
  }

  /// Adds a finding for a line that the reader does not understand. If the line contains an arrow (`->` or `<-`), it
  /// counts in `accounting` as an arrow that a finding reports.
  mutating func doNotUnderstand(_ line: ChartLine) {
    findings.append(.notUnderstood(line.place, "'\(Self.quotation(line.text))' is not understood, and is left out"))
    guard line.text.contains("->") || line.text.contains("<-") else { return }
    accounting.arrows += 1
    accounting.told += 1
  }

  /// Adds a finding: the machine does something else than the chart.
  mutating func warn(_ place: SourceRange, _ message: String) {
    findings.append(.changedMeaning(place, message))
  }

  /// Returns a text of the chart in the form for a message: on one line, and with at most 60 characters.
  static func quotation(_ text: some StringProtocol) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return (line.count > 60 ? line.prefix(59) + "…" : line).visible
  }

  // MARK: The tree

  /// Returns the nodes directly inside a node, those of all its regions.
  func children(_ node: Int) -> [Int] { nodes[node].regions.flatMap { $0 } }

  func isComposite(_ node: Int) -> Bool { nodes[node].regions.contains { !$0.isEmpty } }

  /// Returns a node and all its ancestors, from the node to the root.
  func chain(_ node: Int) -> [Int] {
    var chain = [node]
    while let last = chain.last, last != Self.root { chain.append(nodes[last].parent) }
    return chain
  }

  /// Returns whether the node `inner` is the node `outer` or a descendant of it.
  func isInside(_ inner: Int, _ outer: Int) -> Bool {
    var node = inner
    while node != outer, node != Self.root { node = nodes[node].parent }
    return node == outer
  }

  /// Returns the innermost node that contains two nodes. If one of the two contains the other, it is returned.
  func commonAncestor(_ one: Int, _ other: Int) -> Int {
    var node = one
    while !isInside(other, node) { node = nodes[node].parent }
    return node
  }

  /// Returns the child of `outer` that is `inner` or contains it. `inner` must be a descendant of `outer`.
  func child(of outer: Int, holding inner: Int) -> Int {
    var node = inner
    while nodes[node].parent != outer, node != Self.root { node = nodes[node].parent }
    return node
  }

  /// All nodes except the root, in the order of the file. Each node comes before its descendants.
  var nodesInOrder: [Int] {
    var order: [Int] = []
    var pending = Array(children(Self.root).reversed())
    while let next = pending.popLast() {
      order.append(next)
      pending += children(next).reversed()
    }
    return order
  }

  /// Adds a node at the end of a region of its parent. Returns the index of the node.
  mutating func add(_ node: ChartNode, region: Int) -> Int {
    nodes.append(node)
    nodes[nodes.count - 1].region = region
    nodes[node.parent].regions[region].append(nodes.count - 1)
    return nodes.count - 1
  }

  /// Removes a node from the children of its parent. The node stays in `nodes`, so that the indices of other nodes do
  /// not change.
  mutating func remove(_ node: Int) {
    let (parent, region) = (nodes[node].parent, nodes[node].region)
    nodes[parent].regions[region].removeAll { $0 == node }
  }
}

/// A state or a pseudostate of a chart (a statechart in Mermaid, PlantUML or SCXML).
struct ChartNode {
  enum Kind {
    case root, state, final, anyState, initial, choice, fork, join, history, deepHistory

    var isHistory: Bool { self == .history || self == .deepHistory }

    /// Creates the kind of a node from its stereotype, such as `<<choice>>`. Nil if the stereotype names no kind of
    /// node.
    ///
    /// - Parameter stereotype: the text between `<<` and `>>`.
    init?(stereotype: String) {
      switch stereotype.trimmedBlanks.lowercased() {
      case "choice", "junction", "entrypoint", "exitpoint", "inputpin", "outputpin", "expansioninput",
        "expansionoutput":
        self = .choice
      case "fork": self = .fork
      case "join": self = .join
      case "start": self = .initial
      case "end": self = .final
      case "history": self = .history
      case "history*": self = .deepHistory
      default: return nil
      }
    }
  }

  var id: String
  /// The text that the chart shows for the node in place of the node's identifier. Nil if it shows the identifier.
  var title: String?
  var kind: Kind
  var parent: Int
  var region = 0
  /// For a node that stands for all states but some (`* except a, b`): the names of these other states, `a` and `b`.
  /// Empty for any other node.
  var exceptions: [String] = []
  /// The nodes inside this node, in a list for each region. A node without regions has one list.
  var regions: [[Int]] = [[]]
  var regionNames: [String?] = [nil]
  var documentation: [String] = []
  var comments: [String] = []
  var entry: [ChartEffect] = []
  var exit: [ChartEffect] = []
  var activities: [ChartEffect] = []
  var deferred: [String] = []
  var place: SourceRange
  var hasNoActions: Bool { entry.isEmpty && exit.isEmpty && activities.isEmpty && deferred.isEmpty }
  /// Whether the node is a dot (`[*]`) for an initial or final state, or a history. Such a node has no name.
  var isDot = false
  /// Whether a line of the chart declares the state (`state open`). The position of this line shows which state
  /// contains it.
  var isDeclared = false
  /// Whether a guard of the chart tests if the state is active: `In('open')`.
  var isAskedFor = false
  /// Whether the children of the state are active together (`<parallel>` in SCXML). Each child then becomes a region.
  var isParallel = false
  /// Whether the history belongs to the whole composite state, as `a[H]` does in PlantUML. A history `[H]` in the
  /// braces of a state belongs only to the region in which it stands.
  var isOfWhole = false
  /// Whether the state is alone in a region that was added for it and is not in the chart. A child of a `<parallel>`
  /// state gets such a region if it cannot become a region itself. For example, an arrow leads to it.
  var isRegionState = false

  init(id: String, kind: Kind, parent: Int, place: SourceRange) {
    (self.id, self.kind, self.parent, self.place) = (id, kind, parent, place)
  }

  /// Creates a node without a name inside `parent`: a dot for its initial or final state, or its history.
  init(dot kind: Kind, parent: Int, place: SourceRange) {
    self.init(id: "[*]", kind: kind, parent: parent, place: place)
    isDot = true
  }
}

/// An arrow of a chart between two nodes. It becomes a row of the machine.
struct ChartArrow {
  var source: Int
  /// The targets of the arrow. A fork leads to several targets, and an internal transition to none.
  var targets: [Int]
  /// The text beside the arrow in the chart: `push [isFree] / beep`. ``ChartLabel`` splits it into triggers, guard and
  /// effects.
  var label = ""
  var triggers: [ChartTrigger] = []
  var condition: ChartGuard?
  var effects: [ChartEffect] = []
  /// Texts of the chart that are written as a comment after the row.
  var remarks: [String] = []
  /// The comments before the arrow in the chart.
  var comments: [String] = []
  var place: SourceRange
  /// The number of arrows in the file for which this arrow stands. If one arrow of the file becomes several, the first
  /// of these has 1, and the others have 0. The arrow from a choice that the resolver has added also has 0.
  var count = 1
  /// Whether the arrow is an SCXML transition with `type="internal"`.
  var isInternal = false
  /// Whether the arrow was removed, because a declaration or another arrow replaces it, or because a finding reports
  /// it.
  var isGone = false
}

enum ChartTrigger: Hashable {
  case event(String, parameters: String)
  /// A timer `after`. The text is a duration such as `5s`, or an expression in parentheses.
  case after(String)
  case every(String)
  case always, done
}

enum ChartGuard: Hashable {
  case otherwise
  case text(String)
  /// A guard that the row needs, but that the chart does not have. For example, two arrows leave a state with one
  /// event. The guard's name is made of the text: `leadsToOpen` for `leads to open`. The user has to write the
  /// condition of the guard.
  case unsaid(String)
  /// The condition that several states are active together, which a join requires: `in(a) && in(b)`. The values are the
  /// indices of these states in `Chart.nodes`.
  case active([Int])
}

enum ChartEffect: Hashable {
  /// A text of the chart, such as `close the door`. If it is an activity, `events` are the events that can end it.
  /// Otherwise, `events` is nil.
  case text(String, events: [String]? = nil)
  case raise(String)
  case assign(String, operation: String, value: String)
  /// An output with string literals as its arguments. If it is an activity, `events` are the events that can end it.
  /// Otherwise, `events` is nil.
  case output(String, [String] = [], events: [String]? = nil)
  /// An effect that ends an activity. The text is the name of the activity.
  case cancel(String)
  /// A text of the chart that only becomes a comment.
  case remark(String)

  /// Creates an effect from a text of the chart. The texts `x = 1`, `x += 1` and `x++` become assignments, and any
  /// other text becomes `text`.
  init(_ text: String) {
    self = .text(text)
    var cursor = ChartCursor(text)
    for prefix in ChartWords.prefixes where cursor.take(prefix) { break }
    let name = cursor.take(while: \.isNamePart)
    guard name.isIdentifier else { return }
    cursor.skipBlanks()
    for (sign, operation) in [("++", "+="), ("--", "-=")] where cursor.take(sign) {
      if cursor.takeRest().trimming(";").isEmpty { self = .assign(name, operation: operation, value: "1") }
      return
    }
    guard let operation = ["+=", "-=", "*=", "="].first(where: { cursor.take($0) }), cursor.next != "=" else { return }
    let value = cursor.takeRest().trimming(";")
    if !value.isEmpty { self = .assign(name, operation: operation, value: value) }
  }
}

/// A variable of a chart. It becomes a property of the machine.
struct ChartVariable {
  var name: String
  /// The initial value as an expression of the chart; nil if the chart gives no initial value.
  var value: String?
  var place: SourceRange
}

/// A line of a chart's file and its place in the file. Blanks at both ends of the line are left out.
struct ChartLine {
  let text: String
  let place: SourceRange

  /// Returns the lines in a range of a chart's file.
  static func lines(_ bytes: [UInt8], _ range: Range<Int>) -> [ChartLine] {
    // The UTF-8 byte order mark may be the first character.
    let part = bytes[range].starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[range].dropFirst(3) : bytes[range]
    return part.split(omittingEmptySubsequences: false, whereSeparator: Ascii.isNewline).map { line in
      var line = line.drop(while: Ascii.isBlank)
      while let last = line.last, Ascii.isBlank(last) { line.removeLast() }
      return ChartLine(
        text: String(decoding: line, as: UTF8.self), place: SourceRange(line.startIndex, line.endIndex))
    }
  }
}
