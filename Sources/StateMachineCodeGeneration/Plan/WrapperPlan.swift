import StateMachineModel
import StateMachineSyntax

/// The plan of the class, actor or struct around a machine, made once before the wrapper is printed.
struct WrapperPlan {
  let wrapper: Wrapper

  // MARK: Names and types

  /// The wrapper's name, `ElevatorDoorStateMachine`, with back-ticks if Swift requires them.
  let type: String
  /// The wrapper's name after that of the machine's outer type, `Outer.Wrapper`, as an extension names it.
  let qualifiedType: String
  let qualifiedDelegate: String
  let delegate: String
  /// The generic arguments, `<Response>`, or an empty string.
  let arguments: String
  /// The machine's type, `Machine<Response>`.
  let machine: String
  /// The enum that contains the types that wrappers share.
  let support: String
  /// The names of private types, none of which the file contains.
  let activityType: String
  let alarmType: String
  /// The nested types that callers see. They differ from all names in the file, which a payload may use.
  let stepType: String
  let endedType: String
  /// The name of the variable for the closure that a task runs.
  let operation: String

  // MARK: Access

  /// The access of the wrapper itself.
  let topLevelAccess: String
  /// The access of the wrapper's members and of the delegate's protocol: at most the machine's, as they name its types.
  let access: String
  let delegateAccess: String

  /// The types within the machine that the wrapper's types name, with the access of the aliases for them.
  let typealiases: [(access: String, name: String)]

  // MARK: Isolation

  /// The attribute that isolates a wrapper that is a class, with a space after it; empty if there is none.
  let isolation: String
  /// The attribute of the wrapper's closures, and a space: `@Sendable` for an actor, the global actor for a class.
  let closureAttribute: String
  /// The modifier of protocols and nested types of an actor, which must not have the module's isolation (SE-0466).
  let nonisolated: String

  // MARK: Outputs

  let closures: [OutputClosure]
  /// The names by which the wrapper finds tasks.
  let activities: [ActivityName]
  /// The timers of the machine and of its submachines.
  let alarms: [AlarmName]
  /// The plans of how the wrapper performs each output.
  let performances: [OutputPerformance]
  let hasOutputs: Bool
  /// Whether an output of a submachine is a stream, whose events are wrapped in events of the machine.
  let wrapsStreams: Bool
  /// The maximal number of outputs of one event; nil if unknown or above 3, or if there are tasks or timers.
  let slots: Int?
  /// The label of the parameter for the clock.
  let clockLabel: String
  private let errors: ThrownErrors

  // MARK: Start and end

  /// Whether the machine has a `start`.
  let startsMachine: Bool
  /// Whether the start may change the state, or a property.
  let startChangesMachine: Bool
  /// Whether the machine has activities to begin again when it is resumed.
  let resumesMachine: Bool
  /// The property that Observation tracks: `state` for a noncopyable machine, which callers cannot read as a whole.
  let observedProperty: String
  /// Whether code in another isolation can follow the wrapper's states.
  let hasReaders: Bool
  /// Whether the machine can end while tasks, timers or readers are left to be ended.
  let hasEnd: Bool

  init(_ wrapper: Wrapper, of model: SwiftModel) {
    let machine = model.machine
    let run = model.run
    self.wrapper = wrapper

    let base = wrapper.name.map(model.text) ?? "\(model.text(machine.name))StateMachine"
    let isQuoted = wrapper.name == nil && machine.name.needsBackticks
    type = isQuoted ? "`\(base)`" : wrapper.name.map(model.spelling) ?? base
    delegate = (base + "Delegate").spelledAsName
    qualifiedType = model.qualified(type)
    qualifiedDelegate = model.qualified(delegate)
    arguments = model.genericArguments
    self.machine = model.machineType
    support = model.supportPlace.name
    errors = model.errors
    activityType = model.names.fresh("Activity")
    alarmType = model.names.fresh("Alarm")
    stepType = model.names.fresh("Step")
    endedType = model.names.fresh("Ended")
    operation = model.names.fresh("operation")

    let level = wrapper.access ?? machine.access
    let members = min(level, machine.access)
    topLevelAccess = model.access(beside: level)
    access = members.ofMembers(of: level)
    delegateAccess = model.access(beside: members)
    typealiases = Self.typealiases(of: model, access: members, level)

    isolation = wrapper.isolation.map { model.text($0) + " " } ?? ""
    closureAttribute = wrapper.isActor ? "@Sendable " : isolation
    nonisolated = wrapper.isActor ? "nonisolated " : ""

    closures = ClosurePlanner(model: model, attribute: closureAttribute).closures()
    activities = ActivityName.all(of: closures)
    alarms = AlarmName.all(of: model)
    hasDeadlines = !alarms.isEmpty && model.machine.isEncodable && model.machine.isDecodable
    hasOutputs = model.hasOutputs
    performances = PerformancePlanner(model, closures, activities, alarms).performances()
    let streams = closures.filter { $0.kind == .stream }
    wrapsStreams = streams.contains { if case .submachineOutput = $0.duty { true } else { false } }
    slots = activities.isEmpty && alarms.isEmpty ? model.behaviour.outputBound(limit: 3) : nil
    clockLabel = closures.contains { $0.name == "clock" } ? "timerClock" : "clock"

    startsMachine = run.hasStart || run.isSubmachine
    startChangesMachine =
      run.hasAlways || run.hasDone
      || machine.states.contains { state in
        state.submachine != nil
          || state.entry?.effects.containsSingle { [.assignment, .block, .raise].contains($0.kind) } == true
      }
    resumesMachine = run.resumes
    observedProperty = model.isNoncopyable ? "state" : "machine"
    hasReaders = wrapper.isActor || wrapper.isolation != nil && machine.isSendable
    hasEnd = run.canEnd && (!activities.isEmpty || !alarms.isEmpty || hasReaders)
  }

