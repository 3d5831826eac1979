import Foundation

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineReports
@testable import StateMachineSyntax

/// A table of a machine's reactions, by leaf state and event, which is made from the transitions one by one. It is
/// compared with `Behaviour.reaction`, with the coverage and with the findings of `unhandled error`.
struct ReactionTable {
  /// The reaction of a leaf state and its ancestors to an event, as far as it is certain.
  enum Certainty {
    /// A transition is always taken, a state always defers the event, or the machine has ended.
    case taken, kept, ended
    /// The reaction depends on conditions, or on a submachine.
    case depends
    case nothing
  }

  struct Cell {
    var transitions: [TransitionID] = []
    var hasSubmachine = false
    var certainty: Certainty

    var isCertain: Bool {
      switch certainty {
      case .taken, .kept, .ended: true
      case .depends, .nothing: false
      }
    }
  }

  let behaviour: Behaviour
  let machine: StateMachine
  let leaves: [StateID]
  /// The largest number of sets of leaf states that are examined.
  private static let limit = 4096

  init(_ machine: StateMachine) {
    self.machine = machine
    behaviour = Behaviour(machine)
    leaves = machine.states.indices.filter(machine.canEndRun)
  }

  /// Returns texts about the differences between the compiler's reactions and the table. Empty if there are none.
  func faults() -> [String] {
    var faults: [String] = []
    let sets = leafSets(within: nil)
    for event in machine.events.indices {
      var cells: [StateID: Cell] = [:]
      var reactions: [StateID: Reaction] = [:]
      for leaf in leaves {
        cells[leaf] = cell(of: leaf, event)
        reactions[leaf] = behaviour.reaction(of: leaf, to: event)
        if let cell = cells[leaf], let reaction = reactions[leaf], let fault = fault(reaction, cell) {
          faults.append("\(name(leaf)), \(name(event)): \(fault)")
        }
      }
      if let sets { faults += self.faults(cells, reactions, sets, event) }
    }
    return faults + coverageFaults()
  }

  // MARK: One leaf

  /// Returns the transitions that may be tried for an event while a leaf state is active: its own, then those of its
  /// ancestors.
  private func cell(of leaf: StateID, _ event: EventID) -> Cell {
    var cell = Cell(certainty: .nothing)
    if machine.states[leaf].isFinal, machine.states[leaf].parent == nil, !machine.hasMethods {
      return Cell(certainty: .ended)
    }
    var next: StateID? = leaf
    while let state = next {
      if machine.states[state].submachine?.event == event { cell.hasSubmachine = true }
      var looked: [UsedField: Set<String>] = [:]
      for transition in transitions(of: state, event) {
        cell.transitions.append(transition)
        if let (field, text) = onlyPattern(of: transition) { looked[field, default: []].insert(text) }
        let isCovered = looked.values.contains { texts in
          texts.isSuperset(of: ["true", "false"]) || texts.isSuperset(of: ["nil", "?"])
            || texts.isSuperset(of: [".success", ".failure"])
        }
        if !machine.transitions[transition].isConditional || isCovered {
          cell.certainty = .taken
          return cell
        }
      }
      if machine.states[state].deferred.contains(event) {
        cell.certainty = .kept
        return cell
      }
      next = machine.states[state].parent
    }
    if cell.hasSubmachine || !cell.transitions.isEmpty { cell.certainty = .depends }
    return cell
  }

  /// Returns the only field on whose value a transition depends, and the pattern for it: `true`, `false`, `nil`, `?`
  /// for the value in an optional, `.success` or `.failure` for that in a result. Nil for a transition that depends on
  /// anything else.
  private func onlyPattern(of id: TransitionID) -> (UsedField, String)? {
    let transition = machine.transitions[id]
    let patterns = transition.patterns.filter { !$0.isIrrefutable }
    guard machine.rows[transition.row].condition == nil, patterns.count == 1 else { return nil }
    let text = machine.source.text(patterns[0].range)
    let field = UsedField(owner: patterns[0].owner, field: patterns[0].field)
    for name in [".success", ".failure"] where text.hasPrefix(name + "(let ") && !text.contains("?") {
      return (field, name)
    }
    return (field, text.hasPrefix("let ") && text.hasSuffix("?") ? "?" : text)
  }

