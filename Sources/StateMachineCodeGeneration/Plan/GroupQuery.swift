import StateMachineModel

/// The test whether the state is in a group: a `switch`, and further ones for the states within regions.
struct GroupQuery {
  /// A `switch` over the states of the machine, or of a region.
  struct Choice {
    /// The region; nil for the machine.
    var region: StateID?
    /// The states that are in the group, each together with all states within it.
    var inside: [StateID] = []
    /// Composite states with regions, and the tests of their regions that contain states of the group, in order.
    var divided: [(composite: StateID, regions: [Choice])] = []
    /// The states that are not in the group, each together with all states within it.
    var outside: [StateID] = []

    /// Whether every state of the region or machine is in the group.
    var isCertain: Bool { divided.isEmpty && outside.isEmpty }
  }

  /// The tests, one after the other: of the machine, or of its regions that contain states of the group. The list is
  /// empty if the machine is always in the group.
  let choices: [Choice]

  /// Creates the query for the states and regions of a group.
  init(of members: [StateID], in machine: StateMachine) {
    let finder = Finder(machine: machine, members: members.sorted())
    choices = machine.isParallel ? finder.regions(machine.topStates) ?? [] : [finder.choice(of: nil)]
  }

  /// The search for the states of a group. Its recursion is no deeper than the parser lets states be nested.
  private struct Finder {
    let machine: StateMachine
    let members: [StateID]

    /// Returns the `switch` over the states of a region or, for nil, of the machine.
    func choice(of region: StateID?) -> Choice {
      var choice = Choice(region: region)
      for state in machine.children(of: region) { add(state, to: &choice) }
      return choice
    }

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

    /// Returns the tests of a composite state's regions that contain states of the group; nil if a region is in the
    /// group, itself or by all of its states, as it is active whenever the composite state is.
    func regions(_ regions: [StateID]) -> [Choice]? {
      guard !regions.contains(where: { members.within($0, machine).first == $0 }) else { return nil }
      let choices = regions.filter { !members.within($0, machine).isEmpty }.map { choice(of: $0) }
      return choices.contains(where: \.isCertain) ? nil : choices
    }
  }
}
