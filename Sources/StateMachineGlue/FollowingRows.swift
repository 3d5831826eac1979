import StateMachineModel

/// Rows without an event: those of choices, `always` and `done`. They are taken in the step of another row, behind its
/// effects, so that nothing tells beforehand whether their guards hold. What a step has led to and handed out tells which of
/// them it may have taken: of two that look alike, both.
struct FollowingRows {
  /// A row that follows others.
  struct Following {
    /// The rows in whose steps it may be taken.
    var leaders: Set<RowID> = []
    /// Is true where it is taken from a state that is active, and not from a choice.
    var isSpontaneous = false
    /// Is true where it may be taken as the machine starts.
    var followsStart = false
    /// The leaves one of which is active behind it; nil where a step may go on from there.
    var targets: Set<StateID>? = []
  }

  private let behaviour: Behaviour
  private var machine: StateMachine { behaviour.machine }
  /// The rows that wait for an event or a timer: they follow nothing.
  private let waiting: Set<RowID>
  /// The transitions that follow as soon as their states are active.
  private let spontaneous: [StateID: [TransitionID]]
  /// Is true where a step may take rows of any state: in other regions, or by events that rows raise.
  private let reachesAll: Bool
  /// The rows that a step may take and that are not told then.
  let hidden: Set<RowID>
  private(set) var rows: [RowID: Following] = [:]

  /// - Parameter told: the rows of which is known before a step whether it takes them.
  init(_ behaviour: Behaviour, told: Set<RowID>) {
    self.behaviour = behaviour
    let machine = behaviour.machine
    var spontaneous: [StateID: [TransitionID]] = [:]
    var waiting: Set<RowID> = []
    for id in machine.transitions.indices {
      switch machine.transitions[id].trigger {
      case .always, .done: spontaneous[machine.transitions[id].source, default: []].append(id)
      case .event, .elapsed: waiting.insert(machine.transitions[id].row)
      }
    }
    (self.spontaneous, self.waiting) = (spontaneous, waiting)
    // What a state has kept for later comes in the step that leaves it.
    reachesAll = machine.hasRegions || behaviour.run.raises || behaviour.run.defers
    hidden = Self.hidden(machine)
    for id in machine.transitions.indices { _ = collectTargets(machine.transitions[id]) }
    guard !rows.isEmpty else { return }
    for id in spontaneous.values.joined() { rows[machine.transitions[id].row]?.isSpontaneous = true }
    for id in machine.transitions.indices {
      let transition = machine.transitions[id]
      guard told.contains(transition.row) else { continue }
      for row in follow([transition]) { rows[row]?.leaders.insert(transition.row) }
    }
    for row in follow([], from: begins, isStart: true) { rows[row]?.followsStart = true }
  }

  /// The states that are active before anything is taken.
  private var begins: Set<StateID> {
    if behaviour.run.raises { return Set(machine.states.indices) }
    let leaves =
      machine.hasRegions
      ? machine.states.indices.filter { state in
        machine.path(of: state).allSatisfy { machine.states[$0].isRegion || isInitial($0) }
      } : machine.initialStates.map(machine.leaf)
    return Set(leaves.flatMap { machine.path(of: $0) })
  }

  private func isInitial(_ state: StateID) -> Bool {
    guard let parent = machine.states[state].parent else { return machine.initialStates.contains(state) }
    return machine.states[parent].initialChild == state
  }

  /// Tells whether it is a finding that there is no way to a row.
  func isDemanded(_ row: RowID) -> Bool {
    !hidden.contains(row) && (rows[row].map { $0.isSpontaneous || $0.leaders.isDisjoint(with: hidden) } ?? true)
  }

  /// The rows of events that the machine raises or keeps for later, and of states around regions, one of which may take a
  /// row of its own.
  private static func hidden(_ machine: StateMachine) -> Set<RowID> {
    let events = machine.eventsSentByItself
    var sources: [EventID: Set<StateID>] = [:]
    for transition in machine.transitions where machine.hasRegions {
      if let event = transition.trigger.event { sources[event, default: []].insert(transition.source) }
    }
    func isAround(_ state: StateID, _ event: EventID) -> Bool {
      sources[event]?.contains { $0 != state && machine.isInside($0, state) } ?? false
    }
    var rows: Set<RowID> = []
    for transition in machine.transitions {
      guard let event = transition.trigger.event else { continue }
      if events.contains(event) || isAround(transition.source, event) { rows.insert(transition.row) }
    }
    return rows
  }

  // MARK: What follows

  /// The rows that are not told and that may be taken behind transitions, or from states that are active.
  ///
  /// - Parameter isStart: whether the machine has been in no other states before.
  private func follow(_ transitions: [Transition], from active: Set<StateID> = [], isStart: Bool = false) -> Set<RowID>
  {
    var found: Set<RowID> = []
    var seen: Set<StateID> = []
    var pending = transitions
    var states = Array(active)
    while true {
      if let transition = pending.popLast() {
        if !waiting.contains(transition.row) { found.insert(transition.row) }
        pending += transition.branches
        if transition.choice == nil { states += ends(transition, isStart) }
      } else if let state = states.popLast() {
        if seen.insert(state).inserted { pending += (spontaneous[state] ?? []).map { machine.transitions[$0] } }
      } else {
        return found
      }
    }
  }

  /// The states that may be active behind a transition.
  private func ends(_ transition: Transition, _ isStart: Bool) -> [StateID] {
    if spontaneous.isEmpty { return [] }
    if isStart ? behaviour.run.raises : reachesAll { return Array(machine.states.indices) }
    func whole(_ state: StateID) -> [StateID] { machine.path(of: state) + machine.descendants(of: state) }
    if transition.isInternal { return whole(transition.source) }
    if transition.history != nil { return transition.target.map(whole) ?? [] }
    let leaves = (transition.leaf.map { [$0] } ?? []) + transition.regions.map(\.leaf)
    return leaves.flatMap { machine.path(of: $0) }
  }

  // MARK: Where they lead

  /// Notes the targets of the rows that a transition passes, and returns them; nil for those that are not known.
  private mutating func collectTargets(_ transition: Transition) -> Set<StateID>? {
    var targets: Set<StateID>? = []
    if transition.choice == nil {
      targets = rests(transition)
    } else if transition.branches.isEmpty {
      targets = nil
    }
    for branch in transition.branches {
      let further = collectTargets(branch)
      targets = targets.flatMap { own in further.map(own.union) }
    }
    guard !waiting.contains(transition.row), !machine.rows[transition.row].traps else {
      return targets
    }
    let known = rows[transition.row, default: Following()].targets
    rows[transition.row, default: Following()].targets = known.flatMap { own in targets.map(own.union) }
    return targets
  }

  /// The leaves one of which is active behind a transition; nil where something may follow.
  private func rests(_ transition: Transition) -> Set<StateID>? {
    if reachesAll || transition.history != nil { return nil }
    let states =
      transition.isInternal
      ? machine.path(of: transition.source) + machine.descendants(of: transition.source)
      : transition.leaf.map(machine.path) ?? []
    guard states.allSatisfy({ spontaneous[$0] == nil }) else { return nil }
    return transition.isInternal
      ? Set(states.filter { $0 == transition.source || machine.isInside($0, transition.source) })
      : transition.leaf.map { [$0] }
  }
}
