import StateMachineModel

/// The test whether a state of a group is active. It is a `switch` over the machine's state, with further `switch`
/// statements for states within regions.
struct GroupQuery {
  /// One `switch` in the Swift that tells whether a state of the group is active: over the states of the machine, or
  /// over the states of a region.
  struct Choice {
    /// The region; nil for the machine.
    var region: StateID?
    /// The states for which the test is true: states of the group, and some composite states with regions. Such a
    /// composite state always has an active state of the group within it.
    var inside: [StateID] = []
    /// The composite states with regions of which only some states are in the group. For each of them, `regions` has
    /// the tests of its regions, in order.
    var divided: [(composite: StateID, regions: [Choice])] = []
    /// The states that are not in the group. No state within them is in the group, either.
    var outside: [StateID] = []

    /// Whether every state of the region or the machine is in the group.
    var isCertain: Bool { divided.isEmpty && outside.isEmpty }
  }

  /// The `switch` statements of the test, one after the other. A machine without regions has one, over its state. A
  /// machine with regions has one for each region that contains states of the group. For such a machine, the list is
  /// empty if a state of the group is active at all times.
  let choices: [Choice]

  /// Creates the test for a group.
  ///
  /// - Parameter members: the states and regions of the group.
  init(of members: [StateID], in machine: StateMachine) {
    let finder = Finder(machine: machine, members: members.sorted())
    choices = machine.isParallel ? finder.regions(machine.topStates) ?? [] : [finder.choice(of: nil)]
  }

  /// Searches for the states of a group. It is recursive; the parser limits the depth of states, and thus the
  /// recursion.
  private struct Finder {
    let machine: StateMachine
    let members: [StateID]

    /// Returns the `switch` over the states of a region.
    ///
    /// - Parameter region: nil for the states of the machine.
    func choice(of region: StateID?) -> Choice {
      var choice = Choice(region: region)
      for state in machine.children(of: region) { add(state, to: &choice) }
      return choice
    }

    /// Adds a state to one of the lists `inside`, `outside` and `divided` of `choice`. If only some states within a
    /// composite state are in the group, it adds all the composite state's children instead. A composite state with
    /// regions is itself added to `divided`. It is added to `inside` if a state of the group is always active in it.
    private func add(_ state: StateID, to choice: inout Choice) {
      let within = members.within(state, machine)
      if within.isEmpty {
        choice.outside.append(state)
      } else if within.first == state {
        choice.inside.append(state)
      } else if !machine.isParallel(state) {
        for child in machine.states[state].children { add(child, to: &choice) }
      } else if let regions = regions(machine.states[state].children) {
        choice.divided.append((state, regions))
      } else {
        choice.inside.append(state)
      }
    }

    /// Returns the tests of those regions of a composite state in which the group has states. Nil if the group contains
    /// a whole region. A state of the group is then active whenever the composite state is, so that no test is needed.
    ///
    /// - Parameter regions: the regions of the composite state.
    func regions(_ regions: [StateID]) -> [Choice]? {
      guard !regions.contains(where: { members.within($0, machine).first == $0 }) else { return nil }
      let choices = regions.filter { !members.within($0, machine).isEmpty }.map { choice(of: $0) }
      return choices.contains(where: \.isCertain) ? nil : choices
    }
  }
}
