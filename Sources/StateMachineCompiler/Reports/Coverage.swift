/// What every pair of state and event does, as a table: where a machine has holes, and which of them are meant.
package struct Coverage: Sendable {
  /// What a state does on an event, in the order in which it is tried.
  package struct Cell: Sendable {
    /// `→ closing`, `stays`, `ignored`, `trap` or `deferred`, with a question mark where a guard or a pattern decides;
    /// last what becomes of an event that none of them takes.
    package var outcomes: [String]
    /// Whether an event may be left over for which no row applies.
    package var mayBeUnhandled: Bool
  }

  package struct Row: Sendable {
    package var state: String
    /// Whether the machine ends there: it takes no more events.
    package var isFinal: Bool
    package var cells: [Cell]
  }

  package private(set) var events: [String]
  package private(set) var rows: [Row] = []

  /// The states that have none within them: what a machine can be in.
  package init(_ machine: StateMachine) { self.init(Behaviour(machine)) }

  init(_ behaviour: Behaviour) {
    let machine = behaviour.machine
    let words = CoverageWords(behaviour)
    events = machine.events.map { words.text.name($0.name) }
    for state in machine.states.indices where !machine.states[state].isComposite {
      rows.append(
        Row(
          state: words.path(of: state), isFinal: behaviour.endsMachine(state),
          cells: machine.events.indices.map { words.cell(behaviour.reaction(of: state, to: $0)) }))
    }
  }

  // MARK: Texts

  /// How many pairs may have no row, of all.
  private var summary: String {
    let cells = rows.filter { !$0.isFinal }.flatMap(\.cells)
    let open = cells.count(where: \.mayBeUnhandled)
    return "\(open) of \(cells.count) pairs of state and event may be unhandled"
  }

  /// Columns side by side, for a terminal.
  package func plainText(title: String) -> String {
    var table = [[title] + events]
    for row in rows { table.append([row.state] + row.cells.map(\.text)) }
    var widths = Array(repeating: 0, count: events.count + 1)
    for line in table { for (column, cell) in line.enumerated() { widths[column] = max(widths[column], cell.count) } }
    var result = ""
    for line in table {
      var text = ""
      for (column, cell) in line.enumerated() {
        text += cell
        if column < line.count - 1 { text += String(repeating: " ", count: widths[column] - cell.count + 2) }
      }
      result += text + "\n"
    }
    return result + summary + "\n"
  }

  /// A table for GitHub and DocC; pairs that may be unhandled are bold.
  package func markdown(title: String) -> String {
    var result = "| \(TableWriter.code(title)) |" + events.map { " \(TableWriter.code($0)) |" }.joined() + "\n"
    result += String(repeating: "| --- ", count: events.count + 1) + "|\n"
    for row in rows {
      result += "| \(TableWriter.code(row.state)) |"
      for cell in row.cells {
        let text = TableWriter.escaped(cell.text)
        result += cell.mayBeUnhandled ? " **\(text)** |" : " \(text) |"
      }
      result += "\n"
    }
    return result + "\n" + summary + "\n"
  }
}

extension Coverage.Cell {
  fileprivate var text: String { outcomes.joined(separator: ", ") }
}

/// The words of the table for what a machine does.
private struct CoverageWords {
  let behaviour: Behaviour
  let text: MachineText

  init(_ behaviour: Behaviour) {
    self.behaviour = behaviour
    text = MachineText(behaviour.machine)
  }

  private var machine: StateMachine { behaviour.machine }

  /// `on.bright`
  func path(of state: StateID) -> String {
    machine.path(of: state).map { text.name(machine.states[$0].name) }.joined(separator: ".")
  }

  func cell(_ reaction: Reaction) -> Coverage.Cell {
    let rest = word(for: reaction.rest).map { [$0] } ?? []
    return Coverage.Cell(outcomes: reaction.attempts.map(word) + rest, mayBeUnhandled: !reaction.isCertain)
  }

  /// What something that is tried does; what a submachine does is not told.
  private func word(for attempt: Reaction.Attempt) -> String {
    switch attempt {
    case .submachine: "handed on?"
    case .transition(let id): outcome(of: id) + (machine.transitions[id].isConditional ? "?" : "")
    }
  }

  private func outcome(of id: TransitionID) -> String {
    let transition = machine.transitions[id]
    return switch behaviour.acceptance(of: id) {
    case .ignored: "ignored"
    case .impossible: "trap"
    case .accepted: target(of: transition) ?? "stays"
    case .branches(let branches):
      (target(of: transition) ?? "stays") + (branches.contains(where: \.traps) ? " or trap" : "")
    }
  }

  /// `→ on.history`; nil for an internal transition.
  private func target(of transition: Transition) -> String? {
    if let choice = transition.choice { return "→ " + text.name(machine.choices[choice].name) }
    guard let target = transition.target else { return nil }
    let history = transition.history.map { $0 == .shallow ? ".history" : ".deepHistory" } ?? ""
    return "→ " + path(of: target) + history
  }

  /// What becomes of an event that nothing of what is tried takes; nil where that cannot be.
  private func word(for rest: Reaction.Rest) -> String? {
    switch rest {
    case .none, .enclosing: nil
    case .deferred: "deferred"
    case .otherRegion: "other region"
    case .ended: "ended"
    case .unhandled:
      machine.unhandled == .ignore || machine.unhandled == .error ? "unhandled" : machine.unhandled.rawValue
    }
  }
}

extension Acceptance.Branch {
  /// Whether the branch leads to a `trap`, or may by another choice.
  fileprivate var traps: Bool {
    switch acceptance {
    case .impossible: true
    case .accepted, .ignored: false
    case .branches(let branches): branches.contains(where: \.traps)
    }
  }
}
