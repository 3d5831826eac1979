/// The behaviour of a machine: the meaning of its states and rows, computed once. It does not depend on Swift, on
/// pictures or on SCXML. Generators, diagrams, checks and reports all use it, so that none of them has a meaning of its
/// own.
///
/// - `reaction(of:to:)`: the transitions that are tried for an event in a state (`Reaction.swift`).
/// - `passage(of:)`: the states that a transition exits and enters, in order; `start`: the beginning of a machine
///   (`Passage.swift`).
/// - `changes(of:)`: the names that a block of Swift may change (`BlockChanges.swift`).
/// - `acceptance(of:)`: whether a transition does something, or ignores its event (`Acceptance.swift`).
/// - `exitSet(of:)`: the states that a transition may exit, by which transitions of regions exclude each other
///   (`ExitSet.swift`); `kind(of:)`: whether a transition exits its source (`TransitionKind.swift`).
/// - `isCertain(within:toTake:)`: whether a transition is taken for an event whatever guards return
///   (`Certainty.swift`); for patterns, see `Model/PatternCover.swift`.
/// - `reachableStates(besides:)`, `rootsOfUnreachable(besides:)`, `StateGraph`: the states to which transitions lead,
///   whatever guards return (`Reachability.swift`).
/// - `canCome(_:in:)`: whether an event that only a running output sends can arrive in a state
///   (`Senders.swift`).
/// - `run`: the features that a machine uses, and thus the microsteps that can follow a microstep (`RunShape.swift`).
/// - `tree`: facts about the ancestors and the descendants of a state (`StateTree.swift`).
///
/// It is a class, because many objects refer to it: a copy of a struct would retain each of its arrays.
package final class Behaviour: Sendable {
  package let machine: StateMachine
  package let run: RunShape
  package let tree: StateTree
  let senders: Senders
  /// The groups of transitions (`TriggerGroup`) of all states, one state after the other.
  private let groups: [TriggerGroup]
  /// For each state, the range of its elements in `groups`.
  private let groupRanges: [Range<Int>]
  /// The transitions that are tried, one `TriggerGroup` after the other.
  private let tried: [TransitionID]

  package init(_ machine: StateMachine) {
    self.machine = machine
    var groups: [TriggerGroup] = []
    groups.reserveCapacity(machine.transitions.count)
    var tried: [TransitionID] = []
    tried.reserveCapacity(machine.transitions.count)
    groupRanges = machine.states.map { state in
      let first = groups.count
      Self.appendGroups(of: state, machine, to: &groups, &tried)
      return first..<groups.count
    }
    self.groups = groups
    self.tried = tried
    run = RunShape(machine)
    tree = StateTree(machine, run)
    senders = Senders(machine)
  }

  /// The transitions from one state on one trigger. It has nothing to do with a `group` of states in a file.
  package struct TriggerGroup: Sendable {
    package var trigger: Trigger
    /// The group's transitions that can be taken, in the order in which they are tried, as indices in
    /// `Behaviour.tried`. Each of them except the last has a guard or a pattern.
    fileprivate var tried: Range<Int>
    /// All transitions of the group, as indices in `StateMachine.transitionOrder`. In contrast to `tried`, they include
    /// transitions that are never taken, because earlier ones match all values that they match.
    fileprivate var all: Range<Int>
    /// Whether one of the transitions is taken for certain, whatever guards return.
    fileprivate var isCertain = false
    /// The number of transitions at the end of `tried` whose patterns match every value only together. It is 2
    /// for the patterns `nil` and `let x?`. It is 0 if patterns do not match every value, and if the last transition
    /// has no condition.
    fileprivate(set) package var covering = 0
  }

  /// Adds a `TriggerGroup` for each trigger of a state to `groups`, and the transitions of each group to `tried`. A
  /// transition that can never be taken is not added to `tried`: earlier ones match all values that it matches. The
  /// transitions of a state are sorted by trigger, so a group ends where the trigger changes.
  private static func appendGroups(
    of state: State, _ machine: StateMachine, to groups: inout [TriggerGroup], _ tried: inout [TransitionID]
  ) {
    let first = groups.count
    var cover = PatternCover()
    for place in state.transitions {
      let id = machine.transitionOrder[place]
      let trigger = machine.transitions[id].trigger
      if groups.count > first, groups[groups.count - 1].trigger == trigger {
        groups[groups.count - 1].all = groups[groups.count - 1].all.lowerBound..<place + 1
        // Transitions after one that is taken for certain are never tried.
        if groups[groups.count - 1].isCertain { continue }
      } else {
        groups.append(TriggerGroup(trigger: trigger, tried: tried.count..<tried.count, all: place..<place + 1))
        cover.removeAll()
      }
      // Most transitions have no patterns.
      let hasPatterns = !machine.transitions[id].patterns.isEmpty
      // Earlier transitions match all values that this one matches.
      if hasPatterns, !cover.leaves(somethingFor: machine.transitions[id]) { continue }
      tried.append(id)
      groups[groups.count - 1].tried = groups[groups.count - 1].tried.lowerBound..<tried.count
      groups[groups.count - 1].isCertain = !machine.transitions[id].isConditional
      guard hasPatterns, machine.transitions[id].isConditional else { continue }
      cover.add(machine.transitions[id], hasGuard: hasGuard(id, machine))
      if cover.isComplete {
        groups[groups.count - 1].isCertain = true
        groups[groups.count - 1].covering = covering(tried[groups[groups.count - 1].tried], machine)
      }
    }
  }

  private static func hasGuard(_ id: TransitionID, _ machine: StateMachine) -> Bool {
    machine.rows[machine.transitions[id].row].condition != nil
  }

  /// Returns how many transitions at the end of a list are needed so that their patterns together match every value: 2
  /// for `nil` and `let x?`. If even all do not suffice, returns the number of all.
  private static func covering(_ transitions: ArraySlice<TransitionID>, _ machine: StateMachine) -> Int {
    var cover = PatternCover()
    for (count, id) in transitions.reversed().enumerated() {
      cover.add(machine.transitions[id], hasGuard: hasGuard(id, machine))
      if cover.isComplete { return count + 1 }
    }
    return transitions.count
  }

  // MARK: The transitions of one state

  /// Returns the transitions from a state, as one group (`TriggerGroup`) for each trigger, sorted by trigger.
  package func groups(of state: StateID) -> ArraySlice<TriggerGroup> { groups[groupRanges[state.index]] }

  /// Returns the transitions from a state on a trigger, as a group (`TriggerGroup`). Nil if the state has no transition
  /// on the trigger.
  package func group(of state: StateID, on trigger: Trigger) -> TriggerGroup? {
    // The groups are sorted by trigger.
    var low = groupRanges[state.index].lowerBound
    var high = groupRanges[state.index].upperBound
    while low < high {
      let middle = (low + high) / 2
      if groups[middle].trigger < trigger { low = middle + 1 } else { high = middle }
    }
    return low < groupRanges[state.index].upperBound && groups[low].trigger == trigger ? groups[low] : nil
  }

  /// Returns the transitions of a group (from one state, on one trigger) in the order in which they are tried. A
  /// transition is left out if it can never be taken, because earlier transitions match all its values.
  package func tried(_ group: TriggerGroup) -> ArraySlice<TransitionID> { tried[group.tried] }

  /// Returns all transitions of a group (from one state, on one trigger), in order. The transitions that can never be
  /// taken are included.
  package func all(_ group: TriggerGroup) -> ArraySlice<TransitionID> { machine.transitionOrder[group.all] }

  /// Returns all transitions from a state, sorted by trigger and then in the order in which they are tried.
  package func transitions(of state: StateID) -> ArraySlice<TransitionID> {
    machine.transitionOrder[machine.states[state].transitions]
  }

  /// Returns whether one of the group's transitions (from one state, on one trigger) is taken for certain. This is so
  /// if the last one has neither a guard nor a pattern. It is also so if patterns together match every value, such as
  /// `nil` and `let x?`.
  package func isCertain(_ group: TriggerGroup) -> Bool { group.isCertain }
}
