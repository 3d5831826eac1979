import StateMachineModel
import StateMachineSyntax

/// The code that a wrapper runs for one output of the machine or of a submachine.
enum OutputPerformance {
  /// A closure performs the output. If `Call.activity` is not nil, the wrapper calls the closure in a task.
  case closure(Call)
  /// The output contains an output of a submachine, as in `.player(.play)`. A nested `switch` distinguishes the outputs
  /// of the submachine.
  ///
  /// - Parameter pattern: the name of the output's case, `player`.
  case submachine(pattern: String, [OutputPerformance])
  /// The output begins or cancels a timer, such as `.schedule(.closing, after: …)`. The wrapper keeps the timer's
  /// deadline.
  case timers(Timers)

  struct Call {
    /// The name of the output's case, with back-ticks if Swift requires them.
    var pattern: String
    /// The names of the variables for the output's payload, in order.
    var arguments: [String]
    var closure: OutputClosure
    /// The case of a private enum by which the wrapper finds the task that performs the output (see `ActivityName`);
    /// nil if no task performs the output.
    var activity: String?
    /// Whether the output is an activity of a state, and not an effect. If an activity of the same name runs already,
    /// the wrapper ends that activity first.
    var isActivity = false
    /// The name of the output that cancels the task, such as `cancelPlay`; nil if nothing cancels the task.
    var cancellation: String?
    /// The states that lead from the wrapper's machine to the submachine with the output, such as `player` and
    /// `volume`. Outer states come first. By them, the wrapper passes the task's events on to the submachine:
    /// `.player(.volume(event))`. Empty for an output of the machine itself.
    var owners: [String] = []
  }

  struct Timers {
    /// The Swift expression by which the wrapper identifies a timer. It is `timer` if only one machine has timers: the
    /// wrapper's own machine or a submachine. If several have timers, it is `.timer(timer)` for the machine's own
    /// timer, and `.player(timer)` for one of a submachine.
    var alarm: String
    var sorts: TimerSorts
  }
}

/// Plans what a wrapper does for each output. The closures and the names of tasks have been planned before.
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

  /// Returns the plan for each output of the machine. The plan for the outputs that begin and cancel timers comes last.
  func performances() -> [OutputPerformance] {
    var performances = machine.outputs.indices.flatMap(self.performances)
    if let alarm = alarms[.timers] {
      performances.append(
        .timers(.init(alarm: alarm, sorts: model.run.timers)))
    }
    return performances
  }

  /// Returns the plans for an output. There are two if tasks perform the output both as an effect and as an activity,
  /// otherwise one.
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

  /// Returns the plans for an output: one for its use as an effect, one as an activity, or both. An output that no task
  /// performs has only one plan.
  ///
  /// - Parameters:
  ///   - call: the values that both plans have in common.
  ///   - tasks: the uses of the output: as an effect, as an activity, or both.
  ///   - name: the name of the output. Names such as `cancelPlay` are made from it.
  ///   - duty: the key by which `activities` has the names of the output's tasks.
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

  /// Returns the plans for outputs of a submachine.
  ///
  /// - Parameters:
  ///   - outputs: the outputs of the submachine, and those of submachines nested in it.
  ///   - state: the state of the wrapper's machine that has the submachine, directly or nested.
  ///   - depth: 0 for the state's own submachine, 1 for a submachine nested in it, and so on.
  private func performances(of outputs: [SubmachineOutput], _ state: StateID, depth: Int) -> [OutputPerformance] {
    let cases = outputs.filter { !$0.isTimers(at: depth) }
    var names: [String] = []
    for output in cases where !names.contains(output.path[depth]) { names.append(output.path[depth]) }
    let performances = names.flatMap { name in
      self.performances(name, cases.filter { $0.path[depth] == name }, state, depth: depth)
    }
    return performances + outputs.filter { $0.isTimers(at: depth) }.compactMap { timers(of: $0, state) }
  }

  /// Returns the plans for the outputs in `group`. Their paths have the same name at `depth`, as `.volume(.set)` and
  /// `.volume(.mute)` do. If `name` is that of a nested submachine, the result is one plan, which contains those for
  /// the submachine's outputs. Otherwise the group is a single output, and the result is the plans for it.
  ///
  /// - Parameter depth: 0 for outputs of the state's submachine, 1 for those of a submachine nested in it, and so on.
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
  /// Returns whether this value stands for all timers of the submachine at a given depth. Other values stand for a
  /// declared output, or for the timers of a submachine at another depth.
  ///
  /// - Parameter depth: 0 for the state's own submachine, 1 for a submachine nested in it, and so on.
  fileprivate func isTimers(at depth: Int) -> Bool {
    if case .timers = role { path.count == depth + 1 } else { false }
  }
}
