/// The course of a transition that is taken: states are exited, effects run, and then a state is entered, a choice
/// decides, or nothing more happens. The order is that of one transition in SCXML, Appendix D, microstep.
package struct Passage: Sendable {
  /// The moves, such as exit actions, by which states are exited before any effect of the row runs. Inner states come
  /// before outer ones.
  package var exits: [Move] = []
  /// The row whose effects run after the exits.
  package var row: RowID
  package var end: End

  package enum End: Sendable {
    /// The row ends in `trap`, which says that its event cannot occur.
    case trap
    /// No state is entered, because the transition is internal.
    case stay
    case choice([Branch])
    case arrival(Arrival)
    /// The target is a history: the states that were active last are entered again. `otherwise` is entered if the
    /// composite state was never active.
    case history(HistoryReturn, otherwise: Arrival)
  }
  /// A branch of a choice. Branches are tried in order, and the last one has no condition.
  package struct Branch: Sendable {
    package var transition: Transition
    package var passage: Passage
  }

  /// The state that is entered, and all states that are entered with it.
  package struct Arrival: Sendable {
    /// The leaf state that is active after the arrival. If a history is restored, it is the composite state of the
    /// history: only at run time is it known which states were active in it.
    package var state: StateID
    /// The arguments for the payloads of `state` and its ancestors, one for each field. They are in the order of the
    /// state's `pathFields`: the fields of the outermost state come first.
    package var arguments: [TargetArgument]
    /// The regions that are entered apart from those that contain `state`.
    package var regions: [Transition.RegionEntry]
    /// The moves, such as entry actions, by which the states are entered. Outer states come first, and one region after
    /// the other, in the order of the file.
    package var entries: [Move]
    /// The innermost composite state that stays active and contains all entered states. Nil if no composite state does
    /// so, but only the machine.
    package var domain: StateID?
  }

  package struct HistoryReturn: Sendable {
    package var kind: HistoryKind
    package var composite: StateID
    /// For `history`: the composite states directly in `composite`. If one of them was active last, it is entered again
    /// with its payload, by its arrival. The states that were active within it are not restored; it begins in its
    /// initial state.
    package var anew: [(child: StateID, arrival: Arrival)]
    /// The arrival that is used if no state of `anew` was active last. It restores the composite state with all that
    /// was active in it. Nil if the arrival is never used, because `anew` contains all states directly in the composite
    /// state.
    package var whole: Arrival?
    /// For `deepHistory`: the composite states and regions within `composite` that may have to begin at their initial
    /// state. One does so if a state was active in it that the history does not restore. An example is a final state.
    package var renewals: [Renewal]
    /// The moves, such as entry actions, by which the restored states are entered. The list does not depend on the
    /// states that were active last: at run time, each move finds out which states these are.
    package var entries: [Move]
  }

  /// A composite state or a region that is restored with its payload, and then begins at its initial state.
  package struct Renewal: Sendable {
    package var body: StateID
    /// The arrival at the initial state of the composite state or region. Its `entries` are not used, because the
    /// `entries` of the `HistoryReturn` already contain them.
    package var arrival: Arrival
  }
}

/// One step of exiting, entering or resuming states, such as the exit action of one state. The steps of a list are done
/// in its order.
package enum Move: Hashable, Sendable {
  /// The active states within a composite state, a region or the machine (nil) are exited.
  case exitWithin(StateID?)
  /// The active states within a composite state, a region or the machine (nil) are entered.
  case enterWithin(StateID?)
  /// The submachine of a state ends.
  case stop(StateID)
  /// The submachine of a state begins.
  case start(StateID)
  /// The active state within a composite state is stored as its history.
  case remember(StateID)
  /// The history of a composite state is cleared.
  case forget(StateID)
  /// The exit action of a state runs.
  case exit(StateID)
  /// The entry action of a state runs.
  case enter(StateID)
  /// A final state that completes the composite state has been entered. The machine stores this, so that the completion
  /// event may follow. If the composite state has regions, the machine stores it only when each region is in a final
  /// state.
  case finish(StateID)
  /// A stored machine is resumed: the activities and timers of the active states within a composite state, a region or
  /// the machine (nil) begin again.
  case beginWithin(StateID?)
  /// A stored machine is resumed: the activities and timers of the state itself begin again.
  case begin(StateID)
  /// A stored machine is resumed: the activities and timers of the state's submachine begin again.
  case resume(StateID)
}

