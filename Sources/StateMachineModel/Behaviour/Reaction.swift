/// The transitions and submachines that a machine tries, in order, for an event while a certain state is active. Also
/// what happens if none of them takes the event.
package struct Reaction: Sendable {
  package enum Attempt: Sendable {
    case transition(TransitionID)
    /// The event is passed to the submachine of this state.
    case submachine(of: StateID)
  }

  package enum Remainder: Hashable, Sendable {
    /// Nothing, because a transition that is tried is taken for certain.
    case none
    /// A state defers the event.
    case deferred
    /// The transitions of this ancestor are tried next.
    case enclosing(StateID)
    /// Another region that is active at the same time takes the event.
    case otherRegion
    /// The machine has ended, so that events do nothing.
    case ended
    /// The event cannot arrive while the state is active. For example, only `output dial async -> dropped` sends
    /// `dropped`, and `dial` does not run in the state.
    case cannotCome
    /// The event's policy decides, because no state has a transition that is taken.
    case unhandled
  }

  package var attempts: [Attempt] = []
  package var remainder = Remainder.unhandled

  /// Whether the policy of the event is never needed while the state is active.
  package var isCertain: Bool { remainder != .unhandled }

  /// The transitions that are tried, in order.
  package var transitions: [TransitionID] {
    attempts.compactMap { if case .transition(let transition) = $0 { transition } else { nil } }
  }
}

extension Behaviour {
  /// Returns the submachine and the transitions that the state itself tries for an event, without those of its
  /// ancestors. Its `remainder` says what happens if none of them takes the event. The state may neither take the event
  /// for certain nor defer it. Then the composite state or region around it comes next (`enclosing`). At the top level,
  /// the event is `unhandled`.
  func ownReaction(of state: StateID, to event: EventID) -> Reaction {
    var reaction = Reaction()
    if machine.states[state].submachine?.event == event { reaction.attempts.append(.submachine(of: state)) }
    if let group = group(of: state, on: .event(event)) {
      reaction.attempts += tried(group).map { .transition($0) }
      if isCertain(group) {
        reaction.remainder = .none
        return reaction
      }
    }
    if machine.states[state].deferred.contains(event) {
      reaction.remainder = .deferred
    } else if let parent = machine.states[state].parent {
      reaction.remainder = .enclosing(parent)
    }
    return reaction
  }

  /// Returns what the machine does with an event while a leaf state is active: the leaf state's transitions are tried,
  /// then those of its ancestors (SCXML, Appendix D, selectTransitions). Transitions of sibling regions are not
  /// included.
  package func reaction(of leaf: StateID, to event: EventID) -> Reaction {
    if endsMachine(leaf) { return Reaction(remainder: .ended) }
    var reaction = Reaction()
    var state = leaf
    while true {
      let own = ownReaction(of: state, to: event)
      reaction.attempts += own.attempts
      guard case .enclosing(let parent) = own.remainder else {
        reaction.remainder = own.remainder
        break
      }
      state = parent
    }
    if reaction.remainder == .unhandled, isHandledElsewhere(event, for: leaf) { reaction.remainder = .otherRegion }
    if reaction.remainder == .unhandled, !canCome(event, in: leaf) { reaction.remainder = .cannotCome }
    return reaction
  }

  /// Returns whether the machine has ended when the state is active, so that events do nothing. Always false for a
  /// machine with methods, because its methods can be called in final states, too.
  package func endsMachine(_ state: StateID) -> Bool {
    machine.states[state].isFinal && machine.states[state].parent == nil && !machine.hasMethods
  }

  // MARK: Regions

  /// Returns whether another region takes care of an event, so that the state needs no row for it. The siblings of each
  /// region around the state are examined. A sibling takes care if it certainly takes or defers the event. It also does
  /// if it may take the event, and the region that contains the state has nothing for it.
  private func isHandledElsewhere(_ event: EventID, for state: StateID) -> Bool {
    guard machine.hasRegions else { return false }
    var next = machine.region(of: state)
    while let region = next {
      let isAsked = reacts(within: region, to: event)
      for other in machine.children(of: machine.states[region].parent)
      where other != region && reacts(within: other, to: event) {
        if !isAsked || isCertain(within: other, toTake: event) { return true }
      }
      next = machine.region(of: region)
    }
    return false
  }

  /// Returns whether a state, or a state within it, does something with an event. It may have a transition on the
  /// event, defer it, or pass it to its submachine.
  func reacts(within state: StateID, to event: EventID) -> Bool {
    reactors(to: event).contains { machine.isInside($0, state) }
  }

  /// Returns the states that do something with an event, in the order of the file. They have a transition on it, defer
  /// it, or pass it to their submachine.
  package func reactors(to event: EventID) -> [StateID] { tree.reactors(to: event) }
}
