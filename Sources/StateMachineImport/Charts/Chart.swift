import StateMachineSyntax

/// A chart as its file has it: nodes, arrows, and their texts. Readers fill it without decisions; ``ChartResolver``
/// decides which states and rows the nodes and arrows become.
struct Chart {
  let format: ImportFormat
  var name: String
  /// Titles and descriptions of the whole chart.
  var documentation: [String] = []
  /// The nodes; the root is the first.
  var nodes: [ChartNode]
  var arrows: [ChartArrow] = []
  var variables: [ChartVariable] = []
  /// Notes about the whole chart and not about a state, and comments behind the last statement.
  var notes: [String] = []
  /// Comments before the first statement.
  var comments: [String] = []
  /// Whether `sm-gen diagram` has drawn the picture, so that its labels are rows.
  var isOwnPicture = false
  var findings: [Diagnostic] = []
  /// The count and the first place of each kind of detail that machines do not have, such as colors.
  var leftOut: [String: (count: Int, place: SourceRange)] = [:]
  var accounting = Importer.Accounting()
  var place: SourceRange

  init(format: ImportFormat, name: String, place: SourceRange) {
    (self.format, self.name, self.place) = (format, name, place)
    nodes = [ChartNode(id: "", kind: .root, parent: 0, place: place)]
  }

  static let root = 0
  /// Whether arrows have free texts as labels, and their order means nothing: true for all formats but SCXML.
  var hasLabels: Bool { format != .scxml }

  mutating func leaveOut(_ kind: String, _ place: SourceRange) {
    leftOut[kind, default: (0, place)].count += 1
  }

  /// Reports a line that the reader does not know. An arrow in the line counts as reported.
  mutating func doNotUnderstand(_ line: ChartLine) {
    findings.append(.notUnderstood(line.place, "'\(Self.quotation(line.text))' is not understood, and is left out"))
    guard line.text.contains("->") || line.text.contains("<-") else { return }
    accounting.arrows += 1
    accounting.told += 1
  }

  mutating func warn(_ place: SourceRange, _ message: String) {
    findings.append(.changedMeaning(place, message))
  }

  /// Returns a piece of the chart on one line, of 60 characters at most, for a message.
  static func quotation(_ text: some StringProtocol) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return (line.count > 60 ? line.prefix(59) + "…" : line).visible
  }

  // MARK: The tree

  func children(_ node: Int) -> [Int] { nodes[node].regions.flatMap { $0 } }

  func isComposite(_ node: Int) -> Bool { nodes[node].regions.contains { !$0.isEmpty } }

  /// Returns a node and its ancestors, the root last.
  func chain(_ node: Int) -> [Int] {
    var chain = [node]
    while let last = chain.last, last != Self.root { chain.append(nodes[last].parent) }
    return chain
  }

  /// Returns whether the node `inner` is `outer` or a descendant of it.
  func isInside(_ inner: Int, _ outer: Int) -> Bool {
    var node = inner
    while node != outer, node != Self.root { node = nodes[node].parent }
    return node == outer
  }

  /// Returns the innermost node that is or contains `one`, and is or contains `other`.
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

  /// All nodes but the root, each before its descendants, in the order of the file.
  var nodesInOrder: [Int] {
    var order: [Int] = []
    var pending = Array(children(Self.root).reversed())
    while let next = pending.popLast() {
      order.append(next)
      pending += children(next).reversed()
    }
    return order
  }

  /// Adds a node at the end of a region of its parent, and returns its number.
  mutating func add(_ node: ChartNode, region: Int) -> Int {
    nodes.append(node)
    nodes[nodes.count - 1].region = region
    nodes[node.parent].regions[region].append(nodes.count - 1)
    return nodes.count - 1
  }

  mutating func remove(_ node: Int) {
    let (parent, region) = (nodes[node].parent, nodes[node].region)
    nodes[parent].regions[region].removeAll { $0 == node }
  }
}

/// A state or a pseudostate.
struct ChartNode {
  enum Kind {
    case root, state, final, anyState, initial, choice, fork, join, history, deepHistory

    var isHistory: Bool { self == .history || self == .deepHistory }

    /// Creates the kind of node that `<<…>>` behind a state names; nil for other stereotypes.
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
  /// The text that the chart shows in place of the id.
  var title: String?
  var kind: Kind
  var parent: Int
  var region = 0
  /// The names of the states to which the node does not apply, if it represents any state (`*`).
  var exceptions: [String] = []
  /// The child nodes, as one list for each region.
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
  /// Whether the node is a dot (`[*]`), which has no name.
  var isDot = false
  /// Whether a line of the chart declares the state, which shows the state's parent.
  var isDeclared = false
  /// Whether a guard queries whether the state is active (`In(…)`).
  var isAskedFor = false
  /// Whether the state is parallel: each of its children becomes a region.
  var isParallel = false
  /// Whether the history is the history of all regions of a state.
  var isOfWhole = false
  /// Whether the state is the only state of a region that was made for the state.
  var isRegionState = false

  init(id: String, kind: Kind, parent: Int, place: SourceRange) {
    (self.id, self.kind, self.parent, self.place) = (id, kind, parent, place)
  }

  /// Creates a dot, which has no name, such as the initial state of its parent.
  init(dot kind: Kind, parent: Int, place: SourceRange) {
    self.init(id: "[*]", kind: kind, parent: parent, place: place)
    isDot = true
  }
}

struct ChartArrow {
  var source: Int
  /// The targets; empty for an internal transition.
  var targets: [Int]
  /// The text beside the arrow, of which ``ChartLabel`` finds the parts.
  var label = ""
  var triggers: [ChartTrigger] = []
  var condition: ChartGuard?
  var effects: [ChartEffect] = []
  /// Texts of the chart that become comments behind the row.
  var remarks: [String] = []
  /// Comments before the arrow.
  var comments: [String] = []
  var place: SourceRange
  /// The number of arrows in the file that this arrow replaces.
  var count = 1
  /// Whether the arrow is a transition of SCXML with `type="internal"`.
  var isInternal = false
  /// Whether the arrow is removed, as another arrow, a declaration or a finding replaces it.
  var isGone = false
}

enum ChartTrigger: Hashable {
  case event(String, parameters: String)
  /// A duration such as `5s`, or an expression in parentheses.
  case after(String)
  case every(String)
  case always, done
}

enum ChartGuard: Hashable {
  case otherwise
  case text(String)
  /// The name of a guard that the chart does not have, but the arrow needs.
  case unsaid(String)
  /// The condition that all of these states are active.
  case active([Int])
}

enum ChartEffect: Hashable {
  /// A text of the chart; for an effect that takes time, with the events that end the effect.
  case text(String, events: [String]? = nil)
  case raise(String)
  case assign(String, operation: String, value: String)
  /// An output with texts as arguments; for an output that takes time, with the events that end the output.
  case output(String, [String] = [], events: [String]? = nil)
  /// The end of an output that takes time.
  case cancel(String)
  /// A text of the chart that becomes a comment.
  case remark(String)

  /// Creates an assignment from `x = 1`, `x += 1` or `x++`, and an effect of kind `text` from anything else.
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

struct ChartVariable {
  var name: String
  /// The initial value, a literal or another expression; nil if the chart has no initial value.
  var value: String?
  var place: SourceRange
}

/// A line of a chart without blanks at its ends, and its place in the file.
struct ChartLine {
  let text: String
  let place: SourceRange

  /// Returns the lines in a range of a file.
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
