/// The names by which a wrapper finds the timers of one machine: of its own machine or of a submachine. If several of
/// these machines have timers, the wrapper declares an enum with a case for each. For the submachine of the state
/// `player`, it is `player(Player.Timer)`.
struct AlarmName {
  var duty: WrapperDuty
  /// The name of the machine's case in the enum: `timer` for the wrapper's own machine, `player` for the submachine of
  /// the state `player`.
  var name: String
  /// The type of the timers, `Downloader.Timer`.
  var timer: String
  /// The names of the states that lead from the wrapper's machine to the submachine with the timers, outer states
  /// first. They are `player` and `volume` if `player` has a submachine, whose state `volume` has the submachine with
  /// the timers. Empty for the wrapper's own machine.
  var owners: [String] = []

  /// Returns the names for the timers of the wrapper's own machine, and then those for the timers of its submachines.
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

  /// The Swift expression for the event that a timer has elapsed. It is `.elapsed(timer)`. For a timer of the
  /// submachine of `player`, it is `.player(.elapsed(timer))`.
  var event: String { ".elapsed(timer)".wrapped(in: owners) }
}

extension String {
  /// Returns the event of the outermost machine that contains a submachine's event. If this string is `event`, and
  /// `owners` are `outer` and `inner`, it is `.outer(.inner(event))`.
  ///
  /// - Parameter owners: the states that lead to the submachine, outer states first.
  func wrapped(in owners: [String]) -> String { owners.reversed().reduce(self) { ".\($1.spelledAsMember)(\($0))" } }
}
