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
    // The cases of submachines give way to those of the machine's outputs, and those of timers to both.
    var taken = Set(activities.lazy.filter { $0.timer == nil && !$0.duty.isOfSubmachine }.map(\.plainName))
    for isTimer in [false, true] {
      for index in activities.indices
      where (activities[index].timer != nil) == isTimer && (isTimer || activities[index].duty.isOfSubmachine) {
        while !taken.insert(activities[index].name).inserted { activities[index].name += "_" }
        activities[index].name = activities[index].name.spelledAsName
      }
    }
    return activities
  }

  private var plainName: String { name.filter { $0 != "`" } }

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
