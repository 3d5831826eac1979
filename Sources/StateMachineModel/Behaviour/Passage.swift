/// The steps of a transition once its conditions hold, in the order of the language: the exits, the effects, and the
/// end (SCXML, Appendix D, microstep, for one transition).
package struct Passage: Sendable {
  /// The exits before any effect, inner first.
  package var exits: [Move] = []
  /// The row whose effects run.
  package var row: RowID
  package var end: End

  package enum End: Sendable {
    /// The row says that this cannot happen.
    case trap
    /// An internal transition: nothing is left or entered.
    case stay
    case choice([Branch])
    case arrival(Arrival)
    /// The states that were active last come back; where none were, the arrival.
    case history(HistoryReturn, otherwise: Arrival)
  }
  /// A branch that leads on from a choice, in the order in which it is tried; the last has no condition.
  package struct Branch: Sendable {
    package var transition: Transition
    package var passage: Passage
  }

  /// A new state, and what is entered with it.
  package struct Arrival: Sendable {
    /// The state that the new value ends in: a leaf, or a composite that comes back whole.
    package var state: StateID
    /// For each of the state's `pathFields`.
    package var arguments: [TargetArgument]
    /// The regions that are entered besides those on the way to the state.
    package var regions: [Transition.RegionEntry]
    /// In the order of the source: outer first, region by region.
    package var entries: [Move]
    /// The innermost composite that stays active; nil where the machine's own body is left.
    package var domain: StateID?
  }

  package struct HistoryReturn: Sendable {
    package var kind: HistoryKind
    package var composite: StateID
    /// Children that begin anew, with the payload that they had.
    package var anew: [(child: StateID, arrival: Arrival)]
    /// For all other children: the composite comes back as it was.
    package var whole: Arrival?
    /// The bodies within that begin anew in what comes back, where what was active in them is not remembered.
    package var renewals: [Renewal]
    /// The entries whatever comes back, told apart once it is active.
    package var entries: [Move]
  }

  /// A composite or a region that comes back with its payload, and begins anew.
  package struct Renewal: Sendable {
    package var body: StateID
    /// Where it begins; what is entered is not told apart.
    package var arrival: Arrival
  }
}

/// One thing that is done with a state when it is left or entered.
package enum Move: Hashable, Sendable {
  /// Leaves, or enters, whatever is active within a composite, a region or, for nil, the machine.
  case exitWithin(StateID?)
  case enterWithin(StateID?)
  /// Stops, or starts, the submachine of a state.
  case stop(StateID)
  case start(StateID)
  /// Keeps, or drops, what a composite's history leads to.
  case remember(StateID)
  case forget(StateID)
  /// Runs the `exit`, or the `entry`, of a state.
  case exit(StateID)
  case enter(StateID)
  /// Notes that a composite is done, or may be.
  case finish(StateID)
  /// Begins anew what states do and their timers, in a machine that was stored: of whatever is active within a
  /// composite, a region or, for nil, the machine; of one state; of the submachine of a state.
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
    // Where the source may stay, nothing is left before that is decided.
    let isHeld = transition.mayStay(in: machine)
    return end(
      of: transition, isHeld: isHeld, exits: isHeld ? [] : exits(from: transition.source, to: transition.domain))
  }

  /// The rest of a passage once the exits are done.
  ///
  /// - Parameters:
  ///   - isHeld: whether the source is still active: then a branch that leaves it does so.
  ///   - exits: those before any effect.
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
    // The regions within come back as they were.
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

  /// - Parameter composite: what comes back as it was, if anything does: all that was active in it is entered again.
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

  /// The arrival in which a machine begins: its initial state with default values, and what is entered with it. Nil
  /// where nothing is initial. A machine whose events are methods has no start: nothing is done on its entry.
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

  /// The exits of an external transition: the states that are active within its source, then the source and the states
  /// around it, up to the domain. Where it leads out of a region, the regions beside it are left too, the last first.
  private func exits(from source: StateID, to domain: StateID?) -> [Move] {
    var exits: [Move] = []
    if machine.states[source].isComposite, tree.hasExits(within: source) { exits.append(.exitWithin(source)) }
    addExits(from: source, to: domain, &exits)
    return exits
  }

  /// The exits of a branch of a choice, besides those on the way to the choice.
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
        // The regions beside this one are left with it.
        exits = tree.hasExits(within: next) ? [.exitWithin(next)] : []
      }
    }
  }

  // MARK: One state

  /// The moves that enter a state.
  package func entry(of state: StateID) -> [Move] {
    var moves: [Move] = []
    addEntry(of: state, to: &moves)
    return moves
  }

  /// The moves that leave a state, apart from those of the states within it.
  package func exit(of state: StateID) -> [Move] {
    var moves: [Move] = []
    addExit(of: state, to: &moves)
    return moves
  }

  /// The moves for a state that is active in a machine that was stored, apart from those of the states within it: not
  /// its entry action, but the part that goes on while it is active.
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
