@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// The compiler's reactions for a chart's machine, with the conditions before an event: the reaction of each active
/// leaf state, and the outcome of the whole machine that follows.
struct Reactions {
  /// The reaction of one leaf state.
  enum Answer: Hashable {
    case takes(TransitionID)
    case keeps
    /// No row of the leaf state or of its ancestors applies.
    case leaves
  }

  /// The expected result of an event, as far as the event's own microstep decides it.
  struct Forecast {
    var isAccepted = false
    /// The possible outcomes. There may be several, because raised and deferred events may follow. Nil if the machine
    /// certainly traps.
    var outcomes: Set<Interpreter.Outcome>?
    /// The reactions of the leaf states, for messages.
    var reasons: [String] = []
    /// Texts about reactions that contradict each other.
    var contradictions: [String] = []
  }

  let chart: Chart
  let behaviour: Behaviour
  private var machine: StateMachine { behaviour.machine }
  /// The conditions of rows and of rows of choices, by the row's text. The compiler's rows are found by their texts,
  /// because the compiler knows them only by their places in the file.
  private var conditions: [String: Chart.Condition] = [:]
  /// The numbers of the chart's rows, by the row's text. Rows with the same text do the same.
  private var rows: [String: Int] = [:]

  /// Compiles a chart; nil if the compiler refuses it.
  init?(_ chart: Chart) {
    let (machines, result) = Compiler().machines(of: SourceFile(path: "\(chart.name).sm", text: chart.source))
    guard !result.hasErrors, let machine = machines.first else { return nil }
    self.chart = chart
    behaviour = Behaviour(machine)
    for (index, row) in chart.rows.enumerated() {
      rows[chart.text(row)] = index
      conditions[chart.text(row)] = row.condition
    }
    for choice in chart.choices {
      for branch in choice.branches { conditions[chart.text(branch, of: choice)] = branch.condition }
    }
  }

  /// Returns the expected result of an event, from the compiler's reactions of the leaf states that are active before
  /// it.
  func forecast(of event: Int, _ arguments: Interpreter.Payload, _ interpreter: Interpreter) -> Forecast {
    var forecast = Forecast()
    var answers: [Answer] = []
    var remainders: [Reaction.Remainder] = []
    for leaf in interpreter.configuration where chart.children(of: leaf).isEmpty {
      let reaction = behaviour.reaction(of: StateID(leaf), to: EventID(event))
      forecast.reasons.append(text(reaction, of: leaf))
      let answer = answer(of: reaction, arguments, interpreter)
      answers.append(answer)
      remainders.append(reaction.remainder)
      if answer == .leaves, reaction.remainder == .none {
        forecast.contradictions.append("\(chart.path(leaf)) is certain to take the event, and nothing of it applies")
      }
    }
    guard !interpreter.isFinal else {
      if answers.contains(where: { $0 != .leaves }) {
        forecast.contradictions.append("the machine has ended, and a leaf has something for the event")
      }
      forecast.outcomes = [.ignored]
      return forecast
    }
    if answers.allSatisfy({ $0 == .leaves }), !remainders.contains(.unhandled) {
      forecast.contradictions.append("no leaf takes the event or keeps it, and none is said to leave it unhandled")
    }
    combine(answers, event, arguments, interpreter, &forecast)
    return forecast
  }

  /// Returns the reaction of a leaf state: the first of the tried rows that applies, with the values in `arguments` and
  /// in the interpreter.
  private func answer(
    of reaction: Reaction, _ arguments: Interpreter.Payload, _ interpreter: Interpreter
  ) -> Answer {
    for transition in reaction.transitions where applies(transition, arguments, interpreter) {
      return .takes(transition)
    }
    return reaction.remainder == .deferred ? .keeps : .leaves
  }

  /// Returns the result of the whole machine from the reactions of its leaf states. A transition that acts is decisive,
  /// then a deferral, then a row that ignores the event.
  private func combine(
    _ answers: [Answer], _ event: Int, _ arguments: Interpreter.Payload, _ interpreter: Interpreter,
    _ forecast: inout Forecast
  ) {
    var taken: [TransitionID] = []
    for case .takes(let transition) in answers where !taken.contains(transition) { taken.append(transition) }
    let acting = taken.filter { acceptance(of: $0, arguments, interpreter) != .ignored }
    let enabled = acting.map { transition in
      Interpreter.EnabledRow(
        row: rows[text(machine.transitions[transition].row)] ?? 0, source: machine.transitions[transition].source.index,
        event: arguments)
    }
    let kept = interpreter.withoutConflicts(enabled)
    let running = zip(acting, enabled).filter { _, row in
      kept.contains { $0.row == row.row && $0.source == row.source }
    }.map(\.0)
    guard !running.isEmpty else {
      if answers.contains(.keeps) {
        forecast.outcomes = [.deferred]
      } else {
        forecast.outcomes = [taken.isEmpty && isThrown(event) ? .unhandled : .ignored]
      }
      return
    }
    if case .rows(let selected) = interpreter.select(.event(event), arguments), names(selected) != names(kept) {
      forecast.contradictions.append("other rows run than those that the reactions begin with")
    }
    // Whether the machine accepts an event is asked before the row's effects run: only a row that always traps is certain
    // to trap, and a choice may take another branch than the one that was asked for.
    guard !running.contains(where: { behaviour.acceptance(of: $0) == .impossible }) else { return }
    forecast.isAccepted = running.allSatisfy { acceptance(of: $0, arguments, interpreter) == .accepted }
    let isExternal = running.contains { !machine.transitions[$0].isInternal }
    var outcomes: Set<Interpreter.Outcome> = [isExternal ? .transitioned : .stayed]
    // A choice decides between them after the effects.
    if running.contains(where: { machine.transitions[$0].mayStay(in: machine) }) {
      outcomes.formUnion([.stayed, .ignored])
    }
    // What follows from the step may lead elsewhere; a deferred event that comes back may have no row.
    if behaviour.run.runsToCompletion { outcomes.insert(.transitioned) }
    if behaviour.run.defers, chart.events.indices.contains(where: isThrown) { outcomes.insert(.unhandled) }
    forecast.outcomes = outcomes
  }

