/// A case of the enum by which the tasks of activities and timers are found.
struct ActivityName {
  var duty: WrapperDuty
  var name: String
  /// The type of the timers that the case stands for.
  var timer: String?

  /// What the states of a machine begin, with what those of its submachines do.
  static func all(of model: SwiftModel) -> [ActivityName] {
    var activities = own(of: model)
    for state in model.machine.states.indices {
      guard let submachine = model.machine.states[state].submachine else { continue }
      activities += submachine.outputs.compactMap { activity(of: $0, submachine, state, model) }
    }
    // The cases of timers give way to those of outputs.
    var taken = Set(activities.filter { $0.timer == nil }.map(\.name))
    for index in activities.indices where activities[index].timer != nil {
      while !taken.insert(activities[index].name).inserted { activities[index].name += "_" }
    }
    return activities
  }

  /// The activities and the timers of the machine itself.
  private static func own(of model: SwiftModel) -> [ActivityName] {
    let machine = model.machine
    var activities: [ActivityName] = []
    for id in machine.outputs.indices where machine.outputs[id].isActivity && machine.outputs[id].owner == nil {
      activities.append(ActivityName(duty: .output(id), name: model.spelling(machine.outputs[id].name)))
    }
    if !machine.timers.isEmpty {
      activities.append(ActivityName(duty: .timers, name: "timer", timer: "\(model.machineType).Timer"))
    }
    return activities
  }

  /// The activity that an output of a submachine stands for; nil where it begins none.
  private static func activity(
    of output: SubmachineOutput, _ submachine: Submachine, _ state: StateID, _ model: SwiftModel
  ) -> ActivityName? {
    let name = model.name(of: output, of: state)
    switch output.role {
    case .output(_, isActivity: true):
      return ActivityName(duty: .submachineOutput(state, path: output.path), name: name)
    case .timers:
      let timer = "\(model.type(declaring: output, submachine)).Timer"
      return ActivityName(duty: .submachineTimers(state, path: output.path), name: name, timer: timer)
    case .output: return nil
    }
  }
}
