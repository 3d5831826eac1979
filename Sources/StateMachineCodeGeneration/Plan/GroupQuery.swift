import StateMachineModel

/// How the state says whether it is in a group: a `switch`, with further ones for what is within regions.
struct GroupQuery {
  /// The `switch` over the states of the machine's body, or of a region.
  struct Choice {
    /// The region; nil for the machine's body.
    var region: StateID?
    /// In the group, with all that is within them.
    var inside: [StateID] = []
    /// Composites of whose regions some have states of the group: asked one after the other.
    var divided: [(composite: StateID, regions: [Choice])] = []
    /// Outside of it, with all that is within them.
    var outside: [StateID] = []

    /// Whether every state of the body is in the group.
    var isCertain: Bool { divided.isEmpty && outside.isEmpty }
  }

  /// What is asked, one after the other: the machine's body, or those of its regions that matter. Empty where the machine
  /// is always in the group.
  let choices: [Choice]

  /// - Parameter members: the states and regions that are asked for.
  init(of members: [StateID], in machine: StateMachine) {
    let finder = Finder(machine: machine, members: members.sorted())
    choices = machine.isParallel ? finder.regions(machine.topStates) ?? [] : [finder.choice(of: nil)]
  }

  /// Recurses no deeper than the parser lets bodies be nested.
  private struct Finder {
    let machine: StateMachine
    let members: [StateID]

    /// Which states of a body are in the group.
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

    /// What is to be asked of the regions of a composite; nil where one of them is in the group, itself or by all of its
    /// states, as it is active with the composite.
    func regions(_ regions: [StateID]) -> [Choice]? {
      guard !regions.contains(where: { members.within($0, machine).first == $0 }) else { return nil }
      let choices = regions.filter { !members.within($0, machine).isEmpty }.map { choice(of: $0) }
      return choices.contains(where: \.isCertain) ? nil : choices
    }
  }
}
