/// What every pair of state and event does, as a table: where a machine has holes, and which of them are meant.
package struct Coverage: Sendable {
  /// What a state does on an event, in the order in which it is tried.
  package struct Cell: Sendable {
    /// `→ closing`, `stays`, `ignored`, `trap` or `deferred`; with a question mark where a guard or a pattern decides.
    package var outcomes: [String]
    /// Whether an event may be left over for which no row applies.
    package var mayBeUnhandled: Bool
  }

  package struct Row: Sendable {
    package var state: String
    package var isFinal: Bool
    package var cells: [Cell]
  }

  package private(set) var events: [String]
  package private(set) var rows: [Row] = []
  /// The word for an event without a row.
  private let unhandled: String

  /// The states that stand in no composite of theirs: what a machine can be in.
  package init(_ machine: StateMachine) {
    let text = MachineText(machine)
    events = machine.events.map { text.name($0.name) }
    unhandled = machine.unhandled == .ignore || machine.unhandled == .error ? "unhandled" : machine.unhandled.rawValue
    for state in machine.states.indices where !machine.states[state].isComposite {
      let path = machine.path(of: state)
      let endsMachine = machine.states[state].isFinal && path.count == 1
      rows.append(
        Row(
          state: path.map { text.name(machine.states[$0].name) }.joined(separator: "."), isFinal: endsMachine,
          cells: machine.events.indices.map { Self.cell(state, $0, path, machine, text) }))
    }
  }

  private static func cell(
    _ state: Int, _ event: Int, _ path: [Int], _ machine: StateMachine, _ text: MachineText
  ) -> Cell {
    var cell = Cell(outcomes: [], mayBeUnhandled: true)
    for outer in path.reversed() {
      if machine.states[outer].submachine?.event == event { cell.outcomes.append("handed on?") }
      for place in machine.transitions(of: outer) {
        let transition = machine.transitions[Int(machine.transitionOrder[place])]
        guard Int(transition.event) == event else { continue }
        cell.outcomes.append(outcome(transition, machine, text) + (transition.isConditional ? "?" : ""))
        if !transition.isConditional {
          cell.mayBeUnhandled = false
          return cell
        }
      }
      if machine.states[outer].deferred.contains(event) {
        cell.outcomes.append("deferred")
        cell.mayBeUnhandled = false
        return cell
      }
    }
    return cell
  }

  private static func outcome(_ transition: Transition, _ machine: StateMachine, _ text: MachineText) -> String {
    let row = machine.rows[Int(transition.row)]
    if transition.choice >= 0 { return "→ " + text.name(machine.choices[Int(transition.choice)].name) }
    if transition.target >= 0 {
      let target = machine.path(of: Int(transition.target)).map { text.name(machine.states[$0].name) }
      let history = transition.history.map { $0 == .shallow ? ".history" : ".deepHistory" } ?? ""
      return "→ " + target.joined(separator: ".") + history
    }
    return row.traps ? "trap" : row.effects.isEmpty ? "ignored" : "stays"
  }

  // MARK: Texts

  private func text(_ cell: Cell, isFinal: Bool) -> String {
    if isFinal { return "ended" }
    return (cell.outcomes + (cell.mayBeUnhandled ? [unhandled] : [])).joined(separator: ", ")
  }

  /// How many pairs may have no row, of all.
  private var summary: String {
    let cells = rows.filter { !$0.isFinal }.flatMap(\.cells)
    let open = cells.count(where: \.mayBeUnhandled)
    return "\(open) of \(cells.count) pairs of state and event may be unhandled"
  }

  /// Columns side by side, for a terminal.
  package func plainText(title: String) -> String {
    var table = [[title] + events]
    for row in rows { table.append([row.state] + row.cells.map { text($0, isFinal: row.isFinal) }) }
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
        let text = TableWriter.escaped(text(cell, isFinal: row.isFinal))
        result += cell.mayBeUnhandled && !row.isFinal ? " **\(text)** |" : " \(text) |"
      }
      result += "\n"
    }
    return result + "\n" + summary + "\n"
  }
}