  /// Returns whether the policy for an event that no row takes is to throw.
  private func isThrown(_ event: Int) -> Bool {
    chart.unhandled(event) == .throw || chart.unhandled(event) == .throwOwn
  }

  // MARK: Conditions

  private func applies(
    _ id: TransitionID, _ arguments: Interpreter.Payload, _ interpreter: Interpreter
  ) -> Bool {
    let transition = machine.transitions[id]
    return !transition.isConditional || holds(transition.row, of: transition.source, arguments, interpreter)
  }

  private func holds(
    _ row: RowID, of source: StateID, _ arguments: Interpreter.Payload, _ interpreter: Interpreter
  ) -> Bool {
    guard let condition = conditions[text(row)] else { return true }
    return interpreter.holds(condition, interpreter.environment(of: source.index, arguments))
  }

  /// Returns whether a transition is accepted, ignored or impossible. If it leads to a choice, the first row of the
  /// choice that applies decides.
  private func acceptance(
    of id: TransitionID, _ arguments: Interpreter.Payload, _ interpreter: Interpreter
  ) -> Acceptance {
    var acceptance = behaviour.acceptance(of: id)
    while case .branches(let branches) = acceptance {
      let source = machine.transitions[id].source
      let first = branches.first { !$0.isConditional || holds($0.row, of: source, arguments, interpreter) }
      acceptance = first?.acceptance ?? .accepted
    }
    return acceptance
  }

  // MARK: Texts

  /// Returns texts of rows with their sources, by which rows are compared: rows with equal texts do the same.
  private func names(_ enabled: [Interpreter.EnabledRow]) -> Set<String> {
    Set(enabled.map { "\(chart.path($0.source)): \(chart.text(chart.rows[$0.row]))" })
  }

  private func text(_ row: RowID) -> String { machine.source.text(machine.rows[row].range) }

  private func text(_ reaction: Reaction, of leaf: Int) -> String {
    let attempts = reaction.transitions.map { text(machine.transitions[$0].row) }
    return "\(chart.path(leaf)): " + (attempts + ["\(reaction.remainder)"]).joined(separator: " | ")
  }
}

// MARK: -

extension Oracle {
  /// Returns the first step in which a generated machine does something else than the compiler's reactions say; nil if
  /// there is none. Steps count only up to the first difference from the interpreter, because then the active leaf
  /// states are not known.
  static func reactionFailure(_ machine: Machine, _ found: [String]) -> Failure? {
    let chart = machine.chart
    guard let reactions = Reactions(chart) else { return nil }
    let expected = expected(chart, machine.steps)
    var interpreter = Interpreter(chart)
    _ = interpreter.start()
    for (index, step) in machine.steps.enumerated() {
      guard index < found.count, found[index] == expected[index] else { return nil }
      let line = found.indices.contains(index + 1) ? found[index + 1] : ""
      if step.event < chart.events.count, let told = told(line) {
        let forecast = reactions.forecast(of: step.event, arguments(step, chart), interpreter)
        if let fault = fault(forecast, told, isSent: step.isSent) {
          let description = """
            step \(index + 1), \(chart.events[step.event].name): \(fault)
            found \(line)
            \(forecast.reasons.joined(separator: "\n"))
            """
          return Failure(chart: chart, signature: "reaction: \(mask(fault))", description: description)
        }
      }
      if step.isSent { _ = handle(step, &interpreter) }
    }
    return nil
  }

  /// Reads from a line of the machine the outcome, and whether the event was accepted. Nil for a step that the machine
  /// has not reached.
  private static func told(_ line: String) -> (outcome: String, isAccepted: Bool)? {
    let parts = line.split(separator: "|", omittingEmptySubsequences: false)
    return parts.count == 6 ? (String(parts[0]), parts[4] == "accepted") : nil
  }

  /// Returns a text about the difference between a forecast and the machine's step, or about a contradiction in the
  /// forecast; nil if there is neither.
  ///
  /// - Parameters:
  ///   - told: the step that the machine has printed.
  ///   - isSent: whether the event was sent, so that it has an outcome.
  private static func fault(
    _ forecast: Reactions.Forecast, _ told: (outcome: String, isAccepted: Bool), isSent: Bool
  ) -> String? {
    if let contradiction = forecast.contradictions.first { return contradiction }
    if forecast.isAccepted != told.isAccepted {
      return told.isAccepted ? "accepted, though it should be refused" : "refused, though it should be accepted"
    }
    guard isSent else { return nil }
    guard let outcomes = forecast.outcomes else { return "a transition that traps has been taken" }
    if outcomes.contains(where: { $0.rawValue == told.outcome }) { return nil }
    // An error hides the outcome.
    if told.outcome.hasPrefix("threw ") { return nil }
    return "\(told.outcome), though it should be \(outcomes.map(\.rawValue).sorted().joined(separator: " or "))"
  }

  /// Returns a text without the names of states, because these differ between charts with the same failure.
  private static func mask(_ fault: String) -> String {
    fault.replacing(#/^\S+ is certain/#, with: "a leaf is certain")
  }
}