extension Behaviour {
  package func passage(of id: TransitionID) -> Passage { passage(of: machine.transitions[id]) }

  package func passage(of transition: Transition) -> Passage {
    guard !transition.isInternal else {
      return Passage(row: transition.row, end: machine.rows[transition.row].traps ? .trap : .stay)
    }
    // A choice may take a row without `->`, so that the source stays active. Then the branches exit the states.
    let keepsSource = transition.mayStay(in: machine)
    return end(
      of: transition, keepsSource: keepsSource,
      exits: keepsSource ? [] : exits(from: transition.source, to: transition.domain))
  }

  /// Returns the course of a transition that is taken, or of a branch of a choice. It begins with exits and effects.
  /// Its end depends on the row: a state is entered, a choice decides, or nothing more happens.
  ///
  /// - Parameters:
  ///   - keepsSource: whether the source has not been exited, because a choice may take a row without `->`. A branch
  ///     with `->` then exits the source.
  ///   - exits: the moves that exit states before any effect runs. The result begins with these moves.
  private func end(of transition: Transition, keepsSource: Bool, exits: [Move] = []) -> Passage {
    let row = transition.row
    if machine.rows[row].traps { return Passage(exits: exits, row: row, end: .trap) }
    guard transition.choice == nil else {
      let branches = transition.branches.map { branch in
        let stillKeepsSource = keepsSource && (branch.isInternal || branch.mayStay(in: machine))
        // The source is exited at the first branch after which it cannot stay active.
        var passage = end(of: branch, keepsSource: stillKeepsSource)
        if keepsSource {
          if !stillKeepsSource { passage.exits = self.exits(from: branch.source, to: branch.domain) }
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

  /// Returns the course of a transition whose target is the history of `composite`. The resolver has decided which of
  /// the states within it are restored, and which begin at their initial state (`transition.returns`).
  private func historyReturn(
    _ transition: Transition, _ kind: HistoryKind, _ composite: StateID
  ) -> Passage.HistoryReturn {
    // Regions within the composite state are restored as they were; only the others are entered here.
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

  /// Returns the entry of a state: the state, the arguments of its payload, and the moves, such as entry actions. The
  /// moves enter the state with its ancestors below `domain`, and the states of `regions`.
  ///
  /// - Parameters:
  ///   - domain: the innermost composite state that stays active; nil for the machine.
  ///   - composite: the composite state that a history restores. The states that were active within it are entered,
  ///     too. Nil for a transition without a history.
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

  /// The arrival with which a machine begins: its initial state with default values, and the states that are entered
  /// with it. Nil if no state is initial. `entries` is empty for a machine with methods, because such a machine runs
  /// nothing when it is created.
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

  /// Returns the moves by which an external transition exits states: the active states within its source, then the
  /// source and its ancestors below the domain. If a region is exited, its sibling regions are exited with it; the last
  /// region in the file is exited first.
  private func exits(from source: StateID, to domain: StateID?) -> [Move] {
    var exits: [Move] = []
    if machine.states[source].isComposite, tree.hasExits(within: source) { exits.append(.exitWithin(source)) }
    addExits(from: source, to: domain, &exits)
    return exits
  }

  /// Returns the moves by which a branch of a choice exits states in addition. The transition to the choice has exited
  /// the states within `composite`, its domain. The target of the branch is outside of `composite`. So the branch exits
  /// `composite` itself, and its ancestors below `domain`.
  ///
  /// - Parameter domain: the domain of the branch; nil for the machine.
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
        // One move exits the region and its siblings, and replaces those that exit single states within the region.
        exits = tree.hasExits(within: next) ? [.exitWithin(next)] : []
      }
    }
  }

  // MARK: One state

  /// Returns the moves that enter a state, such as its entry action. The moves that enter states within it are not
  /// included.
  package func entry(of state: StateID) -> [Move] {
    var moves: [Move] = []
    addEntry(of: state, to: &moves)
    return moves
  }

  /// Returns the moves that exit a state, such as its exit action. The moves that exit states within it are not
  /// included.
  package func exit(of state: StateID) -> [Move] {
    var moves: [Move] = []
    addExit(of: state, to: &moves)
    return moves
  }

  /// Returns the moves that resume a state of a stored machine: its activities, timers and submachine begin again. The
  /// effects of `entry` do not run. The moves that resume states within it are not included.
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
