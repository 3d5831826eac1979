/// The reaction of a machine to an event while a state is active: the attempts, in order, and the remainder if no
/// attempt takes the event.
package struct Reaction: Sendable {
  package enum Attempt: Sendable {
    case transition(TransitionID)
    /// The submachine of a state gets the event.
    case submachine(of: StateID)
  }

  package enum Remainder: Hashable, Sendable {
    /// An attempt always applies: nothing is left over.
    case none
    /// A state defers the event.
    case deferred
    /// The state has no transition that applies, and this composite state around it is tried.
    case enclosing(StateID)
    /// Another region is responsible for the event.
    case otherRegion
    /// The machine has ended: it takes no more events.
    case ended
    /// Only outputs send the event, and none of these runs while the state is active.
    case cannotCome
    /// No state has a transition that applies: the event's policy decides.
    case unhandled
  }

  package var attempts: [Attempt] = []
  package var remainder = Remainder.unhandled

  /// Whether the event never needs its policy.
  package var isCertain: Bool { remainder != .unhandled }

  /// The transitions among the attempts.
  package var transitions: [TransitionID] {
    attempts.compactMap { if case .transition(let transition) = $0 { transition } else { nil } }
  }
}

extension Behaviour {
  /// Returns the reaction of a state itself to an event; the remainder is the parent if the state may not take the
  /// event.
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

  /// Returns the reaction to an event while a leaf state is active: its own transitions, then its ancestors' (SCXML,
  /// Appendix D, selectTransitions). Transitions of sibling regions are not listed.
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
    if reaction.remainder == .unhandled, isAnsweredElsewhere(event, for: leaf) { reaction.remainder = .otherRegion }
    if reaction.remainder == .unhandled, !canCome(event, in: leaf) { reaction.remainder = .cannotCome }
    return reaction
  }

  /// Returns whether the machine has ended when a state is active: events then do nothing. Methods can be called in
  /// final states, too.
  package func endsMachine(_ state: StateID) -> Bool {
    machine.states[state].isFinal && machine.states[state].parent == nil && !machine.hasMethods
  }

  // MARK: Regions

  /// Returns whether a region beside a state is responsible for an event: only that region handles the event, or it
  /// always takes the event. So an unhandled pair is reported once, in the region concerned.
  private func isAnsweredElsewhere(_ event: EventID, for state: StateID) -> Bool {
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

  /// Returns whether a state, or a state within it, handles an event.
  func reacts(within state: StateID, to event: EventID) -> Bool {
    reactors(to: event).contains { machine.isInside($0, state) }
  }

  /// Returns the states that handle an event, in source order: by a transition, a deferral or a submachine.
  package func reactors(to event: EventID) -> [StateID] { tree.reactors(to: event) }
}
