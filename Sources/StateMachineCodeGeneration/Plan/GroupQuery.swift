import StateMachineModel

/// The test whether a state of a group is active. It is a `switch` over the machine's state, with further `switch`
/// statements for states within regions.
struct GroupQuery {
  /// One `switch` in the Swift that tells whether a state of the group is active: over the states of the machine, or
  /// over the states of a region.
  struct Choice {
    /// The region; nil for the machine.
    var region: StateID?
    /// The states for which the test is true if one of them is active. A state of the group is such a state. So is a
    /// composite state with regions, if a state of the group is always active in it.
    var inside: [StateID] = []
    /// The composite states with regions in which a state of the group may be active, or may not. The test therefore
    /// looks into their regions: `regions` has a `switch` for each region that contains states of the group.
    var divided: [(composite: StateID, regions: [Choice])] = []
    /// The states that are not in the group. No state within them is in the group, either.
    var outside: [StateID] = []

    /// Whether every state of the region or the machine is in the group.
    var isCertain: Bool { divided.isEmpty && outside.isEmpty }
  }

  /// The `switch` statements of the test. If the machine itself is divided into regions, there is one for each region
  /// that contains states of the group. The list is then empty if a state of the group is always active. Any other
  /// machine has one `switch`, over its state.
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

    /// Adds a state to one of the lists of `choice`: to `inside` if it is in the group. It is added to `outside` if no
    /// state within it is in the group, either. If some are, its children are added in its place. But a composite state
    /// with regions is added itself: to `inside` if a state of the group is always active in it, else to `divided`.
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

    /// Returns the `switch` for each region of a composite state in which the group has states. Nil if none is needed,
    /// because a state of the group is active whenever the composite state is. This is so if the group contains a
    /// region, or all states of a region.
    ///
    /// - Parameter regions: the regions of the composite state.
    func regions(_ regions: [StateID]) -> [Choice]? {
      guard !regions.contains(where: { members.within($0, machine).first == $0 }) else { return nil }
      let choices = regions.filter { !members.within($0, machine).isEmpty }.map { choice(of: $0) }
      return choices.contains(where: \.isCertain) ? nil : choices
    }
  }
}
