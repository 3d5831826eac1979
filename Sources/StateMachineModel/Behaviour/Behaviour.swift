/// The behaviour of a machine: the meaning of its states and rows, worked out once. It does not depend on Swift, on
/// pictures or on SCXML. Generators, diagrams, checks and reports use it, and do not work out the same again.
///
/// - `reaction(of:to:)`: the reaction to an event in a state (`Reaction.swift`).
/// - `passage(of:)`: the states that a transition exits and enters, in order; `start`: the beginning of a machine
///   (`Passage.swift`).
/// - `changes(of:)`: the names that a block of Swift may change (`BlockChanges.swift`).
/// - `acceptance(of:)`: whether a transition does something (`Acceptance.swift`).
/// - `exitSet(of:)`: the states that a transition may exit, by which transitions of regions exclude each other
///   (`ExitSet.swift`); `kind(of:)`: whether a transition exits its source (`TransitionKind.swift`).
/// - `isCertain(within:toTake:)`: whether an event is taken whatever guards return (`Certainty.swift`); for patterns,
///   see `Model/PatternCover.swift`.
/// - `reachableStates(besides:)`, `rootsOfUnreachable(besides:)`, `StateGraph`: the states to which transitions lead,
///   whatever guards return (`Reachability.swift`).
/// - `canCome(_:in:)`: whether an event that only outputs send can come in a state (`Senders.swift`).
/// - `run`: the microsteps that can follow a microstep (`RunShape.swift`).
/// - `tree`: facts about the ancestors and the descendants of a state (`StateTree.swift`).
///
/// A class, as it has many users: a copy of a struct would retain each of its arrays.
package final class Behaviour: Sendable {
  package let machine: StateMachine
  package let run: RunShape
  package let tree: StateTree
  let senders: Senders
  /// The groups of all states, state by state.
  private let groups: [TriggerGroup]
  /// By state: the range of its groups in `groups`.
  private let groupRanges: [Range<Int>]
  /// The transitions that the groups try, group by group.
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

  /// The transitions of one state on one trigger.
  package struct TriggerGroup: Sendable {
    package var trigger: Trigger
    /// The transitions that are tried, in order; only the last one may always apply.
    fileprivate var tried: Range<Int>
    /// All transitions, also those whose patterns match only values that earlier transitions take.
    fileprivate var all: Range<Int>
    /// Whether one of the transitions is taken, whatever guards return.
    fileprivate var isCertain = false
    /// The number of transitions at the end of `tried` that match every value only together; 0 if there are none.
    fileprivate(set) package var covering = 0
  }

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
        if groups[groups.count - 1].isCertain { continue }
      } else {
        groups.append(TriggerGroup(trigger: trigger, tried: tried.count..<tried.count, all: place..<place + 1))
        cover.removeAll()
      }
      // Most transitions have no patterns.
      let hasPatterns = !machine.transitions[id].patterns.isEmpty
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

  /// Returns the number of transitions at the end of the list that together match every value.
  private static func covering(_ transitions: ArraySlice<TransitionID>, _ machine: StateMachine) -> Int {
    var cover = PatternCover()
    for (count, id) in transitions.reversed().enumerated() {
      cover.add(machine.transitions[id], hasGuard: hasGuard(id, machine))
      if cover.isComplete { return count + 1 }
    }
    return transitions.count
  }

  // MARK: The transitions of one state

  /// Returns the transitions of a state, grouped by trigger, in the order of `Trigger`.
  package func groups(of state: StateID) -> ArraySlice<TriggerGroup> { groups[groupRanges[state.index]] }

  /// Returns the transitions of a state on one trigger; nil if it has none.
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

  /// Returns the transitions of a group that are tried, in order: none whose values earlier transitions all take.
  package func tried(_ group: TriggerGroup) -> ArraySlice<TransitionID> { tried[group.tried] }

  /// Returns all transitions of a group, in order.
  package func all(_ group: TriggerGroup) -> ArraySlice<TransitionID> { machine.transitionOrder[group.all] }

  /// Returns all transitions of a state, by trigger and then in the order in which they are tried.
  package func transitions(of state: StateID) -> ArraySlice<TransitionID> {
    machine.transitionOrder[machine.states[state].transitions]
  }

  /// Returns whether one of the group's transitions is taken whatever guards return: its last has neither guard nor
  /// pattern, or the patterns of some transitions together match every value.
  package func isCertain(_ group: TriggerGroup) -> Bool { group.isCertain }
}
