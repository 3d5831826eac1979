import StateMachineDiagrams
import StateMachineModel

/// A table that says what a machine does on each event in each state. Each leaf state has a row. Each event has a
/// column. Each other kind of trigger that the machine has, such as `after` or `always`, has a column, too. The table
/// shows in which states an event has no row, and whether that is intended.
package struct Coverage: Sendable {
  /// The texts for one event in one state, in the order in which the machine tries the transitions.
  package struct Cell: Sendable {
    /// Texts such as `→ closing`, `stays`, `ignored`, `trap` or `deferred`. A text for a transition ends with `?` if a
    /// guard or a pattern decides whether the transition is taken. If it is possible that no row takes the event, the
    /// last text says what the machine then does.
    package var outcomes: [String]
    /// Whether it is possible that no row takes the event, so that its policy decides.
    var mayBeUnhandled: Bool
  }

  package struct Row: Sendable {
    package var state: String
    /// Whether the machine has ended when this state is active. The machine then accepts no events.
    package var isFinal: Bool
    /// The cells of the state, one for each event.
    package var cells: [Cell]
    /// The cells for triggers that are no events, one for each keyword in `keywords`.
    var ownSteps: [Cell]
  }

  package private(set) var events: [String]
  /// The kinds of triggers, other than events, that the machine has: `after`, `every`, `always` or `done`.
  package private(set) var keywords: [String]
  package private(set) var rows: [Row] = []

  /// Makes the table for all leaf states of a machine.
  package init(_ machine: StateMachine) { self.init(Behaviour(machine)) }

  init(_ behaviour: Behaviour) {
    let machine = behaviour.machine
    let words = CoverageWords(behaviour)
    // A kind of trigger that is no event has a column if the machine has a transition on it.
    let columns = OwnStep.allCases.filter { column in
      machine.transitions.contains {
        OwnStep($0.trigger, machine) == column && !machine.states[$0.source].isPseudostate
      }
    }
    events = machine.events.map { words.text.name($0.name) }
    keywords = columns.map(\.rawValue)
    for state in machine.states.indices where machine.canEndRun(in: state) {
      rows.append(
        Row(
          state: words.path(of: state), isFinal: behaviour.endsMachine(state),
          cells: machine.events.indices.map { words.cell(behaviour.reaction(of: state, to: $0), to: $0) },
          ownSteps: columns.map { words.cell(state, $0) }))
    }
  }

  // MARK: Texts

  /// A line such as `3 of 12 pairs of state and event may be unhandled`. The first number counts the pairs for which it
  /// is possible that no row takes the event. Both numbers leave out the states in which the machine has ended.
  private var summary: String {
    let cells = rows.filter { !$0.isFinal }.flatMap(\.cells)
    let open = cells.count(where: \.mayBeUnhandled)
    return "\(open) of \(cells.count) pairs of state and event may be unhandled"
  }

  /// Returns the table, and a summary below it, as text for a terminal. If it has too many columns for the width of a
  /// terminal, it is written in several parts, one below the other.
  ///
  /// - Parameter title: the heading of the column with the names of the states.
  package func plainText(title: String) -> String {
    var table = TextTable()
    table.append([title], rows.map { [$0.state] })
    for (index, event) in events.enumerated() { table.append([event], rows.map { $0.cells[index].outcomes }) }
    for (index, keyword) in keywords.enumerated() {
      table.append([keyword], rows.map { $0.ownSteps[index].outcomes })
    }
    return table.text + summary + "\n"
  }

  /// Returns the table in Markdown, as GitHub and DocC show it. A cell is bold if it is possible that no row takes the
  /// event.
  package func markdown(title: String) -> String {
    let heads = [title] + events
    var result = "|" + heads.map { " \(MarkdownText.code($0)) |" }.joined() + keywords.map { " *\($0)* |" }.joined()
    result += "\n" + String(repeating: "| --- ", count: heads.count + keywords.count) + "|\n"
    for row in rows {
      result += "| \(MarkdownText.code(row.state)) |"
      for cell in row.cells + row.ownSteps {
        let text = MarkdownText.escaped(cell.outcomes.joined(separator: ", "))
        result += cell.mayBeUnhandled ? " **\(text)** |" : " \(text) |"
      }
      result += "\n"
    }
    return result + "\n" + summary + "\n"
  }
}

/// The kinds of triggers that are no events, by their keywords.
private enum OwnStep: String, CaseIterable {
  case after, every, always, done

