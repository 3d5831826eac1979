/// What the class or actor around a machine looks like: worked out once for each, before a line of it is written.
struct WrapperPlan {
  let wrapper: Wrapper

  // MARK: Names and types

  /// `ElevatorDoorStateMachine`, in back-ticks where it needs them.
  let type: String
  let delegate: String
  /// `<Response>`, or nothing.
  let arguments: String
  /// `Machine<Response>`
  let machine: String
  /// Private types: their names are found nowhere in the file.
  let phaseType: String
  let taskType: String
  let activityType: String
  /// The variable for the closure that a task runs.
  let operation: String

  // MARK: Isolation

  /// The attribute of a class that isolates it, and a space.
  let isolation: String
  /// What its closures are marked with, and a space: `@Sendable` for an actor, the global actor's name for a class.
  let closureAttribute: String
  /// `protocol`s and nested types of an actor must not follow the isolation of the module (SE-0466).
  let nonisolated: String

  // MARK: Outputs

  let closures: [OutputClosure]
  /// What the tasks of activities and timers are found by.
  let activities: [ActivityName]
  /// What is done for each output.
  let performances: [OutputPerformance]
  /// Whether events of a stream can be those of a submachine.
  let wrapsStreams: Bool
  /// How many outputs one event can have, where that is known and small: they need no buffer.
  let slots: Int?

  // MARK: Tasks

  /// Whether tasks perform outputs or wait for timers.
  let runsTasks: Bool
  /// Whether the machine has such timers, or a machine within it.
  let hasTimersAfter: Bool
  let hasTimersEvery: Bool
  /// The label of the parameter for the clock.
  let clockLabel: String

  // MARK: Start and end

  /// Whether the machine has something to do when it starts.
  let startsMachine: Bool
  /// Whether the state after the start may be another than before.
  let startChangesState: Bool
  /// Whether its states can be followed from elsewhere: they cross isolations.
  let hasReaders: Bool
  /// Whether the machine can end, and leaves something to do then.
  let hasEnd: Bool

  init(_ wrapper: Wrapper, of model: SwiftModel) {
    let machine = model.machine
    let run = model.run
    self.wrapper = wrapper

    let base = wrapper.name.map(model.text) ?? "\(model.text(machine.name))StateMachine"
    let isQuoted = wrapper.name == nil && machine.name.needsBackticks
    type = isQuoted ? "`\(base)`" : wrapper.name.map(model.spelling) ?? base
    delegate = (base + "Delegate").spelledAsName
    arguments = model.genericArguments
    self.machine = model.machineType
    phaseType = model.names.fresh("Phase")
    taskType = model.names.fresh("Job")
    activityType = model.names.fresh("Activity")
    operation = model.names.fresh("operation")

    isolation = wrapper.isolation.map { model.text($0) + " " } ?? ""
    closureAttribute = wrapper.isActor ? "@Sendable " : isolation
    nonisolated = wrapper.isActor ? "nonisolated " : ""

    closures = ClosurePlanner(model: model, attribute: closureAttribute).closures()
    activities = ActivityName.all(of: model)
    performances = PerformancePlanner(model, closures, activities).performances()
    let inner = machine.states.flatMap { $0.submachine?.outputs.map(\.role) ?? [] }
    wrapsStreams = inner.contains { if case .output(.stream, _) = $0 { true } else { false } }
    hasTimersAfter = run.hasTimersAfter || inner.contains { if case .timers(true, _) = $0 { true } else { false } }
    hasTimersEvery = run.hasTimersEvery || inner.contains { if case .timers(_, true) = $0 { true } else { false } }
    runsTasks = closures.contains { $0.kind != .plain } || hasTimersAfter || hasTimersEvery
    slots = runsTasks ? nil : model.behaviour.outputBound(limit: 3)
    clockLabel = closures.contains { $0.name == "clock" } ? "timerClock" : "clock"

    startsMachine = run.hasStart || run.isSubmachine
    startChangesState =
      run.hasAlways || run.hasDone
      || machine.states.contains { state in
        state.submachine != nil || state.entry?.locals.contains(where: \.isChanged) == true
      }
    hasReaders = wrapper.isActor || wrapper.isolation != nil && machine.isSendable
    hasEnd = run.canEnd && (runsTasks || hasReaders)
  }

  var isActor: Bool { wrapper.isActor }
  var isObservable: Bool { wrapper.isObservable }
  var hasClock: Bool { hasTimersAfter || hasTimersEvery }
  var state: String { "\(machine).State" }
  var event: String { "\(machine).Event" }
  var output: String { "\(machine).Output" }
  var unhandledEvent: String { "\(machine).UnhandledEvent" }
  /// `(any ElevatorDoorStateMachineDelegate)?`
  var optionalDelegate: String { "(any \(delegate)\(arguments))?" }

  /// How a task calls back.
  var hop: String { isActor ? "await " : "" }

  /// The head of a task's closure.
  var capture: String { isActor ? "[weak self]" : "\(isolation)[weak self]" }

  func hasClosure(_ kind: Output.Kind) -> Bool { closures.contains { $0.kind == kind } }
}

/// Something that a wrapper does for its machine, or for a machine within.
enum WrapperDuty: Hashable {
  case output(OutputID)
  /// Waits for the timers of the machine itself.
  case timers
  /// The same for the submachine of a state, or for a machine within that; the path is that of the `SubmachineOutput`.
  case submachineOutput(StateID, path: [String])
  case submachineTimers(StateID, path: [String])

  var isOfSubmachine: Bool {
    switch self {
    case .output, .timers: false
    case .submachineOutput, .submachineTimers: true
    }
  }
}
