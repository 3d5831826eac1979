import StateMachineModel

extension Diagram {
  /// Returns a picture of two versions of a machine in which added, removed and changed parts are highlighted.
  ///
  /// Two states are the same state if their paths are equal. Two rows are the same row if their sources, targets and
  /// texts are equal. If an old and a new row have only their sources, targets and events in common, the new row is a
  /// changed version of the old row.
  ///
  /// - Parameter renames: the renamed declarations. In the old diagram, they have their new names already.
  package static func difference(from old: Diagram, to new: Diagram, renames: [Rename] = []) -> Diagram {
    var difference = DiagramDifference(old: old, new: new)
    difference.add(renames)
    return difference.merge()
  }
}

/// Merges the diagrams of two versions into one that shows the changes.
private struct DiagramDifference {
  let old: Diagram
  let new: Diagram
  var merged: Diagram
  /// For each box of the old diagram, the index of the box that shows the same in `merged`.
  var places: [Int] = []

  init(old: Diagram, new: Diagram) {
    self.old = old
    self.new = new
    merged = new
    merged.legend = Diagram.Legend()
  }

  /// Adds the renamed declarations to the list of changes, and highlights their boxes as changed.
  mutating func add(_ renames: [Diagram.Rename]) {
    for rename in renames {
      merged.legend?.add(.changed, rename.text)
      guard let index = merged.boxes.firstIndex(where: { $0.path == rename.path && $0.word == rename.kind }) else {
        continue
      }
      merged.boxes[index].change = .changed
      merged.boxes[index].formerName = rename.former
    }
  }

  mutating func merge() -> Diagram {
    mergeBoxes()
    mergeInitialState()
    mergeLines()
    mergeArrows()
    compareOrder()
    compareDeclarations()
    return merged
  }

  // MARK: Boxes

  /// Compares the boxes of both versions by kind and path. It highlights added and changed boxes, and adds the removed
  /// ones.
  private mutating func mergeBoxes() {
    var indices: [BoxName: Int] = [:]
    for (index, box) in new.boxes.enumerated() { indices[BoxName(box)] = index }
    var isKept = Array(repeating: false, count: new.boxes.count)
    for box in old.boxes {
      if let index = indices[BoxName(box)] {
        isKept[index] = true
        places.append(index)
        guard box.payload != new.boxes[index].payload || box.isFinal != new.boxes[index].isFinal else { continue }
        merged.boxes[index].change = .changed
        if box.isFinal != new.boxes[index].isFinal { merged.boxes[index].finalChange = box.isFinal ? .removed : .added }
        merged.boxes[index].formerPayload = box.payload
        merged.legend?.add(.changed, "was: \(box.isFinal ? "final " : "")state \(box.name)\(box.payload)")
      } else {
        places.append(merged.boxes.count)
        var removed = box
        removed.change = .removed
        if box.isFinal { removed.finalChange = .removed }
        removed.parent = box.parent.map { places[$0] }
        removed.isInitial = false
        removed.lines = []
        merged.boxes.append(removed)
      }
    }
    for index in new.boxes.indices where !isKept[index] {
      merged.boxes[index].change = .added
      if merged.boxes[index].isFinal { merged.boxes[index].finalChange = .added }
    }
    // A simple state that was composite is drawn as composite, around the removed states.
    for parent in merged.boxes.compactMap(\.parent) { merged.boxes[parent].isComposite = true }
  }

  private struct BoxName: Hashable {
    let kind: Diagram.Box.Kind
    let path: String

    init(_ box: Diagram.Box) {
      kind = box.kind
      path = box.path
    }
  }

  /// Adds to the list of changes each state that was initial, if another state is initial instead.
  private mutating func mergeInitialState() {
    for (index, box) in old.boxes.enumerated() where box.isInitial {
      let now = merged.boxes[places[index]]
      let hasOther = merged.boxes.contains { $0.isInitial && $0.parent == now.parent }
      if !now.isInitial, hasOther { merged.legend?.add(.changed, "was: initial state \(box.path)") }
    }
  }

  // MARK: Rows

  /// Compares the lines in the boxes of both versions. It highlights added and changed lines, and adds the removed
  /// ones. Lines in an added or removed box are not highlighted, because the box is.
  private mutating func mergeLines() {
    for (index, box) in old.boxes.enumerated() {
      let place = places[index]
      guard merged.boxes[place].change != .removed else {
        merged.boxes[place].lines = box.lines
        continue
      }
      let matching = RowMatching(old: box.lines.map { Key($0) }, new: merged.boxes[place].lines.map { Key($0) })
      for (newIndex, origin) in matching.origins.enumerated() {
        merged.boxes[place].lines[newIndex].change = origin.change
        if case .changed(let oldIndex) = origin {
          merged.boxes[place].lines[newIndex].formerLabel = box.lines[oldIndex].label.text
        }
      }
      for oldIndex in matching.removed {
        var line = box.lines[oldIndex]
        line.change = .removed
        merged.boxes[place].lines.append(line)
      }
      for origin in matching.origins {
        guard case .changed(let oldIndex) = origin else { continue }
        merged.legend?.add(.changed, "was: \(box.name) : \(box.lines[oldIndex].label.text)")
      }
    }
  }

  /// Compares the arrows of both versions. It highlights added and changed arrows, and adds the removed ones.
  private mutating func mergeArrows() {
    let before = old.arrows.map { arrow in
      var moved = arrow
      moved.source = places[arrow.source]
      moved.target = places[arrow.target]
      return moved
    }
    let matching = RowMatching(old: before.map { Key($0) }, new: new.arrows.map { Key($0) })
    for (index, origin) in matching.origins.enumerated() {
      merged.arrows[index].change = origin.change
      if case .changed(let oldIndex) = origin {
        merged.arrows[index].formerLabel = before[oldIndex].text
        merged.legend?.add(.changed, "was: \(before[oldIndex].text)")
      }
    }
    for index in matching.removed {
      var arrow = before[index]
      arrow.change = .removed
      merged.arrows.append(arrow)
    }
  }

