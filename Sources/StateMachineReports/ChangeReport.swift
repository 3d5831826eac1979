import StateMachineDiagrams
import StateMachineModel

/// The changes between two versions of a machine, line by line: the picture with `--since`, in words.
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

  /// States first, then rows, then what is declared besides.
  package private(set) var changes: [Change] = []
  private var seen: Set<Change> = []

  package init(from old: StateMachine, to new: StateMachine) {
    let options = DiagramOptions()
    let merged = Diagram.difference(from: Diagram(old, options: options), to: Diagram(new, options: options))
    for box in merged.boxes where box.kind == .state || box.kind == .choice {
      let word = box.kind == .choice ? "choice" : box.isRegion ? "region" : box.isFinal ? "final state" : "state"
      add(box.change, "\(word) \(box.path)\(box.payload)", former: box.formerPayload.map { box.path + $0 })
    }
    for box in merged.boxes {
      for line in box.lines {
        // The rows of a new or removed state have its change.
        let change = box.change == .added || box.change == .removed ? box.change : line.change
        let former = line.formerLabel.map { "\(box.path) : \($0)" }
        add(change, "\(box.path) : \(line.label.text)", former: former)
      }
    }
    for arrow in merged.arrows {
      let source = merged.boxes[arrow.source].path
      let target = merged.boxes[arrow.target].path
      let text = arrow.text.isEmpty ? "\(source) -> \(target) : \(arrow.label.text)" : arrow.text
      add(arrow.change, text, former: arrow.formerLabel)
    }
    for entry in merged.legend?.entries ?? [] where !entry.text.hasPrefix("was: ") {
      add(entry.change, entry.text, former: nil)
    }
    addTimers(from: old, to: new)
    if old.fullName != new.fullName {
      changes.insert(Change(kind: .changed, text: "machine \(new.fullName), was: \(old.fullName)"), at: 0)
    }
  }

  /// Adds the timers that are there in both versions and are called otherwise in the generated code, as the order of the
  /// rows counts for that.
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

  private mutating func add(_ change: Diagram.Change, _ text: String, former: String?) {
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

  /// One change a line, with `+`, `-` or `~` before it.
  package var plainText: String {
    changes.map { "  \($0.kind.rawValue) \($0.text.visible)\n" }.joined()
  }
}
