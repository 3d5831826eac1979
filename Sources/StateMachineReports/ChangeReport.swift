import StateMachineDiagrams
import StateMachineModel
import StateMachineSyntax

/// The changes between two versions of a machine as lines of text, such as `+ state open` or `~ initial state b, was:
/// initial state a`. A picture with `--since` shows most of these changes.
///
/// Rows are compared as they are written. Most other declarations are compared as they are drawn in a picture and its
/// legend. If the generated Swift of the two versions differs, there is at least one change.
package struct ChangeReport: Sendable {
  package struct Change: Hashable, Sendable {
    package enum Kind: String, Sendable {
      case added = "+"
      case removed = "-"
      case changed = "~"
    }

    package var kind: Kind
    package var text: String
  }

  /// The changes: first the changes of states, then of rows, then of other declarations.
  package private(set) var changes: [Change] = []
  private var seen: Set<Change> = []

  /// Compares two versions of a machine. If no change is found, but the generated Swift differs, adds the rows that
  /// have moved. If no row has moved, adds the first line of the Swift that differs.
  ///
  /// - Parameter renames: the declarations that have another name in `new`. The caller has already given them these
  ///   names in `old`.
  package init(from old: StateMachine, to new: StateMachine, renames: [Diagram.Rename] = []) {
    let swift = GeneratedSwift.difference(from: old, to: new)
    self.init(from: old, to: new, renames: renames, isSwiftEqual: swift == nil)
    guard changes.isEmpty, let swift else { return }
    for move in Diagram.moves(from: WrittenRows(old).texts, to: WrittenRows(new).texts) { add(move) }
    // Only something outside of the machine's statements may have changed, for example another machine in the file.
    if changes.isEmpty { add(.changed, "in the generated Swift: \(swift.now), was: \(swift.before)") }
  }

  /// Compares two versions of a machine, without their generated Swift.
  ///
  /// - Parameter isSwiftEqual: whether the caller knows that the generated Swift is equal. If so, the texts of the rows
  ///   are compared only if the picture shows a changed row.
  init(from old: StateMachine, to new: StateMachine, renames: [Diagram.Rename] = [], isSwiftEqual: Bool) {
    let options = DiagramOptions()
    let merged = Diagram.difference(
      from: Diagram(old, options: options), to: Diagram(new, options: options), renames: renames)
    for rename in renames { add(.changed, rename.text) }
    for box in merged.boxes where box.kind == .state || box.kind == .choice {
      let word = box.isFinal && box.word == "state" ? "final state" : box.word
      if box.change == .changed, box.formerPayload == nil { continue }
      add(box.change, "\(word) \(box.path)\(box.payload)", former: box.former(called: box.path))
    }
    addBeginnings(from: old, to: new)
    addActions(merged)
    if !(isSwiftEqual && merged.hasSameRows) {
      for entry in WrittenRows(new).changes(since: WrittenRows(old)) { add(entry) }
    }
    let renamed = Set(renames.map(\.text))
    for entry in merged.legend?.entries ?? [] where !entry.text.hasPrefix("was: ") && !renamed.contains(entry.text) {
      add(entry)
    }
    addTimers(from: old, to: new)
    addFormerNames(from: old, to: new)
  }

  /// Compares two versions of a file: the declarations outside of its machines, and the order of all declarations.
  package init(from old: SourceFile, to new: SourceFile) {
    for entry in Self.items(of: new).changes(since: Self.items(of: old)) { add(entry) }
  }

  /// Returns the imports of a file, and then its machines and blocks of Swift in the order of the file.
  private static func items(of source: SourceFile) -> [Diagram.Declaration] {
    let tree = Parser.parse(source).tree
    let text = LabelText(source: source)
    let imports = tree.imports.map { syntax in
      Diagram.Declaration(
        name: "import \(text.swift(syntax.module))", text: text.swift(syntax.range), list: "import")
    }
    let machines = tree.machines.map { machine in
      let name = "machine \(machine.fullName(tree.names))"
      return (machine.name.range, Diagram.Declaration(name: name, text: name, list: "file", isDrawn: true))
    }
    let swift = tree.swift.map { block in
      let text = "swift { \(text.swift(block.range, isStatements: true)) }"
      return (block.range, Diagram.Declaration(name: "swift", text: text, list: "file"))
    }
    return imports + (machines + swift).sorted { $0.0.lowerBound < $1.0.lowerBound }.map(\.1)
  }

  /// Adds the changes of `was` clauses, which say the names of declarations in older versions: `was checkout`.
  private mutating func addFormerNames(from old: StateMachine, to new: StateMachine) {
    let (before, after) = (MachineText(old).formerNames, MachineText(new).formerNames)
    for line in after where !before.contains(line) { add(.added, line) }
    for line in before where !after.contains(line) { add(.removed, line) }
  }

  /// Adds the changes of the `entry`, `exit` and `do` lines of states.
  private mutating func addActions(_ merged: Diagram) {
    for box in merged.boxes where box.kind == .state {
      for line in box.lines where line.row == nil {
        // In an added or removed state, all lines are added or removed.
        let change = box.change == .added || box.change == .removed ? box.change : line.change
        add(change, "\(box.path) : \(line.label.text)", former: line.formerLabel.map { "\(box.path) : \($0)" })
      }
    }
  }

  /// Adds the changes of initial states and of history defaults, such as `initial state b, was: initial state a`. Only
  /// bodies that both versions have are compared. An `initial` or `history` with effects is left out, because it counts
  /// as a row, and `WrittenRows` compares the rows.
  private mutating func addBeginnings(from old: StateMachine, to new: StateMachine) {
    let (before, after) = (MachineText(old), MachineText(new))
    func initial(_ text: MachineText, _ state: StateID?) -> String? {
      state.flatMap { text.machine.states[$0].isPseudostate ? nil : "initial state \(text.path($0))" }
    }
    func history(_ text: MachineText, _ composite: StateID) -> String? {
      text.machine.states[composite].historyDefault.flatMap { target in
        text.machine.states[target].isPseudostate
          ? nil : "\(text.path(composite)): \(text.historyDefault(of: composite, target))"
      }
    }
    if let now = initial(after, new.initialState), let former = initial(before, old.initialState) {
      addChange(from: former, to: now)
    }
    let bodies = Dictionary(old.states.indices.map { (before.path($0), $0) }, uniquingKeysWith: { first, _ in first })
    for body in new.states.indices {
      guard let other = bodies[after.path(body)] else { continue }
      if let now = initial(after, new.states[body].initialChild),
        let former = initial(before, old.states[other].initialChild)
      {
        addChange(from: former, to: now)
      }
      addChange(from: history(before, other), to: history(after, body))
    }
  }

  private mutating func addChange(from former: String?, to now: String?) {
    guard former != now else { return }
    if let now {
      add(former == nil ? .added : .changed, now, former: former)
    } else if let former {
      add(.removed, former)
    }
  }

  /// Adds the timers whose names in the generated code have changed, although the timers themselves are equal. If a
  /// state has several timers, their names have numbers, such as `open2`. The numbers change with the order of the
  /// rows.
  private mutating func addTimers(from old: StateMachine, to new: StateMachine) {
    func names(_ machine: StateMachine) -> [(timer: String, name: String)] {
      var counts: [String: Int] = [:]
      return zip(machine.timers, machine.timerNames).map { timer, name in
        let path = machine.path(of: timer.state).map { machine.source.text(machine.states[$0].name.range) }
        let text = "\(path.joined(separator: ".")) : \(machine.source.text(timer.range))"
        counts[text, default: 0] += 1
        return ("\(text)\(counts[text] == 1 ? "" : " (\(counts[text] ?? 0))")", name)
      }
    }
    let former = Dictionary(uniqueKeysWithValues: names(old).map { ($0.timer, $0.name) })
    for (timer, name) in names(new) {
      guard let before = former[timer], before != name else { continue }
      changes.append(Change(kind: .changed, text: "timer of '\(timer)': '.\(name)', was: '.\(before)'"))
    }
  }

  private mutating func add(_ entry: Diagram.Legend.Entry) { add(entry.change, entry.text) }

  private mutating func add(_ change: Diagram.Change, _ text: String, former: String? = nil) {
    let kind: Change.Kind
    switch change {
    case .none, .untaken, .taken, .uncounted: return
    case .added: kind = .added
    case .removed: kind = .removed
    case .changed: kind = .changed
    }
    let entry = Change(kind: kind, text: text + (former.map { ", was: \($0)" } ?? ""))
    // A row with several sources is drawn several times, and must be added only once.
    if seen.insert(entry).inserted { changes.append(entry) }
  }

  /// The changes as text for a terminal, each on a line of its own after `+` (added), `-` (removed) or `~` (changed).
  package var plainText: String {
    changes.map { "  \($0.kind.rawValue) \($0.text.visible)\n" }.joined()
  }
}

extension Diagram {
  /// Whether no row in the picture has changed: neither a row that is drawn as an arrow, nor one that is written in a
  /// state's box.
  fileprivate var hasSameRows: Bool {
    !boxes.contains { $0.lines.contains { $0.row != nil && $0.change != .none } }
      && !arrows.contains { $0.row != nil && $0.change != .none }
  }
}
