import StateMachineSyntax

/// A chart as its file has it: nodes, arrows, and the words beside them. Readers fill it and decide nothing.
/// ``ChartResolver`` decides what the machine has in its place.
struct Chart {
  let format: ImportFormat
  var name: String
  /// Titles and descriptions of the whole chart.
  var documentation: [String] = []
  /// The root first.
  var nodes: [ChartNode]
  var arrows: [ChartArrow] = []
  var variables: [ChartVariable] = []
  /// Notes that belong to no state, and comments behind the last statement.
  var notes: [String] = []
  /// Comments before the first statement.
  var comments: [String] = []
  /// Is true for a picture that `sm-gen diagram` has drawn: its labels are rows.
  var isOwnPicture = false
  var findings: [Diagnostic] = []
  /// What machines do not have, such as colors, by kind.
  var leftOut: [String: (count: Int, place: SourceRange)] = [:]
  var accounting = Importer.Accounting()
  var place: SourceRange

  init(format: ImportFormat, name: String, place: SourceRange) {
    (self.format, self.name, self.place) = (format, name, place)
    nodes = [ChartNode(id: "", kind: .root, parent: 0, place: place)]
  }

  static let root = 0
  /// Is true where labels are texts, and the order of arrows means nothing.
  var hasLabels: Bool { format != .scxml }

  mutating func leaveOut(_ kind: String, _ place: SourceRange) {
    leftOut[kind, default: (0, place)].count += 1
  }

  /// Takes note of a line that the reader does not know. An arrow in it is told herewith.
  mutating func doNotUnderstand(_ line: ChartLine) {
    findings.append(.notUnderstood(line.place, "'\(Self.quotation(line.text))' is not understood, and is left out"))
    guard line.text.contains("->") || line.text.contains("<-") else { return }
    accounting.arrows += 1
    accounting.told += 1
  }

  mutating func warn(_ place: SourceRange, _ message: String) {
    findings.append(.changedMeaning(place, message))
  }

  /// A piece of the chart in a message.
  static func quotation(_ text: some StringProtocol) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return (line.count > 60 ? line.prefix(59) + "…" : line).visible
  }

  // MARK: The tree

  func children(_ node: Int) -> [Int] { nodes[node].regions.flatMap { $0 } }

  func isComposite(_ node: Int) -> Bool { nodes[node].regions.contains { !$0.isEmpty } }

  /// The node and those around it, the root last.
  func chain(_ node: Int) -> [Int] {
    var chain = [node]
    while let last = chain.last, last != Self.root { chain.append(nodes[last].parent) }
    return chain
  }

  /// Is true where `inner` is `outer` or within it.
  func isInside(_ inner: Int, _ outer: Int) -> Bool {
    var node = inner
    while node != outer, node != Self.root { node = nodes[node].parent }
    return node == outer
  }

  /// The innermost node that both are within, or one of the two.
  func commonAncestor(_ one: Int, _ other: Int) -> Int {
    var node = one
    while !isInside(other, node) { node = nodes[node].parent }
    return node
  }

  /// The child of `outer` that `inner` is, or is within; `inner` is strictly within `outer`.
  func child(of outer: Int, holding inner: Int) -> Int {
    var node = inner
    while nodes[node].parent != outer, node != Self.root { node = nodes[node].parent }
    return node
  }

  /// All nodes but the root, each before what is within it, in the order of the file.
  var nodesInOrder: [Int] {
    var order: [Int] = []
    var pending = Array(children(Self.root).reversed())
    while let next = pending.popLast() {
      order.append(next)
      pending += children(next).reversed()
    }
    return order
  }

  /// Adds a node at the end of a region.
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

    /// What `<<…>>` behind a state stands for.
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
  /// What the chart shows in the place of the id.
  var title: String?
  var kind: Kind
  var parent: Int
  var region = 0
  /// The names of the states that one for any state leaves out.
  var exceptions: [String] = []
  /// The nodes within; each region has those of its own.
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
  /// Is true for the dots of bodies, which have no name.
  var isDot = false
  /// Is true where the state's own line says where it stands.
  var isDeclared = false
  /// Is true where a guard asks whether the state is active.
  var isAskedFor = false
  /// Is true for a parallel state, whose children are its regions.
  var isParallel = false
  /// Is true for a history of all regions of a state.
  var isOfWhole = false
  /// Is true for the one state of a region that stands for it.
  var isRegionState = false

  init(id: String, kind: Kind, parent: Int, place: SourceRange) {
    (self.id, self.kind, self.parent, self.place) = (id, kind, parent, place)
  }

  /// A dot of a body, which has no name.
  init(dot kind: Kind, parent: Int, place: SourceRange) {
    self.init(id: "[*]", kind: kind, parent: parent, place: place)
    isDot = true
  }
}

struct ChartArrow {
  var source: Int
  /// Empty for one that stays in its state.
  var targets: [Int]
  /// The text beside the arrow, which ``ChartLabel`` takes apart.
  var label = ""
  var triggers: [ChartTrigger] = []
  var condition: ChartGuard?
  var effects: [ChartEffect] = []
  /// Texts to be kept behind the row.
  var remarks: [String] = []
  /// Comments before the arrow.
  var comments: [String] = []
  var place: SourceRange
  /// How many arrows of the file it stands for.
  var count = 1
  /// Is true for one of SCXML's internal transitions.
  var isInternal = false
  /// Is true where another arrow, a declaration or a finding has taken its place.
  var isGone = false
}

enum ChartTrigger: Hashable {
  case event(String, parameters: String)
  /// The duration, or an expression in parentheses.
  case after(String)
  case every(String)
  case always, done
}

enum ChartGuard: Hashable {
  case otherwise
  case text(String)
  /// A guard of this name, as the chart says nothing.
  case unsaid(String)
  /// Asks whether all of these states are active.
  case active([Int])
}

enum ChartEffect: Hashable {
  /// A text, and the events that come of it where it takes time.
  case text(String, events: [String]? = nil)
  case raise(String)
  case assign(String, operation: String, value: String)
  /// An output with texts as arguments, and the events that come of it where it takes time.
  case output(String, [String] = [], events: [String]? = nil)
  /// Ends an output that takes time.
  case cancel(String)
  /// Only a comment.
  case remark(String)

  /// `x = 1`, `x += 1` and `x++` are assignments.
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
  /// The literal that it begins with; nil where the chart has none.
  var value: String?
  var place: SourceRange
}

/// A line of a chart without the blanks around it, and where it stands.
struct ChartLine {
  let text: String
  let place: SourceRange

  /// The lines of a part of a file.
  static func lines(_ bytes: [UInt8], _ range: Range<Int>) -> [ChartLine] {
    // The mark of UTF-8 may stand before all.
    let part = bytes[range].starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[range].dropFirst(3) : bytes[range]
    return part.split(omittingEmptySubsequences: false, whereSeparator: Ascii.isNewline).map { line in
      var line = line.drop(while: Ascii.isBlank)
      while let last = line.last, Ascii.isBlank(last) { line.removeLast() }
      return ChartLine(
        text: String(decoding: line, as: UTF8.self), place: SourceRange(line.startIndex, line.endIndex))
    }
  }
}