  /// Creates the kind of a trigger; nil if the trigger is an event.
  init?(_ trigger: Trigger, _ machine: StateMachine) {
    switch trigger {
    case .event: return nil
    case .always: self = .always
    case .done: self = .done
    case .elapsed(let timer): self = machine.timers[timer].repeats ? .every : .after
    }
  }
}
/// Makes the cells of the table for a machine.
private struct CoverageWords {
  let behaviour: Behaviour
  let text: MachineText

  init(_ behaviour: Behaviour) {
    self.behaviour = behaviour
    text = MachineText(behaviour.machine)
  }

  private var machine: StateMachine { behaviour.machine }

  /// Returns the path of a state: `on.bright`.
  func path(of state: StateID) -> String {
    machine.path(of: state).map { text.name(machine.states[$0].name) }.joined(separator: ".")
  }

  func cell(_ reaction: Reaction, to event: EventID) -> Coverage.Cell {
    let remainder = word(for: reaction.remainder, of: event).map { [$0] } ?? []
    return Coverage.Cell(outcomes: reaction.attempts.map(word) + remainder, mayBeUnhandled: !reaction.isCertain)
  }

  /// Returns the cell of a state for a kind of trigger that is no event, such as `always`. If the state has no such
  /// trigger, the only text in the cell is `–`.
  func cell(_ state: StateID, _ step: OwnStep) -> Coverage.Cell {
    let outcomes =
      switch step {
      case .always: behaviour.immediateTransitions(from: state).map(word)
      case .done:
        behaviour.completionTransitions(from: state).map {
          outcome(of: $0.transition) + ($0.isConditional ? "?" : "")
        }
      case .after, .every:
        behaviour.timedTransitions(from: state).filter {
          OwnStep(machine.transitions[$0].trigger, machine) == step
        }.map { delay(of: $0) + word(for: $0) }
      }
    return Coverage.Cell(outcomes: outcomes.isEmpty ? ["–"] : outcomes, mayBeUnhandled: false)
  }

  /// Returns the delay of a transition's timer and a blank: `5s ` for the trigger `after 5s`.
  private func delay(of id: TransitionID) -> String {
    // Both keywords have five letters.
    text.trigger(machine.transitions[id]).dropFirst(5).drop { $0 == " " } + " "
  }

  /// Returns the text for one of the things that the machine tries on an event. For a transition, this is what the
  /// transition does, such as `→ closing?`, where `?` marks a condition. If a submachine gets the event first, the text
  /// is `handed on?`.
  private func word(for attempt: Reaction.Attempt) -> String {
    switch attempt {
    case .submachine: "handed on?"
    case .transition(let id): word(for: id)
    }
  }

  private func word(for id: TransitionID) -> String {
    outcome(of: id) + (machine.transitions[id].isConditional ? "?" : "")
  }

  private func outcome(of id: TransitionID) -> String {
    let transition = machine.transitions[id]
    let target = target(of: transition) ?? "stays"
    return switch behaviour.acceptance(of: id) {
    case .ignored: "ignored"
    case .impossible: "trap"
    case .accepted: target + (machine.rows[transition.row].throws ? " and throws" : "")
    case .branches(let branches): target + (branches.contains(where: \.traps) ? " or trap" : "")
    }
  }

  /// Returns the text for the target of a transition: `→ on.history`. Nil for an internal transition.
  private func target(of transition: Transition) -> String? {
    if let choice = transition.choice { return "→ " + text.name(machine.choices[choice].name) }
    guard let target = transition.target else { return nil }
    let history = transition.history.map { $0 == .shallow ? ".history" : ".deepHistory" } ?? ""
    return "→ " + ([path(of: target) + history] + transition.otherTargets.map(path)).joined(separator: ", ")
  }

  /// Returns the text for an event that none of the state's transitions takes, such as `trap` or `deferred`. Nil if one
  /// of the transitions always takes the event, or if the transitions of an ancestor are tried next.
  private func word(for remainder: Reaction.Remainder, of event: EventID) -> String? {
    switch remainder {
    case .none, .enclosing: nil
    case .deferred: "deferred"
    case .otherRegion: "other region"
    case .ended: "ended"
    case .cannotCome: "–"
    case .unhandled:
      if !machine.policy(of: event).isSilent {
        machine.policy(of: event).rawValue
      } else if let value = machine.events[event].method.result?.defaultValue {
        "returns \(text.swift(value))"
      } else {
        "unhandled"
      }
    }
  }
}

extension Acceptance.Branch {
  /// Whether this branch of a choice leads to a row with `trap`, or may lead to such a row through further choices.
  fileprivate var traps: Bool {
    switch acceptance {
    case .impossible: true
    case .accepted, .ignored: false
    case .branches(let branches): branches.contains(where: \.traps)
    }
  }
}