  /// Returns the transitions of a state on an event in the order in which they are written, those of `*` rows last.
  private func transitions(of state: StateID, _ event: EventID) -> [TransitionID] {
    let own = machine.transitions.indices.filter {
      machine.transitions[$0].source == state && machine.transitions[$0].trigger == .event(event)
    }
    return own.sorted { first, second in
      let rows = [first, second].map { machine.transitions[$0].row }
      let ranks = rows.map { machine.rows[$0].isWildcard ? 1 : 0 }
      return (ranks[0], rows[0].index, first.index) < (ranks[1], rows[1].index, second.index)
    }
  }

  private func fault(_ reaction: Reaction, _ cell: Cell) -> String? {
    if reaction.transitions != cell.transitions { return "not what the rows say is tried, or in another order" }
    if (reaction.attempts.count > reaction.transitions.count) != cell.hasSubmachine { return "the submachine" }
    let isRight =
      switch cell.certainty {
      case .taken: reaction.remainder == .none
      case .kept: reaction.remainder == .deferred
      case .ended: reaction.remainder == .ended
      case .depends, .nothing: [.unhandled, .otherRegion, .cannotCome].contains(reaction.remainder)
      }
    return isRight ? nil : "the rest is \(reaction.remainder), though the event is \(cell.certainty)"
  }

  // MARK: Sets of leaves

  /// Returns the sets of leaf states that can be active together, one leaf state of each region, whether or not a path
  /// leads there. Nil if there are too many.
  ///
  /// - Parameter body: the composite state to examine; nil for the machine.
  private func leafSets(within body: StateID?) -> [[StateID]]? {
    if let body, machine.states[body].children.isEmpty { return [[body]] }
    var sets: [[StateID]] = machine.isParallel(body: body) ? [[]] : []
    for child in machine.children(of: body) where !machine.states[child].isPseudostate {
      guard let inner = leafSets(within: child), max(sets.count, 1) * inner.count <= Self.limit else { return nil }
      sets = machine.isParallel(body: body) ? sets.flatMap { set in inner.map { set + $0 } } : sets + inner
    }
    return sets
  }

  /// Returns texts about contradictions: an event that may be unhandled while leaf states are active must be so at one
  /// of them, and a reaction of a leaf state must be possible together with some leaf states in the other regions.
  private func faults(
    _ cells: [StateID: Cell], _ reactions: [StateID: Reaction], _ sets: [[StateID]], _ event: EventID
  ) -> [String] {
    var faults: [String] = []
    var open: Set<StateID> = []
    for set in sets where canCome(event, set) {
      let answers = set.compactMap { cells[$0] }
      guard !answers.contains(where: \.isCertain) else { continue }
      open.formUnion(set)
      if !hasEnded(set), !set.contains(where: { reactions[$0]?.remainder == .unhandled }) {
        faults.append("\(set.map(name)), \(name(event)): no leaf says that it may be unhandled")
      }
    }
    for leaf in leaves where reactions[leaf]?.remainder == .cannotCome {
      guard sets.contains(where: { $0.contains(leaf) && canCome(event, $0) }) else { continue }
      faults.append("\(name(leaf)), \(name(event)): said not to come, though something that sends it is done")
    }
    for leaf in leaves where reactions[leaf]?.remainder == .unhandled && !open.contains(leaf) {
      faults.append("\(name(leaf)), \(name(event)): said to be unhandled, though a leaf beside it is always certain")
    }
    return faults
  }

  /// Returns whether an event can occur while a set of leaf states is active: an activity that sends it is running in
  /// one of their states, or anyone can send it.
  private func canCome(_ event: EventID, _ set: [StateID]) -> Bool {
    guard let doing = behaviour.senders[event] else { return true }
    return set.contains { leaf in
      machine.path(of: leaf).contains { place in doing.contains { $0.states.contains(place) } }
    }
  }

  private func hasEnded(_ set: [StateID]) -> Bool {
    let depth = machine.isParallel ? 2 : 1
    return set.allSatisfy { machine.states[$0].isFinal && machine.path(of: $0).count == depth }
  }

  // MARK: Coverage and `unhandled error`

  private func coverageFaults() -> [String] {
    let coverage = Coverage(machine)
    guard coverage.rows.map(\.state) == leaves.map(name), coverage.events == machine.events.indices.map(name) else {
      return ["the coverage has other rows than leaves, or other columns than events"]
    }
    return zip(leaves, coverage.rows).flatMap { leaf, row in
      zip(machine.events.indices, row.cells).compactMap { event, cell in
        let rest = behaviour.reaction(of: leaf, to: event).remainder
        if cell.mayBeUnhandled == (rest == .unhandled), row.isFinal == (rest == .ended) { return nil }
        return "\(name(leaf)), \(name(event)): the coverage says something else than the reaction"
      }
    }
  }

