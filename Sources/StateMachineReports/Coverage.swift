import StateMachineDiagrams
import StateMachineModel

/// A table of the outcomes of every pair of state and event, and of the steps of states without an event. It shows
/// which pairs have no row, and which of these are intended.
package struct Coverage: Sendable {
  /// The outcomes of an event in a state, in the order in which they are tried.
  package struct Cell: Sendable {
    /// Texts such as `→ closing`, `stays`, `ignored`, `trap` or `deferred`, with a question mark if a guard or a
    /// pattern decides. The last one is the outcome if no row is taken.
    package var outcomes: [String]
    /// Whether it is possible that no row is taken.
    var mayBeUnhandled: Bool
  }

  package struct Row: Sendable {
    package var state: String
    /// Whether the state is final, so that the machine handles no more events in it.
    package var isFinal: Bool
    /// The cells of the state, one for each event.
    package var cells: [Cell]
    /// The state's cells for steps without an event, one for each of `keywords`.
    var ownSteps: [Cell]
  }

  package private(set) var events: [String]
  /// The keywords of triggers other than events that the machine has: `after`, `every`, `always` or `done`.
  package private(set) var keywords: [String]
  package private(set) var rows: [Row] = []

  /// Creates the table of a machine's leaf states.
  package init(_ machine: StateMachine) { self.init(Behaviour(machine)) }

  init(_ behaviour: Behaviour) {
    let machine = behaviour.machine
    let words = CoverageWords(behaviour)
    let columns = OwnStep.allCases.filter { column in
      machine.transitions.contains {
        OwnStep($0.trigger, machine) == column && !machine.states[$0.source].isPseudostate
      }
    }
    events = machine.events.map { words.text.name($0.name) }
    keywords = columns.map(\.rawValue)
    for state in machine.states.indices where machine.canRest(in: state) {
      rows.append(
        Row(
          state: words.path(of: state), isFinal: behaviour.endsMachine(state),
          cells: machine.events.indices.map { words.cell(behaviour.reaction(of: state, to: $0), to: $0) },
          ownSteps: columns.map { words.cell(state, $0) }))
    }
  }

  // MARK: Texts

  /// A line with the number of pairs that may have no row, and of all pairs.
  private var summary: String {
    let cells = rows.filter { !$0.isFinal }.flatMap(\.cells)
    let open = cells.count(where: \.mayBeUnhandled)
    return "\(open) of \(cells.count) pairs of state and event may be unhandled"
  }

  /// Returns the table as text for a terminal, in several blocks if it has too many columns for one.
  package func plainText(title: String) -> String {
    var table = TextTable()
    table.append([title], rows.map { [$0.state] })
    for (index, event) in events.enumerated() { table.append([event], rows.map { $0.cells[index].outcomes }) }
    for (index, keyword) in keywords.enumerated() {
      table.append([keyword], rows.map { $0.ownSteps[index].outcomes })
    }
    return table.text + summary + "\n"
  }

  /// Returns the table as Markdown for GitHub and DocC. Pairs that may be unhandled are bold.
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

/// The kinds of triggers that are not events, by their keywords.
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
/// The texts of the table's cells for a machine.
private struct CoverageWords {
  let behaviour: Behaviour
  let text: MachineText

  init(_ behaviour: Behaviour) {
    self.behaviour = behaviour
    text = MachineText(behaviour.machine)
  }

  private var machine: StateMachine { behaviour.machine }

  /// Returns the path of a state, such as `on.bright`.
  func path(of state: StateID) -> String {
    machine.path(of: state).map { text.name(machine.states[$0].name) }.joined(separator: ".")
  }

  func cell(_ reaction: Reaction, to event: EventID) -> Coverage.Cell {
    let remainder = word(for: reaction.remainder, of: event).map { [$0] } ?? []
    return Coverage.Cell(outcomes: reaction.attempts.map(word) + remainder, mayBeUnhandled: !reaction.isCertain)
  }

  /// Returns the cell for a step without an event, with its outcomes; `–` as its only outcome if there is no such step.
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

  /// Returns the delay of a transition's timer, as written behind the keyword, and a blank: `5s `.
  private func delay(of id: TransitionID) -> String {
    // Both keywords have five letters.
    text.trigger(machine.transitions[id]).dropFirst(5).drop { $0 == " " } + " "
  }

  /// Returns the text for an attempt to take a row, without the steps of a submachine.
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

  /// Returns the text for a transition's target, such as `→ on.history`; nil for an internal transition.
  private func target(of transition: Transition) -> String? {
    if let choice = transition.choice { return "→ " + text.name(machine.choices[choice].name) }
    guard let target = transition.target else { return nil }
    let history = transition.history.map { $0 == .shallow ? ".history" : ".deepHistory" } ?? ""
    return "→ " + ([path(of: target) + history] + transition.otherTargets.map(path)).joined(separator: ", ")
  }

  /// Returns the text for an event if no row is taken; nil if some row always is.
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
      } else if let value = machine.events[event].method.answer?.defaultValue {
        "returns \(text.swift(value))"
      } else {
        "unhandled"
      }
    }
  }
}

extension Acceptance.Branch {
  /// Whether the branch leads to a `trap`, or may do so through further choices.
  fileprivate var traps: Bool {
    switch acceptance {
    case .impossible: true
    case .accepted, .ignored: false
    case .branches(let branches): branches.contains(where: \.traps)
    }
  }
}
