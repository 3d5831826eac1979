import StateMachineDiagrams
import StateMachineModel
import StateMachineSyntax

/// The changes between two versions of a machine, line by line: the text that corresponds to a picture with `--since`.
///
/// Rows are compared as written, everything else by the picture and its legend. If the generated Swift differs, there
/// is at least one change.
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

  /// The changes of states, then of rows, then of other declarations.
  package private(set) var changes: [Change] = []
  private var seen: Set<Change> = []

  /// - Parameter renames: the renamed parts, which have their new names in the old machine already.
  package init(from old: StateMachine, to new: StateMachine, renames: [Diagram.Rename] = []) {
    let swift = GeneratedSwift.difference(from: old, to: new)
    self.init(from: old, to: new, renames: renames, isSwiftEqual: swift == nil)
    guard changes.isEmpty, let swift else { return }
    for move in Diagram.moves(from: WrittenRows(old).texts, to: WrittenRows(new).texts) { add(move) }
    // For example, a change in another machine of the file.
    if changes.isEmpty { add(.changed, "in the generated Swift: \(swift.now), was: \(swift.before)") }
  }

  /// Creates the changes without comparing the generated Swift.
  ///
  /// - Parameter isSwiftEqual: whether rows that are drawn as equal are equal even if they are written differently.
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

  /// Creates the changes of the declarations outside of the machines in a file, and of the order of all declarations.
  package init(from old: SourceFile, to new: SourceFile) {
    for entry in Self.items(of: new).changes(since: Self.items(of: old)) { add(entry) }
  }

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

  /// Adds changes of former names, which `was` declares.
  private mutating func addFormerNames(from old: StateMachine, to new: StateMachine) {
    let (before, after) = (MachineText(old).formerNames, MachineText(new).formerNames)
    for line in after where !before.contains(line) { add(.added, line) }
    for line in before where !after.contains(line) { add(.removed, line) }
  }

  /// Adds changes of the entry and exit actions of states.
  private mutating func addActions(_ merged: Diagram) {
    for box in merged.boxes where box.kind == .state {
      for line in box.lines where line.row == nil {
        // The lines of an added or removed state have its change.
        let change = box.change == .added || box.change == .removed ? box.change : line.change
        add(change, "\(box.path) : \(line.label.text)", former: line.formerLabel.map { "\(box.path) : \($0)" })
      }
    }
  }

  /// Adds changes of initial states and history defaults that both versions have, unless changes of rows show them.
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

  /// Adds the timers in both versions that have different names in the generated code, as names depend on the order of
  /// the rows.
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
    // A row of several sources is one line.
    if seen.insert(entry).inserted { changes.append(entry) }
  }

  /// The changes as text, one on each line behind `+`, `-` or `~`.
  package var plainText: String {
    changes.map { "  \($0.kind.rawValue) \($0.text.visible)\n" }.joined()
  }
}

extension Diagram {
  /// Whether both versions have the same rows in boxes and as arrows.
  fileprivate var hasSameRows: Bool {
    !boxes.contains { $0.lines.contains { $0.row != nil && $0.change != .none } }
      && !arrows.contains { $0.row != nil && $0.change != .none }
  }
}
