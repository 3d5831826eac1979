/// The reaction of a machine to an event while a state is active: the attempts, in order, and the remainder where none
/// of them takes the event.
package struct Reaction: Sendable {
  package enum Attempt: Sendable {
    case transition(TransitionID)
    /// The submachine of a state is asked.
    case submachine(of: StateID)
  }

  package enum Remainder: Hashable, Sendable {
    /// Something that is tried always applies: nothing is left over.
    case none
    /// A state keeps the event for later.
    case deferred
    /// The state has none, and the composite around it is asked.
    case enclosing(StateID)
    /// Another region answers for the event.
    case otherRegion
    /// The machine has ended: it takes no more events.
    case ended
    /// Only outputs send the event, and none of these is done while the state is active.
    case cannotCome
    /// No state has a transition that applies: the policy of the event counts.
    case unhandled
  }

  package var attempts: [Attempt] = []
  package var remainder = Remainder.unhandled

  /// Is true where the event is certain to be taken, kept, or answered for elsewhere, or cannot come.
  package var isCertain: Bool { remainder != .unhandled }

  /// The transitions among what is tried.
  package var transitions: [TransitionID] {
    attempts.compactMap { if case .transition(let transition) = $0 { transition } else { nil } }
  }
}

extension Behaviour {
  /// The reaction of a state itself to an event; where the state leaves it over, the remainder is the composite around
  /// it.
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

  /// The reaction to an event while a state without states within it is active: its own transitions, then those of the
  /// composites around it (SCXML, Appendix D, selectTransitions); those of regions beside it are not listed.
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

  /// Tells whether the machine has come to its end where a state is active: events do nothing any more. Methods are
  /// called in final states, too.
  package func endsMachine(_ state: StateID) -> Bool {
    machine.states[state].isFinal && machine.states[state].parent == nil && !machine.hasMethods
  }

  // MARK: Regions

  /// Tells whether a region that is active together with a state answers for an event: it alone has transitions for it,
  /// or all of its states have one that is certain. So an unhandled pair is found once, in the region concerned.
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

  /// Tells whether a state, or one within it, has something for an event.
  func reacts(within state: StateID, to event: EventID) -> Bool {
    reactors(to: event).contains { machine.isInside($0, state) }
  }

  /// The states that have something for an event, in the order of the source.
  package func reactors(to event: EventID) -> [StateID] { tree.reactors(to: event) }
}
