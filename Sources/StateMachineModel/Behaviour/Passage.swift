/// The parts of a transition once its conditions hold, in the order of the language: the exits, the effects, and the
/// end (SCXML, Appendix D, microstep, for one transition).
package struct Passage: Sendable {
  /// The exits before any effect, inner first.
  package var exits: [Move] = []
  /// The row whose effects run.
  package var row: RowID
  package var end: End

  package enum End: Sendable {
    /// The row says that its event cannot occur.
    case trap
    /// An internal transition: no state is exited or entered.
    case stay
    case choice([Branch])
    case arrival(Arrival)
    /// A target with history: its last active states are restored; `otherwise` is for a target that was never active.
    case history(HistoryReturn, otherwise: Arrival)
  }
  /// A branch of a choice; branches are tried in order, and the last has no condition.
  package struct Branch: Sendable {
    package var transition: Transition
    package var passage: Passage
  }

  /// A new state, and the states that are entered with it.
  package struct Arrival: Sendable {
    /// The state in which the new value ends: a leaf state, or a composite state that is restored as a whole.
    package var state: StateID
    /// The arguments for the state's `pathFields`, one for each.
    package var arguments: [TargetArgument]
    /// The regions that are entered besides those on the path to the state.
    package var regions: [Transition.RegionEntry]
    /// The moves that enter states, in source order: outer first, region by region.
    package var entries: [Move]
    /// The innermost composite state that stays active; nil for the machine's own body.
    package var domain: StateID?
  }

  package struct HistoryReturn: Sendable {
    package var kind: HistoryKind
    package var composite: StateID
    /// The children that begin anew, with the payload that they had.
    package var anew: [(child: StateID, arrival: Arrival)]
    /// The arrival for all other children, with which the composite state is restored; nil if all begin anew.
    package var whole: Arrival?
    /// The bodies within the composite state that begin anew, as the states active in them are not remembered.
    package var renewals: [Renewal]
    /// The entries of all restored states, which differ by the states that were active.
    package var entries: [Move]
  }

  /// A composite state or a region that is restored with its payload, and begins anew.
  package struct Renewal: Sendable {
    package var body: StateID
    /// The arrival in which the body begins. Its entries are not used: those of the history return include them.
    package var arrival: Arrival
  }
}

/// One action of exiting or entering a state.
package enum Move: Hashable, Sendable {
  /// The exit (`enterWithin`: the entry) of the active states in a composite state, a region or the machine (nil).
  case exitWithin(StateID?)
  case enterWithin(StateID?)
  /// The end of a state's submachine; `start` is its beginning.
  case stop(StateID)
  case start(StateID)
  /// The storing of a composite state's history; `forget` clears the history.
  case remember(StateID)
  case forget(StateID)
  /// The `exit` of a state; `enter` is the `entry`.
  case exit(StateID)
  case enter(StateID)
  /// A note that a composite state is completed, or may be.
  case finish(StateID)
  /// The resumption of activities and timers in a machine that was stored: of the active states within a composite
  /// state, a region or the machine (nil); of one state; of the submachine of a state.
  case beginWithin(StateID?)
  case begin(StateID)
  case resume(StateID)
}

extension Behaviour {
  package func passage(of id: TransitionID) -> Passage { passage(of: machine.transitions[id]) }

  package func passage(of transition: Transition) -> Passage {
    guard !transition.isInternal else {
      return Passage(row: transition.row, end: machine.rows[transition.row].traps ? .trap : .stay)
    }
    // If the source may stay active, no state is exited before that is decided.
    let isHeld = transition.mayStay(in: machine)
    return end(
      of: transition, isHeld: isHeld, exits: isHeld ? [] : exits(from: transition.source, to: transition.domain))
  }

  /// Returns the passage of a transition whose exits are known.
  ///
  /// - Parameters:
  ///   - isHeld: whether the source is still active, so that a branch may exit it.
  ///   - exits: the exits before any effect.
  private func end(of transition: Transition, isHeld: Bool, exits: [Move] = []) -> Passage {
    let row = transition.row
    if machine.rows[row].traps { return Passage(exits: exits, row: row, end: .trap) }
    guard transition.choice == nil else {
      let branches = transition.branches.map { branch in
        let staysHeld = isHeld && (branch.isInternal || branch.mayStay(in: machine))
        var passage = end(of: branch, isHeld: staysHeld)
        if isHeld {
          if !staysHeld { passage.exits = self.exits(from: branch.source, to: branch.domain) }
        } else if let left = transition.domain {
          passage.exits = self.exits(outOf: left, to: branch.domain)
        }
        return Passage.Branch(transition: branch, passage: passage)
      }
      return Passage(exits: exits, row: row, end: .choice(branches))
    }
    guard let leaf = transition.leaf else { return Passage(exits: exits, row: row, end: .stay) }
    func arrival() -> Passage.Arrival {
      self.arrival(at: leaf, transition.arguments, transition.regions, transition.domain)
    }
    guard let kind = transition.history, let composite = transition.target else {
      return Passage(exits: exits, row: row, end: .arrival(arrival()))
    }
    return Passage(
      exits: exits, row: row, end: .history(historyReturn(transition, kind, composite), otherwise: arrival()))
  }

