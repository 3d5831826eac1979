import StateMachineModel

/// A machine as boxes and arrows, in the order of the `.sm` file. It is what a picture shows, before it is written as
/// DOT, Mermaid or PlantUML. Boxes stand for states, arrows for rows. Texts are not yet escaped for one of these
/// formats.
///
/// The writer of SCXML reads the machine instead of the diagram, because SCXML describes what a machine means.
package struct Diagram: Sendable {
  /// The name of the machine.
  package var title: String
  package var documentation: String
  package var boxes: [Box] = []
  package var arrows: [Arrow] = []
  package var declarations: [Declaration] = []
  /// Remarks about what the picture leaves out, such as `not shown: internal transitions`. They become comments in the
  /// written file, or lines below the table.
  var remarks: [String] = []
  /// The file's statements for tests (`never`, `can be`, `invariant`). Empty if the picture does not show them.
  var statements: [String] = []
  /// Whether the options leave some rows out of the picture.
  var isPartial = false
  /// The list of changes next to the picture, with an explanation of the colors. Nil unless the picture compares two
  /// versions.
  package var legend: Legend?

  /// A state, a pseudostate, or a frame for several states.
  package struct Box: Sendable {
    package enum Kind: Sendable {
      case state
      /// A box that stands for many states: for the sources of a row with the source `*`.
      case anyState
      /// The dot before an initial state whose arrow has a label: `initial -> a / f` (UML's initial pseudostate). Only
      /// such a dot is a box. The dot of an arrow without a label is drawn without a box.
      case initial
      /// A choice.
      case choice
      /// A fork: a bar with an arrow to a target in each of several regions.
      case fork
      /// The history of the composite state around the box, drawn as `H` (`history`) or `H*` (`deepHistory`).
      case history, deepHistory
    }

    package var kind = Kind.state
    /// The state that the box shows. Nil for a choice, a fork, and a box that stands for many states. For a history, it
    /// is the pseudostate of its row `history -> target / effects`; nil if it has no such row.
    package var state: StateID?
    /// The name of the state. For the source `*` of a row, it is a text such as `any state except closed`.
    package var name: String
    /// The name of the state after the names of its ancestors: `loaded.empty`.
    package var path: String
    /// The index in `boxes` of the composite state that contains the box; nil at the top level. It is lower than the
    /// index of the box, because composite states come before the states in them.
    package var parent: Int?
    package var isComposite = false
    /// Whether the box is a region.
    package var isRegion = false
    /// The state's payload, such as `(persons: Int)`; empty if the state has no payload or the options hide payloads.
    package var payload = ""
    package var documentation = ""
    package var isInitial = false
    package var isFinal = false
    /// The lines in the box: `entry`, `exit`, activities, internal rows and deferred events.
    package var lines: [Line] = []
    package var change = Change.none
    /// The payload that the state had in the old version; empty if it had none. Nil if neither the payload nor the word
    /// `final` has changed.
    package var formerPayload: String?
    /// The path of the state in the old version, such as `loaded.empty`. Nil if the state was not renamed.
    package var formerName: String?
    /// `added` or `removed` if the word `final` was added to or removed from the state; otherwise `none`.
    package var finalChange = Change.none

    /// Whether the picture has an arrow from the state to the dot of a final state. This is so if the state is final in
    /// the new version, in the old version or in both.
    var hasFinalDot: Bool { isFinal || finalChange == .removed }

    /// Returns the declaration of the state in the old version, such as `closed(by: Int)`; nil if the declaration has
    /// not changed. If the word `final` has changed, the text begins with `state` or `final state`.
    ///
    /// - Parameter name: the name to write if the state was not renamed.
    package func former(called name: String) -> String? {
      guard formerPayload != nil || formerName != nil else { return nil }
      let word = finalChange == .none ? "" : isFinal ? "state " : "final state "
      return word + (formerName ?? name) + (formerPayload ?? "")
    }

    /// The keyword that declares what the box shows: `choice`, `region` or, for any other box, `state`.
    package var word: String { kind == .choice ? "choice" : isRegion ? "region" : "state" }
  }

  /// A line in a state's box: `entry`, `exit`, an activity, an internal row or deferred events.
  package struct Line: Sendable {
    package var label: Label
    /// The names of the events that the line is for, or `entry`, `do` or `exit`.
    package var events: String
    /// The row of the `.sm` file that the line shows. Nil for `entry`, `exit`, an activity and deferred events, which
    /// are no rows.
    package var row: RowID?
    /// The transitions that the line shows: one for each event of the row. If the box stands for several states, there
    /// is one for each event and each of these states. Empty for `entry`, `exit`, an activity and deferred events.
    package var transitions: [TransitionID] = []
    package var documentation = ""
    /// The events for which the machine tries the row, each with the row's rank. Of two rows for one event, the row
    /// with the lower rank is tried first. A comparison of two versions compares these orders. A line for `entry`, `do`
    /// or `exit` has one element with that word, ranked by its position in the box.
    var tried: [Tried] = []
    package var change = Change.none
    /// The text of the line in the old version. Nil if the row has not changed.
    package var formerLabel: String?
  }

  /// An arrow between two boxes. It shows a row, the default target of a history, or a target of a fork.
  package struct Arrow: Sendable {
    /// The index in `boxes` of the box where the arrow begins.
    package var source: Int
    /// The index in `boxes` of the box where the arrow ends.
    package var target: Int
    package var label: Label
    /// The names of the row's events, as one text.
    package var events: String
    /// The arguments that the row has for the target's payload, such as `(speed: 2)`.
    package var arguments = ""
    /// The row of the `.sm` file that the arrow shows; nil for an arrow from a history or a fork.
    package var row: RowID?
    /// The transitions that the arrow shows; empty for a row of a choice, and for an arrow from a fork.
    package var transitions: [TransitionID] = []
    package var documentation = ""
    /// The text of the row in the `.sm` file.
    package var text = ""
    var tried: [Tried] = []
    package var change = Change.none
    /// The text of the row in the old version. Nil if the row has not changed.
    package var formerLabel: String?
    /// The number of times that tests have taken the row. Nil unless the picture shows such numbers.
    package var heat: Heat?
  }

  /// An event for which the machine tries a row, with the row's rank. If a state has several rows for the event, the
  /// row with the lowest rank is tried first.
  struct Tried: Sendable {
    var event: String
    var rank: Int
  }

  /// The text at an arrow or in a box: `event [guard] / effects`, as in UML 2.5.1 (§14.2.4.9). A part that the options
  /// leave out is empty.
  package struct Label: Hashable, Sendable {
    /// The events with their patterns, such as `add(_ item)`. In a box it may also be `entry`, `do` or `exit`.
    package var trigger = ""
    /// The guards of the row and of its choices, all of which must be true.
    package var guards: [String] = []
    package var effects: [String] = []
    /// Whether the row ignores its event. The text then ends with `(ignored)`, because without effects it would look as
    /// if the options hid the effects.
    var isIgnored = false
    /// Whether the text is for a choice's row that keeps the active state. The text then ends with `(stays)`, because
    /// an arrow from the choice to itself would look as if the machine came to the choice again.
    package var stays = false
    /// The number of times that tests have taken the row, such as `7×`. Empty unless the picture shows such numbers.
    var count = ""

    /// The parts of the text: the events, the guards in brackets, and each effect. For `push [isFree] / beep, open`,
    /// these are `["push", "[isFree]", "/ beep,", "open"]`. A line may be broken between two parts.
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

    /// The whole text on one line: `push [isFree] / beep, open`.
    package var text: String { pieces.joined(separator: " ") }
  }

  /// For each text that stands for several transitions: these transitions. For example, the text `push, pull` stands
  /// for both transitions of the row `open -> closed : push, pull`. A page that plays the machine finds the text for
  /// each of them.
  package var sharedLabels: [[TransitionID]] {
    (boxes.flatMap { $0.joinedLines.map(\.transitions) } + arrows.map(\.transitions)).filter { $0.count > 1 }
  }

  /// The indices of the boxes that each box contains. The index in this list is that of the containing box. The last
  /// element, `children[boxes.count]`, contains the boxes at the top level.
  var children: [[Int]] {
    var children: [[Int]] = Array(repeating: [], count: boxes.count + 1)
    for (index, box) in boxes.enumerated() { children[box.parent ?? boxes.count].append(index) }
    return children
  }

  /// A copy of the diagram in which each fork is inside the innermost composite state that contains all its targets.
  /// The arrows of the fork are then shorter.
  var withForksInside: Diagram {
    var result = self
    for (index, box) in boxes.enumerated() where box.kind == .fork {
      result.boxes[index].parent = innermostBody(of: arrows.filter { $0.source == index }.map(\.target))
    }
    return result
  }

  /// Returns the index in `boxes` of the innermost composite state that contains all boxes `inner`, and is none of
  /// them. Nil if only the machine itself contains them all.
  func innermostBody(of inner: [Int]) -> Int? {
    var body = inner.first.flatMap { boxes[$0].parent }
    while let outer = body, !inner.allSatisfy({ $0 != outer && isInside($0, outer) }) { body = boxes[outer].parent }
    return body
  }

  /// Returns the composite state to which a history's box belongs; nil if the box is not a history.
  func composite(ofHistory box: Int) -> Int? {
    boxes[box].kind == .history || boxes[box].kind == .deepHistory ? boxes[box].parent : nil
  }

  /// The arrows of the diagram in groups. Each group is drawn as one line: see `bundles(of:)`.
  var bundles: [[Arrow]] { Self.bundles(of: arrows) }

  /// Returns arrows in groups. Arrows between the same two boxes form a group, which is drawn as one line with several
  /// texts. The group has the position of its first arrow.
  ///
  /// A line has only one color, so arrows of different colors are in different groups. Arrows from a box to itself are
  /// an exception: they form one group whatever their colors, because renderers would draw such lines across each
  /// other's texts.
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

  /// Returns whether `box` is the box `outer` or is inside it, at any depth.
  func isInside(_ box: Int, _ outer: Int) -> Bool {
    var next: Int? = box
    while let current = next {
      if current == outer { return true }
      next = boxes[current].parent
    }
    return false
  }

  /// Returns whether an arrow leads from a composite state to one of its descendants.
  func leadsInside(from source: Int, to target: Int) -> Bool {
    source != target && boxes[source].isComposite && isInside(target, source)
  }

  /// The highlighting of a part of a diagram: as changed between two versions, or as reached or not reached by tests.
  package enum Change: Sendable {
    case none, added, removed, changed
    case untaken, taken
    /// A part for which the tests give no number, so that it is unknown whether they have reached it.
    case uncounted
  }

  /// A declaration that was renamed between two versions.
  package struct Rename: Sendable {
    /// The keyword of the declaration, such as `state`.
    package var kind: String
    /// The old path: the old name after the old names of the ancestors, such as `loaded.idle`.
    package var former: String
    package var name: String
    /// The new path: the new name after the names of the ancestors, such as `loaded.resting`.
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

  /// The explanation of the colors, and the list of changes, which are next to the picture.
  package struct Legend: Sendable {
    /// The lines of the list of changes. They contain texts of the old version (`was: …`), and changes that the picture
    /// does not show.
    package var entries: [Entry] = []

    package struct Entry: Sendable {
      package var change: Change
      package var text: String

      package init(change: Change, text: String) {
        self.change = change
        self.text = text
      }
    }

    /// Adds a line to the list of changes.
    mutating func add(_ change: Change, _ text: String) { entries.append(Entry(change: change, text: text)) }
  }

  /// A declaration in a machine's file, such as a guard or an event. If it differs between two versions, a line of the
  /// list of changes says so.
  package struct Declaration: Sendable {
    /// The key by which a comparison finds the declaration in the other version, such as `event add`. For a declaration
    /// without a name, such as `interface methods`, it is only the keyword.
    package var name: String
    /// The declaration as text, such as `event add(_ item: Item)`.
    package var text: String
    /// The list to which the declaration belongs, such as `event` or `states of moving`. Declarations with the same
    /// value form one list. If their order changes, the list of changes says so. Nil if the position of this
    /// declaration has no meaning.
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
