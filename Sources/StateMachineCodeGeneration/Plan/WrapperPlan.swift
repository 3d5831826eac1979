import StateMachineModel
import StateMachineSyntax

/// The plan of a wrapper, a class, an actor or a struct around a machine. It is made once, before the wrapper is
/// printed.
struct WrapperPlan {
  let wrapper: Wrapper

  // MARK: Names and types

  /// The wrapper's name, `ElevatorDoorStateMachine`, with back-ticks if Swift requires them.
  let type: String
  /// The wrapper's name as an extension at the top of the file spells it: `Outer.DoorWrapper` if the machine is
  /// declared within a type `Outer`.
  let qualifiedType: String
  let qualifiedDelegate: String
  let delegate: String
  /// The generic arguments of the machine's type, `<Response>`; empty for a machine without generic parameters.
  let arguments: String
  /// The machine's type, `Machine<Response>`.
  let machine: String
  /// The enum that contains the types that wrappers share.
  let support: String
  /// The name of the wrapper's private enum `Activity`. By its cases, such as `play`, the wrapper finds the tasks of an
  /// output. If the file uses the name `Activity`, the enum has another name.
  let activityType: String
  /// The name of the enum that identifies timers if several machines have timers: `Alarm`, or a name that the file does
  /// not use.
  let alarmType: String
  /// The name of the struct for an element of the wrapper's sequence `steps`. An element contains an event, its
  /// outcome, and the states before and after it. The name is `Step`, or a name that the file does not use.
  let stepType: String
  /// The name of the error that `send(_:until:)` throws if the machine ends before the condition is true. It is
  /// `Ended`, or a name that the file does not use.
  let endedType: String
  /// The name of the variable for the closure that a task runs.
  let operation: String

  // MARK: Access

  /// The access of the wrapper itself.
  let topLevelAccess: String
  /// The access of the wrapper's members. It is at most the machine's access, because the members have types of the
  /// machine.
  let access: String
  /// The access of the delegate's protocol. It is at most the machine's access, because the protocol has types of the
  /// machine.
  let delegateAccess: String

  /// The type aliases that the wrapper declares, with the access of each: `typealias Track = Player.Track`. By them,
  /// the wrapper can spell types within the machine as the `.sm` file does.
  let typealiases: [(access: String, name: String)]

  // MARK: Isolation

  /// The attribute that isolates a wrapper that is a class, with a space after it: `@MainActor `. Empty if there is
  /// none.
  let isolation: String
  /// The attribute of the wrapper's closures, with a space after it: `@Sendable` for an actor; for a class, the
  /// attribute of its global actor, such as `@MainActor`, or an empty string.
  let closureAttribute: String
  /// The modifier `nonisolated ` of an actor's protocols and nested types. Without it, they would get the default
  /// isolation of the module, such as `@MainActor` (SE-0466). Empty for a wrapper that is no actor.
  let nonisolated: String

  // MARK: Outputs

  let closures: [OutputClosure]
  /// The names by which the wrapper finds the tasks that perform outputs.
  let activities: [ActivityName]
  /// The names of the timers: one element for the machine if it has timers, and one for each submachine that has
  /// timers.
  let alarms: [AlarmName]
  /// The code that the wrapper runs for each output.
  let performances: [OutputPerformance]
  let hasOutputs: Bool
  /// Whether an output of a submachine is a stream. The wrapper then needs code that wraps the stream's events in
  /// events of the machine: `.player(event)`.
  let wrapsStreams: Bool
  /// The number of variables in which the wrapper keeps the outputs of one event: as many as one event may have at
  /// most. Nil if this number is unknown or above 3, or if the wrapper has tasks or timers. The wrapper then has one
  /// variable, and a buffer for further outputs.
  let slots: Int?
  /// The label of the parameter for the clock.
  let clockLabel: String
  private let errors: ThrownErrors

  // MARK: Start and end

