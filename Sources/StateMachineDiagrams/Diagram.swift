import StateMachineModel

/// A machine as boxes and arrows, for a picture in any format: in the order of the source, with their texts not yet
/// escaped.
///
/// The formats that draw read this; those that tell the meaning, SCXML and the table, read the machine itself.
package struct Diagram: Sendable {
  /// The name of the machine.
  package var title: String
  package var documentation: String
  package var boxes: [Box] = []
  package var arrows: [Arrow] = []
  package var declarations: [Declaration] = []
  /// Remarks that no shape shows: comments, or lines below the table.
  var remarks: [String] = []
  /// The statements for tests, where they are drawn.
  var statements: [String] = []
  /// Is true where the options have left rows out.
  var isPartial = false
  /// Present where the diagram tells two versions of a machine apart.
  package var legend: Legend?

  /// A state, or a frame that stands for many.
  package struct Box: Sendable {
    package enum Kind: Sendable {
      case state
      /// The source of a `*` row.
      case anyState
      /// The initial pseudostate of a body, from which an arrow with a label leads on.
      case initial
      /// Where is decided where a transition leads.
      case choice
      /// Where an arrow parts that has a target in each of several regions.
      case fork
      /// The history of the composite that it stands in: shallow for its child, deep for all states within it.
      case history, deepHistory
    }

    package var kind = Kind.state
    /// The state that it stands for; nil for a choice, a fork and a frame.
    package var state: StateID?
    /// The state's name, or what the frame says.
    package var name: String
    /// The name with those of the composites around it: `loaded.empty`.
    package var path: String
    /// The composite that it stands in: an index of `boxes`, before its own.
    package var parent: Int?
    package var isComposite = false
    /// Is true for each of the bodies of a composite that are active together.
    package var isRegion = false
    /// `(persons: Int)`; empty where there is none to show.
    package var payload = ""
    package var documentation = ""
    package var isInitial = false
    package var isFinal = false
    /// The rows of the box's compartment: entry, exit and internal rows.
    package var lines: [Line] = []
    package var change = Change.none
    /// The payload of the old version, where it or `final` has changed.
    package var formerPayload: String?
    /// The name in the old version, with those around it, where that was another.
    package var formerName: String?
    /// The change of the word `final` at its state.
    package var finalChange = Change.none

    /// Is true where an arrow leads to the dot of a final state: `final` stands there, or has gone.
    var hasFinalDot: Bool { isFinal || finalChange == .removed }

    /// What the old version called it, with its payload, where that has changed.
    package func former(called name: String) -> String? {
      guard formerPayload != nil || formerName != nil else { return nil }
      let word = finalChange == .none ? "" : isFinal ? "state " : "final state "
      return word + (formerName ?? name) + (formerPayload ?? "")
    }

    /// The keyword of what it stands for: `region`.
    package var word: String { kind == .choice ? "choice" : isRegion ? "region" : "state" }
  }

  package struct Line: Sendable {
    package var label: Label
    /// The names of the row's events; `entry` or `exit`.
    package var events: String
    /// Nil for entry and exit.
    package var row: RowID?
    /// What the row says of the box's state: a transition for each event.
    package var transitions: [TransitionID] = []
    package var documentation = ""
    /// Of a line without a row, its place among those of the box.
    var tried: [Tried] = []
    package var change = Change.none
    /// The label of the old version, where it has changed.
    package var formerLabel: String?
  }

  package struct Arrow: Sendable {
    /// Indices of `boxes`.
    package var source: Int
    package var target: Int
    package var label: Label
    /// The names of the row's events.
    package var events: String
    /// The values that the row writes for the target's payload: `(speed: 2)`.
    package var arguments = ""
    /// Nil for what leads from a history to where it begins.
    package var row: RowID?
    /// The transitions that the arrow stands for; none for the row of a choice, and where an arrow parts.
    package var transitions: [TransitionID] = []
    package var documentation = ""
    /// The row as it is written.
    package var text = ""
    var tried: [Tried] = []
    package var change = Change.none
    /// The row of the old version as it was written, where it has changed.
    package var formerLabel: String?
    /// How often tests have taken the row, where that is drawn.
    package var heat: Heat?
  }

  /// An event that a row is tried for, and its place among the rows that are.
  struct Tried: Sendable {
    var event: String
    var rank: Int
  }

  /// `event [guard] / effects`, as UML 2.5.1 writes it (§14.2.4.9). A part that the options leave out is empty.
  package struct Label: Hashable, Sendable {
    /// The events with their patterns, or `entry` or `exit`.
    package var trigger = ""
    /// All of them must hold.
    package var guards: [String] = []
    package var effects: [String] = []
    /// Is true where the row does nothing, on purpose: else it would look like one whose effects are not shown.
    var isIgnored = false
    /// Is true for a choice's row without an arrow: the state that the arrow came from stays active. An arrow from the
    /// choice to itself would look as if the choice was passed again.
    package var stays = false
    /// `7×`, where it is drawn how often tests have taken the row.
    var count = ""

    /// The pieces between which a line may be broken.
    package var pieces: [String] {
      var pieces = trigger.isEmpty ? [] : [trigger]
      if !guards.isEmpty { pieces.append("[\(guards.joined(separator: ", "))]") }
      for (index, effect) in effects.enumerated() {
        pieces.append((index == 0 ? "/ " : "") + effect + (index + 1 < effects.count ? "," : ""))
      }
      if isIgnored { pieces.append("(ignored)") }
      if stays { pieces.append("(stays)") }
      if !count.isEmpty { pieces = [pieces.isEmpty ? count : count + " " + pieces[0]] + pieces.dropFirst() }
      return pieces
    }

    package var isEmpty: Bool { pieces.isEmpty }

    /// On one line.
    package var text: String { pieces.joined(separator: " ") }
  }

  /// The transitions of each label that stands for several.
  package var sharedLabels: [[TransitionID]] {
    (boxes.flatMap { $0.joinedLines.map(\.transitions) } + arrows.map(\.transitions)).filter { $0.count > 1 }
  }

  /// The boxes within each box, and last those at the top level.
  var children: [[Int]] {
    var children: [[Int]] = Array(repeating: [], count: boxes.count + 1)
    for (index, box) in boxes.enumerated() { children[box.parent ?? boxes.count].append(index) }
    return children
  }

  /// The diagram with each bar in the composite whose regions its arrows lead to: there, arrows need not go around it.
  var withForksInside: Diagram {
    var result = self
    for (index, box) in boxes.enumerated() where box.kind == .fork {
      result.boxes[index].parent = innermostBody(of: arrows.filter { $0.source == index }.map(\.target))
    }
    return result
  }

  /// The innermost composite that holds boxes, and is none of them; nil for the machine's own body.
  func innermostBody(of inner: [Int]) -> Int? {
    var body = inner.first.flatMap { boxes[$0].parent }
    while let outer = body, !inner.allSatisfy({ $0 != outer && isInside($0, outer) }) { body = boxes[outer].parent }
    return body
  }

  /// The composite whose history a box is; nil for other boxes.
  func composite(ofHistory box: Int) -> Int? {
    boxes[box].kind == .history || boxes[box].kind == .deepHistory ? boxes[box].parent : nil
  }

  /// The arrows, of which those between the same two boxes are drawn as one.
  var bundles: [[Arrow]] { Self.bundles(of: arrows) }

  /// Arrows, of which those between the same two boxes are drawn as one with a label for each, at the place of the first.
  /// A line has one colour: arrows between two boxes stay apart where they differ in it. Those from a box to itself do
  /// not, as renderers draw them within one another, across their labels.
  static func bundles(of arrows: [Arrow]) -> [[Arrow]] {
    struct Ends: Hashable {
      var source: Int
      var target: Int
      var change: Change?
    }
    var places: [Ends: Int] = [:]
    var bundles: [[Arrow]] = []
    for arrow in arrows {
      let change = arrow.source == arrow.target ? nil : arrow.change
      let ends = Ends(source: arrow.source, target: arrow.target, change: change)
      if let place = places[ends] {
        bundles[place].append(arrow)
      } else {
        places[ends] = bundles.count
        bundles.append([arrow])
      }
    }
    return bundles
  }

  /// Tells whether one box is another or stands within it.
  func isInside(_ box: Int, _ outer: Int) -> Bool {
    var next: Int? = box
    while let current = next {
      if current == outer { return true }
      next = boxes[current].parent
    }
    return false
  }

  /// Tells whether an arrow leads from a composite to what stands within it.
  func leadsInside(from source: Int, to target: Int) -> Bool {
    source != target && boxes[source].isComposite && isInside(target, source)
  }

  /// How a part stands out: its change between two versions, or whether tests have come to it.
  package enum Change: Sendable {
    case none, added, removed, changed
    case untaken, taken
    /// It is not known whether tests have come to it.
    case uncounted
  }

  /// A name that an older version has otherwise.
  package struct Rename: Sendable {
    /// `state`
    package var kind: String
    /// The old name, with those around it.
    package var former: String
    package var name: String
    /// The new name, with those around it.
    package var path: String

    package init(kind: String, former: String, name: String, path: String) {
      self.kind = kind
      self.former = former
      self.name = name
      self.path = path
    }

    /// `state idle is now called resting`
    package var text: String { "\(kind) \(former) is now called \(name)" }
  }

  package struct Legend: Sendable {
    /// The lines of the legend below the colours: former texts, and changes that have no place in the picture.
    package var entries: [Entry] = []

    package struct Entry: Sendable {
      package var change: Change
      package var text: String

      package init(change: Change, text: String) {
        self.change = change
        self.text = text
      }
    }

    mutating func add(_ change: Change, _ text: String) { entries.append(Entry(change: change, text: text)) }
  }

  /// A declaration of the machine: a difference lists its change in the legend.
  package struct Declaration: Sendable {
    /// `event add`: tells declarations apart. Those that have no name share what they are, as `swift`.
    package var name: String
    /// `event add(_ item: Item)`
    package var text: String
    /// The list that it stands in; nil where the order of the declarations means nothing.
    package var list: String?
    /// Is true where the picture shows that it is there.
    package var isDrawn = false

    package init(name: String, text: String, list: String? = nil, isDrawn: Bool = false) {
      self.name = name
      self.text = text
      self.list = list
      self.isDrawn = isDrawn
    }
  }
}
