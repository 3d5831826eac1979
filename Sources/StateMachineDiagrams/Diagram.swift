import StateMachineModel

/// A machine as boxes and arrows, in the order of the source, for a picture in any format. The texts are not yet
/// escaped.
///
/// Formats that draw read this; SCXML and the table, which describe the meaning, read the machine itself.
package struct Diagram: Sendable {
  /// The name of the machine.
  package var title: String
  package var documentation: String
  package var boxes: [Box] = []
  package var arrows: [Arrow] = []
  package var declarations: [Declaration] = []
  /// Remarks about what is not drawn, for comments or for lines below the table.
  var remarks: [String] = []
  /// The statements for tests; empty unless they are drawn.
  var statements: [String] = []
  /// Whether rows are left out, as the options say.
  var isPartial = false
  /// The legend; nil unless the diagram shows the changes between two versions.
  package var legend: Legend?

  /// A state, a pseudostate, or a frame for several states.
  package struct Box: Sendable {
    package enum Kind: Sendable {
      case state
      /// A box that represents any state, as the source of a `*` row.
      case anyState
      /// The initial pseudostate of a body in which the arrow to the initial state has a label.
      case initial
      /// A choice.
      case choice
      /// A fork, from which arrows lead to a target in each of several regions.
      case fork
      /// The history of the enclosing composite state: shallow for its child states, deep for all descendants.
      case history, deepHistory
    }

    package var kind = Kind.state
    /// The state that is drawn; nil for a choice, a fork and a frame.
    package var state: StateID?
    /// The name of the state, or the text in a frame for several states.
    package var name: String
    /// The name of the state behind those of its ancestors: `loaded.empty`.
    package var path: String
    /// The composite state that contains the box: an index of `boxes`, lower than the box's own.
    package var parent: Int?
    package var isComposite = false
    /// Whether the box is a region.
    package var isRegion = false
    /// The state's payload, such as `(persons: Int)`; empty if there is none or none is shown.
    package var payload = ""
    package var documentation = ""
    package var isInitial = false
    package var isFinal = false
    /// The rows in the box: entry, exit and internal rows.
    package var lines: [Line] = []
    package var change = Change.none
    /// The payload in the old version, if the payload or the word `final` has changed; otherwise nil.
    package var formerPayload: String?
    /// The name in the old version, behind those of its ancestors, if it has changed; otherwise nil.
    package var formerName: String?
    /// Whether the word `final` has been added or removed.
    package var finalChange = Change.none

    /// Whether an arrow leads to the dot of a final state, as the state is final in one of the versions.
    var hasFinalDot: Bool { isFinal || finalChange == .removed }

    /// Returns the declaration of the state in the old version, if it has changed; otherwise nil.
    package func former(called name: String) -> String? {
      guard formerPayload != nil || formerName != nil else { return nil }
      let word = finalChange == .none ? "" : isFinal ? "state " : "final state "
      return word + (formerName ?? name) + (formerPayload ?? "")
    }

    /// The keyword of the box: `state`, `region` or `choice`.
    package var word: String { kind == .choice ? "choice" : isRegion ? "region" : "state" }
  }

  package struct Line: Sendable {
    package var label: Label
    /// The names of the row's events, or `entry` or `exit`.
    package var events: String
    /// The row; nil for entry and exit.
    package var row: RowID?
    /// The transitions of the row whose source is the box's state, one for each event.
    package var transitions: [TransitionID] = []
    package var documentation = ""
    /// The events for which the row is tried, with its rank; for entry and exit, the position in the box instead.
    var tried: [Tried] = []
    package var change = Change.none
    /// The label in the old version, if it has changed; otherwise nil.
    package var formerLabel: String?
  }

  package struct Arrow: Sendable {
    /// The index in `boxes` of the box where the arrow begins; `target` is the box where it ends.
    package var source: Int
    package var target: Int
    package var label: Label
    /// The names of the row's events.
    package var events: String
    /// The arguments that the row has for the target's payload: `(speed: 2)`.
    package var arguments = ""
    /// The row that the arrow shows; nil for an arrow from a history or a fork.
    package var row: RowID?
    /// The transitions that the arrow shows; empty for a row of a choice, and for an arrow from a fork.
    package var transitions: [TransitionID] = []
    package var documentation = ""
    /// The row as written.
    package var text = ""
    var tried: [Tried] = []
    package var change = Change.none
    /// The row as written in the old version, if it has changed; otherwise nil.
    package var formerLabel: String?
    /// The number of times that tests have taken the row; nil unless such numbers are drawn.
    package var heat: Heat?
  }

  /// An event for which a row is tried, and the row's rank in the order of all rows.
  struct Tried: Sendable {
    var event: String
    var rank: Int
  }

  /// `event [guard] / effects`, as in UML 2.5.1 (§14.2.4.9). A part that the options leave out is empty.
  package struct Label: Hashable, Sendable {
    /// The events with their patterns, or `entry` or `exit`.
    package var trigger = ""
    /// The guards of the row and of its choices, all of which must be true.
    package var guards: [String] = []
    package var effects: [String] = []
    /// Whether the row ignores its event. The label then says so, as otherwise it would seem to hide effects.
    var isIgnored = false
    /// Whether the label is that of a choice's row without an arrow, which leaves the state before the choice active.
    /// An arrow from the choice to itself would look as if the choice was passed again.
    package var stays = false
    /// The number of times that tests have taken the row, such as `7×`; empty unless such numbers are drawn.
    var count = ""

    /// The parts of the label, between which a line may be broken.
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

    /// The label on one line.
    package var text: String { pieces.joined(separator: " ") }
  }

  /// The transitions of each label that several transitions share.
  package var sharedLabels: [[TransitionID]] {
    (boxes.flatMap { $0.joinedLines.map(\.transitions) } + arrows.map(\.transitions)).filter { $0.count > 1 }
  }

  /// The indices of the boxes in each box, by the outer box's index; last, those at the top level.
  var children: [[Int]] {
    var children: [[Int]] = Array(repeating: [], count: boxes.count + 1)
    for (index, box) in boxes.enumerated() { children[box.parent ?? boxes.count].append(index) }
    return children
  }

  /// The diagram with each fork in the composite state whose regions its arrows enter, so that arrows are short.
  var withForksInside: Diagram {
    var result = self
    for (index, box) in boxes.enumerated() where box.kind == .fork {
      result.boxes[index].parent = innermostBody(of: arrows.filter { $0.source == index }.map(\.target))
    }
    return result
  }

  /// Returns the innermost composite state that contains some boxes and is none of them; nil if only the machine does.
  func innermostBody(of inner: [Int]) -> Int? {
    var body = inner.first.flatMap { boxes[$0].parent }
    while let outer = body, !inner.allSatisfy({ $0 != outer && isInside($0, outer) }) { body = boxes[outer].parent }
    return body
  }

  /// Returns the composite state to which a history's box belongs; nil if the box is no history.
  func composite(ofHistory box: Int) -> Int? {
    boxes[box].kind == .history || boxes[box].kind == .deepHistory ? boxes[box].parent : nil
  }

  /// The arrows in groups: those between the same two boxes, which are drawn as one.
  var bundles: [[Arrow]] { Self.bundles(of: arrows) }

  /// Returns arrows in groups: those between the same two boxes are drawn as one arrow with several labels, at the
  /// place of the first. A line has one color, so arrows of different colors between two boxes stay apart. Arrows from
  /// a box to itself do not, as renderers would draw such arrows across each other's labels.
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

  /// Returns whether a box is another box or in it, at any depth.
  func isInside(_ box: Int, _ outer: Int) -> Bool {
    var next: Int? = box
    while let current = next {
      if current == outer { return true }
      next = boxes[current].parent
    }
    return false
  }

  /// Returns whether an arrow leads from a composite state to a state within it, at any depth.
  func leadsInside(from source: Int, to target: Int) -> Bool {
    source != target && boxes[source].isComposite && isInside(target, source)
  }

  /// The highlighting of a part of a diagram: as changed between two versions, or as reached or not by tests.
  package enum Change: Sendable {
    case none, added, removed, changed
    case untaken, taken
    /// A part for which it is unknown whether tests have reached it.
    case uncounted
  }

  /// The change of a declaration's name between two versions.
  package struct Rename: Sendable {
    /// The keyword of the declaration: `state`, for example.
    package var kind: String
    /// The old name, behind the old names of its ancestors.
    package var former: String
    package var name: String
    /// The new name, behind the names of its ancestors.
    package var path: String

    package init(kind: String, former: String, name: String, path: String) {
      self.kind = kind
      self.former = former
      self.name = name
      self.path = path
    }

    /// A sentence about the change, such as `state idle is now called resting`.
    package var text: String { "\(kind) \(former) is now called \(name)" }
  }

  package struct Legend: Sendable {
    /// The lines of the legend behind its colors: old texts, and changes that are not drawn.
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

  /// A declaration in a machine's file, whose change the legend lists.
  package struct Declaration: Sendable {
    /// The key by which versions are compared, such as `event add`. Declarations without a name have their kind as key.
    package var name: String
    /// The declaration as text, such as `event add(_ item: Item)`.
    package var text: String
    /// The key of the list that contains the declaration; nil if the order of such declarations means nothing.
    package var list: String?
    /// Whether the picture shows the declaration.
    package var isDrawn = false

    package init(name: String, text: String, list: String? = nil, isDrawn: Bool = false) {
      self.name = name
      self.text = text
      self.list = list
      self.isDrawn = isDrawn
    }
  }
}