  /// Whether the machine has a method `start`.
  let startsMachine: Bool
  /// Whether `start` may change the machine's state or a property.
  let startChangesMachine: Bool
  /// Whether the machine has activities to begin again when it is resumed.
  let resumesMachine: Bool
  /// The property that Observation tracks: `machine` or, for a noncopyable machine, `state`, because callers cannot
  /// read such a machine as a whole.
  let observedProperty: String
  /// Whether code in another isolation can follow the wrapper's states.
  let hasReaders: Bool
  /// Whether the wrapper has something to end when the machine reaches a final state: tasks, timers or readers. A
  /// reader is code of the program that reads the sequence `states` or `steps` of the wrapper.
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
    // At the start, rows without a trigger and the `entry` of states run, and submachines begin.
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

  /// Returns the type aliases that the wrapper declares. They are the machine's own type aliases, and one for each type
  /// that the file's Swift declares within the machine. A declared type is left out if it is `private`, or if the
  /// payload of no output contains it.
  ///
  /// - Parameters:
  ///   - members: the largest access that the aliases may have.
  ///   - level: the access of the wrapper.
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
  /// Whether the machine has a method `start` or `resume`, which the wrapper calls when it is started or resumed.
  var entersMachine: Bool { startsMachine || resumesMachine }
  /// Whether tasks perform outputs.
  var hasTasks: Bool { !activities.isEmpty }
  var hasTimers: Bool { !alarms.isEmpty }

  /// Whether the running machine can be stored together with the deadlines of its timers. It can if it has timers, and
  /// if it can be encoded and decoded.
  let hasDeadlines: Bool
  /// Whether callers see the type of the timers, because they can store deadlines or because the wrapper is a struct.
  var showsAlarms: Bool { hasDeadlines || !wrapper.kind.hasDelegate }
  /// Whether the wrapper needs a buffer for outputs. An event may then have more outputs than the wrapper has variables
  /// for them.
  var hasBuffer: Bool { slots == nil }
  /// The names of the variables for the first outputs of an event: `first`, `second` and `third`. If the wrapper has no
  /// buffer, there are enough variables for all outputs. Otherwise there is only `first`.
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
  /// The clause `throws(Refused)`, for the function `send` and for `do` statements.
  var throwsClause: String { failure.map { "throws(\($0))" } ?? "throws" }
  /// The type of the variable that keeps an error until it is thrown.
  var optionalFailure: String { failure.map { "\($0)?" } ?? "(any Swift.Error)?" }
  /// The type of the property for the delegate: `(any ElevatorDoorStateMachineDelegate)?`.
  var optionalDelegate: String { "(any \(delegate)\(arguments))?" }

  /// The keyword before the call of a wrapper's method in a task: `await ` for an actor, because the task has to wait
  /// for the actor; else empty.
  var hop: String { isActor ? "await " : "" }

  /// The capture list of a task's closure, `[weak self]`. For a class that is isolated to a global actor, the attribute
  /// of that actor comes before it: `@MainActor [weak self]`.
  var capture: String { isActor ? "[weak self]" : "\(isolation)[weak self]" }

  func hasClosure(_ kind: Output.Kind) -> Bool { closures.contains { $0.kind == kind } }

  /// The parts of the Swift that wrappers share (`WrapperSupport`) which this wrapper needs.
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

/// Identifies one thing that a wrapper has to do: perform one output, or keep the deadlines of one machine's timers.
/// The output or the timers are those of the wrapper's machine or of a submachine. By this value as a key, plans find
/// the closure of an output, for example.
enum WrapperDuty: Hashable {
  case output(OutputID)
  /// The timers of the machine itself.
  case timers
  /// An output of the state's submachine, or of a submachine nested in it. `path` contains the states within the
  /// submachine that lead to the output, and the output's name: `volume`, `set`.
  case submachineOutput(StateID, path: [String])
  /// The timers of the state's submachine, or of a submachine nested in it. `path` contains the states within the
  /// submachine that lead to the timers, and the word `timer`: `volume`, `timer`.
  case submachineTimers(StateID, path: [String])

  var isOfSubmachine: Bool {
    switch self {
    case .output, .timers: false
    case .submachineOutput, .submachineTimers: true
    }
  }
}
