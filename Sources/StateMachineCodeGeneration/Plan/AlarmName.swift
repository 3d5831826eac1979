/// The timers of the machine, or of a submachine. If several machines have timers, each has a case of a private enum.
struct AlarmName {
  var duty: WrapperDuty
  /// The name of the case in the private enum: `timer` for the timers of the machine itself.
  var name: String
  /// The type of the timers, `Downloader.Timer`.
  var timer: String
  /// The states into whose events the timers' events are wrapped, outer first.
  var owners: [String] = []

  /// Returns the timers of the machine itself, and then those of its submachines.
  static func all(of model: SwiftModel) -> [AlarmName] {
    var alarms: [AlarmName] = []
    if !model.machine.timers.isEmpty {
      alarms.append(AlarmName(duty: .timers, name: "timer", timer: "\(model.machineType).Timer"))
    }
    for state in model.machine.states.indices {
      guard let submachine = model.machine.states[state].submachine else { continue }
      for output in submachine.outputs {
        guard case .timers = output.role else { continue }
        alarms.append(
          AlarmName(
            duty: .submachineTimers(state, path: output.path), name: model.name(of: output, of: state),
            timer: "\(model.type(declaring: output, submachine)).Timer", owners: model.owners(of: output, state)))
      }
    }
    var taken: Set<String> = []
    for index in alarms.indices {
      while !taken.insert(alarms[index].name).inserted { alarms[index].name += "_" }
    }
    return alarms
  }

  /// The event of an elapsed timer: `.player(.elapsed(timer))`.
  var event: String { ".elapsed(timer)".wrapped(in: owners) }
}

extension String {
  /// Returns the text of a submachine's event as an event of the outermost owner: `.outer(.inner(event))`.
  func wrapped(in owners: [String]) -> String { owners.reversed().reduce(self) { ".\($1.spelledAsMember)(\($0))" } }
}