  private static func typealiases(
    of model: SwiftModel, access members: AccessLevel, _ level: AccessLevel
  ) -> [(access: String, name: String)] {
    let machine = model.machine
    let written = machine.typealiases.map { (members.ofMembers(of: level), model.text($0.name)) }
    guard !machine.swift.types.isEmpty else { return written }
    var named: Set<String> = []
    for field in machine.outputs.flatMap(\.fields) {
      var swift = SwiftLexer(
        bytes: machine.source.bytes, from: field.type.lowerBound, to: field.type.upperBound)
      var token = swift.next()
      while token.kind != .end {
        if token.kind == .identifier { named.insert(model.text(SourceRange(token.start, token.end))) }
        token = swift.next()
      }
    }
    let declared = machine.swift.types.compactMap { type -> (String, String)? in
      // A type may be declared under `#if` and again under `#else`.
      guard type.access != .private, named.remove(model.text(type.name)) != nil else { return nil }
      return (min(type.access, members).ofMembers(of: level), model.text(type.name))
    }
    return written + declared
  }

  var isActor: Bool { wrapper.isActor }
  var isObservable: Bool { wrapper.isObservable }
  /// Whether starting or resuming the wrapper also starts or resumes the machine.
  var entersMachine: Bool { startsMachine || resumesMachine }
  /// Whether tasks perform outputs.
  var hasTasks: Bool { !activities.isEmpty }
  var hasTimers: Bool { !alarms.isEmpty }

  /// Whether the running machine can be stored together with the deadlines of its timers.
  let hasDeadlines: Bool
  /// Whether callers name timers.
  var showsAlarms: Bool { hasDeadlines || !wrapper.kind.hasDelegate }
  /// Whether an event may have more outputs than there are variables.
  var hasBuffer: Bool { slots == nil }
  /// The variables for the first outputs of an event, or for all outputs if there is no buffer.
  var outputSlots: [String] { Array(["first", "second", "third"].prefix(slots ?? 1)) }
  /// The type whose values identify the timers.
  var alarm: String { alarms.count == 1 ? alarms[0].timer : alarmType }
  var state: String { "\(machine).State" }
  var event: String { "\(machine).Event" }
  var output: String { "\(machine).Output" }
  /// The type of the errors that `send` throws; nil if it may be any error.
  private var failure: String? {
    errors.type.map { errors.isNested ? "\(machine).\($0)" : $0 }
  }
  /// `throws(Refused)`, which follows `send` and `do`.
  var throwsClause: String { failure.map { "throws(\($0))" } ?? "throws" }
  /// The type of the variable that keeps an error until it is thrown.
  var optionalFailure: String { failure.map { "\($0)?" } ?? "(any Swift.Error)?" }
  /// `(any ElevatorDoorStateMachineDelegate)?`
  var optionalDelegate: String { "(any \(delegate)\(arguments))?" }

  /// The keyword before a task's call back to the wrapper.
  var hop: String { isActor ? "await " : "" }

  /// The capture list of a task's closure, with the isolation before it.
  var capture: String { isActor ? "[weak self]" : "\(isolation)[weak self]" }

  func hasClosure(_ kind: Output.Kind) -> Bool { closures.contains { $0.kind == kind } }

  /// The parts of the shared Swift that the wrapper needs.
  var supportParts: WrapperSupport {
    guard wrapper.kind.hasDelegate else { return [] }
    var parts = WrapperSupport.events
    if hasOutputs, hasBuffer { parts.insert(.outputs) }
    if hasTasks { parts.insert(.tasks) }
    if hasClosure(.stream) { parts.insert(.streams) }
    if wrapsStreams { parts.insert(.submachineStreams) }
    if hasReaders { parts.insert(.readers) }
    if hasTimers { parts.insert(.timers) }
    return parts
  }
}

/// Something that a wrapper does for its machine, or for a submachine.
enum WrapperDuty: Hashable {
  case output(OutputID)
  /// The timers of the machine itself.
  case timers
  /// The outputs and timers of a state's submachine, or of a submachine in it, by the path of the `SubmachineOutput`.
  case submachineOutput(StateID, path: [String])
  case submachineTimers(StateID, path: [String])

  var isOfSubmachine: Bool {
    switch self {
    case .output, .timers: false
    case .submachineOutput, .submachineTimers: true
    }
  }
}
