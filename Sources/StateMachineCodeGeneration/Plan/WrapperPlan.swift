import StateMachineModel
import StateMachineSyntax

/// What the class, actor or struct around a machine looks like: worked out once for each, before a line of it is written.
struct WrapperPlan {
  let wrapper: Wrapper

  // MARK: Names and types

  /// `ElevatorDoorStateMachine`, in back-ticks where it needs them.
  let type: String
  /// The same with the type that holds it, as an extension names it.
  let qualifiedType: String
  let qualifiedDelegate: String
  let delegate: String
  /// `<Response>`, or nothing.
  let arguments: String
  /// `Machine<Response>`
  let machine: String
  /// The enum with what wrappers are made of.
  let support: String
  /// Private types: their names are found nowhere in the file.
  let activityType: String
  let alarmType: String
  /// Nested types that callers see. Where the file has their names, they would hide what a payload means by them.
  let stepType: String
  let endedType: String
  /// The variable for the closure that a task runs.
  let operation: String

  // MARK: Access

  /// That of the class or actor itself.
  let topLevelAccess: String
  /// That of its members, and of the delegate's protocol: no wider than the machine's, which they name.
  let access: String
  let delegateAccess: String

  /// The types within the machine that its own types name, and what stands before their aliases.
  let typealiases: [(access: String, name: String)]

  // MARK: Isolation

  /// The attribute of a class that isolates it, and a space.
  let isolation: String
  /// What its closures are marked with, and a space: `@Sendable` for an actor, the global actor's name for a class.
  let closureAttribute: String
  /// `protocol`s and nested types of an actor must not follow the isolation of the module (SE-0466).
  let nonisolated: String

  // MARK: Outputs

  let closures: [OutputClosure]
  /// What the tasks are found by.
  let activities: [ActivityName]
  /// The timers of the machine and of those within it.
  let alarms: [AlarmName]
  /// What is done for each output.
  let performances: [OutputPerformance]
  let hasOutputs: Bool
  /// Whether events of a stream can be those of a submachine.
  let wrapsStreams: Bool
  /// How many outputs one event can have, where that is known and small: they need no buffer.
  let slots: Int?
  /// The label of the parameter for the clock.
  let clockLabel: String
  private let errors: ThrownErrors

  // MARK: Start and end

  /// Whether the machine has something to do when it starts.
  let startsMachine: Bool
  /// Whether the state, or a property, after the start may be another than before.
  let startChangesMachine: Bool
  /// Whether its states do something that begins anew when it is resumed.
  let resumesMachine: Bool
  /// The property that Observation tracks: a value that cannot be copied is not handed out.
  let observedProperty: String
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
      // Each once: one type may be declared under `#if` and again under `#else`.
      guard type.access != .private, named.remove(model.text(type.name)) != nil else { return nil }
      return (min(type.access, members).ofMembers(of: level), model.text(type.name))
    }
    return written + declared
  }

  var isActor: Bool { wrapper.isActor }
  var isObservable: Bool { wrapper.isObservable }
  /// Whether its start, or its resumption, is the machine's too.
  var entersMachine: Bool { startsMachine || resumesMachine }
  /// Whether tasks perform outputs.
  var hasTasks: Bool { !activities.isEmpty }
  var hasTimers: Bool { !alarms.isEmpty }

  /// Whether what the wrapper runs can be stored with the deadlines of its timers.
  let hasDeadlines: Bool
  /// Whether callers name timers.
  var showsAlarms: Bool { hasDeadlines || wrapper.kind == .struct }
  /// Whether outputs may be more than there are variables for them.
  var hasBuffer: Bool { slots == nil }
  /// The variables for the first outputs of an event: for all of them, where there is no buffer.
  var outputSlots: [String] { Array(["first", "second", "third"].prefix(slots ?? 1)) }
  /// What timers are told apart by.
  var alarm: String { alarms.count == 1 ? alarms[0].timer : alarmType }
  var state: String { "\(machine).State" }
  var event: String { "\(machine).Event" }
  var output: String { "\(machine).Output" }
  /// The type of what `send` throws; nil where it may be any error.
  private var failure: String? {
    errors.type.map { errors.isNested ? "\(machine).\($0)" : $0 }
  }
  /// `throws(Refused)`, as it stands behind `send` and behind `do`.
  var throwsClause: String { failure.map { "throws(\($0))" } ?? "throws" }
  /// The type of an error that waits to be thrown.
  var optionalFailure: String { failure.map { "\($0)?" } ?? "(any Swift.Error)?" }
  /// `(any ElevatorDoorStateMachineDelegate)?`
  var optionalDelegate: String { "(any \(delegate)\(arguments))?" }

  /// How a task calls back.
  var hop: String { isActor ? "await " : "" }

  /// The head of a task's closure.
  var capture: String { isActor ? "[weak self]" : "\(isolation)[weak self]" }

  func hasClosure(_ kind: Output.Kind) -> Bool { closures.contains { $0.kind == kind } }

  /// The parts that it needs of what wrappers share.
  var supportParts: WrapperSupport {
    if wrapper.kind == .struct { return [] }
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
