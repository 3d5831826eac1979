import StateMachineDiagrams
import StateMachineModel

/// A table of the outcomes of every pair of state and event, and of the steps that states take without an event: it
/// shows where a machine has holes, and which of them are meant.
package struct Coverage: Sendable {
  /// The outcomes of an event in a state, in the order in which they are tried.
  package struct Cell: Sendable {
    /// `→ closing`, `stays`, `ignored`, `trap` or `deferred`, with a question mark where a guard or a pattern decides;
    /// last the outcome of an event that none of them takes.
    package var outcomes: [String]
    /// Is true where no row may apply to an event.
    var mayBeUnhandled: Bool
  }

  package struct Row: Sendable {
    package var state: String
    /// Is true where the machine ends in this state: it takes no more events.
    package var isFinal: Bool
    /// One for each event.
    package var cells: [Cell]
    /// One for each of the columns for what happens without an event.
    var ownSteps: [Cell]
  }

  package private(set) var events: [String]
  /// The triggers besides events, as far as the machine has them: `after`, `every`, `always` or `done`.
  package private(set) var keywords: [String]
  package private(set) var rows: [Row] = []

  /// The states that have none within them: what a machine can be in.
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

  /// How many pairs may have no row, of all.
  private var summary: String {
    let cells = rows.filter { !$0.isFinal }.flatMap(\.cells)
    let open = cells.count(where: \.mayBeUnhandled)
    return "\(open) of \(cells.count) pairs of state and event may be unhandled"
  }

  /// Columns side by side, for a terminal: where they are too many, in several blocks.
  package func plainText(title: String) -> String {
    var table = TextTable()
    table.append([title], rows.map { [$0.state] })
    for (index, event) in events.enumerated() { table.append([event], rows.map { $0.cells[index].outcomes }) }
    for (index, keyword) in keywords.enumerated() {
      table.append([keyword], rows.map { $0.ownSteps[index].outcomes })
    }
    return table.text + summary + "\n"
  }

  /// A table for GitHub and DocC; pairs that may be unhandled are bold.
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

/// The triggers that a row may have in the place of an event.
private enum OwnStep: String, CaseIterable {
  case after, every, always, done

  /// Nil for an event.
  init?(_ trigger: Trigger, _ machine: StateMachine) {
    switch trigger {
    case .event: return nil
    case .always: self = .always
    case .done: self = .done
    case .elapsed(let timer): self = machine.timers[timer].repeats ? .every : .after
    }
  }
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

  func cell(_ reaction: Reaction, to event: EventID) -> Coverage.Cell {
    let remainder = word(for: reaction.remainder, of: event).map { [$0] } ?? []
    return Coverage.Cell(outcomes: reaction.attempts.map(word) + remainder, mayBeUnhandled: !reaction.isCertain)
  }

  /// The outcomes of a step without an event; `–` where there are none.
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

  /// How long a timer takes, as written behind its keyword: `5s `.
  private func delay(of id: TransitionID) -> String {
    // Both keywords have five letters.
    text.trigger(machine.transitions[id]).dropFirst(5).drop { $0 == " " } + " "
  }

  /// The outcome of an attempt; the steps of a submachine are not told.
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

  /// `→ on.history`; nil for an internal transition.
  private func target(of transition: Transition) -> String? {
    if let choice = transition.choice { return "→ " + text.name(machine.choices[choice].name) }
    guard let target = transition.target else { return nil }
    let history = transition.history.map { $0 == .shallow ? ".history" : ".deepHistory" } ?? ""
    return "→ " + ([path(of: target) + history] + transition.otherTargets.map(path)).joined(separator: ", ")
  }

  /// The outcome of an event that no attempt takes; nil where that cannot be.
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
  /// Is true where the branch leads to a `trap`, or may by another choice.
  fileprivate var traps: Bool {
    switch acceptance {
    case .impossible: true
    case .accepted, .ignored: false
    case .branches(let branches): branches.contains(where: \.traps)
    }
  }
}