  /// The pairs of a leaf state and an event that `unhandled error` must report: no row is about the pair, and the event
  /// may be unhandled. For a final state in a region, which has no rows, the row must be of the composite state.
  private var missingPairs: [String] {
    var pairs = leaves.filter { machine.hasMethods || !machine.states[$0].isFinal }.flatMap { leaf in
      missingEvents(of: leaf).map { "\(lastName(leaf)) : \(name($0))" }
    }
    for leaf in leaves where !machine.hasMethods && machine.states[leaf].isFinal {
      guard let region = machine.states[leaf].parent, machine.states[region].isRegion,
        let composite = machine.states[region].parent
      else { continue }
      for event in missingEvents(of: leaf) where rests(leaf, in: composite, with: event) {
        let pair = "\(lastName(composite)) : \(name(event))"
        if !pairs.contains(pair) { pairs.append(pair) }
      }
    }
    return pairs
  }

  /// Returns whether an event can occur while a leaf state of a composite state is active, together with others that do
  /// not certainly take the event. If all regions are in final states, and a row always takes the completion event, the
  /// composite state has been exited already.
  private func rests(_ leaf: StateID, in composite: StateID, with event: EventID) -> Bool {
    guard behaviour.group(of: composite, on: .done).map(behaviour.isCertain) == true,
      let sets = leafSets(within: composite)
    else { return true }
    return sets.contains { set in
      set.contains(leaf) && !set.contains { cell(of: $0, event).isCertain }
        && !set.allSatisfy { leaf in
          machine.states[leaf].isFinal && machine.states[leaf].parent.map { machine.states[$0].isRegion } == true
        }
    }
  }

  private func missingEvents(of leaf: StateID) -> [EventID] {
    machine.events.indices.filter { event in
      cell(of: leaf, event).transitions.isEmpty && behaviour.reaction(of: leaf, to: event).remainder == .unhandled
    }
  }

  /// Returns texts about the differences between the table and the findings that `unhandled error` causes.
  ///
  /// - Parameter diagnostics: the findings for the same machine with `unhandled error`.
  func faults(underErrorPolicy diagnostics: [Diagnostic]) -> [String] {
    let messages = diagnostics.filter { $0.code == .pairsMissing }.map(\.message)
    let missing = missingPairs
    guard !missing.isEmpty else { return messages.map { "nothing is missing, and the compiler says: \($0)" } }
    let head = "\(missing.count) \(missing.count == 1 ? "row is" : "rows are") missing: "
    // The compiler names the first, as far as they fit into a line or two.
    guard messages.count == 1, let range = messages[0].firstRange(of: head) else {
      return ["under 'unhandled error' \(head)\(missing), and the compiler says: \(messages)"]
    }
    var named = messages[0][range.upperBound...].components(separatedBy: ", ")
    if named.last == "and \(missing.count - named.count + 1) more" {
      named.removeLast()
    } else if named != missing {
      named = []
    }
    return !named.isEmpty && named == Array(missing.prefix(named.count))
      ? [] : ["\(missing) are missing, and it says: \(messages)"]
  }

  // MARK: Names

  private func lastName(_ state: StateID) -> String { machine.names.text(machine.states[state].name.id) }
  private func name(_ event: EventID) -> String { machine.name(of: .event(event)) }

  private func name(_ state: StateID) -> String { machine.path(of: state).map(lastName).joined(separator: ".") }
}

extension Oracle {
  /// Returns a failure if the compiler's reactions differ from the table of a chart; nil if they are equal.
  static func tableFailure(_ chart: Chart) -> Failure? {
    guard let machine = machines(of: chart).machines.first else { return nil }
    var table = chart
    table.unhandled = .error
    for event in table.events.indices { table.events[event].unhandled = nil }
    let faults =
      ReactionTable(machine).faults()
      + ReactionTable(machine).faults(underErrorPolicy: machines(of: table).diagnostics)
    guard let first = faults.first else { return nil }
    let signature = first.split(separator: ": ").last.map(String.init) ?? first
    return Failure(chart: chart, signature: "table: \(signature)", description: faults.joined(separator: "\n"))
  }

  private static func machines(of chart: Chart) -> (machines: [StateMachine], diagnostics: [Diagnostic]) {
    let (machines, result) = Compiler().machines(of: SourceFile(path: "\(chart.name).sm", text: chart.source))
    return (machines, result.diagnostics)
  }
}
