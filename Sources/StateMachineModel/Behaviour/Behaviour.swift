/// The behaviour of a machine: the meaning of its states and rows, worked out once. It knows nothing of Swift, of
/// pictures or of SCXML; generators, diagrams, checks and reports ask it and decide nothing of this kind again.
///
/// - `reaction(of:to:)`: what happens on an event in a state (`Reaction.swift`).
/// - `passage(of:)`: what a transition leaves and enters, and in which order; `start`: where a machine begins
///   (`Passage.swift`).
/// - `changes(of:)`: what a block of Swift may change (`BlockChanges.swift`).
/// - `acceptance(of:)`: whether a transition does something (`Acceptance.swift`).
/// - `exitSet(of:)`: what a transition may leave, as a set, by which the transitions of regions exclude each other
///   (`ExitSet.swift`); `kind(of:)`: whether it leaves its source (`TransitionKind.swift`).
/// - `isCertain(within:toTake:)`: what is taken whatever guards say (`Certainty.swift`); which patterns together match
///   everything (`Model/PatternCover.swift`).
/// - `reachableStates(besides:)`, `rootsOfUnreachable(besides:)`, `StateGraph`: where transitions lead, whatever guards
///   say (`Reachability.swift`).
/// - `canCome(_:in:)`: where an event can come that only outputs send (`Senders.swift`).
/// - `run`: what can follow from a step (`RunShape.swift`).
/// - `tree`: what the composites around a state, and the states within it, have to do with it (`StateTree.swift`).
///
/// A class, as many ask it: a copy of a value would retain each of its arrays.
package final class Behaviour: Sendable {
  package let machine: StateMachine
  package let run: RunShape
  package let tree: StateTree
  let senders: Senders
  /// The groups of all states, one state behind the other.
  private let groups: [TriggerGroup]
  /// By state: which of the groups are its own.
  private let groupRanges: [Range<Int>]
  /// The transitions that the groups try, one group behind the other.
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
    /// Those that are tried, in order: the last is the only one that may always apply.
    fileprivate var tried: Range<Int>
    /// The places of all, with those that others before them leave nothing for.
    fileprivate var all: Range<Int>
    /// Is true where one of the transitions is taken, whatever guards say.
    fileprivate var isCertain = false
    /// How many at the end have patterns that together match everything; none where the last always applies by itself.
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

  /// How many of some transitions, from the last one backward, match everything together.
  private static func covering(_ transitions: ArraySlice<TransitionID>, _ machine: StateMachine) -> Int {
    var cover = PatternCover()
    for (count, id) in transitions.reversed().enumerated() {
      cover.add(machine.transitions[id], hasGuard: hasGuard(id, machine))
      if cover.isComplete { return count + 1 }
    }
    return transitions.count
  }

  // MARK: The transitions of one state

  /// The transitions of a state by their triggers, in the order of `Trigger`.
  package func groups(of state: StateID) -> ArraySlice<TriggerGroup> { groups[groupRanges[state.index]] }

  /// The transitions of a state on one trigger; nil where it has none.
  package func group(of state: StateID, on trigger: Trigger) -> TriggerGroup? {
    // Sorted, and mostly short.
    var low = groupRanges[state.index].lowerBound
    var high = groupRanges[state.index].upperBound
    while low < high {
      let middle = (low + high) / 2
      if groups[middle].trigger < trigger { low = middle + 1 } else { high = middle }
    }
    return low < groupRanges[state.index].upperBound && groups[low].trigger == trigger ? groups[low] : nil
  }

  /// The transitions that are tried, in order, without those that others before them leave nothing for.
  package func tried(_ group: TriggerGroup) -> ArraySlice<TransitionID> { tried[group.tried] }

  /// All transitions of a group, in order.
  package func all(_ group: TriggerGroup) -> ArraySlice<TransitionID> { machine.transitionOrder[group.all] }

  /// All transitions of a state, by trigger and then in the order in which they are tried.
  package func transitions(of state: StateID) -> ArraySlice<TransitionID> {
    machine.transitionOrder[machine.states[state].transitions]
  }

  /// Tells whether one of the group's transitions is taken whatever guards say: its last has neither guard nor pattern,
  /// or the patterns of some match everything together.
  package func isCertain(_ group: TriggerGroup) -> Bool { group.isCertain }
}