  private func historyReturn(
    _ transition: Transition, _ kind: HistoryKind, _ composite: StateID
  ) -> Passage.HistoryReturn {
    // The regions within are restored as they were.
    let regions = transition.regions.filter { !machine.isInside($0.region, composite) }
    let back = arrival(at: composite, [], regions, transition.domain, returning: composite)
    var result = Passage.HistoryReturn(
      kind: kind, composite: composite, anew: [], whole: nil, renewals: [], entries: back.entries)
    for entry in transition.returns {
      if let body = entry.anew {
        let arrival = arrival(at: machine.leaf(of: body), entry.arguments, entry.regions, transition.domain)
        switch kind {
        case .shallow: result.anew.append((body, arrival))
        case .deep: result.renewals.append(Passage.Renewal(body: body, arrival: arrival))
        }
      } else {
        result.whole = back
        result.whole?.arguments = entry.arguments
      }
    }
    return result
  }

  /// Returns the arrival at a state, with its entries.
  ///
  /// - Parameter composite: the composite state that is restored, if any: its active states are entered again.
  private func arrival(
    at state: StateID, _ arguments: [TargetArgument], _ regions: [Transition.RegionEntry], _ domain: StateID?,
    returning composite: StateID? = nil
  ) -> Passage.Arrival {
    var entries: [Move] = []
    func enter(_ state: StateID) {
      addEntry(of: state, to: &entries)
      if state == composite, tree.hasEntries(within: state) { entries.append(.enterWithin(state)) }
    }
    if regions.isEmpty {
      for state in machine.path(of: state) where !machine.stays(state, domain: domain) { enter(state) }
    } else {
      var entered = machine.path(of: state).filter { !machine.stays($0, domain: domain) }
      for region in regions { entered += machine.path(of: region.leaf).filter { $0 >= region.region } }
      for state in entered.sorted() { enter(state) }
    }
    return Passage.Arrival(
      state: state, arguments: arguments, regions: regions, entries: entries, domain: domain)
  }

  // MARK: The start

  /// The arrival in which a machine begins: its initial state with default values, and the states that are entered with
  /// it. Nil if no state is initial. A machine with methods does nothing on entry, so its start has no entries.
  package var start: Passage.Arrival? {
    guard let first = machine.isParallel ? machine.topStates.first : machine.initialState else { return nil }
    func defaults(_ leaf: StateID) -> [TargetArgument] { machine.states[leaf].pathFields.map { _ in .defaultValue } }
    let leaf = machine.leaf(of: first)
    let regions = machine.regionsEntered(with: leaf, domain: nil).map {
      Transition.RegionEntry(region: $0.region, leaf: $0.leaf, arguments: defaults($0.leaf))
    }
    var start = arrival(at: leaf, defaults(leaf), regions, nil)
    if machine.hasMethods { start.entries = [] }
    return start
  }

  // MARK: Exits

  /// Returns the exits of an external transition: the active states within its source, then the source and its
  /// ancestors, up to the domain. If it leads out of a region, the sibling regions are exited, too, the last first.
  private func exits(from source: StateID, to domain: StateID?) -> [Move] {
    var exits: [Move] = []
    if machine.states[source].isComposite, tree.hasExits(within: source) { exits.append(.exitWithin(source)) }
    addExits(from: source, to: domain, &exits)
    return exits
  }

  /// Returns the exits of a branch of a choice: from the domain of the path to the choice up to the branch's domain.
  private func exits(outOf composite: StateID, to domain: StateID?) -> [Move] {
    var exits: [Move] = []
    addExits(from: composite, to: domain, &exits)
    return exits
  }

  private func addExits(from source: StateID, to domain: StateID?, _ exits: inout [Move]) {
    var next: StateID? = source
    while let state = next, !machine.stays(state, domain: domain) {
      addExit(of: state, to: &exits)
      next = machine.states[state].parent
      if machine.states[state].isRegion {
        // The siblings of this region are exited with it.
        exits = tree.hasExits(within: next) ? [.exitWithin(next)] : []
      }
    }
  }

  // MARK: One state

  /// Returns the moves that enter a state.
  package func entry(of state: StateID) -> [Move] {
    var moves: [Move] = []
    addEntry(of: state, to: &moves)
    return moves
  }

  /// Returns the moves that exit a state, apart from those of the states within it.
  package func exit(of state: StateID) -> [Move] {
    var moves: [Move] = []
    addExit(of: state, to: &moves)
    return moves
  }

  /// Returns the moves that resume a state in a machine that was stored, apart from those of the states within it: not
  /// its entry action, but the part that goes on while the state is active.
  package func resumption(of state: StateID) -> [Move] {
    var moves: [Move] = []
    if machine.states[state].activity != nil { moves.append(.begin(state)) }
    if machine.states[state].submachine != nil { moves.append(.resume(state)) }
    return moves
  }

  private func addEntry(of state: StateID, to moves: inout [Move]) {
    if !machine.states[state].histories.isEmpty { moves.append(.forget(state)) }
    if machine.states[state].entry != nil { moves.append(.enter(state)) }
    if machine.states[state].submachine != nil { moves.append(.start(state)) }
    if let composite = StateTree.completed(by: state, machine, run) { moves.append(.finish(composite)) }
  }

  private func addExit(of state: StateID, to moves: inout [Move]) {
    if machine.states[state].submachine != nil { moves.append(.stop(state)) }
    if !machine.states[state].histories.isEmpty { moves.append(.remember(state)) }
    if machine.states[state].exit != nil { moves.append(.exit(state)) }
  }
}
