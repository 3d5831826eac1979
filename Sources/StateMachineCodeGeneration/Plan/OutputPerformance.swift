import StateMachineModel
import StateMachineSyntax

/// The plan of how a wrapper performs a case of an enum of outputs, of the machine or of a submachine.
enum OutputPerformance {
  /// A closure performs the output, in a task if `Call.activity` is set.
  case closure(Call)
  /// The output is that of a submachine: a `switch` of its own distinguishes the submachine's outputs.
  case submachine(pattern: String, [OutputPerformance])
  /// The outputs begin and cancel timers.
  case timers(Timers)

  struct Call {
    /// The name of the output's case, with back-ticks if Swift requires them.
    var pattern: String
    /// The variables for the payload.
    var arguments: [String]
    var closure: OutputClosure
    /// The task's case in the enum of activities; nil if no task performs the output.
    var activity: String?
    /// Whether the output is an activity of a state: beginning it ends a running activity of the same name.
    var isActivity = false
    /// The output that cancels the task; nil if there is none.
    var cancellation: String?
    /// The states into whose events the task's events are wrapped, outer first.
    var owners: [String] = []
  }

  struct Timers {
    /// The value of a timer in the wrapper: `timer`, or `.player(timer)`.
    var alarm: String
    var sorts: TimerSorts
  }
}

/// The planner of what a wrapper does for each output, after its closures and activities are planned.
struct PerformancePlanner {
  private let model: SwiftModel
  private let closures: [WrapperDuty: OutputClosure]
  private let activities: [WrapperDuty: ActivityName]
  private let alarms: [WrapperDuty: String]
  private var machine: StateMachine { model.machine }

  init(_ model: SwiftModel, _ closures: [OutputClosure], _ activities: [ActivityName], _ alarms: [AlarmName]) {
    self.model = model
    self.closures = Dictionary(closures.map { ($0.duty, $0) }, uniquingKeysWith: { first, _ in first })
    self.activities = Dictionary(activities.map { ($0.duty, $0) }, uniquingKeysWith: { first, _ in first })
    let pairs = alarms.map { ($0.duty, alarms.count == 1 ? "timer" : ".\($0.name)(timer)") }
    self.alarms = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the plan of how each output of the machine is performed; the outputs for its timers come last.
  func performances() -> [OutputPerformance] {
    var performances = machine.outputs.indices.flatMap(self.performances)
    if let alarm = alarms[.timers] {
      performances.append(
        .timers(.init(alarm: alarm, sorts: model.run.timers)))
    }
    return performances
  }

  private func performances(of id: OutputID) -> [OutputPerformance] {
    let output = machine.outputs[id]
    if let owner = output.owner {
      let outputs = machine.states[owner].submachine?.outputs ?? []
      let pattern = model.spelling(output.name.asMember(of: machine.source, quoting: ["inout"]))
      return [.submachine(pattern: pattern, performances(of: outputs, owner, depth: 0))]
    }
    guard let closure = closures[.output(id)] else { return [] }
    let arguments = output.fields.enumerated().map { index, field in
      field.name.map(model.spelling) ?? machine.names.fresh("value\(index + 1)")
    }
    let call = OutputPerformance.Call(
      pattern: model.spelling(output.name.asMember(of: machine.source, quoting: ["inout"])), arguments: arguments,
      closure: closure)
    return calls(call, output.kind, output.tasks, name: model.text(output.name), duty: .output(id))
  }

  /// Returns the calls of one closure for an output that begins tasks: as an effect, as an activity, or as both.
  private func calls(
    _ call: OutputPerformance.Call, _ kind: Output.Kind, _ tasks: TaskUse, name: String, duty: WrapperDuty
  ) -> [OutputPerformance] {
    guard kind != .plain, let names = activities[duty] else { return [.closure(call)] }
    var calls: [OutputPerformance.Call] = []
    if let effect = tasks.effect(name) {
      var own = call
      own.activity = names.effect
      own.cancellation = effect.cancel?.spelledAsName
      calls.append(own)
    }
    if let activity = tasks.activity(name) {
      var own = call
      if activity.begin != name { own.pattern = activity.begin.spelledAsName }
      own.activity = names.activity
      own.isActivity = true
      own.cancellation = activity.cancel.spelledAsName
      calls.append(own)
    }
    return calls.map { .closure($0) }
  }

  // MARK: Submachines

  /// Returns the plans for the outputs of a state's submachine or, at a greater depth, of a submachine within it.
  private func performances(of outputs: [SubmachineOutput], _ state: StateID, depth: Int) -> [OutputPerformance] {
    let cases = outputs.filter { !$0.isTimers(at: depth) }
    var names: [String] = []
    for output in cases where !names.contains(output.path[depth]) { names.append(output.path[depth]) }
    let performances = names.flatMap { name in
      self.performances(name, cases.filter { $0.path[depth] == name }, state, depth: depth)
    }
    return performances + outputs.filter { $0.isTimers(at: depth) }.compactMap { timers(of: $0, state) }
  }

  /// Returns the plans for the outputs with a name: an output of a submachine, or the outputs of a nested submachine.
  private func performances(
    _ name: String, _ group: [SubmachineOutput], _ state: StateID, depth: Int
  ) -> [OutputPerformance] {
    guard let output = group.first else { return [] }
    guard output.path.count == depth + 1 else {
      return [.submachine(pattern: name.spelledAsMember, performances(of: group, state, depth: depth + 1))]
    }
    let duty = WrapperDuty.submachineOutput(state, path: output.path)
    guard let closure = closures[duty], case .output(let kind, let tasks) = output.role else { return [] }
    let call = OutputPerformance.Call(
      pattern: name.spelledAsMember, arguments: output.parameters.indices.map { "value\($0 + 1)" }, closure: closure,
      owners: model.owners(of: output, state))
    return calls(call, kind, tasks, name: name, duty: duty)
  }

  private func timers(of output: SubmachineOutput, _ state: StateID) -> OutputPerformance? {
    guard case .timers(let sorts) = output.role,
      let alarm = alarms[.submachineTimers(state, path: output.path)]
    else { return nil }
    return .timers(.init(alarm: alarm, sorts: sorts))
  }
}

extension SubmachineOutput {
  /// Returns whether the output represents the timers of the submachine at a depth.
  fileprivate func isTimers(at depth: Int) -> Bool {
    if case .timers = role { path.count == depth + 1 } else { false }
  }
}