  /// The parts of a row by which a comparison recognizes it in the other version: source, target, events, label and
  /// arguments. If the keys of an old and a new row are equal, the row has not changed.
  struct Key: Hashable {
    var source = 0
    /// The index of the target's box; nil for a row that is a line in a box.
    var target: Int?
    var events: String
    var label: Diagram.Label
    var arguments = ""

    init(_ line: Diagram.Line) {
      events = line.events
      label = line.label
    }

    init(_ arrow: Diagram.Arrow) {
      source = arrow.source
      target = arrow.target
      events = arrow.events
      label = arrow.label
      arguments = arrow.arguments
    }
  }

  // MARK: Order

  /// A state or a choice together with an event, such as `closed` and `push`. The machine may try several rows for
  /// them, and their order may differ between the versions.
  fileprivate struct TriedPlace: Hashable {
    var box: String
    var event: String

    /// The line in the list of changes: `closed : rows for push are tried in another order`.
    var words: String {
      switch event {
      case "": "\(box) : rows are tried in another order"
      case "entry", "exit": "\(box) : '\(event)' runs in another order"
      default: "\(box) : rows for \(event) are tried in another order"
      }
    }
  }

  /// Compares the order in which rows are tried for each state and event. The arrows of the picture do not show this
  /// order. So a line in the list of changes says it: `closed : rows for push are tried in another order`.
  private mutating func compareOrder() {
    let before = Dictionary(old.tried.map { ($0.place, $0.rows) }, uniquingKeysWith: { first, _ in first })
    for (place, now) in new.tried {
      if !Diagram.moves(from: before[place] ?? [], to: now).isEmpty { merged.legend?.add(.changed, place.words) }
    }
  }

  /// Adds to the list of changes what the picture does not show, such as changed default values, guards and events.
  /// Declarations in another order are also added.
  private mutating func compareDeclarations() {
    // Changed states are marked in the picture, except if only a default value changed.
    let changed = Set(merged.boxes.filter { $0.kind == .state && $0.formerPayload != nil }.map { "state \($0.path)" })
    merged.legend?.entries += new.declarations.changes(since: old.declarations) { changed.contains($0.name) }
  }
}

extension Diagram {
  /// For each state (or choice) and event, the texts of the rows in the order in which they are tried. For `closed` and
  /// `push`, these may be `-> open push [isFree]` and `-> locked push`.
  fileprivate var tried: [(place: DiagramDifference.TriedPlace, rows: [String])] {
    var places: [DiagramDifference.TriedPlace] = []
    var rows: [DiagramDifference.TriedPlace: [(rank: Int, text: String)]] = [:]
    func add(_ box: Box, _ tried: [Tried], _ text: String) {
      for tried in tried {
        let place = DiagramDifference.TriedPlace(box: box.path, event: tried.event)
        if rows[place] == nil { places.append(place) }
        rows[place, default: []].append((tried.rank, text))
      }
    }
    for box in boxes { for line in box.lines { add(box, line.tried, line.label.text) } }
    for arrow in arrows {
      add(boxes[arrow.source], arrow.tried, "-> \(boxes[arrow.target].path)\(arrow.arguments) \(arrow.label.text)")
    }
    return places.map { place in (place, (rows[place] ?? []).sorted { $0.rank < $1.rank }.map(\.text)) }
  }
}

/// Finds, for each row of the new version, the row of the old version to which it corresponds.
private struct RowMatching {
  enum Origin {
    case same, added
    /// The row is a changed version of an old row. The value is the index of the old row.
    case changed(Int)

    var change: Diagram.Change {
      switch self {
      case .same: .none
      case .added: .added
      case .changed: .changed
      }
    }
  }

  /// For each new row, where it comes from.
  var origins: [Origin]
  /// The indices of the old rows to which no new row corresponds.
  var removed: [Int] = []

  /// Finds the old row of each new row: an equal row, or else a row with the same source, target and events. An old row
  /// is used only once; new rows without an old row are added rows.
  init(old: [DiagramDifference.Key], new: [DiagramDifference.Key]) {
    origins = Array(repeating: .added, count: new.count)
    // Equal rows are matched first, one by one. The lists are reversed so that `popLast` yields the first match.
    var rest: [DiagramDifference.Key: [Int]] = [:]
    for (index, key) in old.enumerated().reversed() { rest[key, default: []].append(index) }
    var isUsed = Array(repeating: false, count: old.count)
    for (index, key) in new.enumerated() {
      guard let match = rest[key]?.popLast() else { continue }
      isUsed[match] = true
      origins[index] = .same
    }
    // Then rows that differ only in guard, effects or arguments.
    struct Ends: Hashable {
      var source: Int
      var target: Int?
      var events: String
    }
    var left: [Ends: [Int]] = [:]
    for (index, key) in old.enumerated().reversed() where !isUsed[index] {
      left[Ends(source: key.source, target: key.target, events: key.events), default: []].append(index)
    }
    for (index, key) in new.enumerated() {
      guard case .added = origins[index] else { continue }
      let place = Ends(source: key.source, target: key.target, events: key.events)
      guard let match = left[place]?.popLast() else { continue }
      isUsed[match] = true
      origins[index] = .changed(match)
    }
    removed = old.indices.filter { !isUsed[$0] }
  }
}
